"""A real PostgreSQL for the tests: in a folder of its own, on a socket of its own, gone afterwards."""

import os
import random
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
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
    """A server, started and stopped at will. PostgreSQL refuses to run as root, so root lends it another user."""

    def __init__(self, **settings: str) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="parlour-"))
        self.calls = self.folder / "calls.log"
        self.settings = SETTINGS | settings
        self.numbers = count(1)
        self.empty: list[str] = []
        self.user = SUPERUSER if os.geteuid() == 0 else None
        if self.user:
            shutil.chown(self.folder, self.user)
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
                [found, *arguments], cwd=self.folder, user=self.user, stdin=subprocess.DEVNULL, stdout=log,
                stderr=subprocess.STDOUT, check=False,
            )  # fmt: skip
        return done.returncode

    def start(self) -> None:
        options = " ".join(f"-c {name}={value}" for name, value in self.settings.items())
        self.call("pg_ctl", "start", "-w", "-D", "data", "-l", "server.log", "-o", f"{options} -k {self.folder}")

    def stop(self, mode: str = "fast") -> None:
        """Stop it; `immediate` is what a crash would be."""
        self.call("pg_ctl", "stop", "-w", "-D", "data", "-m", mode)

    def crash(self) -> None:
        """Let all of it go down at once, and start it again."""
        self.stop("immediate")
        self.start()

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
            self.stop("immediate")
        finally:
            shutil.rmtree(self.folder)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A server that is running, one for each process that runs tests."""
    server = Postgres()
    yield server
    server.destroy()
