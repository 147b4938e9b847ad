"""A second opinion: reads the events of a match and works out by the sheet, in its own way, what each should say."""

from typing import Any

from parlour import Match

Event = dict[str, Any]


def referee(match: Match) -> "Referee":
    """Check a whole match that began at its first deal; the referee knows what was played."""
    checker = Referee(match)
    for event in match.events(None):
        checker.hear(event)
    assert list(match.scores) == checker.counters
    assert match.over == checker.over
    return checker


class Referee:
    """What he knows of the match; a method for each kind of event checks it and writes it down."""

    def __init__(self, match: Match) -> None:
        self.options = match.options
        self.there = list(range(match.seats))  # seats still in the match
        self.counters = [0] * match.seats
        self.pot = self.pots_won = self.headers = self.phantoms = 0
        self.started: int | None = None
        self.must: tuple[str, int] | None = None  # what has to follow the last card
        self.over = self.between = False
        self.bare_table()

    def bare_table(self) -> None:
        self.turned_cards: list[str] = []
        self.disks: dict[int, int] = {}
        self.drawn: set[int] = set()
        self.queue: list[int] = []  # who is still to be asked before the next card
        self.buying: int | None = None
        self.in_hand: int | None = None
        self.outcome: str | None = None

    def hear(self, event: Event) -> None:
        if self.must is not None:
            assert (event["kind"], event["seat"]) == self.must
            self.must = None
        getattr(self, event["kind"])(event)

    def left_of(self, seat: int) -> int:
        later = [other for other in self.there if other > seat]
        return later[0] if later else self.there[0]

    def pay(self, seat: int, due: int = 1) -> int:
        paid = due if self.options["credit"] else min(due, int(self.options["stake"]) + self.counters[seat])
        self.counters[seat] -= paid
        return paid

    @property
    def dead(self) -> list[int]:
        return [seat for seat in self.there if seat not in self.disks]

    @property
    def pool_is_empty(self) -> bool:
        return len(self.drawn) == 15

    @property
    def nobody_to_ask(self) -> bool:
        return self.pool_is_empty or not any(seat in self.dead for seat in self.queue)

    # --- The deal ---------------------------------------------------------------------------------------------

    def ante(self, event: Event) -> None:
        assert self.pot == 0 or self.headers > 0
        paid = sum(self.pay(seat) for seat in self.there)
        self.pot += paid
        assert (event["paid"], event["pot"]) == (paid, self.pot)
        self.bare_table()
        self.between = False

    def disk(self, event: Event) -> None:
        assert event["seat"] == self.there[len(self.disks)]
        assert event["disk"] not in self.drawn
        self.drawn.add(event["disk"])
        self.disks[event["seat"]] = event["disk"]

    def starts(self, event: Event) -> None:
        assert list(self.disks) == self.there
        if self.started is None or self.options["starter"] == "lowest":
            expected = min(self.disks, key=lambda seat: self.disks[seat])
        else:
            expected = self.left_of(self.started)
        assert event["seat"] == expected
        self.started = expected
        self.begin_turn(expected)

    # --- Cards ------------------------------------------------------------------------------------------------

    def begin_turn(self, seat: int) -> None:
        self.turn = seat
        self.ask_round() if self.options["revive_timing"] == "any_time" else self.ask(seat)

    def ask(self, *seats: int) -> None:
        self.queue = list(seats)

    def ask_round(self) -> None:
        at = self.there.index(self.turn)
        self.ask(*self.there[at:], *self.there[:at])

    def turned(self, event: Event) -> None:
        assert event["seat"] == self.turn
        assert not self.between
        assert self.nobody_to_ask
        assert self.disks
        assert not (self.options["last_alive_wins"] and len(self.disks) == 1)
        card = event["card"]
        limit = {"BLANK": 15, "SCRATCH": 10}.get(card, 1)
        assert self.turned_cards.count(card) < limit
        self.turned_cards.append(card)
        self.buying = self.in_hand = None
        if card == "SCRATCH":
            self.must = ("sweetened", self.turn)
        elif card == "BLANK":
            self.begin_turn(self.left_of(self.turn))
        else:
            self.number(int(card))

    def number(self, number: int) -> None:
        hit = [seat for seat, disk in self.disks.items() if disk == number]
        if hit == [self.turn]:
            self.must = ("won", self.turn)
            self.outcome = "own"
        elif hit:
            self.must = ("put_out", hit[0])
        if self.options["revive_timing"] == "any_time":
            self.ask_round()
        else:
            self.ask()

    def sweetened(self, event: Event) -> None:
        assert event["paid"] == self.pay(self.turn)
        self.pot += event["paid"]
        assert event["pot"] == self.pot
        self.begin_turn(self.left_of(self.turn))

    def put_out(self, event: Event) -> None:
        victim = event["seat"]
        assert (event["by"], victim) == (self.turn, victim)
        assert victim != self.turn
        assert str(self.disks.pop(victim)) == self.turned_cards[-1]
        assert event["paid"] == self.pay(victim)
        self.counters[self.turn] += event["paid"]

    # --- Disks ------------------------------------------------------------------------------------------------

    def is_asked(self, seat: int) -> None:
        assert not self.pool_is_empty
        assert len(self.turned_cards) < 40
        while self.queue[0] not in self.dead:
            self.queue.pop(0)
        assert self.queue.pop(0) == seat

    def declined(self, event: Event) -> None:
        self.is_asked(event["seat"])

    def bought(self, event: Event) -> None:
        if self.buying != event["seat"] or event["seat"] in self.queue:
            self.is_asked(event["seat"])
            self.buying = event["seat"]
        else:
            assert self.options["revive_cost"] == "per_disk"
        assert event["paid"] == self.pay(event["seat"])
        self.pot += event["paid"]
        assert event["pot"] == self.pot

    def drew(self, event: Event) -> None:
        assert event["seat"] == self.buying
        assert event["disk"] not in self.drawn
        self.drawn.add(event["disk"])
        self.in_hand = event["disk"]

    def kept(self, event: Event) -> None:
        assert (event["seat"], event["disk"]) == (self.buying, self.in_hand)
        self.last_kept = True
        self.disks[event["seat"]] = event["disk"]
        self.phantoms += str(event["disk"]) in self.turned_cards

    def rejected(self, event: Event) -> None:
        assert (event["seat"], event["disk"]) == (self.buying, self.in_hand)
        self.last_kept = False

    def challenged(self, event: Event) -> None:
        accused, challenger = event["accused"], event["seat"]
        assert accused == self.buying != challenger
        assert challenger in self.there
        gone = str(self.in_hand) in self.turned_cards
        assert not self.last_kept or self.options["challenge_keep"]
        assert event["right"] == (gone if self.last_kept else not gone)
        payer, payee = (accused, challenger) if event["right"] else (challenger, accused)
        self.counters[payee] += self.pay(payer)
        if self.last_kept and event["right"]:
            del self.disks[accused]

    def stopped(self, event: Event) -> None:
        assert event["seat"] == self.buying
        assert event["seat"] in self.dead

    def reclaimed(self, event: Event) -> None:
        assert self.options["reclaim"]
        assert (event["seat"], event["disk"]) == (self.buying, self.in_hand)
        assert str(event["disk"]) not in self.turned_cards
        self.disks[event["seat"]] = event["disk"]

    # --- Pots -------------------------------------------------------------------------------------------------

    def won(self, event: Event) -> None:
        assert event["counters"] == self.pot
        if self.outcome != "own":
            assert self.options["last_alive_wins"]
            assert self.nobody_to_ask or len(self.turned_cards) == 40
            assert list(self.disks) == [event["seat"]]
        assert event["alone"] == (self.outcome != "own")
        self.counters[event["seat"]] += self.pot
        self.pot_is_won()

    def header(self, event: Event) -> None:
        assert len(self.turned_cards) == 40 or (not self.disks and self.nobody_to_ask)
        self.headers += 1
        names = {1: "double-header", 2: "triple-header", 3: "quadruple-header"}
        assert event["name"] == names.get(self.headers, event["name"])
        assert event["pot"] == self.pot
        if self.headers == self.options["header_cap"]:
            self.must = ("safety_limit", "table")  # type: ignore[assignment]
        self.between = True

    def safety_limit(self, event: Event) -> None:
        assert (event["limit"], event["count"]) == ("G18", self.options["header_cap"])
        self.must = ("shared", "table")  # type: ignore[assignment]

    def shared(self, event: Event) -> None:
        assert event["counters"] == self.pot
        assert self.started is not None
        seat = self.started
        while self.pot:
            self.counters[seat] += 1
            self.pot -= 1
            seat = self.left_of(seat)
        self.pot_is_won()

    def pot_is_won(self) -> None:
        self.pot = self.headers = 0
        self.pots_won += 1
        self.between = True
        self.must = ("hand_over", "table")  # type: ignore[assignment]

    def hand_over(self, event: Event) -> None:
        assert (event["hands"], event["scored"]) == (self.pots_won, True)
        if self.pots_won == self.options["hands"]:
            self.must = ("match_over", "table")  # type: ignore[assignment]

    def broke(self, event: Event) -> None:
        assert not self.options["credit"]
        assert self.counters[event["seat"]] == -int(self.options["stake"])
        self.there.remove(event["seat"])

    def match_over(self, event: Event) -> None:
        assert self.pots_won == self.options["hands"] or len(self.there) == 1
        best = max(self.counters)
        assert event["winners"] == [seat for seat, has in enumerate(self.counters) if has == best]
        self.over = True
