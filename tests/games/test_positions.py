"""Positions of every game: read back as they were written, and refused where they were made up wrongly."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour import Match
from parlour.errors import PositionError
from parlour.games import game, names

SIGNS = "0123456789abcxABCDEFGHJKLPQST$*-/,= "


def played(name: str, seed: int, moves: int) -> Match:
    """A match in which so many actions were taken at random."""
    choose = random.Random(seed)
    known = game(name)
    match = known.match(choose.randint(known.fewest, known.most), seed=seed, hold_table=True)
    for _ in range(moves):
        if match.over:
            break
        seat = choose.choice(match.actors)
        match.play(seat, choose.choice(match.legal_ids(seat)))
    return match


@pytest.mark.parametrize("name", names())
@given(seed=st.integers(0, 2**32), moves=st.integers(0, 150))
def test_a_state_is_read_back_byte_for_byte(name: str, seed: int, moves: int) -> None:
    match = played(name, seed, moves)
    copy = match.game.match(position=match.position, options=match.options, seed=seed, hold_table=True)
    copied, state = copy.state, match.state
    copied.key[:], copied.drawn = state.key, state.drawn
    assert copied.tobytes() == state.tobytes()


@pytest.mark.parametrize("name", names())
@given(data=st.data())
def test_a_damaged_position_is_refused_or_can_be_played_on(name: str, data: st.DataObject) -> None:
    match = played(name, data.draw(st.integers(0, 50)), data.draw(st.integers(0, 80)))
    signs = list(match.position)
    for _ in range(data.draw(st.integers(1, 3))):
        signs[data.draw(st.integers(0, len(signs) - 1))] = data.draw(st.sampled_from(["", *SIGNS]))
    try:
        copy = match.game.match(position="".join(signs), options=match.options, seed=1, hold_table=True)
    except PositionError:
        return
    again = match.game.match(position=copy.position, options=match.options, seed=1, hold_table=True)
    assert again.position == copy.position
    choose = random.Random(0)
    for _ in range(60):
        if copy.over:
            break
        seat = choose.choice(copy.actors)
        if seat < copy.seats:
            copy.sample(seat)
        copy.play(seat, choose.choice(copy.legal_ids(seat)))
