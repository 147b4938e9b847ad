"""What the table shows: what lies open now, and nothing of what has gone by (C-18)."""

import json
import random
from typing import Any

import numpy as np
import pytest

from parlour.core import texts as sentences
from parlour.core.contract import TABLE, Record
from parlour.core.plain import Reader
from parlour.games.kardkelly.state import PUT_OUT

from .table import KELLY, go, layout, play_on, table, told
from .test_disks import dead_second

WATCHERS = (0, 1, 2, 3, None)


def shown(state: Record, watcher: int) -> dict[str, Any]:
    """What a state shows a watcher."""
    s = Reader(state.dtype)(np.frombuffer(state.tobytes(), dtype=state.dtype))
    return KELLY.view.show(s) | KELLY.view.own(s, watcher)  # type: ignore[no-any-return]


# --- What is shown --------------------------------------------------------------------------------------------


@pytest.mark.rule("KK-19", "KK-16", "C-07", "C-18")
@pytest.mark.parametrize("watcher", WATCHERS)
def test_of_the_turned_cards_only_the_top_one_is_shown(watcher: int | None) -> None:
    """Two tables that differ only in what was turned before the last card look the same."""
    one = go(layout("1 3 11 14", "7 8 B 9"), "turn turn turn turn")
    other = go(layout("1 3 11 14", "13 4 S 9", balances="0,-2,-1,-1"), "turn turn turn turn")
    assert table(one, watcher)["top"] == table(other, watcher)["top"] == "9"
    one_table, other_table = table(one, watcher), table(other, watcher)
    for shown in (one_table, other_table):
        assert shown.pop("balances")
        assert shown.pop("pot")
        assert shown["turned"] is None
    assert one_table == other_table


@pytest.mark.rule("KK-19", "C-18")
@pytest.mark.parametrize("seats", [2, 4, 9])
def test_while_a_hand_lasts_no_view_depends_on_the_order_of_the_turned_cards(seats: int) -> None:
    match = KELLY.match(seats, seed=seats, options={"hands": 3})
    rng = random.Random(seats)
    while not match.over:
        seat = rng.choice(match.actors)
        match.play(seat, rng.choice(match.legal_ids(seat)))
        s = match.state
        if s.turned < 3 or table(match)["phase"] in ("deal", "over") or rng.random() < 0.7:
            continue
        other = match.state
        rest = np.concatenate([s.pack[: s.turned - 1], s.pack[s.turned :]])
        other.pack[:] = np.concatenate(
            [rest[: s.turned - 1][::-1], s.pack[s.turned - 1 : s.turned], rest[s.turned - 1 :]]
        )
        for watcher in range(seats):
            assert shown(other, watcher) == shown(s, watcher)


@pytest.mark.rule("KK-19", "C-18")
def test_events_that_would_jog_the_memory_fade() -> None:
    """Whatever names a number, or says what was found among the turned cards, is told once."""
    for kind in KELLY.view.EVENTS.values():
        arguments = {argument.name for argument in (kind.a, kind.b) if argument is not None}
        if arguments & {"card", "disk", "right"}:
            assert kind.fades, kind.name
    assert not KELLY.view.EVENTS[PUT_OUT].fades
    assert "disk" not in json.dumps(told(go(layout("1 3", "3"), "turn"), "put_out"))


@pytest.mark.rule("KK-G23", "KK-G08")
def test_the_row_of_disks_out_of_play_is_sorted_and_says_nothing_more() -> None:
    match = go(dead_second("14 B"), "buy reject hush draw reject hush stop turn")
    assert table(match)["out_of_play"] == [3, 7, 9, 14]
    for watcher in WATCHERS:
        assert table(match, watcher) == table(match)


@pytest.mark.rule("C-07", "KK-G10")
def test_a_challenge_is_answered_yes_or_no() -> None:
    match = go(dead_second(), "buy reject 0:challenge")
    assert table(match)["turned"] is None
    assert set(told(match, "challenged")[0]) == {"kind", "seat", "rule", "accused", "right"}


@pytest.mark.rule("C-07")
def test_when_the_hand_is_over_its_cards_may_be_looked_at() -> None:
    match = go(layout("1 3", "7 B 8 B 1"), "turn turn turn turn turn")
    assert match.actors == (TABLE,)
    assert table(match)["turned"] == ["7", "BLANK", "8", "BLANK", "1"]


@pytest.mark.rule("KK-06", "KK-G08")
def test_disks_and_the_offered_one_are_open_to_all() -> None:
    match = go(dead_second(), "buy")
    for watcher in WATCHERS:
        shown = table(match, watcher)
        assert shown["disks"] == [1, None, 11, 14]
        assert (shown["buyer"], shown["offered"], shown["disks_left"]) == (1, 9, 10)


# --- What is remembered ---------------------------------------------------------------------------------------


@pytest.mark.rule("C-18")
def test_what_was_turned_may_be_remembered_though_it_is_not_shown() -> None:
    match = go(layout("1 3 11 14", "7 8 B 9 S"), "turn turn turn turn turn")
    for watcher in WATCHERS:
        seen = match.observe(watcher)
        assert [int(number) + 1 for number in np.flatnonzero(seen[:15])] == [7, 8, 9]
        assert seen[15] == pytest.approx(1 / 15)
        assert seen[16] == pytest.approx(1 / 10)


@pytest.mark.rule("C-18")
def test_observations_turn_with_the_seat() -> None:
    match = layout("1 3 11 14")
    for seat in range(4):
        own = match.observe(seat)[59 : 59 + 21]
        assert int(np.flatnonzero(own[6:])[0]) + 1 == (1, 3, 11, 14)[seat]
        assert own[2] == (seat == 0)


# --- In words -------------------------------------------------------------------------------------------------


@pytest.mark.rule("KK-25", "KK-26")
@pytest.mark.parametrize(
    ("headers", "name"), [(1, "double-header"), (2, "triple-header"), (8, "nonuple-header"), (20, "21-fold header")]
)
def test_headers_have_names(headers: int, name: str) -> None:
    assert KELLY.view.header_name(headers) == name


def test_every_event_has_a_sentence_for_him_and_for_the_others() -> None:
    names = ["Ann", "Bob", "Cy"]
    match = KELLY.match(
        3, seed=5, options={"reclaim": True, "challenge_keep": True, "credit": False, "stake": 4, "header_cap": 2}
    )
    play_on(match, random.Random(5))
    for event in match.events(None):
        for you in (None, event["seat"]):
            line = sentences.say_event(KELLY, event, names, you)
            assert line
            assert "{" not in line
            assert not line.startswith("Ann") or you != 0
