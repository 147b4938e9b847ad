"""Games of packages of their own, the examples of docs/ninth-game.md: built, installed, and played everywhere.

Nothing in Parlour knows them. In the browser each goes from the shelf to the result with what the server tells of it.
"""

import json
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.server.serving import Server
from tests.tools.loading import ROOT, uv
from tests.waiting import TEST
from tests.web import axe
from tests.web.house import aside, begun, in_a_hurry
from tests.web.player import Player

pytestmark = pytest.mark.all

EXAMPLES = ROOT / "examples"


@dataclass(frozen=True)
class Example:
    """A game of a package, and what is to be met on the way through it."""

    name: str
    title: str
    year: str
    rule: str  # one of its rules
    says: str
    options: dict[str, int]  # of a short match
    typed: str  # what a whole match is played with on the command line
    shown: str  # on the way
    button: str  # what can be done at first


LEHER = Example(
    "leher", "Le Her", "1695", "LH-04", "A dealer who has a King shows it", {"hands": 2}, "change\nkeep\n" * 2 + "n\n",
    "Hands played: 1", "Keep it",
)  # fmt: skip
NOUGHTS = Example(
    "noughts", "Noughts and Crosses", "1864", "NC-02", "three marks in a row", {},
    "".join(f"mark {square}\n" for square in range(1, 10)) + "n\n", "You marked 1.", "Mark 5",
)  # fmt: skip
every_example = pytest.mark.parametrize("example", [LEHER, NOUGHTS], ids=lambda example: example.name)


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The Python of a fresh environment: the games as their wheels are installed, and beside them what is here."""
    folder = tmp_path_factory.mktemp("ninth")
    run(uv(), "venv", "--quiet", "--offline", "--python", sys.executable, folder / "venv")
    own = str(folder / "venv" / "bin" / "python")
    for name in ("leher", "noughts"):
        left_out = shutil.ignore_patterns("__pycache__", "tests", "*.wasm")
        shutil.copytree(EXAMPLES / name, folder / name, ignore=left_out)
        run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=folder / name)
    wheels = sorted(folder.glob("parlour_*.whl"))
    run(uv(), "pip", "install", "--quiet", "--offline", "--no-deps", "--python", own, *wheels)
    (beside,) = (folder / "venv" / "lib").glob("python*/site-packages")
    (beside / "beside.pth").write_text(f"import site; site.addsitedir({sysconfig.get_path('purelib')!r})\n")
    return own


@pytest.fixture(autouse=True)
def as_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules run as they are written, since the package comes without a file."""
    monkeypatch.setenv("PARLOUR_ENGINE", "plain")


def run(*command: object, typed: str = "", cwd: Path | None = None) -> str:
    words = [str(word) for word in command]
    done = subprocess.run(words, input=typed, cwd=cwd, capture_output=True, text=True, timeout=TEST, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def parlour(python: str, *words: str, typed: str = "") -> str:
    return run(python, "-m", "parlour", *words, typed=typed)


@pytest.fixture
def ninth(python: str, tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path)
    running.python = python
    running.start()
    aside(running.up())
    yield running
    assert running.stop() == 0, running.log.read_text()


@every_example
def test_it_is_listed_played_and_simulated(python: str, example: Example) -> None:
    assert example.title in parlour(python, "games")
    assert example.rule in parlour(python, "rules", example.name)
    short = [word for name, value in example.options.items() for word in ("-o", f"{name}={value}")]
    play = ("play", example.name, *short, "--seed", "7", "--opponents", "rulebook")
    told = parlour(python, *play, typed=example.typed)
    assert example.shown in told
    assert "The match is over" in told
    figures = json.loads(parlour(python, "simulate", example.name, "--matches", "20", "--seed", "7", "--json"))
    assert figures["matches"] == 20


@every_example
def test_it_is_played_in_the_arena(python: str, example: Example, tmp_path: Path) -> None:
    series = ("--matches", "20", "--workers", "0", "--seed", "7", "--out", str(tmp_path / "a"))
    assert "rulebook" in parlour(python, "arena", example.name, "rulebook", "random", *series)


@every_example
def test_adapters_have_it(python: str, example: Example) -> None:
    script = "import sys; from parlour.adapters.pettingzoo import env; one = env(sys.argv[1]); one.reset(seed=1)"
    assert "seat_1" in run(python, "-c", f"{script}; print(one.agents)", example.name)


@every_example
def test_a_newcomer_plays_it_from_the_shelf_to_the_result(ninth: Server, browser: Browser, example: Example) -> None:
    context = browser.new_context(base_url=ninth.url, viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    page = context.new_page()
    trouble: list[str] = []
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.on("console", lambda said: trouble.append(said.text) if said.type == "error" else None)
    page.goto("/")
    box = page.locator(f"[data-game='{example.name}']")
    expect(box.locator("h2")).to_contain_text(example.title)
    expect(box.locator(".lettered")).to_contain_text(example.year)
    axe.check(page, "shelf")
    box.locator("h2 a").click()
    page.get_by_role("button", name="Novice").click()
    if example.options:
        page.get_by_role("button", name="Short game").click()
        page.get_by_text("All rule options").click()
        expect(page.locator(".option")).to_contain_text("Hands in the match.")
    in_a_hurry(page)
    page.get_by_role("button", name="Begin").click()
    begun(page)
    expect(page.get_by_role("button", name=example.button)).to_be_visible()
    Player(page, look=lambda phase: axe.check(page, phase)).play_out()
    result = page.get_by_role("region", name="Result")
    expect(result).to_contain_text(example.title)
    assert trouble == []
    context.close()


@every_example
def test_its_rules_can_be_read(ninth: Server, browser: Browser, example: Example) -> None:
    context = browser.new_context(base_url=ninth.url)
    page = context.new_page()
    page.goto(f"/rules/{example.name}")
    expect(page.get_by_role("heading", name=example.title).first).to_be_visible()
    expect(page.locator(f"[data-rule='{example.rule}']")).to_contain_text(example.says)
    context.close()


def test_its_guide_and_its_lesson_can_be_read(ninth: Server, browser: Browser) -> None:
    context = browser.new_context(base_url=ninth.url, viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.goto("/rules/leher")
    expect(page.locator("[data-face='7H']")).to_be_visible()
    page.get_by_role("link", name="Take the lesson").click()
    expect(page.get_by_text("Madeleine deals.")).to_be_visible()
    context.close()
