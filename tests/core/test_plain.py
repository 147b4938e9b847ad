"""States as plain data are the states, field by field, and what rules work out of them is what the rules say."""

from typing import Any

import numpy as np
import pytest

import parlour
from parlour.core.kernel import layout
from parlour.core.match import reader
from parlour.core.plain import Reader


@pytest.mark.parametrize("name", parlour.games())
def test_every_field_of_a_state_is_read(name: str) -> None:
    match = parlour.game(name).match(seed=3)
    for _ in range(12):
        seat = match.actors[0]
        match.play(seat, match.legal_ids(seat)[-1])
        state, plain = match.state, reader(match.game)(match._states)
        for field in state.dtype.names:
            value = getattr(plain, field)
            assert value == state[field].tolist()
            assert type(value) in (int, list)


def test_all_kinds_of_fields_are_read() -> None:
    form = layout(
        [
            ("a", np.int8),
            ("b", np.uint64, 3),
            ("c", np.int16, (2, 2)),
            ("d", np.uint8),
            ("e", np.int64, 99),
            ("f", "u4"),
        ]
    )
    states: Any = np.zeros(2, dtype=form)
    states[0].a, states[0].d, states[0].f = -5, 255, 2**32 - 1
    states[0].b[:], states[0].c[:], states[0].e[98] = [1, 2**64 - 1, 0], [[1, 2], [3, -4]], -(2**63)
    plain = Reader(form)(states[:1])
    assert (plain.a, plain.b, plain.c, plain.d) == (-5, [1, 2**64 - 1, 0], [[1, 2], [3, -4]], 255)
    assert (plain.e[98], plain.f) == (-(2**63), 2**32 - 1)


@pytest.mark.parametrize("name", parlour.games())
def test_a_view_is_of_the_state_as_it_is_now(name: str) -> None:
    """Nothing that was read for an earlier view is left over: a match and its replay look the same."""
    game = parlour.game(name)
    match = game.match(seed=5)
    for _ in range(20):
        viewers = [None, *range(match.seats)]
        seen = [match.view(viewer) for viewer in viewers]
        fresh = match.clone()
        assert [fresh.view(viewer) for viewer in viewers] == seen
        seat = match.actors[0]
        assert list(match.view(seat)["legal"]) == [str(action) for action in match.legal(seat)]
        match.play(seat, match.view(seat)["legal"][-1])
    match.undo()
    assert match.view(None) == seen[0]
