"""A program at the other end of three pipes. Nothing here waits longer than it is told to, whatever the program does.

Pipes never block: what the program does not read stays here until its time is up, what it prints is taken from it
while it is waited for, and of its complaints only the end is kept. The program is the leader of a session of its own;
ending it ends all that it started there. It is ended when asked, when this object is dropped, and when Python exits.
"""

import contextlib
import os
import selectors
import signal
import subprocess
import threading
import time
import weakref
from collections.abc import Iterator, Mapping, Sequence

from parlour.bots.protocol import Offence, shown

CHUNK = 1 << 16
TAIL = 4096  # bytes of its complaints that are kept
A_WHILE = 3600.0  # seconds, the most that is waited at once: the system cannot wait for ever
GRACE = 0.5  # seconds to leave by itself after a farewell
KEPT = ("PATH", "HOME", "LANG", "LANGUAGE", "TZ", "TMPDIR")
KEPT_STARTS = ("LC_", "PARLOUR_BOT_")


def environment(given: Mapping[str, str]) -> dict[str, str]:
    """What a program is told of this process's environment: where things are, the language, what is meant for it."""
    return {name: value for name, value in given.items() if name in KEPT or name.startswith(KEPT_STARTS)}


@contextlib.contextmanager
def undisturbed() -> Iterator[None]:
    """Let a Ctrl-C, or a request to end, wait for this: a program that is half started could not be ended."""
    if threading.current_thread() is not threading.main_thread():  # others are never disturbed
        yield
        return
    late: list[int] = []
    signals = signal.SIGINT, signal.SIGTERM
    before = [signal.signal(number, lambda number, _: late.append(number)) for number in signals]
    try:
        yield
    finally:
        for number, handler in zip(signals, before, strict=True):
            signal.signal(number, handler)
        for heard in late:
            signal.raise_signal(heard)


class Process:
    """A running program."""

    def __init__(self, command: Sequence[str], most: int) -> None:
        pipe = subprocess.PIPE
        self._most = most
        self._heard = bytearray()
        self._complaints = bytearray()
        self._selector = selectors.DefaultSelector()
        try:
            with undisturbed():
                self._child = subprocess.Popen(
                    command, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, env=environment(os.environ),
                    start_new_session=True,
                )  # fmt: skip
                self._end = weakref.finalize(self, end, self._child, self._selector, os.getpid())
        except OSError as error:
            self._selector.close()
            raise Offence("crashed", f"could not be started: {error.strerror}") from None
        self._stdin, self._stdout, self._stderr = (
            each.fileno() for each in (self._child.stdin, self._child.stdout, self._child.stderr) if each
        )
        for number in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(number, False)
        for number in (self._stdout, self._stderr):
            self._selector.register(number, selectors.EVENT_READ)

    @property
    def stderr(self) -> str:
        """The end of what it complained of."""
        return self._complaints.decode(errors="replace").strip()

    def ask(self, question: bytes, seconds: float) -> bytes:
        """Send something and wait for one line; `Offence` if it does not come, or not alone."""
        self._listen(0)
        if self._heard:
            raise Offence("out of turn", f"spoke when nobody had asked it: {shown(bytes(self._heard))}")
        self._exchange(question, seconds)
        line, _, more = self._heard.partition(b"\n")
        if more:
            raise Offence("out of turn", f"said more than one line: {shown(bytes(more))}")
        self._heard.clear()
        return bytes(line)

    def stop(self, farewell: bytes = b"") -> int:
        """End it, at once or after a farewell and a moment to leave by itself; its exit status."""
        if farewell and self._end.alive:
            with contextlib.suppress(OSError, Offence):
                os.write(self._stdin, farewell)
                if self._child.stdin:
                    self._child.stdin.close()
                patience = time.monotonic() + GRACE
                while time.monotonic() < patience:
                    self._listen(patience - time.monotonic())
                    self._heard.clear()
        elif self._end.alive:
            with contextlib.suppress(OSError, Offence):
                self._read_complaints()
        self._end()
        return int(self._child.returncode)

    def _exchange(self, question: bytes, seconds: float) -> None:
        todo = memoryview(question)
        deadline = time.monotonic() + seconds
        self._selector.register(self._stdin, selectors.EVENT_WRITE)
        while todo or b"\n" not in self._heard:
            left = deadline - time.monotonic()
            if left <= 0:
                raise Offence("late", f"had no answer after {seconds:g} s")
            if self._listen(left):
                todo = self._send(todo)
                if not todo:
                    self._selector.unregister(self._stdin)

    def _listen(self, seconds: float) -> bool:
        """Take what it prints, waiting at most so long for it; whether it would read more."""
        ready = {key.fd for key, _ in self._selector.select(min(max(0.0, seconds), A_WHILE))}
        if self._stderr in ready:
            self._read_complaints()
        if self._stdout in ready:
            self._hear()
        return self._stdin in ready

    def _send(self, todo: memoryview) -> memoryview:
        try:
            return todo[os.write(self._stdin, todo[:CHUNK]) :]
        except BlockingIOError:
            return todo
        except BrokenPipeError:
            raise Offence("crashed", "ended") from None

    def _hear(self) -> None:
        said = os.read(self._stdout, CHUNK)
        if not said:
            raise Offence("crashed", "ended")
        self._heard += said
        if len(self._heard) > self._most:
            raise Offence("garbage", f"said more than {self._most} bytes at once: {shown(bytes(self._heard[:200]))}")

    def _read_complaints(self) -> None:
        with contextlib.suppress(BlockingIOError):
            said = os.read(self._stderr, CHUNK)
            if not said and self._stderr in self._selector.get_map():
                self._selector.unregister(self._stderr)
            self._complaints += said
            del self._complaints[:-TAIL]


def end(child: "subprocess.Popen[bytes]", selector: selectors.BaseSelector, owner: int) -> None:
    """Leave nothing of a program behind: no process, no zombie, no pipe. In a fork it is the parent's, and lives on.

    It is not asked before whether it still runs: as long as nobody has, its number is not given to another.
    """
    selector.close()
    for pipe in (child.stdin, child.stdout, child.stderr):
        if pipe is not None:
            pipe.close()
    if os.getpid() == owner:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)
        child.wait()
