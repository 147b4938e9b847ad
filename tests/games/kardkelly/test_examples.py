"""The worked examples, move by move."""

import pytest

from parlour import Match
from parlour.core.contract import TABLE

from .table import KELLY, go, layout, table, texts, told

P1, P2, P3, P4 = range(4)


def four(cards: str, pool: str = "") -> Match:
    """The four players of the examples, with disks 1, 3, 11 and 14; the antes are paid."""
    match = layout("1 3 11 14", cards, pool=pool)
    assert table(match)["pot"] == 4
    assert match.scores == (-1, -1, -1, -1)
    return match


@pytest.fixture
def killed() -> Match:
    """The fourth example's table after the first has turned 7, 3 and a BLANK."""
    return go(four("7 3 B", pool="9 7 5"), "turn turn turn")


@pytest.mark.rule("T-KK-01", "KK-10", "KK-11", "KK-15", "KK-G04", "KK-G05")
def test_a_number_of_nobody_a_kill_and_a_miss(killed: Match) -> None:
    assert [event["card"] for event in told(killed, "turned")] == ["7", "3", "BLANK"]
    assert killed.scores == (0, -2, -1, -1)
    assert table(killed)["pot"] == 4
    assert table(killed)["alive"] == [P1, P3, P4]
    assert killed.actors == (P2,)
    assert texts(killed, P2) == ["decline", "buy"]


@pytest.mark.rule("T-KK-02", "KK-12", "KK-24")
def test_the_dead_turn_and_sweeten_too() -> None:
    match = go(four("7 3 B S"), "turn turn turn decline turn")
    assert table(match)["pot"] == 5
    assert match.scores == (0, -3, -1, -1)
    assert match.actors == (P3,)


@pytest.mark.rule("T-KK-03", "KK-13")
def test_ones_own_number_takes_the_pot() -> None:
    match = go(four("7 3 B S 2 11"), "turn turn turn decline turn turn turn")
    assert match.scores == (0, -3, 4, -1)
    assert table(match)["pot"] == 0
    assert told(match, "won") == [{"kind": "won", "seat": P3, "rule": "KK-13", "counters": 5, "alone": False}]
    assert match.actors == (TABLE,)


@pytest.mark.rule("T-KK-04", "KK-17", "KK-18", "KK-20", "KK-21", "KK-23", "KK-G01", "KK-G07")
def test_three_disks_for_one_counter(killed: Match) -> None:
    go(killed, "buy")
    assert (killed.scores[P2], table(killed)["pot"], table(killed)["offered"]) == (-3, 5, 9)
    go(killed, "reject 3:challenge")
    assert (killed.scores[P2], killed.scores[P4]) == (-4, 0)
    go(killed, "draw")
    assert table(killed)["offered"] == 7
    go(killed, "reject hush draw")
    assert table(killed)["offered"] == 5
    go(killed, "keep")
    assert table(killed)["disks"] == [1, 5, 11, 14]
    assert table(killed)["pot"] == 5
    assert killed.scores == (0, -4, -1, 0)
    assert texts(killed, P2) == ["turn"]


@pytest.mark.rule("T-KK-05", "KK-22")
@pytest.mark.parametrize("challenger", [P1, P3, P4])
def test_a_wrong_challenge_costs_the_challenger(killed: Match, challenger: int) -> None:
    go(killed, f"buy reject 3:challenge draw reject {challenger}:challenge")
    before = [0, -4, -1, 0]
    before[challenger] -= 1
    before[P2] += 1
    assert list(killed.scores) == before


@pytest.mark.rule("T-KK-06", "KK-25", "KK-26", "KK-G14", "KK-G15")
def test_a_double_and_a_triple_header() -> None:
    match = go(layout("4 12", "12 B 4"), "turn turn decline turn")
    assert match.actors == (TABLE,)
    assert match.scores == (-1, -1)  # both were paid for their kill
    assert told(match, "header") == [
        {"kind": "header", "seat": "table", "rule": "KK-25", "name": "double-header", "pot": 2}
    ]
    match.play(TABLE, "deal")
    assert (table(match)["pot"], match.scores) == (4, (-2, -2))
    again = go(layout("4 12", "12 B 4", balances="-2,-2", count="0,1"), "turn turn decline turn")
    assert told(again, "header")[0]["name"] == "triple-header"
    again.play(TABLE, "deal")
    assert (table(again)["pot"], again.scores) == (6, (-3, -3))


@pytest.mark.rule("T-KK-07", "KK-G09", "KK-G13")
def test_a_phantom_neither_wins_nor_dies() -> None:
    cards = " ".join(["3 B", *(str(n) for n in range(1, 16) if n not in (3, 9)), *"B" * 14, *"S" * 10])
    match = go(layout("1 3 11 14", cards, turned="9", pool="9"), "turn turn buy keep")
    assert table(match)["disks"][P2] == 9
    while table(match)["phase"] != "deal":
        go(match, "decline" if "decline" in texts(match, match.actors[0]) else "turn")
    assert told(match, "won") == []
    assert told(match, "header")
    assert [event["seat"] for event in told(match, "put_out")] == [P2, P1, P3, P4]  # P2 before it bought the 9
    assert P2 in table(match)["alive"]
    assert table(match)["cards_left"] == 0


@pytest.mark.rule("T-KK-08", "KK-G08")
def test_with_fifteen_nobody_buys() -> None:
    match = KELLY.match(15, seed=1, options={"hands": 2})
    assert table(match)["disks_left"] == 0
    while not match.over:
        assert [texts(match, seat) for seat in match.actors] == [["turn"]]
        go(match, "turn")


@pytest.mark.rule("T-KK-09", "KK-07", "KK-G02")
def test_the_second_hand_starts_on_the_left_of_the_first() -> None:
    for seed in range(200):
        match = KELLY.match(4, seed=seed, options={"hands": 2})
        if table(match)["starter"] == 2 and min(table(match)["disks"]) == table(match)["disks"][2]:
            while table(match)["pots_won"] == 0 and not told(match, "header"):
                go(match, "turn" if "turn" in texts(match, match.actors[0]) else "decline")
            assert table(match)["starter"] == 3
            return
    pytest.fail("seat 2 never had the lowest disk")
