"""Who sits where: names for everybody, computer players for the seats that nobody took."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from parlour.errors import CorruptRecord, SeatError

if TYPE_CHECKING:
    from parlour.bots import Bot
    from parlour.core.match import Match
    from parlour.core.record import MatchRecord, PlayerRecord

YOU = "You"
NAMES = ("Mabel", "Clarence", "Hazel", "Roscoe", "Edith", "Walter", "Opal", "Chester")
MORE = ("Ethel", "Homer", "Violet", "Elmer", "Pearl", "Otis", "Ida")
TOLD = 5  # faults of a player that are told one by one


@dataclass(frozen=True)
class Seating:
    """A name and a level a seat; the level of a person is empty. `you` is your seat, None if you only watch.

    `forgetting` is how fast the computer players forget in a game of memory, from 0 to 1 (C-07).
    """

    names: tuple[str, ...]
    levels: tuple[str, ...]
    you: int | None
    forgetting: float = 0.0

    @classmethod
    def make(cls, seats: int, you: int | None, opponents: Sequence[str]) -> "Seating":
        """Sit down: one level for all computer players, or one each, in the order of the seats."""
        if you is not None and not 0 <= you < seats:
            raise SeatError(f"there are seats 0 to {seats - 1}, so you cannot have seat {you}")
        others = [seat for seat in range(seats) if seat != you]
        if len(opponents) not in (1, len(others)):
            raise SeatError(
                f"{len(opponents)} there are opponents for {len(others)} seats; name one kind, or one for each seat"
            )
        given = iter(list(opponents) * (len(others) if len(opponents) == 1 else 1))
        free = iter(NAMES + MORE)
        names = tuple(YOU if seat == you else next(free) for seat in range(seats))
        return cls(names, tuple("" if seat == you else next(given) for seat in range(seats)), you)

    @classmethod
    def of_record(cls, record: "MatchRecord", seats: int, you: int | None, opponents: Sequence[str]) -> "Seating":
        """As they sat when the record was saved; as they are told to now if it does not say."""
        if not record.players or you is not None:
            return cls.make(seats, 0 if you is None else you, opponents)
        people = [seat for seat, player in enumerate(record.players) if not player.bot]
        if len(people) > 1:
            raise CorruptRecord("several people played this match; say with --seat whose place you take")
        check_trusted([player.bot for player in record.players], opponents)
        names = tuple(player.name for player in record.players)
        return cls(names, tuple(player.bot for player in record.players), people[0] if people else None)

    def bots(self, match: "Match") -> list["Bot | None"]:
        """The computer players. They go by the deal's commitment, so a resumed match goes on as it would have."""
        from parlour.bots import make

        seed = int(match.deal.commitment[:15], 16)
        return [
            make(match.game, level, seed + seat, self.forgetting) if level else None
            for seat, level in enumerate(self.levels)
        ]

    def dismiss(self, bots: Sequence["Bot | None"]) -> Iterator[str]:
        """Let the computer players go, and say line by line what those from outside did wrong."""
        for name, bot in zip(self.names, bots, strict=True):
            if bot is None:
                continue
            bot.close()
            if bot.forfeits:
                yield f"{name} ({bot.level}) forfeited {bot.forfeits} turn{'s' * (bot.forfeits > 1)} to the idle move"
            for fault in bot.faults[:TOLD]:
                yield f"  at move {fault.move + 1} it {fault.text}"
                if fault.stderr:
                    yield f"    {fault.stderr.splitlines()[-1]}"
            if len(bot.faults) > TOLD:
                yield "  and so on"

    def records(self) -> list["PlayerRecord"]:
        """The players for a save file."""
        from parlour.core.record import PlayerRecord

        return [PlayerRecord(name, level) for name, level in zip(self.names, self.levels, strict=True)]

    def introduce(self, match: "Match") -> str:
        """Who plays, in a line."""
        game = match.game
        people = []
        for seat, (name, level) in enumerate(zip(self.names, self.levels, strict=True)):
            place = game.seat_names[seat] if seat < len(game.seat_names) else f"seat {seat}"
            people.append(f"{name} ({place}{', ' + level if level else ''})")
        return f"At the table: {', '.join(people)}."


def check_trusted(levels: Sequence[str], opponents: Sequence[str]) -> None:
    """A file must not start programs: those that it names are run only if they are named to us as well."""
    from parlour.bots.external import PREFIX

    for level in levels:
        if level.startswith(PREFIX) and level not in opponents:
            raise SeatError(
                f"this match was played against {level!r}; to run that program again, name it with --opponents as well"
            )
