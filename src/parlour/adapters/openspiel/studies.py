"""Three endings to try solvers on, and how far each solver is from an equilibrium as it goes on.

`python -m parlour.adapters.openspiel.studies curves.svg` solves them with OpenSpiel's solvers and draws the curves
(extra: `plot`).
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from itertools import permutations
from pathlib import Path
from typing import Any, Final

import pyspiel

from parlour.adapters.openspiel.ending import EndingGame, ending, native, worlds_of
from parlour.core.files import whole_file
from parlour.errors import MissingExtra
from parlour.games import game

# Four play for the last three reels, everybody holds one Dollar, and nobody knows who has which.
KAMRA: Final = (
    "seats=4 phase=play dealer=3 hands={} bids=5,1,4,1 highest=0 "
    "pack=QP,Q3,QD,Q1,CP,C2,C4,C1,CA,C3,C6,CD,*1,*2,*P,*4,$6,$2,$H,$1,*A,*5,$7,*H,QA,Q2,Q6,Q4,T4,T1,T5,TP,"
    "T2,T6,TA,TD,Q7,QS,Q5,$A,C7,T7,C5,T3,CH,$3,$S,*6 last_leader=2 best=$S taken=5,1,5,1 stars=1,0,1,0 heroes=2,0,1,0 "
    "failed=2,2,12,2 voids=2,2,12,2"
)
HANDS: Final = "${},*S,*3/${},QH,*7/${},TS,CS/${},TH,*D"
DOLLARS: Final = ("D", "4", "P", "5")

# Seat 2 has folded; the four hands of the deal (one of them is dead) are known, but not who has which.
BACARAC: Final = (
    "seats=3 phase=bet dealer=1 held={}/{}/{} dead={} balances=-13,-13,-13 board=9,3,6,3,3,3,3,3,3,3 in_pot=0,1 "
    "waiting=0,1"
)
FOUR_HANDS: Final = (
    "6C,QC,KC,9D,4H,6H,8H,9H,10H,JH,QH,6S,JS",  # a straight flush
    "3C,7C,8C,AC,6D,7D,2H,7H,AH,8S,10S,QS,AS",  # a full house, aces
    "4C,5C,9C,2D,3D,5D,8D,10D,5H,KH,3S,9S,KS",  # a full house, fives
    "2C,10C,JC,4D,JD,QD,KD,AD,3H,2S,4S,5S,7S",  # a flush
)

STOPS: Final = (1, 2, 5, 10, 20, 50, 100, 200)
SAMPLED_STOPS: Final = (10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000)

COLOURS: Final = ("#1f5a7a", "#c4552d", "#5d7f3c")
STYLE: Final = {
    **{"svg.hashsalt": "parlour", "figure.facecolor": "#fbf8f1", "axes.facecolor": "#fbf8f1", "axes.grid": True},
    **{"grid.color": "#d9d2c3", "legend.frameon": False, "axes.spines.top": False, "axes.spines.right": False},
}

# Two play for the last two cards of the pack. Four cards are unseen; D-2 pairs with D-1 or D-3.
UNSEEN: Final = ("D-1", "D-2", "D-3", "G-3")
BOOKS: Final = "ABCDEFGHIJKL"


def three_cards() -> EndingGame:
    """Kam-ra!: three cards each, a Dollar among them. Four players, who win what the match settles."""
    worlds = [KAMRA.format(HANDS.format(*dollars)) for dollars in permutations(DOLLARS)]
    return ending(game("kamra").match(position=worlds[0], options={"hand_cap": 1}), worlds)


def last_cards() -> EndingGame:
    """Honors No. IV: two cards in the pack, and a hand to win."""
    seen = [f"{book}-{number}" for book in BOOKS for number in range(1, 5)]
    exposed = ",".join(card for card in seen if card not in UNSEEN)
    position = f"seats=2 phase=turn held=G-3,D-2 pack=D-3,D-1 exposed={exposed}"
    match = game("honors4").match(position=position, options={"h4_match": 1, "h4_recycle": "none", "h4_takes": 1})
    return ending(match, worlds_of(match))


def betting() -> EndingGame:
    """Bacarac: a round of betting between two, which ends when the pot is won."""
    worlds = [BACARAC.format(*hands) for hands in permutations(FOUR_HANDS)]
    return ending(game("bacarac").match(position=worlds[0], options={"bet_most": 2, "raises": 2}), worlds, until="won")


STUDIES: Final[dict[str, Callable[[], EndingGame]]] = {
    "Kam-ra!, three cards each": three_cards,
    "Honors No. IV, two cards left": last_cards,
    "Bacarac, a round of betting": betting,
}


def vanilla(game: Any) -> Any:
    """Counterfactual regret minimisation."""
    return pyspiel.CFRSolver(game)


def plus(game: Any) -> Any:
    """The same with regrets that never sink below 0."""
    return pyspiel.CFRPlusSolver(game)


def sampling(game: Any) -> Any:
    """The same along sampled lines, with the same seed always."""
    return pyspiel.ExternalSamplingMCCFRSolver(game, 1)


SOLVERS: Final[dict[str, Callable[[Any], Any]]] = {"CFR": vanilla, "CFR+": plus, "external sampling": sampling}


def curve(game: Any, solver: Any, stops: Sequence[int]) -> Iterator[float]:
    """How far the average policy is from an equilibrium after so many iterations: NashConv, summed over all players."""
    step = getattr(solver, "run_iteration", None) or solver.evaluate_and_update_policy
    done = 0
    for stop in stops:
        for _ in range(stop - done):
            step()
        done = stop
        yield pyspiel.nash_conv(game, solver.average_policy(), True)


def draw(path: Path) -> None:
    """Solve all studies with all solvers, and draw how far from an equilibrium each of them is."""
    try:
        from matplotlib import pyplot, use
    except ImportError:
        raise MissingExtra("curves need the extra `plot`: install parlour[plot]") from None
    use("svg")
    with pyplot.rc_context(STYLE):
        figure, places = pyplot.subplots(1, len(STUDIES), figsize=(13, 4.4), layout="constrained", squeeze=False)
        for place, (title, study) in zip(places[0], STUDIES.items(), strict=True):
            draw_study(place, title, native(study()))
        figure.legend(*places[0, 0].get_legend_handles_labels(), loc="outside lower center", ncols=len(SOLVERS))
        with whole_file(path) as part:
            figure.savefig(part, format="svg", metadata={"Date": None})
        pyplot.close(figure)


def draw_study(place: Any, title: str, game: Any) -> None:
    """The curves of one study."""
    for (name, make), colour in zip(SOLVERS.items(), COLOURS, strict=True):
        print(f"{title}: {name}", flush=True)
        stops = SAMPLED_STOPS if make is sampling else STOPS
        place.loglog(stops, list(curve(game, make(game), stops)), label=name, color=colour)
    place.set(title=title, xlabel="iterations", ylabel="NashConv")


def main(arguments: Sequence[str] | None = None) -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="parlour.adapters.openspiel.studies", description="Draw how solvers do.")
    parser.add_argument("svg", type=Path, help="the file to write")
    draw(parser.parse_args(arguments).svg)


if __name__ == "__main__":
    main()
