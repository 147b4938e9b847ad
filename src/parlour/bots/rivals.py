"""Comparing actions in the same worlds: the search for games in which nothing but the own action is worth a tree.

In each world that is dealt every rival action is tried, and the hand played out from it with the same luck. What one
action gains more than another then shows in far fewer rounds than if each had worlds of its own, because the luck of
the deal is the same for both. The book's action is the first rival. The more worlds there were, the more rivals join
it; those that are clearly behind drop out.

    | field         | meaning                                                              |
    |---------------|----------------------------------------------------------------------|
    | visits        | worlds in which it was tried                                         |
    | gained        | sum of what the seat gained in them                                  |
    | lead, leads   | sum of what it gained more than the book's action, and of the squares |
    | action        | the action                                                           |
    | out           | 1 if it has dropped out                                              |
"""

import math
import time
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from parlour.bots.ismcts import (
    NONE,
    Node,
    Setting,
    Top,
    Tree,
    compare,
    judge,
    new_world,
    noticed,
    pick_untried,
    settle,
    still_playing,
    untried,
)
from parlour.bots.levels import Level
from parlour.bots.play import ENDED, HUNDRED, Bytes, act, finish, own_play, suggest
from parlour.core.chance import below
from parlour.core.contract import Actions, Log, Numbers, Rng, legal
from parlour.core.engines.loops import ACTIONS, INT, LOG, NUMBERS, RNG, STATES, Array, Loop
from parlour.core.game import Game
from parlour.core.kernel import layout, rule, whole
from parlour.core.kernels import States, next_actor
from parlour.core.match import Match

Rival = layout(
    [
        ("gained", np.float64),
        ("lead", np.float64),
        ("leads", np.float64),
        ("visits", np.int32),
        ("action", np.int16),
        ("out", np.int16),
    ]
)
OTHER: Final = np.uint64(0x9E3779B97F4A7C15)  # sets the luck of the playouts apart from that of the deals
ENOUGH: Final = 20  # worlds before a rival may drop out
BEHIND: Final = 2.5  # standard errors by which it must be behind the best to do so


def weigh_up(
    rounds: int,
    settings: States,
    root: States,
    work: States,
    world: States,
    rivals: States,
    tree: States,
    children: Actions,
    gains: Numbers,
    before: Numbers,
    log: Log,
    out: Actions,
    hidden: Bytes,
    scratch: States,
    luck: Rng,
    rng: Rng,
) -> None:
    """Play so many hands out, each rival in every world; `hidden` marks the actions that it leaves aside."""
    setting = settings[0]
    seat = whole(setting.seat)
    judge(root[0], before)
    compare(before, whole(setting.seats))
    played = 0
    while played < rounds:
        new_world(setting, root, world, rng)
        n = noticed(out, legal(world[0], seat, out), hidden)
        if setting.used < min(n, len(rivals)) and setting.used <= setting.widening * math.sqrt(setting.looks):
            action = another(rivals, setting, world, out, n, children, hidden, scratch, rng)
            enter(rivals, setting, action)
        setting.looks += 1
        start = rng[0] ^ OTHER
        book = 0.0
        for i in range(setting.used):
            rival = rivals[i]
            if rival.out:
                continue
            work[0] = world[0]
            luck[0] = start
            mask = act(work[0], seat, whole(rival.action), log)
            mover = next_actor(mask & ~ENDED, seat)
            if still_playing(mover, mask):
                finish(work[0], mover, whole(setting.mixing), log, out, scratch, luck)
            settle(judge(work[0], gains), gains, before, tree, setting)
            book = gains[seat] if i == 0 else book
            count(rival, gains[seat], gains[seat] - book)
            played += 1
        if setting.looks % ENOUGH == 0:
            drop_out(rivals, setting)


@rule
def another(
    rivals: States,
    setting: Any,
    world: States,
    out: Actions,
    n: int,
    children: Any,
    hidden: Bytes,
    scratch: States,
    rng: Rng,
) -> int:
    """An action that is no rival yet: first the book's, then the book's in this world or any."""
    mark_tried(rivals, setting, children, out, n)
    action = whole(NONE)
    if setting.used == 0 or below(rng, HUNDRED) < setting.mixing:
        action = untried(suggest(world[0], whole(setting.seat), rng, scratch), children)
    if action == NONE or hidden[action]:
        action = whole(pick_untried(children, out, n, below(rng, n - setting.used)))
    return action


@rule
def mark_tried(rivals: States, setting: Any, children: Any, out: Actions, n: int) -> None:
    """Mark the rivals' actions in `children` with 1, all others with -1."""
    for i in range(n):
        children[whole(out[i])] = -1
    for i in range(setting.used):
        children[whole(rivals[i].action)] = 1


