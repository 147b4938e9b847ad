"""A recorded match, told again line by line."""

from collections.abc import Sequence

from parlour.core.contract import TABLE
from parlour.core.game import Game
from parlour.core.record import MatchRecord
from parlour.table.looking import Story
from parlour.terminal.plain.screen import BOLD, Screen, printable
from parlour.terminal.plain.telling import Narrator


def retell(story: Story, seat: int | None, step: bool) -> None:
    """The match action by action; `step` shows the table after each and waits for Enter."""
    screen = Screen()
    told = story.retold()
    match = next(told).match
    narrator = Narrator(match, story.names, seat, screen)
    for moment in told:
        narrator.news()
        if step and moment.seat != TABLE:
            narrator.table()
            step = pause(screen)
    screen.say()
    screen.say(narrator.result() if match.over else "The match is not finished.", BOLD)
    narrator.score()


def pause(screen: Screen) -> bool:
    """Wait for Enter; False when nobody is there to press it."""
    try:
        screen.ask("Enter > ")
    except EOFError:
        return False
    return True


def names_of(record: MatchRecord, game: Game, seat: int | None) -> Sequence[str]:
    """The players' names, as the record has them; a person is `You` only in their own eyes."""
    if not record.players:
        return [game.seat_name(each) for each in range(record.seats)]
    given = [printable(player.name)[:40] for player in record.players]
    return [game.seat_name(i) if name == "You" and i != seat else name for i, name in enumerate(given)]
