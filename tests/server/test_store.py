"""The store keeps what it says it has kept, and tells of it as it was, on both databases."""

import asyncio
import sqlite3
from itertools import pairwise
from pathlib import Path

import pytest
from tests.server.stores import fill, literally, opened, put, run, summary
from tests.waiting import until_so

from parlour.errors import StoreError
from parlour.server.storage import schema
from parlour.server.storage.databases import database_of
from parlour.server.storage.lines import Line
from parlour.server.storage.sqlite import Sqlite
from parlour.server.store import Store
from parlour.table.room import OVER

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


def test_a_line_of_several_steps_is_kept_whole_or_not_at_all(url: str) -> None:
    async def test(store: Store) -> None:
        assert await put(store, "t", 0, [b"a", b"b", b"c"])
        assert not await put(store, "t", 2, [b"x", b"y"])
        assert not await put(store, "t", 4, [b"x", b"y"])
        assert await put(store, "t", 3, [b"d", b"e"])
        assert await store.read("t") == [b"a", b"b", b"c", b"d", b"e"]

    run(url, test)


def test_of_two_who_write_several_steps_at_once_one_has_written_all_of_his(url: str) -> None:
    async def race(store: Store, name: str) -> None:
        for turn in range(8):
            line = [f"{name}{turn}{place}".encode() for place in range(1 + turn % 3)]
            while not await put(store, "t", len(await store.read("t")), line):
                pass

    async def main() -> None:
        async with opened(url) as one, opened(url) as two:
            await asyncio.gather(race(one, "a"), race(two, "b"))
            steps = [step.decode() for step in await one.read("t")]
        assert len(steps) == 2 * sum(1 + turn % 3 for turn in range(8))
        assert [step for step in steps if step[0] == "a"] == sorted(step for step in steps if step[0] == "a")
        for before, after in pairwise(steps):
            assert after[2] == "0" or after[:2] == before[:2], "somebody has come between"

    asyncio.run(main())


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
        await until_so(lambda: len(store._pending) == 1, "the first is being written, the second waits for it")
        assert store._writer is not None
        for task in (store._writer, appends[0]):
            task.cancel()
        ended = await asyncio.gather(*appends, return_exceptions=True)
        assert [type(each) for each in ended] == [asyncio.CancelledError, StoreError]
        holder.execute("ROLLBACK")
        holder.close()
        await store.close()

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


def test_a_database_of_a_later_version_is_refused_and_left_alone(url: str) -> None:
    run(url, lambda store: fill(store, 1, 1))
    literally(url, f"UPDATE schema SET version = {schema.VERSION + 1}")
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
