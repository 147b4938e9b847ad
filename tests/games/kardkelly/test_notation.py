"""Actions and positions as text, both ways."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour import Match
from parlour.errors import NotationError, PositionError
from parlour.games.kardkelly.table import ACTIONS

from .table import KELLY, PACK, go, layout, play_on, table
from .test_properties import seat_counts, seeds, switches

TURNING = layout("1 3 11 14", "7 3 B S 2 11").position
BUYING = layout("1 - 11 14", turned="3 B", out="3", turn=1, phase="buy", buyer="1", pool="9 7 5").position

DRAWING = layout("1 - 11 14", turned="3 B", out="3 9", turn=1, phase="draw", buyer="1", pool="7 5").position


def again(match: Match) -> Match:
    """The match that its position text sets up."""
    return KELLY.match(position=match.position, options=match.options, seed=1, hold_table=True)


# --- Actions --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "means"), [(" TURN ", "turn"), ("Challenge", "challenge"), ("buy", "buy")])
def test_actions_may_be_written_with_some_freedom(text: str, means: str) -> None:
    assert ACTIONS.texts[ACTIONS.parse(text)] == means


@given(st.text() | st.sampled_from(["turn it", "turn\n", "turn turn", "", "tu\u0131rn", "buy 3"]))
def test_any_text_is_an_action_or_refused(text: str) -> None:
    try:
        action = ACTIONS.parse(text)
    except NotationError:
        return
    assert 0 <= action < len(ACTIONS)


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
    assert match.position.startswith("seats=4 phase=rejected turn=1 buyer=1 offered=9 alive=0,2,3 silent=3 ")
    assert match.position.endswith(" turned=3 balances=0,-3,-1,-1 pot=5")
    assert go(again(match), "0:silent 2:challenge draw").position == go(match, "0:silent 2:challenge draw").position


def test_the_position_of_the_rules_page_is_one() -> None:
    line = next(line for line in KELLY.text("RULES.md").splitlines() if line.startswith("seats="))
    match = KELLY.match(position=line, seed=1, hold_table=True)
    assert match.position == line
    go(match, "turn turn turn decline turn turn turn")
    assert match.scores == (0, -3, 4, -1)


@pytest.mark.rule("KK-01", "KK-02", "KK-03", "KK-17", "KK-20", "KK-G06", "KK-G08", "KK-G18", "KK-G27")
@pytest.mark.parametrize(
    ("base", "fields", "message"),
    [
        (TURNING, "phase=turning", "none of deal, buy"),
        (TURNING, "phase=over", "not over"),
        (TURNING, "phase=deal", "the table is bare"),
        (TURNING, "phase=buy", "not dead"),
        (TURNING, "first=4", "there are 4 seats"),
        (TURNING, "buyer=1", "nobody buys"),
        (TURNING, "holders=0,1", "should be 16, not 2"),
        (TURNING, "holders=-,0,-,1,-,-,-,-,-,-,-,2,-,-,2,-", "nobody has two"),
        (TURNING, "alive=0,1,2", "alive is who has a disk"),
        (TURNING, "playing=0,1,2", "has no disk"),
        (TURNING, "playing=0,1,2,3,4", "there are 4 seats"),
        (TURNING, "pool=1,2", "two places"),
        (TURNING, "pool=-,2", "two places"),
        (TURNING, "pool=16", "out of bounds"),
        (TURNING, "pack=7,3", "should be 40, not 2"),
        (TURNING, "pack=" + ",".join(["b"] * 40), "ten SCRATCH"),
        (TURNING, "pack=" + ",".join(["x"] * 40), "none of"),
        (TURNING, "turned=40", "turned out"),
        (TURNING, "balances=-1,-1,-1", "should be 4, not 3"),
        (TURNING, "balances=1,1,-1,-1", "0 counters"),
        (TURNING, "balances=9,0,0,0 pot=0", "counters"),
        (TURNING, "pot=5", "4 counters are missing"),
        (TURNING, "won=10", "over"),
        (TURNING, "headers=20", "at most 19 headers"),
        (TURNING, "silent=1", "let a window pass"),
        (BUYING, "phase=turn", "nobody buys"),
        (BUYING, "phase=disk", "a disk is offered"),
        (BUYING, "phase=kept", "cannot be challenged"),
        (BUYING, "turn=0", "own turn"),
        (BUYING, "buyer=0", "not dead"),
        (BUYING, "offered=9", "two places"),
        (DRAWING, "offered=9", "no disk is offered"),
        (BUYING, "pool=-", "no disk left"),
        (BUYING, "silent=0,2", "let a window pass"),
    ],
)
def test_what_is_no_position_is_refused(base: str, fields: str, message: str) -> None:
    changed = {part.partition("=")[0] for part in fields.split()}
    kept = [part for part in base.split() if part.partition("=")[0] not in changed]
    with pytest.raises(PositionError, match=message):
        KELLY.match(position=" ".join([*kept, fields]), seed=1)


@pytest.mark.rule("KK-25", "KK-G13", "KK-G14", "KK-G16", "KK-G27")
@pytest.mark.parametrize(
    ("table", "message"),
    [
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
        ("1 x 11", "-1,0,-1", "7 counters|8 counters"),
        ("1 x x", "13,-8,-8", "over"),
    ],
)
def test_purses_that_cannot_be(disks: str, balances: str, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        layout(disks, balances=balances, credit=False, stake=8)


@pytest.mark.parametrize(
    "text", ["", "turn", TURNING + " -", TURNING.replace(" ", ""), "seats=½", "x" * 30_000, b"turn", 7]
)
def test_what_is_not_even_like_a_position_is_refused(text: Any) -> None:
    with pytest.raises(PositionError):
        KELLY.match(position=text, seed=1)


def test_before_the_first_deal_the_table_is_bare() -> None:
    match = KELLY.match(3, seed=1, hold_table=True)
    assert match.position == "seats=3"
    assert table(match)["out_of_play"] == []
    with pytest.raises(PositionError, match="bare"):
        KELLY.match(position="seats=3 pool=4", seed=1)


@given(st.data(), st.sampled_from([TURNING, BUYING]))
def test_a_damaged_position_is_a_position_or_refused(data: st.DataObject, base: str) -> None:
    signs = list(base)
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(signs) - 1))
        signs[place] = data.draw(st.sampled_from(["", *"1234567890bsx-/,= ", "deal", "over", "turn", "disk"]))
    try:
        match = KELLY.match(position="".join(signs), seed=1, hold_table=True)
    except PositionError:
        return
    assert again(match).position == match.position
    play_on(match, random.Random(0), until=lambda match: len(match.moves) == 60)
