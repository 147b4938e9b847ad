"""Strict manners: revokes stand, can be called, and cost the score."""

import pytest

from parlour import Match
from parlour.core.contract import TABLE
from parlour.errors import IllegalAction

from .table import (
    BLOCKS,
    EVEN_BIDS,
    EVEN_FILM,
    EVEN_POINTS,
    Film,
    bid,
    fall,
    film,
    hands_of,
    layout,
    points,
    screened,
    shoot,
    swapped,
    table,
    texts,
    told,
)

# Seat 1 takes three reels and captures one Hero. In the sixth reel it plays a Circle on a Triangle, which it still has;
# in the ninth it plays that Triangle on a Circle, of which it has no more.
CLEAN = film("0S 0 1H", "1 0SH 0", "1 2SH 2", "3SH 3 2", "3SH 2 3")
REVOKED = swapped(CLEAN, 1, 5, 8)
BIDS = (4, 2, 1, 1)


def strict(reels: Film, bids: tuple[int, ...] = BIDS, upto: int = 15) -> Match:
    """A strict match in which so many reels have been played."""
    match = layout(hands_of(reels), manners="strict")
    bid(match, *bids)
    shoot(match, reels, upto=upto)
    return match


def keep_silent(match: Match) -> None:
    """Let everybody pass who might call a revoke in the pause after the last reel."""
    while table(match)["phase"] == "claims":
        match.play(match.actors[0], "silent")


def revoke_called(bids: tuple[int, ...] = BIDS, upto: int = 6, caller: int = 0) -> Match:
    """The hand with the revoke, called after so many reels, played to its end and scored."""
    match = strict(REVOKED, bids, upto)
    match.play(caller, "call 1")
    shoot(match, REVOKED[upto:])
    keep_silent(match)
    return match


# --- A revoke stands ------------------------------------------------------------------------------------------


@pytest.mark.rule("KR-30", "C-05")
def test_auto_refuses_a_revoke() -> None:
    match = layout(hands_of(REVOKED))
    bid(match, *BIDS)
    shoot(match, REVOKED, upto=5)
    fall(match, REVOKED[5][0])
    before = bytes(match)
    with pytest.raises(IllegalAction) as refused:
        match.play(1, f"play {REVOKED[5][1]}")
    assert refused.value.rule == "KR-08"
    assert bytes(match) == before


@pytest.mark.rule("KR-30", "KR-G13", "C-05", "C-19")
def test_strict_lets_a_revoke_stand() -> None:
    match = strict(REVOKED, upto=5)
    fall(match, REVOKED[5][0])
    assert texts(match, 1)[0].startswith("play T")  # whoever idles follows suit
    match.play(1, f"play {REVOKED[5][1]}")
    assert table(match)["reel"][-1] == {"seat": 1, "card": REVOKED[5][1]}
    assert table(match)["turn"] == 2


@pytest.mark.rule("KR-G13", "KR-32")
def test_a_reel_bought_by_a_revoke_stays_bought() -> None:
    match = layout(hands_of(EVEN_FILM), manners="strict")
    bid(match, 5, 0, 0, 0)
    triangles = EVEN_FILM[3]
    fall(match, f"{triangles[0]} $A {triangles[2]} {triangles[3]}")
    match.play(2, "call 1")
    assert told(match, "called")[-1]["proved"] is True
    assert table(match)["taken"] == [0, 1, 0, 0]
    assert table(match)["turn"] == 1


# --- What a proved revoke costs -------------------------------------------------------------------------------


@pytest.mark.rule("T-KR-10", "KR-30", "KR-G13")
@pytest.mark.parametrize(
    ("bid_of_1", "uncalled", "called"),
    [(2, 20 + 10, 0), (3, 30 + 10, 0), (4, -40, -40), (0, 0, 0)],
)
def test_the_revoker_loses_his_score_and_keeps_his_penalty(bid_of_1: int, uncalled: int, called: int) -> None:
    bids = (4, bid_of_1, 1, 1)
    match = strict(REVOKED, bids)
    keep_silent(match)
    assert table(match)["taken"][1] == 3
    assert table(match)["captured"][1] == {"stars": 0, "heroes": 1}
    assert points(match)[1] == uncalled
    assert points(revoke_called(bids))[1] == called


