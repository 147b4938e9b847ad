"""Leads, runs, stops and passes, and what the laid cards bring."""

import random

import numpy as np
import pytest

import parlour
from parlour.core.contract import TABLE
from parlour.core.engines import compiled
from parlour.core.events import new_log

from .table import between_hands, chips, dealt, fresh_board, layout, play_on, table, texts, told, took

BACARAC = parlour.game("bacarac")


def laid(events: list[dict[str, object]]) -> list[tuple[object, object]]:
    return [(event["seat"], event["cards"]) for event in events]


@pytest.mark.rule("T-BC-05", "BC-20", "BC-23", "BC-24", "BC-25", "BC-26", "BC-29", "BC-32", "BC-G10", "BC-G14")
def test_the_endgame_of_three() -> None:
    match = layout("9H 10H 4C", "JH 5C KD", "QH 6C 2S", dead="KH 7C AD", run="3S-5S:2")
    match.play(0, "lead H")
    assert laid(told(match, "laid")) == [(0, ["9H", "10H"]), (1, ["JH"]), (2, ["QH"])]
    assert took(match) == {"10": (0, 3), "J": (1, 3), "Q": (2, 3)}  # no J-10: another laid the ten
    assert match.actors == (2,)
    assert sorted(texts(match, 2)) == ["lead C", "lead S"]
    match.play(2, "lead C")
    assert [event["seat"] for event in told(match, "passed")] == [2, 0]
    assert match.actors == (1,)
    assert texts(match, 1) == ["lead D"]
    match.play(1, "lead D")
    assert match.actors == (1,)
    match.play(1, "lead C")
    assert took(match)["kitty"] == (1, 9)
    assert told(match, "went_out")[0]["seat"] == 1
    assert table(match)["left"] == [["4C"], [], ["2S"]]
    assert chips(match, "K") == chips(match, "K-Q") == chips(match, "J-10") == 3


@pytest.mark.rule("T-BC-06", "BC-35", "BC-36", "BC-33", "BC-G13", "BC-G15")
def test_a_blocked_hand_pays_nobody() -> None:
    match = layout("4D 9D", "6D", "8D", dead="10D", run="2S-2S:2")
    match.play(0, "lead D")
    assert [event["seat"] for event in told(match, "passed")] == [0, 1, 2]
    assert len(told(match, "blocked")) == 1
    assert took(match) == {}
    assert chips(match, "kitty") == 9
    match.play(TABLE, "deal")
    assert chips(match, "kitty") == 18


@pytest.mark.rule("T-BC-07", "BC-28", "BC-30", "BC-G14")
def test_one_player_lays_four_hearts_in_a_row() -> None:
    match = layout("8H 9H 10H JH 2C", "3C", "4C", "5C", dead="QH", run="2S-2S:3")
    match.play(0, "lead H")
    assert took(match) == {"8-9-10": (0, 8), "10": (0, 4), "J": (0, 4), "J-10": (0, 4)}
    assert match.scores[0] == -13 + 20


@pytest.mark.rule("BC-27", "BC-28", "BC-G14")
@pytest.mark.parametrize("together", [True, False])
def test_king_and_queen_of_hearts(together: bool) -> None:
    hands = ("QH KH 2C", "AH 3C") if together else ("QH 2C", "KH AH 3C")
    match = layout(*hands, dead="2D", run="2S-2S:1", board=fresh_board(2))
    match.play(0, "lead H")
    assert took(match)["K"] == (0 if together else 1, 2)
    assert took(match)["A"] == (1, 2)
    assert ("K-Q" in took(match)) == together


@pytest.mark.rule("T-BC-08", "BC-29", "BC-37")
def test_a_dead_king_lets_two_divisions_grow() -> None:
    """Two hands with the King of Hearts dead, found among random deals; nobody can touch K and K-Q."""
    for seed in range(3_000):
        match = dealt(4, seed=seed)
        piles = []
        for _ in range(2):
            if not (int(match.state.dead) >> 37) & 1:
                break
            play_on(match, random.Random(seed), until=between_hands)
            piles.append((chips(match, "K"), chips(match, "K-Q")))
            match.play(TABLE, "deal")
        if len(piles) == 2:
            assert piles == [(4, 4), (8, 8)]
            assert (chips(match, "K"), chips(match, "K-Q")) == (12, 12)
            return
    raise AssertionError("the King was never dead twice running")


