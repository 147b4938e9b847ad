"""Actions, gestures and positions as text, both ways."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour import Match
from parlour.core.contract import TABLE
from parlour.core.engines import compiled
from parlour.core.perft import turns
from parlour.errors import PositionError
from parlour.games.honors3 import notation, state

from .table import HONORS3, hand, layout, random_match, second, table
from .test_market import HALVES

# --- Actions --------------------------------------------------------------------------------------------------


def test_every_action_is_read_back_from_its_text() -> None:
    s = layout(*HALVES).state
    for action in range(state.ACTIONS):
        assert notation.parse_action(s, 0, notation.action_text(s, 0, action)) == [action]


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("offer A-1 B-2", ["pick A-1", "pick B-2", "offer"]),
        ("Offer  b-2,a-1", ["pick A-1", "pick B-2", "offer"]),
        ("offer C-1 to 2", ["pick C-1", "offer to 2"]),
        ("accept 3 with C-2 C-1", ["pick C-1", "pick C-2", "accept 3"]),
        ("pick A-1 B-2", ["pick A-1", "pick B-2"]),
        (" WAIT ", ["wait"]),
    ],
)
def test_a_gesture_is_several_actions(text: str, means: list[str]) -> None:
    s = layout(*HALVES).state
    assert notation.parse_action(s, 0, text) == [notation.parse_action(s, 0, part)[0] for part in means]
    if means[-1] != "pick B-2":
        written = notation.turn_text(means)
        assert notation.parse_action(s, 0, written) == notation.parse_action(s, 0, text)


@pytest.mark.parametrize(
    ("actions", "gesture"),
    [
        (["pick A-1", "pick B-2", "offer"], "offer A-1 B-2"),
        (["pick A-1", "offer to 2"], "offer A-1 to 2"),
        (["pick C-1", "pick C-2", "accept 3"], "accept 3 with C-1 C-2"),
        (["offer"], "offer"),
        (["pick A-1", "wait"], "wait"),
        (["pick A-1", "withdraw"], "withdraw"),
        (["pick A-1", "pick B-2"], "pick A-1 B-2"),
        (["deal"], "deal"),
    ],
)
def test_actions_are_written_as_one_gesture(actions: list[str], gesture: str) -> None:
    assert notation.turn_text(actions) == gesture


@pytest.mark.rule("H3-03")
def test_the_opener_has_all_sets_of_one_to_three_cards_to_offer() -> None:
    match = layout(*HALVES, phase="opening", h3_directed="all")
    every = [text for text in turns(match) if text != "wait"]
    assert len(set(every)) == len(every) == 12 + 66 + 220
    assert {len(text.split()) - 1 for text in every} == {1, 2, 3}


def test_a_gesture_goes_on_from_what_is_picked() -> None:
    match = layout(*HALVES)
    match.play(0, "pick A-1")
    match.play(0, "offer A-1 B-1")
    assert table(match, 0)["handed_in"] == "offer A-1 B-1"


# --- Positions ------------------------------------------------------------------------------------------------


def again(match: Match) -> Match:
    """The match that its position text sets up."""
    return HONORS3.match(position=match.position, options=match.options, seed=1, hold_table=True)


switches = st.fixed_dictionaries(
    {
        "pace": st.sampled_from(["ticks", "live"]),
        "same_book": st.booleans(),
        "h3_out": st.sampled_from(["lt4", "trim"]),
        "h3_directed": st.sampled_from(["all", "one"]),
        "hand_cap": st.integers(1, 3),
        "h3_ticks": st.sampled_from([3, 20]),
    }
)


@given(st.integers(4, 7), st.integers(0, 2**32), switches, st.integers(0, 600 if compiled() else 150))
def test_any_position_is_read_back(seats: int, seed: int, options: dict[str, Any], moves: int) -> None:
    match = random_match(seats, seed, options, moves)
    copy = again(match)
    assert copy.position == match.position
    assert copy.actors == match.actors
    for watcher in (*range(seats), None):
        assert copy.view(watcher) == match.view(watcher)


def test_a_position_tells_of_everything_there_is() -> None:
    match = layout(*HALVES, h3_directed="one")
    match.play(0, "offer B-1 to 1")
    second(match)
    match.play(1, "accept 0 with D-1")
    second(match)
    match.play(0, "offer A-1")
    match.play(1, "pick F-1")
    match.play(2, "wait")
    fields = match.position.split(" ")
    assert fields[0] == "market"
    assert fields[5:7] == ["A-1=offer/F-1/-=wait/-", "D-1<1/B-1<0/-/-"]
    assert fields[9] == "0,2,0,0"
    assert again(match).position == match.position


def test_a_match_goes_on_from_a_position() -> None:
    match = layout(*HALVES)
    for seat in range(4):
        match.play(seat, f"offer {hand(match, seat)[0]}")
    copy = again(match)
    assert copy.actors == (TABLE,)
    copy.play(TABLE, "tick")
    assert [offer["number"] for offer in table(copy)["offers"]] == [1, 1, 1, 1]


FRESH = layout(*HALVES).position.split(" ")
OWN = FRESH[2].split("/")
OTHER = OWN[1].split(",")[0]
MINE = OWN[0].split(",")


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        (0, "trading", "not a phase"),
        (0, "over", "between hands"),
        (0, "deal", "between hands"),
        (1, "4", "from 0 to 3"),
        (1, "-", "somebody must have dealt"),
        (2, "-/-/-/-", "whole pack"),
        (2, "/".join([OWN[1], *OWN[1:]]), "whole pack"),
        (2, "/".join([f"{OWN[0]},{OWN[0][:3]}", *OWN[1:]]), "twice"),
        (2, "/".join([",".join(MINE[1:]), f"{OWN[1]},{MINE[0]}", *OWN[2:]]), "was dealt 12 cards"),
        (2, "/".join(["nonsense", *OWN[1:]]), "should be cards"),
        (2, "/".join(OWN[:3]), "4 to 7 players"),
        (3, "X/-/-/-", "letters of books"),
        (3, "A/-/-/-", "whole pack"),
        (3, "-/-/-", "4 parts"),
        (4, f"{OTHER}/-/-/-", "does not hold"),
        (4, ",".join(MINE[:4]) + "/-/-/-", "too many"),
        (4, f"{MINE[0]}>1/-/-/-", "cannot make an offer to seat 1"),
        (4, ">1/-/-/-", "an offer like"),
        (5, f"{OTHER}/-/-/-", "does not hold"),
        (5, "-=sing/-/-/-", "what was handed in"),
        (5, "-=offer/-/-/-", "could not have handed in 'offer'"),
        (5, "-=withdraw/-/-/-", "could not have handed in 'withdraw'"),
        (5, f"{MINE[0]}=offer1/-/-/-", "could not have handed in 'offer to 1'"),
        (5, f"{MINE[0]}=accept1/-/-/-", "could not have handed in 'accept 1'"),
        (5, f"{MINE[0]}=accept/-/-/-", "cannot be handed in"),
        (5, f"{MINE[0]}=wait/-/-/-", "cannot be handed in"),
        (5, "-=wait2/-/-/-", "cannot be handed in"),
        (6, f"{MINE[0]}<0/-/-/-", "cannot have swapped with seat 0"),
        (6, f"{MINE[0]}<5/-/-/-", "cannot have swapped with seat 5"),
        (6, f"{MINE[0]}/-/-/-", "a swap like"),
        (7, "0", "would have gone on"),
        (7, "9", "from 0 to 3"),
        (8, "0,0,0", "4 numbers"),
        (8, "0,0,0,200", "the match is over"),
        (8, "0,0,0,-5", "whole numbers"),
        (9, "0,0,0", "4 numbers"),
        (9, "100,0,0,0", "the match is over"),
        (9, "-1,0,0,0", "hands, ticks"),
        (9, "0,1000,0,0", "would have gone on"),
        (9, "0,60,60,0", "would have gone on"),
        (9, "0,1,2,0", "would have gone on"),
        (9, "0,0,0,33", "hands, ticks"),
    ],
)
def test_what_is_no_position_is_refused(field: int, value: str, message: str) -> None:
    fields = [*FRESH[:field], value, *FRESH[field + 1 :]]
    with pytest.raises(PositionError, match=message):
        HONORS3.match(position=" ".join(fields))


@pytest.mark.parametrize(
    ("field", "value"),
    [(4, f"{MINE[0]}/-/-/-"), (6, f"{MINE[0]}<1/-/-/-"), (5, f"-/{OTHER}/-/-"), (5, "-/-=wait/-/-"), (9, "0,5,5,0")],
)
def test_what_cannot_be_before_the_opening_is_refused(field: int, value: str) -> None:
    fields = ["opening", *FRESH[1:]]
    fields[field] = value
    with pytest.raises(PositionError):
        HONORS3.match(position=" ".join(fields))


@pytest.mark.parametrize(
    ("options", "field", "value"),
    [
        ({"same_book": True}, 4, "A-1,B-1/-/-/-"),
        ({"pace": "live"}, 5, "A-1=offer/-/-/-"),
        ({"h3_directed": "one"}, 4, "A-1>0/-/-/-"),
        ({"h3_directed": "one"}, 5, "A-1=offer0/-/-/-"),
    ],
)
def test_options_forbid_some_positions(options: dict[str, Any], field: int, value: str) -> None:
    fields = [*FRESH]
    fields[field] = value
    with pytest.raises(PositionError):
        HONORS3.match(position=" ".join(fields), options=options)


def test_a_whole_book_in_a_hand_is_no_position() -> None:
    whole = ["A-1", "A-2", "A-3", "A-4", "B-1", "B-2", "C-1", "C-2", "D-1", "D-2", "E-1", "E-2"]
    rest = [f"{letter}-{number}" for letter in "ABCDEFGHIJKL" for number in range(1, 5)]
    rest = [card for card in rest if card not in whole]
    random.Random(1).shuffle(rest)
    hands = "/".join(",".join(cards) for cards in (whole, rest[:12], rest[12:24], rest[24:]))
    with pytest.raises(PositionError, match="would have laid a book"):
        HONORS3.match(position=" ".join([*FRESH[:2], hands, *FRESH[3:]]))
