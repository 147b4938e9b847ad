"""The one tree of errors.

    ParlourError
    ├── UnknownGame          no game of that name
    ├── BrokenGame           a game that is installed and cannot be used
    ├── UnknownBot           no computer player of that name
    ├── BrokenBot            a computer player that is installed and cannot be used
    ├── OptionError          an option that does not exist, or a value it does not take
    ├── SeatError            a seat, or a number of seats, that the game does not have
    ├── IllegalAction        the rules forbid it; carries the id of the rule
    │   ├── NotYourTurn      somebody else is to act
    │   └── MatchOver        nobody is to act any more
    ├── NotationError        a text that is not an action of this game
    ├── PositionError        a text that is not a position of this game
    │   └── OldPosition      one in the notation of earlier versions
    ├── UndoError            nothing to take back
    ├── RecordError          a save file that cannot be used
    │   ├── CorruptRecord    damaged, truncated, tampered with, or not a record at all
    │   ├── WrongVersion     written by another version of the rules
    │   └── NotVerified      the deal or the result is not what was promised
    ├── Refused              a table does not do what it was asked; carries a code for programs
    ├── StoreError           the tables cannot be kept or read
    │   └── Unreachable      their database does not answer just now
    ├── ConformanceError     a game breaks the contract
    ├── EngineFailure        what runs the rules has stopped; nothing that a match can be in leads there
    └── MissingExtra         an optional part of the package is not installed

Everything that Parlour raises on bad input is one of these; the message says what was wrong and what would
be right. When one is raised, nothing has changed.
"""

from collections.abc import Mapping
from typing import Any


class ParlourError(Exception):
    """The root: catch this to catch everything Parlour raises on purpose."""


class UnknownGame(ParlourError):
    """No game of that name."""


class BrokenGame(ParlourError):
    """A game that is installed, by somebody else, and cannot be used."""


class UnknownBot(ParlourError):
    """No computer player of that name."""


class BrokenBot(ParlourError):
    """A computer player that is installed, by somebody else, and cannot be used."""


class OptionError(ParlourError):
    """An option that does not exist, or a value that it does not take."""


class SeatError(ParlourError):
    """A seat, or a number of seats, that the game does not have."""


class IllegalAction(ParlourError):
    """An action that the rules forbid; `rule` is the id of the rule that forbids it.

    `saying` is the key of the sentence among the game's words, `given` what it speaks of, for who tells it in another
    language.
    """

    def __init__(self, message: str, rule: str, saying: str = "", given: Mapping[str, Any] | None = None) -> None:
        super().__init__(f"{message} ({rule})" if rule else message)
        self.rule = rule
        self.saying = saying
        self.given = dict(given or {})


class NotYourTurn(IllegalAction):
    """Somebody else is to act."""


class MatchOver(IllegalAction):
    """The match is over, so nobody may act."""


class NotationError(ParlourError):
    """A text that is not an action of this game."""


class PositionError(ParlourError):
    """A text that is not a position of this game."""


class OldPosition(PositionError):
    """A position in the notation of earlier versions, which nobody can read any more."""


class UndoError(ParlourError):
    """There is nothing to take back."""


class RecordError(ParlourError):
    """A save file that cannot be used."""


class CorruptRecord(RecordError):
    """Damaged, truncated, tampered with, or not a record at all."""


class WrongVersion(RecordError):
    """A record of another version of the rules: it can be read, not replayed."""


class NotVerified(RecordError):
    """The deal or the result of a record is not what was promised."""


class Refused(ParlourError):
    """A table does not do what it was asked. Programs may rely on `code`; `rule` is the id of the rule behind it.

    Where the rules of the game refuse, `saying` and `given` are theirs (`IllegalAction`).
    """

    def __init__(self, code: str, message: str, rule: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.rule = rule
        self.saying = ""
        self.given: dict[str, Any] = {}

    @classmethod
    def by_rules(cls, code: str, error: IllegalAction) -> "Refused":
        """What the rules forbid, a table refuses."""
        made = cls(code, str(error), error.rule)
        made.saying, made.given = error.saying, error.given
        return made


class StoreError(ParlourError):
    """The tables cannot be kept or read: a database, or a backup of one, that cannot be used."""


class Unreachable(StoreError):
    """The database does not answer just now. Whether the last thing that it was told was done is not known."""


class ConformanceError(ParlourError):
    """A game breaks the contract."""


class EngineFailure(ParlourError):
    """What runs the rules has stopped: its memory, or the state that it was given, is not sound."""


class MissingExtra(ParlourError):
    """An optional part of the package is needed and not installed."""
