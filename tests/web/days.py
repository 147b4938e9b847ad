"""Days that pass while a server stands still: its clock is set, and the server itself knows nothing of it."""

import os
from pathlib import Path

from tests.server.serving import Server
from tests.web.house import aside

TODAY = "TEST_DAYS_LATER"
# Python reads this by itself when it starts, before anything of Parlour's.
CALENDAR = f"""
import os, time
clock, later = time.time, float(os.environ["{TODAY}"]) * 86_400
time.time = lambda: clock() + later
"""


def calendar(folder: Path) -> dict[str, str]:
    """What a server's environment needs so that it can be started on another day."""
    (folder / "calendar").mkdir()
    (folder / "calendar" / "sitecustomize.py").write_text(CALENDAR)
    paths = [str(folder / "calendar"), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {"PYTHONPATH": os.pathsep.join(paths), TODAY: "0"}


def come_back(server: Server, days: float) -> None:
    """Stop a server and start it again on the same folder, so many days after its first day."""
    assert server.stop() == 0, server.log.read_text()
    server.environment[TODAY] = str(days)
    server.start()
    aside(server.up())
