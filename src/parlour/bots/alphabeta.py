"""Search for games without secrets for two: iterative deepening at the root, over `bots.negamax`.

    engine = AlphaBeta(game)
    turns = engine.search(match.state, seat, nodes=100_000)
    turns[0].actions  # all actions of the best turn

Every search begins with an empty memory: the same position, seat and number of nodes give the same answer. A position
in the middle of a turn can be searched like any other; then the turns are what is left of it.
"""

import time
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from parlour.bots import negamax
from parlour.bots.negamax import DEEPEST, END, INFINITE, LEVELS, LONGEST_TURN, NEW, SEARCHES
from parlour.core.contract import Record
from parlour.core.engines import compiled
from parlour.core.engines.loops import INT, LOG, STATES, Array, Loop
from parlour.core.evaluation import WIN, probe
from parlour.core.events import COLUMNS
from parlour.core.game import Game
from parlour.errors import OptionError

MEMORY: Final = 1 << 20  # positions, 16 bytes each
FOREVER: Final = 1 << 60
MOST_TABLE: Final = 2 << 30  # bytes
NO_TABLE: Final = np.zeros(0, dtype=np.uint8), np.zeros(0, dtype=np.int64)
SLICE: Final = 20_000 if compiled() else 50  # nodes between two looks at the time
WINDOW: Final = 40  # about what the best turn was worth one turn less deep
ENOUGH_TURNS: Final = 8  # where fewer are open, there is less to think about


@dataclass
class RankedTurn:
    """A turn that can be played, and what a search found of it.

    `value` is for the seat that asked, 100 being worth about a piece; if it is not `exact`, the turn is worth that much
    at most. It was found `depth` turns deep. `line` is what the search expects, this turn first.
    """

    actions: tuple[int, ...]
    value: int = 0
    exact: bool = False
    depth: int = 0
    nodes: int = 0
    line: tuple[int, ...] = ()

    @property
    def wins_in(self) -> int | None:
        """In how many turns, both seats' counted, the seat wins; less than 0 if it loses; None if neither is sure."""
        if abs(self.value) <= WIN // 2 or (self.value > 0 and not self.exact):
            return None
        return WIN - self.value if self.value > 0 else -WIN - self.value


class AlphaBeta:
    """The search, for one game. It holds all its memory from the beginning, uses one core and lets threads run."""

    def __init__(self, game: Game, memory: int = MEMORY) -> None:
        if game.evaluation is None or game.most != 2:
            raise OptionError(f"{game.title} brings no evaluation for two, so its turns cannot be searched")
        self.game = game
        self._workspace = workspace = game.kernels.engine.workspace()
        self._search_on, self._list_turns = (workspace.loop(loop) for loop in loops_of(game))
        self._memory = workspace.zeros(power_of_two(memory), negamax.Entry)
        self._plans = workspace.zeros(1, negamax.plan_layout(len(game.table.ACTIONS)))
        self._states = workspace.zeros(LEVELS, game.layout)
        self._frames = workspace.zeros(LEVELS, negamax.frame_layout(game.table.MOST_LEGAL))
        self._legs = workspace.zeros(LONGEST_TURN, game.layout)
        self._listed = workspace.zeros((LONGEST_TURN, game.table.MOST_LEGAL), np.int16)
        self._left = workspace.zeros(LONGEST_TURN, np.int64)
        self._log = workspace.zeros((1, COLUMNS), np.int64)
        self._consulted: npt.NDArray[np.uint8] | None = None
        self.consult(*NO_TABLE)

    def consult(self, table: npt.NDArray[np.uint8], index: npt.NDArray[np.int64]) -> None:
        """Look positions up in endgame tables, as the game's own `probe` reads them (`core.evaluation`).

        Tables beyond MOST_TABLE are left aside: an engine may have to keep a copy of them.
        """
        if table.nbytes > MOST_TABLE:
            table, index = NO_TABLE
        if table is not self._consulted:
            self._consulted, self._table, self._index = table, self._workspace.keep(table), self._workspace.keep(index)

    def search(
        self,
        state: Record,
        seat: int,
        *,
        nodes: int = FOREVER,
        seconds: float = float("inf"),
        depth: int = DEEPEST,
        exact: int = 1,
        reducing: bool = True,
    ) -> list[RankedTurn]:
        """Every turn open to `seat`, which is to act, the best first, and the best `exact` with their exact values.

        It stops after so many nodes (positions between turns), about so many seconds of a processor's time, or so many
        turns ahead, but never before it has looked at every turn once; one of the three should be given. With
        `reducing`, late turns are looked at less deeply.
        """
        turns, ends = self.turns(state, seat)
        share = min(len(turns), ENOUGH_TURNS) / ENOUGH_TURNS
        self._begin(seat, reducing)
        root = Root(self, turns, ends, exact, int(nodes * share), time.thread_time() + seconds * share)
        for ahead in range(1, depth + 1):
            if not root.deepen(ahead):
                break
        return root.turns

    def turns(self, state: Record, seat: int) -> tuple[list[RankedTurn], Any]:
        """Every turn open to `seat`, or every end of the one that it is making, and the states that they lead to."""
        room, n = 128, END
        while n == END:
            room *= 2
            ends = np.zeros(room, dtype=self.game.layout)
            paths = np.zeros((room, LONGEST_TURN + 1), dtype=np.int16)
            keys = np.zeros(room, dtype=np.uint64)
            self._legs[0] = state
            n = self._list_turns(self._legs, seat, self._listed, self._left, ends, paths, keys, self._log)
        return [RankedTurn(actions_of(path)) for path in paths[:n]], ends

    def _begin(self, seat: int, reducing: bool) -> None:
        """Forget everything, and note how to search."""
        plan = self._plans[0]
        number = plan.number % SEARCHES + 1
        if number == 1:
            self._memory.view(np.uint64)[:] = 0
        self._plans.view(np.uint64)[:] = 0
        plan.number, plan.reducing = number, reducing
        plan.killers[:] = END
        self._seat = seat

    def value(self, end: Record, alpha: int, beta: int, depth: int, nodes: int, deadline: float) -> int | None:
        """What a turn that leads to `end` is worth within a window, or None if nodes or time did not suffice."""
        plan, frame = self._plans[0], self._frames[0]
        self._states[0] = end
        frame.stage, frame.seat, frame.turns, frame.depth, frame.cost = NEW, self._seat, 0, depth, 1
        frame.alpha, frame.beta = alpha, beta
        plan.level = 0
        while (quota := min(SLICE, nodes - self.nodes)) > 0 and time.thread_time() < deadline:
            if self._search_on(
                *(self._states, self._frames, self._memory, self._plans),
                *(self._table, self._index, self._log, quota),
            ):
                return -int(plan.value)
        return None

    @property
    def nodes(self) -> int:
        """How many nodes this search has looked at."""
        return int(self._plans[0].nodes)

    @property
    def line(self) -> tuple[int, ...]:
        """What is expected after the turn whose value was found last."""
        return actions_of(self._frames[0].line)


