"""The numbered rules in every language: the same ids, statuses, figures, cards, tables and diagrams."""

import re
from collections import Counter

import pytest

from parlour.core.check.rulebook import CELLS, ID, read_rules
from parlour.errors import ParlourError
from parlour.games import game, names
from parlour.games.rulebooks import (
    LANGUAGES,
    all_rules,
    book_text,
    conventions,
    find_rule,
    rule_text,
    rulebook,
    statuses,
)

OTHERS = [each for each in LANGUAGES if each != "en"]
BOOKS = [*names(), "conventions"]
CITED = re.compile(r"`[^`\n]+`|(?:T-)?[A-Z][A-Z0-9]{0,3}-G?\d+|\d+")  # code, numbered rules and cards, figures


def page_of(book: str, language: str) -> str:
    """The page of a game, or of the conventions, which must be there in that language."""
    page, spoken = conventions(language) if book == "conventions" else rulebook(game(book), language)
    assert spoken == language, f"{book} has no rules in {language}"
    return page


def marks(text: str) -> Counter[str]:
    """What a text must say in any language."""
    return Counter(CITED.findall(text))


def outline(page: str) -> list[str]:
    """Headings, rows of tables, lists and diagrams, without what they say."""
    rows = [line.strip() for line in page.splitlines()]
    shapes = [re.match(r"#+|\d+\.|-(?= )|```\w*|\|", row) for row in rows]
    return [
        f"| {CELLS.split(row)[1].strip() if ID.match(row, 2) else ''} {len(CELLS.split(row))}"
        if shape[0] == "|"
        else shape[0]
        for row, shape in zip(rows, shapes, strict=True)
        if shape
    ]


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("book", BOOKS)
def test_every_rule_is_there_in_every_language_with_its_figures_and_cards(book: str, language: str) -> None:
    told, own = read_rules(page_of(book, language)), read_rules(page_of(book, "en"))
    assert [(rule.id, rule.status) for rule in told] == [(rule.id, rule.status) for rule in own]
    for rule, english in zip(told, own, strict=True):
        assert marks(rule.text) == marks(english.text), rule.id
        assert rule.text != english.text, rule.id


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("book", BOOKS)
def test_a_page_is_built_alike_in_every_language(book: str, language: str) -> None:
    told, own = (re.split(r"\n(?=##+ )", page_of(book, each)) for each in (language, "en"))
    assert len(told) == len(own)
    for part, english in zip(told, own, strict=True):
        title = part.partition("\n")[0]
        assert outline(part) == outline(english), title
        assert marks(part) == marks(english), title


@pytest.mark.parametrize("language", LANGUAGES)
def test_statuses_have_names_for_people_and_keep_their_keys(language: str) -> None:
    one = game(names()[0])
    assert statuses(language).keys() == statuses("en").keys()
    rule = next(each for each in all_rules(one, language) if each.status == "ruling")
    assert rule_text(rule, language).startswith(f"{rule.id} ({statuses(language)['ruling']}): ")
    assert find_rule(one, rule.id, language) == rule


def test_a_book_is_read_in_english_where_there_is_no_other() -> None:
    one = game(names()[0])
    assert rulebook(one, "xx") == rulebook(one) == (one.text("RULES.md"), "en")
    assert book_text(one) == one.text("RULES.md")
    with pytest.raises(ParlourError, match="has no rule"):
        find_rule(one, "ZZ-99", "xx")


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("name", names())
def test_a_whole_book_names_statuses_in_its_language(name: str, language: str) -> None:
    page_of(name, language)
    told = book_text(game(name), language)
    assert f"| {statuses(language)['ruling']} |" in told
    assert "| ruling |" not in told
