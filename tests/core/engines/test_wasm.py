"""The engine wasm: the same results as the rules as they are written, and nothing worse than a refusal."""

import gc
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.bots.exports import exports_of
from parlour.bots.ismcts import Tree
from parlour.bots.levels import level_of
from parlour.core.chance import rng_from
from parlour.core.engines import make, private, wasm
from parlour.core.engines.loops import globals_of, is_rule
from parlour.core.events import new_log
from parlour.core.fairness import Deal
from parlour.core.kernels import Kernels, loops_of
from parlour.core.options import encode
from parlour.errors import EngineFailure
from parlour.games import names

GAMES = names()
KAMRA = parlour.game("kamra")


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Any:
    return parlour.game(request.param)


def started(kernels: Kernels, seed: int = 1, seats: int | None = None) -> Any:
    """A fresh state, by an engine."""
    game = kernels.engine.game
    states = np.zeros(1, dtype=game.layout)
    options = encode(game.options, game.complete_options(None))
    kernels.begin(states, seats or game.usual, options, Deal.from_seed(seed).key)
    return states


@pytest.mark.every_game
def test_every_file_is_what_the_sources_say(game: Any) -> None:
    assert wasm.why_not(game) == "", f"run `parlour compile {game.name}`"


def test_a_change_of_any_rule_in_core_makes_files_stale() -> None:
    known, here = {source.relative_to(wasm.HOUSE).as_posix() for source in wasm.shared_sources()}, wasm.HOUSE / "core"
    marked = [source for source in here.rglob("*.py") if "\n@rule\n" in source.read_text(encoding="utf-8")]
    assert {source.relative_to(wasm.HOUSE).as_posix() for source in marked} <= known
    assert {"core/chance.py", "core/pack/cards.py", "core/totals.py"} <= known


@pytest.mark.every_game
def test_a_file_has_every_loop_and_imports_nothing(game: Any) -> None:
    module = make(game, "wasm").module  # type: ignore[attr-defined]
    assert not module.imports
    assert {each.name for each in module.exports} == {*exports_of(game), "memory", "__heap_base"}


@pytest.mark.every_game
def test_matches_are_the_same_as_in_plain_python(game: Any) -> None:
    ends = []
    for name in ("wasm", "plain"):
        kernels = Kernels(make(game, name))
        states, rng = started(kernels), rng_from(3)
        moves = kernels.playout(states, rng, new_log(0), np.zeros(game.table.MOST_LEGAL, dtype=np.int16))
        ends.append((moves, states.tobytes(), rng.tobytes()))
    assert ends[0] == ends[1]


@pytest.mark.every_game
def test_what_a_seat_does_not_know_is_dealt_the_same(game: Any) -> None:
    ends = []
    for name in ("wasm", "plain"):
        kernels = Kernels(make(game, name))
        states, rng = started(kernels), rng_from(4)
        kernels.sample(states, 1, rng)
        scratch = np.zeros(game.advice.SCRATCH, dtype=game.layout)
        seat = next(seat for seat in range(16) if (kernels.who(states) >> seat) & 1)
        advised = kernels.advice(states, seat, rng, scratch) if seat < game.most else None
        ends.append((states.tobytes(), rng.tobytes(), advised))
    assert ends[0] == ends[1]


@pytest.mark.parametrize("name", ["kamra", "honors2"])
def test_a_tree_grows_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, grown = parlour.game(name), []
    match = game.match(seed=2)
    for engine in ("wasm", "plain"):
        monkeypatch.setitem(game.__dict__, "kernels", Kernels(make(game, engine)))
        tree = Tree(game, 30)
        tree.begin(match.actors[0], match.seats, level_of(game, "strong"))
        tree.grow(match.states, np.zeros(len(game.table.ACTIONS), dtype=np.uint8), 30, rng_from(1))
        grown.append((tree.nodes.tobytes(), tree.setting.tobytes()))
    assert grown[0] == grown[1]


def test_garbage_is_refused_and_the_next_call_is_sound() -> None:
    kernels = Kernels(make(KAMRA, "wasm"))
    before = started(kernels).tobytes()
    rng, refused = np.random.default_rng(1), 0
    out, log = np.zeros(KAMRA.table.MOST_LEGAL, dtype=np.int16), new_log(40)
    for _ in range(300):
        states = np.frombuffer(bytearray(rng.bytes(KAMRA.layout.itemsize)), dtype=KAMRA.layout)
        try:
            kernels.try_action(states, 1, int(rng.integers(100)), log, out)
        except EngineFailure:
            refused += 1
    assert started(kernels).tobytes() == before
    assert refused < 300