@pytest.mark.rule("KR-G13")
def test_nobody_elses_score_moves() -> None:
    uncalled, called = strict(REVOKED), revoke_called()
    keep_silent(uncalled)
    assert points(called) == [points(uncalled)[0], 0, *points(uncalled)[2:]]


@pytest.mark.rule("KR-30")
def test_the_highest_bidder_is_not_spared() -> None:
    assert points(revoke_called((0, 3, 0, 0)))[1] == 0


# --- Calling --------------------------------------------------------------------------------------------------


@pytest.mark.rule("KR-G25", "KR-G13")
@pytest.mark.parametrize("caller", [0, 2, 3])
@pytest.mark.parametrize("upto", [6, 7, 9, 14])
def test_any_other_seat_may_call_at_any_time(upto: int, caller: int) -> None:
    match = revoke_called(upto=upto, caller=caller)
    called = told(match, "called")
    assert called == [{"kind": "called", "seat": caller, "rule": "KR-G13", "accused": 1, "proved": True}]
    assert points(match)[1] == 0


@pytest.mark.rule("KR-G25")
def test_a_call_may_come_before_the_next_card() -> None:
    match = strict(REVOKED, upto=5)
    fall(match, f"{REVOKED[5][0]} {REVOKED[5][1]}")
    assert set(match.actors) == {0, 2, 3}
    assert texts(match, 0) == texts(match, 3) == ["silent", "call 1"]
    assert texts(match, 2)[-1] == "call 1"  # it is his turn: he calls, or plays, which is silence enough
    match.play(3, "call 1")
    assert match.actors == (2,)
    assert table(match)["caught"] == [1]


@pytest.mark.rule("KR-G25")
@pytest.mark.parametrize("caller", [0, 2, 3])
def test_a_call_may_come_in_the_pause_before_the_score(caller: int) -> None:
    match = strict(REVOKED)
    assert table(match)["phase"] == "claims"
    assert match.actors == (0, 2, 3)
    assert not told(match, "scored")
    match.play(caller, "call 1")
    assert points(match)[1] == 0  # nobody else has anything to say, so the hand is scored


@pytest.mark.rule("KR-G25", "KR-G15")
def test_the_score_waits_until_all_have_kept_silent() -> None:
    match = strict(REVOKED)
    for seat in (3, 0):
        match.play(seat, "silent")
        assert not told(match, "scored")
        assert texts(match, seat) == []
    match.play(2, "silent")
    assert points(match)[1] == 30
    assert match.actors == (TABLE,)


@pytest.mark.rule("KR-G25")
def test_silence_lasts_until_the_next_card() -> None:
    match = strict(REVOKED, upto=6)
    match.play(2, "silent")
    assert texts(match, 2) == []
    fall(match, REVOKED[6][0])
    assert "call 1" in texts(match, 2)


@pytest.mark.rule("KR-G13")
def test_a_wrong_call_costs_nothing() -> None:
    match = layout(BLOCKS, manners="strict")
    bid(match, 1, 0, 0, 0)
    fall(match, "*1 T1")
    before = match.scores
    match.play(3, "call 1")
    assert told(match, "called")[-1]["proved"] is False
    assert match.scores == before
    assert table(match)["caught"] == []
    assert match.actors == (2,)  # play goes on as if nothing had been said


def honest_hand(calling: bool) -> Match:
    """A hand of many discards in which everybody follows suit, and, if `calling`, is called at every turn."""
    match = layout(BLOCKS, manners="strict")
    bid(match, 3, 2, 1, 1)
    while table(match)["phase"] == "play":
        turn = table(match)["turn"]
        calls = [action for action in texts(match, turn) if action.startswith("call")]
        match.play(turn, calls[0] if calling and calls else texts(match, turn)[0])
    keep_silent(match)
    return match


