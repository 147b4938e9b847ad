"""The same bytes from every engine: numba, wasmtime, Node (as in a browser) and plain Python."""

import hashlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.bots import alphabeta
from parlour.core.chance import rng_from
from parlour.core.engines import Engine, make
from parlour.core.events import new_log
from parlour.core.fairness import Deal
from parlour.core.game import Game
from parlour.core.kernels import Kernels
from parlour.core.options import encode
from parlour.games import names

from .node import Node

MATCHES, STRONG, PLAIN = 10_000, 200, 50
PARTS = 20  # in which they are played, so that many cores can share them: `pytest --long -n 16`
SMALL_MEMORY = 1 << 12  # positions: they travel from Node with every call that changes one


@contextmanager
def engine_of(game: Game, name: str) -> Iterator[Engine]:
    """An engine by its name, Node's among them."""
    with ExitStack() as stack:
        yield stack.enter_context(Node(game)) if name == "node" else make(game, name)


def random_matches(game: Game, name: str, numbers: range) -> str:
    """A digest of the last states of random matches, with every number of seats in turn."""
    found = hashlib.sha256()
    with engine_of(game, name) as engine:
        kernels, options = Kernels(engine), encode(game.options, game.complete_options(None))
        out, log, rng = np.zeros(game.table.MOST_LEGAL, dtype=np.int16), new_log(0), rng_from(numbers.start)
        for number in numbers:
            seats = game.fewest + number % (game.most - game.fewest + 1)
            states = np.zeros(1, dtype=game.layout)
            kernels.begin(states, seats, options, Deal.from_seed(number).key)
            kernels.playout(states, rng, log, out)
            found.update(states.tobytes())
    return found.hexdigest()


def strong_matches(game: Game, name: str, numbers: range, most_moves: int, patch: pytest.MonkeyPatch) -> str:
    """A digest of all moves and the last states of matches among `strong` players who do not look at the clock."""
    found = hashlib.sha256()
    patch.setattr(alphabeta, "MEMORY", SMALL_MEMORY)
    patch.setattr(alphabeta.AlphaBeta.__init__, "__defaults__", (SMALL_MEMORY,))
    with engine_of(game, name) as engine:
        patch.setitem(game.__dict__, "kernels", Kernels(engine))
        for number in numbers:
            match, bot = game.match(seed=number), parlour.bot(game.name, "strong:seconds=1000000", seed=number)
            while not match.over and len(match.moves) < most_moves:
                match.play(match.actors[0], bot.choose(match, match.actors[0]))
            found.update(repr(match.moves).encode() + bytes(match))
    return found.hexdigest()


@pytest.fixture(params=names())
def game(request: pytest.FixtureRequest) -> Any:
    return parlour.game(request.param)


@pytest.mark.every_game
@pytest.mark.compiled("it compares engines")
def test_random_matches_are_the_same_in_wasmtime_and_node(game: Game) -> None:
    assert random_matches(game, "wasm", range(30)) == random_matches(game, "node", range(30))


@pytest.mark.all
@pytest.mark.compiled("it compares engines")
def test_random_matches_are_the_same_with_numba(game: Game) -> None:
    assert random_matches(game, "wasm", range(100)) == random_matches(game, "numba", range(100))


@pytest.mark.all
@pytest.mark.compiled("it compares engines")
def test_strong_players_play_the_same_everywhere(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    found = {name: strong_matches(game, name, range(1), 25, monkeypatch) for name in ("wasm", "node", "numba")}
    assert len({*found.values()}) == 1, found


@pytest.mark.long
@pytest.mark.compiled("it compares engines")
@pytest.mark.parametrize("part", range(PARTS))
def test_at_length(game: Game, part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    some, few = numbers_of(MATCHES, part), numbers_of(PLAIN, part)
    found = {name: random_matches(game, name, some) for name in ("wasm", "node", "numba")}
    assert len({*found.values()}) == 1, found
    assert random_matches(game, "plain", few) == random_matches(game, "wasm", few)
    each = numbers_of(STRONG, part)
    strong = {name: strong_matches(game, name, each, 1 << 30, monkeypatch) for name in ("wasm", "node", "numba")}
    assert len({*strong.values()}) == 1, strong


def numbers_of(matches: int, part: int) -> range:
    """Which matches one part of a test plays."""
    return range(matches * part // PARTS, matches * (part + 1) // PARTS)
