"""One match as OpenSpiel's states hold it: the record that the rules work on, who is asked next, who remembers what.

`core.match.Match` is the door for people and servers, and keeps what they need (undo, records, refusals in words). A
search copies a state more often than it plays on it, so a world has only what a copy must have.
"""

import json
from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np

from parlour.adapters.openspiel.memory import Memory, Row
from parlour.core import texts
from parlour.core.contract import SPECTATOR, TABLE, Features, Rng
from parlour.core.drafts import Draft, copy_of, new_states
from parlour.core.events import new_log
from parlour.core.fairness import Deal
from parlour.core.game import Game
from parlour.core.kernels import FILLING, REFUSED, States, next_actor
from parlour.core.match import reader
from parlour.core.options import Value
from parlour.games import game as game_called

START = -1
QUOTES = str.maketrans("", "", '"')  # OpenSpiel's file formats quote information states


class World:
    """A state, and the way to it."""

    def __init__(self, game: Game, states: States, memory: Memory, last: int) -> None:
        self.game = game
        self.states = states
        self.memory = memory
        self.last = last  # who acted last: the others are asked clockwise from there (C-15)
        self.mask: int = game.kernels.who(states)

    @classmethod
    def dealt(cls, game: Game, seats: int, options: Mapping[str, Value], deal: Deal) -> "World":
        """A match from its first deal."""
        return cls.begun(game, new_states(game, seats, options, deal))

    @classmethod
    def at(cls, game: Game, position: str, options: Mapping[str, Value]) -> "World":
        """A match from a position on; its later deals are always the same."""
        draft = Draft(game, options, Deal.from_seed(0))
        game.notation.parse_position(position, draft)
        return cls.begun(game, draft.states)

    @classmethod
    def begun(cls, game: Game, states: States) -> "World":
        """A match from a state that nobody has acted in."""
        world = cls(game, states, Memory(None, (START, 0, ())), TABLE - 1)
        world.memory = Memory(None, (START, 0, tuple(world._run_table())))
        return world

    # --- What stands ------------------------------------------------------------------------------------------

    @property
    def seats(self) -> int:
        """How many play."""
        return int(self.states["seats"][0])

    @cached_property
    def actor(self) -> int:
        """Whose turn it is to be asked; -1 when the match is over."""
        return int(next_actor(self.mask, self.last))

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.mask == 0

    @cached_property
    def legal(self) -> list[int]:
        """What the actor may do, in the order of the numbers."""
        buffer = np.zeros(self.game.table.MOST_LEGAL, dtype=np.int16)
        count = self.game.kernels.list_legal(self.states, self.actor, buffer)
        return sorted(buffer[:count].tolist())

    @property
    def position(self) -> str:
        """The whole state as one line, secrets included."""
        return str(self.game.notation.position_text(self.states[0]))

    @cached_property
    def result(self) -> tuple[list[float], list[float], list[int]]:
        """Scores, payoffs, winners."""
        points, counters = np.zeros(self.seats), np.zeros(self.seats)
        won = self.game.kernels.result(self.states, points, counters)
        return points.tolist(), counters.tolist(), texts.seats_in(won)

    def text(self, seat: int, action: int) -> str:
        """An action in the game's notation."""
        return str(self.game.notation.action_text(self.states[0], seat, action))

    def observation(self, seat: int) -> str:
        """What the table shows `seat` now; the position, in a game without secrets."""
        if self.game.evaluation is not None:
            return self.position
        state = reader(self.game)(self.states)
        table = self.game.view.show(state) | (self.game.view.own(state, seat) if seat != SPECTATOR else {})
        return json.dumps(table, separators=(",", ":")).translate(QUOTES)

    def information(self, seat: int) -> str:
        """What the table shows `seat` now, and all that it remembers."""
        if seat not in self._informed:
            self._informed[seat] = f"{self.observation(seat)} {self.memory.told(self.game, seat)}"
        return self._informed[seat]

    @cached_property
    def _informed(self) -> dict[int, str]:
        return {}

    def features(self, seat: int) -> Features:
        """What `seat` knows, as numbers from 0 to 1."""
        out = np.zeros(self.game.table.FEATURES, dtype=np.float32)
        self.game.kernels.features(self.states, seat, out)
        return out

    # --- What is done -----------------------------------------------------------------------------------------

    def play(self, action: int) -> list[Row]:
        """Carry out an action of the actor, and what the world does next; what happened."""
        actor = self.actor
        rows = self._act(actor, action)
        self.last = actor
        rows += self._run_table()
        self.memory = Memory(self.memory, (actor, action, tuple(rows)))
        for name in ("actor", "legal", "result", "_informed"):
            self.__dict__.pop(name, None)
        return rows

    def sample(self, seat: int, rng: Rng) -> "World":
        """A world that `seat` cannot tell from this one; of what the others saw, they remember what `seat` knows."""
        states = copy_of(self.states)
        self.game.kernels.sample(states, seat, rng)
        return World(self.game, states, self.memory.known_to(seat), self.last)

    def copy(self) -> "World":
        """An independent copy."""
        twin = World.__new__(World)
        twin.__dict__ |= self.__dict__
        twin.states = copy_of(self.states)
        return twin

    def _act(self, seat: int, action: int) -> list[Row]:
        log = new_log(self.game.table.MOST_EVENTS)
        buffer = np.zeros(self.game.table.MOST_LEGAL, dtype=np.int16)
        mask = self.game.kernels.try_action(self.states, seat, action, log, buffer)
        if mask == REFUSED:
            raise texts.forbidden(self.game, self.game.view.refusal(self.states[0], seat, action))
        self.mask = mask & ~FILLING
        return [tuple(row) for row in log[1 : log[0, 0] + 1].tolist()]

    def _run_table(self) -> list[Row]:
        """The world moves at once, as in any simulation."""
        rows: list[Row] = []
        buffer = np.zeros(self.game.table.MOST_LEGAL, dtype=np.int16)
        while self.mask >> TABLE:
            self.game.kernels.list_legal(self.states, TABLE, buffer)
            rows += self._act(TABLE, int(buffer[0]))
        return rows

    def __deepcopy__(self, _: Any) -> "World":
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return restored, (self.game.name, self.states.tobytes(), self.memory.steps, self.last)


def restored(name: str, states: bytes, steps: list[Any], last: int) -> World:
    """A world that was pickled."""
    game = game_called(name)
    return World(game, np.frombuffer(bytearray(states), dtype=game.layout), Memory.of(steps), last)
