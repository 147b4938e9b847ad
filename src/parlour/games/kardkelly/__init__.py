"""Kard Kelly (1915): the facts."""

from parlour.core.game import Box, Game, Seats
from parlour.core.options import Choice, Number, Switch

GAME = Game(
    name="kardkelly",
    title="Kard Kelly",
    options=(
        Number("hands", "Pots to play for in the match.", "KK-G17", usual=10, least=1, most=1_000),
        Choice(
            "starter",
            "Who starts later hands: everybody in turn, or the lowest disk.",
            "KK-G02",
            ("rotate", "lowest"),
        ),
        Choice(
            "revive_timing",
            "When the dead may buy a disk: at the start of their turns, or before any card.",
            "KK-G06",
            ("own_turn", "any_time"),
        ),
        Choice("revive_cost", "A counter buys a whole series of disks, or one disk.", "KK-G07", ("once", "per_disk")),
        Switch("challenge_keep", "A disk that is kept can be challenged too.", "KK-G09"),
        Switch("reclaim", "A disk that a challenge proves good can be taken back.", "KK-G11"),
        Switch("last_alive_wins", "The last player alive takes the pot.", "KK-G16"),
        Number(
            "header_cap", "After this many headers in a row the pot is shared.", "KK-G18", usual=20, least=1, most=1_000
        ),
        Switch(
            "credit",
            "Players may owe counters; if not, a player with nothing for the ante is out.",
            "KK-G19",
            usual=True,
        ),
        Number(
            "stake",
            "Counters each player starts with when there is no credit.",
            "KK-G27",
            usual=50,
            least=1,
            most=1_000,
        ),
    ),
    seats=Seats(2, 15, usual=4),
    # 372 actions, 2 seconds each
    box=Box(1915, "Arba Perry, Chicago", minutes=15, depth=1, short={"hands": 3}, place=3),
    summary="Kelly pool with cards. Turn your own number before somebody else does.",
    score_word="counters",
    package=__name__,
)
