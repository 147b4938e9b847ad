"""Cards, actions and positions as text, both ways."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour import Match
from parlour.errors import NotationError, PositionError
from parlour.games.kamra.table import ACTIONS, PACK

from .table import BLOCKS, CARDS, KAMRA, bid, cards_of, fall, laid_out, layout, play_on, shoot
from .test_revokes import REVOKED, strict

FRESH = laid_out(BLOCKS)


def again(match: Match) -> Match:
    """The match that its position text sets up."""
    return KAMRA.match(position=match.position, options=match.options, seed=1, hold_table=True)


# --- Cards and actions ----------------------------------------------------------------------------------------


@pytest.mark.rule("KR-05", "KR-06")
def test_every_card_has_a_name_of_suit_and_rank() -> None:
    assert sorted(PACK.names) == sorted(CARDS)
    for card, name in enumerate(PACK.names):
        assert PACK.parse(name) == PACK.parse(name.lower()) == card
    with pytest.raises(NotationError, match="suit"):
        PACK.parse("8H")


@pytest.mark.rule("KR-G01")
@pytest.mark.parametrize(
    ("text", "means"),
    [("pass", "bid 0"), ("BID 7", "bid 7"), ("bid seven", "bid 7"), ("$p", "play $P"), ("Play *s", "play *S")],
)
def test_actions_may_be_written_with_some_freedom(text: str, means: str) -> None:
    assert ACTIONS.texts[ACTIONS.parse(text)] == means


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("bid 16", "'bid' takes 0 to 15, not '16'"),
        ("bid", "'bid' takes a number"),
        ("play 8H", "'8H' is not a card"),
        ("call 6", "'call' takes 0 to 5"),
        ("trump", "one can bid 1, play C1"),
    ],
)
def test_what_is_no_action_is_told_what_is(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        ACTIONS.parse(text)


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
    assert "phase=deal turn=3 " in match.position
    assert again(match).position == match.position


@pytest.mark.rule("KR-G25")
def test_positions_tell_who_was_called() -> None:
    match = strict(REVOKED, upto=6)
    match.play(3, "call 1")
    assert match.position.endswith(" caught=0,24,0,0")
    assert again(match).view(None) == match.view(None)
    shoot(match, REVOKED[6:])
    assert again(match).view(None) == match.view(None)


def with_hands(*hands: str) -> str:
    """Another deal, as the text has it."""
    return "hands=" + "/".join(",".join(hand) for hand in map(cards_of, hands))


@pytest.mark.rule("KR-G02", "KR-13", "KR-08", "KR-20", "KR-21", "KR-G03")
@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ("phase=playing", "none of seek, deal, bid"),
        ("phase=play", "that is not|everybody has bid"),
        ("phase=over", "nobody holds cards"),
        ("phase=seek", "nobody holds cards"),
        ("phase=deal", "nobody holds cards"),
        ("dealer=4", "there are 4 seats"),
        ("dealer=x", "whole number"),
        ("turn=1", "bids are made in turn"),
        ("hands=-/-/-/-", "all sixty of the pack"),
        (with_hands(BLOCKS[0], BLOCKS[0], *BLOCKS[2:]), "in two places"),
        (with_hands(BLOCKS[0][:-1], BLOCKS[1] + "$1", *BLOCKS[2:]), "should hold"),
        ("hands=nonsense/-/-/-", "not a card"),
        ("hands=*P,*P/-/-/-", "stands twice"),
        ("hands=-/-/-", "should be 4, not 3"),
        ("bids=1,2,3", "should be 4, not 3"),
        ("bids=-,-,1,- highest=2 turn=3", "made in turn"),
        ("bids=1,-,-,- turn=1", "not the highest bidder"),
        ("bids=16,-,-,-", "out of bounds"),
        ("bids=1,1,1,1 highest=0", "while bids are made"),
        ("pack=*P", "in two places"),
        ("pack=X9", "not a card"),
        ("lying=1", "0 cards lie"),
        ("totals=0,0,0", "should be 4, not 3"),
        ("totals=0,0,0,300", "the match is over"),
        ("totals=0,0,0,99999999", "out of bounds"),
        ("hand=40", "the match is over"),
        ("hand=-1", "out of bounds"),
        ("played=3", "name=value"),
        ("seats=7", "4 to 6 players"),
        ("colour=red", "name=value"),
        ("dealer=1 dealer=2", "each name once"),
    ],
)
def test_what_is_no_position_is_refused(fields: str, message: str) -> None:
    changed = {part.partition("=")[0] for part in fields.split()}
    kept = [part for part in FRESH.split() if part.partition("=")[0] not in changed]
    with pytest.raises(PositionError, match=message):
        KAMRA.match(position=" ".join([*kept, fields]), seed=1)


@pytest.mark.parametrize("text", ["", "bid", FRESH + " -", FRESH.replace("=", ""), "seats=½", "x" * 30_000, b"bid", 7])
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
        signs[place] = data.draw(st.sampled_from(["", *"$TCQ*PADSH7654321-/,= 0", "seek", "deal", "over", "claims"]))
    try:
        match = KAMRA.match(position="".join(signs), options={"manners": manners}, seed=1, hold_table=True)
    except PositionError:
        return
    assert again(match).position == match.position
    play_on(match, random.Random(0), until=lambda match: len(match.moves) == 100)


@given(st.text() | st.from_regex(r"(bid|play|call) ?[$TCQ*]?[0-9PADSH]{0,3}"))
def test_any_text_is_an_action_or_refused(text: str) -> None:
    try:
        action = ACTIONS.parse(text)
    except NotationError:
        return
    assert 0 <= action < len(ACTIONS)
