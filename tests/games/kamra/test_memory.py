"""A forgetful player of Kam-ra! mistakes small cards of old reels for others of their suit, and nothing else."""

import pytest

import parlour
from parlour.core.chance import rng_from
from parlour.core.match import Match
from parlour.games.kamra.table import HEROES, STARS, suit_of
from tests.games.kamra.invariant import wrong

KAMRA = parlour.game("kamra")


def late(seed: int, reels: int = 8, **options: object) -> Match:
    match = KAMRA.match(seats=4, seed=seed, options=options)
    while match.state.played < 4 * reels + 2:
        match.play(match.actors[0], match.legal(match.actors[0])[0])
    return match


@pytest.mark.rule("C-07")
@pytest.mark.parametrize("seed", range(3))
def test_who_forgets_everything_still_knows_suits_and_pictures_and_what_lies_open(seed: int) -> None:
    match = late(seed)
    seat = match.actors[0]
    before, after = match.state, match.sample(seat, rng_from(seed), forgetting=1.0).state
    assert wrong(after) is None
    assert after.hands[seat] == before.hands[seat]
    pairs = list(zip(before.pack.tolist(), after.pack.tolist(), strict=True))[: before.played]
    assert [suit_of(old) for old, _ in pairs] == [suit_of(new) for _, new in pairs]
    bonus = int(STARS | HEROES)
    assert all(old == new for old, new in pairs if (bonus >> old | bonus >> new) & 1)
    open_from = before.played - before.lying - before.seats
    assert all(old == new for old, new in pairs[open_from:])
    assert any(old != new for old, new in pairs)


@pytest.mark.rule("C-07")
def test_the_more_forgetful_the_more_is_lost_and_the_oldest_most() -> None:
    match = late(4)
    seat, true = match.actors[0], match.state.pack.tolist()

    def lost(rate: float, places: range) -> int:
        packs = [match.sample(seat, rng_from(n), forgetting=rate).state.pack.tolist() for n in range(40)]
        return sum(pack[place] != true[place] for pack in packs for place in places)

    assert lost(0.0, range(34)) == 0 < lost(0.01, range(28)) < lost(0.2, range(28))
    assert lost(0.02, range(14)) > lost(0.02, range(14, 28))


def test_who_may_be_called_to_account_for_revokes_forgets_nothing() -> None:
    match = late(5, manners="strict")
    seat = match.actors[0]
    sample, other = (match.sample(seat, rng_from(1), forgetting=rate) for rate in (0.0, 1.0))
    assert bytes(sample) == bytes(other)
