"""Sets of options in which every two values of two options meet somewhere (pairwise testing)."""

import random
from itertools import combinations

from parlour.core.game import Game
from parlour.core.options import Number, Option, Value
from parlour.errors import OptionError

Setting = dict[str, Value]
Pair = tuple[tuple[str, Value], tuple[str, Value]]

TRIES = 30  # fresh starts for a pair that may be forbidden, and fillings of the other options that are compared


def values(option: Option) -> list[Value]:
    """The values that are tried: all of a choice; of a number the usual one and its ends."""
    if isinstance(option, Number):
        return list(dict.fromkeys([option.usual, option.least, option.most]))
    return [option.decode(number) for number in range(len(option.values.split(", ")))]


def switches(game: Game) -> list[Option]:
    """The options that choose between readings; numbers only say how long or how much."""
    return [option for option in game.options if not isinstance(option, Number)]


def all_pairs(options: list[Option]) -> set[Pair]:
    return {
        ((one.name, a), (two.name, b))
        for one, two in combinations(options, 2)
        for a in values(one)
        for b in values(two)
    }


def pairs_in(options: list[Option], setting: Setting) -> set[Pair]:
    return {((one.name, setting[one.name]), (two.name, setting[two.name])) for one, two in combinations(options, 2)}


def allowed(game: Game, setting: Setting) -> bool:
    try:
        game.check_options(game.complete_options(setting))
    except OptionError:
        return False
    return True


def pairwise(game: Game) -> list[Setting]:
    """Few settings that hold every pair of switch values that the game allows together."""
    choose = random.Random(game.name)
    options = switches(game)
    left = all_pairs(options)
    found: list[Setting] = []
    while left:
        pair = min(left, key=str)
        fillings = [
            {option.name: choose.choice(values(option)) for option in options} | dict(pair) for _ in range(TRIES)
        ]
        sound = [setting for setting in fillings if allowed(game, setting)]
        if not sound:
            left.discard(pair)  # these two do not go together
            continue
        best = max(sound, key=lambda setting: len(left & pairs_in(options, setting)))
        left -= pairs_in(options, best)
        found.append(best)
    return found or [{}]
