"""What every game must pass, over `parlour.games()`: no game is named here."""

import os
import random
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

import pytest

import parlour
from parlour.arena.series import Plan, chunks
from parlour.core.check.conformance import Invariant, check_game, fingerprint
from parlour.core.engines import compiled
from parlour.core.game import Game
from parlour.core.kernels import HANDS
from parlour.core.options import Number
from tests.short import LENGTHS

from .pairs import Setting, pairwise, values

MANY = 240  # random matches of a game, shared by its numbers of seats
CLOSE = 24 if compiled() else 3  # matches of which many states are looked at closely
SHARE = 1.0 if compiled() else 0.2  # of the states that are looked at closely
FEW = 2 if compiled() else 1  # matches of a mix of switches, and hands of each
LONG_MIX = 2_000  # matches of each mix of switches in the long suite
LONG_END = 100_000  # matches of a game that come to an end in the long suite

games = pytest.mark.parametrize("game", [parlour.game(name) for name in parlour.games()], ids=parlour.games())


def facts_of(game: Game) -> ModuleType | None:
    """What the game's own tests say of it: `wrong`, its check of a state, and `SHORT`, options of short hands."""
    name = f"tests.games.{game.name}.invariant"
    return import_module(name) if find_spec(name) else None


def invariant_of(game: Game) -> Invariant | None:
    return getattr(facts_of(game), "wrong", None)


def short(game: Game, hands: int = 2) -> dict[str, object]:
    """Options that make a random match short."""
    lengths = {name: hands for name in LENGTHS if name in {option.name for option in game.options}}
    return lengths | getattr(facts_of(game), "SHORT", {})


def seats_of(game: Game) -> range:
    return range(game.fewest, game.most + 1)


def a_number_of_seats(game: Game, matches: int) -> int:
    """How many matches each number of seats gets."""
    return max(1, matches // len(seats_of(game)))


def mixes(game: Game) -> list[Setting]:
    """Every pair of switch values somewhere; uncompiled a few of them."""
    found = pairwise(game)
    return found if compiled() else random.Random(game.name).sample(found, min(3, len(found)))


@pytest.mark.all
@games
@pytest.mark.compiled("the tests below play such matches too")
def test_many_random_matches(game: Game) -> None:
    each = a_number_of_seats(game, MANY)
    report = check_game(game, matches=each, options=[short(game, 1)], closely=0.0005, invariant=invariant_of(game))
    assert report.matches == each * len(seats_of(game))


@games
@pytest.mark.uncounted
def test_some_matches_looked_at_closely(game: Game) -> None:
    each = a_number_of_seats(game, CLOSE)
    settings = [short(game)]
    report = check_game(game, matches=each, options=settings, closely=0.05 * SHARE, invariant=invariant_of(game))
    assert report.states > 0


@games
@pytest.mark.uncounted
def test_every_two_values_of_two_switches(game: Game) -> None:
    """Each mix at one number of seats, so that all have their turn."""
    for number, mix in enumerate(mixes(game)):
        seats, settings = [game.fewest + number % len(seats_of(game))], [short(game, FEW) | mix]
        closely, wrong = 0.02 * SHARE, invariant_of(game)
        check_game(game, matches=FEW, options=settings, seats=seats, closely=closely, invariant=wrong)


@pytest.mark.compiled("so many matches")
@games
def test_every_value_of_every_option(game: Game) -> None:
    for number, option in enumerate(game.options):
        for place, value in enumerate(values(option)):
            settings = short(game, FEW) | {option.name: value}
            if isinstance(option, Number) and option.name in short(game):
                continue
            seats = [game.fewest + (number + place) % len(seats_of(game))]
            check_game(game, matches=1, options=[settings], seats=seats, closely=0.01 * SHARE)


@games
@pytest.mark.rule("C-11", "C-16")
def test_random_matches_end(game: Game) -> None:
    """Whole matches under the usual rules, with no limit but the game's own; short ones uncompiled."""
    options = {} if compiled() else short(game)
    for seats in seats_of(game) if compiled() else (game.fewest,):
        play_to_the_end(Plan.make(game, seats=seats, options=options, matches=5 if compiled() else 1, seed=seats))


@games
@pytest.mark.long
@pytest.mark.rule("C-11")
def test_very_many_random_matches_end(game: Game) -> None:
    """Matches of one hand, for a limit on hands ends the others anyway."""
    options = {name: 1 for name in LENGTHS if name in {option.name for option in game.options}}
    for seats in seats_of(game):
        each = a_number_of_seats(game, LONG_END) + 1
        play_to_the_end(Plan.make(game, seats=seats, options=options, matches=each, seed=seats))


def play_to_the_end(plan: Plan) -> None:
    """Every match ends, and not before a hand has been played."""
    for chunk in chunks(plan):
        assert (chunk.facts[:, HANDS] > 0).all()


@games
@pytest.mark.long
def test_very_many_matches_of_every_mix_of_switches(game: Game) -> None:
    each = a_number_of_seats(game, LONG_MIX)
    settings = [short(game, 1) | mix for mix in pairwise(game)]
    check_game(game, matches=each, options=settings, closely=0.0005, invariant=invariant_of(game))


@games
@pytest.mark.rule("C-03")
@pytest.mark.compiled("the compiled run compares the two")
def test_compiled_and_plain_python_agree(game: Game) -> None:
    """The same key and the same actions give the same bytes, whichever way the rules run."""
    code = (
        "import parlour; from parlour.core.check.conformance import fingerprint;"
        f"print(fingerprint(parlour.game({game.name!r}), 2, options={short(game)!r}))"
    )
    other = os.environ | {"PARLOUR_ENGINE": "plain"}
    told = subprocess.run([sys.executable, "-c", code], env=other, capture_output=True, text=True, check=True)
    assert told.stdout.strip() == fingerprint(game, 2, options=short(game))


@games
def test_states_are_small_and_have_no_gaps(game: Game) -> None:
    state = game.layout
    assert state.fields is not None
    assert sum(state[name].itemsize for name in state.names or ()) == state.itemsize


@games
def test_every_file_of_a_game_is_short(game: Game) -> None:
    """One subject a file: none over 500 lines."""
    from pathlib import Path

    folder = Path(game.rules.__file__ or "").parent
    assert all(len(file.read_text().splitlines()) <= 500 for file in folder.glob("*.py"))
