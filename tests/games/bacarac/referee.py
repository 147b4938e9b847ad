"""An independent referee: it replays the events of a match on cards and chips of its own, by the sheet alone."""

from itertools import combinations
from typing import Any

from phevaluator import evaluate_cards

from parlour import Match

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
NAMES = ["kitty", "pot", "8-9-10", "A", "K", "Q", "J", "10", "K-Q", "J-10"]
ANTES = [3, 1, 2, 1, 1, 1, 1, 1, 1, 1]


def rank(card: str) -> int:
    return RANKS.index(card[:-1])


def poker(cards: list[str]) -> int:
    """The worth of the best five, the lower the better (five cards or more)."""
    named = [card.replace("10", "T") for card in cards]
    return min(int(evaluate_cards(*five)) for five in combinations(named, 5))


class Referee:
    """One match, event by event; a method a kind of event that it checks."""

    def __init__(self, match: Match) -> None:
        self.seats = match.seats
        self.options = match.options
        self.board = dict.fromkeys(NAMES, 0)
        self.chips = [0] * match.seats
        self.hands: list[list[str]] = [[] for _ in range(match.seats)]
        self.playing = set(range(match.seats))
        self.reset()
        self.hands_over = 0
        self.over = False
        self.final = False

    def reset(self) -> None:
        self.pot_in = set(self.playing)
        self.fives: dict[int, list[str]] = {}
        self.bets = [0] * self.seats
        self.laid: list[str] = []
        self.pieces: list[tuple[int, list[str]]] = []
        self.earned: dict[str, int] = {}
        self.run: list[str] = []
        self.layer = -1
        self.passes = 0

    def check(self, event: dict[str, Any], secret: dict[str, Any]) -> None:
        """Check one event, as a spectator sees it; `secret` has its arguments all the same."""
        self.passes = self.passes if event["kind"] in ("passed", "blocked") else 0
        getattr(self, event["kind"])(event["seat"], secret)
        assert sum(self.chips) + sum(self.board.values()) == 0

    def anted(self, seat: int, event: dict[str, Any]) -> None:
        self.dealer = seat
        self.reset()
        self.hands = [[] for _ in range(self.seats)]
        for name, ante in zip(NAMES, ANTES, strict=True):
            self.board[name] += ante * len(self.playing)
        for player in self.playing:
            self.chips[player] -= event["chips"]
        assert event["board"] == sum(self.board.values())

    def dropped(self, seat: int, event: dict[str, Any]) -> None:
        assert not self.options["credit"]
        assert self.chips[seat] + int(self.options["stake"]) < sum(ANTES)
        self.playing.remove(seat)

    def dealt(self, seat: int, event: dict[str, Any]) -> None:
        self.hands[seat] = list(event["cards"])

    def chose_hand(self, seat: int, event: dict[str, Any]) -> None:
        assert seat == self.dealer

    def picked(self, seat: int, event: dict[str, Any]) -> None:
        assert event["card"] in self.hands[seat]
        self.fives.setdefault(seat, []).append(event["card"])

    def checked(self, seat: int, event: dict[str, Any]) -> None:
        assert not any(self.bets)

    def made_bet(self, seat: int, event: dict[str, Any]) -> None:
        assert not any(self.bets)
        self.put(seat, event["chips"])

    def called(self, seat: int, event: dict[str, Any]) -> None:
        due = max(self.bets) - self.bets[seat]
        assert event["chips"] == due or (not self.options["credit"] and event["chips"] == self.purse(seat) < due)
        self.put(seat, event["chips"])

    def raised(self, seat: int, event: dict[str, Any]) -> None:
        assert event["paid"] == max(self.bets) - self.bets[seat] + event["chips"]
        self.put(seat, event["paid"])

    def put(self, seat: int, chips: int) -> None:
        assert seat in self.pot_in
        self.bets[seat] += chips
        self.chips[seat] -= chips
        self.board["pot"] += chips

    def purse(self, seat: int) -> int:
        return self.chips[seat] + int(self.options["stake"])

    def folded(self, seat: int, event: dict[str, Any]) -> None:
        self.pot_in.remove(seat)

    def showed(self, seat: int, event: dict[str, Any]) -> None:
        assert set(event["cards"]) <= set(self.hands[seat])
        hand = self.hands[seat]
        if len(hand) >= 5:
            chosen = self.options["poker_choose"] and not self.final and len(hand) > 5
            best = self.fives[seat] if chosen else hand
            assert poker(event["cards"]) == poker(best)
        self.fives[seat] = list(event["cards"])

    def won(self, seat: int, event: dict[str, Any]) -> None:
        assert seat in self.pot_in
        level = self.bets[seat]
        rivals = [other for other in self.pot_in if self.bets[other] >= level]
        if not event["unseen"] and len(self.fives[seat]) == 5:
            assert all(
                poker(self.fives[seat]) <= poker(self.fives[other]) for other in rivals if len(self.fives[other]) == 5
            )
        self.pay(seat, "pot", event["chips"], whole=False)

    def pay(self, seat: int, division: str, chips: int, whole: bool = True) -> None:
        assert chips == self.board[division] if whole else chips <= self.board[division]
        self.board[division] -= chips
        self.chips[seat] += chips

    def laid_(self, seat: int, cards: list[str], leads: bool) -> None:
        assert set(cards) <= set(self.hands[seat])
        if leads:
            self.check_lead(seat, cards[0])
            self.run = []
        for card in cards:
            assert not self.run or (card[-1] == self.run[-1][-1] and rank(card) == rank(self.run[-1]) + 1)
            self.run.append(card)
            self.hands[seat].remove(card)
        self.laid += cards
        self.pieces.append((seat, cards))
        self.layer = seat

    def check_lead(self, seat: int, card: str) -> None:
        if self.run:
            red, was_red = card[-1] in "DH", self.run[-1][-1] in "DH"
            assert red != was_red if self.options["change"] == "colour" else card[-1] != self.run[-1][-1]
        assert rank(card) == min(rank(other) for other in self.hands[seat] if other[-1] == card[-1])

    def stopped(self, seat: int, event: dict[str, Any]) -> None:
        last = self.run[-1]
        assert (seat, event["card"]) == (self.layer, last)
        following = None if rank(last) == 12 else f"{RANKS[rank(last) + 1]}{last[-1]}"
        assert not any(following in hand for hand in self.hands)
        why = "the Ace" if following is None else "a card laid before" if following in self.laid else "a dead card"
        assert event["why"] == why

    def passed(self, seat: int, event: dict[str, Any]) -> None:
        self.passes += 1
        last = self.run[-1][-1]
        for card in self.hands[seat]:
            assert card[-1] == last or (self.options["change"] == "colour" and (card[-1] in "DH") == (last in "DH"))

    def blocked(self, seat: int, event: dict[str, Any]) -> None:
        assert self.passes == len(self.playing)

    def earned_by(self, seat: int, division: str) -> None:
        assert division not in self.earned
        self.earned[division] = seat
        if division == "kitty":
            assert not self.hands[seat]
            return
        mine = [cards for player, cards in self.pieces if player == seat]
        if division == "8-9-10":
            rows = [[f"{r}{suit}" for r in ("8", "9", "10")] for suit in "CDHS"]
            assert any(set(row) <= set(cards) for row in rows for cards in mine)
        else:
            wanted = {f"{r}H" for r in division.split("-")}
            assert any(wanted <= set(cards) for cards in mine)

    def took(self, seat: int, event: dict[str, Any]) -> None:
        division = event["division"]
        if self.options["manners"] == "auto":
            self.earned_by(seat, division)
        assert self.earned[division] == seat
        self.pay(seat, division, event["chips"])

    def went_out(self, seat: int, event: dict[str, Any]) -> None:
        assert self.hands[seat] == []

    def paid(self, seat: int, event: dict[str, Any]) -> None:
        due = len(self.hands[seat])
        assert event["chips"] == due or (not self.options["credit"] and event["chips"] == self.purse(seat))
        self.chips[seat] -= event["chips"]
        self.chips[self.layer] += event["chips"]

    def revealed(self, seat: int, event: dict[str, Any]) -> None:
        assert sorted(event["cards"]) == sorted(self.hands[seat])

    def dead_hand(self, seat: int, event: dict[str, Any]) -> None:
        seen = {card for hand in self.hands for card in hand} | set(self.laid) | set(event["cards"])
        assert len(seen) == 52

    def hand_over(self, seat: int, event: dict[str, Any]) -> None:
        self.hands_over += 1
        assert event["hands"] == self.hands_over

    def agreed(self, seat: int, event: dict[str, Any]) -> None:
        assert event["hands"] == self.hands_over

    def safety_limit(self, seat: int, event: dict[str, Any]) -> None:
        assert self.hands_over == self.options["hand_cap"]

    def last_hand(self, seat: int, event: dict[str, Any]) -> None:
        self.reset()
        self.final = True
        self.hands = [[] for _ in range(self.seats)]
        assert event["chips"] == sum(self.board.values())
        self.board = dict.fromkeys(NAMES, 0) | {"pot": event["chips"]}

    def match_over(self, seat: int, event: dict[str, Any]) -> None:
        self.over = True
        best = max(self.chips)
        assert event["winners"] == [player for player in range(self.seats) if self.chips[player] == best]
        assert not any(self.board.values())


def referee(match: Match) -> Referee:
    """A match that is over, checked from its first event to its last."""
    checker = Referee(match)
    for event in whole_story(match):
        kind = event["kind"]
        if kind == "laid":
            checker.laid_(event["seat"], event["cards"], event["leads"])
        elif kind == "earned":
            checker.earned_by(event["seat"], event["division"])
        else:
            checker.check(event, event)
    assert checker.over
    assert checker.chips == [int(chips) for chips in match.payoffs]
    return checker


def whole_story(match: Match) -> list[dict[str, Any]]:
    """Every event with the arguments that its own seat sees."""
    views = [match.events(seat) for seat in (*range(match.seats), None)]
    return [views[event["seat"] if event["seat"] != "table" else -1][i] for i, event in enumerate(views[-1])]
