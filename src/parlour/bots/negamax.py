"""The compiled search of a game without secrets for two: negamax with alpha-beta pruning, over whole turns.

A node is a position between two turns. A turn may take several actions, so the search keeps a frame a level, and a
level is one action: where the same seat acts again, nothing is negated and no depth is spent. Nor is any spent by a
turn that had to be urgent. There is no recursion; all that a search is doing stands in arrays, so it can stop
after any node and go on later (`search_on`), which is how the caller looks at the time. Values are the evaluation's,
from the point of view of the seat to act; a win in n turns from the root is WIN - n.

What it remembers of positions is kept in a table of fixed size; a newer search drives out an older one's.
"""

from typing import Any, Final

import numpy as np

from parlour.core.contract import actors, apply, legal
from parlour.core.evaluation import NO_ANSWER, WIN, evaluate, position_key, probe, urgent
from parlour.core.kernel import called, layout, rule, whole

LEVELS: Final = 320  # actions in a row that a search looks ahead
LONGEST_TURN: Final = 64  # actions of a turn; no turn is begun where fewer levels are left
DEEPEST: Final = 100  # turns
MOST_URGENT_TURNS: Final = 12  # that are followed past the depth of the search
LINE: Final = 64  # actions of a line of play that are kept
END: Final = -1  # of such a line; and no action at all
INFINITE: Final = 2 * WIN
OPEN: Final = 4 * WIN  # a node that has no value yet
NEW, READY, FULL, NARROW, REDUCED = range(5)  # stages: to be opened, ready for an action, or how one is being tried


def frame_layout(most_legal: int) -> np.dtype[Any]:
    """What is kept of a level, in a game with at most so many actions to choose from."""
    return layout(
        [
            ("key", np.uint64),
            ("alpha", np.int64),  # the window; `floor` is the alpha that the node began with
            ("beta", np.int64),
            ("floor", np.int64),
            ("best", np.int64),
            ("depth", np.int64),  # turns left to search; 0 and less where only urgent ones are followed
            ("turns", np.int64),  # since the root
            ("cost", np.int64),  # of this turn in depth: 0 if the seat had to do something urgent, else 1
            ("n", np.int64),  # actions listed
            ("at", np.int64),  # of which so many have been tried
            ("choice", np.int64),  # the best of them
            ("stage", np.int64),
            ("seat", np.int64),
            ("fresh", np.int64),  # whether a turn begins here
            ("actions", np.int16, most_legal),
            ("urgent", np.int16, most_legal),  # those that may upset the balance, at the beginning of a turn
            ("ranks", np.int32, most_legal),  # how soon to try each
            ("line", np.int16, LINE),  # the best that was found
        ]
    )


def plan_layout(actions: int) -> np.dtype[Any]:
    """What a whole search goes by, in a game with so many actions: set by the caller, and what it has come to."""
    return layout(
        [
            ("level", np.int64),  # where it is
            ("nodes", np.int64),  # so far
            ("value", np.int64),  # when it is finished
            ("number", np.int64),  # tells its entries in the table from older ones
            ("reducing", np.int64),  # whether late turns are searched less deeply
            ("history", np.int64, (2, actions)),  # by seat: how often an action was a refutation
            ("killers", np.int64, (LEVELS, 2)),  # by turn: the last two refutations
        ]
    )


Entry = layout(
    [
        ("key", np.uint64),
        ("value", np.int32),
        ("action", np.int16),
        ("depth", np.int8),
        ("mark", np.uint8),  # 4 * number of the search + bound
    ]
)
NOTHING, AT_MOST, AT_LEAST, EXACT = range(4)  # bounds
SEARCHES: Final = 63  # that can be told apart before the table must be cleared

# Ranks of actions: what was best before, then urgent ones, killers, and by history.
BEST_BEFORE: Final = 1 << 30
URGENT: Final = 1 << 20
MOST_URGENT: Final = 64  # that are told apart
KILLER: Final = 1 << 18
HISTORY: Final = 1 << 14


# --- The loop -------------------------------------------------------------------------------------------------


def search_on(states: Any, frames: Any, memory: Any, plans: Any, table: Any, index: Any, log: Any, quota: int) -> int:
    """Go on with the search, for at most `quota` nodes; 1 if it is finished, its value being in the plan, else 0."""
    plan = plans[0]
    level, limit = plan.level, plan.nodes + quota
    while True:
        frame = frames[level]
        if frame.stage == NEW:
            if plan.nodes >= limit:
                plan.level = level
                return 0
            value = open_node(states, frames, memory, plans, table, index, level)
        elif frame.at == frame.n or frame.best >= frame.beta:
            value = close_node(frame, memory, plan)
        else:
            begin_child(frame, frames[level + 1], plan)
            states[level + 1] = states[level]
            apply(states[level + 1], frame.seat, whole(frame.actions[frame.at]), log)
            level += 1
            continue
        if value != OPEN:
            plan.value = value
            if level == 0:
                return 1
            level -= 1
            hear(frames[level], frames[level + 1], value)


