"""Why a bet: how often the hand wins goes by what the others have said, and nobody drops out for nothing."""

from collections.abc import Iterator

import numpy as np
import pytest

import parlour
from parlour.bots.levels import NAMES
from parlour.core.contract import TABLE, Record
from parlour.core.engines import at_speed, compiled
from parlour.core.engines.loops import bind
from parlour.core.kernel import rule
from parlour.core.match import Match
from parlour.games.bacarac import reasons
from parlour.games.bacarac.advice import plausible
from parlour.games.bacarac.table import FOLD, STATE

MATCHES = 12 if compiled() else 3


def betting(level: str) -> Iterator[tuple[Match, int]]:
    """Matches of a hand whenever somebody has to say a word, and who."""
    for seed in range(MATCHES):
        match = parlour.game("bacarac").match(seed=seed, options={"hands": 1})
        bots = [parlour.bot("bacarac", level, seed=seat) for seat in range(match.seats)]
        while (match.actors and FOLD in match.legal_ids(match.actors[0])) or match.actors == (TABLE,):
            seat = match.actors[0]
            if seat == TABLE:
                match.play(seat, match.legal_ids(seat)[0])
                continue
            yield match, seat
            match.play(seat, bots[seat].choose(match, seat))


@pytest.mark.compiled("needs many matches")
@pytest.mark.parametrize("level", ["rulebook", *NAMES])
def test_nobody_drops_out_while_it_costs_nothing_to_stay(level: str) -> None:
    free = 0
    for match, seat in betting(level):
        if int(match.state.bet) == int(match.state.bets[seat]):
            free += 1
            assert parlour.bot("bacarac", level, seed=free).choose(match, seat).id != FOLD
    assert free >= MATCHES


@rule
def likely(s: Record, seat: int) -> float:
    """Every world is as good as another, whatever was bet."""
    return 1.0


def unread_share(state: bytes, seat: int) -> float:
    """How often a hand wins for who draws no conclusions from the bets."""
    work_out = at_speed(bind(reasons.work_out, {plausible: likely}))
    told = np.zeros(1, dtype=reasons.FIGURES.loop.forms[2].kind)
    work_out(np.frombuffer(bytearray(state), dtype=STATE.layout), seat, told, np.zeros(1, dtype=STATE.layout))
    return float(told[0].won / told[0].weights)


@pytest.mark.compiled("needs many deals")
def test_a_hand_wins_less_often_against_those_who_have_bet() -> None:
    faced = [(match.state.tobytes(), seat) for match, seat in betting("rulebook") if match.state.bet > 0]
    assert len(faced) >= MATCHES
    read = [reasons.share_of(state, seat) for state, seat in faced]
    unread = [unread_share(state, seat) for state, seat in faced]
    assert all(0 <= share <= 1 for share in read + unread)
    assert sum(read) < 0.8 * sum(unread)
