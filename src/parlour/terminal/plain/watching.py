"""Looking on while computer players have all the seats."""

from pathlib import Path
from typing import TYPE_CHECKING

from parlour.core import saves
from parlour.terminal.plain.play import next_seat
from parlour.terminal.plain.screen import BOLD, DIM, INTERRUPTED, Screen, typed_number
from parlour.terminal.plain.seating import Seating
from parlour.terminal.plain.sitting import Sitting

if TYPE_CHECKING:
    from parlour.core.match import Match


class Watch(Sitting):
    """A match among computer players, told as it goes."""

    def __init__(self, match: "Match", seating: Seating, screen: Screen, file: Path | None = None) -> None:
        super().__init__(match, seating, None, screen, file)
        self.steps = 1  # turns until somebody is asked whether to go on

    def run(self) -> int:
        """Watch to the end, or until somebody has seen enough; the exit code."""
        self.screen.say(self.match.game.title, BOLD)
        self.screen.say(self.seating.introduce(self.match))
        self.narrator.explain()
        if self.screen.typed:
            self.screen.say("Enter shows the next turn, a number that many turns, all the rest; quit stops.", DIM)
        try:
            self.watch()
        except EOFError:
            return 0
        except KeyboardInterrupt:
            self.screen.say()
            return INTERRUPTED
        if self.file is not None:
            saves.save(self.match.record(self.seating.records()), self.file)
            self.screen.say(f"Saved to {self.file}")
        return 0

    def watch(self) -> None:
        """Turn after turn."""
        while not self.match.over:
            seat = next_seat(self.match)
            bot = self.bots[seat]
            assert bot is not None
            self.match.play(seat, bot.choose(self.match, seat))
            if self.match.unfinished(seat):
                continue
            self.narrator.news()
            self.steps -= 1
            if self.steps == 0 and self.screen.typed and not self.match.over and not self.asked_on():
                return
        self.screen.say()
        if self.match.over:
            self.screen.say(self.narrator.result(), BOLD)
            self.narrator.score()

    def asked_on(self) -> bool:
        """Whether to go on, and how far."""
        self.narrator.table()
        while True:
            answer = self.screen.ask().lower()
            if answer in ("quit", "q", "exit"):
                return False
            if answer == "all":
                self.steps = -1
                return True
            if typed_number(answer or "1") > 0:
                self.steps = typed_number(answer or "1")
                return True
            self.screen.say("Enter, a number, all, or quit.")
