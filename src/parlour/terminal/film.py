"""A film: a match from a record, step by step, with anybody's eyes."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Footer

from parlour.core import texts
from parlour.core.game import Game
from parlour.errors import ParlourError
from parlour.table import wire
from parlour.terminal.log import Log
from parlour.terminal.looks import look_of
from parlour.terminal.pen import Pen
from parlour.terminal.reading import RulesScreen
from parlour.terminal.saying import score_lines
from parlour.terminal.sheet import Sheet, inked

FRAME = 0.8  # seconds that a moment is shown when the film runs
Shoot = Callable[[int | None], list[wire.ReplayStep]]


class FilmScreen(Screen[None]):
    """The moments of a match. `shoot` makes them for a viewer; it runs in a thread."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,enter", "step(1)", "On"),
        Binding("left,backspace", "step(-1)", "Back"),
        Binding("down,n", "hand(1)", "Next hand"),
        Binding("up,b", "hand(-1)", "Hand before"),
        Binding("home", "jump(0)", "Start", show=False),
        Binding("end", "jump(-1)", "End", show=False),
        Binding("space", "roll", "Run"),
        Binding("v", "eyes", "Eyes"),
        Binding("r", "rules", "Rules"),
        Binding("q,escape", "app.pop_screen", "Close"),
    ]

    def __init__(self, game: Game, names: Sequence[str], shoot: Shoot, seat: int | None = None) -> None:
        super().__init__()
        self.game, self.names, self.shoot, self.seat = game, names, shoot, seat
        self.moments: list[wire.ReplayStep] = []
        self.at = 0
        self.timer: Timer | None = None

    def compose(self) -> ComposeResult:
        """Field and log as at the table."""
        yield Sheet(f"{self.game.title}: replay", id="head", markup=False)
        with Horizontal(id="middle"):
            with VerticalScroll(id="field", can_focus=False):
                yield Sheet(id="drawing", markup=False)
            yield Log()
        yield Sheet("The film is being made.", id="prompt", markup=False)
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """Make the film."""
        self.run_worker(self.load())

    async def load(self) -> None:
        """Make the moments, as the eyes see them."""
        try:
            self.moments = await asyncio.to_thread(self.shoot, self.seat)
        except ParlourError as error:
            self.query_one("#prompt", Sheet).update(f"✗ {error}")
            return
        self.show()

    def on_resize(self) -> None:
        """Draw for the new size."""
        self.show()

    def show(self) -> None:
        """Show the moment."""
        if not self.moments or not self.is_mounted:
            return
        moment = self.moments[self.at]
        view: dict[str, Any] = moment.view
        size = self.query_one("#field").size
        pen = Pen(self.game, self.names, self.seat, (), view["actors"], "", max(30, size.width - 1), size.height)
        if view["over"]:
            pen.line("\n".join(score_lines(view, self.names)), "bold").line()
        look_of(self.game).draw(pen, view)
        self.query_one("#drawing", Sheet).update(inked(pen))
        self.query_one(Log).show(self.told())
        self.query_one("#prompt", Sheet).update(self.where(moment))

    def told(self) -> list[str]:
        """What has happened until now."""
        events = [event for moment in self.moments[: self.at + 1] for event in moment.events]
        lines = [texts.say_event(self.game, event, self.names, self.seat) for event in events]
        return [texts.lower_you(line) for line in lines if line]

    def where(self, moment: wire.ReplayStep) -> str:
        """Which moment this is, what was done, whose eyes these are."""
        who = "the table" if moment.seat == "table" else "" if moment.seat is None else self.names[moment.seat]
        done = f"{who}: {moment.action}" if moment.action else "the beginning"
        eyes = "a spectator" if self.seat is None else self.names[self.seat]
        return f"{self.at} of {len(self.moments) - 1}   {done}   (seen by {eyes})"

    # --- Going about ----------------------------------------------------------------------------------------------

    def go(self, place: int) -> None:
        """Go to a moment."""
        self.at = min(max(0, place), max(0, len(self.moments) - 1))
        self.show()

    def action_step(self, by: int) -> None:
        """A step on or back."""
        self.stop()
        self.go(self.at + by)

    def action_jump(self, place: int) -> None:
        """To the beginning or the end."""
        self.stop()
        self.go(place if place >= 0 else len(self.moments) - 1)

    def action_hand(self, by: int) -> None:
        """To the end of the next hand, or of the one before."""
        self.stop()
        ends = [n for n, each in enumerate(self.moments) if any(e["kind"] == "hand_over" for e in each.events)]
        found = [n for n in ends if n > self.at][:1] if by > 0 else [n for n in ends if n < self.at][-1:]
        self.go(found[0] if found else (len(self.moments) - 1 if by > 0 else 0))

    def action_roll(self) -> None:
        """Let the film run, or stop it."""
        if self.timer is not None:
            self.stop()
        else:
            self.timer = self.set_interval(FRAME, self.roll)

    def roll(self) -> None:
        """The next moment, as the film runs."""
        self.go(self.at + 1)
        if self.at == len(self.moments) - 1:
            self.stop()

    def stop(self) -> None:
        """Stop the film."""
        if self.timer is not None:
            self.timer.stop()
            self.timer = None

    def action_eyes(self) -> None:
        """See it with the next player's eyes, and after the last as a spectator."""
        self.stop()
        after = 0 if self.seat is None else self.seat + 1
        self.seat = after if after < len(self.names) else None
        self.run_worker(self.load())

    def action_rules(self) -> None:
        """The rules in short."""
        self.app.push_screen(RulesScreen(self.game))
