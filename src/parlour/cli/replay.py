"""`parlour replay`: a recorded match, told again."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from parlour.cli.common import FAILED, AsJson, RecordFile, complain, plain, print_json, read_file
from parlour.core.contract import TABLE
from parlour.core.game import Game
from parlour.errors import UnknownGame, WrongVersion
from parlour.games import game

if TYPE_CHECKING:
    from parlour.cli.screen import Screen
    from parlour.core.match import Match
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
        tell(record, match, seat, step)


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
        typer.echo(plain(line))
    scores = ", ".join(f"{points:g}" for points in record.result.scores)
    typer.echo(
        f"Result: scores {scores}; {'winners ' + str(record.result.winners) if record.result.over else 'unfinished'}"
    )


def tell(record: "MatchRecord", match: "Match", seat: int | None, step: bool) -> None:
    """The match action by action."""
    from parlour.cli.screen import BOLD, Screen
    from parlour.cli.telling import Teller
    from parlour.core.record import deal_of

    screen = Screen()
    names = names_of(record, match.game, seat)
    again = match.game.match(
        record.seats, options=record.options, position=record.position, deal=deal_of(record), hold_table=True
    )
    teller = Teller(again, names, seat, screen)
    for actor, number in match.moves:
        again.play(actor, number)
        teller.news()
        if step and actor != TABLE:
            teller.table()
            step = pause(screen)
    screen.say()
    screen.say(teller.result() if match.over else "The match is not finished.", BOLD)
    teller.score()


def pause(screen: "Screen") -> bool:
    """Wait for Enter; False when nobody is there to press it."""
    try:
        screen.ask("Enter > ")
    except EOFError:
        return False
    return True


def names_of(record: "MatchRecord", one: Game, seat: int | None) -> list[str]:
    """The players' names, as the record has them; a person is `you` only to himself."""
    if not record.players:
        return [one.seat_name(each) for each in range(record.seats)]
    given = [plain(player.name)[:40] for player in record.players]
    return [one.seat_name(i) if name == "You" and i != seat else name for i, name in enumerate(given)]
