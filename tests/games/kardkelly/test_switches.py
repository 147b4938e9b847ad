"""The switches: what each of them changes."""

from typing import Any

import pytest

from parlour import Match
from parlour.core.contract import TABLE

from .table import KELLY, acting, go, layout, table, texts, told
from .test_disks import dead_second

# --- revive_cost, challenge_keep, reclaim ---------------------------------------------------------------------


@pytest.mark.rule("KK-G07", "KK-G26")
@pytest.mark.parametrize(("cost", "paid"), [("once", 1), ("per_disk", 3)])
def test_a_counter_for_all_disks_or_for_each(cost: str, paid: int) -> None:
    match = go(dead_second(revive_cost=cost), "buy reject hush draw reject 0:challenge draw keep")
    assert table(match)["pot"] == 4 + paid
    assert match.scores[1] == -1 - paid - 1  # and one for the lost challenge
    assert len(told(match, "bought")) == paid


@pytest.mark.rule("KK-G09", "KK-G24")
def test_a_kept_phantom_that_is_challenged_goes_out() -> None:
    match = go(dead_second(turned="9 3 B", challenge_keep=True), "buy keep")
    assert match.actors == (0, 2, 3)
    assert table(match)["phase"] == "kept"
    assert 1 not in table(match)["alive"]
    go(match, "3:challenge")
    assert match.scores == (-1, -3, -1, 0)
    assert table(match)["out_of_play"] == [3, 9]
    assert texts(match, 1) == ["stop", "draw"]
    go(match, "draw")
    assert (table(match)["offered"], table(match)["pot"]) == (7, 5)


@pytest.mark.rule("KK-G24")
def test_a_good_disk_that_is_challenged_is_kept_and_paid_for() -> None:
    match = go(dead_second(challenge_keep=True), "buy keep 3:challenge")
    assert match.scores == (-1, -1, -1, -2)
    assert table(match)["disks"][1] == 9
    assert texts(match, 1) == ["turn"]


@pytest.mark.rule("KK-G24", "KK-G09")
@pytest.mark.parametrize("turned", ["9 3 B", "8 3 B"])
def test_a_kept_disk_that_nobody_challenges_stays(turned: str) -> None:
    match = go(dead_second(turned=turned, challenge_keep=True), "buy keep hush")
    assert table(match)["disks"][1] == 9
    assert match.scores == (-1, -2, -1, -1)


@pytest.mark.rule("KK-G24", "KK-G08")
def test_a_phantom_caught_with_an_empty_pool_leaves_him_dead() -> None:
    disks = "1 - 2 4 5 6 7 8 10 11 12 13 14 15"
    match = layout(disks, "B", out="3", pool="9", turned="9 3 B", turn=1, phase="buy", buyer="1", challenge_keep=True)
    go(match, "buy keep 5:challenge")
    assert texts(match, 1) == ["turn"]
    assert 1 not in table(match)["alive"]


@pytest.mark.rule("KK-G11", "KK-G26")
def test_a_wrongly_rejected_disk_may_be_reclaimed() -> None:
    match = go(dead_second(reclaim=True), "buy reject 0:challenge")
    assert texts(match, 1) == ["stop", "draw", "reclaim"]
    assert table(match)["offered"] == 9
    go(match, "reclaim")
    assert table(match)["disks"][1] == 9
    assert (match.scores[1], table(match)["pot"]) == (-3, 5)
    assert texts(match, 1) == ["turn"]


@pytest.mark.rule("KK-G11", "KK-G26")
@pytest.mark.parametrize("action", ["stop", "draw"])
def test_a_disk_that_is_not_reclaimed_at_once_is_gone(action: str) -> None:
    match = go(dead_second(reclaim=True), f"buy reject 0:challenge {action}")
    assert 9 in table(match)["out_of_play"]


@pytest.mark.rule("KK-G11")
@pytest.mark.parametrize(("turned", "answer"), [("3 B", "hush"), ("9 3 B", "hush"), ("9 3 B", "0:challenge")])
def test_nothing_is_reclaimed_that_was_not_proved_good(turned: str, answer: str) -> None:
    match = go(dead_second(turned=turned, reclaim=True), f"buy reject {answer}")
    assert texts(match, 1) == ["stop", "draw"]


@pytest.mark.rule("KK-G26")
def test_reclaiming_from_an_empty_pool() -> None:
    disks = "1 - 2 4 5 6 7 8 10 11 12 13 14 15"
    match = layout(disks, "B", out="3", pool="9", turned="3 B", turn=1, phase="buy", buyer="1", reclaim=True)
    go(match, "buy reject 0:challenge")
    assert texts(match, 1) == ["stop", "reclaim"]
    go(match, "reclaim")
    assert table(match)["disks"][1] == 9


# --- last_alive_wins ------------------------------------------------------------------------------------------


