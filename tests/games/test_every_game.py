"""What every game must pass, over `parlour.games()`: no game is named here."""

import os
import random
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec

import pytest

import parlour
from parlour.core.conformance import Invariant, check_game, fingerprint
from parlour.core.game import Game
from parlour.core.kernel import compiled
from parlour.core.options import Number
from parlour.errors import OptionError

MANY = 1_000 if compiled() else 4
CLOSE = 8 if compiled() else 1
MIXES = 12 if compiled() else 3
SHARE = 1.0 if compiled() else 0.2  # of the states that are looked at closely

games = pytest.mark.parametrize("game", [parlour.game(name) for name in parlour.games()], ids=parlour.games())


def invariant_of(game: Game) -> Invariant | None:
    """The game's own check of a state, from its test folder."""
    name = f"tests.games.{game.name}.invariant"
    return import_module(name).wrong if find_spec(name) else None


def short(game: Game, hands: int = 2) -> dict[str, object]:
    """Options that make a random match short."""
    return {name: hands for name in ("hand_cap", "games") if name in {option.name for option in game.options}}


def any_options(game: Game, choose: random.Random) -> dict[str, object]:
    """A value for every option, drawn at random from all it takes."""
    drawn: dict[str, object] = {}
    for option in game.options:
        if isinstance(option, Number):
            drawn[option.name] = choose.choice([option.usual, option.least, option.most])
        else:
            drawn[option.name] = choose.choice(option.values.split(", "))
    return drawn | short(game)


def mixes(game: Game, how_many: int) -> list[dict[str, object]]:
    """So many sets of options that the game accepts together."""
    choose = random.Random(game.name)
    found: list[dict[str, object]] = []
    while len(found) < how_many:
        drawn = any_options(game, choose)
        try:
            game.check_options(game.complete_options(drawn))
        except OptionError:
            continue
        found.append(drawn)
    return found


@games
def test_many_random_matches(game: Game) -> None:
    report = check_game(game, matches=MANY, options=[short(game, 1)], closely=0.0005, invariant=invariant_of(game))
    assert report.matches == MANY * (game.most - game.fewest + 1)


@games
def test_some_matches_looked_at_closely(game: Game) -> None:
    report = check_game(game, matches=CLOSE, options=[short(game)], closely=0.05 * SHARE, invariant=invariant_of(game))
    assert report.states >= report.matches


@games
def test_every_mix_of_options(game: Game) -> None:
    check_game(game, matches=2, options=mixes(game, MIXES), closely=0.02 * SHARE, invariant=invariant_of(game))


@games
def test_every_value_of_every_option(game: Game) -> None:
    for option in game.options:
        values = [option.usual] if isinstance(option, Number) else option.values.split(", ")
        for value in values:
            settings = short(game, 2 if compiled() else 1) | {option.name: value}
            check_game(game, matches=1, options=[settings], closely=0.01 * SHARE)


@games
@pytest.mark.rule("C-03")
def test_compiled_and_plain_python_agree(game: Game) -> None:
    """The same key and the same actions give the same bytes, whichever way the rules run."""
    code = (
        "import parlour; from parlour.core.conformance import fingerprint;"
        f"print(fingerprint(parlour.game({game.name!r}), 2, options={short(game)!r}))"
    )
    other = os.environ | {"NUMBA_DISABLE_JIT": "1" if compiled() else "0"}
    told = subprocess.run([sys.executable, "-c", code], env=other, capture_output=True, text=True, check=True)
    assert told.stdout.strip() == fingerprint(game, 2, options=short(game))


@games
def test_states_are_small_and_have_no_gaps(game: Game) -> None:
    state = game.rules.State
    assert state.fields is not None
    assert sum(state[name].itemsize for name in state.names or ()) == state.itemsize


@games
def test_every_file_of_a_game_is_short(game: Game) -> None:
    """One subject a file: none over 500 lines."""
    from pathlib import Path

    folder = Path(game.rules.__file__ or "").parent
    assert all(len(file.read_text().splitlines()) <= 500 for file in folder.glob("*.py"))
