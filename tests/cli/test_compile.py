"""`parlour compile`: files of games that are made from the rules as they are."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import parlour
from parlour.cli import compile as command
from parlour.core.engines import VARIABLE, wasm
from parlour.games import names
from tests.cli.helpers import run
from tests.installing import facts, packages

HOUSE = Path(parlour.__file__).parent
EXAMPLES = Path(__file__).parents[2] / "examples"
DECLARED = "[parlour.games]\nleher = parlour_leher:GAME\n"
PLAY = """
from parlour.core.check.conformance import fingerprint
from parlour_{name} import GAME
print(GAME.kernels.engine.name, fingerprint(GAME, 20))
"""


def test_every_file_is_what_the_rules_say() -> None:
    done = run("compile", "--check")
    assert (done.exit_code, done.output) == (0, "")
    assert run("compile").output == "Every file is up to date.\n"


def test_a_stale_game_is_named_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wasm, "digest", lambda game: "0" * wasm.DIGEST)
    done = run("compile", "--check", "cam", "kamra", "cam")
    assert done.exit_code == 1
    assert done.output == (
        "Cam has changed since its file cam.wasm was made: run `parlour compile cam`\n"
        "Kam-ra! has changed since its file kamra.wasm was made: run `parlour compile kamra`\n"
    )


def test_a_file_made_with_other_tools_is_stale(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wasm, "tools", lambda: "numba 99")
    done = run("compile", "--check", "cam")
    assert done.exit_code == 1
    assert done.output.startswith("Cam's file cam.wasm was made with numba ")
    assert done.output.endswith(", not numba 99: run `parlour compile cam`\n")


def test_a_game_of_a_package_without_a_file_is_named_like_any_other(tmp_path: Path) -> None:
    for made in packages(tmp_path):
        made.install("parlour_leher_facts", "", DECLARED)
        done = run("compile", "--check", "leher")
    assert done.exit_code == 1
    assert done.output == "Le Her has no file leher.wasm: run `parlour compile leher`\n"


def test_what_is_wrongly_asked_is_refused() -> None:
    assert run("compile", "checkers").exit_code == 2


def test_a_game_that_cannot_be_compiled_fails_and_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("ziglang")
    told = {"cam": "rules need malloc", "kamra": ""}
    monkeypatch.setattr(command, "make", lambda one, settings: told[one.name])
    done = run("compile", "--all", "cam", "kamra")
    assert done.exit_code == 1
    assert "parlour: Cam cannot be compiled: rules need malloc\n" in done.stderr
    size = wasm.file_of(parlour.game("kamra")).stat().st_size
    assert done.stdout == f"kamra.wasm: {size:,} bytes\n"


def test_other_settings_of_the_compiler_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("ziglang")
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    given = command.environment()
    assert given[VARIABLE] == "numba"
    assert {name for name in given if name.startswith("NUMBA_")} == {"NUMBA_CPU_NAME", "NUMBA_OPT"}


@pytest.mark.all
@pytest.mark.parametrize("name", ["leher", "noughts"])
def test_a_game_of_ones_own_is_compiled_and_played_the_same(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("ziglang")
    game = tmp_path / f"parlour_{name}"
    shutil.copytree(EXAMPLES / name / game.name, game, ignore=shutil.ignore_patterns("__pycache__", "*.wasm"))
    facts(tmp_path, game.name, f"[parlour.games]\n{name} = {game.name}:GAME\n")
    parlour_there = [sys.executable, "-m", "parlour", "compile", name]
    made = subprocess.run(parlour_there, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr
    assert made.stdout == f"{name}.wasm: {(game / f'{name}.wasm').stat().st_size:,} bytes\n"
    assert [each.name for each in game.glob(".*")] == []
    assert subprocess.run([*parlour_there, "--check"], cwd=tmp_path, check=False).returncode == 0
    monkeypatch.delenv(VARIABLE, raising=False)
    told = played(tmp_path, name).split()
    monkeypatch.setenv(VARIABLE, "plain")
    assert told == ["wasm", played(tmp_path, name).split()[1]]


@pytest.mark.parametrize(
    "name",
    [pytest.param("honors4", marks=pytest.mark.all), *(pytest.param(name, marks=pytest.mark.long) for name in names())],
)
def test_a_file_made_elsewhere_is_the_same_byte_for_byte(name: str, tmp_path: Path) -> None:
    """Sources, folder, home and the order of sets are others; only the tools are the same."""
    pytest.importorskip("ziglang")
    game = parlour.game(name)
    shutil.copytree(HOUSE, tmp_path / "copy" / "parlour", ignore=shutil.ignore_patterns("__pycache__", "web", "*.wasm"))
    there = {"PYTHONPATH": str(tmp_path / "copy"), "HOME": str(tmp_path), "PYTHONHASHSEED": "5"}
    making = [sys.executable, "-m", "parlour.bots.making", game.package, str(tmp_path / "made.wasm")]
    here = {name: value for name, value in command.environment().items() if not name.startswith("COVERAGE")}
    done = subprocess.run(making, cwd=tmp_path, env=here | there, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 0, done.stderr.decode()
    same = (tmp_path / "made.wasm").read_bytes() == wasm.file_of(game).read_bytes()
    assert same, f"{name}.wasm is not what its sources give here: run `parlour compile {name}` and commit the file"


def played(folder: Path, name: str) -> str:
    """The engine that plays the game in a folder, and what its matches come to."""
    done = subprocess.run(
        [sys.executable, "-c", PLAY.format(name=name)], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
