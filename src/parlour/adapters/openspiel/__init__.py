"""The games as games of OpenSpiel (extra: `openspiel`).

import pyspiel
import parlour.adapters.openspiel

game = pyspiel.load_game("parlour_kamra(players=4,target=300)")
"""

from parlour.errors import MissingExtra
from parlour.games import all_games

try:
    import pyspiel
except ImportError:
    raise MissingExtra("OpenSpiel's games need the extra `openspiel`: install parlour[openspiel]") from None

from parlour.adapters.openspiel import ending
from parlour.adapters.openspiel.game import ParlourGame, ParlourState, register, short_name

__all__ = ["ParlourGame", "ParlourState", "names", "register"]


def names() -> list[str]:
    """What OpenSpiel calls the games."""
    return [short_name(game) for game in all_games().values()]


for _game in all_games().values():
    if short_name(_game) not in pyspiel.registered_names():
        register(_game)

if ending.NAME not in pyspiel.registered_names():
    ending.register()
