"""What holds of every match, whatever is asked and switched."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import parlour
from parlour.core.contract import TABLE
from parlour.core.engines import compiled

from .invariant import wrong
from .table import HONORS, centre_of, dealt, hand, public, referee_of, seen, table

switches = st.fixed_dictionaries(
    {
        **{name: st.booleans() for name in ("must_hold", "draw_on_miss", "fish_again", "premium_on_strip")},
        "h1_end": st.sampled_from(["all_books", "first_out"]),
        "h1_stagnation": st.sampled_from([1, 2, 40]),
        "target": st.sampled_from([5, 40, 100]),
        "hand_cap": st.integers(1, 2),
    }
)
seeds = st.integers(0, 2**32)
seat_counts = st.integers(2, 8)


@given(seat_counts, seeds, switches)
@pytest.mark.rule("C-01", "H1-06", "H1-07", "H1-08", "H1-09", "H1-10", "H1-11", "H1-12", "H1-G08", "H1-G15", "H1-G16")
def test_a_referee_agrees_with_every_event(seats: int, seed: int, options: dict[str, Any]) -> None:
    match = HONORS.match(seats=seats, seed=seed, options=options, hold_table=True)
    rng = random.Random(seed)
    while not match.over:
        follow_a_hand(match, rng, 10_000 if compiled() else 8)
        if not match.over and match.actors != (TABLE,):
            return  # uncompiled, the rest would take too long


def follow_a_hand(match: parlour.Match, rng: random.Random, asks: int) -> None:
    match.play(TABLE, "deal")
    since = len(match.event_rows())
    if match.actors == (TABLE,) or match.over:
        return
    referee = referee_of(match)
    while not referee.over and asks > 0:
        asks -= 1
        seat = match.actors[0]
        assert seat == referee.turn
        legal = match.legal(seat)
        assert {(a.id // 48, str(a)[6:]) for a in legal} == referee.legal(seat)
        action = rng.choice(legal)
        totals = match.scores
        match.play(seat, action)
        referee.ask(action.id // 48, str(action)[6:])
    if not referee.over:
        return
    assert list(seen(match, since, None)) == public(referee.events, None)
    scored = [event["points"] for event in match.events(None, since) if event["kind"] == "scored"]
    assert scored == referee.points()
    assert [now - then for now, then in zip(match.scores, totals, strict=True)] == scored
    closed = next(event for event in match.events(None, since) if event["kind"] == "closed")
    assert closed["turns"] == referee.turns


@given(seat_counts, seeds, switches)
@pytest.mark.rule("T-H1-02", "H1-G10", "H1-G09")
def test_a_completed_hand_distributes_seventy_points(seats: int, seed: int, options: dict[str, Any]) -> None:
    if not compiled():
        seats, options = 2 + seats % 2, options | {"hand_cap": 1, "h1_stagnation": 1}
    match = HONORS.match(seats=seats, seed=seed, options=options)
    rng = random.Random(seed)
    while not match.over:
        seat = match.actors[0]
        match.play(seat, rng.choice(match.legal_ids(seat)))
    rows = match.events(None)
    books = [event["books"] for event in rows if event["kind"] == "closed"]
    points = [event["points"] for event in rows if event["kind"] == "scored"]
    for number, made in enumerate(books):
        total = sum(points[number * seats : (number + 1) * seats])
        assert (total == 70) if made == 12 else (total < 70)


@given(seat_counts, seeds, switches)
@pytest.mark.rule("C-03")
def test_key_and_actions_make_the_match(seats: int, seed: int, options: dict[str, Any]) -> None:
    match = dealt(seats, seed, **options)
    rng = random.Random(seed)
    for _ in range(60 if compiled() else 10):
        if match.over or match.actors == (TABLE,):
            break
        seat = match.actors[0]
        assert wrong(match.state) is None
        match.play(seat, rng.choice(match.legal_ids(seat)))
    assert bytes(parlour.replay(match.record())) == bytes(match)


@given(st.integers(2, 4), seeds)
@pytest.mark.rule("H1-G06", "H1-10", "H1-G01")
def test_no_refill_goes_above_six_and_every_card_asked_for_is_of_a_book_held(seats: int, seed: int) -> None:
    match = dealt(seats, seed)
    rng = random.Random(seed)
    for _ in range(500 if compiled() else 15):
        if match.actors == (TABLE,) or match.over or not centre_of(match):
            break
        seat = match.actors[0]
        before = table(match)["held"]
        since = len(match.event_rows())
        action = rng.choice(match.legal(seat))
        assert str(action)[6] in {card[0] for card in hand(match, seat)}
        match.play(seat, action)
        laid = [event["seat"] for event in match.events(None, since) if event["kind"] == "laid"]
        drew = [event["seat"] for event in match.events(None, since) if event["kind"] == "drew"]
        for other, held in enumerate(table(match)["held"] if not match.over else []):
            if other in laid and centre_of(match):
                assert held >= 6
            if drew.count(other) > 1:
                assert held <= 6
            elif other != seat and other not in drew:
                assert held <= before[other]
