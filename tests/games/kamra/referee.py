"""A second opinion: reads the events of a match and works out by the book, in its own way, what each should say."""

from typing import Any

from parlour import Match
from parlour.core.contract import TABLE

from .table import taker_of

Event = dict[str, Any]


def whole_story(match: Match) -> list[Event]:
    """The events with every hand open: each deal as its owner sees it."""
    seen = [match.events(seat) for seat in range(match.seats)]
    return [
        seen[event["seat"]][number] if event["kind"] == "dealt" else event
        for number, event in enumerate(match.events(None))
    ]


def referee(match: Match) -> "Referee":
    """Check a whole match that began at its first deal; the referee knows what was played."""
    checker = Referee(match)
    for event in whole_story(match):
        getattr(checker, event["kind"])(event)
    assert list(match.scores) == checker.totals
    return checker


class Referee:
    """What he knows of the match; a method for each kind of event checks it and writes it down."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.seats = match.seats
        self.options = match.options
        self.totals = [0] * self.seats
        self.turned_up: list[str] = []
        self.hands_scored = self.thrown_in = self.limits = self.calls = self.revokes = 0

    def left_of(self, seat: int, places: int = 1) -> int:
        return (seat + places) % self.seats

    # --- Dealing and bidding ----------------------------------------------------------------------------------

    def turned(self, event: Event) -> None:
        assert not any(card[0] == "$" for card in self.turned_up)
        self.turned_up.append(event["card"])
        self.last_turned = event["seat"]

    def dealer(self, event: Event) -> None:
        self.deals: int = event["seat"]
        if self.options["first_dealer"] == "ritual":
            assert self.turned_up[-1][0] == "$"
            assert self.deals == self.last_turned
        self.begin_hand()

    def begin_hand(self) -> None:
        self.hands: list[set[str]] = []
        self.bids: dict[int, int] = {}
        self.fallen: list[str] = []
        self.reel: list[str] = []
        self.taken, self.stars, self.heroes = ([0] * self.seats for _ in range(3))
        self.revoked: set[int] = set()
        self.caught: set[int] = set()
        self.results: list[tuple[str, int]] = []
        self.turn = self.left_of(self.deals)
        self.best_bidder: int | None = None

    def dealt(self, event: Event) -> None:
        assert event["seat"] == len(self.hands)
        self.hands.append(set(event["cards"]))
        assert len(self.hands[-1]) == 60 // self.seats
        if len(self.hands) == self.seats:
            assert len(set.union(*self.hands)) == 60

    def contract(self, event: Event) -> None:
        assert event["seat"] == self.turn
        assert event["seat"] not in self.bids
        least = self.options["min_bid"] == "1" or self.all_must_bid
        assert least <= event["bid"] <= 60 // self.seats
        self.bids[self.turn] = event["bid"]
        self.turn = self.left_of(self.turn)

    @property
    def all_must_bid(self) -> bool:
        return self.thrown_in == (self.options["throw_ins"] or self.seats)

    def highest(self, event: Event) -> None:
        assert len(self.bids) == self.seats
        most = max(self.bids.values())
        self.best_bidder = next(seat for seat, bid in self.bids.items() if bid == most)
        assert most > 0
        assert (event["seat"], event["bid"]) == (self.best_bidder, most)
        self.turn = self.best_bidder
        self.thrown_in = 0

    def all_passed(self, event: Event) -> None:
        assert list(self.bids.values()) == [0] * self.seats
        assert self.options["all_pass"] != "dealer_bids_one"
        assert event["played_out"] == (self.options["all_pass"] == "play_out")
        self.thrown_in += not event["played_out"]

    # --- Reels ------------------------------------------------------------------------------------------------

    def played(self, event: Event) -> None:
        seat, card = event["seat"], event["card"]
        assert seat == self.turn
        assert card in self.hands[seat]
        assert event["leads"] == (not self.reel)
        if self.reel and card[0] != self.reel[0][0] and any(held[0] == self.reel[0][0] for held in self.hands[seat]):
            assert self.options["manners"] == "strict"
            self.revoked.add(seat)
            self.revokes += 1
        self.hands[seat].remove(card)
        self.reel.append(card)
        self.fallen.append(card)
        self.turn = self.left_of(seat)

    def took(self, event: Event) -> None:
        assert len(self.reel) == self.seats
        leader = self.turn  # the reel has gone once round
        taker = self.left_of(leader, taker_of(self.reel))
        assert event["seat"] == taker
        self.taken[taker] += 1
        self.stars[taker] += sum(card[1] == "S" for card in self.reel)
        self.heroes[taker] += sum(card[1] == "H" for card in self.reel)
        assert event["reel"] == sum(self.taken)
        self.reel = []
        self.turn = taker

    def called(self, event: Event) -> None:
        assert self.options["manners"] == "strict"
        assert event["seat"] != event["accused"]
        assert event["proved"] == (event["accused"] in self.revoked)
        self.calls += 1
        if event["proved"]:
            self.caught.add(event["accused"])

    # --- The pad ----------------------------------------------------------------------------------------------

    def made(self, event: Event) -> None:
        assert (event["bid"], event["taken"]) == (self.bids[event["seat"]], self.taken[event["seat"]])

    def captured(self, event: Event) -> None:
        assert (event["stars"], event["heroes"]) == (self.stars[event["seat"]], self.heroes[event["seat"]])

    def scored(self, event: Event) -> None:
        seat = event["seat"]
        self.totals[seat] += self.score(seat)
        assert (event["points"], event["total"]) == (self.score(seat), self.totals[seat])

    def score(self, seat: int) -> int:
        bid, taken = self.bids[seat], self.taken[seat]
        if bid == 0:
            return 0
        if taken < bid:
            return -10 * bid
        if seat in self.caught:
            return 0
        reels = bid
        if seat == self.best_bidder:
            feature = (bid if self.options["feature_basis"] == "bid" else taken) > 7
            reels = taken + (max(taken - 7, 0) if feature else 0)
        return 10 * reels + 20 * self.stars[seat] + 10 * self.heroes[seat]

    def hand_over(self, event: Event) -> None:
        self.hands_scored += event["scored"]
        assert event["hands"] == self.hands_scored
        if event["scored"]:
            assert len(set(self.fallen)) == 60
            assert sum(self.taken) == 60 // self.seats
            assert (sum(self.stars), sum(self.heroes)) == (5, 5)
        if self.reached or self.hands_scored == self.options["hand_cap"]:
            return
        if event["scored"] or self.options["all_pass"] != "same_dealer":
            self.deals = self.left_of(self.deals)
        self.begin_hand()

    # --- The end ----------------------------------------------------------------------------------------------

    @property
    def reached(self) -> bool:
        return max(self.totals) >= int(self.options["target"])

    @property
    def winners(self) -> list[int]:
        return [seat for seat, total in enumerate(self.totals) if total == max(self.totals)]

    def safety_limit(self, event: Event) -> None:
        self.limits += 1
        assert event["seat"] == "table"
        at_the_cap = self.hands_scored == self.options["hand_cap"] and not self.reached
        assert event["limit"] == ("G19" if at_the_cap else "G02")
        assert at_the_cap or self.all_must_bid

    def match_over(self, event: Event) -> None:
        assert self.reached or self.hands_scored == self.options["hand_cap"]
        assert event["winners"] == self.winners == list(self.match.winners)
        self.counters = self.settle()

    def settled(self, event: Event) -> None:
        assert event["counters"] == self.counters[event["seat"]] == self.match.payoffs[event["seat"]]

    def settle(self) -> list[int]:
        counters = [0] * self.seats
        from_the_left = [self.left_of(self.deals, place) for place in range(1, self.seats + 1)]
        winners = [seat for seat in from_the_left if seat in self.winners]
        for loser in set(range(self.seats)) - set(winners):
            owed = self.owed(self.totals[loser])
            for place, winner in enumerate(winners):
                paid = owed
                if self.options["tie_settlement"] == "share":
                    whole, odd = divmod(abs(owed), len(winners))
                    paid = (whole + (place < odd)) * (1 if owed > 0 else -1)
                counters[winner] += paid
                counters[loser] -= paid
        assert sum(counters) == 0
        return counters

    def owed(self, total: int) -> int:
        if not self.reached or self.options["settlement"] == "vs_winner":
            return max(self.totals) - total
        short = int(self.options["target"]) - total
        return {"floor0": max(short, 0), "signed": short, "absolute": abs(short)}[str(self.options["settlement"])]


def seat_actions(match: Match) -> list[list[int]]:
    """How many actions the seats took in each hand, the world's left out; a list a deal."""
    counts: list[list[int]] = []
    for seat, action in match.moves:
        if seat == TABLE:
            counts.append([])
        else:
            counts[-1].append(action)
    return counts[1:]  # the first move finds the dealer
