"""The poker game: who speaks, what may be bet, who wins the Pot."""

import random

import pytest

from parlour.core.contract import TABLE

from .table import betting, between_hands, chips, dealt, play_on, speak, table, texts, told, won

# Seat 0 holds a straight flush, seat 1 four of a kind, seat 2 a full house, seat 3 a pair of aces.
STRONG = ("2C 3C 4C 5C 6C 9D", "7C 7D 7H 7S 9C KD", "8C 8D 8H QC QD 2D", "AC AD 3D 5H 9H JS")
# Seats 0 and 1 hold the same straight, the others less.
TIED = ("2C 3C 4D 5C 6H KD", "2S 3S 4S 5D 6D KC", "8C 8D 9H QC JD 2D", "AC AD 3D 5H 9S JS")


@pytest.mark.rule("BC-13", "BC-14", "BC-G05", "BC-G06", "C-13")
def test_the_player_on_the_dealers_left_may_check_bet_or_pass() -> None:
    match = betting(*STRONG, dealer=3)
    assert match.actors == (0,)
    assert texts(match, 0) == ["check", "bet 1", "bet 2", "bet 3", "fold"]
    match.play(0, "bet 2")
    assert match.actors == (1,)
    assert texts(match, 1) == ["fold", "call", "raise 1", "raise 2", "raise 3"]


@pytest.mark.rule("BC-15", "BC-16", "BC-G04", "BC-11")
def test_bets_go_to_the_pot_and_the_best_hand_wins_it() -> None:
    match = betting(*STRONG)
    speak(match, "check, bet 3, fold, call, raise 1, call, call")
    assert [event["seat"] for event in told(match, "showed")] == [0, 1, 3]
    assert told(match, "showed")[0]["cards"] == ["2C", "3C", "4C", "5C", "6C"]
    assert told(match, "showed")[0]["poker"] == "a straight flush"
    assert won(match) == {0: 4 + 3 * 4}
    assert chips(match, "pot") == 0
    assert table(match)["phase"] == "lead"
    assert list(match.scores) == [-13 - 4 + 16, -17, -13, -17]


@pytest.mark.rule("BC-G06")
def test_a_hand_takes_at_most_three_raises_and_all_must_answer() -> None:
    match = betting(*STRONG)
    speak(match, "bet 1, raise 3, raise 3")
    assert "raise 1" in texts(match, 3)
    speak(match, "raise 3")
    assert texts(match, 0) == ["fold", "call"]
    speak(match, "call, call, call")
    assert won(match) == {0: 4 + 4 * 10}


@pytest.mark.rule("BC-G06")
def test_limits_are_options() -> None:
    match = betting(*STRONG, bet_most=1, raises=0)
    assert texts(match, 0) == ["check", "bet 1", "fold"]
    match.play(0, "bet 1")
    assert texts(match, 1) == ["fold", "call"]


@pytest.mark.rule("BC-G06", "BC-16")
def test_if_all_check_hands_are_shown_for_the_antes() -> None:
    match = betting(*STRONG)
    speak(match, "check, check, check, check")
    assert len(told(match, "showed")) == 4
    assert won(match) == {0: 4}


@pytest.mark.rule("BC-G06", "BC-G05", "BC-12", "BC-17")
def test_the_last_one_wins_unseen_and_who_folds_still_plays_the_runs() -> None:
    match = betting(*STRONG)
    speak(match, "fold, pass, fold")
    assert told(match, "showed") == []
    assert told(match, "won") == [{"kind": "won", "seat": 3, "rule": "BC-16", "chips": 4, "unseen": True}]
    assert table(match)["held"] == [6, 6, 6, 6]
    assert match.actors == (0,)
    assert texts(match, 0) == ["lead C", "lead D"]


@pytest.mark.rule("BC-G05")
def test_passing_may_mean_checking() -> None:
    match = betting(*STRONG, pass_is_check=True)
    assert texts(match, 0) == ["check", "bet 1", "bet 2", "bet 3"]
    speak(match, "pass, bet 1, pass")
    assert [event["seat"] for event in told(match, "checked")] == [0]
    assert [event["seat"] for event in told(match, "folded")] == [2]


