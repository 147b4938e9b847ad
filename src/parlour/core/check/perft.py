"""Perft: how many ways a match can go on, counted to the last leaf. The surest test of a game's legal moves.

A turn is all that a seat does before somebody else acts. There are two ways to count turns: every path, or, with
`distinct`, every outcome once where several paths of one turn lead to the same state. A finished match has no
continuation.
"""

from collections.abc import Iterator

import numpy as np

from parlour.core.events import new_log
from parlour.core.kernels import NO_ROOM
from parlour.core.match import Match
from parlour.core.options import shorten
from parlour.errors import OptionError

MOST_DEPTH = 20
ROOM = 128  # turns a node and actions a turn to begin with; more if they do not suffice


def perft(match: Match, depth: int, by: str = "turns", distinct: bool = False) -> int:
    """How many continuations of so many turns (or single actions, with `by="actions"`) there are from here."""
    check(depth, by)
    if depth == 0:
        return 1
    leaves, room = NO_ROOM, ROOM
    while leaves == NO_ROOM:
        nodes = np.zeros((depth + 1, room), dtype=match.game.layout)
        nodes[0, 0] = match.state
        words = nodes.view(np.uint64).reshape(depth + 1, room, -1)
        legs = np.zeros(room, dtype=nodes.dtype)
        actions, left = np.zeros((room, match.game.table.MOST_LEGAL), dtype=np.int16), np.zeros(room, dtype=np.int64)
        size, at = np.zeros((2, depth + 1), dtype=np.int64)
        count = match.game.fast_kernels.count_leaves
        leaves = int(count(nodes, words, legs, actions, left, size, at, new_log(0), depth, by == "turns", distinct))
        room *= 4
    return leaves


def divide(match: Match, depth: int) -> list[tuple[str, int]]:
    """The turns from here, each with the number of its continuations: what they sum to is `perft(match, depth)`."""
    check(depth, "turns")
    if depth == 0:
        return []
    return [(text, perft(after, depth - 1)) for text, after in walk(match)]


def turns(match: Match) -> list[str]:
    """Every turn that can be played from here, written out."""
    return [text for text, _ in walk(match)]


def walk(match: Match) -> Iterator[tuple[str, Match]]:
    """Every turn from here, written out, and the match after it."""
    if not match.over:
        start = match.clone()
        start._hold_table = True  # what the world does next is no part of the turn
        yield from walk_on(start, match.actors[0], [])


def walk_on(match: Match, seat: int, texts: list[str]) -> Iterator[tuple[str, Match]]:
    """The rest of a turn of which `texts` are played."""
    for action in match.legal(seat):
        after = match.clone()
        after.play(seat, action)
        if after.actors == (seat,):
            yield from walk_on(after, seat, [*texts, str(action)])
        else:
            yield turn_text(match, [*texts, str(action)]), after


def turn_text(match: Match, texts: list[str]) -> str:
    """A turn as the game writes it; its actions one after the other if the game says nothing of turns."""
    write = getattr(match.game.notation, "turn_text", ", ".join)
    return str(write(texts))


def check(depth: int, by: str) -> None:
    """Refuse a depth, or a way of counting, that there is not."""
    if isinstance(depth, bool) or not isinstance(depth, int) or not 0 <= depth <= MOST_DEPTH:
        raise OptionError(f"a depth is a whole number from 0 to {MOST_DEPTH}, not {shorten(depth)}")
    if by not in ("turns", "actions"):
        raise OptionError(f"leaves are counted by turns or by actions, not by {shorten(by)}")
