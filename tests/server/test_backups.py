"""Backups hold everything, fit every database, and are whole or refused."""

import asyncio
import gzip
import os
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest
from tests.server.postgres import Postgres
from tests.waiting import until_so

from parlour.errors import StoreError
from parlour.server.storage import backup, backups, restore
from parlour.server.store import Store, TableSummary

KINDS = ["sqlite", "postgres"]


@pytest.fixture
def empty(postgres: Postgres, tmp_path: Path) -> Iterator[Callable[[str], str]]:
    """A new database of a kind, as often as one is needed."""
    used: list[str] = []

    def new(kind: str) -> str:
        if kind == "sqlite":
            return f"sqlite:///{tmp_path}/{secrets.token_hex(4)}/tables.db"
        used.append(postgres.fresh())
        return used[-1]

    yield new
    for url in used:
        postgres.give_back(url)


@pytest.fixture
def file(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/tables.db"


def summary(table: int) -> TableSummary:
    due = None if table % 2 else table / 3
    return TableSummary("cam", "playing", table % 3 == 0, f"№ {table}", 2, 1, due, float(table))


async def fill(store: Store, tables: int, steps: int) -> None:
    for number in range(steps):
        appends = [store.append(f"t{table}", number, b"\0\xff%d" % number, summary(table)) for table in range(tables)]
        assert all(await asyncio.gather(*appends))


async def everything(url: str, tables: int) -> object:
    store = await Store.open(url)
    try:
        logs = [await store.read(f"t{table}") for table in range(tables)]
        return logs, await store.lobby(tables), await store.waiting(1e9, tables)
    finally:
        await store.close()


async def filled(url: str, tables: int = 5, steps: int = 3) -> None:
    store = await Store.open(url)
    await fill(store, tables, steps)
    await store.archive(2.0)
    await store.close()


@pytest.mark.parametrize("source", KINDS)
@pytest.mark.parametrize("target", KINDS)
def test_everything_is_there_after_backup_and_restore(
    empty: Callable[[str], str], tmp_path: Path, source: str, target: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parlour.server.storage.sqlite.CHUNK", 7)
    monkeypatch.setattr("parlour.server.storage.postgres.CHUNK", 7)
    old, new = empty(source), empty(target)
    path = tmp_path / "backup"
    told: list[int] = []

    async def main() -> None:
        await filled(old, tables=20, steps=3)
        assert await backup(old, path, told.append) == 60
        assert told == sorted(told)
        assert told[-1] == 60
        assert await restore(path, new) == 60
        assert await everything(new, 20) == await everything(old, 20)
        store = await Store.open(new)
        assert not await store.append("t0", 2, b"", summary(0))
        assert await store.append("t0", 3, b"", summary(0))
        ((began, ended),) = await store.outages()  # its clocks stood still since the last sign of life
        assert (began, ended) == (19.0, await store.newest())
        await store.close()

    asyncio.run(main())
    assert path.stat().st_mode & 0o077 == 0


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make a file that belongs to somebody else")
def test_what_root_restores_belongs_to_the_server(file: str, tmp_path: Path) -> None:
    folder = tmp_path / "server"
    folder.mkdir()
    os.chown(folder, 12345, 23456)
    asyncio.run(filled(file))
    asyncio.run(backup(file, tmp_path / "backup"))
    asyncio.run(restore(tmp_path / "backup", f"sqlite:///{folder}/tables.sqlite"))
    restored = (folder / "tables.sqlite").stat()
    assert (restored.st_uid, restored.st_gid, restored.st_mode & 0o077) == (12345, 23456, 0)


@pytest.mark.parametrize("kind", KINDS)
def test_a_backup_under_load_is_of_one_moment(empty: Callable[[str], str], tmp_path: Path, kind: str) -> None:
    """Two tables are written in turn, so that at every moment one is at most a step ahead; summaries fit their logs."""
    old, new = empty(kind), empty(kind)
    path = tmp_path / "backup"

    async def write(store: Store) -> None:
        for number in range(100_000):
            for table in ("a", "z"):
                step = TableSummary("cam", "playing", True, "", 2, 1, None, float(number))
                assert await store.append(table, number, b"x" * 100, step)

    async def longer_than(store: Store, steps: int) -> bool:
        return len(await store.read("z")) > steps

    async def main() -> None:
        store = await Store.open(old)
        await fill(store, tables=700, steps=2)
        writing = asyncio.create_task(write(store))
        await until_so(partial(longer_than, store, 4), "the tables are written")
        await backup(old, path)
        before = len(await store.read("z"))
        await until_so(partial(longer_than, store, before), "they are written afterwards")
        writing.cancel()
        with suppress(asyncio.CancelledError):
            await writing
        await store.close()
        await restore(path, new)
        copy = await Store.open(new)
        lengths = {table: len(await copy.read(table)) for table in ("a", "z")}
        summaries = {table: each.touched for table, each in await copy.lobby(1000) if table in lengths}
        await copy.close()
        assert 5 <= lengths["z"] <= lengths["a"] <= lengths["z"] + 1
        assert summaries == {table: length - 1 for table, length in lengths.items()}

    asyncio.run(main())


@pytest.mark.parametrize("kind", KINDS)
def test_a_backup_is_restored_into_an_empty_database_only(
    empty: Callable[[str], str], tmp_path: Path, kind: str
) -> None:
    old, new = empty(kind), empty(kind)
    path = tmp_path / "backup"

    async def main() -> None:
        await filled(old)
        await backup(old, path)
        await filled(new, tables=2)
        before = await everything(new, 5)
        with pytest.raises(StoreError, match="already"):
            await restore(path, new)
        assert await everything(new, 5) == before

    asyncio.run(main())


@pytest.mark.parametrize("kind", KINDS)
def test_a_damaged_backup_leaves_the_database_empty(
    empty: Callable[[str], str], tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cut off, a step changed, a piece lost, pieces added: all of it is noticed, though most comes at the end."""
    monkeypatch.setattr("parlour.server.storage.sqlite.CHUNK", 4)
    monkeypatch.setattr("parlour.server.storage.postgres.CHUNK", 4)
    old, new = empty(kind), empty(kind)
    path = tmp_path / "backup"
    asyncio.run(filled(old))
    asyncio.run(backup(old, path))
    whole = path.read_bytes()
    inside = gzip.decompress(whole)
    pieces = split(inside)
    damaged = [
        whole[:-20],
        whole[: len(whole) // 2],
        gzip.compress(inside.replace(b"\xff1", b"\xff7", 1)),
        gzip.compress(b"".join(pieces[:1] + pieces[2:])),
        gzip.compress(b"".join(pieces[:-1])),
        gzip.compress(b"".join(pieces[:2] + pieces[:1])),
        gzip.compress(inside + b"\0"),
        gzip.compress(inside[: len(pieces[0])] + b"\xff" * 10),
    ]
    for data in damaged:
        path.write_bytes(data)
        with pytest.raises(StoreError):
            asyncio.run(restore(path, new))
        assert asyncio.run(everything(new, 5)) == ([[]] * 5, [], [])
    path.write_bytes(whole)
    assert asyncio.run(restore(path, new)) == 15


def split(data: bytes) -> list[bytes]:
    """The pieces of a backup, each with its length."""
    pieces = []
    while data:
        size = backups.LENGTH + int.from_bytes(data[: backups.LENGTH], "big")
        pieces.append(data[:size])
        data = data[size:]
    return pieces


@pytest.mark.parametrize(
    "text",
    [b"", b"Dear diary", gzip.compress(b"Dear diary"), gzip.compress(b"\0\0\0\1\xc0")],
    ids=["nothing", "a diary", "a packed diary", "a packed nothing"],
)
def test_a_file_that_is_not_a_backup(file: str, tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "backup"
    path.write_bytes(text)
    with pytest.raises(StoreError):
        asyncio.run(restore(path, file))
    assert not (tmp_path / "tables.db").exists()


def test_a_backup_of_a_later_version_or_headless(file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "backup"
    asyncio.run(filled(file))
    with monkeypatch.context() as patched:
        patched.setattr(backups, "FORMAT", backups.FORMAT + 1)
        asyncio.run(backup(file, path))
    with pytest.raises(StoreError, match="later version"):
        asyncio.run(restore(path, f"sqlite:///{tmp_path}/new.db"))
    path.write_bytes(gzip.compress(b"".join(split(gzip.decompress(path.read_bytes()))[1:])))
    with pytest.raises(StoreError, match="not a backup"):
        asyncio.run(restore(path, f"sqlite:///{tmp_path}/new.db"))


def test_there_is_no_backup_of_what_is_not_there(file: str, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="there is no database"):
        asyncio.run(backup(file, tmp_path / "backup"))
    assert list(tmp_path.iterdir()) == []


def test_a_backup_or_a_place_for_one_that_is_not_there(file: str, tmp_path: Path) -> None:
    asyncio.run(filled(file))
    with pytest.raises(StoreError, match="backup"):
        asyncio.run(restore(tmp_path / "backup", f"sqlite:///{tmp_path}/new.db"))
    with pytest.raises(StoreError, match="backup"):
        asyncio.run(backup(file, tmp_path / "nowhere" / "backup"))


# --- A disk that is full --------------------------------------------------------------------------------------------

SMALL = 8  # MiB


@pytest.fixture
def small_disk() -> Iterator[Path]:
    """A disk of its own that is soon full."""
    folder = Path(tempfile.mkdtemp(prefix="parlour-"))
    mount = ["mount", "-t", "tmpfs", "-o", f"size={SMALL}m", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mount, check=False, capture_output=True).returncode != 0:
        folder.rmdir()
        pytest.skip("only root can mount a small disk, and not in every container")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)
    folder.rmdir()


@pytest.fixture
def small(small_disk: Path, postgres: Postgres, postgres_url: str) -> Iterator[Callable[[str], str]]:
    """An empty database of a kind whose tables lie on that disk."""
    name = postgres_url.partition("@/")[2].partition("?")[0]
    shutil.chown(small_disk, postgres.user or os.geteuid())
    postgres.tell("postgres", f"CREATE TABLESPACE small LOCATION '{small_disk}'")
    postgres.tell("postgres", f"ALTER DATABASE {name} SET default_tablespace = small")
    yield lambda kind: f"sqlite:///{small_disk}/tables.db" if kind == "sqlite" else postgres_url
    postgres.tell("postgres", f"ALTER DATABASE {name} RESET default_tablespace")
    postgres.tell(name, "DROP TABLE IF EXISTS steps, rooms, pulse, outages, schema")
    postgres.tell("postgres", "DROP TABLESPACE small")


@pytest.mark.parametrize("kind", KINDS)
def test_a_restore_onto_a_full_disk_leaves_nothing_and_says_so(
    small: Callable[[str], str], file: str, tmp_path: Path, kind: str
) -> None:
    new, path = small(kind), tmp_path / "backup"

    async def fill_up(store: Store) -> None:
        for number in range(SMALL):
            assert await store.append("large", number, os.urandom(1 << 20), summary(1))

    async def main() -> None:
        await filled(file)
        await backup(file, tmp_path / "little")
        store = await Store.open(file)
        await fill_up(store)
        await store.close()
        await backup(file, path)
        with pytest.raises(StoreError, match=r"full|No space left"):
            await restore(path, new)
        assert await everything(new, 5) == ([[]] * 5, [], [])
        assert await restore(tmp_path / "little", new) == 15

    asyncio.run(main())


def test_a_backup_onto_a_full_disk_leaves_nothing_and_says_so(small_disk: Path, file: str) -> None:
    async def main() -> None:
        await filled(file)
        await backup(file, small_disk / "backup")
        before = (small_disk / "backup").read_bytes()
        with (small_disk / "other").open("wb", buffering=0) as other, suppress(OSError):
            while True:
                other.write(bytes(1 << 16))
        with pytest.raises(StoreError, match="No space left"):
            await backup(file, small_disk / "backup")
        assert (small_disk / "backup").read_bytes() == before

    asyncio.run(main())
    assert sorted(each.name for each in small_disk.iterdir()) == ["backup", "other"]
