"""What a seat knows, which in Cam is everything: its sample of the rest, and the board as numbers."""

from parlour.core.chance import forget_key
from parlour.core.contract import SPECTATOR, Features, Record, Rng
from parlour.core.kernel import rule
from parlour.games.cam.table import *


@rule
def redeal(s: Record, seat: int, rng: Rng) -> None:
    """Nothing is hidden but who will be drawn to begin, and that was drawn before the first move."""
    forget_key(s, rng)


@rule
def observe(s: Record, seat: int, out: Features) -> None:
    """The board from the seat's own side, its own castle being square 0 (a spectator looks from Red's).

    | from | what                                                            | numbers |
    |------|-----------------------------------------------------------------|---------|
    | 0    | own men, own knights, enemy men, enemy knights, by square       | 4 x 67  |
    | 268  | the piece whose turn is unfinished; squares it has cantered on  | 2 x 67  |
    | 402  | board: Cam, Camette                                             | 2       |
    | 404  | this seat is to move; the enemy is                              | 2       |
    | 406  | the unfinished turn canters; jumps; owes a capture              | 3       |
    | 409  | own piece in the own castle; the enemy's in his                 | 2       |
    | 411  | quiet turns, as a part of those that make a draw                | 1       |
    | 412  | games played, own points, enemy points, as a part of all games  | 3       |
    | 415  | how often the position stood, as a part of what makes a draw    | 1       |
    """
    out[:] = 0.0
    side = RED if seat == SPECTATOR else seat
    for square in range(SIZE[s.board]):
        piece = int(s.squares[square])
        if piece != VACANT:
            plane = piece - 1 if side == RED else (piece + 1) % 4
            out[plane * SQUARES + seen_from(s, side, square)] = 1.0
    observe_turn(s, side, out)
    out[402 + int(s.board)] = 1.0
    for enemy in range(2):
        who = 1 - side if enemy == 1 else side
        out[404 + enemy] = 1.0 if s.turn == who and s.verdict == UNDECIDED else 0.0
        out[409 + enemy] = 1.0 if side_of(s.squares[CASTLES[s.board, who]]) == who else 0.0
        out[413 + enemy] = s.points[who] / (2 * int(s.games))
    out[411] = min(1.0, s.quiet / s.quiet_plies) if s.quiet_plies > 0 else 0.0
    out[412] = games_played(s) / s.games
    out[415] = min(1.0, occurrences(s) / s.repetition) if s.repetition > 0 else 0.0


@rule
def observe_turn(s: Record, side: int, out: Features) -> None:
    """The unfinished turn."""
    if s.mode != FRESH:
        out[4 * SQUARES + seen_from(s, side, moving(s))] = 1.0
        for i in range(s.steps):
            out[5 * SQUARES + seen_from(s, side, s.path[i])] = 1.0
        out[406 + int(s.mode) - CANTERING] = 1.0
        out[408] = 1.0 if s.owed != 0 else 0.0


@rule
def seen_from(s: Record, side: int, square: int) -> int:
    """The number of a square for somebody who sits at a side: Yellow has the board turned round."""
    return int(square) if side == RED else SIZE[s.board] - 1 - int(square)
