"""How a hand is scored, and how a hand and a match end."""

import pytest

from parlour.core.contract import TABLE

from .table import ask, hand, layout, table, told

# Seat 0 needs A-4 to be rid of all her cards; all books but A and B are laid, and the centre is empty.
LAST = ("A123", "A4 B12", "B34")


def points(match: object) -> list[int]:
    return [event["points"] for event in told(match, "scored")]  # type: ignore[arg-type]


@pytest.mark.rule("T-H1-01", "H1-11", "H1-12")
def test_three_books_with_a_and_the_premium_are_25() -> None:
    match = layout(LAST, centre=None, books=("CF", "DE", "GHIJKL"))
    ask(match, "1 A-4", "2 B-3", "2 B-4")
    assert points(match)[0] == 25
    assert told(match, "went_out") == [{"kind": "went_out", "seat": 0, "rule": "H1-12", "points": 5}]


@pytest.mark.rule("T-H1-02", "H1-11")
def test_a_whole_hand_is_worth_seventy() -> None:
    match = layout(LAST, centre=None)
    ask(match, "1 A-4", "2 B-3", "2 B-4")
    assert points(match) == [15, 5, 50]
    assert sum(points(match)) == 70


@pytest.mark.rule("T-H1-08", "H1-G10", "H1-12")
def test_the_premium_is_for_laying_the_last_cards_first() -> None:
    match = layout(("A123", "A4", "B12", "B34"), centre=None)
    ask(match, "1 A-4")  # seat 1 is asked out of her last card, seat 0 lays her last four
    assert [event["seat"] for event in told(match, "went_out")] == [0]
    ask(match, "3 B-3", "3 B-4")  # seat 2 does so later
    assert points(match) == [15, 0, 5, 50]


@pytest.mark.rule("H1-G10", "H1-12")
def test_an_empty_hand_beside_a_centre_earns_nothing() -> None:
    match = layout(("A123", "A4 C1"), centre="D1")
    ask(match, "1 A-4")
    assert told(match, "went_out") == []
    assert len(hand(match, 0)) == 6


@pytest.mark.rule("H1-G10", "H1-G17")
def test_with_premium_on_strip_the_stripped_seat_is_first() -> None:
    match = layout(("A123", "A4", "B12", "B34"), centre=None, premium_on_strip=True)
    ask(match, "1 A-4")
    assert [event["seat"] for event in told(match, "went_out")] == [1]
    ask(match, "3 B-3", "3 B-4")
    assert points(match) == [10, 5, 5, 50]


@pytest.mark.rule("H1-G17")
def test_with_premium_on_strip_the_last_card_of_the_centre_decides() -> None:
    """Two seats have no cards when the last card is drawn: the first on the drawer's left has the premium."""
    match = layout(
        ("A1 C1", "A2", "A3", "A4 B12 C2"), centre="B3 B4 C3 C4", books=("", "", "", "DEFGHIJKL"), premium_on_strip=True
    )
    ask(match, "1 A-2", "2 A-3")
    assert told(match, "went_out") == []
    ask(match, "3 C-3")  # in vain: B-3; seat 1 draws the last three
    assert table(match)["centre"] == 0
    assert [event["seat"] for event in told(match, "went_out")] == [2]


@pytest.mark.rule("H1-G09")
def test_others_play_on_when_one_is_out() -> None:
    match = layout(LAST, centre=None)
    ask(match, "1 A-4")
    assert match.actors == (1,)
    assert told(match, "closed") == []


@pytest.mark.rule("H1-G09", "H1-G17")
def test_with_first_out_the_premium_ends_the_hand() -> None:
    match = layout(LAST, centre=None, h1_end="first_out")
    ask(match, "1 A-4")
    assert match.actors == (TABLE,)
    assert told(match, "closed")[0]["books"] == 11
    assert points(match) == [15, 0, 50]
    match = layout(("A12", "A3", "A4 B12", "B34"), centre=None, h1_end="first_out")
    ask(match, "1 A-3")
    assert match.actors == (0,)  # being stripped does not end it
    match = layout(("A12", "A3", "A4 B12", "B34"), centre=None, h1_end="first_out", premium_on_strip=True)
    ask(match, "1 A-3")
    assert match.actors == (TABLE,)
    assert points(match) == [0, 5, 0, 50]