def test_a_trap_is_an_error_and_nothing_else_is_lost() -> None:
    engine, loop = wasm.Wasm(KAMRA), loops_of(KAMRA)["who"]
    states = started(Kernels(engine))
    engine._prepare(loop)._placed[id(states)] = 1 << 30  # far beyond the memory that there is
    with pytest.raises(EngineFailure, match="who of Kam-ra! has stopped"):
        engine.loop(loop)(states)
    assert engine.loop(loop)(states) > 0


TRAP_BESIDE_ANOTHER_ANSWER = """
import faulthandler
from parlour.core.engines.traps import kept_traps
from tests.core.engines.test_wasm import test_a_trap_is_an_error_and_nothing_else_is_lost as trap
trap()
with kept_traps():
    faulthandler.enable()
trap()
"""


def test_a_trap_is_an_error_even_if_a_library_would_answer_it() -> None:
    done = subprocess.run(
        [sys.executable, "-c", TRAP_BESIDE_ANOTHER_ANSWER], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_nothing_of_a_state_is_left_in_the_sandbox() -> None:
    engine = wasm.Wasm(KAMRA)
    kernels = Kernels(engine)
    states, log = started(kernels), new_log(40)
    kernels.try_action(states, 1, 3, log, np.zeros(KAMRA.table.MOST_LEGAL, dtype=np.int16))
    instance = engine._mine.instance
    assert not any(instance.bytes[instance.top :])


def test_a_stale_file_that_somebody_insists_on_is_played_with_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wasm, "digest", lambda game: "0" * wasm.DIGEST)
    with pytest.warns(UserWarning, match="Kam-ra! has changed since its file kamra.wasm was made; it is played by the"):
        engine = wasm.Wasm(KAMRA)
    assert Kernels(engine).who(started(Kernels(engine)))


@pytest.mark.every_game
def test_what_is_compiled_comes_from_the_sources_that_a_file_answers_for(game: Any) -> None:
    seen: dict[Any, None] = {}

    def note(function: Any) -> None:
        if function not in seen:
            seen[function] = None
            for value in globals_of(function).values():
                if is_rule(value):
                    note(value)

    for loop in exports_of(game).values():
        note(loop.bound)
    assert {Path(function.__code__.co_filename) for function in seen} <= {*wasm.sources(game)}


def test_a_file_answers_for_what_makes_it_and_not_for_words() -> None:
    names = {source.name for source in wasm.sources(parlour.game("kardkelly"))}
    assert {"building.py", "exports.py", "making.py", "kernels.py", "rules.py", "__init__.py"} <= names
    assert names.isdisjoint({"notation.py", "view.py", "reasons.py", "statistics.py"})


def test_a_file_answers_for_numbers_that_rules_import(tmp_path: Path) -> None:
    texts = {
        "rules": "from her.board import (\n    SQUARES,\n)\n\n@rule\ndef f(): pass\n",
        "board": "from . import sizes\nSQUARES = sizes.WIDTH\n",
        "sizes": "WIDTH = 8\n",
        "words": "from her import rules\n",
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.py").write_text(text)
    assert [source.stem for source in wasm.own_sources(tmp_path)] == ["board", "rules", "sizes"]


def test_a_file_made_with_other_tools_is_told_from_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wasm, "tools", lambda: "numba 99")
    assert wasm.made_with_others(KAMRA).endswith("not numba 99")
    monkeypatch.setattr(wasm, "tools", lambda: "")
    assert not wasm.made_with_others(KAMRA)


def test_threads_do_not_disturb_each_other() -> None:
    kernels, found = Kernels(make(KAMRA, "wasm")), {}

    def play(number: int) -> None:
        states = started(kernels, number)
        out = np.zeros(KAMRA.table.MOST_LEGAL, dtype=np.int16)
        found[number] = kernels.playout(states, rng_from(number), new_log(0), out), states.tobytes()

    threads = [threading.Thread(target=play, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    alone = dict(found)
    for number in range(6):
        play(number)
    assert alone == found


def test_the_arrays_of_a_workspace_outlive_it() -> None:
    workspace = make(KAMRA, "wasm").workspace()
    array = workspace.zeros((3, 4), np.int64)
    array[:] = 7
    del workspace
    gc.collect()
    assert array.sum() == 84


def test_what_is_too_large_is_refused() -> None:
    with pytest.raises(EngineFailure, match="4 GB"):
        make(KAMRA, "wasm").workspace().zeros(1 << 29, np.float64)


def test_the_private_parts_that_engines_lean_on_are_there() -> None:
    assert private.missing() == []
