"""What everybody at the table would do: levels that search do it, whatever the seed."""

import pytest

import parlour
from parlour import Match
from parlour.bots.levels import NAMES

from .table import BACARAC, betting, texts

# Ten cards each, and twelve dead.
FULL_HOUSE = "JC JD JH 4C 4D 2S 6S 8C 9D QH"
OTHERS = ("2C 5D 7S 9C KH 3S 8H JS AD 6D", "3C 6C 8D 10S QC 2H 5H 7H KS AC", "4S 7C 9S 10D QD 2D 5S 6H KC AS")
SENSIBLE = NAMES[1:]  # novices may do anything

pytestmark = pytest.mark.compiled("searches take long in plain Python")


def choices(match: Match, level: str, seeds: int = 40) -> set[str]:
    """What players of a level would do in the first seat, with so many seeds."""
    return {str(parlour.bot("bacarac", level, seed=seed).choose(match, 0)) for seed in range(seeds)}


@pytest.mark.parametrize("level", SENSIBLE)
def test_nobody_folds_a_full_house_to_a_small_bet(level: str) -> None:
    """Three chips into a Pot of 23, and nobody has raised."""
    board = [12, 23, 8, 4, 4, 4, 4, 4, 4, 4]
    match = betting(FULL_HOUSE, *OTHERS, dealer=0, board=board, bets="0,3,3,3:0,1,2,3:0:0")
    assert "fold" in texts(match, 0)
    assert choices(match, level) <= {"call", "raise 1", "raise 2", "raise 3"}


# A flush, and last to speak: of all deals that the rules allow it wins 37 in 100, of those in which the others would
# have checked 93. A player who takes no care to imagine such deals checks it.
CHECKED_TO = (
    "seats=4 phase=bet hand=4 dealer=1 turn=1 held=5C,AC,6D,7H,8H,9H,KH,3S,5S,8S/2C,6C,8C,10C,KC,2D,7D,2H,6S,QS/"
    "4C,9C,3D,9D,10D,KD,3H,5H,2S,10S,KS/3C,JC,5D,8D,JD,4H,QH,AH,7S,JS,AS dead=7C,QC,4D,QD,AD,6H,10H,JH,4S,9S "
    "balances=-9,-68,-46,-25 board=12,4,40,8,12,12,12,12,16,20 in_pot=0,1,2,3 waiting=1"
)


@pytest.mark.parametrize("level", ["strong", "master"])
def test_the_last_to_speak_bets_what_the_checks_of_others_make_sure(level: str) -> None:
    match = BACARAC.match(position=CHECKED_TO, seed=1)
    assert "check" not in {str(parlour.bot("bacarac", level, seed=seed).choose(match, 1)) for seed in range(20)}


@pytest.mark.parametrize("level", SENSIBLE)
def test_the_last_to_speak_bets_a_sure_hand(level: str) -> None:
    match = betting(FULL_HOUSE, *OTHERS, dealer=0, bets="0,0,0,0:0,1,2,3:0:0")
    assert "check" in texts(match, 0)
    assert "check" not in choices(match, level)
