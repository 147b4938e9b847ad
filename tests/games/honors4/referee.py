"""A referee for Honors No. IV: follows a match by its events, and finds fault with whatever the book would not allow.

It knows all cards, keeps the table in plain lists, and shares no code with the rules.
"""

from typing import Any

from parlour import Match

from .table import CARDS, whole_story
from .worlds import pairs


class Referee:
    """The table as the events tell it."""

    def __init__(self, match: Match) -> None:
        self.seats, self.options = match.seats, match.options
        self.points = [0] * match.seats
        self.hands = self.recycles = self.takes = 0
        self.held: list[str] = []
        self.pile: list[str] = []
        self.pack: set[str] = set()
        self.fresh = ""
        self.turn = self.opened = -1
        self.next_opener: int | None = None
        self.kinds: set[str] = set()

    def follow(self, match: Match) -> None:
        for event in whole_story(match):
            self.kinds.add(event["kind"])
            getattr(self, event["kind"])(**{name: event[name] for name in event if name not in ("kind", "rule")})

    @property
    def most_takes(self) -> Any:
        return self.options["h4_takes"] or 2 * self.seats

    @property
    def cap(self) -> Any:
        return self.options["hand_cap"] or 50 * int(self.options["h4_match"])

    # --- One method a kind of event -----------------------------------------------------------------------------

    def opener(self, seat: int) -> None:
        assert self.next_opener in (None, seat)
        self.opened = self.turn = seat
        self.held, self.pile, self.pack = [""] * self.seats, [], set(CARDS)
        self.recycles = self.takes = 0

    def dealt(self, seat: int, card: str) -> None:
        assert self.held[seat] == ""
        assert all(self.held[(self.opened + i) % self.seats] for i in range((seat - self.opened) % self.seats))
        self.pack.remove(card)
        self.held[seat] = card

    def drew(self, seat: int, card: str) -> None:
        assert seat == self.turn
        assert all(self.held)
        self.pack.remove(card)
        self.fresh, self.takes = card, 0

    def took(self, seat: int, card: str) -> None:
        assert seat == self.turn
        assert self.takes < self.most_takes
        assert card == self.pile.pop()
        self.fresh = card
        self.takes += 1

    def threw(self, seat: int, card: str) -> None:
        assert not self.goes_out(seat)
        assert card == self.held[seat] or (card == self.fresh and self.takes == 0)
        if card == self.held[seat]:
            self.held[seat] = self.fresh
        self.pile.append(card)
        self.turn, self.fresh = (seat + 1) % self.seats, ""
        assert len({*self.held, *self.pile, *self.pack}) == 48

    def spent(self, seat: str, times: int) -> None:
        assert not self.pack
        assert times == self.recycles + 1

    def recycled(self, seat: str, cards: int) -> None:
        assert not self.pack
        assert cards == len(self.pile) - 1
        self.pack, self.pile = set(self.pile[:-1]), self.pile[-1:]
        self.recycles += 1
        assert self.recycles <= {"once": 1, "none": 0, "unlimited": self.cap}[str(self.options["h4_recycle"])]

    def out(self, seat: int, held: str, drawn: str) -> None:
        assert (seat, held, drawn) == (self.turn, self.held[seat], self.fresh)
        assert self.goes_out(seat)
        self.next_opener = seat
        self.points[seat] += 1

    def void(self, seat: str) -> None:
        assert not self.pack
        assert self.takes == self.most_takes
        assert not self.fresh
        self.next_opener = (self.opened + 1) % self.seats

    def scored(self, seat: int, total: int) -> None:
        assert self.points[seat] == total

    def hand_over(self, seat: str, hands: int, scored: bool) -> None:
        self.hands += 1
        assert hands == self.hands
        assert scored == bool(self.fresh)
        self.fresh = ""

    def safety_limit(self, seat: str, limit: str, count: int) -> None:
        assert (limit, count) in (("G07", self.most_takes), ("G12", self.cap))

    def match_over(self, seat: str, winners: list[int]) -> None:
        assert max(self.points) == self.options["h4_match"] or self.hands == self.cap
        assert winners == [place for place, points in enumerate(self.points) if points == max(self.points)]

    def goes_out(self, seat: int) -> bool:
        return pairs(self.held[seat], self.fresh, bool(self.options["h4_ascending"]))
