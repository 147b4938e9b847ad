"""States on the way into a match: set up afresh, copied, or made of a position text."""

from collections.abc import Mapping

import numpy as np

from parlour.core.contract import Record
from parlour.core.events import new_log
from parlour.core.fairness import Deal
from parlour.core.game import Game
from parlour.core.kernels import REFUSED, States
from parlour.core.options import Value, encode
from parlour.core.records import faults
from parlour.errors import CorruptRecord, ParlourError, PositionError


def new_states(game: Game, seats: int, options: Mapping[str, Value], deal: Deal) -> States:
    """An array of one state, set up."""
    states = np.zeros(1, dtype=game.layout)
    game.kernels.begin(states, seats, encode(game.options, options), deal.key)
    return states


def copy_of(states: States) -> States:
    """A copy, byte for byte; numpy's own copies field by field and takes ten times as long."""
    return np.frombuffer(bytearray(states.tobytes()), dtype=states.dtype)


def fresh_like(game: Game, s: Record) -> Record:
    """A fresh state of as many seats and the same options."""
    options = {option.name: option.decode(int(s[option.name])) for option in game.options}
    return new_states(game, int(s.seats), options, Deal(bytes(32)))[0]


class Draft:
    """A state that a position text is turning into: `draft(seats)` sets it up, who reads the text fills it."""

    def __init__(self, game: Game, options: Mapping[str, Value], deal: Deal) -> None:
        self.game = game
        self.options = options
        self._deal = deal
        self._log = new_log(0)
        self._buffer = np.zeros(game.table.MOST_LEGAL, dtype=np.int16)

    def __call__(self, seats: int) -> Record:
        """A fresh record, set up with the options."""
        self.states = new_states(self.game, self.game.check_seats(seats), self.options, self._deal)
        return self.states[0]

    def play(self, seat: int, action: int) -> None:
        """Carry out an action that the position tells of; `PositionError` if the rules forbid it."""
        if self.game.kernels.try_action(self.states, seat, action, self._log, self._buffer) == REFUSED:
            text = self.game.notation.action_text(self.states[0], seat, action)
            raise PositionError(f"in this position {self.game.seat_name(seat)} could not have come to {text!r}")


def checked_position(game: Game, states: States) -> str:
    """The position of a state from outside; `CorruptRecord` unless that position is just this state."""
    state = states[0]
    try:
        options = {option.name: option.decode(int(state[option.name])) for option in game.options}
        fresh = new_states(game, game.check_seats(int(state.seats)), game.complete_options(options), Deal(bytes(32)))[0]
        if fault := next(faults(game.table.STATE, state, fresh), ""):
            raise CorruptRecord(fault)
        text = str(game.notation.position_text(state))
        draft = Draft(game, game.complete_options(options), Deal(bytes(32)))
        game.notation.parse_position(text, draft)
        draft.states[0].key[:], draft.states[0].drawn = state.key, state.drawn
        sound = draft.states.tobytes() == states.tobytes()
    except (ParlourError, LookupError, ValueError, ArithmeticError):
        sound = False
    if not sound:
        raise CorruptRecord(f"these bytes are no state that a match of {game.title} can be in")
    return text
