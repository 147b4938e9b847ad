"""A disk for a server in a test: it can lose its power, and be slow, full or read-only while people play.

What a program does to some files goes through `disk.c`, which writes it down, every write, new name and sync. After the
power is lost the files hold what was synced and, by lot, none, all or some of what was done since: any sectors of any
write, so pages are torn, and new names up to any of them.
"""

import random
import shutil
import struct
import subprocess
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest
from tests.server.postgres import Postgres
from tests.server.serving import Server

MARK = b"PARLOUR\0"
HEAD = struct.Struct("8sIII4xQQQ")
MOOD = struct.Struct("iii")  # how slow, which error, whether it lies
ROOM = 16_384  # bytes for all that the programs share
SECTOR = 512
CREATED, WRITTEN, CUT, SYNCED, NAMES_SYNCED, RENAMED, LINKED, UNLINKED = range(8)
SHARED = "-shm"  # how the files end that SQLite's processes have as memory, and make anew after a crash

Survives = Callable[[], bool]  # whether one more of the things that were not synced is there all the same


class Done(NamedTuple):
    """Something that was done to a file, or to names."""

    number: int
    what: int
    at: int
    data: bytes
    path: str = ""
    file: int = 0


@dataclass(eq=False)
class File:
    """What is certain to be in a file, and what was done to it since."""

    content: bytearray = field(default_factory=bytearray)
    done: list[Done] = field(default_factory=list)

    def sync(self, until: int) -> None:
        """What was done up to some moment is certain now."""
        for each in self.done:
            if each.number <= until:
                self.do(each, lambda: True)
        self.done = [each for each in self.done if each.number > until]

    def do(self, done: Done, survives: Survives) -> None:
        """Let some of what was done have reached the disk."""
        if done.what == CUT and survives():
            del self.content[done.at :]
            self.content.extend(bytes(done.at - len(self.content)))
        elif done.what == WRITTEN:
            first = done.at
            while first < done.at + len(done.data):
                last = min(first - first % SECTOR + SECTOR, done.at + len(done.data))
                if survives():
                    self.content.extend(bytes(max(0, last - len(self.content))))
                    self.content[first:last] = done.data[first - done.at : last - done.at]
                first = last


class Files:
    """The files of a disk as they are certain to be, and what was done since."""

    def __init__(self, found: Iterable[Path]) -> None:
        self.names = {str(path): File(bytearray(path.read_bytes())) for path in found}
        self.by_number = {Path(path).stat().st_ino: file for path, file in self.names.items()}
        self.renamed: list[tuple[Done, File]] = []  # names that came, changed or went, and for new ones the file

    def read(self, lines: Iterable[Done]) -> None:
        """Follow what was done."""
        for each in lines:
            if each.what == CREATED:
                self.by_number[each.file] = File()
            file = self.by_number.get(each.file) or File()
            if each.what in (CREATED, RENAMED, LINKED, UNLINKED):
                self.renamed.append((each, file))
            elif each.what == NAMES_SYNCED:
                self.rename_until([Path(one.path).parent == Path(each.path) for one, _ in self.renamed])
            elif each.what == SYNCED:
                file.sync(each.at)
                self.rename_until([one is file for _, one in self.renamed])  # so it is on ext4, XFS and Btrfs
            else:
                file.done.append(each)

    def rename_until(self, certain: Sequence[bool]) -> None:
        """Let the changes to names be certain up to the last one that is: a file system keeps their order."""
        self.rename(max((count for count, one in enumerate(certain, 1) if one), default=0))

    def rename(self, count: int) -> None:
        """Let the first changes to names be certain."""
        for done, file in self.renamed[:count]:
            if done.what == CREATED:
                self.names[done.path] = file
            elif done.path in self.names and done.what in (RENAMED, LINKED):
                self.names[done.data.decode()] = self.names[done.path]
            if done.what in (RENAMED, UNLINKED):
                self.names.pop(done.path, None)
        del self.renamed[:count]

    def left(self, choose: random.Random) -> dict[str, bytes]:
        """What is left when the power is lost: of what was not synced nothing, all, or some."""
        share = choose.choice((0.0, 1.0, choose.random()))
        self.rename(round(share * len(self.renamed)))
        for file in self.names.values():
            for done in file.done:
                file.do(done, lambda: choose.random() < share)
        return {path: bytes(file.content) for path, file in self.names.items() if not path.endswith(SHARED)}


