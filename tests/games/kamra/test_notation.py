"""Cards, actions and positions as text, both ways."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour import Match
from parlour.errors import NotationError, PositionError
from parlour.games.kamra import notation, state

from .table import BLOCKS, CARDS, KAMRA, bid, fall, layout, play_on, shoot
from .test_revokes import REVOKED, strict

FRESH = "bid 3 " + "/".join(BLOCKS) + " -,-,-,- - 0,0,0,0 0,0"


def again(match: Match) -> Match:
    """The match that its position text sets up."""
    return KAMRA.match(position=match.position, options=match.options, seed=1, hold_table=True)


# --- Cards and actions ----------------------------------------------------------------------------------------


@pytest.mark.rule("KR-05", "KR-06")
def test_every_card_has_a_name_of_suit_and_rank() -> None:
    assert sorted(notation.CARD_NAMES) == sorted(CARDS)
    for card, name in enumerate(notation.CARD_NAMES):
        assert notation.parse_card(name) == notation.parse_card(name.lower()) == card
    with pytest.raises(NotationError, match="suit"):
        notation.parse_card("8H")


def test_every_action_is_read_back_from_its_text() -> None:
    s = layout(BLOCKS).state
    for action in range(state.ACTIONS):
        assert notation.parse_action(s, 0, notation.action_text(s, 0, action)) == [action]


@pytest.mark.rule("KR-G01")
@pytest.mark.parametrize(
    ("text", "means"),
    [("pass", "bid 0"), ("BID 7", "bid 7"), ("  bid   7 ", "bid 7"), ("$p", "play $P"), ("Play *s", "play *S")],
)
def test_actions_may_be_written_with_some_freedom(text: str, means: str) -> None:
    s = layout(BLOCKS).state
    assert notation.parse_action(s, 0, text) == notation.parse_action(s, 0, means)


# --- Positions ------------------------------------------------------------------------------------------------

switches = st.fixed_dictionaries(
    {
        "manners": st.sampled_from(["auto", "strict"]),
        "all_pass": st.sampled_from(["next_dealer", "same_dealer", "play_out", "dealer_bids_one"]),
        "min_bid": st.sampled_from(["0", "1"]),
        "hand_cap": st.integers(1, 3),
    }
)


@given(st.integers(4, 6), st.integers(0, 2**32), switches, st.integers(0, 400))
def test_any_position_is_read_back(seats: int, seed: int, options: dict[str, Any], moves: int) -> None:
    match = KAMRA.match(seats=seats, seed=seed, options=options, hold_table=True)
    play_on(match, random.Random(seed), until=lambda match: len(match.moves) == moves)
    copy = again(match)
    assert copy.position == match.position
    assert copy.actors == match.actors
    for watcher in (*range(seats), None):
        assert copy.view(watcher) == match.view(watcher)


@pytest.mark.rule("KR-G02")
@pytest.mark.parametrize("choice", ["next_dealer", "same_dealer", "play_out"])
def test_positions_after_everybody_passed(choice: str) -> None:
    match = layout(BLOCKS, all_pass=choice)
    bid(match, 0, 0, 0, 0)
    assert again(match).position == match.position
    assert again(match).view(None) == match.view(None)


@pytest.mark.rule("KR-G25")
def test_positions_in_and_after_the_pause_for_calls() -> None:
    match = strict(REVOKED)
    while match.actors != (15,):
        assert again(match).view(2) == match.view(2)
        match.play(match.actors[0], "silent")
    assert match.position.startswith("deal 0 ")
    assert again(match).position == match.position


@pytest.mark.rule("KR-G25")
def test_positions_tell_who_was_called() -> None:
    match = strict(REVOKED, upto=6)
    match.play(3, "call 1")
    assert match.position.split()[4].endswith("!1")
    assert again(match).view(None) == match.view(None)
    shoot(match, REVOKED[6:])
    assert again(match).view(None) == match.view(None)


@pytest.mark.rule("KR-G02", "KR-13", "KR-08", "KR-21")
@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        (0, "playing", "not a phase"),
        (0, "play", "phase is bid, not play"),
        (0, "over", "phase is bid, not over"),
        (0, "seek", "nobody holds cards"),
        (0, "deal", "nobody holds cards"),
        (1, "4", "from 0 to 3"),
        (1, "x", "whole numbers"),
        (2, "-/-/-/-", "15 a seat"),
        (2, "/".join([BLOCKS[0], BLOCKS[0], *BLOCKS[2:]]), "15 a seat"),
        (2, "/".join([BLOCKS[0][:-1], BLOCKS[1] + "$1", *BLOCKS[2:]]), "15 a seat"),
        (2, "/".join(["*PP", *BLOCKS[1:]]), "twice"),
        (2, "/".join(["nonsense", *BLOCKS[1:]]), "not a hand"),
        (2, "/".join(BLOCKS[:3]), "numbers"),
        (2, "-", "numbers"),
        (3, "1,2,3", "4 numbers"),
        (3, "-,-,1,-", "could not have come to 'bid 1'"),
        (3, "16,-,-,-", "from -1 to 15"),
        (3, "1,1,1,1", "phase is play, not bid"),
        (4, "*P", "could not have come to 'play \\*P'"),
        (4, "X9", "in the order they fell"),
        (5, "0,0,0", "4 numbers"),
        (5, "0,0,0,300", "over at totals"),
        (5, "0,0,0,99999999", "whole numbers"),
        (6, "0", "2 numbers"),
        (6, "40,0", "the match is over"),
        (6, "0,5", "thrown in"),
        (6, "0,30000", "thrown in"),
        (6, "0,-1", "whole numbers"),
    ],
)
def test_what_is_no_position_is_refused(field: int, value: str, message: str) -> None:
    fields = FRESH.split(" ")
    fields[field] = value
    with pytest.raises(PositionError, match=message):
        KAMRA.match(position=" ".join(fields), seed=1)


def test_a_card_is_held_or_played_not_both() -> None:
    text = f"play 3 {'/'.join(BLOCKS)} 1,0,0,0 *P 0,0,0,0 0,0"
    with pytest.raises(PositionError, match="still in a hand"):
        KAMRA.match(position=text, seed=1)


@pytest.mark.parametrize("text", ["", "bid", FRESH + " -", FRESH.replace(" ", ""), "bid ½", "x" * 30_000, b"bid", 7])
def test_what_is_not_even_like_a_position_is_refused(text: Any) -> None:
    with pytest.raises(PositionError):
        KAMRA.match(position=text, seed=1)


def played_for_a_while(manners: str) -> Match:
    """A match with bids, reels, throw-offs and, if it can be, a call."""
    match = layout(BLOCKS, manners=manners)
    bid(match, 4, 2, 0, 1)
    fall(match, "*P T1 C1 Q1 *A $6 C2 Q2 T2")
    if manners == "strict":
        match.play(0, "call 1")
        match.play(3, "silent")
    return match


@given(st.data(), st.sampled_from(["auto", "strict"]))
def test_a_damaged_position_is_a_position_or_refused(data: st.DataObject, manners: str) -> None:
    signs = list(played_for_a_while(manners).position)
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(signs) - 1))
        signs[place] = data.draw(st.sampled_from(["", *"$TCQ*PADSH7654321-/,! 0", "seek", "deal", "over", "claims"]))
    try:
        match = KAMRA.match(position="".join(signs), options={"manners": manners}, seed=1, hold_table=True)
    except PositionError:
        return
    assert again(match).position == match.position
    play_on(match, random.Random(0), until=lambda match: len(match.moves) == 100)


@given(st.text() | st.from_regex(r"(bid|play|call) ?[$TCQ*]?[0-9PADSH]{0,3}"))
def test_any_text_is_an_action_or_refused(text: str) -> None:
    s = layout(BLOCKS).state
    try:
        (action,) = notation.parse_action(s, 0, text)
    except NotationError:
        return
    assert 0 <= action < state.ACTIONS
