"""`parlour review`: a recorded match looked through again for mistakes, luck and skill."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from parlour.cli.common import AsJson, RecordFile, print_json, print_table, read_file
from parlour.cli.simulate import check_files
from parlour.games import game
from parlour.terminal.plain.retelling import names_of
from parlour.terminal.plain.screen import console

if TYPE_CHECKING:
    from parlour.bots.review import Judgement, Review
    from parlour.core.statistics import Statistic


def review(
    file: RecordFile,
    seat: Annotated[int | None, typer.Option("--seat", metavar="K", help="Review only this seat's decisions.")] = None,
    level: Annotated[
        str, typer.Option("--level", metavar="LEVEL", help="Who judges: a player that searches, strong or master.")
    ] = "master",
    rounds: Annotated[
        int | None,
        typer.Option(
            "--rounds",
            metavar="N",
            min=1,
            max=10**7,
            help="Rounds of search for each decision; more are slower and more certain.",
        ),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="SEED", help="The same seed gives the same review.")] = 0,
    every: Annotated[bool, typer.Option("--all", help="List every decision, not only the mistakes.")] = False,
    as_json: AsJson = False,
    svg: Annotated[
        Path | None, typer.Option("--svg", metavar="FILE", help="Draw how the match went (extra: plot).")
    ] = None,
) -> None:
    """Look through a recorded match for mistakes, and tell luck from skill.

    A player that searches judges each decision by what the seat knew then, as a hint would have. The match need not be
    finished.
    """
    from parlour.bots.review import review as look_through
    from parlour.core import record as records

    check_files([svg], svg)
    record = records.read_record(read_file(file))
    one = game(record.game)
    match = records.replay(record, one)
    names = names_of(record, one, None)
    with progress(f"Reviewing {one.title}") as tell:
        found = look_through(match, seat=seat, level=level, rounds=rounds, seed=seed, names=names, progress=tell)
    if svg is not None:
        from parlour.arena.charts.review import save_review

        save_review(found, f"{one.title} ({one.year})", names, svg)
    print_json(found.data()) if as_json else show(found, names, every)


@contextmanager
def progress(text: str) -> Iterator[Callable[[int, int], None]]:
    """A bar on the error stream, if somebody looks."""
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    parts = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*parts, console=console(error=True), transient=True) as bar:
        task = bar.add_task(text)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def show(found: "Review", names: Sequence[str], every: bool) -> None:
    """The tables for people."""
    screen, one = console(), game(found.game)
    actions = "1 action" if found.moves == 1 else f"{found.moves} actions"
    screen.print(f"[bold]{one.title}[/bold], {actions}, judged by the {found.level} player")
    screen.print(f"{one.score_word.capitalize()} are how far a seat is ahead of the others' average.\n")
    print_table(split_table(found, names), screen)
    listed = found.judgements if every else found.mistakes
    if listed:
        print_table(decision_table(found, listed, names, every), screen)
    else:
        screen.print("No decision was clearly a mistake.")


def split_table(found: "Review", names: Sequence[str]) -> "Statistic":
    """What made each result."""
    from parlour.core.statistics import Statistic

    result = "result" if found.over else "so far"
    if not found.chance:
        rows = tuple(
            (names[each.seat], each.others, 0.0 - each.own, each.decisions, each.mistakes) for each in found.splits
        )
        columns = ("seat", "others' mistakes", "own mistakes", "decisions", "mistakes")
        return Statistic("What mistakes gave and cost", columns, rows)
    parts = tuple(
        (
            *(names[each.seat], each.start, each.luck, each.others, 0.0 - each.own, each.result),
            *(each.decisions, each.mistakes),
        )
        for each in found.splits
    )
    headings = ("seat", "start", "luck", "others' mistakes", "own mistakes", result, "decisions", "mistakes")
    return Statistic("Luck and skill: start + luck + others' mistakes + own mistakes = result", headings, parts)


def decision_table(found: "Review", listed: "Sequence[Judgement]", names: Sequence[str], every: bool) -> "Statistic":
    """Decisions one by one, what they cost, and why another was better."""
    from parlour.core.statistics import Statistic
    from parlour.core.texts import say_action

    one = game(found.game)
    rows = tuple(
        (
            *(each.hand + 1, each.move, names[each.seat], say_action(one, each.action, names)),
            *(say_action(one, each.better, names) if each.better else "-", each.before),
            each.cost(found.digits) if each.mistake else "-",
            each.why,
        )
        for each in listed
    )
    columns = (one.hand_word, "action", "seat", "played", "better", "worth", "cost", "why")
    mistakes = "Mistakes, with the standard error of what they cost" if one.evaluation is None else "Mistakes"
    return Statistic("All decisions" if every else mistakes, columns, rows)
