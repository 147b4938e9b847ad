"""The printed rules, and the worked examples, played."""

import random
from collections import Counter

import pytest

from parlour.core.contract import TABLE
from parlour.core.engines import compiled
from parlour.errors import NotationError, SeatError
from parlour.games.honors4.table import is_out

from .table import CARDS, HONORS, fields, layout, play, play_on, table, texts, told, whole_story

# --- The pack and the deal ------------------------------------------------------------------------------------


@pytest.mark.rule("H0-01", "H0-02", "H0-G01")
def test_twelve_books_of_four() -> None:
    told = fields(HONORS.match(2, seed=1).position)
    assert sorted(f"{told['held']},{told['pack']}".split(",")) == sorted(
        f"{letter}-{number}" for letter in "ABCDEFGHIJKL" for number in (1, 2, 3, 4)
    )


@pytest.mark.rule("H4-01", "H4-G01")
def test_two_to_twelve_may_play() -> None:
    assert [HONORS.match(seats, seed=1).seats for seats in (2, 7, 12)] == [2, 7, 12]
    for seats in (1, 13, 24):
        with pytest.raises(SeatError):
            HONORS.match(seats, seed=1)


@pytest.mark.rule("H4-02", "H4-03", "C-01", "C-03")
@pytest.mark.parametrize("seats", [2, 5, 12])
def test_everybody_draws_one_card_from_the_opener_leftward(seats: int) -> None:
    match = HONORS.match(seats, seed=seats, hold_table=True)
    assert match.actors == (TABLE,)
    match.play(TABLE, "deal")
    opener = table(match)["opener"]
    dealt = [event for event in whole_story(match) if event["kind"] == "dealt"]
    assert [event["seat"] for event in dealt] == [(opener + i) % seats for i in range(seats)]
    assert len({event["card"] for event in dealt}) == seats
    assert table(match)["pack"] == 48 - seats
    assert match.actors == (opener,)


@pytest.mark.rule("H4-G09", "H4-02", "H0-G02", "C-04")
def test_anybody_may_open_the_first_hand() -> None:
    tries = 3_000 if compiled() else 300
    opened = Counter(int(HONORS.match(3, seed=seed).state.opener) for seed in range(tries))
    assert all(abs(opened[seat] - tries / 3) < 4 * (tries * 2 / 9) ** 0.5 for seat in range(3))


@pytest.mark.rule("H4-G05")
def test_the_first_turn_has_only_the_pack() -> None:
    assert texts(HONORS.match(4, seed=3)) == ["pack"]


# --- Going out ------------------------------------------------------------------------------------------------


@pytest.mark.rule("H4-04", "H4-05", "H4-G02", "T-H4-01", "T-H4-02", "T-H4-03", "T-H4-04")
@pytest.mark.parametrize(
    ("held", "drawn", "out"),
    [
        ("A-2", "A-3", True),  # T-H4-01
        ("A-3", "A-2", True),  # T-H4-02
        ("A-1", "A-4", False),  # T-H4-03
        ("A-2", "B-3", False),  # T-H4-04
        ("A-2", "A-4", False),  # T-H4-04
        ("A-4", "B-1", False),
        ("B-1", "A-4", False),
        ("L-4", "L-3", True),
        ("A-1", "A-2", True),
    ],
)
def test_two_neighbours_of_one_book_go_out(held: str, drawn: str, out: bool) -> None:
    match = layout(f"{held} F-1", drawn)
    play(match, "pack")
    assert [(event["held"], event["drawn"]) for event in told(match, "out")] == ([(held, drawn)] if out else [])
    assert match.scores == (1.0 if out else 0.0, 0.0)


@pytest.mark.rule("T-H4-08", "H4-05", "H4-G02", "H4-G12", "H0-02")
@pytest.mark.parametrize("ascending", [False, True])
def test_all_pairs_that_go_out(ascending: bool) -> None:
    """By playing every card to every other: 36 pairs; a 1 or a 4 has one partner, a 2 or a 3 has two."""
    partners: Counter[str] = Counter()
    state = HONORS.match(2, seed=1, options={"h4_ascending": ascending}).state
    for held, card in enumerate(CARDS):
        for drawn, other in enumerate(CARDS):
            step = int(other[2]) - int(card[2])
            neighbours = card[0] == other[0] and (step == 1 or (step == -1 and not ascending))
            out = is_out(state, held, drawn)
            assert out == neighbours
            partners[card] += out
    assert partners.total() == (36 if ascending else 72)
    if not ascending:
        assert all(partners[card] == (1 if card[2] in "14" else 2) for card in CARDS)


@pytest.mark.rule("H4-G02", "H4-G12")
@pytest.mark.parametrize(("held", "drawn", "out"), [("A-2", "A-3", True), ("A-3", "A-2", False)])
def test_ascending_only(held: str, drawn: str, out: bool) -> None:
    """With the switch a card must come after the one below it, be it from the pack or from the pile."""
    from_pack = layout(f"{held} F-1", drawn, h4_ascending=True)
    play(from_pack, "pack")
    from_pile = layout(f"{held} F-1", exposed=f"K-1 {drawn}", h4_ascending=True)
    play(from_pile, "take")
    assert from_pack.scores[0] == from_pile.scores[0] == out


