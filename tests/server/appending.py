"""A process that writes to a store, for the tests to race and to kill: URL, then open, append PREFIX or race STEPS."""

import asyncio
import sys

from parlour.server.store import Store, TableSummary

SUMMARY = TableSummary("kamra", "playing", True, "", 4, 2, None, 1.0)


async def append(store: Store, table: str) -> None:
    """Write for ever, having read, as a server does, and say what was acknowledged."""
    number = len(await store.read(table))
    while await store.append(table, number, f"{table} {number}".encode(), SUMMARY):
        print(table, number, flush=True)
        number += 1


async def race(store: Store, table: str, steps: int) -> None:
    """Write so many steps together with others, and say which are ours."""
    while (number := len(await store.read(table))) < steps:
        if await store.append(table, number, f"{number}".encode(), SUMMARY):
            print(table, number)


async def main(url: str, what: str, *words: str) -> None:
    store = await Store.open(url)
    if what == "open":
        print("open")
    if what == "append":
        await asyncio.gather(*[append(store, f"{words[0]}{table}") for table in range(5)])
    if what == "race":
        await asyncio.gather(*[race(store, f"table{table}", int(words[0])) for table in range(4)])
    await store.close()


asyncio.run(main(*sys.argv[1:]))
