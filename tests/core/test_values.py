"""What numbers stand for, and how they are written and read."""

import pytest

from parlour.core import values
from parlour.core.pack.ordinary import PACK
from parlour.core.values import Seat, Value
from parlour.errors import NotationError

VALUES: dict[str, tuple[Value, list[str], object]] = {
    "number": (values.number(-1, 15, none=-1), ["-", "0", "1"], None),
    "flag": (values.flag(), ["no", "yes"], False),
    "choice": (values.choice("deal", "play", "over"), ["deal", "play", "over"], "deal"),
    "seat": (values.seat(4), ["0", "1", "2", "3"], Seat(0)),
    "nobody": (values.seat(4, nobody=True), ["-", "0"], None),
    "seats": (values.seats(3), ["-", "0", "1", "0,1", "2"], []),
    "card": (values.card(PACK), ["2C", "3C"], "2C"),
    "no card": (values.card(PACK, none=True), ["-", "2C"], None),
    "cards": (values.cards(PACK), ["-", "2C", "3C", "2C,3C"], []),
    "choices": (values.choices("A", "B"), ["-", "A", "B", "A,B"], []),
    "bits": (values.bits(6), ["0", "1"], 0),
}


@pytest.mark.parametrize(("value", "texts", "first"), VALUES.values(), ids=VALUES)
def test_numbers_are_written_and_read_back(value: Value, texts: list[str], first: object) -> None:
    numbers = range(value.least, value.least + len(texts))
    assert [value.text(number) for number in numbers] == texts
    assert [value.read(text) for text in texts] == list(numbers)
    assert value.data(value.least) == first


@pytest.mark.parametrize(
    ("value", "text", "message"),
    [
        (values.number(0, 15), "16", "out of bounds: there are 0 to 15"),
        (values.number(0, 15), "x", "a whole number from 0 to 15"),
        (values.number(0, 15), "-", "a whole number"),
        (values.number(0, 15), "1" * 30, "a whole number"),
        (values.number(0, 15), "\u00bd", "a whole number"),
        (values.choice("deal", "play"), "over", "none of deal, play"),
        (values.seat(4), "4", "out of bounds"),
        (values.seats(3), "0,0", "stands twice"),
        (values.card(PACK), "1C", "is not a card"),
        (values.card(PACK), "-", "is not a card"),
        (values.cards(PACK), "2C,", "is not a card"),
        (values.bits(6), "0x3", "base 16"),
        (values.bits(6), "ff", "out of bounds"),
    ],
)
def test_what_is_none_is_told_what_there_is(value: Value, text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        value.read(text)


def test_small_numbers_may_be_words() -> None:
    assert [values.number(0, 15).read(word) for word in ("none", "one", "Two", "ten")] == [0, 1, 2, 10]
