"""Actions and positions as text, both ways."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour import Match
from parlour.errors import NotationError, PositionError
from parlour.games.kardkelly import notation, state

from .table import KELLY, PACK, go, layout, play_on, table
from .test_properties import seat_counts, seeds, switches

TURNING = layout("1 3 11 14", "7 3 B S 2 11").position
BUYING = layout("1 - 11 14", turned="3 B", out="3", turn=1, phase="buy", buyer="1", pool="9 7 5").position

DRAWING = layout("1 - 11 14", turned="3 B", out="3 9", turn=1, phase="draw", buyer="1", pool="7 5").position


def again(match: Match) -> Match:
    """The match that its position text sets up."""
    return KELLY.match(position=match.position, options=match.options, seed=1, hold_table=True)


# --- Actions --------------------------------------------------------------------------------------------------


def test_every_action_is_read_back_from_its_text() -> None:
    s = layout("1 3").state
    for action in range(state.ACTIONS):
        assert notation.parse_action(s, 0, notation.action_text(s, 0, action)) == [action]


@pytest.mark.parametrize(("text", "means"), [(" TURN ", "turn"), ("Challenge", "challenge"), ("buy", "buy")])
def test_actions_may_be_written_with_some_freedom(text: str, means: str) -> None:
    s = layout("1 3").state
    assert notation.parse_action(s, 0, text) == notation.parse_action(s, 0, means)


@given(st.text() | st.sampled_from(["turn it", "turn\n", "turn turn", "", "tu\u0131rn", "buy 3"]))
def test_any_text_is_an_action_or_refused(text: str) -> None:
    s = layout("1 3").state
    try:
        (action,) = notation.parse_action(s, 0, text)
    except NotationError:
        return
    assert 0 <= action < state.ACTIONS


# --- Positions ------------------------------------------------------------------------------------------------


@given(seat_counts, seeds, switches, st.integers(0, 120))
def test_any_position_is_read_back(seats: int, seed: int, options: dict[str, Any], moves: int) -> None:
    match = KELLY.match(seats, seed=seed, options=options, hold_table=True)
    play_on(match, random.Random(seed), until=lambda match: len(match.moves) == moves)
    copy = again(match)
    assert copy.position == match.position
    assert copy.actors == match.actors
    before = {"result": None}  # it tells of what came before the position
    assert copy.view(None) | before == match.view(None) | before
    copied, state = copy.state, match.state
    copied.key[:], copied.drawn = state.key, state.drawn
    assert copied.tobytes() == state.tobytes()


def test_a_position_says_it_all() -> None:
    match = go(layout("1 3 11 14", "7 3 B", pool="9 7 5"), "turn turn turn buy reject 3:silent")
    fields = match.position.split()
    assert fields[:4] == ["rejected", "0,1", "1=9", "1,-,11,14"]
    assert fields[4].startswith("7,5,")
    assert fields[5].startswith("7,3,B/")
    assert fields[6:] == ["0,-3,-1,-1", "0,0", "3"]
    assert go(again(match), "0:silent 2:challenge draw").position == go(match, "0:silent 2:challenge draw").position


def test_the_position_of_the_rules_page_is_one() -> None:
    line = next(line for line in KELLY.text("RULES.md").splitlines() if line.startswith("turn 0,0"))
    match = KELLY.match(position=line, seed=1, hold_table=True)
    assert match.position == line
    go(match, "turn turn turn decline turn turn turn")
    assert match.scores == (0, -3, 4, -1)


@pytest.mark.rule("KK-01", "KK-02", "KK-03", "KK-17", "KK-20", "KK-G06", "KK-G08", "KK-G18", "KK-G27")
@pytest.mark.parametrize(
    ("base", "field", "value", "message"),
    [
        (TURNING, 0, "turning", "not a phase"),
        (TURNING, 0, "over", "not over"),
        (TURNING, 0, "deal", "none before|turns cards"),
        (TURNING, 0, "buy", "somebody buys"),
        (TURNING, 1, "0,-", "turns cards"),
        (TURNING, 1, "4,0", "from 0 to 3"),
        (TURNING, 1, "0", "whole numbers"),
        (TURNING, 2, "0", "nobody buys"),
        (TURNING, 3, "1,3,11", "numbers"),
        (TURNING, 3, "1,3,11,11", "two places"),
        (TURNING, 3, "1,3,11,16", "from -1 to 15"),
        (TURNING, 3, "1,3,11,-", "must have been turned"),
        (TURNING, 3, "1,3,11,x", "credit"),
        (TURNING, 3, "1", "1 numbers"),
        (TURNING, 4, "1,2", "two places"),
        (TURNING, 4, "0,2", "from 1 to 15"),
        (TURNING, 5, "-", "a pack"),
        (TURNING, 5, "7,3", "a stroke"),
        (TURNING, 5, "7,3/X", "a stroke"),
        (TURNING, 5, "7,3/B", "ten SCRATCH"),
        (TURNING, 6, "-1,-1,-1", "4 numbers"),
        (TURNING, 6, "1,1,-1,-1", "0 counters"),
        (TURNING, 6, "9,0,0,0", "counters"),
        (TURNING, 7, "10,0", "over"),
        (TURNING, 7, "0", "2 numbers"),
        (TURNING, 7, "0,20", "at most 19 headers"),
        (TURNING, 8, "1", "closed"),
        (BUYING, 0, "turn", "nobody buys"),
        (BUYING, 0, "disk", "a disk is offered"),
        (BUYING, 0, "kept", "cannot be challenged"),
        (BUYING, 1, "0,0", "own turn"),
        (BUYING, 2, "-", "somebody buys"),
        (BUYING, 2, "0", "not dead"),
        (BUYING, 2, "1=9", "two places"),
        (BUYING, 2, "1=3", "must have been turned"),
        (DRAWING, 2, "1=9", "no disk is offered"),
        (BUYING, 4, "-", "no disk left"),
        (BUYING, 8, "0,2", "closed"),
    ],
)
def test_what_is_no_position_is_refused(base: str, field: int, value: str, message: str) -> None:
    fields = base.split(" ")
    fields[field] = value
    with pytest.raises(PositionError, match=message):
        KELLY.match(position=" ".join(fields), seed=1)


@pytest.mark.rule("KK-25", "KK-G13", "KK-G14", "KK-G16", "KK-G27")
@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"disks": "1 3", "phase": "deal", "turn": "-", "count": "0,1"}, "everybody dead"),
        ({"disks": "1 3", "turned": " ".join(PACK)}, "turned out"),
        ({"disks": "1 x 3", "turn": 1, "credit": False, "stake": 1, "balances": "-1,-1,1"}, "out of the match"),
        ({"disks": "- -", "turned": "1 3", "out": "1 3"}, "so few"),
        ({"disks": "- 3", "turned": "1", "out": "1", "last_alive_wins": True}, "so few"),
    ],
)
def test_rounds_that_could_not_be_so(table: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError, match=message):
        layout(**table)


@pytest.mark.rule("KK-G27")
@pytest.mark.parametrize(
    ("disks", "balances", "message"),
    [
        ("1 3 11", "-9,3,3", "-1 counters"),
        ("1 x 11", "-1,0,-1", "8 counters"),
        ("1 x x", "13,-8,-8", "over"),
    ],
)
def test_purses_that_cannot_be(disks: str, balances: str, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        layout(disks, balances=balances, credit=False, stake=8)


@pytest.mark.parametrize(
    "text", ["", "turn", TURNING + " -", TURNING.replace(" ", ""), "turn ½", "x" * 30_000, b"turn", 7]
)
def test_what_is_not_even_like_a_position_is_refused(text: Any) -> None:
    with pytest.raises(PositionError):
        KELLY.match(position=text, seed=1)


def test_before_the_first_deal_the_table_is_bare() -> None:
    match = KELLY.match(3, seed=1, hold_table=True)
    assert match.position == "deal 0,- - -,-,- - - 0,0,0 0,0 -"
    assert table(match)["out_of_play"] == []
    for text in ("deal 0,- - 4,-,- - - 0,0,0 0,0 -", "deal 1,- - -,-,- - - 0,0,0 0,0 -"):
        with pytest.raises(PositionError, match="bare"):
            KELLY.match(position=text, seed=1)


@given(st.data(), st.sampled_from([TURNING, BUYING]))
def test_a_damaged_position_is_a_position_or_refused(data: st.DataObject, base: str) -> None:
    signs = list(base)
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(signs) - 1))
        signs[place] = data.draw(st.sampled_from(["", *"1234567890BSx-/,= ", "deal", "over", "turn", "disk"]))
    try:
        match = KELLY.match(position="".join(signs), seed=1, hold_table=True)
    except PositionError:
        return
    assert again(match).position == match.position
    play_on(match, random.Random(0), until=lambda match: len(match.moves) == 60)
