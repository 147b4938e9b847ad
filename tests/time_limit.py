"""Every test has a time limit, and the outcome names the test that ran into it.

An alarm fails the test and shows where it stands. Compiled code hears no alarm, and a fixture may hang as well: for
those a second limit, which needs no Python, ends the whole process; the trace it leaves and pytest-xdist name the test.
"""

import faulthandler
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

import pytest

from tests.waiting import TEST

WITH_FIXTURES: Final = 3 * TEST  # seconds; a server may have to start, or rules to be compiled


@contextmanager
def fails_when_late(name: str) -> Iterator[None]:
    """What is done inside ends in time, or fails."""

    def late(number: int, frame: FrameType | None) -> None:
        pytest.fail(f"{name} took longer than {TEST:g} s; TEST_PATIENCE=2 in the environment gives it twice that")

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, TEST)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def ends_when_late() -> Iterator[None]:
    """What is done inside ends in time, or the process ends."""
    faulthandler.dump_traceback_later(WITH_FIXTURES, exit=True)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()
