"""What the tests of Honors No. III share: laying out hands, acting for seats, and reading what came of it."""

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import parlour
from parlour import Match
from parlour.core.contract import TABLE

HONORS3 = parlour.game("honors3")
LETTERS = "ABCDEFGHIJKL"
CARDS = [f"{letter}-{number}" for letter in LETTERS for number in range(1, 5)]

Words = str | Sequence[str]


def layout(
    *hands: str,
    dealer: int = 3,
    laid: Sequence[str] = (),
    phase: str = "market",
    totals: str = "",
    hand: int = 0,
    tick: int = 0,
    quiet: int | None = None,
    **options: Any,
) -> Match:
    """A match in which some seats hold these cards and have laid these books; the rest is dealt to fill the hands.

    The first `hands` are given, in the notation of cards between blanks; whoever is not named gets what is left, so
    that nobody has a whole book. The world waits to be asked.
    """
    seats = len(hands)
    books = [*laid, *[""] * (seats - len(laid))]
    held = complete([hand.split() for hand in hands], books, dealer, options.get("h3_out") == "trim")
    told = {"phase": phase, "dealer": dealer, "hands": "/".join(",".join(sorted(cards)) for cards in held)}
    told |= {"laid": "/".join(map(cards_of, books)), "totals": totals or ",".join("0" for _ in hands)}
    told |= {"hand": hand, "tick": tick, "quiet": tick if quiet is None else quiet}
    return HONORS3.match(position=text_of(seats, told), seed=1, options=options, hold_table=True)


def cards_of(books: str) -> str:
    """All cards of some books."""
    return ",".join(card for card in CARDS if card[0] in books) or "-"


def text_of(seats: int, told: Mapping[str, object]) -> str:
    """The text of a position of which these fields are told."""
    return " ".join([f"seats={seats}", *(f"{name}={value}" for name, value in told.items())])


def fields(position: str) -> dict[str, str]:
    """What a position tells, by name."""
    return dict(part.split("=") for part in position.split())


def sizes(seats: int, dealer: int, in_play: int = 48) -> list[int]:
    """How many cards every seat is dealt, the first card to the dealer's left."""
    return [len(range((seat - dealer - 1) % seats, in_play, seats)) for seat in range(seats)]


def complete(hands: list[list[str]], books: Sequence[str], dealer: int, trim: bool) -> list[list[str]]:
    """Fill up the hands with the cards that are nowhere, at random, until nobody has a whole book."""
    seats = len(hands)
    pack = CARDS[: 48 - 4 * (12 % seats)] if trim else CARDS
    wanted = [size - 4 * len(own) for size, own in zip(sizes(seats, dealer, len(pack)), books, strict=True)]
    gone = {card for hand in hands for card in hand} | {card for card in CARDS if card[0] in "".join(books)}
    left = [card for card in pack if card not in gone]
    for seed in range(1_000):
        random.Random(seed).shuffle(left)
        rest = iter(left)
        full = [
            [*hand, *(next(rest) for _ in range(size - len(hand)))] for hand, size in zip(hands, wanted, strict=True)
        ]
        if not any(whole_books(hand) for hand in full):
            return full
    raise AssertionError("these hands cannot be filled up")


def whole_books(cards: Iterable[str]) -> list[str]:
    """The books of which a set of cards has all four."""
    have = set(cards)
    return [letter for letter in LETTERS if all(f"{letter}-{number}" in have for number in range(1, 5))]


def go(match: Match, *said: Words) -> None:
    """A tick: what each seat hands in, from seat 0 on, the rest waiting; then the world carries it out."""
    for seat, words in enumerate([*said, *["wait"] * (match.seats - len(said))]):
        for text in [words] if isinstance(words, str) else words:
            if seat in match.actors:
                match.play(seat, text)
    match.play(TABLE, "tick")


def second(match: Match) -> None:
    """Everybody who has not had her say waits, and a tick has passed."""
    for seat in match.actors:
        match.play(seat, "wait")
    match.play(TABLE, "tick")


def table(match: Match, seat: int | None = None) -> dict[str, Any]:
    """The table as a spectator, or a seat, sees it."""
    shown: dict[str, Any] = match.view(seat)["table"]
    return shown


def hand(match: Match, seat: int) -> list[str]:
    """The cards of a seat."""
    return list(table(match, seat)["hand"])


def offers(match: Match) -> list[int]:
    """The sizes of the open offers, 0 for none."""
    return [offer["number"] if offer else 0 for offer in table(match)["offers"]]


def told(match: Match, kind: str, seat: int | None = None) -> list[dict[str, Any]]:
    """The events of a kind, as a spectator or a seat sees them."""
    return [event for event in match.events(seat) if event["kind"] == kind]


def points(match: Match) -> list[int]:
    """What the last hand brought each seat."""
    return [event["points"] for event in told(match, "scored")][-match.seats :]


def texts(match: Match, seat: int) -> list[str]:
    """What a seat may do, in notation."""
    return [str(action) for action in match.legal(seat)]


def play_on(match: Match, rng: random.Random, moves: int = 10**9) -> None:
    """Play at random, the world's moves too, until the match is over or so many moves are made."""
    while not match.over and len(match.moves) < moves:
        seat = rng.choice(match.actors)
        match.play(seat, rng.choice(match.legal_ids(seat)))


def random_match(seats: int, seed: int, options: dict[str, Any], moves: int = 10**9) -> Match:
    """A match at random."""
    match = HONORS3.match(seats, seed=seed, options=options, hold_table=True)
    play_on(match, random.Random(seed), moves)
    return match
