"""`python -m parlour.arena`: the arena where only numpy, wasmtime, msgspec and platformdirs are installed.

`parlour arena` is the same, nicer.
"""

import argparse
import sys
import time
from pathlib import Path

from parlour.arena import report
from parlour.arena.journal import check_alone, seed_in, stored
from parlour.arena.play import ENGINES, run
from parlour.arena.results import save
from parlour.arena.standings import Standings
from parlour.arena.tournament import Tournament
from parlour.errors import OptionError, ParlourError
from parlour.games import game

INTERRUPTED = 130
EVERY = 10.0  # seconds between two lines about how it goes


def main() -> int:
    """Play a tournament and print its report; the exit code."""
    given = parser().parse_args()
    try:
        one = gone_on_with(given) if given.resume else asked(given)
        out = given.resume or given.out
        standings = run(
            *(one,), engine=given.engine, workers=given.workers, address=given.address, out=out, progress=ProgressLine()
        )
        command = "python -m parlour.arena " + " ".join(sys.argv[1:])
        for text in save(standings, out, command) if out else ():
            print(text, file=sys.stderr)
    except ParlourError as error:
        print(f"parlour: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"parlour: {error.filename or 'the system'}: {error.strerror}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return INTERRUPTED
    print(report.page(standings, command))
    return INTERRUPTED if standings.interrupted else int(bool(standings.failures))


def parser() -> argparse.ArgumentParser:
    """What may be asked."""
    parser = argparse.ArgumentParser("python -m parlour.arena", description="Let computer players play each other.")
    parser.add_argument("game", nargs="?")
    parser.add_argument("bots", nargs="*")
    parser.add_argument("--matches", type=int)
    parser.add_argument("--seats", type=int)
    parser.add_argument("--lineup", action="append", default=[])
    parser.add_argument("--option", "-o", action="append", default=[], type=setting, metavar="NAME=VALUE")
    parser.add_argument("--seed")
    parser.add_argument("--sprt", type=float, nargs=2)
    parser.add_argument("--engine", choices=ENGINES, default=ENGINES[0])
    parser.add_argument("--address")
    parser.add_argument("--workers", type=int)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--resume", type=Path)
    return parser


def setting(text: str) -> tuple[str, str]:
    """An option of the game."""
    name, sign, value = text.partition("=")
    if not sign:
        raise argparse.ArgumentTypeError(f"give an option as name=value, not as {text[:40]!r}")
    return name.strip(), value.strip()


def gone_on_with(given: argparse.Namespace) -> Tournament:
    """The tournament of a folder, perhaps a longer one."""
    check_alone((given.game, given.bots, given.seats, given.lineup, given.option, given.seed, given.out))
    return stored(given.resume).extended(given.matches, given.sprt)


def asked(given: argparse.Namespace) -> Tournament:
    """The tournament that is asked for."""
    if given.game is None:
        raise OptionError("say what is to be played: GAME BOT BOT ..., or --resume FOLDER")
    seed = seed_in(given.out) if given.seed is None else given.seed
    matches = 1000 if given.matches is None else given.matches
    return Tournament.make(
        *(game(given.game), given.bots), matches=matches, seats=given.seats, options=dict(given.option),
        lineups=given.lineup, seed=seed, sprt=given.sprt,
    )  # fmt: skip


class ProgressLine:
    """A line now and then about how it goes."""

    def __init__(self) -> None:
        self.begun = self.told = time.monotonic()

    def __call__(self, standings: Standings) -> None:
        """Tell, if it is time to."""
        now = time.monotonic()
        if now - self.told >= EVERY:
            self.told = now
            done = f"{standings.matches:,} of {standings.tournament.total:,} matches in {now - self.begun:.0f} s"
            print(f"{done}; {report.running(standings)}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
