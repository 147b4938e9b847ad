"""Numbered rules: reading them, finding their code and tests, the page."""

from pathlib import Path
from textwrap import dedent

import pytest

from parlour.core.check.rulebook import (
    Book,
    Citation,
    Coverage,
    Entry,
    Rule,
    citations,
    conventions,
    cover,
    expand,
    marks,
    page,
    read_rules,
)
from parlour.errors import ConformanceError

RULES = """\
# Snap

| Id | Rule | Status |
|---|---|---|
| SN-01 | Two play. | rule |
| SN-02 | Say snap \\| shout it. | rule |
| SN-G01 | Who is first? | Both. | ruling |
| SN-03 | A fine game for a rainy day. | note |
| T-SN-01 | Two sevens: snap. | example |

| Switch | Values |
|---|---|
| `loud` | off/on |
"""

CODE = '''\
"""Follows SN-01..03, as SN-G01 says."""

PLAYERS = 2  # SN-01


def snap():
    """Both at once (SN-02..03)."""
'''

TESTS = """\
import pytest

pytestmark = pytest.mark.rule("SN-01")


@pytest.mark.rule("SN-02", "SN-G01")
def test_snap():
    pass


@pytest.mark.parametrize("cards", [pytest.param("77", marks=pytest.mark.rule("T-SN-01"))])
def test_examples(cards):
    pass
"""


@pytest.fixture
def snap(tmp_path: Path) -> Book:
    return make_book(tmp_path, CODE, TESTS)


def make_book(folder: Path, code: str, tests: str) -> Book:
    for name, file, text in (("snap", "rules.py", code), ("tests", "test_snap.py", tests)):
        (folder / name).mkdir()
        (folder / name / file).write_text(dedent(text))
    return Book("snap", "Snap", read_rules(RULES), (folder / "snap",))


def entries_of(coverage: Coverage) -> dict[str, Entry]:
    return {entry.rule.id: entry for _, entries in coverage.books for entry in entries}


def test_rules_are_read_in_the_order_of_the_book() -> None:
    assert read_rules(RULES) == (
        Rule("SN-01", "Two play.", "rule"),
        Rule("SN-02", "Say snap \\| shout it.", "rule"),
        Rule("SN-G01", "Who is first? | Both.", "ruling"),
        Rule("SN-03", "A fine game for a rainy day.", "note"),
        Rule("T-SN-01", "Two sevens: snap.", "example"),
    )


@pytest.mark.parametrize(
    ("row", "complaint"),
    [
        ("| SN-04 | Something. | law |", "SN-04 should read .* status being one of rule, ruling"),
        ("| SN-04 | rule |", "SN-04 should read"),
        ("| SN-01 | Again. | rule |", "SN-01 is stated twice"),
    ],
)
def test_rules_stated_wrongly_are_refused(row: str, complaint: str) -> None:
    with pytest.raises(ConformanceError, match=complaint):
        read_rules(RULES + row)


@pytest.mark.parametrize(
    ("first", "last", "ids"),
    [
        ("KR-07", None, ["KR-07"]),
        ("KR-07", "10", ["KR-07", "KR-08", "KR-09", "KR-10"]),
        ("T-KR-09", "10", ["T-KR-09", "T-KR-10"]),
        ("KR-G01", "01", ["KR-G01"]),
    ],
)
def test_ranges(first: str, last: str | None, ids: list[str]) -> None:
    assert expand(first, last) == ids


def test_citations_name_file_line_and_function(snap: Book) -> None:
    assert list(citations(snap.folders[0])) == [
        ("SN-G01", Citation("snap/rules.py", 1)),
        ("SN-01", Citation("snap/rules.py", 3)),
        ("SN-02", Citation("snap/rules.py", 7, "snap")),
        ("SN-03", Citation("snap/rules.py", 7, "snap")),
    ]


def test_marks_are_found_on_modules_functions_and_parameters(snap: Book) -> None:
    assert list(marks(snap.folders[0].parent / "tests")) == [
        ("SN-01", Citation("tests/test_snap.py", 3)),
        ("SN-02", Citation("tests/test_snap.py", 6, "test_snap")),
        ("SN-G01", Citation("tests/test_snap.py", 6, "test_snap")),
        ("T-SN-01", Citation("tests/test_snap.py", 11, "test_examples")),
    ]


@pytest.mark.rule("C-20")
def test_a_book_that_is_shown_whole_has_no_problems(snap: Book, tmp_path: Path) -> None:
    coverage = cover([snap], tmp_path / "tests")
    assert coverage.problems == ()
    assert entries_of(coverage)["SN-02"].code == (Citation("snap/rules.py", 7, "snap"),)
    assert entries_of(coverage)["SN-03"].tests == ()


@pytest.mark.rule("C-20")
@pytest.mark.parametrize(
    ("mark", "complaint"),
    [
        ('"SN-G01"', "SN-02 (rule) is shown by no test"),
        ('"SN-02"', "SN-G01 (ruling) is shown by no test"),
        ('"SN-02", "SN-G01", "SN-99"', "tests/test_snap.py:6 test_snap is marked 'SN-99', which no book has"),
        ('"SN-02", "SN-G01", *ids', "tests/test_snap.py:6 test_snap is marked '*ids', which no book has"),
    ],
)
def test_rules_without_a_test_and_unknown_marks_are_problems(tmp_path: Path, mark: str, complaint: str) -> None:
    book = make_book(tmp_path, CODE, TESTS.replace('"SN-02", "SN-G01"', mark))
    (problem,) = cover([book], tmp_path / "tests").problems
    assert problem.startswith(complaint)


def test_unknown_ids_in_code_are_problems_and_other_capitals_are_not(tmp_path: Path) -> None:
    book = make_book(tmp_path, CODE + "\n# UTF-16 is not SN-98\n", TESTS)
    assert cover([book], tmp_path / "tests").problems == ("snap/rules.py:9 cites SN-98, which no book has",)


def test_ids_of_other_books_may_be_marked(tmp_path: Path) -> None:
    book = make_book(tmp_path, CODE, TESTS.replace('"SN-02"', '"SN-02", "WH-01"'))
    other = Book("whist", "Whist", (Rule("WH-01", "Four play.", "rule"),), ())
    assert cover([book], tmp_path / "tests").problems != ()
    assert cover([book], tmp_path / "tests", [other]).problems == ()


def test_the_page_names_files_and_functions_without_lines(snap: Book, tmp_path: Path) -> None:
    text = page(cover([snap], tmp_path / "tests"))
    assert "| Snap | 5 | 4 | 4 |" in text
    assert (
        "| SN-02 | Say snap \\| shout it. | rule | `snap/rules.py` (snap) | `tests/test_snap.py` (test_snap) |" in text
    )
    assert "| SN-01 | Two play. | rule | `snap/rules.py` | `tests/test_snap.py` |" in text


def test_all_rooms_of_the_core_are_read_for_the_conventions() -> None:
    book = conventions("| C-01 | Clockwise. | rule |\n| C-06 | Done is done. | rule |", ())
    cited = {(id, place.file) for folder in book.folders for id, place in citations(folder)}
    assert {("C-01", "core/pack/seating.py"), ("C-06", "core/match.py")} <= cited
