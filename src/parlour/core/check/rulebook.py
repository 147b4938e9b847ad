"""Numbered rules: reading them from a book's Markdown, and finding who follows and who shows each of them.

A game states its rules in RULES.md, in tables whose rows read

    | KR-26 | A highest bidder who takes more than seven reels has a Feature. | rule |

The last cell is the status of the id (C-20):

    | status    | what it is                                             | a test? |
    |-----------|--------------------------------------------------------|---------|
    | rule      | printed in the book                                    | needed  |
    | ruling    | our answer where the book is silent or in doubt        | needed  |
    | example   | a worked example, printed or ours                      | needed  |
    | prevented | an irregularity that cannot happen at our table (C-19) | needed  |
    | note      | a printed sentence that is not a rule                  | exempt  |
    | advice    | how to play well                                       | exempt  |
    | manners   | something only hands at a real table can do            | exempt  |
    | table     | kept by the table or the client, not by the rules      | exempt  |
    | waits     | concerns only games that are not here yet              | exempt  |

Code cites an id in a comment, a docstring or a fact, singly or as a range (KR-07..10); a test is marked with what it
shows, `@pytest.mark.rule("KR-26")`. `cover` puts the three together and says what is missing.
"""

import ast
import re
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from parlour.core.game import Game
from parlour.errors import ConformanceError

NEED_TEST = ("rule", "ruling", "example", "prevented")
EXEMPT = ("note", "advice", "manners", "table", "waits")

ID = re.compile(r"(?:T-)?[A-Z][A-Z0-9]{0,3}-G?\d\d+")  # two digits: C-03 is a rule, C-3 a card
CITED = re.compile(rf"(?<![\w-])({ID.pattern})(?:\.\.(?:[A-Z0-9]+-)?G?(\d+))?\b")
CELLS = re.compile(r"(?<!\\)\|")


@dataclass(frozen=True)
class Rule:
    """One numbered rule: its id, what it says, its status."""

    id: str
    text: str
    status: str


@dataclass(frozen=True)
class Book:
    """The numbered rules of a game, or the conventions of all games, and the folders of code that follow them."""

    name: str
    title: str
    rules: tuple[Rule, ...]
    folders: tuple[Path, ...]


@dataclass(frozen=True, order=True)
class Citation:
    """A line of a file, and the function that it is part of, if any."""

    file: str
    line: int
    function: str = ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.function}".rstrip()


@dataclass(frozen=True)
class Entry:
    """A rule, the places that cite it, and the tests that show it."""

    rule: Rule
    code: tuple[Citation, ...]
    tests: tuple[Citation, ...]

    @property
    def missing(self) -> bool:
        """Whether it needs a test and has none."""
        return self.rule.status in NEED_TEST and not self.tests


@dataclass(frozen=True)
class Coverage:
    """What is followed and shown, book by book, and everything that is wrong."""

    books: tuple[tuple[Book, tuple[Entry, ...]], ...]
    problems: tuple[str, ...]


# --- Reading --------------------------------------------------------------------------------------------------


def read_rules(text: str) -> tuple[Rule, ...]:
    """The numbered rules in a Markdown text, in its order; `ConformanceError` if one is stated wrongly."""
    rules: dict[str, Rule] = {}
    for line in text.splitlines():
        cells = [cell.strip() for cell in CELLS.split(line.strip())[1:-1]]
        if cells and ID.fullmatch(cells[0]):
            rule = Rule(cells[0], " | ".join(cells[1:-1]), cells[-1])
            check_rule(rule, rules)
            rules[rule.id] = rule
    return tuple(rules.values())


def check_rule(rule: Rule, earlier: Container[str]) -> None:
    """Refuse a rule that has no text or status, or whose id is taken."""
    statuses = NEED_TEST + EXEMPT
    if not rule.text or rule.status not in statuses:
        row = f"| {rule.id} | what it says | status |"
        raise ConformanceError(f"{rule.id} should read {row!r}, the status being one of {', '.join(statuses)}")
    if rule.id in earlier:
        raise ConformanceError(f"{rule.id} is stated twice")


def book_of(game: Game) -> Book:
    """The book of a game: its RULES.md and the code beside it."""
    folder = Path(str(resources.files(game.package)))
    try:
        rules = read_rules(game.text("RULES.md"))
    except FileNotFoundError:
        raise ConformanceError(f"{game.title} has no RULES.md in {game.package} to state its rules") from None
    return Book(game.name, game.title, rules, (folder,))


def conventions(text: str, folders: Iterable[Path]) -> Book:
    """The book of conventions that all games share; the core follows it, and so does the code in `folders`."""
    return Book("conventions", "Conventions", read_rules(text), (Path(__file__).parents[1], *folders))


# --- Finding --------------------------------------------------------------------------------------------------


def cover(books: Sequence[Book], tests: Path, others: Sequence[Book] = ()) -> Coverage:
    """Which code follows and which tests under `tests` show the rules of `books`.

    `others` are books whose ids may be cited and marked as well, without being reported.
    """
    known = {rule.id for book in (*books, *others) for rule in book.rules}
    code = [found for folder in folders_of(books) for found in citations(folder)]
    shown = list(marks(tests))
    problems = [f"{place} cites {id}, which no book has" for id, place in code if is_stray(id, known)]
    problems += [f"{place} is marked {id!r}, which no book has" for id, place in shown if id not in known]
    covered = tuple((book, tuple(entry_of(rule, code, shown) for rule in book.rules)) for book in books)
    for _, entries in covered:
        problems += [f"{e.rule.id} ({e.rule.status}) is shown by no test: {e.rule.text}" for e in entries if e.missing]
    return Coverage(covered, tuple(dict.fromkeys(problems)))