@pytest.mark.rule("T-BC-09", "BC-31", "BC-30")
def test_only_the_first_row_of_three_is_paid() -> None:
    match = layout("8C 9C 10C 2D 6H", "8D 9D 10D 4S", "3H 5D", dead="JC JD 3D 5S", run="2H-2H:2")
    match.play(0, "lead C")
    assert took(match) == {"8-9-10": (0, 6)}
    match.play(0, "lead D")
    match.play(1, "lead S")
    match.play(1, "lead D")
    assert told(match, "laid")[-1]["cards"] == ["8D", "9D", "10D"]
    assert took(match) == {"8-9-10": (0, 6), "kitty": (1, 9)}


@pytest.mark.rule("T-BC-11", "BC-18", "BC-23", "BC-G11", "BC-G12", "C-13")
def test_what_may_be_led_when_black_is_wanted() -> None:
    match = layout("5C JC 3S KH", "2C", "2D", dead="2S", run="2H-3H:2")
    assert table(match)["required"] == "a black suit"
    assert texts(match, 0) == ["lead S", "lead C"]  # idle: the lower of the two
    before = match.clone()
    match.play(0, "lead C")
    assert told(match, "laid")[0]["cards"] == ["5C"]
    before.play(0, "lead S")
    assert told(before, "laid")[0]["cards"] == ["3S"]


@pytest.mark.rule("T-BC-12", "BC-G09", "BC-22", "BC-G10")
def test_a_card_laid_before_is_a_stop() -> None:
    match = layout("2D 4D 9C", "3D 8C", "5D 9S", dead="10C 9D 10S", run="6S-8S:2")
    match.play(0, "lead D")
    assert laid(told(match, "laid")) == [(0, ["2D"]), (1, ["3D"]), (0, ["4D"]), (2, ["5D"])]
    assert told(match, "stopped")[0]["card"] == "5D"
    assert told(match, "stopped")[0]["why"] == "a card laid before"
    assert match.actors == (2,)


@pytest.mark.rule("BC-19", "BC-21", "BC-G10", "BC-G07")
def test_a_run_ends_with_the_ace_and_its_layer_goes_on() -> None:
    match = layout("QC 7D", "KC 3D", "AC 2H 4D", dead="5D 3H 8D", run="2D-2D:2")
    match.play(0, "lead C")
    assert told(match, "stopped")[0]["why"] == "the Ace"
    assert match.actors == (2,)
    assert sorted(texts(match, 2)) == ["lead D", "lead H"]


@pytest.mark.rule("BC-18", "BC-G12", "C-17")
def test_at_first_any_suit_may_be_led() -> None:
    match = layout("5C JC 3S 3D KH", "2C", laid="")
    assert table(match)["required"] == "any suit"
    assert texts(match, 0) == ["lead D", "lead C", "lead H", "lead S"]  # of equal ranks the first suit


@pytest.mark.rule("BC-G11", "BC-25")
def test_nobody_who_can_change_may_pass() -> None:
    match = layout("5C 9D", "2C", "2D", dead="6C", run="2H-3H:2")
    assert texts(match, 0) == ["lead C"]


@pytest.mark.rule("BC-G11", "BC-G29")
def test_it_may_be_enough_to_change_the_suit() -> None:
    match = layout("5C JC 3S KH 4D", "2C", "2D", dead="2S", run="2H-3H:2", change="suit")
    assert sorted(texts(match, 0)) == ["lead C", "lead D", "lead S"]
    assert table(match)["required"] == "any suit but Hearts"


@pytest.mark.rule("BC-G12", "BC-G25")
@pytest.mark.parametrize(
    ("lead", "run", "leads"),
    [
        ("suit_low", "-", ["lead C", "lead D", "lead H", "lead S"]),
        ("colour_low", "-", ["lead C", "lead D", "lead S"]),  # 4C and 4S are equal, 5D is below KH
        ("hand_low", "-", ["lead C", "lead S"]),
        ("colour_low", "2S-2S:1", ["lead D"]),
        ("hand_low", "2S-2S:1", ["lead D"]),
        ("hand_low", "2H-2H:1", ["lead C", "lead S"]),
    ],
)
def test_other_ways_to_lead(lead: str, run: str, leads: list[str]) -> None:
    match = layout("4C JC 4S KH 5D", "3C", run=run, lead=lead, laid="" if run == "-" else None)
    assert sorted(texts(match, 0)) == leads