class Root:
    """The turns of the root while they are searched, ever deeper; the best first."""

    def __init__(self, engine: AlphaBeta, turns: list[RankedTurn], ends: Any, exact: int, nodes: int, deadline: float):
        self.turns = turns
        self._engine = engine
        self._ends = {turn.actions: end for turn, end in zip(turns, ends, strict=False)}
        self._exact = max(1, exact)
        self._limits = nodes, deadline

    def deepen(self, depth: int) -> bool:
        """Search every turn so deep; whether it is worth going on."""
        nodes, deadline = self._limits if depth > 1 else (FOREVER, float("inf"))
        searched: list[RankedTurn] = []
        for turn in self.turns:
            if not self._search(turn, self._floor(searched), depth, nodes, deadline):
                self.turns = searched + self.turns[len(searched) :]
                return False
            searched.append(turn)
            searched.sort(key=lambda other: (-other.value, not other.exact))
        self.turns = searched
        return any(turn.wins_in is None or abs(turn.wins_in) > depth for turn in searched[: self._exact])

    def _floor(self, searched: list[RankedTurn]) -> int:
        """What a turn must be worth more than to be of interest."""
        values = [turn.value for turn in searched if turn.exact]
        return values[self._exact - 1] if len(values) >= self._exact else -INFINITE

    def _search(self, turn: RankedTurn, floor: int, depth: int, nodes: int, deadline: float) -> bool:
        """Find out what a turn is worth, or that it is not worth more than `floor`; False if the limits forbid it."""
        windows = [(floor, INFINITE)]
        if floor > -INFINITE:
            windows.insert(0, (floor, floor + 1))
        elif depth > 2 and turn.exact:
            windows.insert(0, (turn.value - WINDOW, turn.value + WINDOW))
        before, value = self._engine.nodes, 0
        for alpha, beta in windows:
            found = self._engine.value(self._ends[turn.actions], alpha, beta, depth, nodes, deadline)
            if found is None:
                return False
            value = found
            if alpha < value < beta or value <= floor:
                break
        turn.value, turn.exact, turn.depth = value, value > floor, depth
        turn.nodes += self._engine.nodes - before
        turn.line = turn.actions + self._engine.line
        return True


def loops_of(game: Game) -> tuple[Loop, Loop]:
    """`search_on` and `list_turns`, for a game."""
    frames, plans = negamax.frame_layout(game.table.MOST_LEGAL), negamax.plan_layout(len(game.table.ACTIONS))
    lists, own = Array(np.int16, 2), {} if game.endgames else {probe: negamax.know_nothing}
    tables = (Array(np.uint8).given, Array(np.int64).given)
    searching = (STATES, Array(frames), Array(negamax.Entry), Array(plans), *tables, LOG, INT)
    listing = (STATES, INT, lists, Array(np.int64), STATES, lists, Array(np.uint64), LOG)
    return (
        Loop(game, "search_on", negamax.search_on, INT, searching, own),
        Loop(game, "list_turns", negamax.list_turns, INT, listing, own),
    )


def actions_of(line: npt.NDArray[np.int16]) -> tuple[int, ...]:
    """The actions of a line, up to its end."""
    actions = line.tolist()
    return tuple(actions[: actions.index(END)])


def power_of_two(number: int) -> int:
    """The greatest power of two that is not more than a number, and at least 2."""
    return 1 << max(1, number.bit_length() - 1)
