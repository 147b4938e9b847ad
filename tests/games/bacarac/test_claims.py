"""Strict manners: chips must be claimed before the next deal (BC-39)."""

import pytest

from parlour.core.contract import TABLE

from .table import betting, chips, layout, speak, table, texts, told, took, won

HANDS = ("9H 10H 4C", "JH 5C KD", "QH 6C 2S")


@pytest.mark.rule("BC-39", "BC-G28", "C-05", "C-19")
def test_chips_are_claimed_by_who_earned_them() -> None:
    match = layout(*HANDS, dead="KH 7C AD", run="3S-5S:2", manners="strict")
    match.play(0, "lead H")
    assert took(match) == {}
    assert [(event["seat"], event["division"]) for event in told(match, "earned")] == [(0, "10"), (1, "J"), (2, "Q")]
    assert set(match.actors) == {0, 1, 2}
    assert texts(match, 0) == ["silent", "claim 10"]
    assert texts(match, 2) == ["lead S", "lead C", "claim Q"]
    match.play(1, "claim J")
    assert took(match) == {"J": (1, 3)}
    assert set(match.actors) == {0, 2}


@pytest.mark.rule("BC-39", "BC-40", "BC-G28")
def test_what_is_not_claimed_before_the_deal_stays() -> None:
    match = layout("KH", "AH 2C", "3C", dead="2D", run="2S-2S:2", manners="strict")
    match.play(0, "lead H")
    assert match.actors == (0,)  # the table waits for him
    assert texts(match, 0) == ["silent", "claim kitty", "claim K"]
    match.play(0, "claim K")
    match.play(0, "silent")
    assert match.actors == (TABLE,)
    match.play(TABLE, "deal")
    assert chips(match, "kitty") == 18
    assert chips(match, "K") == 3


@pytest.mark.rule("BC-G28")
def test_who_was_silent_may_claim_after_the_next_lead() -> None:
    match = layout(*HANDS, dead="KH 7C AD", run="3S-5S:2", manners="strict")
    match.play(0, "lead H")
    match.play(0, "silent")
    assert match.actors == (1, 2)
    match.play(2, "lead C")
    assert 0 in match.actors
    match.play(0, "claim 10")
    assert took(match)["10"] == (0, 3)


@pytest.mark.rule("BC-G28", "BC-31")
def test_a_pile_that_its_first_earner_leaves_is_nobody_elses() -> None:
    hands = ("8C 9C 10C 2D 6H", "8D 9D 10D 4S 7C", "3H 5D")
    match = layout(*hands, dead="JC JD 3D 5S", run="2H-2H:2", manners="strict")
    match.play(0, "lead C")
    match.play(0, "lead D")
    match.play(1, "lead S")
    match.play(1, "lead D")
    assert [(event["seat"], event["division"]) for event in told(match, "earned")] == [(0, "8-9-10")]
    assert texts(match, 1) == ["lead C"]
    assert chips(match, "8-9-10") == 6


@pytest.mark.rule("BC-G28")
def test_the_pot_is_paid_at_once() -> None:
    match = betting("2C 3C 4C 5C 6C 9D", "7C 7D 7H 7S 9C KD", manners="strict")
    speak(match, "check, check")
    assert won(match) == {0: 2}
    assert table(match)["earned"] == {}


@pytest.mark.rule("BC-39")
def test_at_our_tables_chips_are_usually_paid_at_once() -> None:
    match = layout("KH", "AH 2C", "3C", dead="2D", run="2S-2S:2")
    match.play(0, "lead H")
    assert took(match) == {"K": (0, 3), "kitty": (0, 9)}
