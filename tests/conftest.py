"""What all tests share: which run this time, how hard Hypothesis tries, time limits, and whose lines are counted."""

import sys
from collections.abc import Generator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from parlour.core.engines import compiled
from parlour.games import names
from tests import second_tries
from tests.time_limit import ends_when_late, fails_when_late

TESTS = Path(__file__).parent
WAITING = ("server", "web")  # for servers and browsers, much of the time
LIVE = ("terminal", "web")  # drive a terminal or a browser, all of them
LIVE_FIXTURES = {"browser", "postgres", "server"}
RULES = ("bots", "core", "games")  # where compiled code is told from plain Python
KNOW_NO_GAME = ("adapters", "arena", "bots", "cli", "server", "table", "terminal", "web")
COMPILED = {*KNOW_NO_GAME} - {*RULES}
FEW_GAMES = {"cam", "kamra", "kardkelly"}  # a board, tricks, claims

settings.register_profile(
    "parlour",
    deadline=None,  # the first example may compile something
    derandomize=True,
    max_examples=100 if compiled() else 20,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("parlour")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="leave out what only ./test --all runs")
    parser.addoption("--long", action="store_true", help="also run the tests marked `long`")


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Do not even read what has no test that runs uncompiled."""
    return True if not compiled() and collection_path.parent == TESTS and collection_path.name in COMPILED else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: room(item) not in WAITING)  # else they would be all that is left at the end
    quick, long = config.getoption("--quick"), config.getoption("--long")
    left = [item for item in items if not runs(item, quick, long)]
    config.hook.pytest_deselected(items=left)
    items[:] = [item for item in items if runs(item, quick, long)]
    for item in filter(is_live, items):
        second_tries.may_be_tried_again(item)


def runs(item: pytest.Item, quick: bool, long: bool) -> bool:
    """Whether a test is run this time."""
    if marked(item, "long") and not long:
        return False
    if quick and (marked(item, "all") or is_yet_another_game(item)):
        return False
    if marked(item, "plain"):
        return not compiled()
    of_rules = room(item) in RULES and not marked(item, "compiled")
    return not (of_rules and quick) if compiled() else of_rules


def is_yet_another_game(item: pytest.Item) -> bool:
    """Whether a test of what knows no game by name would be run with another game than a few."""
    call = getattr(item, "callspec", None)
    others = {*names()} - FEW_GAMES
    spared = marked(item, "every_game") or room(item) not in KNOW_NO_GAME
    return not spared and call is not None and not others.isdisjoint(call.id.split("-"))


def is_live(item: pytest.Item) -> bool:
    """Whether a test drives a browser, a terminal, a live server or a crash."""
    wanted = set(getattr(item, "fixturenames", ()))
    return marked(item, "live") or room(item) in LIVE or not wanted.isdisjoint(LIVE_FIXTURES)


def marked(item: pytest.Item, name: str) -> bool:
    """Whether a test has a mark."""
    return item.get_closest_marker(name) is not None


def room(item: pytest.Item) -> str:
    """The folder of `tests` that a test is in."""
    return item.path.relative_to(TESTS).parts[0] if item.path.is_relative_to(TESTS) else ""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """No test goes on for ever, but in the long suite."""
    with nullcontext() if item.config.getoption("--long") else ends_when_late():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Keep to the time limit. Counting lines makes plain Python half as fast, so some tests are not counted."""
    counting = coverage() if marked(item, "uncounted") or marked(item, "hypothesis") else None
    if counting is not None:
        counting.stop()
    try:
        with nullcontext() if item.config.getoption("--long") else fails_when_late(item.nodeid):
            return (yield)
    finally:
        if counting is not None:
            counting.start()


def coverage() -> Any:
    """What counts the lines of this process, if anything does."""
    loaded = sys.modules.get("coverage")
    return loaded.Coverage.current() if loaded else None


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Tell of second tries."""
    second_tries.tell(terminalreporter)


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Too many second tries fail a run."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None and session.exitstatus == pytest.ExitCode.OK and second_tries.too_many(reporter):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
