"""Kard Kelly (1915): the facts."""

from parlour.core.game import Game
from parlour.core.options import Choice, Number, Switch

GAME = Game(
    name="kardkelly",
    title="Kard Kelly",
    year=1915,
    maker="Arba Perry, Chicago",
    summary="Kelly pool with cards: turn your own number before anybody else does.",
    fewest=2,
    most=15,
    usual=4,
    version=1,
    package=__name__,
    score_word="counters",
    options=(
        Number("hands", "Pots that are won before the match ends.", "KK-G17", usual=10, least=1, most=1_000),
        Choice(
            "starter",
            "Who starts after the first hand: each in rotation, or the lowest disk.",
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
        Switch("challenge_keep", "A disk that is kept may be challenged too.", "KK-G09"),
        Switch("reclaim", "A disk that a challenge proves good may be taken back.", "KK-G11"),
        Switch("last_alive_wins", "The last one alive takes the pot.", "KK-G16"),
        Number(
            "header_cap", "Headers in a row after which the pot is shared.", "KK-G18", usual=20, least=1, most=1_000
        ),
        Switch("credit", "Players may owe counters; off: whoever has none for the ante is out.", "KK-G19", usual=True),
        Number(
            "stake", "Counters that everybody brings when there is no credit.", "KK-G27", usual=50, least=1, most=1_000
        ),
    ),
)
