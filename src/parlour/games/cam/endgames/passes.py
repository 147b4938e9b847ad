"""What a pass over a table of endgames does at a place: one position, looked at by the game's own rules.

A place holds a code: 0 as long as nobody is known to win (and in the end, a draw), n + 1 where the game is decided in
n turns, whoever wins: the side to move after an odd number of turns, the other after an even one. NOTHING marks a
place that no position has.

A slice is solved together with the one in which the sides are exchanged; turns that capture lead to slices solved
before. Pass 0 looks at every position. Pass `now` takes the positions with the code `now`, marks all that might lead
there, and looks at those again; only codes up to `now` count, so no position gets a higher code than it should. A turn
that captures can lead to any code; what it gives is noted at once and counts when its pass has come.

Marking goes backwards, along plain moves and canters, which are the same both ways. It may mark too much, and then a
look is wasted. That it never marks too little is shown at the end by pass EVERY, which looks at everything once more.
"""

from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from parlour.core.contract import Record
from parlour.core.kernel import rule, whole
from parlour.core.pack.cards import NONE, holds, lowest, only, without_lowest
from parlour.games.cam.endgames.places import BOARD, RULING, Index, column_of, is_symmetric_row, place_of, set_up
from parlour.games.cam.legs import legal_legs, ways
from parlour.games.cam.rules import act, judge, shift
from parlour.games.cam.table import *

Codes: TypeAlias = npt.NDArray[np.uint8]
Task: TypeAlias = tuple[int, int, int, int, int]  # own and foe's material, the pass, the span of the slices at hand

OPEN, LOST_NOW, WON_AT_ONCE = range(3)  # codes: nobody is known to win; lost in 0 turns; won in 1
MOST_CODE: Final = 252
EVERY: Final = 253  # the pass in which all codes count; odd, since it looks for wins and losses alike
FAULT: Final = 254
NOTHING: Final = 255
LEGS: Final = 16  # states that the longest turn of four pieces goes through, and some to spare


@rule
def look(place: int, task: Task, codes: Codes, marks: Codes, index: Index, desk: Any) -> int:
    """A pass at a place, if it is marked: the code it gets, OPEN if that is nothing new, FAULT if it was wrong."""
    _, _, now, first, _ = task
    before = whole(codes[place])
    if now != 0 and now != EVERY:
        if marks[place - first] == 0:
            return OPEN
        marks[place - first] = 0
        if is_win(before) and is_win(now):
            return OPEN  # it is won, and this pass looks for those that are lost
    code = code_of(place, task, codes, index, desk)
    if now == EVERY:
        return OPEN if code == before else FAULT
    if code in (OPEN, before):
        return OPEN
    codes[place] = code
    return code if code != NOTHING else OPEN


@rule
def code_of(place: int, task: Task, codes: Codes, index: Index, desk: Any) -> int:
    """The code of a place, as far as the codes up to `now` give it; NOTHING if it has no position."""
    own, foe, now, first, last = task
    legs = desk[0]
    lay(legs[0], place, own, foe, index)
    verdict = judge(legs[0])
    if verdict == CASTLE or place_of(legs[0], index) != place:
        return NOTHING
    return LOST_NOW if verdict == NO_MOVE else best_turn(now, (first, last), codes, index, desk)


@rule
def best_turn(now: int, span: Any, codes: Codes, index: Index, desk: Any) -> int:
    """The code of the position in `legs[0]`, from those after each of its turns."""
    legs, actions, left = desk
    won, lost, still_open = NOTHING, OPEN, False
    left[0] = legal_legs(legs[0], actions[0])
    level = 0
    while level >= 0:
        if left[level] == 0:
            level -= 1
            continue
        left[level] -= 1
        after = legs[level + 1]
        copy_turn(after, legs[level])
        act(after, whole(actions[level, left[level]]))
        level += 1
        if after.mode != FRESH:
            left[level] = legal_legs(after, actions[level])
            continue
        level -= 1
        code = LOST_NOW if after.verdict != UNDECIDED else code_after(after, now, span, codes, index)
        if code == OPEN:
            still_open = True
            if is_win(now):
                return OPEN  # this pass looks for those that lose whatever they do
        elif is_win(code):
            lost = max(lost, code)
        else:
            won = min(won, code + 1)
            if won <= least_win(now):
                return won
    if won != NOTHING:
        return won
    return OPEN if still_open else lost + 1


@rule
def code_after(s: Record, now: int, span: Any, codes: Codes, index: Index) -> int:
    """The code of a position that a turn has led to; without a capture, it counts when its pass has come."""
    place = place_of(s, index)
    code = whole(codes[place])
    return OPEN if span[0] <= place < span[1] and code > now else code


@rule
def is_win(code: int) -> bool:
    """Whether the side to move wins."""
    return code != OPEN and code & 1 == 0


@rule
def least_win(now: int) -> int:
    """A winning code so low that a pass need not look for a lower one."""
    return WON_AT_ONCE if now == 0 or now == EVERY else now + 1


