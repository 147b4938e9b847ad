"""Actions declared as verbs: their numbers, their texts, and what may be said for them."""

import pytest

from parlour.core.pack.books import PACK
from parlour.core.values import card, number, seat
from parlour.core.verbs import actions
from parlour.errors import NotationError

ACTIONS = actions(
    bid=number(1, 3), ask=(seat(2), card(PACK)), find_dealer=(), pick=card(PACK), bare="pick", aliases={"pass": "bid 1"}
)
BID, ASK, FIND_DEALER, PICK = ACTIONS.firsts


def test_the_order_gives_the_numbers() -> None:
    assert (BID, ASK, FIND_DEALER, PICK, len(ACTIONS)) == (0, 3, 99, 100, 148)
    assert ACTIONS.texts[:5] == ("bid 1", "bid 2", "bid 3", "ask 0 A-1", "ask 0 A-2")
    assert ACTIONS.texts[ASK + 48] == "ask 1 A-1"
    assert ACTIONS.texts[FIND_DEALER] == "find dealer"


def test_every_action_is_read_back_from_its_text() -> None:
    assert [ACTIONS.parse(text) for text in ACTIONS.texts] == list(range(len(ACTIONS)))


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("BID  2", "bid 2"),
        ("bid two", "bid 2"),
        ("pass", "bid 1"),
        ("ask 1 a1", "ask 1 A-1"),
        ("Find Dealer", "find dealer"),
        ("b4", "pick B-4"),
        ("B-4", "pick B-4"),
    ],
)
def test_some_freedom_is_taken(text: str, means: str) -> None:
    assert ACTIONS.texts[ACTIONS.parse(text)] == means


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("bid 4", "'bid' takes 1 to 3, not '4'"),
        ("bid", r"'bid' takes a number \(1 to 3\)"),
        ("ask 1", r"'ask' takes a seat \(0 to 1\) and a card \(A-1 to L-4\)"),
        ("ask 2 A-1", "'ask' takes 0 to 1, not '2'"),
        ("ask 1 M-1", "'M-1' is not a card; there are A-1 to L-4"),
        ("find dealer now", "'find dealer' takes nothing more"),
        ("M-1", "one can bid 1, ask 1 A-2, find dealer, pick A-2"),
        ("", "one can bid 1"),
        ("x" * 1000, "one can bid 1"),
    ],
)
def test_what_is_no_action_is_told_what_is(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message) as error:
        ACTIONS.parse(text)
    assert len(str(error.value)) < 200
