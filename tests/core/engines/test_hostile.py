"""Whatever is sent from outside, the engine wasm refuses it or plays on soundly: no hang, no crash, no open memory."""

import random
import resource
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np
import pytest
import wasmtime

import parlour
from parlour.bots.exports import exports_of
from parlour.core.engines import wasm
from parlour.core.engines.loops import INT, Array, Loop
from parlour.core.events import COLUMNS
from parlour.core.game import Game
from parlour.core.match import Match
from parlour.core.record import replay
from parlour.errors import CorruptRecord, EngineFailure, PositionError, RecordError
from parlour.games import names

from . import hostile

pytestmark = [pytest.mark.compiled("it sends what is wrong to the compiled rules"), pytest.mark.every_game]

FUEL = 1_000_000  # steps of a loop that may be given anything, so that none goes on for ever
MOST_GROWTH = 128 << 10  # kilobytes
MOST_SANDBOX = 64 << 20  # bytes
KNOWN = 12  # matches that what is sent is made from


def in_numbers(quick: int, more: int, long: int) -> pytest.MarkDecorator:
    """So many tries, by what the tests are asked to do."""
    return pytest.mark.parametrize(
        "tries",
        [quick, pytest.param(more, marks=pytest.mark.all), pytest.param(long, marks=pytest.mark.long)],
    )


@pytest.fixture(params=names())
def game(request: pytest.FixtureRequest) -> Any:
    return parlour.game(request.param)


@in_numbers(200, 4_000, 200_000)
def test_positions_are_refused_or_sound(game: Game, tries: int) -> None:
    choose, known = known_matches(game)
    texts = [match.position for match in known]

    def send() -> Match:
        options = choose.choice([None, choose.choice(known).options])
        return game.match(position=hostile.changed_text(choose.choice(texts), texts, choose), options=options, seed=1)

    assert refused(send, PositionError, tries, choose) < tries


@in_numbers(100, 2_000, 50_000)
def test_records_are_refused_or_sound(game: Game, tries: int) -> None:
    choose, known = known_matches(game)
    texts = [match.position for match in known]
    records = [match.record() for match in known]

    def send() -> Match:
        return replay(hostile.changed_record(choose.choice(records), texts, choose), game)

    assert refused(send, RecordError, tries, choose) > 0


@in_numbers(200, 4_000, 200_000)
def test_bytes_are_refused_or_sound(game: Game, tries: int) -> None:
    choose, known = known_matches(game)

    def send() -> Match:
        return Match.from_bytes(game, hostile.forged(choose.choice(known), choose))

    assert refused(send, CorruptRecord, tries, choose) > 0


def known_matches(game: Game) -> tuple[random.Random, list[Match]]:
    """What is changed, and who chooses how."""
    choose = random.Random(1)
    return choose, [*hostile.matches(game, choose, KNOWN)]


def refused(send: Callable[[], Match], clearly: type[Exception], tries: int, choose: random.Random) -> int:
    """How much of what is sent is refused; what is not is played on and looked at. Memory hardly grows."""
    before, found = memory(), 0
    for _ in range(tries):
        try:
            match = send()
        except clearly:
            found += 1
            continue
        hostile.look_at(match)
        hostile.play_on(match, choose, 20)
        hostile.look_at(match)
    assert memory() - before < MOST_GROWTH
    return found


def memory() -> int:
    """The most kilobytes that this process has had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


@in_numbers(6, 100, 3_000)
def test_a_loop_with_any_state_ends_or_is_stopped(game: Game, tries: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing from outside comes so far unchecked; if it did, this is the worst of it."""
    choose, known = known_matches(game)
    states = [match.states.tobytes() for match in known]
    settings = wasmtime.Config()
    settings.consume_fuel = True
    limited = wasmtime.Engine(settings)
    monkeypatch.setattr(wasm, "_engine", lambda: limited)
    engine = wasm.Wasm(game)
    for loop in exports_of(game).values():
        for _ in range(tries):
            engine._prepare(loop)
            instance = engine._mine.instance
            instance.store.set_fuel(FUEL)
            with suppress(EngineFailure):
                engine.loop(loop)(*arguments(loop, states, choose))
            assert instance.size < MOST_SANDBOX


def arguments(loop: Loop, states: list[bytes], choose: random.Random) -> list[Any]:
    """What a loop takes, with states that have been changed."""
    given: list[Any] = []
    for form in loop.forms:
        if not isinstance(form, Array):
            given.append(choose.randint(-2, 40) if form == INT else choose.random())
        elif form.kind == loop.game.layout:
            whole = b"".join(hostile.changed_bytes(choose.choice(states), choose) for _ in range(16))
            given.append(np.frombuffer(bytearray(whole), dtype=form.kind).reshape((4,) * (form.axes - 1) + (-1,)))
        else:
            shape = {1: (2048,), 2: (128, 1 + COLUMNS), 3: (4, 4, 160)}[form.axes]
            given.append(np.full(shape, 1, dtype=form.kind) if form.kind == np.uint64 else np.zeros(shape, form.kind))
    return given