@rule
def begin_child(frame: Any, child: Any, plan: Any) -> None:
    """What the node after the next action is asked: its window, as the parent sees it, and its depth."""
    bring_forward(frame)
    if frame.stage == READY:
        frame.stage = FULL if frame.at == 0 else NARROW
        if frame.at >= 4 and frame.depth >= 3 and frame.ranks[frame.at] < KILLER and plan.reducing:
            frame.stage = REDUCED
    child.stage = NEW
    child.seat = frame.seat
    child.turns = frame.turns
    child.cost = frame.cost
    child.depth = frame.depth
    child.alpha = frame.alpha
    child.beta = frame.beta if frame.stage == FULL else frame.alpha + 1
    if frame.stage == REDUCED:
        child.depth -= 2 if frame.at >= 12 and frame.depth >= 5 else 1


@rule
def bring_forward(frame: Any) -> None:
    """Put the action of the highest rank among those not tried yet in the next place."""
    at, actions, ranks = frame.at, frame.actions, frame.ranks
    first = at
    for i in range(at + 1, frame.n):
        if ranks[i] > ranks[first]:
            first = i
    ranks[at], ranks[first] = ranks[first], ranks[at]
    actions[at], actions[first] = actions[first], actions[at]


@rule
def hear(frame: Any, child: Any, value: int) -> None:
    """Take what a child has found; if that is better than a narrow window or a lesser depth can tell, look again."""
    if child.fresh:
        value = -value
    if value > frame.alpha and (frame.stage == REDUCED or (frame.stage == NARROW and value < frame.beta)):
        frame.stage = NARROW if frame.stage == REDUCED else FULL
        return
    frame.stage = READY
    if value > frame.best:
        frame.best = value
        frame.choice = frame.actions[frame.at]
        if value > frame.alpha:
            frame.alpha = value
            keep_line(frame, child)
    frame.at += 1


@rule
def keep_line(frame: Any, child: Any) -> None:
    """The best line from here is this action and the best line after it."""
    line, rest = frame.line, child.line
    line[0] = frame.choice
    for i in range(1, LINE):
        line[i] = rest[i - 1] if i < LINE - 1 else END
        if line[i] == END:
            break


# --- Nodes ----------------------------------------------------------------------------------------------------


@called
def open_node(states: Any, frames: Any, memory: Any, plans: Any, table: Any, index: Any, level: int) -> int:
    """Begin a node: its value if that is known at once, else OPEN, its actions being listed and ranked."""
    s, frame, plan = states[level], frames[level], plans[0]
    frame.line[0] = END
    acting = whole(actors(s))
    frame.fresh = 1 if acting != 1 << frame.seat else 0
    hint = END
    if frame.fresh:
        pass_turn(frame)
        plan.nodes += 1
        if acting != 1 << frame.seat:
            return decided(evaluate(s, frame.seat), frame.turns)
        known = probe(s, table, index)
        if known != NO_ANSWER:
            return decided(known, frame.turns + abs(known))
        if frame.depth > 0:
            frame.key = position_key(s)
            value, hint = recall(memory, frame, plan.number)
            if value != OPEN:
                return value
    seat, actions = frame.seat, frame.actions
    crowded = level + LONGEST_TURN >= len(states)
    resting = frame.fresh and (frame.depth <= 0 or crowded)
    pressing = urgent(s, seat, frame.urgent) if frame.fresh else 0
    frame.best = -INFINITE
    if resting:
        deep = crowded or frame.depth < -MOST_URGENT_TURNS
        if pressing >= 0 or deep:
            frame.best = evaluate(s, seat)
            if pressing == 0 or deep or frame.best >= frame.beta:
                return whole(frame.best)
        n = abs(pressing)
        for i in range(n):
            actions[i] = frame.urgent[i]
    else:
        n = legal(s, seat, actions)
    if frame.fresh:
        frame.cost = 0 if pressing < 0 and frame.depth > 0 else 1
    rank_all(frame, n, abs(pressing), hint, plan.history[seat], plan.killers[frame.turns])
    begin_node(frame, n)
    return OPEN


@rule
def pass_turn(frame: Any) -> None:
    """The turn is over: a turn less to look ahead, and what is good for one seat is bad for the other."""
    frame.seat = 1 - frame.seat
    frame.turns += 1
    frame.depth -= frame.cost
    alpha = frame.alpha
    frame.alpha = -frame.beta
    frame.beta = -alpha


@rule
def begin_node(frame: Any, n: int) -> None:
    """Ready for the first of n actions; `best` is what the seat has without any."""
    frame.stage = READY
    frame.floor = frame.alpha
    frame.alpha = max(frame.alpha, frame.best)
    frame.n = n
    frame.at = 0
    frame.choice = END


@rule
def decided(sign: int, turns: int) -> int:
    """The value of a game that is won, lost or drawn so many turns from the root."""
    if sign == 0:
        return 0
    return WIN - turns if sign > 0 else turns - WIN