@rule
def enter(rivals: States, setting: Any, action: int) -> None:
    """Another rival."""
    rival = rivals[whole(setting.used)]
    rival.action = action
    rival.visits = 0
    rival.out = 0
    rival.gained = 0.0
    rival.lead = 0.0
    rival.leads = 0.0
    setting.used += 1


@rule
def count(rival: Any, gain: float, lead: float) -> None:
    """Count a world."""
    rival.visits += 1
    rival.gained += gain
    rival.lead += lead
    rival.leads += lead * lead


@rule
def drop_out(rivals: States, setting: Any) -> None:
    """Let those go that are clearly behind; the book's action stays, for the others are compared with it."""
    best = 0.0
    for i in range(1, setting.used):
        rival = rivals[i]
        if rival.visits >= ENOUGH:
            best = max(best, rival.lead / rival.visits)
    for i in range(1, setting.used):
        rival = rivals[i]
        if rival.visits >= ENOUGH and not rival.out:
            mean = rival.lead / rival.visits
            error = math.sqrt(max(0.0, rival.leads - rival.visits * mean * mean)) / rival.visits
            rival.out = 1 if mean + BEHIND * error < best else 0


def loop_of(game: Game) -> Loop:
    """`weigh_up`, for a game."""
    takes = (
        *(INT, Array(Setting), STATES.given, STATES, STATES, Array(Rival), Array(Node), Array(np.int32)),
        *(NUMBERS, NUMBERS, LOG, ACTIONS, Array(np.uint8).given, STATES, RNG, RNG),
    )
    return Loop(game, "weigh_up", weigh_up, None, takes, own_play(game))


class Rivals(Tree):
    """The memory of such a comparison; in every other way like a tree of depth 1."""

    def __init__(self, game: Game, rounds: int) -> None:
        super().__init__(game, 1)
        self.world = self.workspace.zeros(1, game.layout)
        self.rivals = self.workspace.zeros(min(rounds, game.table.MOST_LEGAL), Rival)
        self.luck = self.workspace.zeros(1, np.uint64)
        self._weigh_up = self.workspace.loop(loop_of(game))

    def begin(self, *given: Any, **more: Any) -> None:
        """Forget all rivals."""
        super().begin(*given, **more)
        self.setting[0].used = 0

    def grow(self, root: States, hidden: Bytes, rounds: int, rng: Rng) -> None:
        """Compare for so many rounds."""
        self._weigh_up(
            *(rounds, self.setting, root, self.work, self.world, self.rivals, self.nodes, self.children, self.gains),
            *(self.before, self.log, self.out, hidden, self.scratch, self.luck, rng),
        )

    def book(self, root: States, seat: int, rng: Rng) -> int:
        """The action that all others are compared with."""
        return int(self.rivals[0].action)

    def order(self, top: Top) -> tuple[float, ...]:
        """What is surely good comes first."""
        return (top.error - top.mean,)

    def tops(self) -> list[Top]:
        """The rivals. What each gains is what the book's action does and its own lead; so is its error."""
        book = self.rivals[0]
        usual = float(book.gained) / max(1, int(book.visits))
        return [top_of(rival, usual) for rival in self.rivals[: int(self.setting[0].used)]]


class Pair(Rivals):
    """Two actions that are tried in the same worlds to the end: neither drops out, however far it is behind.

    Whoever stopped where one has fallen far behind would take bad luck for a loss.
    """

    def __init__(self, game: Game) -> None:
        super().__init__(game, 2)

    def compare(self, world: Match, seat: int, actions: Sequence[int], level: Level, rng: Rng) -> list[Top]:
        """Try two actions in as many worlds as half a level's rounds; the second has the error of the difference."""
        root, step = world.states, len(actions) * ENOUGH
        self.begin(seat, world.seats, level)
        self.rivals[:] = np.zeros((), dtype=Rival)
        self.rivals["action"] = actions
        self.setting[0].used = len(actions)
        nothing = np.zeros(len(self.children), dtype=np.uint8)
        stop = time.thread_time() + level.seconds
        for done in range(0, level.share, step):
            if done and time.thread_time() > stop:
                break
            self.grow(root, nothing, min(step, level.share - done), rng)
            self.rivals["out"] = 0
        return self.tops()


def top_of(rival: Any, usual: float) -> Top:
    """A rival as an action at the root of a tree."""
    visits = int(rival.visits)
    lead = float(rival.lead) / max(1, visits)
    spread = max(0.0, float(rival.leads) - visits * lead**2)
    gained = visits * (usual + lead)
    return Top(int(rival.action), visits, gained, spread + gained**2 / max(1, visits))
