"""What a tournament leaves in its folder, beside the journal that it can be resumed from:

| | |
|---|---|
| results.json | everything in figures, with the command and the machine |
| report.md | the same for people |
| matches.parquet | a row a match (extra: data) |
| ratings.svg, wins.svg, thinking.svg | pictures (extra: plot) |
| failed-N.json | the record of a match in which a bot failed, up to where it did; `parlour replay` shows it |
"""

import json
import platform
import shlex
import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from parlour.arena import report
from parlour.arena.bench import processor, versions
from parlour.arena.files import require_arrow
from parlour.arena.journal import NAME, results_in
from parlour.arena.play import cores
from parlour.arena.referee import Result, failed
from parlour.arena.standings import Standings
from parlour.arena.tournament import Tournament
from parlour.core.engines import compiled
from parlour.core.files import whole_file
from parlour.errors import MissingExtra

MOST_RECORDS = 10
ROW_GROUP = 4096


def save(standings: Standings, folder: Path, command: str | None = None) -> list[str]:
    """Write all files; what was left out because an extra is not installed, in words."""
    command = command or " ".join(["parlour", *map(shlex.quote, sys.argv[1:])])
    facts = {"command": command, "machine": machine(), **report.data(standings)}
    write(folder / "results.json", json.dumps(facts, indent=1) + "\n")
    write(folder / "report.md", report.page(standings, command))
    for failure in islice(standings.failures.values(), MOST_RECORDS):
        if failure["record"]:
            write(folder / f"failed-{failure['match']}.json", failure["record"])
    left_out = []
    for part in (save_parquet, save_pictures):
        try:
            part(standings, folder)
        except MissingExtra as missing:
            left_out.append(str(missing))
    return left_out


def write(path: Path, text: str) -> None:
    """Write a file, whole or not at all."""
    with whole_file(path) as part:
        part.write_text(text, encoding="utf-8")


def machine() -> dict[str, Any]:
    """Where it was played."""
    return {
        "processor": processor(),
        "cores": cores(),
        "system": platform.platform(),
        "python": platform.python_version(),
        "packages": versions("parlour", "wasmtime", "numba", "numpy"),
        "compiled": compiled(),
    }


def save_pictures(standings: Standings, folder: Path) -> None:
    """Ratings, wins and thinking times as pictures."""
    from parlour.arena.charts.pictures import draw_all

    draw_all(standings, folder)


# --- Matches as Parquet ---------------------------------------------------------------------------------------


def save_parquet(standings: Standings, folder: Path) -> None:
    """Write a row a match, from the journal, in the order of their numbers."""
    arrow, parquet = require_arrow()
    one = standings.tournament
    schema = arrow.schema([(name, getattr(arrow, kind)()) for name, kind in columns(one)])
    rows = (row(one, result) for result in played_once(results_in(folder / NAME)))
    groups = []
    while group := list(islice(rows, ROW_GROUP)):
        groups.append(arrow.Table.from_pylist(group, schema=schema))
    table = arrow.concat_tables([schema.empty_table(), *groups]).sort_by("match")
    with whole_file(folder / "matches.parquet") as part:
        parquet.write_table(table, part)


def played_once(results: Iterable[Result]) -> Iterator[Result]:
    """Those that are results, and of a match that is there twice the first, as the standings count it."""
    seen = set()
    for result in results:
        if not failed(result) and result["match"] not in seen:
            seen.add(result["match"])
            yield result


def columns(one: Tournament) -> list[tuple[str, str]]:
    """The columns of the file, with their types."""
    whole = ("match", "deal", "seating", "moves")
    seats = range(one.seats)
    kinds = {"bot": "string", "score": "float64", "payoff": "float64", "won": "float64"}
    kinds |= {"decisions": "int64", "seconds": "float64", "longest": "float64"}
    each = [(f"{name}_{seat}", kind) for name, kind in kinds.items() for seat in seats]
    return [*((name, "int64") for name in whole), ("seconds", "float64"), *each]


def row(one: Tournament, result: Result) -> dict[str, Any]:
    """A match as a row."""
    cells: dict[str, Any] = {name: result[name] for name in ("match", "deal", "moves", "seconds")}
    cells["seating"] = one.place(result["match"])[1]
    for seat, bot in enumerate(result["bots"]):
        decisions, seconds, longest, _ = result["thinking"][seat]
        won = 1 / len(result["winners"]) if seat in result["winners"] else 0.0
        cells |= {f"bot_{seat}": one.bots[bot], f"score_{seat}": result["scores"][seat], f"won_{seat}": won}
        cells |= {f"payoff_{seat}": result["payoffs"][seat], f"decisions_{seat}": decisions}
        cells |= {f"seconds_{seat}": seconds, f"longest_{seat}": longest}
    return cells
