"""What everybody has paid and been paid in a hand, told from what happened: a state keeps no more than balances."""

from collections.abc import Iterator, Sequence
from typing import Final

from parlour.core.plain import Plain
from parlour.core.results import Sheet, Told, counted, line
from parlour.core.texts import Event, seats_in

OFTEN: Final = ("ante", "scratch", "disk", "put_out", "kill", "challenge_lost", "challenge_won")  # in a hand, maybe
ONCE: Final = ("pot", "last_alive", "share")


class Ledger:
    """Counters as they go from hand to hand: of the hand that is played the entries, of the match the purses."""

    def __init__(self, s: Plain, events: Sequence[Event], before: Sequence[int]) -> None:
        self.credit, self.first = bool(s.credit), int(s.first)
        self.purses = [s.stake + balance for balance in before]
        broke = {event["seat"] for event in events if event["kind"] == "broke"}
        self.playing = sorted({*seats_in(s.playing), *broke})
        self.clear()
        over = False
        for event in events:
            if over and event["kind"] == "ante":
                self.clear()
                over = False
            over = over or event["kind"] == "hand_over"
            self.enter(event)

    def clear(self) -> None:
        """A new hand."""
        self.entries: list[dict[str, list[int]]] = [{} for _ in self.purses]

    def enter(self, event: Event) -> None:
        """What an event costs and brings."""
        kind, seat = event["kind"], event["seat"]
        if kind == "ante":
            for each in self.playing:
                self.book(each, "ante", -self.afford(each))
        elif kind in ("sweetened", "bought"):
            self.book(seat, "scratch" if kind == "sweetened" else "disk", -event["paid"])
        elif kind == "put_out":
            self.pay(seat, event["by"], event["paid"], "put_out", "kill")
        elif kind == "challenged":
            payer, payee = (event["accused"], seat) if event["right"] else (seat, event["accused"])
            self.pay(payer, payee, self.afford(payer), "challenge_lost", "challenge_won")
        elif kind == "won":
            self.book(seat, "last_alive" if event["alone"] else "pot", event["counters"])
        elif kind == "shared":
            for each, share in self.shares(event["counters"]):
                self.book(each, "share", share)
        elif kind == "broke":
            self.playing.remove(seat)

    def afford(self, seat: int) -> int:
        """A counter, if the seat has one or may owe it (KK-G19, KK-G27)."""
        return 1 if self.credit else min(1, self.purses[seat])

    def pay(self, payer: int, payee: int, counters: int, cost: str, gain: str) -> None:
        """From one seat to another."""
        self.book(payer, cost, -counters)
        self.book(payee, gain, counters)

    def book(self, seat: int, key: str, counters: int) -> None:
        """An entry of a seat."""
        entry = self.entries[seat].setdefault(key, [0, 0])
        entry[0] += 1
        entry[1] += counters
        self.purses[seat] += counters

    def shares(self, pot: int) -> Iterator[tuple[int, int]]:
        """Equal shares, the odd counters from whoever started the round leftward (KK-G21)."""
        seats = len(self.purses)
        order = sorted(self.playing, key=lambda seat: (seat - self.first) % seats)
        for place, seat in enumerate(order):
            yield seat, pot // len(order) + (place < pot % len(order))

    def lines(self, seat: int) -> list[Told]:
        """The entries of a seat as lines of the score pad."""
        own = self.entries[seat]
        often = [(key, own[key]) for key in OFTEN if key in own]
        lines = [line(counted(key, count), counters, count=count) for key, (count, counters) in often]
        return lines + [line(key, own[key][1]) for key in ONCE if key in own]


def last_hand(s: Plain, events: Sequence[Event]) -> Sheet:
    """The lines of everybody for the last hand that ended."""
    seats = range(s.seats)
    ledger = Ledger(s, events, [0 for _ in seats])
    missing = [s.stake + s.balances[seat] - ledger.purses[seat] for seat in seats]
    if any(missing):  # the match began from a position
        ledger = Ledger(s, events, missing)
    return [ledger.lines(seat) for seat in seats]
