"""`parlour replay`: a recorded match, told again."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from parlour.cli.common import AsJson, RecordFile, print_json, read_file
from parlour.errors import UnknownGame, WrongVersion
from parlour.games import game
from parlour.terminal.plain.screen import FAILED, complain, printable

if TYPE_CHECKING:
    from parlour.core.record import MatchRecord


def replay(
    file: RecordFile,
    seat: Annotated[int | None, typer.Option("--seat", metavar="K", help="Tell it as this seat saw it.")] = None,
    step: Annotated[
        bool, typer.Option("--step", help="Wait for Enter after every action, and show the table.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Replay a record and tell what happened.

    A record of another version of the rules cannot be played again: what it says of itself is printed, and the exit
    code is 1.
    """
    from parlour.core import record as records
    from parlour.table.looking import Story
    from parlour.terminal.plain.retelling import names_of, retell

    record = records.read_record(read_file(file))
    try:
        one = game(record.game)
        match = records.replay(record, one)
    except (WrongVersion, UnknownGame) as error:
        read_only(record, as_json)
        complain(str(error))
        raise typer.Exit(FAILED) from None
    if as_json:
        print_json(facts(record) | {"replayed": True, "events": match.events(seat)})
    else:
        retell(Story.of(match, names_of(record, one, seat)), seat, step)


def facts(record: "MatchRecord") -> dict[str, Any]:
    """What a record says, its secrets left out."""
    return {
        "game": record.game,
        "rules": record.rules,
        "seats": record.seats,
        "options": record.options,
        "players": record.players,
        "actions": record.actions,
        "result": record.result,
    }


def read_only(record: "MatchRecord", as_json: bool) -> None:
    """What a record tells of itself."""
    if as_json:
        print_json(facts(record) | {"replayed": False, "events": record.events})
        return
    for line in record.events:
        typer.echo(printable(line))
    scores = ", ".join(f"{points:g}" for points in record.result.scores)
    typer.echo(
        f"Result: scores {scores}; {'winners ' + str(record.result.winners) if record.result.over else 'unfinished'}"
    )
