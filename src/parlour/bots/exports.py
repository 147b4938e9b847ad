"""The one list of what a game's compiled file has: every loop that anybody at play needs, and what it is for.

| loops                                                          | who calls them                                  |
|----------------------------------------------------------------|-------------------------------------------------|
| `core.kernels`: begin, who, list_legal, try_action, result,    | matches, tables, players that sample, learners, |
| sample, lose, features, advice, playout, series, count_leaves  | simulation without the extra `lab`              |
| advance (`core.stepping`)                                      | vectorised environments without the extra `lab` |
| figures_notation, figures_view, figures_reasons (`core.plain`) | texts, views, reasons                           |
| search, weigh_up, advising (`bots.ismcts`, `bots.rivals`)      | computer players of games with secrets          |
| search_on, list_turns (`bots.alphabeta`)                       | computer players of games without, for two      |

A file imports nothing. Every number is a 64-bit integer or float; an array is its address, then its lengths as 32-bit
integers. `__heap_base` is where memory is free.
"""

from parlour.bots import alphabeta, ismcts, rivals
from parlour.core import kernels, stepping
from parlour.core.engines.loops import Loop
from parlour.core.game import Game
from parlour.core.plain import Figures


def thinking_loops(game: Game) -> list[Loop]:
    """What players that search call."""
    if game.evaluation is not None:
        return [*alphabeta.loops_of(game)]
    return [ismcts.loop_of(game), ismcts.advice_of(game), rivals.loop_of(game)]


def exports_of(game: Game) -> dict[str, Loop]:
    """Every loop of a game, by the name that its file has for it."""
    rules = [*kernels.loops_of(game).values(), stepping.loop_of(game), *Figures.loops_of(game)]
    loops = [*rules, *thinking_loops(game)]
    return {loop.name: loop for loop in loops}
