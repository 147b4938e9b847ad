"""Processes that do not outlive the one that started them, however that ended."""

import os
import signal
import threading
import time

LOOK = 1.0  # seconds between two looks at the parent


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
