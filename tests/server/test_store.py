"""The store keeps what it says it has kept, on both databases, whatever happens to it."""

import asyncio
import signal
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from tests.server.postgres import Postgres

from parlour.errors import StoreError, Unreachable
from parlour.server.storage import schema
from parlour.server.storage.databases import database_of
from parlour.server.storage.lines import Line
from parlour.server.storage.sqlite import Sqlite
from parlour.server.store import Store, Summary
from parlour.table.room import OVER, PLAYING

HANG_UP = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'parlour'"
CHILD = Path(__file__).with_name("appending.py")


def summary(
    touched: float = 1.0, due: float | None = None, public: bool = False, phase: str = PLAYING, title: str = "Ann's"
) -> Summary:
    return Summary("kamra", phase, public, title, 4, 2, due, touched)


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{tmp_path}/data/tables.db"
    return str(request.getfixturevalue("postgres_url"))


@pytest.fixture
def postgres_url(postgres: Postgres) -> Iterator[str]:
    url = postgres.fresh()
    yield url
    postgres.give_back(url)


@asynccontextmanager
async def opened(url: str, patience: float = 30.0) -> AsyncIterator[Store]:
    store = await Store.open(url, patience)
    try:
        yield store
    finally:
        await store.close()


def run(url: str, test: Callable[[Store], Awaitable[None]]) -> None:
    async def main() -> None:
        async with opened(url) as store:
            await test(store)

    asyncio.run(main())


async def fill(store: Store, tables: int, steps: int) -> None:
    async def one(table: int) -> None:
        for number in range(steps):
            assert await store.append(f"t{table}", number, f"{table}/{number}".encode(), summary(number, public=True))

    await asyncio.gather(*[one(table) for table in range(tables)])


# --- Keeping and reading --------------------------------------------------------------------------------------------


def test_steps_are_read_as_they_were_written(url: str) -> None:
    async def test(store: Store) -> None:
        assert await store.read("t") == []
        steps = [b"", b"\0\xff", b"x" * 100_000]
        for number, step in enumerate(steps):
            assert await store.append("t", number, step, summary())
        assert await store.read("t") == steps
        assert await store.read("t", 2) == steps[2:]
        assert await store.read("t", 3) == []
        assert await store.read("other") == []

    run(url, test)


def test_a_number_is_taken_once_and_none_is_left_out(url: str) -> None:
    async def test(store: Store) -> None:
        assert await store.append("t", 0, b"a", summary(title="first", public=True))
        for number in (0, 2):
            assert not await store.append("t", number, b"b", summary(title="lost", public=True))
        assert not await store.append("new", 1, b"b", summary(title="lost", public=True))
        assert await store.read("t") == [b"a"]
        assert [each.title for _, each in await store.lobby(9)] == ["first"]

    run(url, test)


def test_everything_is_there_when_the_store_is_opened_again(url: str) -> None:
    async def test(store: Store) -> None:
        await fill(store, tables=3, steps=4)

    async def again(store: Store) -> None:
        assert await store.read("t2") == [b"2/0", b"2/1", b"2/2", b"2/3"]
        assert await store.append("t2", 4, b"", summary())

    run(url, test)
    run(url, again)


def test_closing_writes_what_is_still_to_be_written(url: str) -> None:
    async def main() -> None:
        store = await Store.open(url)
        appends = [asyncio.create_task(store.append(f"t{each}", 0, b"", summary())) for each in range(20)]
        await asyncio.sleep(0)
        await store.close()
        assert await asyncio.gather(*appends) == [True] * 20
        with pytest.raises(StoreError, match="closed"):
            await store.append("t", 0, b"", summary())

    asyncio.run(main())


def test_names_that_no_table_has(url: str) -> None:
    async def test(store: Store) -> None:
        for table in ("", "a b", "a\0", "é", "x" * 65, "a\n", "../\ud800"):
            assert await store.read(table) == []
            with pytest.raises(StoreError, match="is not a table"):
                await store.append(table, 0, b"", summary())

    run(url, test)


