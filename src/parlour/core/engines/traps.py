"""A trap of the sandbox is a signal of the processor, which wasmtime makes an error of.

A library that answers these signals as well, to tell what it did before it crashed, would make a crash of a trap.
"""

import ctypes
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

NAMES = ("SIGSEGV", "SIGBUS", "SIGILL", "SIGFPE")
ROOM = 1024  # bytes: any system's `struct sigaction` is smaller


@contextmanager
def kept_traps() -> Iterator[None]:
    """What is done inside leaves the answers to these signals as they were."""
    if sys.platform == "win32":  # there they are no signals
        yield
        return
    sigaction = ctypes.CDLL(None).sigaction
    answers = {getattr(signal, name): ctypes.create_string_buffer(ROOM) for name in NAMES}
    for number, answer in answers.items():
        sigaction(number, None, answer)
    try:
        yield
    finally:
        for number, answer in answers.items():
            sigaction(number, answer, None)
