"""A second opinion: reads the events of a match and works out by the sheet, in its own way, what each should say."""

from typing import Any

from parlour import Match

from .table import CARDS, sizes, whole_books

Event = dict[str, Any]


def whole_story(match: Match) -> list[Event]:
    """The events with every hand open: each as somebody sees it who sees most of it."""
    seen = [match.events(seat) for seat in range(match.seats)]
    return [
        seen[event["seat"]][number] if event.get("hidden") else event for number, event in enumerate(match.events(None))
    ]


def referee(match: Match) -> "Referee":
    """Check a whole match that began at its first deal; the referee knows what was played."""
    checker = Referee(match)
    for event in whole_story(match):
        getattr(checker, event["kind"])(event)
    assert list(match.scores) == checker.totals
    return checker


class Referee:
    """What she knows of the match; a method for each kind of event checks it and writes it down."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.seats = match.seats
        self.options = match.options
        self.totals = [0] * self.seats
        self.hands_scored = self.swaps = 0
        self.limit = ""

    def dealer(self, event: Event) -> None:
        if self.hands_scored:
            assert event["seat"] == (self.deals + 1) % self.seats
        self.deals: int = event["seat"]
        self.hands: list[set[str]] = []
        self.books: list[list[str]] = [[] for _ in range(self.seats)]
        self.board: dict[int, tuple[int, int | None]] = {}
        self.callers: list[int] = []
        self.opened_by_offer: bool | None = None
        self.scored_now: list[int] = []
        self.limit = ""

    def dealt(self, event: Event) -> None:
        assert event["seat"] == len(self.hands)
        self.hands.append(set(event["cards"]))
        if len(self.hands) == self.seats:
            trimmed = 4 * (12 % self.seats) if self.options["h3_out"] == "trim" else 0
            assert sorted(card for hand in self.hands for card in hand) == CARDS[: 48 - trimmed]
            assert [len(hand) for hand in self.hands] == sizes(self.seats, self.deals, 48 - trimmed)

    def laid(self, event: Event) -> None:
        seat, book = event["seat"], event["book"]
        assert book in whole_books(self.hands[seat])
        self.hands[seat] -= {f"{book}-{number}" for number in range(1, 5)}
        self.books[seat].append(book)

    def offered(self, event: Event) -> None:
        self.no_book_in_hand()
        assert not self.callers
        assert 1 <= event["number"] <= 3
        if self.opened_by_offer is None:
            assert event["seat"] == (self.deals + 1) % self.seats
        self.board[event["seat"]] = (event["number"], event.get("partner"))

    def addressed(self, event: Event) -> None:
        assert self.options["h3_directed"] == "one"
        assert event["partner"] != event["seat"]
        self.offered(event)

    def withdrew(self, event: Event) -> None:
        assert self.board.pop(event["seat"])[0] == event["number"]

    def opened(self, event: Event) -> None:
        assert self.opened_by_offer is None
        assert event["offered"] == bool(self.board)
        self.opened_by_offer = event["offered"]

    def swapped(self, event: Event) -> None:
        self.no_book_in_hand()
        assert not self.callers
        seat, owner = event["seat"], event["partner"]
        size, to = self.board.pop(owner)
        assert size == event["number"]
        assert to in (None, seat)
        assert seat != owner
        self.board.pop(seat, None)
        self.swaps += 1
        self.traded: list[tuple[int, int, set[str]]] = []

    def received(self, event: Event) -> None:
        seat, giver, cards = event["seat"], event["partner"], set(event["cards"])
        assert cards <= self.hands[giver]
        if self.options["same_book"]:
            assert len({card[0] for card in cards}) == 1
        self.traded.append((seat, giver, cards))
        if len(self.traded) == 2:
            (one, other, first), (_, _, second) = self.traded
            assert len(first) == len(second)
            self.hands[one] = (self.hands[one] - second) | first
            self.hands[other] = (self.hands[other] - first) | second

    def honors(self, event: Event) -> None:
        assert len(self.hands[event["seat"]]) < 4
        assert event["books"] == len(self.books[event["seat"]])
        self.callers.append(event["seat"])

    def safety_limit(self, event: Event) -> None:
        self.limit = event["limit"]
        if self.limit == "G10":
            assert event["count"] == self.options["hand_cap"] == self.hands_scored

    def no_caller(self, event: Event) -> None:
        assert self.limit == "G09"
        assert not self.callers
        if not event["quiet"]:
            assert event["ticks"] == self.options["h3_ticks"]
        assert event["ticks"] <= int(self.options["h3_ticks"])

    def scored(self, event: Event) -> None:
        self.no_book_in_hand()
        seat = event["seat"]
        assert seat == len(self.scored_now)
        if seat == 0:
            self.check_callers()
        assert event["points"] == (10 if seat in self.callers else 5) * len(self.books[seat])
        self.totals[seat] += event["points"]
        assert event["total"] == self.totals[seat]
        self.scored_now.append(event["points"])

    def check_callers(self) -> None:
        """Everybody who is out has called, but for the second of two traders in seat order."""
        out = [seat for seat in range(self.seats) if len(self.hands[seat]) < 4]
        if self.options["h3_both_out"] == "seat_order" and self.opened_by_offer is not None and len(out) == 2:
            out = [min(out, key=lambda seat: (seat - self.deals - 1) % self.seats)]
        assert self.callers == out
        assert bool(out) != (self.limit == "G09")

    def hand_over(self, event: Event) -> None:
        self.hands_scored += 1
        assert event["hands"] == self.hands_scored

    def match_over(self, event: Event) -> None:
        best = max(self.totals)
        assert event["winners"] == [seat for seat in range(self.seats) if self.totals[seat] == best]
        assert best >= int(self.options["target"]) or self.hands_scored == self.options["hand_cap"]

    def no_book_in_hand(self) -> None:
        assert not any(whole_books(hand) for hand in self.hands)
