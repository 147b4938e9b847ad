"""`parlour coverage`: which code follows and which tests show every numbered rule."""

import json
from collections.abc import Iterable
from importlib import import_module, resources
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from parlour import games as names
from parlour.core.game import Game
from parlour.core.rulebook import Coverage, Entry, book_of, conventions, cover, page
from parlour.games import game as game_of


def coverage(
    game: Annotated[str | None, typer.Argument(help="One game. Without it: the conventions and all games.")] = None,
    tests: Annotated[Path, typer.Option(help="The folder of the tests.")] = Path("tests"),
    game_package: Annotated[str | None, typer.Option(help="A game of your own: the package with its GAME.")] = None,
    write: Annotated[Path | None, typer.Option(help="Write the report to this file, as Markdown.")] = None,
    check: Annotated[bool, typer.Option("--check", help="List only what is wrong, and write nothing.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the report for a program.")] = False,
) -> None:
    """List every rule by id: what it says, where it is followed, which tests show it.

    Exits with 1 if a rule, ruling or example is shown by no test, if code or a test names an id that no book has, or,
    with --check, if the file of --write is out of date.
    """
    if not tests.is_dir():
        raise typer.BadParameter(f"there is no folder {tests}; run this beside the tests, or name their folder")
    report = find(game, game_package, tests.resolve())
    problems = list(report.problems)
    if write is not None and not check:
        write.write_text(page(report), encoding="utf-8")
    elif write is not None and (not write.is_file() or write.read_text(encoding="utf-8") != page(report)):
        problems.append(f"{write} is out of date: run `parlour coverage --write {write}`")
    if as_json:
        print(json.dumps(plain(report, problems), indent=1))
    else:
        show(report, problems, Console(), only_problems=check or write is not None)
    raise typer.Exit(1 if problems else 0)


def find(name: str | None, package: str | None, tests: Path) -> Coverage:
    """The coverage of one game, of a game from elsewhere, or of all games and the conventions."""
    ours = [book_of(game_of(each)) for each in names()]
    common = conventions(conventions_text(), [folder for book in ours for folder in book.folders])
    if package is not None:
        theirs: Game = import_module(package).GAME
        return cover([book_of(theirs)], tests, [common, *ours])
    if name is not None:
        return cover([book_of(game_of(name))], tests, [common, *ours])
    return cover([common, *ours], tests)


def conventions_text() -> str:
    """What all games have in common."""
    return resources.files("parlour.games").joinpath("CONVENTIONS.md").read_text(encoding="utf-8")


def plain(report: Coverage, problems: list[str]) -> dict[str, Any]:
    """The report as plain data."""
    books = [
        {"name": book.name, "title": book.title, "rules": [plain_entry(entry) for entry in entries]}
        for book, entries in report.books
    ]
    return {"books": books, "problems": problems}


def plain_entry(entry: Entry) -> dict[str, Any]:
    """A rule and its places as plain data."""
    rule = {"id": entry.rule.id, "text": entry.rule.text, "status": entry.rule.status}
    return rule | {"code": list(map(str, entry.code)), "tests": list(map(str, entry.tests))}


def show(report: Coverage, problems: list[str], console: Console, only_problems: bool) -> None:
    """Print a table a book, a sentence a problem, and the sum of it all."""
    for book, entries in report.books:
        if not only_problems:
            console.print(table_of(book.title, entries))
    for problem in problems:
        console.print(problem, style="red", markup=False, highlight=False, soft_wrap=True)
    shown = sum(bool(entry.tests) for _, entries in report.books for entry in entries)
    ids = sum(len(entries) for _, entries in report.books)
    console.print(f"{ids} ids, {shown} shown by tests, {len(problems)} problems", highlight=False)


def table_of(title: str, entries: Iterable[Entry]) -> Table:
    """A book as a table."""
    table = Table(title=title, show_lines=True)
    for heading in ("Id", "Rule", "Status", "Followed in", "Shown by"):
        table.add_column(heading, overflow="fold", no_wrap=heading in ("Id", "Status"))
    for entry in entries:
        rule = entry.rule
        code, tests = ("\n".join(map(str, places)) for places in (entry.code, entry.tests))
        table.add_row(rule.id, escape(rule.text), rule.status, code, tests)
    return table
