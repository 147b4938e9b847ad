"""What playing and looking on have in common."""

from pathlib import Path
from typing import TYPE_CHECKING

from parlour.terminal.plain.screen import Screen
from parlour.terminal.plain.seating import Seating
from parlour.terminal.plain.telling import Narrator

if TYPE_CHECKING:
    from parlour.core.match import Match


class Sitting:
    """Somebody at a table with computer players, in a seat or without one."""

    def __init__(self, match: "Match", seating: Seating, you: int | None, screen: Screen, file: Path | None) -> None:
        self.match = match
        self.seating = seating
        self.screen = screen
        self.file = file
        self.bots = seating.bots(match)
        self.narrator = Narrator(match, seating.names, you, screen)