@pytest.mark.rule("H1-G17", "H1-09")
def test_a_book_made_by_the_last_card_of_another_counts_with_first_out() -> None:
    match = layout(("A123 B1", "A4", "B234"), centre=None, h1_end="first_out", premium_on_strip=True)
    ask(match, "1 A-4")
    assert points(match) == [10, 5, 50]


@pytest.mark.rule("H1-G12", "H1-G15", "C-11")
def test_too_many_turns_without_a_book_close_the_hand() -> None:
    match = layout(("A12 B12", "A34 B34"), centre=None, h1_stagnation=2)
    ask(match, "1 A-3", "1 B-3")
    assert match.actors == (0,)
    match = layout(("A12", "A34 B1", "B23", "B4"), centre=None, h1_stagnation=1)
    ask(match, "2 A-3", "0 B-2", "0 B-1")
    assert match.actors == (3,)
    ask(match, "0 B-1")
    assert told(match, "safety_limit")[0] == {"kind": "safety_limit", "seat": "table", "rule": "C-11"} | {
        "limit": "G12",
        "count": 4,
    }
    assert told(match, "closed")[0] == {"kind": "closed", "seat": "table", "rule": "H1-G09", "books": 10, "turns": 4}
    assert points(match) == [0, 0, 0, 50]  # what is not made counts for nobody, and there is no premium


@pytest.mark.rule("H1-G15")
def test_turns_are_counted_from_the_turn_after_a_book_and_skipped_seats_have_none() -> None:
    match = layout(("A123 B1", "A4 B2 C12", "", "B34 C34"), centre=None, h1_stagnation=1, turns="9", idle="3")
    ask(match, "1 A-4", "1 B-3")  # a book, then a wrong ask: the count begins anew
    assert match.state.idle == 0
    ask(match, "0 B-3")
    assert match.actors == (3,)  # seat 2 is out
    assert match.state.idle == 1
    assert match.state.turns == 11


@pytest.mark.rule("H1-G13", "H1-13", "C-10", "C-12")
@pytest.mark.parametrize(
    ("totals", "target", "winners"),
    [
        ("85,0,0", 100, (0,)),  # 15 more is exactly enough
        ("84,0,0", 100, ()),
        ("85,0,60", 100, (2,)),  # both reach it: the highest
        ("85,95,50", 100, (0, 1, 2)),
        ("0,0,0", 50, (2,)),
    ],
)
def test_the_target_is_looked_at_when_the_hand_is_scored(totals: str, target: int, winners: tuple[int, ...]) -> None:
    match = layout(LAST, centre=None, totals=totals, target=target)
    ask(match, "1 A-4", "2 B-3")
    assert not match.over
    ask(match, "2 B-4")
    assert match.winners == winners
    assert match.over == bool(winners)
    assert list(match.payoffs) == (list(match.scores) if winners else [0, 0, 0])


@pytest.mark.rule("C-16", "H1-G13")
def test_at_the_limit_of_hands_the_best_total_wins() -> None:
    match = layout(LAST, centre=None, totals="0,0,30", hand="4", hand_cap=5, target=1000)
    ask(match, "1 A-4", "2 B-3", "2 B-4")
    assert match.over
    assert match.winners == (2,)
    assert told(match, "safety_limit")[0]["limit"] == "G13"


@pytest.mark.rule("H1-09")
def test_books_stay_in_view_until_the_next_deal() -> None:
    match = layout(LAST, centre=None)
    ask(match, "1 A-4", "2 B-3", "2 B-4")
    assert table(match)["books"][0] == ["A"]
    assert table(match)["premium"] == 0
    match.play(TABLE, "deal")
    assert table(match)["books"] == [[], [], []] or told(match, "laid")
