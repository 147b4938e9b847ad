"""What all tests share: the long suite's switch, how hard Hypothesis tries, and whose lines are counted."""

import sys
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from parlour.core.kernel import compiled
from parlour.games import names

TESTS = Path(__file__).parent
WAITING = ("server", "web")  # for servers and browsers, much of the time
KNOW_NO_GAME = ("adapters", "arena", "cli", "server", "table")
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
    parser.addoption("--long", action="store_true", help="also run the tests marked `long`")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: room(item) not in WAITING)  # else they would be all that is left at the end
    for item in items:
        if reason := left_out(item, config.getoption("--long")):
            item.add_marker(pytest.mark.skip(reason=reason))


def left_out(item: pytest.Item, long: bool) -> str | None:
    """Why a test is not run this time, if it is not."""
    if not long and "long" in item.keywords:
        return "only in the long suite (./test --long)"
    if not compiled() and "once" in item.keywords:
        return "the compiled run of it will do"
    if not compiled() and is_yet_another_game(item):
        return "the compiled run tries all games"
    return None


def is_yet_another_game(item: pytest.Item) -> bool:
    """Whether a test of what knows no game by name is to be run with another game than a few."""
    call = getattr(item, "callspec", None)
    others = {*names()} - FEW_GAMES
    return room(item) in KNOW_NO_GAME and call is not None and not others.isdisjoint(call.id.split("-"))


def room(item: pytest.Item) -> str:
    """The folder of `tests` that a test is in."""
    return item.path.relative_to(TESTS).parts[0] if item.path.is_relative_to(TESTS) else ""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Counting lines makes plain Python half as fast: tests that go over the same lines again and again are spared."""
    counting = coverage() if {"uncounted", "hypothesis"} & set(item.keywords) else None
    if counting is None:
        return (yield)
    counting.stop()
    try:
        return (yield)
    finally:
        counting.start()


def coverage() -> Any:
    """What counts the lines of this process, if anything does."""
    loaded = sys.modules.get("coverage")
    return loaded.Coverage.current() if loaded else None