@pytest.mark.rule("KK-G16")
@pytest.mark.parametrize("turn", [0, 2])
def test_the_last_alive_takes_the_pot(turn: int) -> None:
    """Whoever puts the other out."""
    match = go(layout("1 3 -", "3", turned="11", out="11", turn=turn, last_alive_wins=True), "turn")
    assert told(match, "won") == [{"kind": "won", "seat": 0, "rule": "KK-13", "counters": 3, "alone": True}]
    assert match.actors == (TABLE,)


@pytest.mark.rule("KK-G16", "KK-G26", "KK-G09")
def test_a_phantom_may_be_the_last_alive() -> None:
    match = go(layout("1 9 -", "1", turned="9 11", out="11", turn=2, last_alive_wins=True), "turn")
    assert told(match, "won")[0]["seat"] == 1


@pytest.mark.rule("KK-G26", "KK-G09")
def test_two_phantoms_hold_each_other_up_to_the_end_of_the_pack() -> None:
    turned = " ".join([*(str(n) for n in range(1, 16)), *"B" * 14, *"S" * 10])
    match = go(layout("1 9 -", turned=turned, out="11", turn=2, last_alive_wins=True), "turn")
    assert told(match, "won") == []
    assert told(match, "header")


@pytest.mark.rule("KK-G16", "KK-G25")
def test_with_any_time_the_dead_are_asked_before_the_last_alive_wins() -> None:
    match = layout("1 3 -", "3 B", turned="11", out="11", pool="9", last_alive_wins=True, revive_timing="any_time")
    go(match, "turn")
    assert match.actors == (1,)
    go(match, "buy keep decline")
    assert told(match, "won") == []
    assert match.actors == (0,)
    assert texts(match, 0) == ["turn"]


# --- revive_timing --------------------------------------------------------------------------------------------


def any_time(cards: str, disks: str = "1 3 11 14", **more: Any) -> Match:
    return layout(disks, cards, revive_timing="any_time", **more)


@pytest.mark.rule("KK-G25", "KK-G06")
def test_the_dead_are_asked_before_every_card() -> None:
    match = go(any_time("3 7 B"), "turn")
    for _ in range(2):
        assert match.actors == (1,)
        assert texts(match, 1) == ["decline", "buy"]
        go(match, "decline")
        assert match.actors == (0,)
        go(match, "turn")
    assert match.actors == (1,)  # now it is its own turn
    go(match, "decline")
    assert texts(match, 1) == ["turn"]


@pytest.mark.rule("KK-G25")
def test_they_are_asked_once_each_clockwise_from_the_drawer() -> None:
    match = any_time("11", "- 3 11 -", turned="1 14", out="1 14", turn=3, phase="buy", buyer="3")
    asked = []
    go(match, "decline decline turn")
    while texts(match, match.actors[0])[0] == "decline":
        asked.append(match.actors[0])
        go(match, "decline")
    assert asked == [3, 0, 2]
    assert match.actors == (3,)


@pytest.mark.rule("KK-G25")
def test_a_seat_out_of_turn_goes_through_with_its_purchase() -> None:
    match = go(any_time("3 9", pool="9 7"), "turn buy reject")
    assert match.actors == (0, 2, 3)
    go(match, "0:challenge draw keep")
    assert table(match)["disks"] == [1, 7, 11, 14]
    assert acting(match) == [0]
    assert match.scores == (1, -4, -1, -1)


@pytest.mark.rule("KK-G25")
def test_a_header_waits_for_the_round_of_asking() -> None:
    position: dict[str, Any] = {"turned": "1 11 14", "out": "1 11 14", "turn": 2, "phase": "turn", "disks": "- 3 - -"}
    match = go(any_time("3", pool="9", **position), "turn")
    assert match.actors == (2,)
    go(match, "decline decline decline")
    assert match.actors == (1,)
    saved = match.clone()
    go(match, "decline")
    assert told(match, "header")
    go(saved, "buy keep")
    assert told(saved, "header") == []
    assert saved.actors == (2,)


@pytest.mark.rule("KK-G25", "KK-G14")
def test_with_the_usual_timing_it_does_not_wait() -> None:
    match = go(layout("- 3 - -", "3", turned="1 11 14", out="1 11 14", turn=2, pool="9"), "turn")
    assert match.actors == (TABLE,)


@pytest.mark.rule("KK-G25", "KK-G13")
def test_nobody_is_asked_when_there_is_no_card_to_come() -> None:
    turned = " ".join([*(str(n) for n in range(1, 15)), *"B" * 15, *"S" * 10])
    match = go(any_time("15", "- 9 15", turned=turned, turn=1, out="1"), "turn")
    assert match.actors == (TABLE,)


# --- credit ---------------------------------------------------------------------------------------------------


def cash(disks: str, cards: str, balances: str, stake: int = 3, **more: Any) -> Match:
    return layout(disks, cards, balances=balances, stake=stake, credit=False, **more)


