"""Cam (1949): the facts."""

from collections.abc import Mapping

from parlour.core.game import Box, Game, Seats
from parlour.core.options import Choice, Number, Value
from parlour.errors import OptionError


def check_options(options: Mapping[str, Value]) -> None:
    """A match must end, and the first time that a position stands is no repetition."""
    if options["repetition"] == 1:
        raise OptionError("repetition cannot be 1: it takes 0 (off) or a number from 2 to 9")
    if options["repetition"] == 0 and options["quiet_plies"] == 0:
        raise OptionError("repetition and quiet_plies cannot both be 0 but in a position set up for analysis")


GAME = Game(
    name="cam",
    title="Cam",
    options=(
        Choice(
            "edition", "The sheet of 1949 to the letter, or the Federation's reading.", "CM-G16", ("1949", "federation")
        ),
        Choice("board", "The full board of 67 squares, or Camette of 23.", "CM-02", ("cam", "camette")),
        Choice("first", "Who begins the first game; later games alternate.", "CM-G22", ("red", "yellow", "random")),
        Number(
            "games", "Games in the match: a win counts 1, a draw half a point.", "CM-G24", usual=1, least=1, most=99
        ),
        Number(
            "repetition",
            "How many times the same position must come up to be a draw; 0 turns this off.",
            "CM-G19",
            usual=3,
            least=0,
            most=9,
        ),
        Number(
            "quiet_plies",
            "Turns without a capture that make a draw; 0 turns this off.",
            "CM-G20",
            usual=100,
            least=0,
            most=120,
        ),
        Choice(
            "castle_jump_ends_turn",
            "Whether a jump into your own castle ends the turn, even if you could jump on.",
            "CM-G11",
            ("edition", "on", "off"),
        ),
        Choice(
            "castle_exit_must_capture",
            "Whether a piece that leaves its own castle must capture if it can jump.",
            "CM-G13",
            ("edition", "on", "off"),
        ),
        Choice(
            "castle_canter_one_leap",
            "Whether a canter may enter the enemy castle only by its first leap.",
            "CM-G16",
            ("edition", "on", "off"),
        ),
    ),
    seats=Seats(2, 2),
    # 50 actions, 20 seconds each
    box=Box(1949, "Parker Brothers", minutes=20, depth=3, short={"board": "camette"}, place=2),
    summary="Canter, jump and charge: the first piece in the enemy castle wins.",
    seat_names=("Red", "Yellow"),
    check_options=check_options,
    hand_word="game",
    package=__name__,
)
