"""Information-set Monte Carlo tree search: one search for every game with secrets, for any number of players.

Each round deals afresh what the seat does not know, walks down a tree of actions that all those worlds share, adds one
leaf, plays the hand out and carries what everybody gained back up the path. Actions that are not open in every world
compete only in those in which they are: each counts how often it was available. (Cowling, Powley and Whitehouse, 2012.)

At a node the rulebook's advice is tried first. The more often the node was visited, the more of the other actions are
tried as well, so that with few rounds and many actions it plays like the book, and better with more rounds.

A world is taken with the chance that the game gives it (`plausible`), so worlds in which the others would hardly have
bid, asked or bet as they did are searched seldom. Where several seats may act at once, they are asked in their order.

The tree is an array of nodes. A node stands for an action of `mover` after what its parents did:

    | field        | meaning                                                        |
    |--------------|----------------------------------------------------------------|
    | visits       | rounds that went through it                                    |
    | available    | rounds in which it could have been chosen                      |
    | gained       | sum of what its mover gained in those rounds                   |
    | squared      | sum of the squares of that                                     |
    | first, next  | its first child, its next sibling; NONE if there is none       |
    | action       | the action                                                     |
    | mover        | who took it                                                    |

What a seat gains is its score at the end of the hand less the mean of the others', and a prize for winning the match.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Self

import numpy as np

from parlour.bots.levels import Level
from parlour.bots.play import ENDED, HUNDRED, Bytes, act, finish, hurry, own_play, plausible, suggest
from parlour.core.chance import below
from parlour.core.contract import (
    MOST_SEATS,
    TABLE,
    Actions,
    Log,
    Numbers,
    Record,
    Rng,
    legal,
    redeal,
    scores,
    winners,
)
from parlour.core.engines.loops import ACTIONS, INT, LOG, NUMBERS, RNG, STATES, Array, Loop
from parlour.core.events import COLUMNS
from parlour.core.game import Game
from parlour.core.kernel import called, layout, place, rule, whole
from parlour.core.kernels import States, next_actor
from parlour.core.numbers import logarithms

Node = layout(
    [
        ("gained", np.float64),
        ("squared", np.float64),
        ("visits", np.int32),
        ("available", np.int32),
        ("first", np.int32),
        ("next", np.int32),
        ("action", np.int16),
        ("mover", np.int8),
    ]
)
Setting = layout(
    [
        ("seat", np.int64),  # whose turn and whose view it is
        ("open", np.int64),  # 1 if all hands are open: then nothing is dealt afresh
        ("seats", np.int64),
        ("mixing", np.int64),  # per cent of the actions of a playout that follow the rulebook; the others are random
        ("depth", np.int64),  # actions of a path that are kept in the tree
        ("tries", np.int64),  # how many worlds are dealt at most until one is plausible
        ("explore", np.float64),  # how much a seldom tried action is favoured
        ("prize", np.float64),  # what winning the match is worth, in standard deviations of a gain
        ("widening", np.float64),  # how soon more actions of a node are tried; the rulebook's is always the first
        ("spread", np.float64),  # sum of the squares of what the rest of the hand brought everybody
        ("used", np.int64),  # nodes in the tree
        ("looks", np.int64),  # how often somebody looked for what to do
    ]
)
NONE: Final = -1
DEEPEST: Final = 64  # the most actions of a path that are kept in the tree
MILLION: Final = 1_000_000


def search(
    rounds: int,
    settings: States,
    root: States,
    work: States,
    tree: States,
    path: Actions,
    children: Actions,
    gains: Numbers,
    before: Numbers,
    logs: Numbers,
    log: Log,
    out: Actions,
    hidden: Bytes,
    scratch: States,
    rng: Rng,
) -> None:
    """Grow the tree by so many rounds; `hidden` marks the actions that the seat leaves aside at the root."""
    setting, s = settings[0], work[0]
    judge(root[0], before)
    compare(before, whole(setting.seats))
    for _ in range(rounds):
        new_world(setting, root, work, rng)
        mask = 0
        mover = whole(setting.seat)
        node = 0
        depth = 0
        fresh = False
        while not fresh and depth < setting.depth and still_playing(mover, mask):
            n = legal(s, mover, out)
            action = whole(out[0])
            if mover != TABLE:
                top = depth == 0
                n = noticed(out, n, hidden) if top else n
                node = go_on(top, tree, setting, node, mover, s, out, n, children, logs, hidden, scratch, rng)
                if node == NONE:
                    break
                path[depth] = node
                depth += 1
                action = whole(tree[node].action)
                fresh = tree[node].visits == 0
            mask = act(s, mover, action, log)
            mover = next_actor(mask & ~ENDED, mover)
        if still_playing(mover, mask):
            finish(s, mover, whole(setting.mixing), log, out, scratch, rng)
        settle(judge(s, gains), gains, before, tree, setting)
        for i in range(depth):
            credit(tree[path[i]], gains)


@rule
def still_playing(mover: int, mask: int) -> bool:
    """Whether somebody acts, and not the world after the end of the hand; `mask` is what `act` answered."""
    return mover >= 0 and not (mover == TABLE and mask & ENDED)


@rule
def go_on(
    top: bool,
    tree: States,
    setting: Any,
    node: int,
    mover: int,
    s: Record,
    out: Actions,
    n: int,
    children: Any,
    logs: Numbers,
    hidden: Bytes,
    scratch: States,
    rng: Rng,
) -> int:
    """The child that is tried next: a new one while the node is visited often for those it has, else the best.

    NONE if it has no child and there is no room for one.
    """
    setting.looks += 1
    tried, best = look(tree, setting, node, mover, out, n, children, logs)
    if tried == n or tried > setting.widening * math.sqrt(tree[node].visits) or setting.used == len(tree):
        return best
    action = whole(NONE)
    if tried == 0 or below(rng, HUNDRED) < setting.mixing:
        action = suggest(s, mover, rng, scratch) if top else hurry(s, mover, rng, scratch)
        action = untried(action, children)
    if action == NONE or (top and hidden[action]):
        action = whole(pick_untried(children, out, n, below(rng, n - tried)))
    return add_child(tree, setting, node, mover, action)


@rule
def credit(step: Any, gains: Numbers) -> None:
    """Count a round that went through a node."""
    gain = gains[whole(step.mover)]
    step.visits += 1
    step.gained += gain
    step.squared += gain * gain


@rule
def untried(action: int, children: Any) -> int:
    """An action that has no child yet, NONE if it has."""
    return whole(NONE) if children[action] > 0 else whole(action)


@called
def judge(s: Record, points: Numbers) -> int:
    """Write the scores and say who has won."""
    scores(s, points)
    return whole(winners(s))


@rule
def new_world(setting: Any, root: States, work: States, rng: Rng) -> None:
    """Deal what the seat does not know until it is plausible, or as often as we may."""
    for _ in range(setting.tries):
        work[0] = root[0]
        if setting.open:
            break
        redeal(work[0], setting.seat, rng)
        if setting.tries == 1 or below(rng, MILLION) < MILLION * plausible(work[0], setting.seat):
            break


@rule
def noticed(out: Actions, n: int, hidden: Bytes) -> int:
    """Strike what is left aside from the list; how many remain. The idle move does if nothing else would."""
    kept = 0
    for i in range(n):
        if not hidden[whole(out[i])]:
            out[kept] = out[i]
            kept += 1
    return max(kept, 1)


@rule
def look(
    tree: States, setting: Any, node: int, mover: int, out: Actions, n: int, children: Any, logs: Numbers
) -> tuple[int, int]:
    """Find the child of every legal action and count it as available.

    How many there are, and which has the best upper confidence bound. An action that has none is marked in `children`
    with a number that no other look uses, negative.
    """
    mark = -whole(setting.looks)
    for i in range(n):
        children[place(out[i])] = mark
    explore = setting.explore * spread(tree, setting)
    tried = 0
    best = whole(NONE)
    highest = -np.inf
    child = whole(tree[node].first)
    while child != NONE:
        step = tree[place(child)]
        if step.mover == mover and children[place(step.action)] == mark:
            children[place(step.action)] = child
            tried += 1
            step.available += 1
            often = logs[place(min(whole(step.available), len(logs) - 1))]
            bound = (step.gained + explore * math.sqrt(often * step.visits)) / step.visits
            best += (child - best) * (bound > highest)  # times 0 or 1: no branch to guess
            highest = bound if bound > highest else highest
        child = whole(step.next)
    return tried, best


@rule
def pick_untried(children: Any, out: Actions, n: int, number: int) -> int:
    """Legal action `number`, counted among those that have no child yet."""
    for i in range(n):
        if children[whole(out[i])] < 0:
            if number == 0:
                return whole(out[i])
            number -= 1
    return NONE


@rule
def add_child(tree: States, setting: Any, parent: int, mover: int, action: int) -> int:
    """A new node below `parent`."""
    child = whole(setting.used)
    setting.used += 1
    step = tree[child]
    step.mover = mover
    step.action = action
    step.visits = 0
    step.available = 1
    step.gained = 0.0
    step.squared = 0.0
    step.first = NONE
    step.next = tree[parent].first
    tree[parent].first = child
    return child


@rule
def spread(tree: States, setting: Any) -> float:
    """How far the rest of the hand has moved the gains so far, as a standard deviation."""
    return math.sqrt(setting.spread / max(1, tree[0].visits * setting.seats))


@rule
def settle(won: int, gains: Numbers, before: Numbers, tree: States, setting: Any) -> None:
    """Make the scores in `gains` what everybody has gained: less the mean of the others', and a prize for winning."""
    seats = whole(setting.seats)
    compare(gains, seats)
    tree[0].visits += 1
    share = 0.0
    for seat in range(seats):
        setting.spread += (gains[seat] - before[seat]) ** 2
        share += (won >> seat) & 1
    if won > 0:
        prize = setting.prize * spread(tree, setting)
        for seat in range(seats):
            gains[seat] += prize * (((won >> seat) & 1) / share - 1 / seats)


