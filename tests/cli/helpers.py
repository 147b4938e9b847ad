"""How the tests run the command line: inside this process, or as a process of its own."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from typer.testing import CliRunner, Result

from parlour.cli.app import app
from tests.waiting import STEP, TEST, until

ENV = {"NO_COLOR": "1", "COLUMNS": "100", "TERM": "dumb"}


def run(*arguments: str, text: str = "") -> Result:
    """A command inside this process, with `text` piped in."""
    return CliRunner().invoke(app, list(arguments), input=text, env=ENV)


@contextmanager
def heeding_ctrl_c() -> Iterator[None]:
    """Meanwhile Ctrl-C is not ignored, which processes started here would inherit (from nohup, say)."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def start(*arguments: str, home: Path, **more: str) -> Iterator[subprocess.Popen[bytes]]:
    """A command as a process of its own, with pipes; it is ended when the test has done with it."""
    with heeding_ctrl_c():
        process = subprocess.Popen(
            [sys.executable, "-m", "parlour", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=os.environ | ENV | {"XDG_DATA_HOME": str(home)} | more,
        )
    with process:
        try:
            yield process
        finally:
            process.kill()


def waits(pid: int) -> bool:
    """Whether a process sleeps, as one does that reads what has not been typed yet, or has ended."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] in "SZ"


def press_ctrl_c(process: subprocess.Popen[bytes], press: Callable[[], object]) -> None:
    """Press Ctrl-C until the process ends: one that comes just before a read begins is not seen until the next."""

    def ended() -> bool:
        until(lambda: waits(process.pid), "it waits for somebody")
        press()
        try:
            process.wait(timeout=STEP / 10)
        except subprocess.TimeoutExpired:
            return False
        return True

    until(ended, "Ctrl-C ends it", TEST)


def outcome(*arguments: str, home: Path, text: bytes = b"", **more: str) -> tuple[int, str, str]:
    """Exit code, output and errors of a command that was a process of its own."""
    with start(*arguments, home=home, **more) as process:
        out, err = process.communicate(text, timeout=TEST)
    return process.returncode, out.decode(), err.decode()
