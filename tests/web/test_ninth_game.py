"""A game of a package of its own, the example of docs/ninth-game.md: built, installed, and played everywhere.

Nothing in Parlour knows it. In the browser it goes from the shelf to the result with what the server tells of it.
"""

import json
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
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

LEHER = ROOT / "examples" / "leher"
SHORT = ["-o", "hands=2", "--seed", "7"]


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The Python of a fresh environment: the game as its wheel is installed, and beside it what is installed here."""
    folder = tmp_path_factory.mktemp("ninth")
    shutil.copytree(LEHER, folder / "leher", ignore=shutil.ignore_patterns("__pycache__", "tests", "*.wasm"))
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=folder / "leher")
    run(uv(), "venv", "--quiet", "--offline", "--python", sys.executable, folder / "venv")
    own = str(folder / "venv" / "bin" / "python")
    (wheel,) = folder.glob("parlour_leher-*.whl")
    run(uv(), "pip", "install", "--quiet", "--offline", "--no-deps", "--python", own, wheel)
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


def test_it_is_listed_played_and_simulated(python: str) -> None:
    assert "Le Her" in parlour(python, "games")
    assert "LH-04" in parlour(python, "rules", "leher")
    told = parlour(python, "play", "leher", *SHORT, "--opponents", "rulebook", typed="change\nkeep\n" * 2 + "n\n")
    assert "Hands played: 1" in told
    assert "The match is over" in told
    figures = json.loads(parlour(python, "simulate", "leher", "--matches", "20", "--seed", "7", "--json"))
    assert figures["matches"] == 20


def test_it_is_played_in_the_arena(python: str, tmp_path: Path) -> None:
    told = parlour(
        python,
        "arena",
        "leher",
        "rulebook",
        "random",
        "--matches",
        "20",
        "--workers",
        "0",
        "--seed",
        "7",
        "--out",
        str(tmp_path / "a"),
    )
    assert "rulebook" in told


def test_adapters_have_it(python: str) -> None:
    script = "from parlour.adapters.pettingzoo import env; one = env('leher'); one.reset(seed=1); print(one.agents)"
    assert "seat_1" in run(python, "-c", script)


def test_a_newcomer_plays_it_from_the_shelf_to_the_result(ninth: Server, browser: Browser) -> None:
    context = browser.new_context(base_url=ninth.url, viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    page = context.new_page()
    trouble: list[str] = []
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.on("console", lambda said: trouble.append(said.text) if said.type == "error" else None)
    page.goto("/")
    box = page.locator("[data-game='leher']")
    expect(box.locator("h2")).to_contain_text("Le Her")
    expect(box).to_contain_text("One card each")
    expect(box.locator(".lettered")).to_contain_text("1695")
    axe.check(page, "shelf")
    box.locator("h2 a").click()
    page.get_by_role("button", name="Novice").click()
    page.get_by_role("button", name="Short game").click()
    page.get_by_text("All rule options").click()
    expect(page.locator(".option")).to_contain_text("Hands in the match.")
    in_a_hurry(page)
    page.get_by_role("button", name="Begin").click()
    begun(page)
    expect(page.locator("p.turn")).to_contain_text("card")
    expect(page.get_by_role("button", name="Keep it")).to_be_visible()
    Player(page, look=lambda phase: axe.check(page, phase)).play_out()
    result = page.get_by_role("region", name="Result")
    expect(result).to_contain_text("Le Her")
    assert trouble == []
    context.close()


def test_its_lesson_and_its_rules_can_be_read(ninth: Server, browser: Browser) -> None:
    context = browser.new_context(base_url=ninth.url, viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.goto("/rules/leher")
    expect(page.get_by_role("heading", name="Le Her").first).to_be_visible()
    expect(page.locator("[data-rule='LH-04']")).to_contain_text("A dealer who has a King shows it")
    expect(page.locator("[data-face='7H']")).to_be_visible()
    page.get_by_role("link", name="Take the lesson").click()
    expect(page.get_by_text("Madeleine deals.")).to_be_visible()
    context.close()
