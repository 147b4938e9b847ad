"""`parlour verify`: was the deal the one that was promised, and did the match go as recorded?"""

from typing import Annotated

import typer

from parlour.cli.common import AsJson, RecordFile, print_json, read_file
from parlour.games import game


def verify(
    file: RecordFile,
    commitment: Annotated[
        str | None,
        typer.Option("--commitment", metavar="HEX", help="What was published before the first card was dealt."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check the deal and every action of a record.

    The deal must be the one of the commitment, every action legal, and the result the one recorded.
    """
    from parlour.core import record as records

    record = records.read_record(read_file(file))
    one = game(record.game)
    match = records.verify(record, one, commitment)
    if as_json:
        print_json({"verified": True, "game": one.name, "commitment": match.deal.commitment, "moves": len(match.moves)})
        return
    promised = (
        "the commitment you gave" if commitment else "the commitment in the record (give --commitment to be sure)"
    )
    typer.echo(f"Verified: the deal of this match of {one.title} is that of {promised},")
    typer.echo(f"and all {len(match.moves)} actions, the table's own included, lead to the recorded result.")
