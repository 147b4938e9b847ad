"""How a match ends: hands agreed, votes, the final hand, the safety limit, and play without credit."""

import random

import pytest

from parlour import Match
from parlour.core.contract import TABLE

from .table import BACARAC, betting, between_hands, chips, dealt, layout, play_on, speak, table, texts, told, took, won


def finished(seats: int, seed: int, **options: object) -> Match:
    match = BACARAC.match(seats, seed=seed, options=options, hold_table=True)
    play_on(match, random.Random(seed))
    return match


@pytest.mark.rule("BC-G17", "BC-41")
@pytest.mark.parametrize(("seats", "hands", "played"), [(2, 0, 4), (3, 0, 6), (3, 2, 2)])
def test_as_many_hands_as_were_agreed_then_the_final_one(seats: int, hands: int, played: int) -> None:
    match = finished(seats, 5, hands=hands)
    assert [event["hands"] for event in told(match, "hand_over")] == list(range(1, played + 1))
    assert len(told(match, "last_hand")) == 1
    assert told(match, "safety_limit") == []


@pytest.mark.rule("BC-G17")
def test_a_vote_between_hands_ends_the_match() -> None:
    match = dealt(4, seed=2)
    play_on(match, random.Random(2), until=between_hands)
    assert texts(match, TABLE) == ["deal", "end"]
    match.play(TABLE, "end")
    assert texts(match, TABLE) == ["final"]
    match.play(TABLE, "final")
    assert match.over
    assert told(match, "agreed")[0]["hands"] == 1
    fresh = BACARAC.match(4, seed=1, hold_table=True)
    assert texts(fresh, TABLE) == ["deal"]  # there has been no hand yet


@pytest.mark.rule("C-16", "C-11", "C-12")
def test_the_safety_limit_is_logged() -> None:
    match = finished(2, 3, hands=50, hand_cap=3)
    assert told(match, "safety_limit")[0]["count"] == 3
    assert len(told(match, "last_hand")) == 1


@pytest.mark.rule("BC-41", "BC-G18", "BC-38", "BC-G21", "C-09")
@pytest.mark.parametrize("seats", [2, 5, 10])
def test_the_final_hand_is_shown_cold_for_the_whole_board(seats: int) -> None:
    match = finished(seats, 7, hands=1)
    shown = told(match, "showed")[-seats:]
    assert {event["seat"] for event in shown} == set(range(seats))
    assert all(len(event["cards"]) == 5 for event in shown)
    assert len({card for event in shown for card in event["cards"]}) == 5 * seats
    final = told(match, "last_hand")[0]
    assert final["seat"] == (told(match, "anted")[-1]["seat"] + 1) % seats
    events = match.events(None)
    at = events.index(final)
    assert sum(event["chips"] for event in events[at:] if event["kind"] == "won") == final["chips"]
    assert sum(match.payoffs) == 0
    assert match.winners == tuple(seat for seat in range(seats) if match.payoffs[seat] == max(match.payoffs))
    assert not any(table(match)["board"].values())


@pytest.mark.rule("T-BC-10", "BC-G18")
def test_a_tie_in_the_final_hand_shares_odd_chips_from_the_dealers_left() -> None:
    """Seats 0 and 2 hold equal hands; seat 0 deals, so the odd chip goes to seat 2."""
    hands = ("2C 3C 4D 5C 6H", "8C 8D 9H QC JD", "2S 3S 4S 5D 6D")
    match = betting(*hands, phase="final-bet", dealer=0, turn=1, board=[0, 31, *[0] * 8], final_betting=True)
    speak(match, "check, check, check")
    assert won(match) == {0: 15, 2: 16}
    assert match.over


@pytest.mark.rule("BC-G18", "BC-G27")
def test_the_final_hand_may_be_bet_on() -> None:
    match = BACARAC.match(3, seed=3, options={"hands": 1, "final_betting": True}, hold_table=True)
    play_on(match, random.Random(1), until=lambda match: table(match)["phase"] == "final-bet")
    pile = chips(match, "pot")
    assert pile == sum(table(match)["board"].values())
    first = table(match)["turn"]
    assert first == (table(match)["dealer"] + 1) % 3
    assert texts(match, first) == ["check", "bet 1", "bet 2", "bet 3", "fold"]
    speak(match, "bet 2, fold, fold")
    assert match.over
    assert told(match, "won")[-1] == told(match, "won")[-1] | {"seat": first, "chips": pile + 2, "unseen": True}


