"""Ctrl-C at a bad moment: it waits until what is being done is whole."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def interrupts_noted() -> Iterator[threading.Event]:
    """Ctrl-C only sets a flag meanwhile, so that nothing is left half done; where it is ignored, it stays ignored."""
    flag = threading.Event()
    in_main = threading.current_thread() is threading.main_thread()
    if not in_main or signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        yield flag
        return
    before = signal.signal(signal.SIGINT, lambda *_: flag.set())
    try:
        yield flag
    finally:
        signal.signal(signal.SIGINT, before)
