"""The rulebook player: sensible in what it keeps and gives, legal in all it does, and much better than chance."""

from typing import Any

import pytest

from parlour import Match
from parlour.arena import Plan
from parlour.arena.series import Series
from parlour.bots.ismcts import Tree
from parlour.core.chance import rng_from
from parlour.core.engines import compiled
from parlour.core.kernels import WON

from .table import HONORS3, hand, layout, second, table

MANY = 300 if compiled() else 1


def gesture(match: Match, seat: int) -> str:
    """What the rulebook would do, as one gesture."""
    world = match.clone()
    taken = [str(world.advise(seat))]
    while taken[-1].startswith("pick"):
        world.play(seat, taken[-1])
        taken.append(str(world.advise(seat)))
    return str(HONORS3.notation.turn_text(taken))


COLLECTOR = "A-1 A-2 A-3 B-1 B-2 B-3 C-1 C-2 C-3 D-1 E-1 F-1"


def test_it_keeps_what_it_collects_and_offers_single_cards() -> None:
    match = layout(COLLECTOR, "", "", "", phase="opening")
    words = gesture(match, 0).split()
    assert words[0] == "offer"
    assert set(words[1:]) <= {"D-1", "E-1", "F-1"}


def test_it_accepts_what_it_can_pay_for() -> None:
    match = layout(COLLECTOR, "", "", "", pace="live")
    match.play(2, f"offer {' '.join(table(match, 2)['hand'][:2])}")
    words = gesture(match, 0).split()
    assert words[:3] == ["accept", "2", "with"]
    assert set(words[3:]) <= {"D-1", "E-1", "F-1"}


def test_it_does_not_take_its_own_cards_back() -> None:
    """Right after a swap, an offer of the same partner is of little use; after she has traded elsewhere it is."""
    taken = 0
    for tick in range(16):
        match = layout(COLLECTOR, "G-1", "H-1", "", pace="live", tick=tick)
        match.play(0, "offer D-1")
        match.play(1, "accept 0 with G-1")
        match.play(1, "offer D-1")
        taken += gesture(match, 0).startswith("accept")
        match.play(1, "withdraw")
        match.play(2, "offer H-1")
        match.play(1, "accept 2 with D-1")
        match.play(1, "offer H-1")
        assert gesture(match, 0).startswith("accept 1")
    assert taken <= 4


def test_it_waits_when_its_offer_stands() -> None:
    match = layout(COLLECTOR, "", "", "", pace="live")
    match.play(0, gesture(match, 0))
    assert gesture(match, 0) == "wait"


def test_with_same_book_it_gives_cards_of_one_book() -> None:
    match = layout("A-1 A-2 A-3 B-1 B-2 B-3 C-1 C-2 C-3 D-1 D-2 F-1", "", "", "", same_book=True)
    for seat in range(4):
        given = gesture(match, seat).split()[1:]
        assert len({card[0] for card in given}) == 1


def test_a_market_that_moves_on_does_not_confuse_it() -> None:
    """Live: the offer it was going to accept is gone when it has picked out its cards."""
    match = layout(COLLECTOR, "G-1 G-2", "H-1", "", pace="live")
    match.play(1, "offer G-1")
    match.play(0, "pick A-1")  # not what it would have picked
    assert str(match.advise(0)) == "accept 1"
    match.play(1, "withdraw")
    assert str(match.advise(0)) == "wait"


def test_in_a_tick_it_finishes_a_gesture_that_another_has_begun() -> None:
    """Whoever looks ahead tries cards that the trader would not pick; they are offered, not forgotten."""
    match = layout(COLLECTOR, "", "", "")
    match.play(0, "pick A-1")
    assert str(match.advise(0)) == "offer"


# --- The shrewd trader ----------------------------------------------------------------------------------------


def shrewd(match: Match, seat: int) -> str:
    """What the shrewd trader would do, as one gesture; what is tried first by players who look ahead."""
    tree, world, taken = Tree(HONORS3, 1), match.clone(), [""]
    while len(taken) == 1 or taken[-1].startswith("pick"):
        number = tree.book(world.states, seat, rng_from(1))
        taken.append(str(next(action for action in world.legal(seat) if action.id == number)))
        world.play(seat, taken[-1])
    return str(HONORS3.notation.turn_text(taken[1:]))


def test_the_shrewd_trader_always_offers_all_she_can() -> None:
    offers = set()
    for tick in range(0, 80, 8):
        match = layout(COLLECTOR, "", "", "", tick=tick, quiet=0)
        offers.add(shrewd(match, 0))
    assert offers == {"offer D-1 E-1 F-1"}


