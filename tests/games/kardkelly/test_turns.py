"""Turning cards: misses, kills, wins, and what the dead still do."""

from typing import Any

import pytest

from parlour import Match
from parlour.core.contract import TABLE

from .table import KELLY, go, layout, table, texts, told


@pytest.mark.rule("KK-10", "KK-G04", "KK-G05")
def test_one_goes_on_after_every_number_and_cannot_stop() -> None:
    match = layout("1 3 11", "7 3 8 2 B")
    for _ in range(4):
        assert match.actors == (0,)
        assert texts(match, 0) == ["turn"]
        go(match, "turn")
    assert table(match)["top"] == "2"
    assert match.actors == (0,)
    go(match, "turn")
    assert table(match)["turn"] == 1


@pytest.mark.rule("KK-11", "KK-12", "C-01")
@pytest.mark.parametrize(("card", "pays"), [("B", 0), ("S", 1)])
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_miss_passes_the_turn_to_the_left(card: str, pays: int, seat: int) -> None:
    match = go(layout("1 3 11", card, turn=seat), "turn")
    assert match.actors == ((seat + 1) % 3,)
    assert table(match)["pot"] == 3 + pays
    assert match.scores[seat] == -1 - pays
    assert len(told(match, "sweetened")) == pays


@pytest.mark.rule("KK-12", "KK-24")
def test_a_dead_drawer_sweetens_and_kills_and_is_paid() -> None:
    match = go(layout("1 - 11", "11 S", turned="3", out="3", turn=1), "turn turn")
    assert table(match)["alive"] == [0]
    assert told(match, "put_out") == [{"kind": "put_out", "seat": 2, "rule": "KK-15", "by": 1, "paid": 1}]
    assert match.scores == (-1, -1, -2)
    assert table(match)["pot"] == 4


@pytest.mark.rule("KK-15", "KK-G08", "KK-G23")
def test_a_kill_is_paid_to_the_drawer_and_the_disk_goes_out() -> None:
    match = go(layout("1 3 11", "11"), "turn")
    assert match.scores == (0, -1, -2)
    assert table(match)["pot"] == 3
    assert table(match)["disks"] == [1, 3, None]
    assert table(match)["out_of_play"] == [11]
    assert match.actors == (0,)


@pytest.mark.rule("KK-24", "KK-G16")
def test_the_last_alive_must_still_turn_his_number() -> None:
    match = go(layout("1 3 11", "3 11 B B B 1"), "turn turn turn decline turn decline turn")
    assert table(match)["alive"] == [0]
    assert match.actors == (0,)
    go(match, "turn")
    assert told(match, "won")[0]["seat"] == 0
    assert match.scores == (4, -2, -2)


@pytest.mark.rule("KK-24")
def test_the_dead_play_on_when_all_disks_are_gone() -> None:
    disks = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15"
    match = go(layout(disks, "2 B 1"), "turn turn")
    assert texts(match, 1) == ["turn"]  # dead, and nothing to buy
    go(match, "turn")
    assert 0 not in table(match)["alive"]


def last_two(cards: str, **options: Any) -> Match:
    """Two alive of three, the third to turn."""
    return layout("1 3 -", cards, turned="11", turn=2, out="11", **options)


@pytest.mark.rule("KK-25", "KK-G14")
def test_the_header_comes_in_the_middle_of_a_turn_and_the_killer_is_paid() -> None:
    match = go(last_two("3 1"), "turn turn")
    assert match.actors == (TABLE,)
    assert match.scores == (-2, -2, 1)
    assert told(match, "header")[0]["pot"] == 3


@pytest.mark.rule("KK-G14", "KK-G09")
def test_a_phantom_defers_the_header() -> None:
    match = go(layout("1 9 -", "1", turned="9 11", turn=2, out="11"), "turn")
    assert table(match)["alive"] == [1]
    assert match.actors == (2,)


