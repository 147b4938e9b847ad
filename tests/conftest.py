"""What all tests share: the long suite's switch, and how hard Hypothesis tries."""

import pytest
from hypothesis import HealthCheck, settings

from parlour.core.kernel import compiled

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
    if config.getoption("--long"):
        return
    skip = pytest.mark.skip(reason="only in the long suite (./test --long)")
    for item in items:
        if "long" in item.keywords:
            item.add_marker(skip)
