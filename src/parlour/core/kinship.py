"""Processes that do not outlive the one that started them, however that ended."""

import os
import signal
import threading
import time

LOOK = 1.0  # seconds between two looks at the parent


def serve(parent: int) -> None:
    """Work for the process that started this one and nobody else: a Ctrl-C is for it to obey, and when it has ended
    there is nothing to put away."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=outlive, args=(parent,), daemon=True, name="parent").start()


def outlive(parent: int) -> None:
    """Wait for the end of the parent, and not a moment longer."""
    while os.getppid() == parent:
        time.sleep(LOOK)
    os._exit(1)


def follow(parent: int) -> None:
    """End this process when the one that started it has ended; it may have already."""
    threading.Thread(target=watch, args=(parent,), daemon=True, name="parent").start()


def watch(parent: int) -> None:
    """Wait for the end of the parent, then end as if told to; whoever does not listen is ended for good."""
    while os.getppid() == parent:
        time.sleep(LOOK)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(10 * LOOK)
    os._exit(1)