@rule
def mark(place: int, task: Task, codes: Codes, marks: Codes, index: Index, desk: Any) -> None:
    """Mark the positions that might lead to this one by a turn without a capture, if its code is `now`."""
    own, foe, now, first, last = task
    span = first, last
    if codes[place] != now:
        return
    s = desk[0][0]
    lay(s, place, own, foe, index)
    s.turn = YELLOW
    for half in range(2):
        pieces = s.held[YELLOW, half]
        while pieces != NONE:
            square = 64 * half + lowest(pieces)
            pieces = without_lowest(pieces)
            steps = ways(s, square)[0]
            for direction in range(8):
                if (steps >> direction) & 1:
                    mark_from(s, square, whole(NEXT[s.board, square, direction]), now, span, codes, marks, index)
            mark_canters(s, square, now, span, codes, marks, index)


@rule
def mark_canters(s: Record, square: int, now: int, span: Any, codes: Codes, marks: Codes, index: Index) -> None:
    """Mark the positions from which the piece on a square may have come by a canter: a flood, as for a charge."""
    met = reached = only(NUMBER[s.board, square])
    while reached != NONE:
        at = SISTERS[s.board, square, lowest(reached)]
        reached = without_lowest(reached)
        leaps = ways(s, at)[1]
        for direction in range(8):
            to = whole(BEYOND[s.board, at, direction])
            if (leaps >> direction) & 1 and not holds(met, NUMBER[s.board, to]):
                met |= only(NUMBER[s.board, to])
                reached |= only(NUMBER[s.board, to])
                mark_from(s, square, to, now, span, codes, marks, index)


@rule
def mark_from(
    s: Record, square: int, start: int, now: int, span: Any, codes: Codes, marks: Codes, index: Index
) -> None:
    """Mark the position in which the piece on a square still stood where it started, unless that has its code."""
    shift(s, square, start)
    place = place_of(s, index)
    shift(s, start, square)
    if codes[place] == OPEN or codes[place] > now:
        marks[place - span[0]] = 1


# --- States at hand -------------------------------------------------------------------------------------------


@rule
def prepare(desk: Any, index: Index) -> None:
    """Make all states on the desk vacant boards of the index's game, without a limit to its length."""
    ruling = index[RULING]
    for leg in range(LEGS):
        s = desk[0][leg]
        s.board = index[BOARD]
        s.edition = PRINTED
        s.castle_jump_ends_turn = ON if ruling & 1 else OFF
        s.castle_exit_must_capture = ON if ruling & 2 else OFF
        s.castle_canter_one_leap = ON if ruling & 4 else OFF
        s.repetition = 0
        s.quiet_plies = 0
        s.games = 1
        s.hash = NONE
        for square in range(SQUARES + 1):
            s.squares[square] = WALL


@rule
def lay(s: Record, place: int, own: int, foe: int, index: Index) -> None:
    """Make a prepared state the position at a place."""
    for square in range(SIZE[s.board]):
        s.squares[square] = VACANT
    s.held[:] = NONE
    s.turn = RED
    s.mode = FRESH
    s.steps = 0
    s.owed = 0
    begin_turn(s)
    set_up(s, place, own, foe, index)


@rule
def copy_turn(to: Record, s: Record) -> None:
    """Copy what a turn can change, which is a tenth of a state."""
    for square in range(SIZE[s.board]):
        to.squares[square] = s.squares[square]
    for side in range(2):
        for half in range(2):
            to.held[side, half] = s.held[side, half]
    for i in range(s.steps):
        to.path[i] = s.path[i]
    to.steps = s.steps
    to.mode = s.mode
    to.owed = s.owed
    to.turn = s.turn
    begin_turn(to)


@rule
def begin_turn(s: Record) -> None:
    """What the end of a turn counts begins at nothing."""
    s.verdict = UNDECIDED
    s.quiet = 0
    s.points[RED] = 0
    s.points[YELLOW] = 0


@rule
def ruling_of(s: Record) -> int:
    """The switches of a match as bits: CM-G11, CM-G13, CM-G16."""
    ruling = 1 if castle_jump_ends_turn(s) else 0
    ruling |= 2 if castle_exit_must_capture(s) else 0
    return ruling | (4 if castle_canter_one_leap(s) else 0)


# --- Loops for the processor's cores ---------------------------------------------------------------------------


@rule
def look_at_all(begin: int, end: int, task: Task, codes: Codes, marks: Codes, index: Index, desk: Any) -> int:
    """Look at some places of a slice one after the other; the highest new code."""
    prepare(desk, index)
    highest = OPEN
    for place in range(begin, end):
        highest = max(highest, look(place, task, codes, marks, index, desk))
    return highest


@rule
def mark_all(begin: int, end: int, task: Task, codes: Codes, marks: Codes, index: Index, desk: Any) -> int:
    """Mark what might lead to some places of a slice."""
    prepare(desk, index)
    for place in range(begin, end):
        mark(place, task, codes, marks, index, desk)
    return OPEN


@rule
def tally(begin: int, end: int, own: int, foe: int, codes: Codes, index: Index, desk: Any, counts: Index) -> None:
    """Count the positions of a slice by their codes, each one and its mirror image."""
    prepare(desk, index)
    s = desk[0][0]
    for place in range(begin, end):
        images = 2
        if codes[place] != NOTHING and is_symmetric_row(place, own, foe, index):
            lay(s, place, own, foe, index)
            images = 1 if column_of(s, 0) == column_of(s, 1) else 2
        counts[codes[place]] += images
