"""A match in words: what happened, and how the table stands, as somebody may see it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from parlour.core import texts
from parlour.core.events import HAND_OVER, KIND
from parlour.core.results import say_told
from parlour.terminal.looks import table_text
from parlour.terminal.plain.screen import Screen, printable
from parlour.terminal.saying import result_line, score_lines

if TYPE_CHECKING:
    from parlour.core.match import Match


class Narrator:
    """Tells a match to `you`, a seat, or to somebody who only watches."""

    def __init__(self, match: "Match", names: Sequence[str], you: int | None, screen: Screen) -> None:
        self.match = match
        self.names = names
        self.you = you
        self.screen = screen
        self.told = 0  # events told so far
        self.recent = 0  # events told before the last time

    def explain(self) -> None:
        """How actions are written in this game, if it says so."""
        if notation := texts.words(self.match.game).get("help", {}).get("notation", "").strip():
            self.screen.say(notation)

    def news(self) -> None:
        """Tell what has happened since the last time."""
        for event in self.match.events(self.you, self.told):
            self.say(event)
        self.recent, self.told = self.told, len(self.match.event_rows())

    def skip(self) -> None:
        """Nothing is news any more."""
        self.recent = self.told = len(self.match.event_rows())

    def log(self) -> None:
        """All that has happened; of the hand at play, what a game of memory lets one see again (C-18)."""
        rows = self.match.event_rows()
        finished = max((i for i, row in enumerate(rows) if row[KIND] == HAND_OVER), default=-1)
        for i, event in enumerate(self.match.events(self.you)):
            fades = texts.kind_of(self.match.game, rows[i][KIND]).fades
            if not (fades and finished < i < self.recent):
                self.say(event)

    def say(self, event: texts.Event) -> None:
        """Tell one event."""
        line = texts.say_event(self.match.game, event, self.names, self.you)
        if line:
            self.screen.say(texts.lower_you(printable(line)))

    def table(self) -> None:
        """Show the table, and say what is to be done."""
        self.screen.say()
        self.screen.say(texts.lower_you(table_text(self.match, self.names, self.you, self.screen.width)))

    def score(self) -> None:
        """The score sheet, and the settlement if there is one."""
        for line in score_lines(self.match.view(self.you), self.names):
            self.screen.say(f"  {line}")
        self.explain_settlement()

    def explain_settlement(self) -> None:
        """Who pays whom when the match is over, and why."""
        told = self.match.view(self.you)["result"] or {}
        if settled := told.get("settlement"):
            self.screen.say(say_told(self.match.game, "result", settled, self.names, self.you))

    def result(self) -> str:
        """Who won."""
        return result_line([self.names[seat] for seat in self.match.winners])
