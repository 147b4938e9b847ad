"""A worker process of the local engine: told on its standard input what to play, it answers with a line a match."""

import json
import os
import signal
import sys
from contextlib import suppress
from typing import TextIO

from parlour.arena.referee import Referee
from parlour.arena.tournament import Tournament
from parlour.core.engines import play_by_the_thousand
from parlour.core.kinship import follow

READY = "ready"


def main() -> None:
    """Play what one is told until there is no more.

    Ctrl-C is for the process that leads; if that is gone, so is the worker. Asked to end, or left alone, it ends the
    programs that play here first. What a bot prints goes to the error stream, so that it cannot spoil an answer, and
    what it reads is empty, so that it cannot take an order away.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    follow(os.getppid())
    play_by_the_thousand()
    with os.fdopen(os.dup(0), encoding="utf-8") as orders, os.fdopen(os.dup(1), "w", encoding="utf-8") as answers:
        os.dup2(2, 1)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        with suppress(BrokenPipeError):
            work(orders, answers)


def work(orders: TextIO, answers: TextIO) -> None:
    """The first order says what is played, and whether to rehearse it; each of the others is a list of matches."""
    first = json.loads(orders.readline())
    referee = Referee(Tournament.from_data(first["tournament"]))
    if first["rehearse"]:
        referee.rehearse()
    say(READY, answers)
    for line in orders:
        for number in json.loads(line):
            say(referee.play(number), answers)


def say(answer: object, answers: TextIO) -> None:
    """Send an answer at once."""
    answers.write(json.dumps(answer, separators=(",", ":")) + "\n")
    answers.flush()