def test_what_cannot_be_kept_spoils_nothing_else(url: str) -> None:
    bad = [summary(title="a\0b"), summary(title="\ud800"), summary(touched=float("nan")), summary(due=float("inf"))]

    async def test(store: Store) -> None:
        appends = [
            store.append(f"t{number}", 0, b"", each) for number, each in enumerate([*bad, summary(title="🎴 é")])
        ]
        *failed, kept = await asyncio.gather(*appends, return_exceptions=True)
        assert kept is True
        assert [type(each) for each in failed] == [StoreError] * len(bad)
        assert await store.read("t0") == []

    run(url, test)


def test_a_log_with_a_hole_is_not_read_as_if_it_were_whole(url: str) -> None:
    async def test(store: Store) -> None:
        await fill(store, tables=1, steps=3)
        await store._database.change("DELETE FROM steps WHERE number = 1")
        with pytest.raises(StoreError, match="missing"):
            await store.read("t0")

    run(url, test)


# --- Lists ----------------------------------------------------------------------------------------------------------


def test_the_lobby_lists_public_tables_that_are_not_over_the_latest_first(url: str) -> None:
    async def test(store: Store) -> None:
        shown = summary(5.0, due=7.5, public=True)
        await store.append("old", 0, b"", summary(4.0, public=True))
        await store.append("new", 0, b"", shown)
        await store.append("private", 0, b"", summary(6.0))
        await store.append("over", 0, b"", summary(7.0, public=True, phase=OVER))
        assert [name for name, _ in await store.lobby(9)] == ["new", "old"]
        assert await store.lobby(1) == [("new", shown)]
        await store.append("new", 1, b"", summary(8.0, public=True, phase=OVER))
        assert [name for name, _ in await store.lobby(9)] == ["old"]

    run(url, test)


def test_tables_wait_until_what_was_due_has_happened(url: str) -> None:
    async def test(store: Store) -> None:
        for name, due in (("late", 30.0), ("soon", 10.0), ("next", 20.0), ("never", None)):
            await store.append(name, 0, b"", summary(due=due))
        assert await store.waiting(9.9, 9) == []
        assert await store.waiting(20.0, 9) == ["soon", "next"]
        assert await store.waiting(99.0, 1) == ["soon"]
        await store.append("soon", 1, b"", summary(due=None))
        assert await store.waiting(20.0, 9) == ["next"]

    run(url, test)