@pytest.mark.rule("BC-G16", "BC-33")
def test_a_last_card_that_pays_brings_its_division_and_the_kitty_and_nobody_follows() -> None:
    match = layout("KH", "AH 2C", "3C", dead="2D", run="2S-2S:2")
    match.play(0, "lead H")
    assert took(match) == {"K": (0, 3), "kitty": (0, 9)}
    assert between_hands(match)
    assert table(match)["left"] == [[], ["2C", "AH"], ["3C"]]


@pytest.mark.rule("BC-G16", "BC-G26")
def test_losers_may_pay_for_their_cards() -> None:
    hands = ("KH", "AH 2C 3C", "4C")
    plain = layout(*hands, dead="2D", run="2S-2S:2")
    plain.play(0, "lead H")
    assert told(plain, "paid") == []
    match = layout(*hands, dead="2D", run="2S-2S:2", pay_per_card=True)
    match.play(0, "lead H")
    assert [(event["seat"], event["chips"]) for event in told(match, "paid")] == [(1, 3), (2, 1)]
    assert match.scores[0] == plain.scores[0] + 4
    blocked = layout("4D 9D", "6D", "8D", dead="10D", run="2S-2S:2", pay_per_card=True)
    blocked.play(0, "lead D")
    assert told(blocked, "paid") == []


@pytest.mark.rule("BC-G08", "BC-20", "BC-21", "BC-22", "BC-G09", "BC-G14")
@pytest.mark.parametrize("seats", [2, 4, 7, 10])
def test_runs_follow_the_cards_and_whole_sets_fall_in_one_go(seats: int) -> None:
    """Every run is one suit without a gap, it stops only where it must, and sets of one hand are laid in one go."""
    for seed in range(60 if compiled() else 6):
        match = dealt(seats, seed=seed)
        play_on(match, random.Random(seed), until=lambda match: table(match)["phase"] == "lead")
        owners = {card: seat for seat in range(seats) for card in table(match, seat)["hand"]}
        play_on(match, random.Random(seed), until=between_hands)
        for event in told(match, "laid"):
            assert all(owners[card] == event["seat"] for card in event["cards"])
        sets = [[f"{rank}{suit}" for rank in ("8", "9", "10")] for suit in "CDHS"] + [["QH", "KH"], ["10H", "JH"]]
        pieces = [set(event["cards"]) for event in told(match, "laid")]
        for row in sets:
            if len({owners.get(card, -1) for card in row}) == 1 and any(row[0] in piece for piece in pieces):
                assert any(set(row) <= piece for piece in pieces)


@pytest.mark.rule("BC-G14", "BC-31", "BC-39")
@pytest.mark.parametrize("manners", ["auto", "strict"])
def test_cards_earn_the_same_where_nobody_hears_of_it(manners: str) -> None:
    """A simulator's log takes no events; the rules then take a short cut, which must lead to the same state."""
    out = np.zeros(BACARAC.table.MOST_LEGAL, dtype=np.int16)
    for seed in range(200 if compiled() else 20):
        choose = random.Random(seed)
        match = BACARAC.match(2 + seed % 9, seed=seed, options={"hands": 2, "manners": manners})
        heard = np.array([match.state], dtype=BACARAC.layout)
        unheard = heard.copy()
        while mask := BACARAC.kernels.who(heard):
            seat = choose.choice([seat for seat in range(TABLE + 1) if (mask >> seat) & 1])
            action = int(out[choose.randrange(BACARAC.kernels.list_legal(heard, seat, out))])
            for states, events in ((heard, BACARAC.table.MOST_EVENTS), (unheard, 0)):
                BACARAC.kernels.try_action(states, seat, action, new_log(events), out)
            assert heard.tobytes() == unheard.tobytes()