@pytest.mark.rule("KR-G13")
def test_wrong_calls_change_nobodys_score() -> None:
    quiet, noisy = honest_hand(calling=False), honest_hand(calling=True)
    assert len(told(noisy, "called")) > 20
    assert not any(event["proved"] for event in told(noisy, "called"))
    assert points(noisy) == points(quiet)


@pytest.mark.rule("KR-G25")
def test_a_seat_that_was_cleared_may_be_called_again_when_it_plays_off_suit_again() -> None:
    match = layout(BLOCKS, manners="strict")
    bid(match, 1, 0, 0, 0)
    fall(match, "*1 T1")
    match.play(0, "call 1")
    assert "call 1" not in texts(match, 2)
    fall(match, "C1 Q1 *2 T2")
    assert "call 1" in texts(match, 0)


@pytest.mark.rule("KR-G25")
def test_a_seat_that_was_caught_is_not_called_again() -> None:
    match = strict(REVOKED, upto=6)
    match.play(0, "call 1")
    shoot(match, REVOKED[6:9])  # off suit again, this time with good reason
    for seat in match.actors:
        assert not [action for action in texts(match, seat) if action.startswith("call")]
    shoot(match, REVOKED[9:])
    assert points(match)[1] == 0


# --- No call --------------------------------------------------------------------------------------------------


@pytest.mark.rule("KR-G25", "C-05")
def test_auto_knows_no_calls() -> None:
    match = layout(BLOCKS)
    bid(match, 1, 0, 0, 0)
    fall(match, "*1 T1")
    assert match.actors == (2,)
    before = bytes(match)
    for action in ("call 1", "silent"):
        with pytest.raises(IllegalAction) as refused:
            match.play(2, action)
        assert refused.value.rule == "C-05"
    assert bytes(match) == before
    assert "suspects" not in table(match)


@pytest.mark.rule("KR-G25")
def test_nothing_to_call_when_nobody_has_played_off_suit() -> None:
    match = layout(hands_of(EVEN_FILM), manners="strict")
    bid(match, *EVEN_BIDS)
    for reel in range(15):
        assert match.actors == (table(match)["turn"],)
        before = bytes(match)
        for accused in range(4):
            with pytest.raises(IllegalAction) as refused:
                match.play(match.actors[0], f"call {accused}")
            assert refused.value.rule == "KR-G25"
        assert bytes(match) == before
        shoot(match, EVEN_FILM[reel : reel + 1])
    assert points(match) == list(EVEN_POINTS)  # no pause: nobody could have said anything


@pytest.mark.rule("KR-G25")
def test_nobody_calls_himself() -> None:
    match = strict(REVOKED, upto=6)
    match.play(0, f"play {REVOKED[6][0]}")
    assert match.actors == (0, 1, 2, 3)
    assert not [action for action in texts(match, 1) if action.startswith("call")]
    before = bytes(match)
    with pytest.raises(IllegalAction) as refused:
        match.play(1, "call 1")
    assert refused.value.rule == "KR-G25"
    assert bytes(match) == before


@pytest.mark.rule("KR-G25")
def test_of_two_who_played_off_suit_each_may_call_the_other() -> None:
    match = layout(BLOCKS, manners="strict")
    bid(match, 1, 0, 0, 0)
    fall(match, "*1 T1 C1")
    assert texts(match, 1) == ["silent", "call 2"]
    assert texts(match, 2) == ["silent", "call 1"]
    assert texts(match, 0) == ["silent", "call 1", "call 2"]


@pytest.mark.rule("KR-G25")
@pytest.mark.parametrize("manners", ["auto", "strict"])
def test_nobody_calls_in_the_bidding(manners: str) -> None:
    match = layout(BLOCKS, manners=manners)
    with pytest.raises(IllegalAction) as refused:
        match.play(0, "call 1")
    assert refused.value.rule == ("C-05" if manners == "auto" else "KR-G25")


@pytest.mark.rule("KR-G13", "C-19")
def test_a_clean_hand_scores_alike_under_either_manners() -> None:
    lenient = screened(CLEAN, BIDS)
    match = strict(CLEAN)
    assert points(match) == points(lenient)
