"""Le Her, the ninth game of docs/ninth-game.md: its rules by their numbers, the book's best play, and conformance."""

from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from parlour_leher import GAME

from parlour.core.check.conformance import check_game
from parlour.core.check.rulebook import book_of, cover
from parlour.core.match import Match
from parlour.errors import NotYourTurn
from parlour.table.lessons import lecture

pytestmark = pytest.mark.plain("compiling a game takes half a minute, and High Card does it")


def at(
    cards: str, phase: str = "receive", dealer: int = 1, wins: str = "0,0", played: int = 0, **options: int
) -> Match:
    text = f"seats=2 phase={phase} dealer={dealer} cards={cards} dealt={cards} wins={wins} played={played}"
    return GAME.match(position=text, seed=1, options=options)


@pytest.mark.rule("LH-01", "LH-02")
def test_a_card_each_and_only_the_own_is_seen() -> None:
    match = GAME.match(seed=1)
    first, second = (match.view(seat)["table"]["card"] for seat in range(2))
    assert first != second
    assert match.view(None)["table"]["card"] is None
    assert match.actors == (0,)


@pytest.mark.rule("LH-03")
def test_the_receiver_changes_with_the_dealer() -> None:
    match = at("2H,9S")
    match.play(0, "change")
    assert match.position == "seats=2 phase=answer cards=9S,2H dealt=2H,9S changed=yes"
    assert match.actors == (1,)


@pytest.mark.rule("LH-04", "LH-G02")
def test_a_king_is_shown_and_kept() -> None:
    match = at("2H,KS", hands=1)
    match.play(0, "change")
    assert match.over
    assert match.winners == (1,)


@pytest.mark.rule("LH-05", "LH-06")
def test_the_dealer_changes_with_the_pack_but_for_a_king() -> None:
    seen = set()
    for seed in range(60):
        match = GAME.match(
            position="seats=2 phase=answer dealer=1 cards=7H,2S dealt=7H,2S", seed=seed, options={"hands": 1}
        )
        match.play(1, "change")
        card = match.view(None)["table"]["cards"][1]
        seen.add(card)
        assert not card.startswith("K")
    assert "2S" in seen  # a King came, and was of no use
    assert len(seen) > 20


@pytest.mark.rule("LH-07", "LH-G03")
@pytest.mark.parametrize(("cards", "winner"), [("9H,8S", 0), ("8H,9S", 1), ("9H,9S", 1)])
def test_the_higher_card_wins_and_the_dealer_if_they_are_alike(cards: str, winner: int) -> None:
    match = at(cards, "answer", hands=1)
    match.play(1, "keep")
    assert match.winners == (winner,)


@pytest.mark.rule("LH-G01", "LH-G03")
def test_the_deal_alternates_and_equal_wins_are_shared() -> None:
    match = at("9H,8S", "answer", hands=2)
    match.play(1, "keep")
    assert match.actors == (1,)  # seat 0 deals now
    with pytest.raises(NotYourTurn):
        match.play(0, "keep")
    assert at("9H,8S", "answer", 0, "1,0", 1, hands=2).view(0)["table"]["dealer"] == 0
    even = at("8H,9S", "answer", 0, "1,0", 1, hands=2)
    even.play(0, "keep")
    assert even.winners == (0, 1)


def test_any_game_must_pass_this() -> None:
    report = check_game(GAME, matches=12, options=[{"hands": 2}], closely=0.5)
    assert report.phases == {"deal", "receive", "answer", "over"}


def test_every_rule_is_shown() -> None:
    assert cover([book_of(GAME)], Path(__file__).parent).problems == ()


def test_the_lesson_keeps_the_rules() -> None:
    assert lecture(GAME, "en").lesson.frames[-1].say.startswith("A 5 cannot win")


def test_the_best_play_leaves_the_other_nothing_to_choose() -> None:
    """Against three in eight with a 7 the dealer may do anything with an 8, and the other way round."""
    worth = {(low, high): receiver_wins(low, high) for low in (7, 8) for high in (8, 9)}
    keeps_seven, keeps_eight = Fraction(5, 8), Fraction(3, 8)
    against = [keeps_seven * worth[7, high] + (1 - keeps_seven) * worth[8, high] for high in (8, 9)]
    assert against[0] == against[1] == Fraction(11327, 22100)
    behind = [keeps_eight * worth[low, 8] + (1 - keeps_eight) * worth[low, 9] for low in (7, 8)]
    assert behind[0] == behind[1]


def receiver_wins(low: int, high: int) -> Fraction:
    """How often the receiver wins when changing below `low` and the dealer below `high`."""
    total = Fraction(0)
    for receiver, dealer in product(range(1, 14), repeat=2):
        chance = Fraction(4 * (4 - (receiver == dealer)), 52 * 51)
        if receiver >= low:
            total += chance * (dealer_draws(receiver, dealer) if dealer < high else receiver > dealer)
        elif dealer < 13 and receiver < dealer:
            total += chance * dealer_draws(dealer, receiver)
    return total


def dealer_draws(receiver: int, dealer: int) -> Fraction:
    """How often the receiver wins if the dealer changes cards with the pack."""
    left = {card: 4 - (card == receiver) - (card == dealer) for card in range(1, 14)}
    wins = sum(left[card] for card in range(1, 14) if receiver > (dealer if card == 13 else card))
    return Fraction(wins, 50)
