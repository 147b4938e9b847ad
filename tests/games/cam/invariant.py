"""What must hold in every state of Cam: the counts agree with the board, and a turn leaves nothing behind."""

from parlour.core.contract import Record
from parlour.games.cam.state import CASTLES, FRESH, KEYS, PIECES_A_SIDE, SIZE, WALL, YELLOW, YELLOW_TO_MOVE, side_of


def wrong(s: Record) -> str | None:
    squares = s.squares.tolist()
    size = int(SIZE[s.board])
    if any(piece != WALL for piece in squares[size:]) or WALL in squares[:size]:
        return "the wall has moved"
    for side in range(2):
        standing = {square for square in range(size) if side_of(squares[square]) == side}
        held = {64 * half + bit for half in range(2) for bit in range(64) if int(s.held[side, half]) >> bit & 1}
        if standing != held or len(held) > PIECES_A_SIDE[s.board]:
            return f"side {side} stands on {standing} and holds {held}"
    key = int(YELLOW_TO_MOVE) if s.turn == YELLOW else 0
    for square in range(size):
        key ^= int(KEYS[squares[square], square])
    if key != int(s.hash):
        return "the hash is not the position's"
    if s.mode == FRESH and (s.steps or s.owed or s.path.any()):
        return "a finished turn has left something behind"
    if not s.verdict and any(side_of(squares[CASTLES[s.board, side]]) == 1 - side for side in range(2)):
        return "a castle is taken and the game goes on"
    return None
