"""Names and lines are made fit to be shown."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.table.names import MOST_LINE, MOST_NAME, clean_line, clean_name, looks, unlike


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  Ann   Lee ", "Ann Lee"),
        ("Zoë", "Zoë"),
        ("王小明", "王小明"),
        ("अनीता", "अनीता"),
        ("Bob 🎲", "Bob 🎲"),
        ("\u202eevil", "evil"),
        ("a\u200bb\u2066c", "a b c"),
        ("line\nbreak\ttab\x00nul", "line break tab nul"),
        ("\u3164\u2800\u115f", "Guest"),
        ("", "Guest"),
        ("\u0301\u0301", "Guest"),
        ("Z\u0336\u0321\u031b\u0337\u0338a", "Z\u0336\u0337a"),
        ("x" * 1000, "x" * MOST_NAME),
        ("<b>../../etc</b>", "<b>../../etc</b>"),
    ],
)
def test_names_are_one_clean_line(typed: str, shown: str) -> None:
    assert clean_name(typed) == shown


def test_a_line_is_cut() -> None:
    assert clean_line("word " * 200) == ("word " * 200)[:MOST_LINE].strip()


@given(st.text(max_size=200))
def test_nothing_steers_or_hides_text(typed: str) -> None:
    shown = clean_line(typed)
    assert shown == " ".join(shown.split())
    assert all(unicodedata.category(sign)[0] in "LMNPS" or sign == " " for sign in shown)
    assert clean_line(shown) == shown


@given(st.text(min_size=1, max_size=64), st.lists(st.text(max_size=24), max_size=5))
def test_names_at_a_table_differ(typed: str, others: list[str]) -> None:
    taken = {looks(other) for other in others}
    name = unlike(clean_name(typed), others)
    assert looks(name) not in taken
    assert 0 < len(name) <= MOST_NAME