@pytest.mark.rule("KK-G19", "C-09")
def test_on_credit_anybody_may_owe() -> None:
    match = go(layout("1 3 11", "S", balances="-90,40,47"), "turn")
    assert match.scores[0] == -91
    assert table(match)["pot"] == 4
    assert "purses" not in table(match)


@pytest.mark.rule("KK-G27")
def test_without_credit_everybody_brings_a_stake() -> None:
    match = KELLY.match(3, seed=1, options={"credit": False})
    assert table(match)["purses"] == [49, 49, 49]
    match = KELLY.match(3, seed=1, options={"credit": False, "stake": 7})
    assert table(match)["purses"] == [6, 6, 6]


@pytest.mark.rule("KK-G27")
@pytest.mark.parametrize(
    ("cards", "actions", "balances"),
    [
        ("S", "turn", (-3, -1, 1)),  # nothing for the SCRATCH
        ("3", "turn", (-2, -2, 1)),  # but he may be paid
        ("B 1", "turn turn", (-3, -1, 1)),  # nothing for being put out
    ],
)
def test_nobody_pays_more_than_he_has(cards: str, actions: str, balances: tuple[int, ...]) -> None:
    match = go(cash("1 3 11", cards, "-3,-1,1"), actions)
    assert match.scores == balances
    assert table(match)["pot"] == 3


@pytest.mark.rule("KK-G27")
def test_a_dead_player_without_counters_buys_and_challenges_for_nothing() -> None:
    match = cash("1 - 11", "", "1,-3,-1", turned="3", out="3", pool="9", turn=1, phase="buy", buyer="1")
    go(match, "buy reject 0:challenge")
    assert match.scores == (1, -3, -1)
    assert table(match)["pot"] == 3


@pytest.mark.rule("KK-G27")
def test_whoever_cannot_pay_the_ante_is_out_of_the_match() -> None:
    match = go(cash("1 3 11 14", "1", "-1,-3,-3,2"), "turn")
    assert match.scores == (4, -3, -3, 2)
    assert [event["seat"] for event in told(match, "broke")] == [1, 2]
    assert not match.over
    match.play(TABLE, "deal")
    assert table(match)["in_match"] == [0, 3]
    assert match.scores == (3, -3, -3, 1)
    assert table(match)["pot"] == 2
    assert table(match)["disks"][1] is table(match)["disks"][2] is None
    assert match.actors == (3,)  # the start goes on to the next who is there
    while table(match)["pots_won"] == 1 and not told(match, "header"):
        assert set(match.actors) <= {0, 3, TABLE}
        go(match, str(match.legal(match.actors[0])[0]))


@pytest.mark.rule("KK-G27")
def test_windows_are_for_those_still_in_the_match() -> None:
    match = cash("1 x - 14", "", "2,-3,-1,-1", turned="11", out="11", pool="9", turn=2, phase="buy", buyer="2")
    go(match, "buy reject")
    assert match.actors == (0, 3)
    go(match, "hush stop turn")
    assert acting(match) == [2]


@pytest.mark.rule("KK-G27", "KK-11")
def test_turns_pass_over_those_who_are_out() -> None:
    match = go(cash("1 x x 14", "B B B", "-1,-3,-3,5"), "turn")
    assert match.actors == (3,)
    go(match, "turn")
    assert match.actors == (0,)


@pytest.mark.rule("KK-G27")
def test_the_match_ends_when_one_is_left() -> None:
    match = go(cash("1 3", "1", "-1,-3", count="2,0"), "turn")
    assert match.over
    assert match.winners == (0,)
    assert match.payoffs == (3, -3)
    assert KELLY.match(position=match.position, options=match.options, seed=1).over


@pytest.mark.rule("KK-G27", "KK-25")
def test_nobody_is_sent_away_from_a_header() -> None:
    match = go(cash("1 3 -", "3 1", "-3,-3,3", turned="11", out="11", turn=2), "turn turn")
    assert told(match, "header")[0]["pot"] == 3
    match.play(TABLE, "deal")
    assert table(match)["in_match"] == [0, 1, 2]
    assert match.scores == (-3, -3, 2)
    assert table(match)["pot"] == 4


@pytest.mark.rule("KK-G21", "KK-G27")
def test_a_shared_pot_goes_to_those_in_the_match() -> None:
    match = go(cash("1 x -", "1", "-3,-3,1", turned="11", out="11", turn=2, header_cap=1), "turn")
    assert match.scores == (-3 + 3, -3, 1 + 2)


@pytest.mark.rule("KK-G27")
def test_at_a_stake_of_one_a_whole_match_can_be_played() -> None:
    for seed in range(20):
        match = KELLY.match(3, seed=seed, options={"credit": False, "stake": 1, "header_cap": 3})
        while not match.over:
            go(match, str(match.legal(match.actors[0])[0]))
        assert min(match.scores) >= -1
        assert sum(match.scores) == 0
