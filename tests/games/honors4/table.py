"""What the tests of Honors No. IV share: laying out a table, playing on it, and reading what came of it."""

import random
from collections.abc import Sequence
from typing import Any

import parlour
from parlour import Match
from parlour.core.contract import SPECTATOR, TABLE
from parlour.core.pack.books import PACK
from parlour.core.texts import show_event

HONORS = parlour.game("honors4")
CARDS = list(PACK.names)


def layout(
    held: str,
    pack: str = "",
    exposed: str = "",
    *,
    left: int | None = None,
    turn: int = 0,
    opener: int = 0,
    totals: str = "",
    hand: int = 0,
    takes: int = 0,
    recycled: int = 0,
    **options: Any,
) -> Match:
    """A match in which a seat is about to draw; the world waits to be asked.

    `held` names the card of each seat, `pack` the next cards of the pack in the order in which they will be drawn,
    `exposed` the top of the pile, its top card last. The other cards are in the pack, all but `left` of them in the
    pile where that is given.
    """
    hands, coming, pile = held.split(), pack.split(), exposed.split()
    others = [card for card in CARDS if card not in hands + coming + pile]
    if left is not None:
        buried = len(others) + len(coming) - left
        pile, others = others[:buried] + pile, others[buried:]
    told = {"phase": "turn", "opener": opener, "turn": turn, "held": ",".join(hands)}
    told |= {"pack": ",".join(others + coming[::-1]) or "-", "exposed": ",".join(pile) or "-"}
    told |= {"totals": totals or ",".join("0" for _ in hands), "hand": hand, "takes": takes, "recycled": recycled}
    text = " ".join([f"seats={len(hands)}", *(f"{name}={value}" for name, value in told.items())])
    return HONORS.match(position=text, seed=1, options=options, hold_table=True)


def fields(position: str) -> dict[str, str]:
    """What a position tells, by name."""
    return dict(part.split("=") for part in position.split())


def table(match: Match, seat: int | None = None) -> dict[str, Any]:
    """The table as a spectator, or a seat, sees it."""
    shown: dict[str, Any] = match.view(seat)["table"]
    return shown


def play(match: Match, *actions: str) -> None:
    """Let whoever is to act do these things, one after the other."""
    for action in actions:
        match.play(match.actors[0], action)


def texts(match: Match) -> list[str]:
    """What may be done now, in notation."""
    return [str(action) for action in match.legal(match.actors[0])]


def told(match: Match, kind: str, seat: int | None = None) -> list[dict[str, Any]]:
    """The events of a kind, as a spectator or a seat sees them."""
    return [event for event in match.events(seat) if event["kind"] == kind]


def whole_story(match: Match) -> list[dict[str, Any]]:
    """Every event as the seat that it concerns sees it."""
    return [show_event(HONORS, row, SPECTATOR if row[1] == TABLE else row[1]) for row in match.event_rows()]


def play_on(match: Match, rng: random.Random, moves: int = 10_000, takes: float = 0.5) -> None:
    """Play at random, the world's moves too, for so many moves; `takes` is how eagerly cards are taken."""
    for _ in range(moves):
        if match.over:
            return
        seat = match.actors[0]
        actions: Sequence[int] = match.legal_ids(seat)
        if len(actions) == 2 and 1 in actions:
            actions = [1 if rng.random() < takes else 0]
        match.play(seat, rng.choice(actions))
