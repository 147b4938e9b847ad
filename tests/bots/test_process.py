"""A program at the other end of three pipes, whatever it does, and whatever happens while it is started."""

import contextlib
import signal
import subprocess
from typing import Any

import pytest
from tests.bots.leftovers import leaving_nothing
from tests.waiting import STEP

from parlour.bots.process import Process
from parlour.bots.protocol import Offence


def test_a_full_pipe_holds_nobody_up() -> None:
    process = Process(["sleep", "1000"], 100)
    with pytest.raises(Offence, match=r"had no answer after 0.2 s"):
        process.ask(b"x" * 1_000_000, 0.2)
    assert process.stop() == -signal.SIGKILL


def test_who_speaks_unasked_is_heard_when_he_is_asked_next() -> None:
    process = Process(["sh", "-c", "echo Gin!; sleep 1000"], 100)
    process._listen(STEP)
    with pytest.raises(Offence, match="spoke when nobody had asked it: 'Gin!'"):
        process.ask(b"?\n", STEP)
    process.stop()


def test_who_stops_his_ears_has_ended() -> None:
    process = Process(["sh", "-c", "exec 0<&-; echo >&2; sleep 1000"], 100)
    process._listen(STEP)
    with pytest.raises(Offence, match="ended"):
        process.ask(b"?\n", STEP)
    process.stop()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_nothing_is_left_of_a_program_that_was_being_started_when_all_was_to_end(
    number: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[int] = []

    class Disturbed(subprocess.Popen):  # type: ignore[type-arg]
        """Started, and before anybody knows of it there is a signal."""

        def __init__(self, *given: Any, **more: Any) -> None:
            super().__init__(*given, **more)
            started.append(self.pid)
            signal.raise_signal(number)

    monkeypatch.setattr(subprocess, "Popen", Disturbed)
    before = signal.signal(number, signal.default_int_handler)
    try:
        with leaving_nothing() as numbers:
            with contextlib.suppress(KeyboardInterrupt):
                Process(["sleep", "1000"], 100)
                pytest.fail("the signal was forgotten")
            numbers += started
        assert signal.getsignal(number) is signal.default_int_handler
    finally:
        signal.signal(number, before)
