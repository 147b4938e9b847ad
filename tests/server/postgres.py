"""A real PostgreSQL for the tests: in a folder of its own, on a socket of its own, gone afterwards."""

import os
import random
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path

import pytest
from tests.server.serving import children
from tests.waiting import until

SUPERUSER = "postgres"
HOMES = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)  # where Debian puts it
SETTINGS = {
    "listen_addresses": "''",
    "fsync": "off",  # the computer does not crash in the tests, only processes do
    "shared_buffers": "16MB",
    "max_connections": "100",
}


class Postgres:
    """A server, started and stopped at will; it may follow another one, as its standby.

    PostgreSQL refuses to run as root, so root lends it another user.
    """

    def __init__(self, follows: "Postgres | None" = None, **settings: str) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="parlour-"))
        self.calls = self.folder / "calls.log"
        self.settings = SETTINGS | settings
        self.environment: dict[str, str] = {}
        self.numbers = count(1)
        self.empty: list[str] = []
        self.user = SUPERUSER if os.geteuid() == 0 else None
        if self.user:
            shutil.chown(self.folder, self.user)
        if follows:
            self.call("pg_basebackup", "-D", "data", "-R", "-c", "fast", "-h", str(follows.folder), "-U", SUPERUSER)
        else:
            self.call("initdb", "-D", "data", "-U", SUPERUSER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        self.start()

    def call(self, program: str, *arguments: str) -> None:
        """Have one of PostgreSQL's programs do something."""
        assert self.run(program, *arguments) == 0, self.calls.read_text()

    def run(self, program: str, *arguments: str) -> int:
        """Run one of PostgreSQL's programs; its exit code."""
        found = next((str(home / program) for home in HOMES if (home / program).exists()), shutil.which(program))
        assert found, "these tests need PostgreSQL 15: on Debian, the package postgresql-15"
        with self.calls.open("a") as log:
            done = subprocess.run(
                [found, *arguments], cwd=self.folder, user=self.user, env=os.environ | self.environment,
                stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, check=False,
            )  # fmt: skip
        return done.returncode

    def start(self) -> None:
        assert self.starts(), self.calls.read_text() + (self.folder / "server.log").read_text()

    def starts(self) -> bool:
        """Start it, if it can."""
        options = " ".join(f"-c {name}={value}" for name, value in self.settings.items())
        how = ("start", "-w", "-D", "data", "-l", "server.log", "-o", f"{options} -k {self.folder}")
        return self.run("pg_ctl", *how) == 0

    def start_again(self) -> None:
        """Start it if it has given up, as it does when it cannot write its log."""
        if self.run("pg_ctl", "status", "-D", "data") != 0:
            self.start()

    def stop(self, mode: str = "fast") -> None:
        """Stop it; `immediate` is what a crash would be."""
        self.call("pg_ctl", "stop", "-w", "-D", "data", "-m", mode)

    def kill(self) -> None:
        """Kill all of it, with no time for anything."""
        all_of_it = [self.pid, *children(self.pid)]
        for sign in (signal.SIGSTOP, signal.SIGKILL):
            for each in all_of_it:
                with suppress(ProcessLookupError):
                    os.kill(each, sign)
        until(lambda: not any(Path(f"/proc/{each}").exists() for each in all_of_it), "it ends, and its number is free")

    def crash(self) -> None:
        """Let all of it go down at once, and start it again."""
        self.stop("immediate")
        self.start()

    def promote(self) -> None:
        """Let a standby be the one that is written to."""
        self.call("pg_ctl", "promote", "-w", "-D", "data")

    def kill_a_part(self) -> None:
        """Kill one of its processes: it ends all others, and goes on from what it has written, by itself."""
        parts = children(self.pid)
        os.kill(random.choice(parts), signal.SIGKILL)
        until(lambda: not {*parts} & {*children(self.pid)} and self.run("pg_isready", "-h", str(self.folder)) == 0)

    @property
    def pid(self) -> int:
        """Its first process, which starts all others."""
        return int((self.folder / "data" / "postmaster.pid").read_text().split()[0])

    def fresh(self) -> str:
        """The URL of an empty database."""
        if not self.empty:
            name = f"parlour{next(self.numbers)}"
            self.tell("postgres", f"CREATE DATABASE {name}")
            self.empty.append(name)
        return f"postgresql+asyncpg://{SUPERUSER}@/{self.empty.pop()}?host={self.folder}"

    def give_back(self, url: str) -> None:
        """Empty a database, for the next one who needs one: that is quicker than making another."""
        name = url.partition("@/")[2].partition("?")[0]
        self.tell(name, "DROP SCHEMA public CASCADE", "CREATE SCHEMA public")
        self.empty.append(name)

    def tell(self, database: str, *statements: str) -> None:
        """Have statements carried out in a database."""
        commands = [word for statement in statements for word in ("-c", statement)]
        self.call("psql", "-X", "-q", "-h", str(self.folder), "-U", SUPERUSER, "-d", database, *commands)

    def destroy(self) -> None:
        try:
            self.run("pg_ctl", "stop", "-w", "-D", "data", "-m", "immediate")  # unless it runs no more
        finally:
            shutil.rmtree(self.folder)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A server that is running, one for each process that runs tests."""
    server = Postgres()
    yield server
    server.destroy()
