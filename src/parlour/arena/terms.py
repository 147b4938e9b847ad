"""What every kind of series is played under."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from parlour.core.game import Game
from parlour.core.options import Value


@dataclass(frozen=True)
class Terms:
    """A game, how many play it, and its options."""

    game: Game
    seats: int
    options: Mapping[str, Value]

    def terms(self) -> dict[str, Any]:
        """The same as plain data, with the version of the rules."""
        names = {"game": self.game.name, "rules": self.game.version}
        return names | {"seats": self.seats, "options": dict(self.options)}


def checked_terms(
    game: Game, seats: int | None, options: Mapping[str, object] | None
) -> tuple[Game, int, dict[str, Value]]:
    """The game, the number of seats and all options; an error if it cannot be played so."""
    count = game.check_seats(seats)
    settings = game.complete_options(options)
    game.check_options(settings)
    return game, count, settings
