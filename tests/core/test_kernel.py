"""What rules are written with."""

import numpy as np

from parlour.core import kernel


def test_layouts_have_no_gaps_and_stay_aligned() -> None:
    state = kernel.layout([("a", np.int8), ("b", np.uint64), ("c", np.int16, 3)])
    assert state.names == ("a", "gap_1", "b", "c", "gap_4")
    assert state.itemsize == 24
    assert state.isalignedstruct
    one = np.zeros(1, dtype=state)[0]
    one.c[1] = 5
    assert one.c.tolist() == [0, 5, 0]


def test_a_layout_without_gaps_gets_none() -> None:
    assert kernel.layout([("a", np.uint64), ("b", np.int64)]).names == ("a", "b")


def test_whole_numbers_stay_whole() -> None:
    assert kernel.whole(np.uint64(7)) - 9 == -2
