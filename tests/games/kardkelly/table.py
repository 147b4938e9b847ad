"""What the tests of Kard Kelly share: laying out a table, playing on it, and reading what came of it."""

import random
from collections.abc import Callable
from typing import Any

import parlour
from parlour import Match

KELLY = parlour.game("kardkelly")
DISKS = [str(number) for number in range(1, 16)]
PACK = [*DISKS, *"B" * 15, *"S" * 10]


def layout(
    disks: str,
    cards: str = "",
    *,
    turned: str = "",
    pool: str = "",
    out: str = "",
    turn: int | str = 0,
    phase: str = "turn",
    buyer: str = "-",
    balances: str = "",
    count: str = "0,0",
    silent: str = "-",
    **options: Any,
) -> Match:
    """A match in a round that seat 0 started: disks by seat, the next cards, the next disks; the world waits.

    What is not said is as plain as can be: everybody has paid the ante, the rest of the pack lies in order below the
    cards named, numbers first, and the rest of the pool below the disks named. Disks `out` are out of play.
    """
    held = disks.split()
    rest = list(PACK)
    for card in (turned + " " + cards).split():
        rest.remove(card)
    drawn = [*held, *out.split(), *pool.split(), buyer.partition("=")[2]]
    left = [*pool.split(), *(disk for disk in DISKS if disk not in drawn)]
    text = " ".join(
        [
            phase,
            f"0,{turn}",
            buyer,
            ",".join(held),
            ",".join(left) or "-",
            f"{','.join(turned.split())}/{','.join(cards.split() + rest)}",
            balances or ",".join("0" if disk == "x" else "-1" for disk in held),
            count,
            silent,
        ]
    )
    return KELLY.match(position=text, seed=1, options=options, hold_table=True)


def go(match: Match, actions: str) -> Match:
    """Play: each word by whoever is to act, `2:challenge` by seat 2, `hush` silence all round a window."""
    for word in actions.split():
        if word == "hush":
            for seat in match.actors:
                match.play(seat, "silent")
        elif ":" in word:
            who, action = word.split(":")
            match.play(int(who), action)
        else:
            match.play(match.actors[0], word)
    return match


def table(match: Match, seat: int | None = None) -> dict[str, Any]:
    """The table as a spectator, or a seat, sees it."""
    shown: dict[str, Any] = match.view(seat)["table"]
    return shown


def told(match: Match, kind: str, seat: int | None = None) -> list[dict[str, Any]]:
    """The events of a kind, as a spectator or a seat sees them."""
    return [event for event in match.events(seat) if event["kind"] == kind]


def acting(match: Match) -> list[int]:
    """Who may act now."""
    return list(match.actors)


def texts(match: Match, seat: int) -> list[str]:
    """What a seat may do, in notation."""
    return [str(action) for action in match.legal(seat)]


def play_on(match: Match, rng: random.Random, until: Callable[[Match], bool] = lambda match: False) -> Match:
    """Play at random, the world's moves too, until the match is over or `until` says so."""
    while not match.over and not until(match):
        seat = rng.choice(match.actors)
        match.play(seat, rng.choice(match.legal(seat).ids))
    return match
