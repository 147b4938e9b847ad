"""The page of all sentences is up to date, has every one of them, and none without its translation."""

import json

import pytest
from tests.tools.loading import ROOT, tool

from parlour.core import texts
from parlour.games import game, names

sentences = tool("sentences")


def test_the_page_is_up_to_date() -> None:
    assert sentences.OUT.read_text(encoding="utf-8") == sentences.written(), "run `python -m tools.sentences`"


def test_every_sentence_of_the_client_is_in_it() -> None:
    page = sentences.written()
    for language in sentences.LANGUAGES:
        said = json.loads((ROOT / "web" / "src" / "messages" / f"{language}.json").read_text(encoding="utf-8"))
        assert all(f"| `{key}` |" in page and sentences.shown(text) in page for key, text in said.items())


@pytest.mark.parametrize("name", names())
def test_every_sentence_of_a_game_is_in_it(name: str) -> None:
    page = sentences.written()
    for language in sentences.LANGUAGES:
        for part, told in texts.words(game(name), language).items():
            assert part == "argument" or all(sentences.shown(text) in page for text in told.values())


def test_nothing_is_left_untranslated() -> None:
    assert [line for line in sentences.written().splitlines() if line.endswith("|  |")] == []


def test_a_file_for_both_languages_is_read_as_two() -> None:
    told = sentences.told(
        {"goal": {"en": "Win.", "es": "Gana."}, "word": {"reel": {"en": "A round.", "forms_en": ["reel"]}}}
    )
    assert dict(sentences.of_language(told, "en")) == {"goal": "Win.", "word.reel": "A round."}
    assert dict(sentences.of_language(told, "es")) == {"goal": "Gana."}


def test_what_is_filled_in_is_marked_and_nothing_is_taken_for_markup() -> None:
    assert sentences.shown("{seat} plays *S\nor a_b") == "‹seat› plays \\*S<br>or a\\_b"