@pytest.mark.rule("KK-G13")
@pytest.mark.parametrize("card", ["B", "S", "2"])
def test_when_the_pack_runs_out_there_is_a_header(card: str) -> None:
    numbers = [str(n) for n in range(1, 16) if str(n) != card]
    turned = " ".join([*numbers, *"B" * (15 - (card == "B")), *"S" * (10 - (card == "S"))])
    match = go(layout("1 9 -", turned=turned, turn=2, out="11"), "turn")
    assert table(match)["cards_left"] == 0
    assert told(match, "header")[0]["name"] == "double-header"
    assert match.actors == (TABLE,)
    assert table(match)["pot"] == (4 if card == "S" else 3)


@pytest.mark.rule("KK-G13", "KK-13")
def test_the_last_card_can_still_win() -> None:
    turned = " ".join([*(str(n) for n in range(1, 15)), *"B" * 15, *"S" * 10])
    match = go(layout("15 9", turned=turned), "turn")
    assert told(match, "won")[0]["seat"] == 0


@pytest.mark.rule("KK-26")
def test_headers_go_on_until_somebody_wins_all_of_it() -> None:
    match = go(layout("4 12", "4", balances="-3,-3", count="0,2"), "turn")
    assert match.scores == (3, -3)
    assert (table(match)["headers"], table(match)["pots_won"]) == (0, 1)


# --- The end of a match ---------------------------------------------------------------------------------------


@pytest.mark.rule("KK-G17", "C-12")
@pytest.mark.parametrize(
    ("balances", "winners"), [("-1,-1,-1", (0,)), ("-3,2,-2", (1,)), ("-2,1,-2", (1, 0)), ("-4,2,-1", (1,))]
)
def test_most_counters_after_so_many_pots_win(balances: str, winners: tuple[int, ...]) -> None:
    match = go(layout("1 3 11", "1", balances=balances, count="1,0", hands=2), "turn")
    assert match.over
    assert set(match.winners) == set(winners)
    assert match.payoffs == match.scores
    assert sum(match.payoffs) == 0
    assert told(match, "match_over")[0]["winners"] == sorted(winners)


@pytest.mark.rule("KK-G17", "C-16")
def test_a_match_is_ten_pots() -> None:
    match = go(layout("1 3 11", "1", count="8,0"), "turn")
    assert not match.over
    match = go(layout("1 3 11", "1", count="9,0"), "turn")
    assert match.over


@pytest.mark.rule("KK-G18", "KK-G21", "C-11", "C-16")
@pytest.mark.parametrize(("pot", "shares"), [(9, (3, 3, 3)), (10, (4, 3, 3)), (11, (4, 4, 3))])
def test_at_the_cap_the_pot_is_shared(pot: int, shares: tuple[int, ...]) -> None:
    balances = [-3, -3, 6 - pot]
    text = ",".join(map(str, balances))
    match = go(layout("1 3 -", "3 1", turned="11", turn=2, out="11", balances=text, count="4,19"), "turn turn")
    assert [event["name"] for event in told(match, "header")] == ["21-fold header"]
    assert told(match, "safety_limit")[0]["limit"] == "G18"
    assert told(match, "shared")[0]["counters"] == pot
    kills = (-1, -1, 2)
    assert match.scores == tuple(
        before + share + kill for before, share, kill in zip(balances, shares, kills, strict=True)
    )
    assert (table(match)["pot"], table(match)["headers"], table(match)["pots_won"]) == (0, 0, 5)
    assert match.actors == (TABLE,)


@pytest.mark.rule("KK-G21")
def test_odd_counters_go_left_from_whoever_started_the_round() -> None:
    text = layout("1 3 -", "3 1", turned="11", turn=2, out="11", balances="-4,-3,-3").position + " first=1"
    match = KELLY.match(position=text, seed=1, options={"header_cap": 1}, hold_table=True)
    go(match, "turn turn")
    assert match.scores == (-4 + 3 - 1, -3 + 4 - 1, -3 + 3 + 2)


@pytest.mark.rule("KK-G18", "KK-G21")
@pytest.mark.parametrize("cap", [1, 2])
def test_below_the_cap_another_header_is_dealt(cap: int) -> None:
    match = go(last_two("3 1", header_cap=cap), "turn turn")
    assert bool(told(match, "shared")) == (cap == 1)
    assert table(match)["pots_won"] == (1 if cap == 1 else 0)