def folders_of(books: Iterable[Book]) -> list[Path]:
    """The folders of all the books, each once."""
    return list(dict.fromkeys(folder for book in books for folder in book.folders))


def is_stray(id: str, known: set[str]) -> bool:
    """Whether it looks like an id of one of our books and is none (`UTF-16` is not ours)."""
    return id not in known and stem(id) in {stem(rule) for rule in known}


def stem(id: str) -> str:
    """The book of an id: KR for KR-26, KR-G10 and T-KR-01."""
    return id.removeprefix("T-").partition("-")[0]


def entry_of(rule: Rule, code: Sequence[tuple[str, Citation]], shown: Sequence[tuple[str, Citation]]) -> Entry:
    """All that is known of a rule."""
    places = sorted({place for id, place in code if id == rule.id})
    tests = sorted({place for id, place in shown if id == rule.id})
    return Entry(rule, tuple(places), tuple(tests))


def citations(folder: Path) -> Iterator[tuple[str, Citation]]:
    """Every id that the code in a folder cites, with its place.

    A range in a module's docstring says what the module follows, not where it does so, and does not count.
    """
    for file in sorted(folder.rglob("*.py")):
        source = file.read_text(encoding="utf-8")
        tree = ast.parse(source)
        name = f"{folder.name}/{file.relative_to(folder).as_posix()}"
        heading = tree.body[0].end_lineno or 0 if ast.get_docstring(tree) else 0
        owner = owners(tree)
        for number, line in enumerate(source.splitlines(), start=1):
            for cited in CITED.finditer(line):
                if number > heading or cited[2] is None:
                    yield from (
                        (id, Citation(name, number, owner.get(number, ""))) for id in expand(cited[1], cited[2])
                    )


def expand(first: str, last: str | None) -> list[str]:
    """The ids of a range: KR-07..10 is KR-07, KR-08, KR-09, KR-10."""
    digits = re.search(r"\d+$", first)
    if last is None or digits is None:
        return [first]
    numbers = range(int(digits[0]), int(last) + 1)
    return [f"{first[: digits.start()]}{number:0{len(digits[0])}}" for number in numbers]


def owners(tree: ast.Module) -> dict[int, str]:
    """The innermost function or class of every line that is part of one, decorators included."""
    owner: dict[int, str] = {}
    for node in ast.walk(tree):  # outer ones come first
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            owner.update(dict.fromkeys(range(first, (node.end_lineno or first) + 1), node.name))
    return owner


def marks(tests: Path) -> Iterator[tuple[str, Citation]]:
    """Every id that a test in a folder is marked with, with the place of the mark."""
    for file in sorted(tests.rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        name = f"{tests.name}/{file.relative_to(tests).as_posix()}"
        owner = owners(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("pytest.mark.rule", "mark.rule"):
                place = Citation(name, node.lineno, owner.get(node.lineno, ""))
                yield from ((literal(argument), place) for argument in node.args)


def literal(argument: ast.expr) -> str:
    """The id in a mark; anything but a plain string comes back as it is written, and no book has it."""
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        return argument.value
    return ast.unparse(argument)


# --- The page -------------------------------------------------------------------------------------------------

HEAD = """\
# Rule coverage

Every numbered rule, where the code follows it and which tests show it. This page is generated: after changing a rule,
a citation or a mark, run `parlour coverage --write docs/rule-coverage.md`.

Rules, rulings, worked examples and prevented irregularities need a test. Notes, advice, physical manners, what the
table keeps and what waits for a game that is not here yet are listed with that status.
"""


def page(coverage: Coverage) -> str:
    """The coverage as a Markdown page, without line numbers, which would change with every edit."""
    lines = [HEAD, "| Book | Ids | Need a test | Have one |", "|---|---|---|---|"]
    for book, entries in coverage.books:
        needed = [entry for entry in entries if entry.rule.status in NEED_TEST]
        have = sum(not entry.missing for entry in needed)
        lines.append(f"| {book.title} | {len(entries)} | {len(needed)} | {have} |")
    for book, entries in coverage.books:
        lines += [
            "",
            f"## {book.title}",
            "",
            "| Id | Rule | Status | Followed in | Shown by |",
            "|---|---|---|---|---|",
        ]
        for entry in entries:
            rule = entry.rule
            followed, shown = places_text(entry.code), places_text(entry.tests)
            lines.append(f"| {rule.id} | {rule.text} | {rule.status} | {followed} | {shown} |")
    return "\n".join(lines) + "\n"


def places_text(places: Iterable[Citation]) -> str:
    """Files with the functions in them: `rules.py` (bid, deal)."""
    functions: dict[str, set[str]] = {}
    for place in places:
        functions.setdefault(place.file, set()).update([place.function] if place.function else [])
    return "; ".join(
        f"`{file}` ({', '.join(sorted(names))})" if names else f"`{file}`" for file, names in functions.items()
    )
