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
    text = laid_out(disks, cards, turned, pool, out, turn, phase, buyer, balances, count, silent)
    return KELLY.match(position=text, seed=1, options=options, hold_table=True)


def laid_out(
    disks: str, cards: str, turned: str, pool: str, out: str, turn: int | str, phase: str, buyer: str, balances: str,
    count: str, silent: str,
) -> str:  # fmt: skip
    """The position of it: the pot has what the balances lack, alive is who has a disk."""
    held, rest = disks.split(), list(PACK)
    for card in (turned + " " + cards).split():
        rest.remove(card)
    who, _, offered = buyer.partition("=")
    drawn = [*held, *out.split(), *pool.split(), offered]
    left = [*pool.split(), *(disk for disk in DISKS if disk not in drawn)]
    holders = [str(held.index(disk)) if disk in held else "-" for disk in ["0", *DISKS]]
    counters = balances or ",".join("0" if disk == "x" else "-1" for disk in held)
    won, headers = count.split(",")
    told = {
        "seats": str(len(held)),
        "phase": phase,
        "turn": str(turn).replace("-", "0"),
        "buyer": who.replace("-", "0"),
        "offered": offered or "-",
        "playing": ",".join(str(seat) for seat, disk in enumerate(held) if disk != "x") or "-",
        "alive": ",".join(str(seat) for seat, disk in enumerate(held) if disk.isdigit()) or "-",
        "silent": silent,
        "holders": ",".join(holders),
        "pool": ",".join(reversed(left)) or "-",
        "pack": ",".join([*turned.split(), *cards.split(), *rest]),
        "turned": str(len(turned.split())),
        "balances": counters,
        "pot": str(-sum(map(int, counters.split(",")))),
        "won": won,
        "headers": headers,
    }
    return " ".join(f"{name}={value}" for name, value in told.items())


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
