"""A second pair of eyes: follows a match by its events alone, all arguments seen, and counts everything anew."""

from collections import Counter
from typing import Any

from parlour import Match
from parlour.core import texts
from parlour.core.contract import TABLE

PACK = {f"{book}-{number}" for book in "ABCDEFGHIJKL" for number in (1, 2, 3, 4)}


class Referee:
    """The table as the events tell of it; a method `on_...` a kind of event."""

    def __init__(self, match: Match) -> None:
        self.seats = match.seats
        self.options = match.options
        self.totals = [0] * self.seats
        self.kinds: Counter[str] = Counter()
        self.hands_counted = 0
        self.clear()

    def clear(self) -> None:
        self.hands: list[set[str]] = [set() for _ in range(self.seats)]
        self.laid: list[set[str]] = [set() for _ in range(self.seats)]
        self.row: list[str] = []
        self.stock: set[str] = set()
        self.turn = -1
        self.took: list[str] = []
        self.lively = False
        self.quiet = 0
        self.out: int | None = None
        self.second = False

    @property
    def down(self) -> set[str]:
        return set().union(*self.laid)

    def playable(self, card: str) -> bool:
        """Whether the other three of its book are on the table."""
        return len([other for other in self.down if other[0] == card[0]]) == 3

    def follow(self, event: dict[str, Any]) -> None:
        self.kinds[event["kind"]] += 1
        getattr(self, f"on_{event['kind']}")(event)

    def on_dealt(self, event: dict[str, Any]) -> None:
        assert len(event["cards"]) == 7
        self.hands[event["seat"]] = set(event["cards"])

    def on_turned_up(self, event: dict[str, Any]) -> None:
        self.row = [event["card"]]
        self.stock = PACK - set().union(*self.hands) - set(self.row)
        assert len(self.stock) == 47 - 7 * self.seats

    def begins(self, seat: int) -> None:
        """A turn begins, with the seat on the left of the last one."""
        assert self.turn in (-1, (seat - 1) % self.seats)
        self.turn, self.took, self.lively = seat, [], False

    def on_drew(self, event: dict[str, Any]) -> None:
        self.begins(event["seat"])
        self.stock.remove(event["card"])
        self.hands[event["seat"]].add(event["card"])
        self.lively = True

    def on_took(self, event: dict[str, Any]) -> None:
        self.begins(event["seat"])
        n = event["how_many"]
        self.took, self.row = self.row[-n:], self.row[:-n]
        assert set(self.took) == set(event["cards"])
        assert self.options["stock_out"] != "end" or self.stock
        self.hands[event["seat"]] |= set(self.took)

    def on_laid(self, event: dict[str, Any]) -> None:
        cards = set(event["cards"])
        assert len(cards) in (3, 4)
        assert len({card[0] for card in cards}) == 1
        self.put_down(event["seat"], cards)
        assert event["points"] == count(cards)

    def on_fourth(self, event: dict[str, Any]) -> None:
        assert self.playable(event["card"])
        self.put_down(event["seat"], {event["card"]})

    def put_down(self, seat: int, cards: set[str]) -> None:
        assert seat == self.turn
        assert cards <= self.hands[seat]
        if self.options["must_use_deep"] and len(self.took) > 1:
            assert self.took[0] in cards or self.took[0] in self.laid[seat]
        self.hands[seat] -= cards
        self.laid[seat] |= cards
        self.lively = True

    def on_discarded(self, event: dict[str, Any]) -> None:
        seat, card = event["seat"], event["card"]
        assert seat == self.turn
        held = self.hands[seat]
        assert event["playable"] == self.playable(card)
        assert self.took != [card] or held == {card}
        if self.options["fine"] == "prevent":
            assert not event["playable"]
        if self.options["forced_lay"]:
            assert not any(self.playable(other) for other in held)
            assert max(Counter(other[0] for other in held).values()) < 3
        if self.options["must_use_deep"] and len(self.took) > 1:
            assert self.took[0] in self.laid[seat]
        held.remove(card)
        self.row.append(card)
        self.quiet = 0 if self.lively else self.quiet + 1

    def on_claimed(self, event: dict[str, Any]) -> None:
        assert self.options["fine"] == "claim"
        assert event["accused"] == self.turn != event["seat"]
        assert self.row[-1] == event["card"]
        assert self.playable(event["card"])
        self.hands[event["seat"]].add(self.row.pop())
        self.prize = event["card"]

    def on_gave(self, event: dict[str, Any]) -> None:
        assert event["card"] != self.prize
        self.hands[event["seat"]].remove(event["card"])
        self.hands[event["accused"]].add(event["card"])

    def on_declined(self, event: dict[str, Any]) -> None:
        assert self.options["stock_out"] == "decline"
        assert not self.stock

    def on_recycled(self, event: dict[str, Any]) -> None:
        assert self.options["stock_out"] == "recycle"
        assert not self.stock
        assert not self.second
        self.second, self.stock, self.row = True, set(self.row[:-1]), self.row[-1:]
        assert event["stock"] == len(self.stock)

    def on_no_stock(self, event: dict[str, Any]) -> None:
        assert not self.stock
        assert event["row_too"] == (not self.row)
        assert event["row_too"] or self.options["stock_out"] == "end"

    def on_safety_limit(self, event: dict[str, Any]) -> None:
        if event["limit"] == "G06":
            assert self.quiet == event["count"] == self.options["h2_stagnation"] * self.seats

    def on_went_out(self, event: dict[str, Any]) -> None:
        assert not self.hands[event["seat"]]
        assert event["seat"] == self.turn
        self.out = event["seat"]

    def on_left(self, event: dict[str, Any]) -> None:
        assert set(event["cards"]) == self.hands[event["seat"]]

    def on_counted(self, event: dict[str, Any]) -> None:
        seat = event["seat"]
        assert (event["table"], event["hand"]) == (count(self.laid[seat]), count(self.hands[seat]))

    def on_scored(self, event: dict[str, Any]) -> None:
        seat = event["seat"]
        self.totals[seat] += count(self.laid[seat]) - count(self.hands[seat])
        assert event["total"] == self.totals[seat]

    def on_hand_over(self, event: dict[str, Any]) -> None:
        self.hands_counted += 1
        assert event["hands"] == self.hands_counted
        everything = [*self.hands, *self.laid, set(self.row), self.stock]
        assert sum(map(len, everything)) == 48
        self.last_out = self.out
        self.clear()

    def on_match_over(self, event: dict[str, Any]) -> None:
        target = self.options["target"]
        best = max(self.totals)
        winners = [seat for seat in range(self.seats) if self.totals[seat] == best]
        first = self.last_out if self.options["h2_win"] == "out_first" else None
        if first is not None and self.totals[first] >= target:  # type: ignore[operator]
            winners = [first]
        assert event["winners"] == winners
        assert best >= target or self.hands_counted == self.options["hand_cap"]  # type: ignore[operator]


def count(cards: set[str]) -> int:
    """Corner numbers added up."""
    return sum(int(card[2]) for card in cards)


def referee(match: Match) -> Referee:
    """Follow a match to its end; an assertion fails where it went wrong."""
    follower = Referee(match)
    for row in match.event_rows():
        owner = row[1] if row[1] != TABLE else 0
        follower.follow(texts.show_event(match.game, row, owner))
    assert list(match.scores) == follower.totals
    return follower
