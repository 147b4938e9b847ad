"""Why a bet: how often the hand wins goes by what the others have said, and nobody drops out for nothing."""

from collections.abc import Iterator

import pytest

import parlour
from parlour.bots.levels import NAMES
from parlour.core.contract import TABLE
from parlour.core.engines import compiled
from parlour.core.match import Match
from parlour.games.bacarac import reasons
from parlour.games.bacarac.state import FOLD

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


@pytest.mark.compiled("needs many deals")
def test_a_hand_wins_less_often_against_those_who_have_bet(monkeypatch: pytest.MonkeyPatch) -> None:
    faced = [(match.state.tobytes(), seat) for match, seat in betting("rulebook") if match.state.bet > 0]
    assert len(faced) >= MATCHES
    read = [reasons.share_of(state, seat) for state, seat in faced]
    reasons.share_of.cache_clear()
    monkeypatch.setattr(reasons, "plausible", lambda state, seat: 1.0)
    unread = [reasons.share_of(state, seat) for state, seat in faced]
    reasons.share_of.cache_clear()
    assert all(0 <= share <= 1 for share in read + unread)
    assert sum(read) < 0.8 * sum(unread)
