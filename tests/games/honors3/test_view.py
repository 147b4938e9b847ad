"""What a seat, or a spectator, may see."""

import json
import random
import re

import numpy as np
import pytest

from parlour.core.engines import compiled
from parlour.core.texts import say_event

from .table import CARDS, HONORS3, hand, layout, play_on, second, told
from .test_market import HALVES


def cards_in(shown: object) -> set[str]:
    """Every card that is named anywhere in plain data."""
    return set(re.findall(r"\b([A-L]-[1-4])\b", json.dumps(shown)))


@pytest.mark.rule("H3-04", "H3-G02", "C-07")
@pytest.mark.parametrize("pace", ["ticks", "live"])
@pytest.mark.parametrize("seats", [4, 7])
def test_no_view_names_a_card_that_the_watcher_may_not_see(seats: int, pace: str) -> None:
    options = {"pace": pace, "hand_cap": 1, "h3_ticks": 20 if compiled() else 3, "h3_directed": "one"}
    match = HONORS3.match(seats, seed=seats, options=options)
    choose = random.Random(seats)
    while not match.over:
        play_on(match, choose, moves=len(match.moves) + choose.randrange(1, 30))
        for watcher in (*range(seats), None):
            shown = match.view(watcher)
            given = {card for cards in shown["table"]["given"] for card in cards}
            own = set() if watcher is None else set(hand(match, watcher))
            assert cards_in(shown) == own | given
            if watcher is not None:
                held = [set(hand(match, other)) for other in range(seats)]
                assert all(set(cards) <= held[other] for other, cards in enumerate(shown["table"]["given"]))


@pytest.mark.rule("C-07")
def test_a_spectator_sees_no_hand_and_may_do_nothing() -> None:
    shown = layout(*HALVES).view(None)
    assert shown["table"]["hand"] == shown["table"]["picked"] == shown["legal"] == []
    assert cards_in(shown) == set()


@pytest.mark.rule("H3-02", "C-07")
def test_the_events_of_a_deal_tell_nobody_another_hand() -> None:
    match = HONORS3.match(seats=6, seed=3)
    for watcher in (*range(6), None):
        own = set() if watcher is None else set(hand(match, watcher))
        dealt = cards_in(told(match, "dealt", watcher))
        assert own <= dealt
        assert len(dealt) == (0 if watcher is None else 8)


@pytest.mark.rule("C-18")
def test_numbers_tell_what_the_seat_knows() -> None:
    match = layout(*HALVES, laid=("", "", "", ""), pace="live")
    match.play(0, "offer B-1 C-2")
    match.play(1, "accept 0 with F-1 F-2")
    match.play(0, "offer A-1")
    match.play(0, "pick E-1")
    seen = match.observe(0)
    assert {CARDS[card] for card in np.flatnonzero(seen[:48])} == set(hand(match, 0))
    assert {CARDS[card] for card in np.flatnonzero(seen[48:96])} == {"E-1"}
    assert {CARDS[card] for card in np.flatnonzero(seen[96:144])} == {"A-1"}
    assert {CARDS[card] for card in np.flatnonzero(seen[192:240])} == {"B-1", "C-2"}  # with the seat on the left
    assert not seen[240:480].any()
    partner = match.observe(1)
    assert {CARDS[card] for card in np.flatnonzero(partner[288:336])} == {"F-1", "F-2"}  # three places on
    assert partner[480 + 3 * 14 + 6] == 1.0  # an offer is open to her
    watching = match.observe(None)
    assert not watching[:480].any()


def test_a_hand_can_be_told_in_sentences() -> None:
    match = layout("A-1 A-2 A-3 L-1", "A-4", "", "", laid=("BC", "DE", "F", ""), hand_cap=1, h3_directed="one")
    match.play(0, "offer L-1 to 1")
    second(match)
    match.play(1, "accept 0 with A-4")
    second(match)
    names = ["Ann", "Bob", "Cy", "Dee"]
    told_to_ann = [say_event(HONORS3, event, names, you=0) for event in match.events(0)]
    assert "You lay down book A." in told_to_ann
    assert "You get A-4." in told_to_ann
    assert 'You call "Honors!"' in told_to_ann
    assert "You score 30 and now have 30." in told_to_ann
    told_to_cy = [say_event(HONORS3, event, names, you=2) for event in match.events(2)]
    assert 'Ann calls "Honors!"' in told_to_cy
    assert not any("A-4" in line for line in told_to_cy)
