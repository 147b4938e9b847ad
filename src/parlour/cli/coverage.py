"""`parlour coverage`: which code follows and which tests show every numbered rule."""

from collections.abc import Iterable
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from parlour.cli.common import AsJson, complete_game, print_json
from parlour.core.check.rulebook import Coverage, Entry, book_of, conventions, cover, page
from parlour.games import game as game_of
from parlour.games import of_the_house
from parlour.terminal.plain.screen import console

if TYPE_CHECKING:
    from rich.table import Table


def coverage(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]",
            help="One game; all of Parlour's and the conventions if left out.",
            autocompletion=complete_game,
        ),
    ] = None,
    tests: Annotated[Path, typer.Option(metavar="DIR", help="The folder with the tests.")] = Path("tests"),
    write: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the report as a Markdown page.")] = None,
    check: Annotated[
        bool, typer.Option("--check", help="List only what is wrong, an outdated page of --write included.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """List every rule by id: what it says, where it is followed, which tests show it.

    It fails if a rule, ruling or example is shown by no test, and if code or a test names an id that no book has.
    """
    if not tests.is_dir():
        raise typer.BadParameter(f"there is no folder {tests}; run this beside your tests, or name them with --tests")
    report = find(name, tests.resolve())
    problems = list(report.problems)
    if write is not None and not check:
        write.write_text(page(report), encoding="utf-8")
    elif write is not None and (not write.is_file() or write.read_text(encoding="utf-8") != page(report)):
        problems.append(f"{write} is out of date: run `parlour coverage --write {write}`")
    if as_json:
        print_json(plain(report, problems))
    else:
        show(report, problems, only_problems=check or write is not None)
    raise typer.Exit(1 if problems else 0)


def find(name: str | None, tests: Path) -> Coverage:
    """The coverage of one game, or of all games of the house and the conventions."""
    ours = [book_of(game) for game in of_the_house().values()]
    common = conventions(conventions_text(), [folder for book in ours for folder in book.folders])
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


def show(report: Coverage, problems: list[str], only_problems: bool) -> None:
    """Print a table a book, a line a problem, and the sum of it all."""
    for book, entries in report.books:
        if not only_problems:
            console().print(table_of(book.title, entries))
    for problem in problems:
        typer.echo(problem)
    shown = sum(bool(entry.tests) for _, entries in report.books for entry in entries)
    ids = sum(len(entries) for _, entries in report.books)
    typer.echo(f"{ids} ids, {shown} shown by tests, {len(problems)} problems")


def table_of(title: str, entries: Iterable[Entry]) -> "Table":
    """A book as a table."""
    from rich.table import Table
    from rich.text import Text

    table = Table(title=title, title_justify="left", show_lines=True)
    for heading in ("Id", "Rule", "Status", "Followed in", "Shown by"):
        table.add_column(heading, overflow="fold", no_wrap=heading in ("Id", "Status"))
    for entry in entries:
        rule = entry.rule
        code, tests = ("\n".join(map(str, places)) for places in (entry.code, entry.tests))
        table.add_row(*map(Text, (rule.id, rule.text, rule.status, code, tests)))
    return table