@pytest.mark.rule("BC-G18")
def test_an_empty_board_needs_no_final_hand() -> None:
    """The last hand empties the board: the Kitty is all that lies there."""
    match = layout("KH", "AH 2C", dead="2D", run="2S-2S:1", board=[6, *[0] * 9], hands=1)
    match.play(0, "lead H")
    assert match.over
    assert took(match)["kitty"] == (0, 6)
    assert told(match, "last_hand") == []


@pytest.mark.rule("BC-G21", "C-09")
def test_on_credit_a_seat_may_owe() -> None:
    match = dealt(2, seed=1)
    assert list(match.scores) == [-13, -13]


# --- Without credit -------------------------------------------------------------------------------------------


@pytest.mark.rule("BC-G21", "KK-G27")
def test_a_seat_that_cannot_ante_is_out() -> None:
    match = layout("KH", "AH 2C", "3C", dead="2D", run="2S-2S:2", credit=False, balances=[1, 0, -40])
    match.play(0, "lead H")
    match.play(TABLE, "deal")
    assert told(match, "dropped") == [{"kind": "dropped", "seat": 2, "rule": "KK-G27"}]
    assert table(match)["playing"] == [0, 1]
    assert table(match)["held"][2] == 0
    assert sorted(table(match)["held"][:2]) == [17, 18]
    assert sum(match.scores) + sum(table(match)["board"].values()) == 0


@pytest.mark.rule("KK-G27", "BC-G21")
def test_the_match_ends_when_one_is_left_and_he_has_the_final_hand_to_himself() -> None:
    match = layout("KH", "AH 2C", dead="2D", run="2S-2S:1", credit=False, stake=20, balances=[-8, -18])
    match.play(0, "lead H")
    match.play(TABLE, "deal")
    assert [event["seat"] for event in told(match, "dropped")] == [1]
    assert texts(match, TABLE) == ["final"]
    match.play(TABLE, "final")
    assert match.over
    assert match.winners == (0,)
    assert list(match.scores) == [18, -18]


@pytest.mark.rule("KK-G27")
def test_if_nobody_can_ante_all_play_the_final_hand() -> None:
    match = layout("4D 9D", "6D", dead="10D", run="2S-2S:1", credit=False, stake=13, balances=[-13, -13])
    match.play(0, "lead D")
    assert told(match, "blocked")
    match.play(TABLE, "deal")
    assert told(match, "dropped") == []
    match.play(TABLE, "final")
    assert {event["seat"] for event in told(match, "showed")} == {0, 1}
    assert sorted(match.scores) == [-13, 13] or list(match.scores) == [0, 0]


@pytest.mark.rule("BC-G21", "KK-G27")
def test_who_runs_short_wins_only_what_he_has_matched() -> None:
    """Seat 0 has the best hand and two chips, seat 1 the second best, seat 2 pays for both."""
    hands = ("2C 3C 4C 5C 6C", "7C 7D 7H 7S 9C", "8C 8D 8H QC QD")
    match = betting(*hands, credit=False, stake=50, balances=[-48, -13, 22])
    assert texts(match, 0) == ["check", "bet 1", "bet 2", "fold"]
    speak(match, "check, bet 3, raise 2")
    assert texts(match, 0) == ["fold", "call"]
    speak(match, "call, call")
    assert won(match) == {0: 3 + 3 * 2, 1: 2 * 3}
    assert chips(match, "pot") == 0


@pytest.mark.rule("BC-G21")
def test_who_has_no_chip_stays_in_without_a_word() -> None:
    hands = ("2C 3C 4C 5C 6C", "7C 7D 7H 7S 9C", "8C 8D 8H QC QD")
    match = betting(*hands, credit=False, balances=[-50, -13, 24], turn=1, bets="0,0,0:0,1,2:1,2:0")
    speak(match, "bet 1, call")
    assert won(match) == {0: 3, 1: 2}


@pytest.mark.rule("BC-G21")
def test_a_bet_that_nobody_matched_comes_back() -> None:
    hands = ("2C 3C 4C 5C 6C", "7C 7D 7H 7S 9C")
    match = betting(*hands, credit=False, stake=20, balances=[-19, -7], turn=1, dealer=0)
    speak(match, "bet 3, call")
    assert won(match) == {0: 2 + 2, 1: 2}


@pytest.mark.rule("KK-G27", "BC-G26")
def test_payments_are_cut_to_what_there_is() -> None:
    hands = ("KH", "AH 2C 3C", "4C")
    match = layout(*hands, dead="2D", run="2S-2S:2", balances=[-2, -48, 11], pay_per_card=True, credit=False)
    match.play(0, "lead H")
    assert [event["chips"] for event in told(match, "paid")] == [2, 1]