@pytest.mark.rule("T-BC-04", "BC-G07", "BC-G15")
def test_a_tie_leaves_the_odd_chip_in_the_pot() -> None:
    match = betting(*TIED, board=[12, 7, 8, 4, 4, 4, 4, 4, 4, 4])  # the antes and bets of 3 lie there already
    speak(match, "check, check, check, check")
    assert won(match) == {0: 3, 1: 3}
    assert chips(match, "pot") == 1
    play_on(match, random.Random(1), until=between_hands)
    match.play(TABLE, "deal")
    assert chips(match, "pot") == 5


@pytest.mark.rule("BC-G03", "T-BC-03")
@pytest.mark.parametrize(
    ("first", "second", "winner"),
    [
        ("KC 9D 7H 5S", "KD 9C 7C 5D 2C", 1),
        ("4C 4D 3H 2S", "AC KD QH JS 9C", 0),
        ("2H 5H 9H KH", "3C 3D 2C 4S 6S", 1),
    ],
)
def test_four_cards_at_poker(first: str, second: str, winner: int) -> None:
    match = betting(first, second)
    speak(match, "check, check")
    assert won(match) == {winner: 2}


@pytest.mark.rule("BC-G04", "BC-G24", "BC-12")
def test_shown_cards_go_back_to_the_hand_and_stay_known() -> None:
    match = betting("KC KH 9C 7D 5S 5H 2C", "AC QD 9H 7S 4D 3D")
    speak(match, "check, check")
    assert table(match)["shown"][0] == ["9C", "KC", "5H", "KH", "5S"]
    assert table(match)["held"] == [7, 6]


@pytest.mark.rule("BC-G04", "BC-G27")
def test_everybody_may_choose_his_own_five() -> None:
    match = dealt(4, seed=5, poker_choose=True)
    first = (table(match)["dealer"] + 1) % 4
    assert table(match)["phase"] == "choose"
    assert match.actors == (first,)
    hand = table(match, first)["hand"]
    match.play(first, "pick " + " ".join(hand[:5]))  # several picks in one text
    assert table(match, first)["picked"] == hand[:5]
    assert "picked" not in table(match)
    hidden = told(match, "picked", seat=(first + 1) % 4)
    assert len(hidden) == 5
    assert all("card" not in event for event in hidden)
    while table(match)["phase"] == "choose":
        seat = match.actors[0]
        match.play(seat, match.legal(seat)[0])  # the idle pick is the best five
    speak(match, "check, check, check, check")
    shown = table(match)["shown"]
    assert shown[first] == hand[:5]
    other = (first + 1) % 4
    assert shown[other] == table(match, other)["best"]["cards"]


@pytest.mark.rule("BC-G27")
def test_picks_come_from_the_lowest_up_and_leave_enough() -> None:
    match = dealt(4, seed=5, poker_choose=True)
    seat = match.actors[0]
    hand = table(match, seat)["hand"]
    assert sorted(texts(match, seat)) == sorted(f"pick {card}" for card in hand[:-4])
    match.play(seat, f"pick {hand[2]}")
    assert sorted(texts(match, seat)) == sorted(f"pick {card}" for card in hand[3:-3])


@pytest.mark.rule("BC-G27", "BC-G03")
def test_five_cards_or_fewer_are_no_choice() -> None:
    match = dealt(10, seed=5, poker_choose=True)
    assert table(match)["phase"] == "bet"


@pytest.mark.rule("BC-G23", "BC-G27")
@pytest.mark.parametrize("choice", ["keep", "swap"])
def test_the_dealer_may_swap_for_the_dead_hand(choice: str) -> None:
    match = dealt(4, seed=7, buy_dead=True)
    dealer = table(match)["dealer"]
    assert match.actors == (dealer,)
    assert texts(match, dealer) == ["keep", "swap"]
    own, dead = int(match.state.held[dealer]), int(match.state.dead)
    match.play(dealer, choice)
    after = (int(match.state.held[dealer]), int(match.state.dead))
    assert after == ((dead, own) if choice == "swap" else (own, dead))
    assert (table(match, dealer)["dead"] is not None) == (choice == "swap")
    assert table(match, (dealer + 1) % 4)["dead"] is None
    assert table(match)["phase"] == "bet"