class Disk:
    """A disk, for all files whose paths begin in some way."""

    def __init__(self, library: Path, files: str, notes: Path) -> None:
        self.files = files
        self.log, self._mood = notes / "log", notes / "mood"
        self.environment = {
            "LD_PRELOAD": str(library),
            "DISK_FILES": files,
            "DISK_LOG": str(self.log),
            "DISK_MOOD": str(self._mood),
        }
        self._mood.write_bytes(bytes(ROOM))
        self.begin()
        for each in (self.log, self._mood):
            each.chmod(0o666)

    def found(self) -> list[Path]:
        """The files that are there."""
        parent = Path(self.files).parent if not self.files.endswith("/") else Path(self.files)
        return [each for each in parent.rglob("*") if str(each).startswith(self.files) and each.is_file()]

    def begin(self) -> None:
        """All that is there is certain, and nothing has been done."""
        self.certain = Files(self.found())
        self.log.write_bytes(b"")

    def be(self, slow: float = 0.0, error: int = 0, lies: bool = False) -> None:
        """Be so many seconds slow from now on, have an error for who wants to write, or say what is not true."""
        with self._mood.open("r+b") as file:
            file.write(MOOD.pack(round(1000 * slow), error, lies))

    def lose_power(self, choose: random.Random) -> None:
        """Leave what would be left; nobody may use the files any more, or yet."""
        assert self.log.stat().st_size, "nothing goes through this disk"
        self.certain.read(done(self.log))
        left = self.certain.left(choose)
        for path in self.found():
            if str(path) not in left:
                path.unlink()
        for name, content in left.items():
            path = Path(name)
            if not path.exists() or path.read_bytes() != content:
                path.write_bytes(content)
                path.chmod(0o600)
                shutil.chown(path, path.parent.stat().st_uid, path.parent.stat().st_gid)
        self.begin()


def done(log: Path) -> Iterator[Done]:
    """What was done, as it is written down; what was being written when its program was killed is left out."""
    text = log.read_bytes()
    at = text.find(MARK)
    while 0 <= at <= len(text) - HEAD.size:
        _, what, path, data, number, file, place = HEAD.unpack_from(text, at)
        begins, ends = at + HEAD.size, at + HEAD.size + path + data
        if ends == len(text) or text.startswith(MARK, ends):
            yield Done(number, what, place, text[begins + path : ends], text[begins : begins + path].decode(), file)
        else:
            ends = at + len(MARK)
        at = text.find(MARK, ends)


@pytest.fixture(scope="session")
def library() -> Iterator[Path]:
    """What is preloaded into a server. Compiling it takes a C compiler, which not every computer has."""
    compiler = shutil.which("cc") or pytest.skip("there is no C compiler here: on Debian, the package gcc")
    with TemporaryDirectory(prefix="parlour-") as folder:
        Path(folder).chmod(0o755)  # for PostgreSQL's user
        made = Path(folder) / "disk.so"
        source = Path(__file__).with_name("disk.c")
        subprocess.run([compiler, "-O2", "-shared", "-fPIC", "-o", made, source, "-ldl", "-lpthread"], check=True)
        yield made


class Trial(NamedTuple):
    """A server that runs, its database, and the disk that this is on."""

    server: Server
    url: str
    disk: Disk
    postgres: Postgres | None = None


def on_sqlite(library: Path, folder: Path) -> Trial:
    """A server whose file is on a disk of the tests; it is still to be started."""
    disk = Disk(library, str(folder / "tables.sqlite"), folder)
    return Trial(Server(folder, **disk.environment), f"sqlite:///{folder / 'tables.sqlite'}", disk)


def on_postgres(library: Path, folder: Path, **settings: str) -> Trial:
    """The same with PostgreSQL on such a disk, which syncs what it writes unless it is told otherwise."""
    postgres = Postgres(None, **{"fsync": "on", "checkpoint_timeout": "30"} | settings)
    url = postgres.fresh()
    postgres.stop()
    disk = Disk(library, f"{postgres.folder / 'data'}/", postgres.folder)
    postgres.environment = disk.environment
    postgres.start()
    return Trial(Server(folder, url), url, disk, postgres)


@contextmanager
def running(trial: Trial) -> Iterator[Trial]:
    """A trial whose server runs as long as it lasts."""
    try:
        trial.server.start()
        yield trial
    finally:
        trial.server.kill()
        if trial.postgres:
            trial.postgres.destroy()


@pytest.fixture(params=[on_sqlite, on_postgres], ids=["sqlite", "postgres"])
def trial(request: pytest.FixtureRequest, library: Path, tmp_path: Path) -> Iterator[Trial]:
    """A server on either database."""
    with running(request.param(library, tmp_path)) as one:
        yield one