@rule
def compare(points: Numbers, seats: int) -> None:
    """Make scores what each seat is ahead of the mean of the others."""
    total = 0.0
    for seat in range(seats):
        total += points[seat]
    for seat in range(seats):
        points[seat] -= (total - points[seat]) / (seats - 1)


def loop_of(game: Game) -> Loop:
    """`search`, for a game."""
    nodes, settings, numbers = Array(Node), Array(Setting), Array(np.int32)
    takes = (
        *(INT, settings, STATES.given, STATES, nodes, numbers, numbers, NUMBERS, NUMBERS, NUMBERS.given),
        *(LOG, ACTIONS, Array(np.uint8).given, STATES, RNG),
    )
    return Loop(game, "search", search, None, takes, own_play(game))


def advising(states: States, seat: int, rng: Rng, scratch: States) -> int:
    """What a search would try first."""
    return suggest(states[0], seat, rng, scratch)


def advice_of(game: Game) -> Loop:
    """`advising`, for a game."""
    return Loop(game, "advising", advising, INT, (STATES.given, INT, RNG, STATES), own_play(game))


class Tree:
    """A tree that grows: the memory of one search."""

    def __init__(self, game: Game, rounds: int) -> None:
        state = game.layout
        self.workspace = workspace = game.kernels.engine.workspace()
        self.work = workspace.zeros(1, state)
        self.scratch = workspace.zeros(game.advice.SCRATCH, state)
        self.nodes = workspace.zeros(rounds + 1, Node)
        self.path = workspace.zeros(DEEPEST, np.int32)
        self.children = workspace.zeros(len(game.table.ACTIONS), np.int32)
        self.gains, self.before = workspace.zeros(MOST_SEATS, np.float64), workspace.zeros(MOST_SEATS, np.float64)
        self.logs = workspace.zeros(rounds + 2, np.float64)
        self.logs[:] = logarithms(rounds + 2)  # as often as an action can be available
        self.log = workspace.zeros((1, COLUMNS), np.int64)
        self.out = workspace.zeros(game.table.MOST_LEGAL, np.int16)
        self.setting = workspace.zeros(1, Setting)
        self._search, self._advising = workspace.loop(loop_of(game)), workspace.loop(advice_of(game))

    def begin(self, seat: int, seats: int, level: Level, open_hands: bool = False) -> None:
        """Cut it down to its root; with `open_hands` the seat sees everything."""
        self.nodes[0] = np.zeros((), dtype=Node)
        self.nodes[0].first = NONE
        self.children[:] = 0
        character = (level.mixing, min(level.depth, DEEPEST), level.tries, level.explore, level.prize, level.widening)
        self.setting[0] = (seat, open_hands, seats, *character, 0.0, 1, 0)

    def grow(self, root: States, hidden: Bytes, rounds: int, rng: Rng) -> None:
        """Search for so many rounds."""
        self._search(
            *(rounds, self.setting, root, self.work, self.nodes, self.path, self.children, self.gains, self.before),
            *(self.logs, self.log, self.out, hidden, self.scratch, rng),
        )

    def book(self, root: States, seat: int, rng: Rng) -> int:
        """What the book would do."""
        return int(self._advising(root, seat, rng, self.scratch))

    def order(self, top: "Top") -> tuple[float, ...]:
        """The most visited comes first."""
        return (-top.visits, -top.mean, top.action)

    def tops(self) -> list["Top"]:
        """The actions at the root."""
        found = []
        child = int(self.nodes[0]["first"])
        while child != NONE:
            step = self.nodes[child]
            found.append(Top(int(step.action), int(step.visits), float(step.gained), float(step.squared)))
            child = int(step.next)
        return found


