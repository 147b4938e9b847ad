"""Actions and positions as text, both ways."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour import Match
from parlour.core.pack.books import PACK
from parlour.errors import NotationError, PositionError
from parlour.games.honors2.table import ACTIONS

from .table import HONORS2, play, told_by, written
from .test_fine import thrown
from .test_properties import switches
from .test_refusals import drawing


def again(match: Match) -> Match:
    """The match that its position text sets up."""
    return HONORS2.match(position=match.position, options=match.options, seed=1, hold_table=True)


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("STOCK", "stock"),
        ("  take   7 ", "take 7"),
        ("take two", "take 2"),
        ("lay f-4 F-1 f-2", "lay F-1 F-2 F-4"),
        ("lay f1 f2 f3 f4", "lay F-1 F-2 F-3 F-4"),
        ("Give k-1", "give K-1"),
        ("discard g2", "discard G-2"),
    ],
)
def test_actions_may_be_written_with_some_freedom(text: str, means: str) -> None:
    assert ACTIONS.texts[ACTIONS.parse(text)] == means


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("take", r"'take' takes a number \(1 to 48\)"),
        ("take 49", "takes 1 to 48, not '49'"),
        ("lay", "a book"),
        ("lay F-1 F-2", "three or four cards of one book are laid together: 'lay F-1 F-2 F-4'"),
        ("lay F-1 F-2 G-4", "three or four cards of one book"),
        ("discard M-1", "not a card; there are A-1 to L-4"),
        ("throw G-2", "one can stock, take 1, lay "),
    ],
)
def test_what_is_no_action_is_told_what_is(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        ACTIONS.parse(text)


@given(st.text() | st.from_regex(r"(lay|take|give|fourth|discard)( [A-M]-[0-5])* ?[0-9]{0,2}"))
def test_any_text_is_an_action_or_refused(text: str) -> None:
    try:
        action = ACTIONS.parse(text)
    except NotationError:
        return
    assert 0 <= action < len(ACTIONS)


# --- Positions ------------------------------------------------------------------------------------------------

DRAW, TAKE, LAY, THROW, GIFT, SHUFFLE = range(6)


def line(what: int, seat: int = 0, card: str = "A-1", other: int = 0) -> str:
    """A line of the diary."""
    return str((what << 12) | (other << 9) | (seat << 6) | PACK.names.index(card))


@given(st.integers(2, 6), st.integers(0, 2**32), switches, st.integers(0, 120))
def test_any_position_is_read_back(seats: int, seed: int, options: dict[str, Any], moves: int) -> None:
    match = HONORS2.match(seats=seats, seed=seed, options=options, hold_table=True)
    rng = random.Random(seed)
    while len(match.moves) < moves and not match.over:
        seat = rng.choice(match.actors)
        actions = [str(action) for action in match.legal(seat)]
        eager = [text for text in actions if text.startswith(("lay", "claim"))]
        match.play(seat, rng.choice(eager or actions))
    copy = again(match)
    assert copy.position == match.position
    assert copy.actors == match.actors
    for watcher in (*range(seats), None):
        assert copy.view(watcher) == match.view(watcher)


@pytest.mark.rule("H2-G16", "H2-G09")
def test_positions_in_the_middle_of_a_fine() -> None:
    match = thrown()
    for action in ("3: silent", "2: claim", "give K-1", "stock"):
        play(match, action)
        assert again(match).position == match.position
    assert told_by(match)["diary"].split(",")[:2] == [line(TAKE, 2, "D-4"), line(GIFT, 2, "K-1", 0)]


@pytest.mark.rule("H2-05", "H2-12", "H2-21", "H2-G06", "H2-G09", "H2-G16")
@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ("phase=playing", "none of deal, draw"),
        ("phase=claim", "nobody can claim"),
        ("phase=give", "while they owe one"),
        ("phase=over", "between hands"),
        ("phase=deal", "between hands"),
        ("dealer=2", "there are 2 seats"),
        ("turn=-", "whole number"),
        ("hands=A-1,A-2,B-1/D-4,D-4", "twice"),
        ("hands=A-1,A-2,B-1/D-4,K-1,C-1", "two places"),
        ("hands=A-1,A-2/D-4,K-1", "47 cards"),
        ("hands=-/A-1,A-2,B-1,D-4,K-1", "no card left"),
        ("hands=A-1,A-2,B-1/D-4,X-1", "not a card"),
        ("hands=A-1,A-2,B-1", "should be 2, not 1"),
        ("seats=7", "2 to 6"),
        ("laid=-/-", "45 cards"),
        ("laid=D-1/D-2,D-3", "no three cards"),
        ("totals=0,150", "the match is over"),
        ("totals=0", "should be 2, not 1"),
        ("hand=100", "the match is over"),
        ("hand=-1", "out of bounds"),
        ("quiet=4", "quiet"),
        ("quiet=-1", "begins with a draw"),
        ("barred=C-1", "middle of a turn"),
        ("phase=play barred=L-4", "holds it, and seat 0 does not"),
        ("phase=play barred=A-1", "holds it, and seat 0 does not"),  # it must be known to be there
        ("phase=play barred=A-1 pledged=A-2 sure=A-1,A-2/- known=A-1,A-2/-", "middle of a turn"),
        ("phase=play pledged=A-1 sure=A-1/- known=A-1/-", "need not or cannot be laid"),
        ("silent=1", "silent only"),
        ("claimed=D-4 claimant=1", "while they owe one"),
        ("out=1", "the hand is over"),
        ("barred=C-1,C-2", "not a card"),
        ("nonsense", "name=value"),
    ],
)
def test_what_is_no_position_is_refused(fields: str, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        HONORS2.match(position=changed(fields), seed=1)


def changed(fields: str) -> str:
    """A position that is fine, with some fields told otherwise."""
    told = told_by(drawing())
    for part in fields.split(" "):
        name, sign, value = part.partition("=")
        told[name] = value if sign else ""
    return written(told).replace("nonsense=", "nonsense")


@pytest.mark.rule("H2-G16")
@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ("known=A-1/A-1 sure=A-1/A-1", "nobody can know that"),
        ("known=A-1/-", "what everybody is sure of"),
        ("sure=A-1/-", "what everybody is sure of"),
        (f"diary={line(DRAW, 0, 'L-4')}", "could not have led"),  # not in the hand
        (f"diary={line(TAKE, 0, 'L-4')}", "could not have led"),
        (f"diary={line(LAY, 0, 'L-4')}", "could not have led"),  # still in the stock
        (f"diary={line(GIFT, 0, 'K-1', 1)}", "could not have led"),  # no claim before it
        (f"diary={line(SHUFFLE)}", "could not have led"),  # no second stock
        (f"diary={line(SHUFFLE, 1)}", "no seat or card"),
        (f"diary={line(THROW, 3, 'C-1')}", "no seat or card"),
        (f"diary={int(line(DRAW)) + 63}", "no seat or card"),
        (f"diary={line(DRAW, 0, 'A-1', 1)}", "no seat or card"),
        (f"diary={6 << 12}", "out of bounds"),
        ("diary=z", "whole number"),
        ("again=B-2", "stock_out = recycle"),
        ("diary=" + ",".join([line(TAKE), line(THROW)] * 150), "there is room for 256"),
    ],
)
def test_a_memory_that_does_not_fit_is_refused(fields: str, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        HONORS2.match(position=changed(fields), seed=1)


@pytest.mark.parametrize("text", ["", "draw", "seats=½", "x" * 30_000, b"draw", 7])
def test_what_is_not_even_like_a_position_is_refused(text: Any) -> None:
    with pytest.raises(PositionError):
        HONORS2.match(position=text, seed=1)


@given(st.data())
def test_a_damaged_position_is_a_position_or_refused(data: st.DataObject) -> None:
    match = thrown()
    play(match, "2: claim", "give K-1")
    signs = list(match.position)
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(signs) - 1))
        signs[place] = data.draw(st.sampled_from(["", *"ABDGKL1234-/, 0=", "deal", "over", "claim", " silent=1"]))
    try:
        match = HONORS2.match(position="".join(signs), seed=1, hold_table=True)
    except PositionError:
        return
    assert again(match).position == match.position
    for seat in range(match.seats):
        match.sample(seat)
