"""Reading position texts, field by field."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.core.positions import fields, number, numbers, one_of, parse_seats, seats_text
from parlour.errors import PositionError


def test_fields_are_as_many_as_their_names() -> None:
    assert fields("  play  3 -", ("phase", "dealer", "hands"), "Whist") == ["play", "3", "-"]
    for text in ("", "play 3", "play 3 - -"):
        with pytest.raises(PositionError, match=r"Whist has 3 fields here, not \d: phase dealer hands"):
            fields(text, ("phase", "dealer", "hands"), "Whist")


@given(st.lists(st.integers(-50, 1_000), min_size=1, max_size=6))
def test_numbers_between_commas(some: list[int]) -> None:
    text = ",".join(map(str, some))
    assert numbers(text, len(some), -50, 1_000) == numbers(text, None, -50, 1_000) == some
    with pytest.raises(PositionError, match=f"should be {len(some) + 1} numbers"):
        numbers(text, len(some) + 1, -50, 1_000)
    with pytest.raises(PositionError, match="from -50 to"):
        numbers(text, None, -50, max(some) - 1)


@pytest.mark.parametrize("text", ["", "-", "1,", ",1", "1.0", "+1", "0x1", "1_0", "99999999", "½", "1;2"])
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(PositionError, match="whole numbers from 0 to 9"):
        numbers(text, None, 0, 9)
    with pytest.raises(PositionError):
        number(text, 0, 9)


def test_one_number() -> None:
    assert number("7", 0, 9) == 7
    with pytest.raises(PositionError, match="should be 1 numbers"):
        number("7,8", 0, 9)


def test_a_word_is_one_of_some() -> None:
    assert one_of("play", ("deal", "play"), "phase") == 1
    for text in ("", "Play", "pla", "playing" * 100):
        with pytest.raises(PositionError, match="is not a phase; there are deal, play") as error:
            one_of(text, ("deal", "play"), "phase")
        assert len(str(error.value)) < 80


@given(st.frozensets(st.integers(0, 14)))
def test_seats_round_trip(some: frozenset[int]) -> None:
    mask = sum(1 << seat for seat in some)
    assert seats_text(mask) == (",".join(map(str, sorted(some))) or "-")
    assert parse_seats(seats_text(mask), 15) == mask


def test_seats_that_are_not_there_are_refused() -> None:
    assert parse_seats("1,1,0", 2) == 0b11
    for text in ("2", "-1", "a", ""):
        with pytest.raises(PositionError):
            parse_seats(text, 2)
