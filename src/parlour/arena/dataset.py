"""Decisions for studies: every decision of many matches as a row of a Parquet file. It needs the extra `data`.

    | column      | type                       | what it is                                                        |
    |-------------|----------------------------|-------------------------------------------------------------------|
    | match       | int64                      | number of the match, from 0                                       |
    | move        | int32                      | number of the decision in it, from 0                              |
    | seat        | int8                       | who decided                                                       |
    | observation | float32 x features         | what the seat knew, as numbers from 0 to 1                        |
    | legal       | list of int16              | the numbers of what it could do, the idle action first            |
    | choice      | int16                      | the number of what it did                                         |
    | action      | string                     | the same in the game's notation                                   |
    | scores      | float64 x seats            | the score sheet at the end of the match                           |
    | payoffs     | float64 x seats            | the settled result                                                |
    | won         | bool x seats               | who won                                                           |

The schema's metadata has under `parlour` a JSON object with the game, the version of its rules, options, seats,
players, seed and the version of Parlour. Match n is `game.match(seats, seed=f"{seed} {n}", options=options)`.
"""

import json
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from parlour import bots
from parlour.arena.files import require_arrow
from parlour.arena.terms import Terms, checked_terms
from parlour.bots import Bot
from parlour.core.chance import rng_from
from parlour.core.files import whole_file
from parlour.core.game import Game
from parlour.core.interrupts import interrupts_noted
from parlour.core.kernels import next_actor
from parlour.core.match import Match
from parlour.errors import OptionError, SeatError

GROUP_ROWS = 4096  # rows of a row group, a match more or less
KEY = b"parlour"
COLUMNS = ("match", "move", "seat", "observation", "legal", "choice", "action", "scores", "payoffs", "won")


@dataclass(frozen=True)
class Request(Terms):
    """What is to be played."""

    players: tuple[str, ...]
    seed: int | str
    matches: int

    @classmethod
    def make(
        cls,
        game: Game,
        *,
        matches: int,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        players: Sequence[str] = ("rulebook",),
        seed: int | str | None = None,
    ) -> "Request":
        """A request, checked. One player is for all seats, several are for a seat each."""
        terms = checked_terms(game, seats, options)
        count = terms[1]
        if matches < 1:
            raise OptionError(f"a dataset has at least one match, not {matches}")
        if len(players) not in (1, count):
            raise SeatError(f"{len(players)} players are given for {count} seats; give one for all, or one a seat")
        for player in dict.fromkeys(players):
            bots.make(game, player, 0).close()
        each = tuple(players) * count if len(players) == 1 else tuple(players)
        return cls(*terms, each, secrets.randbits(32) if seed is None else seed, matches)

    def match(self, number: int) -> Match:
        """Match number so and so at its beginning."""
        return self.game.match(self.seats, seed=f"{self.seed} {number}", options=self.options)

    def facts(self) -> dict[str, Any]:
        """What a file says of itself."""
        from parlour import __version__

        return {
            **self.terms(),
            "players": list(self.players),
            "seed": self.seed,
            "actions": len(self.game.table.ACTIONS),
            "features": int(self.game.table.FEATURES),
            "parlour": __version__,
        }


@dataclass
class Progress:
    """How far it is, and in the end how far it came."""

    matches: int = 0
    decisions: int = 0
    interrupted: bool = False


@dataclass
class Rows:
    """Decisions that are not written yet, a list a column."""

    columns: dict[str, list[Any]] = field(default_factory=lambda: {name: [] for name in COLUMNS})

    def __len__(self) -> int:
        return len(self.columns["match"])

    def add(self, *values: Any) -> None:
        """A row."""
        for column, value in zip(self.columns.values(), values, strict=True):
            column.append(value)


def write_dataset(
    request: Request, path: Path, progress: Callable[[Progress], None] = lambda progress: None
) -> Progress:
    """Play and write. Ctrl-C ends it early: the file then has the matches that were played to their end.

    The file appears under its name only when it is whole.
    """
    done = Progress()
    with interrupts_noted() as interrupted, seated(request) as players, parquet(request, path) as write:
        rows = Rows()
        for number in range(request.matches):
            if interrupted.is_set():
                done.interrupted = True
                break
            before = len(rows)
            play(request, number, players, rows)
            done.matches, done.decisions = done.matches + 1, done.decisions + len(rows) - before
            if len(rows) >= GROUP_ROWS:
                write(rows)
                rows = Rows()
            progress(done)
        if len(rows):
            write(rows)
    return done


@contextmanager
def seated(request: Request) -> Iterator[list[Bot]]:
    """The players, let go at the end."""
    with ExitStack() as stack:
        players = [bots.make(request.game, level, 0) for level in request.players]
        for player in players:
            stack.callback(player.close)
        yield players


def play(request: Request, number: int, players: Sequence[Bot], rows: Rows) -> None:
    """Play a match to its end, a row a decision; who has no choice is not asked, and has a row all the same."""
    match = request.match(number)
    for seat, player in enumerate(players):
        player.seed = int(rng_from(int(match.deal.commitment[:15], 16), seat)[0])
    taken: list[tuple[Any, ...]] = []
    seat = 0
    while not match.over:
        seat = next_actor(sum(1 << actor for actor in match.actors), match.moves[-1][0] if match.moves else 0)
        legal = match.legal(seat)
        choice = players[seat].choose(match, seat).id if len(legal) > 1 else legal.ids[0]
        taken.append((len(taken), seat, match.observe(seat), list(legal.ids), choice, legal.text(choice)))
        match.play(seat, choice)
    won = [seat in match.winners for seat in range(match.seats)]
    for decision in taken:
        rows.add(number, *decision, match.scores, match.payoffs, won)


@contextmanager
def parquet(request: Request, path: Path) -> Iterator[Callable[[Rows], None]]:
    """A Parquet file to write rows to."""
    arrow, files = require_arrow()
    schema = schema_of(request)
    with (
        whole_file(path) as part,
        files.ParquetWriter(part, schema, compression="zstd", use_dictionary=["action"]) as writer,
    ):
        yield lambda rows: writer.write_table(table_of(arrow, schema, rows))


def schema_of(request: Request) -> Any:
    """Columns and metadata."""
    arrow, _ = require_arrow()
    lists = (request.game.table.FEATURES, arrow.float32()), *[(request.seats, arrow.float64())] * 2
    observation, scores, payoffs = (arrow.list_(kind, int(size)) for size, kind in lists)
    won = arrow.list_(arrow.bool_(), request.seats)
    kinds = (
        *(arrow.int64(), arrow.int32(), arrow.int8(), observation, arrow.list_(arrow.int16()), arrow.int16()),
        *(arrow.string(), scores, payoffs, won),
    )
    fields = [arrow.field(name, kind, nullable=False) for name, kind in zip(COLUMNS, kinds, strict=True)]
    return arrow.schema(fields, metadata={KEY: json.dumps(request.facts()).encode()})


def table_of(arrow: Any, schema: Any, rows: Rows) -> Any:
    """Rows as a table of Arrow; observations as one block, since they are most of it."""
    parts = []
    for name, values in rows.columns.items():
        kind = schema.field(name).type
        if name == "observation":
            parts.append(arrow.FixedSizeListArray.from_arrays(np.concatenate(values), type=kind))
        else:
            parts.append(arrow.array(values, type=kind))
    return arrow.Table.from_arrays(parts, schema=schema)
