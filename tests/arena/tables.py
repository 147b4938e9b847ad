"""What the tests of tournaments share: small tournaments, results made by hand, and bots that misbehave."""

from pathlib import Path
from typing import Any

from tests.short import short

from parlour.arena.journal import NAME, results_in
from parlour.arena.referee import Result
from parlour.arena.tournament import Tournament
from parlour.games import game

GAME = "honors4"  # it is quick, for any number of seats, and its rulebook player thinks little

BAD_BOTS = """
import os
import signal
import sys

from parlour.bots import Bot
from parlour.core.chance import below


class Thrower(Bot):
    level = "thrower"
    last = 12

    def pick(self, world, seat, rng):
        if len(world.game.name) and self.seed % 3 == 0:
            self.fail()
        return world.legal_ids(seat)[0]

    def fail(self):
        print("a bot may print what it likes", flush=True)
        raise ZeroDivisionError("thrown on purpose")


class Quitter(Thrower):
    level = "quitter"

    def fail(self):
        os._exit(7)


class Leaver(Thrower):
    level = "leaver"

    def fail(self):
        left = os.fork()
        if left == 0:  # it holds the pipes of the process that ends
            signal.pause()
            os._exit(0)
        with open(f"{os.path.dirname(__file__)}/left-{left}", "w"):
            sys.exit(5)


class Reader(Thrower):
    level = "reader"

    def fail(self):
        if sys.stdin.read():
            raise ValueError("these were the orders")


class Stranger(Thrower):
    level = "stranger"

    def __init__(self, game, seed, forgetting):
        super().__init__(game, seed, forgetting)
        self.forfeits = 2

    def fail(self):
        pass
"""


def install_bad_bots(folder: Path) -> None:
    """Make a folder that, when it can be imported from, brings a package of players that fail now and then."""
    (folder / "bad_bots.py").write_text(BAD_BOTS)
    facts = folder / "bad_bots-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: bad-bots\nVersion: 1.0\n")
    names = ("Thrower", "Quitter", "Leaver", "Reader", "Stranger")
    points = "".join(f"{name.lower()} = bad_bots:{name}\n" for name in names)
    (facts / "entry_points.txt").write_text(f"[parlour.bots]\n{points}")


def small(*bots: str, **more: Any) -> Tournament:
    """A short tournament."""
    usual: dict[str, Any] = {"seats": 2, "options": short(GAME), "seed": 1, "matches": 6}
    return Tournament.make(game(GAME), bots or ("rulebook", "random"), **(usual | more))


def made_up(one: Tournament, number: int, *payoffs: float) -> Result:
    """A result by hand: whoever has the greatest payoff wins, unless all are alike."""
    deal, seating = one.place(number)
    best = max(payoffs)
    winners = [seat for seat, payoff in enumerate(payoffs) if payoff == best] if min(payoffs) < best else []
    return {
        **{"match": number, "deal": deal, "bots": list(one.seatings[seating]), "scores": [10 * p for p in payoffs]},
        **{"payoffs": list(payoffs), "winners": winners, "moves": 5, "seconds": 1.0, "faults": []},
        "thinking": [[2, 0.3, 0.2, [[80, 1], [88, 1]]] for _ in payoffs],
    }


def failure(one: Tournament, number: int) -> Result:
    """A match that failed, by hand."""
    deal, seating = one.place(number)
    return {
        **{"match": number, "deal": deal, "bots": list(one.seatings[seating]), "seconds": 0.5, "moves": 3},
        **{"seat": 1, "bot": one.bots[one.seatings[seating][1]], "error": "Oh: no", "traceback": "", "record": None},
    }


def timeless(result: Result) -> Result:
    """A result without what differs from time to time."""
    rest = {name: value for name, value in result.items() if name not in ("seconds", "thinking", "traceback", "record")}
    return rest | {"decisions": [times[0] for times in result.get("thinking", ())]}


def written(folder: Path, lines: int) -> bool:
    """Whether a folder's journal has so many lines."""
    return (folder / NAME).exists() and (folder / NAME).read_bytes().count(b"\n") >= lines


def journalled(folder: Path) -> dict[int, Result]:
    """The matches in a folder's journal by number, without times; `ValueError` if one is there twice."""
    results = [timeless(result) for result in results_in(folder / NAME)]
    found = {result["match"]: result for result in results}
    if len(found) < len(results):
        raise ValueError("a match was played twice")
    return found