@dataclass(frozen=True)
class Top:
    """An action at the root of a tree, or of several."""

    action: int
    visits: int
    gained: float
    squared: float

    @classmethod
    def of(cls, action: int, visits: int, mean: float, error: float) -> Self:
        """An action that gains so much, give or take this error."""
        return cls(action, visits, visits * mean, (visits * error) ** 2 + visits * mean**2)

    def moved(self, more: float) -> Self:
        """The same, if it gained so much more."""
        return self.of(self.action, self.visits, self.mean + more, self.error)

    @property
    def mean(self) -> float:
        """What it gains on the whole."""
        return self.gained / max(1, self.visits)

    @property
    def error(self) -> float:
        """The standard error of that."""
        return math.sqrt(max(0.0, self.squared - self.visits * self.mean**2)) / max(1, self.visits)


def ranked(trees: Sequence[Tree]) -> list[Top]:
    """The actions at the roots of trees that grew side by side, the best first."""
    sums: dict[int, Top] = {}
    for top in (top for tree in trees for top in tree.tops()):
        before = sums.get(top.action, Top(top.action, 0, 0.0, 0.0))
        both = (before.visits + top.visits, before.gained + top.gained, before.squared + top.squared)
        sums[top.action] = Top(top.action, *both)
    return sorted(sums.values(), key=trees[0].order)
