"""The dead and their new disks: buying, keeping, rejecting, challenging."""

from typing import Any

import pytest

from parlour import Match

from .table import KELLY, acting, go, layout, table, texts, told


def dead_second(cards: str = "", turned: str = "3 B", pool: str = "9 7 5", **options: Any) -> Match:
    """Seat 1 has been killed and is asked whether it wants a disk; the 9, the 7 and the 5 come next."""
    return layout("1 - 11 14", cards, turned=turned, pool=pool, out="3", turn=1, phase="buy", buyer="1", **options)


@pytest.mark.rule("KK-17", "KK-G06")
def test_the_dead_are_asked_at_the_start_of_their_turns() -> None:
    match = go(layout("1 3 11", "3 B 7 B"), "turn turn")
    assert texts(match, 1) == ["decline", "buy"]
    go(match, "decline turn")
    assert texts(match, 1) == ["turn"]  # not before the next card of the same turn
    go(match, "turn")
    assert match.actors == (2,)
    assert texts(match, 2) == ["turn"]  # nor are the living asked


@pytest.mark.rule("KK-G06")
def test_nobody_is_asked_when_he_is_killed() -> None:
    match = go(layout("1 3 11", "3"), "turn")
    assert match.actors == (0,)


@pytest.mark.rule("KK-17", "KK-18", "KK-G07")
def test_to_buy_and_keep_makes_alive() -> None:
    match = go(dead_second(), "buy")
    assert (match.scores[1], table(match)["pot"]) == (-2, 5)
    assert table(match)["alive"] == [0, 2, 3]
    go(match, "keep")
    assert table(match)["alive"] == [0, 1, 2, 3]
    assert table(match)["disks"][1] == 9
    assert table(match)["disks_left"] == 10
    assert match.actors == (1,)
    assert texts(match, 1) == ["turn"]


@pytest.mark.rule("KK-13", "KK-18")
def test_a_bought_disk_wins_like_any_other() -> None:
    match = go(dead_second("9"), "buy keep turn")
    assert told(match, "won")[0] == {"kind": "won", "seat": 1, "rule": "KK-13", "counters": 5, "alone": False}


@pytest.mark.rule("KK-15", "KK-17", "KK-18")
def test_a_bought_disk_can_be_killed_and_another_bought() -> None:
    match = go(dead_second("B 9 B B B"), "buy keep turn turn")
    assert told(match, "put_out")[0]["seat"] == 1
    go(match, "turn turn turn")
    assert texts(match, 1) == ["decline", "buy"]
    go(match, "buy")
    assert table(match)["offered"] == 7


@pytest.mark.rule("KK-18", "KK-20", "KK-23", "KK-G10")
def test_every_other_seat_is_asked_about_a_rejection() -> None:
    match = go(dead_second(), "buy reject")
    assert match.actors == (0, 2, 3)  # the living here, and the dead elsewhere
    for seat in match.actors:
        assert texts(match, seat) == ["silent", "challenge"]
    go(match, "2:silent")
    assert acting(match) == [0, 3]
    go(match, "0:silent 3:silent")
    assert acting(match) == [1]
    assert texts(match, 1) == ["stop", "draw"]
    assert table(match)["out_of_play"] == [3, 9]


@pytest.mark.rule("KK-G10")
def test_the_dead_may_challenge() -> None:
    match = layout("1 - -", "", out="3 11", pool="9", turned="3 11 B", turn=1, phase="buy", buyer="1")
    go(match, "buy reject")
    assert match.actors == (0, 2)
    go(match, "2:challenge")
    assert match.scores == (-1, -3, 0)


@pytest.mark.rule("KK-G10", "KK-21", "KK-G01")
def test_the_first_challenge_counts_and_closes_the_window() -> None:
    match = go(dead_second(), "buy reject 3:silent 2:challenge")
    assert match.scores == (-1, -3, 0, -1)
    assert match.actors == (1,)
    assert told(match, "challenged") == [
        {"kind": "challenged", "seat": 2, "rule": "KK-20", "accused": 1, "right": True}
    ]


@pytest.mark.rule("KK-22", "KK-23")
def test_a_challenge_of_an_honest_rejection_is_paid_for() -> None:
    match = go(dead_second(turned="9 3 B"), "buy reject 0:challenge")
    assert match.scores == (-2, -1, -1, -1)
    assert texts(match, 1) == ["stop", "draw"]


@pytest.mark.rule("KK-G10", "KK-G08")
def test_the_window_opens_even_if_the_pool_is_empty() -> None:
    disks = "1 - 2 4 5 6 7 8 10 11 12 13 14 15"
    match = layout(disks, "B", out="3", pool="9", turned="3 B", turn=1, phase="buy", buyer="1")
    go(match, "buy")
    assert table(match)["disks_left"] == 0
    go(match, "reject")
    assert len(match.actors) == 13
    go(match, "hush")
    assert texts(match, 1) == ["turn"]  # nothing left to draw: he stays dead
    assert 1 not in table(match)["alive"]
    assert table(match)["out_of_play"] == [3, 9]


@pytest.mark.rule("KK-G11", "KK-G22")
def test_after_a_challenge_he_may_stop_and_stay_dead_but_not_take_it_back() -> None:
    match = go(dead_second(), "buy reject 0:challenge")
    assert texts(match, 1) == ["stop", "draw"]  # the idle move first
    go(match, "stop")
    assert texts(match, 1) == ["turn"]
    assert table(match)["alive"] == [0, 2, 3]
    assert table(match)["out_of_play"] == [3, 9]


@pytest.mark.rule("KK-G12", "C-14")
def test_a_false_rejection_is_a_move() -> None:
    match = go(dead_second(), "buy reject hush")
    assert match.scores == (-1, -2, -1, -1)
    assert table(match)["pot"] == 5


@pytest.mark.rule("KK-G09")
def test_a_phantom_looks_alive_to_everybody() -> None:
    phantom = go(dead_second(turned="9 3 B"), "buy keep")
    genuine = go(dead_second(turned="8 3 B"), "buy keep")
    for viewer in (0, 1, 2, 3, None):
        assert phantom.view(viewer) == genuine.view(viewer)


@pytest.mark.rule("KK-G20")
def test_the_living_keep_their_disks() -> None:
    match = layout("1 3 11", "7 B")
    for _ in range(2):
        assert "buy" not in texts(match, match.actors[0])
        go(match, "turn")


@pytest.mark.rule("KK-27", "C-05", "C-19")
def test_no_card_is_turned_out_of_turn_or_too_many() -> None:
    match = layout("1 3 11", "B 7")
    for seat in (1, 2):
        assert match.legal_ids(seat) == []
    go(match, "turn")
    assert match.legal_ids(0) == []
    before = bytes(match)
    with pytest.raises(Exception, match="not to act"):
        match.play(0, "turn")
    assert bytes(match) == before
    assert not any(option.name == "manners" for option in KELLY.options)
