"""`parlour perft`: how many ways a match can go on."""

import time
from collections.abc import Callable
from concurrent.futures import Future, wait
from functools import partial
from threading import Thread
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from parlour.cli.common import AsJson, GameName, Position, Seats, Seed, Settings, print_json, settings_of
from parlour.cli.engines import load_fast
from parlour.errors import OptionError
from parlour.games import game

if TYPE_CHECKING:
    from parlour.core.match import Match

T = TypeVar("T")


def perft(
    name: GameName,
    depth: Annotated[int, typer.Option("--depth", metavar="N", min=1, help="How many turns to look ahead.")],
    by: Annotated[str, typer.Option("--by", metavar="turns|actions", help="What a step is.")] = "turns",
    distinct: Annotated[
        bool, typer.Option("--distinct", help="Count turns from one position that end alike only once.")
    ] = False,
    divide: Annotated[bool, typer.Option("--divide", help="Show how many continuations each first turn has.")] = False,
    seats: Seats = None,
    option: Settings = None,
    seed: Seed = None,
    position: Position = None,
    as_json: AsJson = False,
) -> None:
    """Count the continuations of a position.

    This is the surest test of a game's legal moves. A turn is all that a seat does before another acts; a finished
    match has no continuation. Games with hidden cards count one deal, the one of the seed (0 if none is given).
    """
    from parlour.core.check.perft import check

    if divide and (distinct or by != "turns"):
        raise OptionError("--divide counts every path by turns: leave out --distinct and --by")
    one = game(name)
    load_fast(one, "count_leaves")
    check(depth, by)
    match = one.match(seats, seed="0" if seed is None else seed, options=settings_of(option), position=position)
    if divide:
        show_parts(match, depth, as_json)
    else:
        show_depths(match, depth, by, distinct, as_json)


def interruptible(work: Callable[[], T]) -> T:
    """Do some work while Ctrl-C is heeded, which compiled code by itself does not do."""
    outcome: Future[T] = Future()

    def run() -> None:
        try:
            outcome.set_result(work())
        except BaseException as error:
            outcome.set_exception(error)

    Thread(target=run, daemon=True).start()
    while not outcome.done():
        wait([outcome], timeout=0.2)
    return outcome.result()


def show_depths(match: "Match", depth: int, by: str, distinct: bool, as_json: bool) -> None:
    """The count of every depth up to the one asked for."""
    from parlour.core.check.perft import perft as count

    counts = []
    for level in range(1, depth + 1):
        begun = time.perf_counter()
        leaves = interruptible(partial(count, match, level, by, distinct))
        seconds = time.perf_counter() - begun
        counts.append(leaves)
        if not as_json:
            typer.echo(f"{level:>3}  {leaves:>16,}  {seconds:8.2f} s")
    if as_json:
        print_json(
            {"game": match.game.name, "position": match.position, "by": by, "distinct": distinct, "leaves": counts}
        )


def show_parts(match: "Match", depth: int, as_json: bool) -> None:
    """The count behind every first turn, and their sum."""
    from parlour.core.check.perft import divide

    parts = interruptible(partial(divide, match, depth))
    total = sum(leaves for _, leaves in parts)
    if as_json:
        print_json(
            {"game": match.game.name, "position": match.position, "depth": depth, "turns": dict(parts), "sum": total}
        )
        return
    width = max((len(text) for text, _ in parts), default=0)
    for text, leaves in parts:
        typer.echo(f"{text:{width}}  {leaves:,}")
    typer.echo(f"{len(parts)} turns, {total:,} in all")
