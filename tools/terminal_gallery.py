"""Make the pictures of the terminal client in docs/gallery: each game in play, as a terminal of 100 by 30 shows it.

tools/terminal_gallery.py             those in docs/terminal.md
tools/terminal_gallery.py honors1 cam those of some games
"""

import asyncio
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # the tests' helpers are used here

from tests.terminal.screens import wish, your_turn  # noqa: E402

from parlour.terminal.app import ParlourApp  # noqa: E402
from parlour.terminal.choices import ChoiceList  # noqa: E402

FOLDER = ROOT / "docs" / "gallery"
SIZE = (100, 30)
USUAL = ("kamra", "bacarac")
TURNS = 4
FONTS = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)  # they would be fetched from elsewhere


async def picture(name: str) -> None:
    """A picture of a game after a few turns."""
    app = ParlourApp(wish(name, levels=("rulebook",)))
    async with app.run_test(size=SIZE) as pilot:
        for _ in range(TURNS):
            table = await your_turn(pilot)
            table.query_one(ChoiceList).action_choose()
            await pilot.pause(0.2)
        await your_turn(pilot)
        picture = FONTS.sub("", app.export_screenshot(title="parlour tui"))
        (FOLDER / f"terminal-{name}.svg").write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    for each in sys.argv[1:] or USUAL:
        asyncio.run(picture(each))
