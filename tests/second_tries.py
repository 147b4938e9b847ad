"""Second tries: tests that drive a browser, a terminal, a live server or a crash are tried once more if they fail.

They are marked `live`, and nothing else is ever tried twice. A second try is never silent: the summary tells the first
failure whole, a file keeps it, and more than a few second tries in one run fail that run.
"""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

MOST = 2  # second tries in a run
KEPT = Path("build", "second-tries.txt")


def may_be_tried_again(item: pytest.Item) -> None:
    """Give a test its second try."""
    item.add_marker(pytest.mark.flaky(reruns=1))


def tell(reporter: Any) -> None:
    """List every second try with the first failure's trace, and keep the list."""
    first_failures = reporter.stats.get("rerun", [])
    if not first_failures:
        return
    reporter.section("second tries")
    for report in first_failures:
        reporter.write_line(f"{report.nodeid} was tried twice. The first time:")
        reporter.write_line(report.longreprtext)
    if too_many(reporter):
        reporter.write_line(f"{len(first_failures)} tests were tried twice; more than {MOST} fail the run.", red=True)
    reporter.write_line(f"Kept in {KEPT}.")
    keep(first_failures, reporter.config.rootpath / KEPT)


def keep(first_failures: list[Any], path: Path) -> None:
    """Add the first failures of this run to the file."""
    path.parent.mkdir(exist_ok=True)
    now = datetime.now(UTC).isoformat(timespec="seconds")
    with path.open("a", encoding="utf-8") as file:
        for report in first_failures:
            file.write(f"{now} {report.nodeid}\n{report.longreprtext}\n\n")


def too_many(reporter: Any) -> bool:
    """Whether so many tests needed a second try that something is wrong."""
    return len(reporter.stats.get("rerun", [])) > MOST