def test_the_shrewd_trader_pays_with_other_cards_than_those_on_offer() -> None:
    for tick in range(8):
        match = layout("A-1 A-2 A-3 B-1 B-2 B-3 C-1 C-2 D-1 E-1 F-1 G-1", "", "", "", pace="live", tick=tick)
        match.play(0, "offer D-1 E-1")
        match.play(2, f"offer {' '.join(table(match, 2)['hand'][:2])}")
        assert shrewd(match, 0) == "accept 2 with F-1 G-1"


def test_the_shrewd_trader_passes_on_last_what_she_was_just_given() -> None:
    for tick in range(8):
        match = layout("A-1 A-2 A-3 B-1 B-2 B-3 C-1 C-2 D-1 E-1 F-1 G-1", "H-1", "", "", pace="live", tick=tick)
        match.play(0, "offer D-1")
        match.play(1, "accept 0 with H-1")
        assert shrewd(match, 0) == "offer E-1 F-1 G-1"


@pytest.mark.parametrize(
    ("size", "seats", "how", "taken"),
    [
        (1, 4, {}, True),
        (2, 6, {}, False),
        (3, 6, {}, True),
        (2, 6, {"tick": 30}, True),
        (2, 6, {"quiet": 1}, True),  # and this tick
        (2, 6, {"pace": "live"}, False),
        (1, 6, {"same_book": True}, True),
    ],
)
def test_the_shrewd_trader_does_not_spend_a_young_tick_on_a_small_offer(
    size: int, seats: int, how: dict[str, Any], taken: bool
) -> None:
    mine = COLLECTOR if seats == 4 else "A-1 A-2 A-3 B-1 B-2 D-1 E-1 F-1"
    match = layout(mine, *[""] * (seats - 1), **({"tick": 5, "quiet": 0} | how))
    match.play(1, f"offer {' '.join(hand(match, 1)[:size])}")
    second(match)
    assert (shrewd(match, 0).split()[0] == "accept") is taken


def test_the_shrewd_trader_gives_up_a_pair_that_never_grows() -> None:
    """Somebody else may keep the other half: if neither let go, the hand would never end."""
    offers = {}
    for tick in range(0, 25 * 8, 8):
        match = layout("A-1 A-2 B-1 C-1", "A-3 A-4", "", "", laid=["EF"], tick=tick, quiet=0)
        offers[tick] = shrewd(match, 0)
    assert offers.pop(0) == "offer B-1 C-1"
    assert 1 <= sum("A-" in offer for offer in offers.values()) <= 8


def series(policies: list[str], matches: int, **options: Any) -> tuple[Any, Any]:
    plan = Plan.make(HONORS3, seats=len(policies), options=options, policies=policies, seed="advice", matches=matches)
    chunk = Series(plan).play(0, matches)
    return chunk.facts, chunk.points


@pytest.mark.parametrize(("pace", "seats"), [("ticks", 4), ("live", 4), ("ticks", 6)] if compiled() else [("ticks", 4)])
def test_it_beats_chance_by_far(pace: str, seats: int) -> None:
    options = {"pace": pace, "hand_cap": 2}
    facts, points = series(["rulebook", *["random"] * (seats - 1)], MANY, **options)
    won = sum(int(winners) == 1 for winners in facts[:, WON])
    assert won >= 0.9 * MANY
    assert points[:, 0].mean() > 3 * points[:, 1:].mean()


def test_a_market_of_rulebook_players_is_lively() -> None:
    match = HONORS3.match(4, seed=1, options={"hand_cap": 1})
    while not match.over:
        for seat in match.actors:
            match.play(seat, match.advise(seat))
    kinds = [event["kind"] for event in match.events(None)]
    assert "honors" in kinds
    assert "no_caller" not in kinds
    assert 3 <= kinds.count("swapped") <= 80


def test_it_gives_up_a_book_that_does_not_come() -> None:
    """With nothing but pairs, the same pair is not sought for ever."""
    hands = "A-1 A-2 B-1 B-2 C-1 C-2 D-1 D-2 E-1 E-2 F-1 F-2"
    offered = set()
    for tick in range(0, 400, 8):
        match = layout(hands, "", "", "", tick=tick, quiet=0)
        offered |= {card[0] for card in gesture(match, 0).split()[1:]}
        second(match)
    assert len(offered) >= 4