@pytest.mark.rule("H4-G10", "H4-07", "T-H4-05")
def test_a_card_thrown_by_one_may_be_the_pair_of_the_next() -> None:
    match = layout("C-4 C-3", "F-2")
    play(match, "pack", "throw C-4")
    assert texts(match) == ["pack", "take C-4"]
    play(match, "take")
    assert told(match, "out") == [{"kind": "out", "seat": 1, "rule": "H4-04", "held": "C-3", "drawn": "C-4"}]


# --- Throwing and taking --------------------------------------------------------------------------------------


@pytest.mark.rule("H4-06", "H4-G03")
@pytest.mark.parametrize(("action", "kept"), [("throw F-2", "C-4"), ("throw C-4", "F-2")])
def test_one_of_two_cards_is_thrown_and_one_kept(action: str, kept: str) -> None:
    match = layout("C-4 A-1", "F-2")
    play(match, "pack")
    assert texts(match) == ["throw F-2", "throw C-4"]  # the card just drawn is the idle throw
    play(match, action)
    assert table(match, 0)["hand"] == [kept]
    assert table(match)["exposed"] == action.split()[1]
    assert match.actors == (1,)


@pytest.mark.rule("H4-07", "H4-09", "C-01")
def test_the_turn_goes_to_the_left_until_somebody_goes_out() -> None:
    match = layout("A-1 B-1 C-1", "D-1 E-1 F-1 A-2")
    play(match, *("pack", "throw drawn") * 3)
    assert [event["seat"] for event in told(match, "threw")] == [0, 1, 2]
    play(match, "pack")
    assert told(match, "out")[0]["seat"] == 0


@pytest.mark.rule("H4-08", "T-H4-06")
def test_only_the_top_card_may_be_taken() -> None:
    match = layout("A-1 B-1", exposed="D-1 E-2")
    assert texts(match) == ["pack", "take E-2"]
    with pytest.raises(NotationError, match="only the top card"):
        play(match, "take D-1")
    play(match, "take E-2", "throw A-1")
    assert table(match)["exposed"] == "A-1"
    assert fields(match.position)["exposed"] == "D-1,A-1"


@pytest.mark.rule("H4-G04", "T-H4-07")
def test_a_card_taken_from_the_pile_is_kept() -> None:
    match = layout("G-1 B-1", exposed="D-1 E-2")
    play(match, "take")
    assert texts(match) == ["throw G-1"]
    play(match, "throw G-1")
    assert table(match, 0)["hand"] == ["E-2"]


@pytest.mark.rule("C-13", "C-17")
def test_the_idle_moves_draw_from_the_pack_and_throw_what_was_drawn() -> None:
    match = layout("A-1 B-1", "D-1", exposed="E-2")
    for _ in range(2):
        match.play(0, match.legal(0)[0])
    assert table(match, 0)["hand"] == ["A-1"]
    assert table(match)["exposed"] == "D-1"


# --- Points ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("H4-10", "H4-G08")
def test_whoever_goes_out_has_a_point_and_opens_the_next_hand() -> None:
    match = layout("A-1 B-1 C-1", "D-1 B-2", opener=0)
    play(match, "pack", "throw drawn", "pack")
    assert match.scores == (0, 1, 0)
    assert match.actors == (TABLE,)
    match.play(TABLE, "deal")
    assert match.actors == (1,)
    assert table(match)["opener"] == 1


@pytest.mark.rule("H4-G08", "C-10")
@pytest.mark.parametrize("points", [1, 3, 5])
def test_the_match_goes_to_so_many_hands(points: int) -> None:
    match = layout("A-1 B-1", "A-2", totals=f"{points - 1},{points - 1}", hand=2 * points - 2, h4_match=points)
    play(match, "pack")
    assert match.over
    assert match.winners == (0,)
    assert match.scores == (points, points - 1)


@pytest.mark.rule("H4-G08")
def test_a_match_goes_on_below_that() -> None:
    match = layout("A-1 B-1", "A-2", totals="1,2", hand=3)
    play(match, "pack")
    assert not match.over
    assert match.scores == (2, 2)
    assert match.winners == ()


@pytest.mark.rule("H4-G08")
@pytest.mark.parametrize("seats", [2, 5, 12])
def test_the_winner_is_paid_a_counter_by_everybody(seats: int) -> None:
    match = HONORS.match(seats, seed=seats, options={"h4_match": 1})
    assert set(match.payoffs) == {0}
    play_on(match, random.Random(seats))
    (winner,) = match.winners
    assert match.payoffs == tuple(seats - 1 if seat == winner else -1 for seat in range(seats))


@pytest.mark.rule("C-06")
def test_nothing_is_taken_back() -> None:
    match = layout("A-1 B-1", "D-1")
    play(match, "pack", "throw drawn")
    assert match.legal(0).ids == []
