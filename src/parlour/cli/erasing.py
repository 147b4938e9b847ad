"""`parlour erase`: tables out of the database, for good."""

import asyncio
import time
from typing import Annotated

import typer

from parlour.cli.common import AsJson, print_json
from parlour.cli.keeping import address
from parlour.cli.serve import Data, Database
from parlour.errors import OptionError, RecordError

DAY = 86_400.0


def erase(
    tables: Annotated[
        list[str] | None, typer.Argument(metavar="[TABLE]...", help="Their ids, as in their links.")
    ] = None,
    unused: Annotated[
        int | None,
        typer.Option("--unused", metavar="DAYS", min=1, help="All tables at which nothing has happened for so long."),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    data: Data = None,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Erase tables with all that was said and done there, names and chat included, for good.

    Servers may be running: who is at such a table is told that there is none. Backups that you have made still hold it.
    """
    if bool(tables) == (unused is not None):
        raise OptionError("name the tables to erase, or say --unused DAYS")
    url = address(data, database)
    found = asyncio.run(those_meant(url, tables or [], time.time() - (unused or 0) * DAY))
    many = f"{len(found):,} table{'' if len(found) == 1 else 's'}"
    if found and not yes:
        typer.confirm(f"Erase {many} for good?", abort=True, err=True)
    asyncio.run(erase_all(url, found))
    print_json({"erased": found}) if as_json else typer.echo(f"{many} erased.")


async def those_meant(url: str, tables: list[str], before: float) -> list[str]:
    """The tables that were named, which must be there, or those that nobody has used."""
    from parlour.server.store import Store

    store = await Store.open(url, must_exist=True)
    try:
        missing = [table for table in tables if not await store.read(table)]
        if missing:
            raise RecordError(f"there is no table {missing[0][:40]!r} in this database")
        return tables or await store.unused(before)
    finally:
        await store.close()


async def erase_all(url: str, tables: list[str]) -> None:
    """Erase them, one after the other: what was erased stays so if somebody stops the command."""
    from parlour.server.store import Store

    store = await Store.open(url, must_exist=True)
    try:
        for table in tables:
            await store.erase(table)
    finally:
        await store.close()
