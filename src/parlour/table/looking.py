"""What may be asked of a table that changes nothing: a hint, and all of a match that is over."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from parlour.core.contract import TABLE
from parlour.core.fairness import Deal
from parlour.core.match import Match, Move
from parlour.core.options import Value
from parlour.errors import Refused
from parlour.games import game as find_game
from parlour.table import wire
from parlour.table.room import OVER, PLAYING, Room, Viewer


@dataclass(frozen=True)
class Story:
    """A match from beginning to end, as another process can be given it: secrets and all, so only when it is over."""

    game: str
    seats: int
    options: dict[str, Value]
    deal: Deal
    position: str | None
    moves: Sequence[Move]
    names: Sequence[str]

    @classmethod
    def of(cls, match: Match, names: Sequence[str]) -> "Story":
        """A match as a story."""
        begun = match.position_text_at_start
        return cls(match.game.name, match.seats, match.options, match.deal, begun, tuple(match.moves), names)

    def beginning(self) -> Match:
        """The match before its first action."""
        game = find_game(self.game)
        return game.match(self.seats, options=self.options, position=self.position, deal=self.deal, hold_table=True)

    def retold(self, most: int | None = None) -> "Iterator[Retold]":
        """The match at its beginning and after each action, the first `most` or all."""
        match = self.beginning()
        yield Retold(None, "", match, 0)
        for seat, action in self.moves[:most]:
            before, text = match.event_count, str(match.game.notation.action_text(match.state, seat, action))
            match.play(seat, action)
            yield Retold(seat, text, match, before)

    def match(self, most: int | None = None) -> Match:
        """The match at its end, or after so many actions."""
        *_, last = self.retold(most)
        return last.match


class Retold(NamedTuple):
    """A moment of a story: who did what, the match after it, which goes on, and how many events came before."""

    seat: int | None
    action: str
    match: Match
    before: int


def must_be_over(room: Room) -> None:
    """A refusal unless a match was played here and is over."""
    if room.phase != OVER or room.match is None:
        raise Refused("not_over", "that is shown when the match is over, for it holds all secrets")


def story(room: Room) -> Story:
    """The match of a table, if it is over."""
    must_be_over(room)
    return Story.of(room.running, [room.name_of(seat) for seat in range(len(room.seats))])


def hinted_seat(room: Room, member: int) -> int:
    """The seat that a member may have a hint for: their own, when they are to act and nobody else is cheated by it."""
    seat = room.seat_of(member)
    if seat is None:
        raise Refused("no_seat", "only who has a seat can have a hint")
    if room.phase != PLAYING or seat not in room.actors:
        raise Refused("not_your_turn", "there is a hint when it is your turn")
    if not room.settings.friendly and room.players != [member]:
        raise Refused("not_friendly", "against other people there are hints at a friendly table only")
    return seat


def position_at(room: Room, step: int) -> str:
    """How the match of a table stood after so many actions, as a position text; the match must be over."""
    told = story(room)
    if not 0 <= step < len(told.moves):
        raise Refused("no_such_step", f"this match has steps 0 to {len(told.moves) - 1} to play on from, not {step}")
    return told.match(step).position


def replay(told: Story, viewer: Viewer) -> list[wire.ReplayStep]:
    """Every moment of a match as a viewer saw it: before the first action, and after each."""
    return [
        wire.ReplayStep(
            who(seat), text, match.events(viewer, before), match.view(viewer),
            seat is not None and seat != TABLE and match.unfinished(seat),
        )
        for seat, text, match, before in told.retold()
    ]  # fmt: skip


def who(seat: int | None) -> Any:
    """A seat as it is told."""
    return "table" if seat == TABLE else seat
