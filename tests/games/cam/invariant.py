"""What must hold in every state of Cam: the counts agree with the board, and a turn leaves nothing behind."""

import numpy as np

from parlour.core.contract import Record
from parlour.core.engines import compiled
from parlour.games.cam.table import CASTLES, FRESH, KEYS, PIECES_A_SIDE, SIZE, WALL, YELLOW, YELLOW_TO_MOVE

SHORT = {} if compiled() else {"quiet_plies": 8}  # random games are long
OWNERS = np.array([-1, 0, 0, 1, 1, 2])


def wrong(s: Record) -> str | None:
    board, squares, held = int(s.board), s.squares, s.held
    size = int(SIZE[board])
    owners = OWNERS[squares]
    if np.any(squares[size:] != WALL) or np.any(squares[:size] == WALL):
        return "the wall has moved"
    for side in range(2):
        standing = sum(1 << int(square) for square in np.flatnonzero(owners == side))
        if standing != int(held[side, 0]) | int(held[side, 1]) << 64:
            return f"side {side} stands on {standing:b} and holds {held[side]}"
        if standing.bit_count() > PIECES_A_SIDE[board]:
            return f"side {side} has {standing.bit_count()} pieces"
    key = np.bitwise_xor.reduce(KEYS[squares[:size], np.arange(size)])
    if s.hash != (key ^ YELLOW_TO_MOVE if s.turn == YELLOW else key):
        return "the hash is not the position's"
    if s.mode == FRESH and (s.steps or s.owed or s.path.any()):
        return "a finished turn has left something behind"
    if not s.verdict and np.any(owners[CASTLES[board]] == [1, 0]):
        return "a castle is taken and the game goes on"
    return None
