"""The calculations of the best attainable agree with the games that they are about."""

from itertools import permutations

import numpy as np
import pytest
from tests.tools.loading import tool

import parlour
from parlour.games.kardkelly import advice
from parlour.games.kardkelly import state as kk

best_honors4, best_kardkelly = tool("best_honors4"), tool("best_kardkelly")

pytestmark = pytest.mark.plain("compiling the calculations takes a minute")


@pytest.mark.parametrize("opener", [0, 1])
def test_a_small_pack_of_honors_4_is_worth_what_its_deals_bring(opener: int) -> None:
    rulebook = parlour.bot("honors4", "rulebook", seed=1)
    rest = ["A-2", "A-3", "A-4", "B-1"]
    pile = ",".join(f"{book}-{number}" for book in "BCDEFGHIJKL" for number in (1, 2, 3, 4))[4:]
    shares = []
    for hers, *pack in permutations(rest):
        position = (
            f"seats=2 phase=turn opener={opener} turn={opener} held=A-1,{hers} pack={','.join(pack)} exposed={pile}"
        )
        match = parlour.game("honors4").match(position=position, options={"h4_match": 1, "h4_recycle": "none"})
        while not match.over and match.view(0)["table"]["hands_played"] == 0:
            seat = match.actors[0]
            match.play(seat, rulebook.choose(match, seat))
        shares.append(match.scores[0] if sum(match.scores) else 0.5)
    usual = best_honors4.exact(5, ours=False, opener=opener, held=0)
    assert usual == pytest.approx(sum(shares) / len(shares))
    assert best_honors4.exact(5, ours=True, opener=opener, held=0) >= usual


@pytest.mark.parametrize("knowing", range(3))
def test_honors_4_is_measured_whatever_is_known(knowing: int) -> None:
    told = best_honors4.measured(2, knowing, hands=3, worlds=3, seed=1)
    assert told.startswith(f"2 seats, knowing {best_honors4.KNOWING[knowing]}: ")


def test_kard_kelly_is_seen_as_the_rulebook_sees_it() -> None:
    """The tables' idea of a state leads to the rulebook's decisions; a player by the tables plays by the rules."""
    game = parlour.game("kardkelly")
    best = best_kardkelly.BestBot(game, seed=1)
    best.tables = [best_kardkelly.new_table(3) for _ in range(3)]
    bots = [best, parlour.bot("kardkelly", "rulebook", seed=2), parlour.bot("kardkelly", "random", seed=3)]
    asked = 0
    match = game.match(3, seed=5, options={"hands": 8})
    while not match.over:
        seat, s = match.actors[0], match.state
        if s.phase == kk.BUYING:
            at = best_kardkelly.place_of(s, seat)
            live = advice.live_disks(s)
            good = kk.in_pool(s) & ~advice.numbers_turned(s) != 0
            wanted = good and best_kardkelly.worth(3, at.s + at.k, live, at.pot, 1.0)
            assert advice.worth_a_disk(s, seat, 1.0) == wanted
            assert at.b == s.left - bin(kk.in_pool(s) & ~advice.numbers_turned(s)).count("1")
            asked += 1
        match.play(seat, bots[seat].choose(match, seat))
    assert asked > 5


def test_a_round_of_kard_kelly_with_one_card_left() -> None:
    """Two seats, our own number the last card: whoever turns it decides."""
    table, header = best_kardkelly.new_table(2), np.full(best_kardkelly.POTS, 7.0, dtype=np.float32)
    out, work = np.zeros((2, best_kardkelly.POTS))
    for turn, value in ((0, 5.0), (1, 7.0 - 1.0)):  # we win the pot; or we are killed, pay one, and there is a header
        best_kardkelly.turn(table, header, 1, 0, 0, 0, 1, turn, 2, True, out, work)
        assert out[5] == value
