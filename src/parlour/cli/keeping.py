"""`parlour export` and `backup`: what a server keeps, out of it."""

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from parlour.cli.common import AsJson, print_json
from parlour.cli.serve import Data, Database
from parlour.core.files import whole_file
from parlour.errors import RecordError


def address(data: Path | None, database: str | None) -> str:
    """The database that is meant."""
    from parlour.server.settings import from_environment

    return from_environment(data=data, database=database).url


def export(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="The table's id, as in its link.")],
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Write it here.")] = None,
    unfinished: Annotated[
        bool, typer.Option("--unfinished", help="Even if the match is still on: secrets and all.")
    ] = False,
    data: Data = None,
    database: Database = None,
) -> None:
    """Write the record of a table's match."""
    from parlour.server.store import Store
    from parlour.table.facts import unpack
    from parlour.table.room import OVER, Room

    async def read() -> list[bytes]:
        store = await Store.open(address(data, database), must_exist=True)
        try:
            return await store.read(table)
        finally:
            await store.close()

    steps = [unpack(step) for step in asyncio.run(read())]
    if not steps:
        raise RecordError(f"there is no table {table[:40]!r} in this database")
    room = Room.of(table, steps)
    if room.match is None:
        raise RecordError("the match at this table has not begun yet")
    if room.phase != OVER and not unfinished:
        raise RecordError("the match is still on, and its record holds all its secrets; --unfinished writes it anyway")
    text = room.record().to_json()
    if out is None:
        typer.echo(text, nl=False)
        return
    with whole_file(out) as part:
        part.write_text(text, encoding="utf-8")


def backup(
    out: Annotated[Path, typer.Argument(metavar="FILE", help="Write everything here; the server can keep running.")],
    data: Data = None,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Write all tables to one file."""
    from parlour.server.storage import backups

    written = asyncio.run(backups.backup(address(data, database), out))
    print_json({"file": str(out), "steps": written}) if as_json else typer.echo(f"{written:,} steps written to {out}.")