def test_archived_tables_are_in_no_list_and_can_be_read_and_revived(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.server.store.ARCHIVED_AT_ONCE", 2)

    async def test(store: Store) -> None:
        for number in range(6):
            await store.append(f"t{number}", 0, b"step", summary(float(number), due=1.0, public=True))
        assert await store.archive(5.0) == 5
        assert await store.archive(5.0) == 0
        assert [name for name, _ in await store.lobby(9)] == await store.waiting(9.0, 9) == ["t5"]
        assert await store.read("t0") == [b"step"]
        assert await store.append("t0", 1, b"more", summary(9.0, public=True))
        assert [name for name, _ in await store.lobby(9)] == ["t0", "t5"]

    run(url, test)


# --- Writing together -----------------------------------------------------------------------------------------------


def test_steps_that_arrive_together_are_written_together(url: str) -> None:
    async def test(store: Store) -> None:
        batches: list[int] = []
        write = store._database.write

        async def counted(lines: list[Line], mark: int, again: bool) -> set[str]:
            batches.append(len(lines))
            return await write(lines, mark, again)

        store._database.write = counted  # type: ignore[method-assign, assignment]
        await fill(store, tables=200, steps=3)
        assert sum(batches) == 600
        assert len(batches) < 20

    run(url, test)


def test_of_equal_steps_of_one_process_one_wins(url: str) -> None:
    async def test(store: Store) -> None:
        for number in range(5):
            won = await asyncio.gather(*[store.append("t", number, b"same", summary()) for _ in range(7)])
            assert won == [True] + [False] * 6

    run(url, test)


def test_a_step_that_is_given_up_before_it_is_written_is_not_written(url: str) -> None:
    async def test(store: Store) -> None:
        ahead = asyncio.create_task(store.append("t", 0, b"ahead", summary()))
        given_up = asyncio.create_task(store.append("t", 1, b"given up", summary()))
        await asyncio.sleep(0)
        given_up.cancel()
        with pytest.raises(asyncio.CancelledError):
            await given_up
        assert await ahead
        assert await store.append("t", 1, b"behind", summary())

    run(url, test)


def test_a_step_that_is_given_up_while_it_is_written_is_certain_when_its_sender_hears(url: str) -> None:
    async def test(store: Store) -> None:
        given_up = asyncio.create_task(store.append("t", 0, b"given up", summary()))
        await asyncio.sleep(0)
        while store._pending:
            await asyncio.sleep(0)
        given_up.cancel()
        await asyncio.wait([given_up])
        assert await store.read("t") == [b"given up"]

    run(url, test)


def test_nobody_waits_for_a_store_that_is_interrupted(tmp_path: Path) -> None:
    """As when a program is: everything in it is cancelled at once."""

    async def main() -> None:
        store = await Store.open(f"sqlite:///{tmp_path}/tables.db")
        holder = sqlite3.connect(tmp_path / "tables.db", isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        appends = [asyncio.create_task(store.append("t", number, b"", summary())) for number in range(2)]
        await asyncio.sleep(0.1)
        assert store._writer is not None
        for task in (store._writer, appends[0]):
            task.cancel()
        ended = await asyncio.gather(*appends, return_exceptions=True)
        assert [type(each) for each in ended] == [asyncio.CancelledError, StoreError]
        holder.execute("ROLLBACK")
        holder.close()
        await store.close()

    asyncio.run(main())


# --- Several at once ------------------------------------------------------------------------------------------------


def child(url: str, *words: str) -> "subprocess.Popen[str]":
    return subprocess.Popen([sys.executable, str(CHILD), url, *words], stdout=subprocess.PIPE, text=True)


def test_of_two_processes_exactly_one_wins_each_number(url: str) -> None:
    """Both write the same bytes, so that nothing but the store can tell whose they are."""
    processes = [child(url, "race", "30") for _ in range(2)]
    claims = [line for process in processes for line in process.communicate(timeout=60)[0].splitlines()]
    assert [process.returncode for process in processes] == [0, 0]
    assert len(claims) == len(set(claims)) == 4 * 30

    async def test(store: Store) -> None:
        for table in range(4):
            assert len(await store.read(f"table{table}")) == 30

    run(url, test)


def test_what_was_acknowledged_survives_a_process_that_is_killed(url: str) -> None:
    acknowledged: dict[str, int] = {}
    for round in range(3):
        process = child(url, "append", f"r{round}-")
        assert process.stdout is not None
        for _ in range(100):
            table, number = process.stdout.readline().split()
            acknowledged[table] = int(number)
        process.send_signal(signal.SIGKILL)
        for line in process.communicate()[0].splitlines():
            if len(words := line.split()) == 2:
                acknowledged[words[0]] = int(words[1])

    async def test(store: Store) -> None:
        for table, number in acknowledged.items():
            steps = await store.read(table)
            assert len(steps) > number
            assert steps == [f"{table} {each}".encode() for each in range(len(steps))]

    run(url, test)


def test_several_processes_may_start_at_once(url: str) -> None:
    processes = [child(url, "open") for _ in range(4)]
    assert [process.communicate(timeout=60)[0] for process in processes] == ["open\n"] * 4
    run(url, lambda store: fill(store, 1, 1))


def test_other_processes_hear_what_is_written(postgres_url: str) -> None:
    async def main() -> None:
        async with opened(postgres_url) as ours, opened(postgres_url) as theirs:
            news = ours.watch()
            assert await anext(news) == ("", 0)
            await ours.append("ours", 0, b"", summary())
            next_one = asyncio.ensure_future(anext(news))
            await asyncio.sleep(0.1)
            assert not next_one.done()
            assert await theirs.append("theirs", 0, b"", summary())
            assert await next_one == ("theirs", 0)
            await fill(theirs, tables=300, steps=2)
            heard = {await anext(news) for _ in range(600)}
            assert heard == {(f"t{table}", number) for table in range(300) for number in range(2)}
            await ours.close()
            with pytest.raises(StopAsyncIteration):
                await anext(news)

    asyncio.run(main())


def test_notices_fit_however_long_the_names_are(postgres_url: str) -> None:
    async def main() -> None:
        async with opened(postgres_url) as ours, opened(postgres_url) as theirs:
            news = ours.watch()
            await anext(news)
            names = [f"{number:x>64}" for number in range(500)]
            assert all(await asyncio.gather(*[theirs.append(name, 0, b"", summary()) for name in names]))
            assert {await anext(news) for _ in names} == {(name, 0) for name in names}

    asyncio.run(main())


def test_a_watcher_who_falls_behind_is_told_that_everything_may_have_changed(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parlour.server.storage.postgres.BACKLOG", 10)
    monkeypatch.setattr("parlour.server.storage.postgres.PULSE", 0.01)

    async def main() -> None:
        async with opened(postgres_url) as ours, opened(postgres_url) as theirs:
            news = ours.watch()
            assert await anext(news) == ("", 0)
            await fill(theirs, tables=1, steps=30)
            while (heard := await anext(news)) != ("", 0):
                assert heard[0] == "t0"

    asyncio.run(main())


def test_a_watcher_notices_a_connection_that_is_lost_while_nothing_happens(
    postgres: Postgres, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parlour.server.storage.postgres.PULSE", 0.05)

    async def main() -> None:
        async with opened(postgres_url) as store:
            news = store.watch()
            await anext(news)
            again = asyncio.ensure_future(anext(news))
            await asyncio.sleep(0.2)
            assert not again.done()
            await asyncio.to_thread(
                postgres.tell,
                "postgres",
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'parlour'",
            )
            assert await again == ("", 0)

    asyncio.run(main())


def test_with_sqlite_nobody_else_writes(tmp_path: Path) -> None:
    async def main() -> None:
        store = await Store.open(f"sqlite:///{tmp_path}/tables.db")
        waiting = asyncio.ensure_future(anext(store.watch()))
        await fill(store, 3, 3)
        assert not waiting.done()
        await store.close()
        with pytest.raises(StopAsyncIteration):
            await waiting

    asyncio.run(main())


# --- A database that goes away --------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["fast", "immediate"])
def test_postgresql_may_restart_under_load(postgres: Postgres, postgres_url: str, mode: str) -> None:
    async def main() -> None:
        async with opened(postgres_url) as ours, opened(postgres_url) as theirs:
            news = ours.watch()
            assert await anext(news) == ("", 0)
            load = asyncio.create_task(steady(ours))
            await load_is_on(ours)
            await asyncio.to_thread(postgres.stop, mode)
            assert not await ours.ready()
            reading = asyncio.create_task(theirs.read("t0"))
            await asyncio.to_thread(postgres.start)
            assert await reading
            assert await anext(news) == ("", 0)
            assert await ours.ready()
            await load
            assert await theirs.append("last", 0, b"", summary())
            assert await anext(news) == ("last", 0)

    asyncio.run(main())


async def steady(store: Store) -> None:
    """Append to several logs; nothing is refused, nothing is there twice."""

    async def one(table: str) -> None:
        for number in range(400):
            assert await store.append(table, number, f"{number}".encode(), summary())
        assert await store.read(table) == [f"{number}".encode() for number in range(400)]

    await asyncio.gather(*[one(f"t{table}") for table in range(8)])


async def load_is_on(store: Store) -> None:
    while len(await store.read("t0")) < 20:
        await asyncio.sleep(0.01)


def test_nobody_waits_for_ever(postgres: Postgres, postgres_url: str) -> None:
    async def main() -> None:
        async with opened(postgres_url, patience=0.5) as store:
            assert await store.append("t", 0, b"", summary())
            await asyncio.to_thread(postgres.stop)
            try:
                appends = [store.append("t", number, b"", summary()) for number in range(1, 4)]
                errors = await asyncio.gather(*appends, return_exceptions=True)
                with pytest.raises(Unreachable):
                    await store.read("t")
                with pytest.raises(Unreachable):
                    await Store.open(postgres_url, patience=0.3)
            finally:
                await asyncio.to_thread(postgres.start)
            assert [type(error) for error in errors] == [StoreError] * 3
            assert "could not be saved" in str(errors[0])
            assert await store.append("t", len(await store.read("t")), b"", summary())

    asyncio.run(main())


def test_a_commit_whose_answer_is_lost_counts_once(url: str) -> None:
    """The line is cut after the database has committed: asked again, it must know the step for ours, or not ours."""

    async def test(store: Store) -> None:
        write = store._database.write
        cut = [True, True]

        async def cutting(lines: list[Line], mark: int, again: bool) -> set[str]:
            kept = await write(lines, mark, again)
            if cut:
                cut.pop()
                raise Unreachable("cut")
            return kept

        store._database.write = cutting  # type: ignore[method-assign, assignment]
        await store.append("theirs", 0, b"same", summary())
        cut.extend([True, True])
        async with opened(url) as other:
            appends = asyncio.gather(
                store.append("ours", 0, b"", summary()), store.append("theirs", 0, b"same", summary())
            )
            while not await other.read("ours"):
                await asyncio.sleep(0)
            assert await other.append("ours", 1, b"", summary(title="later", public=True))
            assert list(await appends) == [True, False]
            assert len(await other.read("ours")) == 2
            assert [each.title for _, each in await other.lobby(9)] == ["later"]

    run(url, test)


def test_a_writer_that_holds_the_file_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.server.storage.sqlite.BUSY", 0.05)

    async def main() -> None:
        async with opened(f"sqlite:///{tmp_path}/tables.db") as store:
            holder = sqlite3.connect(tmp_path / "tables.db", isolation_level=None)
            holder.execute("BEGIN IMMEDIATE")
            waiting = asyncio.create_task(store.append("t", 0, b"", summary()))
            await asyncio.sleep(0.2)
            assert not waiting.done()
            holder.execute("ROLLBACK")
            holder.close()
            assert await waiting

    asyncio.run(main())


def test_an_error_that_does_not_pass_fails_and_keeps_nothing(url: str) -> None:
    async def main() -> None:
        async with opened(url, patience=0.2) as store:
            await store._database.change("DROP TABLE rooms")
            with pytest.raises(StoreError, match="rooms"):
                await store.append("t", 0, b"", summary())
            assert await store.read("t") == []

    asyncio.run(main())


# --- Opening --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("url", ["mysql://ann:secret@host/db", "tables.db", "sqlite://", "sqlite:///:memory:", ""])
def test_a_database_that_is_not_one(url: str) -> None:
    with pytest.raises(StoreError) as caught:
        database_of(url)
    assert "secret" not in str(caught.value)


def test_a_file_that_is_not_a_database(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    path.write_text("Dear diary, " * 1000)
    with pytest.raises(StoreError, match="not a database"):
        asyncio.run(Store.open(f"sqlite:///{path}"))


def test_a_folder_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError):
        asyncio.run(Store.open(f"sqlite:///{tmp_path}/file/tables.db"))


def test_a_database_of_postgresql_that_is_not_there(postgres_url: str) -> None:
    with pytest.raises(StoreError, match="does not exist"):
        asyncio.run(Store.open(postgres_url.replace("@/parlour", "@/nowhere")))


def test_only_its_owner_can_read_the_file(tmp_path: Path) -> None:
    run(f"sqlite:///{tmp_path}/data/tables.db", lambda store: fill(store, 1, 1))
    assert (tmp_path / "data" / "tables.db").stat().st_mode & 0o077 == 0


# --- Old databases --------------------------------------------------------------------------------------------------

VERSION_1 = (
    "CREATE TABLE schema (version INTEGER NOT NULL)",
    "INSERT INTO schema (version) VALUES (1)",
    """CREATE TABLE steps (room TEXT NOT NULL, number BIGINT NOT NULL, step {bytes} NOT NULL,
        PRIMARY KEY (room, number))""",
    """CREATE TABLE rooms (room TEXT NOT NULL PRIMARY KEY, game TEXT NOT NULL, phase TEXT NOT NULL,
        public BOOLEAN NOT NULL, title TEXT NOT NULL, seats INTEGER NOT NULL, free INTEGER NOT NULL,
        due DOUBLE PRECISION, touched DOUBLE PRECISION NOT NULL)""",
    "INSERT INTO steps (room, number, step) VALUES ('t', 0, {zero}), ('t', 1, {one})",
    """INSERT INTO rooms (room, game, phase, public, title, seats, free, due, touched)
        VALUES ('t', 'kamra', 'playing', TRUE, 'Ann''s', 4, 2, 9.5, 1.0)""",
)


def literally(url: str, postgres_words: dict[str, str], sqlite_words: dict[str, str], *statements: str) -> None:
    """Have statements carried out as they stand."""
    if url.startswith("sqlite"):
        path = Path(url.partition(":///")[2])
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(path)
        for statement in statements:
            connection.execute(statement.format(**sqlite_words))
        connection.commit()
        connection.close()
        return

    async def main() -> None:
        import asyncpg  # type: ignore[import-untyped, unused-ignore]

        connection = await asyncpg.connect(url.replace("+asyncpg", ""))
        for statement in statements:
            await connection.execute(statement.format(**postgres_words))
        await connection.close()

    asyncio.run(main())


def test_a_database_of_version_1_is_brought_up_to_date(url: str) -> None:
    literally(
        url,
        {"bytes": "BYTEA", "zero": "'\\x30'", "one": "'\\x31'"},
        {"bytes": "BLOB", "zero": "x'30'", "one": "x'31'"},
        *VERSION_1,
    )

    async def test(store: Store) -> None:
        assert await store.read("t") == [b"0", b"1"]
        assert await store.lobby(9) == [("t", summary(due=9.5, public=True))]
        assert await store.append("t", 2, b"2", summary(due=8.0))
        assert not await store.append("t", 1, b"2", summary(due=8.0))
        assert await store.waiting(8.0, 9) == ["t"]
        assert await store.archive(2.0) == 1

    run(url, test)
    run(url, lambda store: fill(store, 1, 1))


def test_a_database_of_a_later_version_is_refused_and_left_alone(url: str) -> None:
    run(url, lambda store: fill(store, 1, 1))
    literally(url, {}, {}, f"UPDATE schema SET version = {schema.VERSION + 1}")
    with pytest.raises(StoreError, match=f"version {schema.VERSION + 1}"):
        asyncio.run(Store.open(url))


def test_a_migration_that_fails_leaves_the_old_database(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    run(url, lambda store: fill(store, 1, 1))
    broken = (*schema.MIGRATIONS, ("DROP TABLE rooms", "NONSENSE"))
    with monkeypatch.context() as patched:
        patched.setattr(schema, "MIGRATIONS", broken)
        patched.setattr(schema, "VERSION", len(broken))
        with pytest.raises(StoreError, match="NONSENSE"):
            asyncio.run(Store.open(url, patience=0.1))

    async def test(store: Store) -> None:
        assert len(await store.lobby(9)) == 1

    run(url, test)


def test_the_database_keeps_its_promise_to_write_at_once(tmp_path: Path) -> None:
    async def main() -> None:
        database = Sqlite(tmp_path / "tables.db")
        await database.open()
        assert await database.change("PRAGMA synchronous") == [(2,)]
        assert await database.change("PRAGMA journal_mode") == [("wal",)]
        await database.close()

    asyncio.run(main())
