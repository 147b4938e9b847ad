"""What the tests of Honors No. II share: laying out a position, playing on it, and reading what came of it."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import parlour
from parlour import Match
from parlour.core.pack.books import PACK

HONORS2 = parlour.game("honors2")


def cards_of(text: str) -> list[str]:
    """Cards between blanks; a book in short, F-1,2,4, means all of these."""
    found = []
    for part in text.split():
        letter, _, numbers = part.partition("-")
        found += [f"{letter}-{number}" for number in numbers.split(",")]
    return found


def listed(cards: Sequence[str]) -> str:
    """Cards as a position text has them."""
    return ",".join(sorted(cards)) or "-"


def layout(
    hands: Sequence[str],
    laid: Sequence[str] = (),
    row: str = "",
    stock: str = "",
    phase: str = "draw",
    turn: int = 0,
    totals: Sequence[int] = (),
    hand: int = 0,
    quiet: int = 0,
    known: Sequence[str] = (),
    rest: str = "row",
    **options: Any,
) -> Match:
    """A match in the middle of a hand. Cards that are not named lie at the bottom of the row, or of the stock.

    The top card of the row is named last, that of the stock first.

    The dealer sits on the right of seat 0; the world waits to be asked.
    """
    seats = len(hands)
    before = [*laid, *[""] * (seats - len(laid))]
    named = [cards_of(text) for text in (*hands, *before, row, stock)]
    others = [card for card in PACK.names if not any(card in some for some in named)]
    lying, left = cards_of(row), cards_of(stock)
    if rest == "row":
        lying = others + lying
    else:
        left = left + others
    told = {
        "seats": seats,
        "phase": phase,
        "dealer": seats - 1,
        "turn": turn,
        "hands": "/".join(listed(cards_of(hand)) for hand in hands),
        "laid": "/".join(listed(cards_of(some)) for some in before),
        "row": ",".join(lying) or "-",
        "stock": ",".join(reversed(left)) or "-",
        "totals": ",".join(map(str, totals or [0] * seats)),
        "hand": hand,
        "quiet": quiet,
    }
    if known:
        told["sure"] = told["known"] = "/".join(listed(cards_of(some)) for some in known)
    return HONORS2.match(position=written(told), seed=1, options=options, hold_table=True)


def written(told: Mapping[str, Any]) -> str:
    """A position text of its fields."""
    return " ".join(f"{name}={value}" for name, value in told.items())


def told_by(match: Match) -> dict[str, str]:
    """What the position text of a match tells, field by field."""
    return dict(part.split("=", 1) for part in match.position.split(" "))


def stock_of(match: Match) -> list[str]:
    """The stock, its top card first."""
    return told_by(match)["stock"].split(",")[::-1]


def play(match: Match, *actions: str) -> None:
    """Play actions, each by the seat that is to act; `2: claim` by seat 2."""
    for action in actions:
        seat, colon, text = action.partition(": ")
        match.play(int(seat) if colon else match.actors[0], text if colon else action)


def table(match: Match, seat: int | None = None) -> dict[str, Any]:
    """The table as a spectator, or a seat, sees it."""
    shown: dict[str, Any] = match.view(seat)["table"]
    return shown


def told(match: Match, kind: str, seat: int | None = None) -> list[dict[str, Any]]:
    """The events of a kind, as a spectator or a seat sees them."""
    return [event for event in match.events(seat) if event["kind"] == kind]


def texts(match: Match, seat: int | None = None) -> list[str]:
    """What a seat, or the one to act, may do, in notation."""
    return [str(action) for action in match.legal(match.actors[0] if seat is None else seat)]


def hand(match: Match, seat: int) -> set[str]:
    """What a seat holds."""
    return set(table(match, seat)["hand"])


def points(match: Match) -> list[int]:
    """What the last hand brought each seat."""
    return [event["points"] for event in told(match, "scored")][-match.seats :]


def play_on(match: Match, rng: random.Random, until: Callable[[Match], bool] = lambda match: False) -> None:
    """Play at random, the world's moves too, until the match is over or `until` says so."""
    while not match.over and not until(match):
        seat = rng.choice(match.actors)
        match.play(seat, rng.choice(match.legal(seat)))


def random_matches(seats: int, how_many: int, **options: Any) -> Iterator[Match]:
    """Matches of one hand played at random."""
    for seed in range(how_many):
        match = HONORS2.match(seats=seats, seed=seed, options={"hand_cap": 1} | options)
        play_on(match, random.Random(seed))
        yield match
