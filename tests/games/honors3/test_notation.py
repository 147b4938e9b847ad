"""Actions, gestures and positions as text, both ways."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour import Match
from parlour.core.check.perft import turns
from parlour.core.contract import TABLE
from parlour.core.engines import compiled
from parlour.errors import NotationError, PositionError
from parlour.games.honors3 import notation
from parlour.games.honors3.table import ACTIONS

from .table import CARDS, HONORS3, cards_of, fields, hand, layout, play_on, random_match, second, table, text_of
from .test_market import HALVES

# --- Actions --------------------------------------------------------------------------------------------------


def test_every_action_is_read_back_from_its_text() -> None:
    s = layout(*HALVES).state
    for action, text in enumerate(ACTIONS.texts):
        assert notation.parse_action(s, 0, text) == [action]


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("offer A-1 B-2", ["pick A-1", "pick B-2", "offer"]),
        ("Offer  b-2,a-1", ["pick A-1", "pick B-2", "offer"]),
        ("offer C-1 to 2", ["pick C-1", "offer to 2"]),
        ("offer a1 B2", ["pick A-1", "pick B-2", "offer"]),
        ("Change two A-1 B-2", ["pick A-1", "pick B-2", "offer"]),
        ("change 1 C-1 to 2", ["pick C-1", "offer to 2"]),
        ("accept 3 with C-2 C-1", ["pick C-1", "pick C-2", "accept 3"]),
        ("accept 3 c1", ["pick C-1", "accept 3"]),
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


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("trade A-1", "one can offer A-1 B-2"),
        ("", "one can offer A-1 B-2"),
        ("offer M-1", "there are A-1 to L-4"),
        ("offer A-1 to 7", "0 to 6"),
        ("accept 9 with A-1", "0 to 6"),
        ("accept", "a seat \\(0 to 6\\)"),
        ("accept 1 with", "'with' is not a card"),
        ("pick", "a card \\(A-1 to L-4\\)"),
        ("offer A-1 A-1", "stands twice"),
        ("change two", "as in 'change two A-1 B-2'"),
        ("change one A-1 B-1", "'one' wants as many cards"),
        ("change four A-1 B-1 C-1 D-1", "1 to 3"),
        ("wait 1", "nothing more"),
    ],
)
def test_it_is_said_what_would_be_a_gesture(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        notation.parse_action(layout(*HALVES).state, 0, text)


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
    told = fields(match.position)
    assert told["phase"] == "market"
    assert (told["chosen"], told["said"], told["done"]) == ("A-1/F-1/-/-", "offer,-,wait,-", "0,2")
    assert (told["got"], told["partner"], told["tick"]) == ("D-1/B-1/-/-", "1,0,-,-", "2")
    assert again(match).position == match.position


def test_a_match_goes_on_from_a_position() -> None:
    match = layout(*HALVES)
    for seat in range(4):
        match.play(seat, f"offer {hand(match, seat)[0]}")
    copy = again(match)
    assert copy.actors == (TABLE,)
    copy.play(TABLE, "tick")
    assert [offer["number"] for offer in table(copy)["offers"]] == [1, 1, 1, 1]


FRESH = fields(layout(*HALVES).position)
OWN = FRESH["hands"].split("/")
OTHER = OWN[1].split(",")[0]
MINE = OWN[0].split(",")


def refuse(changes: dict[str, str], message: str, **options: Any) -> None:
    """What is no position is refused, and it is said why."""
    told = FRESH | changes
    with pytest.raises(PositionError, match=message):
        HONORS3.match(position=text_of(int(told.pop("seats")), told), options=options)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"phase": "over"}, "between hands"),
        ({"phase": "deal"}, "between hands"),
        ({"dealer": "4"}, "there are 4 seats"),
        ({"dealer": "-"}, "somebody must have dealt"),
        ({"hands": "-/-/-/-"}, "was dealt 12 cards"),
        ({"hands": "/".join([OWN[1], *OWN[1:]])}, "in two places"),
        ({"hands": "/".join([",".join(MINE[1:]), f"{OWN[1]},{MINE[0]}", *OWN[2:]])}, "was dealt 12 cards"),
        ({"hands": "/".join(OWN[:3])}, "there should be 4"),
        ({"laid": f"{cards_of('A')}/-/-/-"}, "in two places"),
        ({"hands": "/".join([",".join(MINE[1:]), *OWN[1:]]), "laid": f"{MINE[0]}/-/-/-"}, "only whole books"),
        ({"offered": f"{OTHER}/-/-/-"}, "does not hold"),
        ({"offered": ",".join(MINE[:4]) + "/-/-/-"}, "too many"),
        ({"offered": f"{MINE[0]}/-/-/-", "offered_to": "2,-,-,-"}, "cannot make an offer to seat 1"),
        ({"chosen": f"{OTHER}/-/-/-"}, "does not hold"),
        ({"said": "offer,-,-,-", "done": "0"}, "could not have handed in 'offer'"),
        ({"said": "withdraw,-,-,-", "done": "0"}, "could not have handed in 'withdraw'"),
        ({"said": "pick_a-2,-,-,-", "done": "0"}, "could not have handed in 'pick A-2'"),
        (
            {"said": "offer_to_1,-,-,-", "done": "0", "chosen": f"{MINE[0]}/-/-/-"},
            "could not have handed in 'offer to 1'",
        ),
        ({"said": "accept_1,-,-,-", "done": "0", "chosen": f"{MINE[0]}/-/-/-"}, "could not have handed in 'accept 1'"),
        ({"said": "wait,-,-,-", "done": "0", "chosen": f"{MINE[0]}/-/-/-"}, "could not have handed in 'wait'"),
        ({"said": "tick,-,-,-", "done": "0"}, "is none of"),
        ({"said": "wait,-,-,-"}, "when it has handed something in"),
        ({"done": "0"}, "when it has handed something in"),
        ({"partner": "0,-,-,-"}, "cannot have swapped with seat 0"),
        ({"partner": "5,-,-,-"}, "there are 4 seats"),
        ({"got": f"{MINE[0]}/-/-/-"}, "swapped with nobody"),
        ({"booked": "0"}, "swapped with nobody"),
        ({"callers": "0"}, "would have ended"),
        ({"callers": "5"}, "there are 4 seats|out of bounds"),
        ({"totals": "0,0,0,200"}, "the match is over"),
        ({"totals": "0,0,0,-5"}, "out of bounds"),
        ({"hand": "100"}, "the match is over"),
        ({"hand": "-1"}, "out of bounds"),
        ({"tick": "1000"}, "would be over"),
        ({"tick": "60", "quiet": "60"}, "would be over"),
        ({"tick": "1", "quiet": "2"}, "would be over"),
        ({"gestures": "33"}, "a tick is over"),
        ({"gestures": "1"}, "counted live"),
        ({"pack": ",".join(CARDS)}, "dealt out"),
    ],
)
def test_what_is_no_position_is_refused(changes: dict[str, str], message: str) -> None:
    refuse(changes, message)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"offered": f"{MINE[0]}/-/-/-"}, "no offers"),
        ({"got": f"{MINE[0]}/-/-/-", "partner": "1,-,-,-"}, "cannot have swapped"),
        ({"chosen": f"-/{OTHER}/-/-"}, "only the opener"),
        ({"said": "-,wait,-,-", "done": "1"}, "only the opener"),
        ({"tick": "5", "quiet": "5"}, "would be over"),
        ({"tick": "2", "quiet": "1"}, "would be over"),
    ],
)
def test_what_cannot_be_before_the_opening_is_refused(changes: dict[str, str], message: str) -> None:
    refuse({"phase": "opening"} | changes, message)


@pytest.mark.parametrize(
    ("options", "changes", "message"),
    [
        ({"same_book": True}, {"offered": "A-1,B-1/-/-/-"}, "do not go together"),
        ({"pace": "live"}, {"chosen": "A-1/-/-/-", "said": "offer,-,-,-", "done": "0"}, "could not have handed in"),
        ({"pace": "live"}, {"gestures": "32"}, "a tick is over"),
        ({"h3_directed": "one"}, {"offered": "A-1/-/-/-", "offered_to": "1,-,-,-"}, "an offer to seat 0"),
        (
            {"h3_directed": "one"},
            {"chosen": "A-1/-/-/-", "said": "offer_to_0,-,-,-", "done": "0"},
            "could not have handed in",
        ),
    ],
)
def test_options_forbid_some_positions(options: dict[str, Any], changes: dict[str, str], message: str) -> None:
    refuse(changes, message, **options)


def test_a_whole_book_in_a_hand_is_no_position() -> None:
    whole = ["A-1", "A-2", "A-3", "A-4", "B-1", "B-2", "C-1", "C-2", "D-1", "D-2", "E-1", "E-2"]
    rest = [card for card in CARDS if card not in whole]
    random.Random(1).shuffle(rest)
    refuse({"hands": "/".join(map(",".join, (whole, rest[:12], rest[12:24], rest[24:])))}, "would have laid a book")


@given(st.data())
def test_a_damaged_position_is_a_position_or_refused(data: st.DataObject) -> None:
    match = random_match(4, data.draw(st.integers(0, 50)), {"h3_directed": "one"}, 40)
    signs = list(match.position)
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(signs) - 1))
        signs[place] = data.draw(st.sampled_from(["", *"ABL-1234,/= 0", "opening", "market", "deal", "over"]))
    try:
        damaged = HONORS3.match(position="".join(signs), options=match.options, seed=1, hold_table=True)
    except PositionError:
        return
    assert again(damaged).position == damaged.position
    for seat in range(damaged.seats):
        damaged.sample(seat)
    play_on(damaged, random.Random(0), 60)
