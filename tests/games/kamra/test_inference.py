"""What the bids tell: worlds in which they make sense are the more plausible."""

import parlour
from parlour.core.chance import rng_from
from parlour.core.contract import Record
from parlour.core.match import Match
from parlour.games.kamra.advice import dealt_hand, plausible, sure_in_hand

KAMRA = parlour.game("kamra")


def by_the_book(moves: int) -> Match:
    match = KAMRA.match(seats=4, seed=3)
    while sum(seat < 4 for seat, _ in match.moves) < moves:
        match.play(match.actors[0], match.advise(match.actors[0]))
    return match


def off(world: Record, seat: int) -> int:
    """How far the others' bids are from those of the book."""
    return sum(
        (int(world.bids[other]) - sure_in_hand(world, dealt_hand(world, other))) ** 2
        for other in range(4)
        if other != seat and world.bids[other] >= 0
    )


def test_the_better_the_bids_fit_the_hands_the_more_plausible_is_a_world() -> None:
    for moves in (3, 4, 30):
        match = by_the_book(moves)
        seat = match.actors[0]
        worlds = sorted((match.sample(seat, rng_from(n)).state for n in range(20)), key=lambda world: off(world, seat))
        assert off(worlds[0], seat) < off(worlds[-1], seat)
        assert 1 >= plausible(worlds[0], seat) > plausible(worlds[-1], seat) > 0


def test_the_hands_that_were_dealt_are_found_again_in_what_was_played() -> None:
    before, after = by_the_book(4).state, by_the_book(41).state
    assert [int(dealt_hand(after, seat)) for seat in range(4)] == [int(hand) for hand in before.hands[:4]]


def test_before_anybody_has_bid_every_world_is_as_good_as_another() -> None:
    match = KAMRA.match(seats=4, seed=3, hold_table=True)
    assert plausible(match.state, 0) == 1.0
