"""Parlour: vintage parlour games, played as their rulebooks printed them, with every gap ruled and marked.

import parlour

match = parlour.game("kamra").match(seats=4, seed=7)
seat = match.actors[0]
match.play(seat, "bid 3")
match.view(seat)
"""

from typing import TYPE_CHECKING, Any

from parlour import errors
from parlour.core.game import Game
from parlour.games import game, names

if TYPE_CHECKING:
    from parlour.bots import Bot
    from parlour.bots.explain import Explanation
    from parlour.bots.review import Review
    from parlour.core.actions import Action
    from parlour.core.fairness import Deal
    from parlour.core.match import Match

__version__ = "0.1.0"
__all__ = [
    "Action",
    "Bot",
    "Deal",
    "Game",
    "Match",
    "bot",
    "errors",
    "explain",
    "game",
    "games",
    "replay",
    "review",
    "verify",
]

_LATER = {  # these load numba, so they wait until somebody asks
    "Action": "parlour.core.actions",
    "Match": "parlour.core.match",
    "Deal": "parlour.core.fairness",
    "Bot": "parlour.bots",
}


def games() -> list[str]:
    """The names of all games."""
    return names()


def bot(name: str, level: str = "rulebook", seed: int | None = None, forgetting: float = 0.0) -> "Bot":
    """A computer player of the game called `name`; the same seed plays the same.

    In a game of memory it loses a card with the chance `forgetting` for every card it has seen since.
    """
    from parlour import bots

    return bots.make(game(name), level, seed, forgetting)


def explain(match: "Match", seat: int, level: str = "master") -> "Explanation":
    """What a seat could do, by what it is worth: what each would probably bring, and in a line why."""
    from parlour.bots.explain import explain, thinker_of

    return explain(match, seat, thinker_of(match.game, level))


def replay(record: Any) -> "Match":
    """The match of a record (`Match.record()`, or its JSON text), played again move by checked move."""
    from parlour.core import record as records

    whole = records.read_record(record) if isinstance(record, str | bytes) else record
    return records.replay(whole, game(whole.game))


def review(record: Any, seat: int | None = None, level: str = "master") -> "Review":
    """A record looked through decision by decision: what was a mistake, what luck did and what skill did."""
    from parlour.bots.review import review

    return review(replay(record), seat=seat, level=level)


def verify(record: Any, commitment: str | None = None) -> "Match":
    """Check that a record's deal is the one committed to and that the match went as recorded."""
    from parlour.core import record as records

    whole = records.read_record(record) if isinstance(record, str | bytes) else record
    return records.verify(whole, game(whole.game), commitment)


def __getattr__(name: str) -> Any:
    if name in _LATER:
        from importlib import import_module

        return getattr(import_module(_LATER[name]), name)
    raise AttributeError(f"module 'parlour' has no attribute {name!r}")
