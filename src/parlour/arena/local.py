"""Matches played by worker processes on this machine.

Each worker is a Python of its own (`parlour.arena.worker`), told over a pipe which matches to play. A worker that dies
takes one match with it, which counts as failed; another takes its place. A worker that is to end is asked to, so that
it can end the programs that play there, and is killed if it does not.
"""

import json
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from typing import IO, Any

from parlour.arena.batches import Batches
from parlour.arena.referee import Referee, Result, lost
from parlour.arena.tournament import Tournament
from parlour.errors import ParlourError

TICK = 0.2  # seconds after which a wait for results is broken off to look up
PATIENCE = 3.0  # seconds that a worker has to end: some players cannot be disturbed for as long

# A worker imports what this process could import, whatever folder or script it was started from.
START = "import json, sys; sys.path[:] = json.loads(sys.argv.pop()); from parlour.arena.worker import main; main()"


def play_here(tournament: Tournament, batches: Batches) -> Iterator[Result | None]:
    """Results one after the other, played in this process."""
    referee = Referee(tournament)
    while batch := batches.next():
        for number in batch:
            yield referee.play(number)


def play_local(tournament: Tournament, batches: Batches) -> Iterator[Result | None]:
    """Results as they come from as many workers as the batches are for; None when nothing came for a while."""
    team = Team(tournament, batches)
    try:
        while team.workers:
            yield team.listen()
    finally:
        for worker in team.workers:
            worker.ask_to_end()
        for worker in team.workers:
            worker.end()


class Worker:
    """A process, and the matches that it has still to play."""

    def __init__(self, heard: "queue.SimpleQueue[tuple[Worker, bytes]]", rehearsing: bool) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-c", START, json.dumps(sys.path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.todo: list[int] = []
        self.ready, self.rehearsing = False, rehearsing
        self.missed = False  # it has ended, though its pipe has not: something that a bot left behind holds it
        self._orders: IO[bytes] = self.process.stdin  # type: ignore[assignment]
        self._answers: IO[bytes] = self.process.stdout  # type: ignore[assignment]
        self._heard = heard
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        """Pass on every line that the worker says, and at the end nothing."""
        with self._answers:
            for line in self._answers:
                self._heard.put((self, line))
        self._heard.put((self, b""))

    def tell(self, order: Any) -> None:
        """Send an order; if the worker is gone, its silence will say so."""
        with suppress(OSError):
            self._orders.write(json.dumps(order).encode() + b"\n")
            self._orders.flush()

    def send_home(self) -> None:
        """There is no more to do."""
        with suppress(OSError):
            self._orders.close()

    def ask_to_end(self) -> None:
        """There is no more to do, and what it is doing is not wanted."""
        if self.todo or not self.ready:
            self.process.terminate()
        self.send_home()

    def end(self) -> int:
        """Wait until the process has ended, and see to it that it does; its exit code."""
        self.send_home()
        try:
            code = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            code = self.process.wait()
        self._thread.join(TICK)  # it goes on listening if something that a bot left behind holds the pipe
        return code


class Team:
    """The workers of a tournament."""

    def __init__(self, tournament: Tournament, batches: Batches) -> None:
        self.tournament = tournament
        self.batches = batches
        self.workers: list[Worker] = []
        self.heard: queue.SimpleQueue[tuple[Worker, bytes]] = queue.SimpleQueue()
        self.first = self.hire(rehearse=True)

    def hire(self, rehearse: bool = False) -> Worker:
        """Start a worker. The first one rehearses: what is not in the compile cache is then compiled only once."""
        worker = Worker(self.heard, rehearse)
        self.workers.append(worker)
        worker.tell({"tournament": self.tournament.data(), "rehearse": rehearse})
        return worker

    def listen(self) -> Result | None:
        """The next result, or None if there is none yet."""
        try:
            worker, line = self.heard.get(timeout=TICK)
        except queue.Empty:
            return self.look_round()
        if worker not in self.workers:
            return None
        if not line.endswith(b"\n"):  # silence, or a last word that was cut off
            return self.bury(worker) if not line else None
        answer = json.loads(line)
        if not worker.ready:
            self.greet(worker)
            return None
        worker.todo.remove(answer["match"])
        self.batches.note(answer["seconds"])
        if not worker.todo:
            self.assign(worker)
        return dict(answer)

    def look_round(self) -> Result | None:
        """Bury a worker that ended without a word, two silences after it was missed: a last word may be coming."""
        for worker in self.workers:
            if worker.missed:
                return self.bury(worker)
            worker.missed = worker.process.poll() is not None
        return None

    def greet(self, worker: Worker) -> None:
        """A worker is ready: it gets work, and if it was the first, the others are started."""
        worker.ready = True
        self.assign(worker)
        if worker is self.first:
            for _ in range(1, self.batches.workers):
                self.hire()

    def assign(self, worker: Worker) -> None:
        """Give a worker its next matches, or send it home."""
        worker.todo = self.batches.next()
        if worker.todo:
            worker.tell(worker.todo)
        else:
            worker.send_home()

    def bury(self, worker: Worker) -> Result | None:
        """A worker has ended. The match that it was playing is lost; another worker will play the rest."""
        self.workers.remove(worker)
        code = worker.end()
        if worker.todo:
            self.batches.give_back(worker.todo[1:])
            self.hire()
            return lost(self.tournament, worker.todo[0], f"the process that played it ended with code {code}")
        if not worker.ready and worker.rehearsing:  # perhaps that was too much for it
            self.first = self.hire()
        elif not worker.ready:
            raise ParlourError(f"a worker process could not start: it ended with code {code}")
        return None
