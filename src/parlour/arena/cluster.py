"""Matches played by Ray: on a cluster that is running (`--address`), or on one started here for the purpose.

Every machine of a cluster needs Parlour, in the same version. It needs the extra `ray`.
"""

import os
import socket
import sys
from collections.abc import Iterator
from typing import Any

from parlour.arena.batches import Batches
from parlour.arena.local import TICK
from parlour.arena.referee import Referee, Result, lost
from parlour.arena.tournament import Tournament
from parlour.core.engines import play_by_the_thousand
from parlour.core.engines.traps import kept_traps
from parlour.errors import MissingExtra, ParlourError

PATIENCE = 10.0  # seconds
QUEUED = 2  # batches for each processor: one that is played, one that waits


def require_ray() -> Any:
    """Ray; `MissingExtra` if it is not installed. It is told not to report to anybody."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ImportError:
        raise MissingExtra("the engine ray needs the extra `ray`: install parlour[ray]") from None
    return ray


class Cluster:
    """A cluster, joined or started; `play` is an engine."""

    def __init__(self, workers: int | None, address: str | None) -> None:
        self.ray = require_ray()
        self.joined = not self.ray.is_initialized()
        if self.joined:
            self._join(workers, address)
        self.workers = workers or int(self.ray.cluster_resources().get("CPU", 1))

    def _join(self, workers: int | None, address: str | None) -> None:
        check_reachable(address)
        quiet = {"include_dashboard": False} if address is None else {}
        here = {"num_cpus": workers} if address is None and workers else {}
        try:
            with kept_traps():
                self.ray.init(address or "local", log_to_driver=False, logging_level="error", **quiet, **here)
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise ParlourError(f"Ray cannot be reached at {address or 'this machine'}: {error}") from None

    def play(self, tournament: Tournament, batches: Batches) -> Iterator[Result | None]:
        """Results as batches of matches are done; None when nothing came for a while."""
        task = self.ray.remote(max_retries=0)(play_batch)
        data = self.ray.put({"tournament": tournament.data(), "path": sys.path})
        pending: dict[Any, list[int]] = {}
        try:
            while self._fill(pending, task, data, batches):
                ready, _ = self.ray.wait(list(pending), timeout=TICK)
                for done in ready:
                    yield from self._collect(done, pending.pop(done), tournament, batches)
                if not ready:
                    yield None
        finally:
            for left in pending:
                self.ray.cancel(left, force=True)
            if self.joined:
                self.ray.shutdown()

    def _fill(self, pending: dict[Any, list[int]], task: Any, data: Any, batches: Batches) -> bool:
        """Keep every processor busy; whether anything is going on."""
        while len(pending) < QUEUED * self.workers and (batch := batches.next()):
            pending[task.remote(data, batch)] = batch
        return bool(pending)

    def _collect(self, done: Any, batch: list[int], one: Tournament, batches: Batches) -> Iterator[Result]:
        """The results of a batch. If its process died, its matches are played alone, until the guilty one is found."""
        try:
            results: list[Result] = self.ray.get(done)
        except self.ray.exceptions.RayError as error:
            if len(batch) > 1:
                batches.give_back(batch, alone=True)
            else:
                yield lost(one, batch[0], f"the process that played it died: {type(error).__name__}")
            return
        for result in results:
            batches.note(result["seconds"])
            yield result


def check_reachable(address: str | None) -> None:
    """`ParlourError` if nobody answers there; Ray itself would take minutes to find out."""
    host, _, port = (address or "").rpartition(":")
    if not port.isdecimal():
        return
    try:
        socket.create_connection((host.removeprefix("ray://"), int(port)), timeout=PATIENCE).close()
    except OSError as error:
        raise ParlourError(f"there is no Ray cluster at {address}: {error.strerror or error}") from None


def play_batch(data: dict[str, Any], numbers: list[int]) -> list[Result]:
    """Play some matches; what a processor of the cluster does, with what the process that leads can import."""
    sys.path += [place for place in data["path"] if place not in sys.path]
    play_by_the_thousand()
    referee = Referee(Tournament.from_data(data["tournament"]))
    return [referee.play(number) for number in numbers]


def engine(workers: int | None, address: str | None) -> tuple[Any, int]:
    """Ray as an engine, and how many matches it plays at a time."""
    cluster = Cluster(workers, address)
    return cluster.play, cluster.workers
