"""What the store has kept stays, whoever else writes, is killed, or goes away."""

import asyncio
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.server.postgres import Postgres
from tests.server.stores import fill, opened, run, summary
from tests.waiting import STEP, until_so

from parlour.errors import StoreError, Unreachable
from parlour.server.storage.lines import Line
from parlour.server.store import Store

HANG_UP = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'parlour'"
CHILD = Path(__file__).with_name("appending.py")


# --- Several at once ------------------------------------------------------------------------------------------------


def child(url: str, *words: str) -> "subprocess.Popen[str]":
    return subprocess.Popen([sys.executable, str(CHILD), url, *words], stdout=subprocess.PIPE, text=True)


def test_of_two_processes_exactly_one_wins_each_number(url: str) -> None:
    """Both write the same bytes, so that nothing but the store can tell whose they are."""
    processes = [child(url, "race", "30") for _ in range(2)]
    claims = [line for process in processes for line in process.communicate(timeout=STEP)[0].splitlines()]
    assert [process.returncode for process in processes] == [0, 0]
    assert len(claims) == len(set(claims)) == 4 * 30

    async def test(store: Store) -> None:
        for table in range(4):
            assert len(await store.read(f"table{table}")) == 30

    run(url, test)


def test_what_was_acknowledged_survives_a_process_that_is_killed(url: str) -> None:
    """Also if somebody, as a backup does, has come and gone meanwhile: he must not take the log for his own."""
    acknowledged: dict[str, int] = {}

    async def look(store: Store) -> None:
        await store.lobby(1)

    for round in range(3):
        process = child(url, "append", f"r{round}-")
        assert process.stdout is not None
        for each in range(200):
            table, number = process.stdout.readline().split()
            acknowledged[table] = int(number)
            if each == 50:
                run(url, look)
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
    assert [process.communicate(timeout=STEP)[0] for process in processes] == ["open\n"] * 4
    run(url, lambda store: fill(store, 1, 1))


def test_other_processes_hear_what_is_written(postgres_url: str) -> None:
    async def main() -> None:
        async with opened(postgres_url) as ours, opened(postgres_url) as theirs:
            news = ours.watch()
            assert await anext(news) == ("", 0)
            await ours.append("ours", 0, b"", summary())
            next_one = asyncio.ensure_future(anext(news))
            assert await theirs.append("theirs", 0, b"", summary())
            assert await next_one == ("theirs", 0)  # its own, written before, was not told
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


async def last_heard_of(store: Store) -> Any:
    """When the connection that listens was last asked whether it lives."""
    asked = "SELECT max(query_start) FROM pg_stat_activity WHERE application_name = 'parlour' AND query = 'SELECT 1'"
    ((when,),) = await store._database.fetch(asked)
    return when


async def later_than(store: Store, before: Any) -> bool:
    """Whether it has been asked since then."""
    now = await last_heard_of(store)
    return now is not None and now != before


def test_a_watcher_notices_a_connection_that_is_lost_while_nothing_happens(
    postgres: Postgres, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parlour.server.storage.postgres.PULSE", 0.05)

    async def main() -> None:
        async with opened(postgres_url) as store:
            news = store.watch()
            await anext(news)
            again = asyncio.ensure_future(anext(news))
            before = await last_heard_of(store)
            await until_so(lambda: later_than(store, before), "it makes sure that the connection lives")
            assert not again.done()
            await asyncio.to_thread(postgres.tell, "postgres", HANG_UP)
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
            assert not await ours.ready(1.0)
            reading = asyncio.create_task(theirs.read("t0"))
            await asyncio.to_thread(postgres.start)
            assert await reading
            assert await anext(news) == ("", 0)
            await until_so(lambda: ours.ready(1.0))
            await load
            assert await theirs.append("last", 0, b"", summary())
            assert await anext(news) == ("last", 0)

    asyncio.run(main())


def test_connections_that_are_cut_again_and_again_lose_and_double_nothing(
    postgres: Postgres, postgres_url: str
) -> None:
    """Two processes race with the same bytes, and many a commit's answer is lost: each step has one who wrote it."""
    won: list[tuple[str, int]] = []

    async def play(store: Store, table: str, over: asyncio.Event) -> None:
        number = 0
        while not over.is_set():
            if await store.append(table, number, b"%d" % number, summary()):
                won.append((table, number))
                number += 1
            else:
                number = len(await store.read(table))

    async def main() -> None:
        over = asyncio.Event()
        async with opened(postgres_url) as ours, opened(postgres_url) as theirs:
            players = [asyncio.create_task(play(each, f"t{t}", over)) for each in (ours, theirs) for t in range(10)]
            for _ in range(15):
                await asyncio.to_thread(postgres.tell, "postgres", HANG_UP)
            over.set()
            await asyncio.gather(*players)
            kept = {f"t{t}": len(await ours.read(f"t{t}")) for t in range(10)}
        assert sorted(won) == sorted((table, number) for table in kept for number in range(kept[table]))
        assert min(kept.values()) > 0

    asyncio.run(main())


async def steady(store: Store) -> None:
    """Append to several logs; nothing is refused, nothing is there twice."""

    async def one(table: str) -> None:
        for number in range(400):
            assert await store.append(table, number, f"{number}".encode(), summary())
        assert await store.read(table) == [f"{number}".encode() for number in range(400)]

    await asyncio.gather(*[one(f"t{table}") for table in range(8)])


async def load_is_on(store: Store) -> None:
    async def on() -> bool:
        return len(await store.read("t0")) >= 20

    await until_so(on)


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
            store._patience = STEP  # for what comes now, however slow the machine
            assert [type(error) for error in errors] == [StoreError] * 3
            assert "could not be saved" in str(errors[0])
            assert await store.append("t", len(await store.read("t")), b"", summary())

    asyncio.run(main())


async def cannot_write(store: Store) -> bool:
    """Whether a database is known to be read-only."""
    return not await store.ready(1.0) and "read-only" in store.trouble


def test_a_database_that_is_read_only_for_a_while_is_not_ready_and_is_waited_for(
    postgres: Postgres, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parlour.server.store.FRESH", 0.0)
    monkeypatch.setattr("parlour.server.store.GRACE", 0.1)

    def only_read(name: str, on: bool) -> None:
        postgres.tell("postgres", f'ALTER DATABASE "{name}" SET default_transaction_read_only = {on}')
        postgres.tell("postgres", HANG_UP)

    async def main() -> None:
        async with opened(postgres_url) as store:
            said = list[str]()
            store.tell = lambda: said.append(store.trouble)
            assert await store.append("t", 0, b"", summary())
            ((name,),) = await store._database.fetch("SELECT current_database()")
            await asyncio.to_thread(only_read, name, True)
            waiting = asyncio.create_task(store.append("t", 1, b"", summary()))
            try:
                await until_so(lambda: said, "it is told")
                # What was hung up on says so at first; whoever tries again hears why.
                await until_so(lambda: cannot_write(store), "it is known why")
                assert not waiting.done()
            finally:
                await asyncio.to_thread(only_read, name, False)
            assert await waiting
            await until_so(lambda: store.ready(2.0))
            assert said[1:] == [""]

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
            await until_so(lambda: other.read("ours"))
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
            tries, write = list[bool](), store._database.write

            async def counted(lines: list[Line], mark: int, again: bool) -> set[str]:
                tries.append(again)
                return await write(lines, mark, again)

            store._database.write = counted  # type: ignore[method-assign, assignment]
            waiting = asyncio.create_task(store.append("t", 0, b"", summary()))
            await until_so(lambda: len(tries) == 3, "it tries again")
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