@rule
def rank_all(frame: Any, n: int, pressing: int, hint: int, history: Any, killers: Any) -> None:
    """Say how soon to look at each of n actions."""
    for i in range(n):
        action = whole(frame.actions[i])
        rank = whole(history[action])
        if action == killers[0] or action == killers[1]:
            rank = KILLER
        for place in range(pressing):
            if frame.urgent[place] == action:
                rank = URGENT * (MOST_URGENT - min(place, MOST_URGENT - 1))
        frame.ranks[i] = BEST_BEFORE if action == hint else rank


@rule
def close_node(frame: Any, memory: Any, plan: Any) -> int:
    """The value of a node whose actions have been tried; it is remembered, and so is a quiet refutation."""
    if frame.fresh and frame.depth > 0:
        remember(memory, frame, plan.number)
    if frame.best >= frame.beta and frame.depth > 0 and frame.ranks[frame.at - 1] < URGENT:
        past, killers = plan.history[frame.seat], plan.killers[frame.turns]
        bonus = min(frame.depth * frame.depth, 256)
        past[frame.choice] += bonus - (past[frame.choice] * bonus) // HISTORY
        if frame.fresh and killers[0] != frame.choice:
            killers[1] = killers[0]
            killers[0] = frame.choice
    return whole(frame.best)


# --- The table of positions -----------------------------------------------------------------------------------


@rule
def recall(memory: Any, frame: Any, search: int) -> tuple[int, int]:
    """What the table says of a node: its value if that settles it, else OPEN; and the best action known, else END."""
    for place in range(2):
        entry = memory[place_of(memory, frame.key) ^ place]
        if entry.key == frame.key and entry.mark >> 2 == search:
            value, bound = seen_from(whole(entry.value), -frame.turns), entry.mark & 3
            enough = entry.depth >= frame.depth and frame.beta - frame.alpha == 1
            if enough and ((value >= frame.beta and bound & AT_LEAST) or (value < frame.beta and bound & AT_MOST)):
                return value, whole(entry.action)
            return OPEN, whole(entry.action)
    return OPEN, END


@rule
def remember(memory: Any, frame: Any, search: int) -> None:
    """Put a node into the table: in the place of the same position, of an older search, or of less depth."""
    entry, other = memory[place_of(memory, frame.key)], memory[place_of(memory, frame.key) ^ 1]
    if other.key == frame.key or (entry.key != frame.key and keeping(other, search) < keeping(entry, search)):
        entry = other
    bound = AT_LEAST if frame.best >= frame.beta else EXACT if frame.best > frame.floor else AT_MOST
    entry.key = frame.key
    entry.value = seen_from(frame.best, frame.turns)
    entry.action = frame.choice
    entry.depth = frame.depth
    entry.mark = 4 * search + bound


@rule
def place_of(memory: Any, key: Any) -> int:
    """Where the table has a position, or the place beside it; its size is a power of two."""
    return whole(key & np.uint64(len(memory) - 1))


@rule
def keeping(entry: Any, search: int) -> int:
    """How much an entry is worth keeping."""
    return whole(entry.depth) if entry.mark >> 2 == search else -1


@rule
def seen_from(value: int, turns: int) -> int:
    """A value with its distance to a win counted from a place so many turns further on."""
    if value > WIN // 2:
        return value + turns
    return value - turns if value < -WIN // 2 else value


# --- The turns of the root ------------------------------------------------------------------------------------


def list_turns(legs: Any, seat: int, actions: Any, left: Any, ends: Any, paths: Any, keys: Any, log: Any) -> int:
    """Put every turn from `legs[0]` into `paths`, one that ends like another left out, and its end into `ends`.

    How many there are; END if there is no room for them.
    """
    left[0] = legal(legs[0], seat, actions[0])
    n = 0
    leg = 0
    while leg >= 0:
        if left[leg] == 0:
            leg -= 1
            continue
        if leg + 1 == len(legs) or n == len(ends):
            return END
        left[leg] -= 1
        legs[leg + 1] = legs[leg]
        apply(legs[leg + 1], seat, whole(actions[leg, left[leg]]), log)
        leg += 1
        if actors(legs[leg]) == 1 << seat:
            left[leg] = legal(legs[leg], seat, actions[leg])
            continue
        leg -= 1
        ends[n] = legs[leg + 1]
        keys[n] = position_key(legs[leg + 1])
        if not known_already(keys, n):
            for i in range(leg + 1):
                paths[n, i] = actions[i, left[i]]
            paths[n, leg + 1] = END
            n += 1
    return n


@rule
def known_already(keys: Any, n: int) -> bool:
    """Whether key n stands in front of it, too."""
    for i in range(n):
        if keys[i] == keys[n]:
            return True
    return False


@rule
def know_nothing(s: Any, table: Any, index: Any) -> int:
    """The probe of a game without tables."""
    return NO_ANSWER
