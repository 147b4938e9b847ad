"""What the tests of Honors No. I share: setting up a hand, asking, and reading what came of it."""

import random
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

import parlour
from parlour import Match
from parlour.core.contract import TABLE
from tests.games.honors1.referee import Referee

HONORS = parlour.game("honors1")
BOOKS = "ABCDEFGHIJKL"
CARDS = [f"{book}-{number}" for book in BOOKS for number in range(1, 5)]
DEFAULTS = HONORS.complete_options(None)
EVERY_PLACE = (1 << len(CARDS)) - 1


def cards(text: str) -> list[str]:
    """Cards written shortly: `A1 B13 C` is A-1, B-1, B-3 and the whole book C."""
    return [f"{part[0]}-{number}" for part in text.split() for number in (part[1:] or "1234")]


def layout(hands: tuple[str, ...], centre: str | None = "", books: tuple[str, ...] = (), **given: Any) -> Match:
    """A hand in which nobody has learnt anything. Cards not named are in the centre, below those that are.

    With `centre=None` every book that is not named at all has been laid by the last seat. What is `given` are options
    and, as texts, fields of the state.
    """
    options = {name: given.pop(name) for name in DEFAULTS if name in given}
    position = laid_out(hands, centre, books, **given)
    return HONORS.match(position=position, seed=1, options=options, hold_table=True)


def laid_out(hands: tuple[str, ...], centre: str | None = "", books: tuple[str, ...] = (), **fields: str) -> str:
    """The position of it: everybody received the cards of the books they have laid, and then those they hold."""
    held = [cards(hand) for hand in hands]
    laid = [set(letters) for letters in books or ("",) * len(hands)]
    top = cards(centre or "")
    named = {*top, *chain(*held)}
    if centre is None:
        laid[-1] |= set(BOOKS) - {card[0] for card in named} - set().union(*laid)
    received = [cards(" ".join(sorted(letters))) + sorted(hand) for letters, hand in zip(laid, held, strict=True)]
    taken = list(chain(*received))
    rest = [card for card in CARDS if card not in (*taken, *top)]
    pack = [*taken, *top, *rest]
    places = [sum(1 << taken.index(card) for card in mine) for mine in received]
    owners = {letter: seat for seat, letters in enumerate(laid) for letter in letters}
    told = {
        "seats": str(len(hands)),
        "phase": "ask",
        "dealer": str(len(hands) - 1),
        "turn": "0",
        "hands": "/".join(",".join(hand) or "-" for hand in held),
        "books": "/".join(",".join(sorted(letters)) or "-" for letters in laid),
        "next": str(len(taken)),
        "pack": ",".join(pack),
        "place": ",".join(str(pack.index(card)) for card in CARDS),
        "received": ",".join(f"{mine:x}" for mine in places),
        "shown": ",".join(cards(" ".join(sorted(owners)))) or "-",
        "places": ",".join(f"{places[owners[card[0]]] if card[0] in owners else EVERY_PLACE:x}" for card in CARDS),
    }
    return " ".join(f"{name}={value}" for name, value in (told | fields).items())


def ask(match: Match, *asks: str) -> None:
    """Let whoever's turn it is ask, `2 A-3` by `2 A-3`."""
    for text in asks:
        match.play(match.actors[0], f"ask {text}")


def table(match: Match, seat: int | None = None) -> dict[str, Any]:
    """The table as a spectator, or a seat, sees it."""
    shown: dict[str, Any] = match.view(seat)["table"]
    return shown


def hand(match: Match, seat: int) -> list[str]:
    """What a seat holds."""
    found: list[str] = table(match, seat)["hand"]
    return found


def centre_of(match: Match) -> list[str]:
    """The centre, from the top down."""
    s = match.state
    return [CARDS[card] for card in s.pack.tolist()[s.next :]] if table(match)["phase"] == "ask" else []


def told(match: Match, kind: str, seat: int | None = None) -> list[dict[str, Any]]:
    """The events of a kind, as a spectator or a seat sees them."""
    return [event for event in match.events(seat) if event["kind"] == kind]


def texts(match: Match, seat: int) -> list[str]:
    """What a seat may do, in notation."""
    return [str(action) for action in match.legal(seat)]


def dealt(seats: int, seed: int | str, **options: Any) -> Match:
    """A match with its first hand dealt; the world waits to be asked for the next."""
    match = HONORS.match(seats=seats, seed=seed, options=options, hold_table=True)
    match.play(TABLE, "deal")
    return match


def play_on(match: Match, rng: random.Random, until: Callable[[Match], bool] = lambda match: False) -> None:
    """Play at random, the world's moves too, until the match is over or `until` says so."""
    while not match.over and not until(match):
        seat = match.actors[0]
        match.play(seat, rng.choice(match.legal_ids(seat)))


def referee_of(match: Match) -> Referee:
    """A referee who has been told all cards of a match in the middle of a hand."""
    shown = table(match)
    s = match.state
    return Referee(
        [set(hand(match, seat)) for seat in range(match.seats)],
        centre_of(match),
        shown["turn"],
        dict(match.options),
        [set(books) for books in shown["books"]],
        shown["premium"],
        max(0, int(s.idle)),
        int(s.turns),
        book_this_turn=s.idle < 0,
    )


def public(events: list[tuple[Any, ...]], seat: int | None) -> list[tuple[Any, ...]]:
    """A referee's events as a seat sees them: who drew what is for the drawer."""
    return [event[:2] if event[0] == "drew" and event[1] != seat else event for event in events]


def seen(match: Match, since: int, seat: int | None) -> Iterator[tuple[Any, ...]]:
    """The events of a match as the referee writes them, as a seat sees them."""
    for event in match.events(seat, since):
        kind, who = event["kind"], event["seat"]
        if kind == "asked":
            yield kind, who, event["card"], event["asked"]
        elif kind in ("gave", "refused", "fished") or (kind == "drew" and "card" in event):
            yield kind, who, event["card"]
        elif kind == "laid":
            yield kind, who, event["book"]
        elif kind in ("drew", "went_out"):
            yield kind, who
