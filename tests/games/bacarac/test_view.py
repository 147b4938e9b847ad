"""What a seat sees, and how it is told."""

import pytest

from parlour.core.texts import say_event

from .table import BACARAC, betting, dealt, layout, table, told
from .test_poker import STRONG

NAMES = ["Ann", "Bob", "Cid", "Dot"]


@pytest.mark.rule("BC-11", "BC-05", "C-07")
def test_a_seat_sees_its_own_hand_and_its_best_five() -> None:
    match = betting(*STRONG)
    assert table(match, 1)["hand"] == ["7C", "9C", "7D", "KD", "7H", "7S"]
    assert table(match, 1)["best"] == {"cards": ["7C", "7D", "KD", "7H", "7S"], "poker": "four of a kind"}
    assert table(match)["hand"] == []
    assert table(match)["best"] is None
    assert table(match)["held"] == [6, 6, 6, 6]
    assert table(match, 2)["shown"] == [None] * 4


@pytest.mark.rule("BC-20", "C-18")
def test_laid_cards_stay_visible_before_each_seat() -> None:
    match = layout("9H 10H 4C", "JH 5C KD", "QH 6C 2S", dead="KH 7C AD", run="3S-5S:2")
    match.play(0, "lead H")
    assert table(match)["laid"][0] == ["9H", "10H"]
    assert table(match)["run"] == {"cards": ["9H", "10H", "JH", "QH"], "layer": 2}
    assert table(match)["required"] == "a black suit"
    assert table(match)["known_dead"] == ["KH"]


@pytest.mark.rule("BC-33", "C-07")
def test_everything_is_open_between_hands() -> None:
    match = layout("KH", "AH 2C", "3C", dead="2D", run="2S-2S:2")
    match.play(0, "lead H")
    assert table(match)["left"] == [[], ["2C", "AH"], ["3C"]]
    assert table(match)["dead"] == ["2D"]
    assert table(match)["earned"] == {"kitty": 0, "K": 0}


def test_every_event_has_a_sentence_for_its_own_seat_and_for_others() -> None:
    match = dealt(4, seed=2, buy_dead=True, poker_choose=True, pay_per_card=True, final_betting=True, hands=1)
    while not match.over:
        seat = match.actors[0]
        match.play(seat, match.legal(seat)[-1] if seat == 15 else match.legal(seat)[0])
    for you in (0, None):
        for event in match.events(you):
            text = say_event(BACARAC, event, NAMES, you)
            assert text or event.get("hidden")
            assert "{" not in text
    own = next(event for event in told(match, "dealt", 0) if event["seat"] == 0)
    assert say_event(BACARAC, own, NAMES, 0).startswith("You have")


@pytest.mark.rule("BC-G21")
def test_without_credit_the_purses_are_shown() -> None:
    match = dealt(3, seed=1, credit=False)
    assert table(match)["chips"] == [37, 37, 37]
    assert "chips" not in table(dealt(3, seed=1))
