"""Whether anything is left of a program: a process, or an open file."""

import contextlib
import gc
from collections.abc import Iterator
from pathlib import Path

from tests.waiting import until


def is_gone(pid: int) -> bool:
    """Whether a process has ended; one that nobody has buried yet has."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] in "ZX"
    except OSError:
        return True


def open_files() -> int:
    gc.collect()
    return len(list(Path("/proc/self/fd").iterdir()))


@contextlib.contextmanager
def leaving_nothing() -> Iterator[list[int]]:
    pids: list[int] = []
    before = open_files()
    yield pids
    assert open_files() == before
    assert pids
    until(lambda: all(is_gone(pid) for pid in pids), "it ends")
