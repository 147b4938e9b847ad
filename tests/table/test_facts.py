"""Steps are kept, and read again as they were."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.table import facts
from parlour.table.wire import Settings

STEPS = [
    facts.Step(1.5, (facts.Opened("cam", 1, 2, {"board": "cam"}, Settings(), b"secret"),)),
    facts.Step(2.0, (facts.Acted(0, (1, 2), "person"), facts.Ended("agreement")), member=3, key="k"),
    facts.Step(2.5, (), 3, "l", facts.Grounds("illegal", "No.", "CAM-1", "no", {"card": "A-1"})),
    facts.Step(3.0, (facts.Begun(4), facts.Known(1, b"\x00\xff"))),
]


@pytest.mark.parametrize("step", STEPS)
def test_steps_are_read_as_they_were_written(step: facts.Step) -> None:
    assert facts.unpack(facts.pack(step)) == step


@given(st.floats(0, 4e9), st.text(max_size=60))
def test_times_and_texts_come_back_exactly(at: float, text: str) -> None:
    step = facts.Step(at, (facts.Said(1, text),))
    assert facts.unpack(facts.pack(step)) == step


def test_facts_without_what_came_later_are_still_read() -> None:
    """A log of before matches named the version of their rules."""
    old = b"\x82\xa2at\xcb?\xf0\x00\x00\x00\x00\x00\x00\xa5facts\x91\x81\xa2is\xa5begun"
    assert facts.unpack(old) == facts.Step(1.0, (facts.Begun(0),))
