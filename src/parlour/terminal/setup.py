"""Setting a match up: who plays, how well, and every switch of the rules with its help."""

from dataclasses import dataclass
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static

from parlour.core.game import Game
from parlour.core.options import Choice, Option, Switch
from parlour.errors import ParlourError
from parlour.table import wire
from parlour.terminal.house import Setup
from parlour.terminal.reading import Question, RulesScreen
from parlour.terminal.saying import value_text
from parlour.terminal.sheet import Sheet

LEVELS = ("rulebook", "novice", "casual", "strong", "master", "random")
PACES = {"at once": 0.0, "can be followed": 0.7, "slow": 2.0}
WATCH = "watch"


@dataclass
class Row:
    """Something to set: its values if there are a few, the option behind it if there is one."""

    name: str
    value: str
    help: str
    values: tuple[str, ...] = ()
    option: Option | None = None
    usual: str = ""

    def line(self) -> str:
        """As it is listed; a star marks what is not as printed."""
        mark = "*" if self.option is not None and self.value != self.usual else " "
        return f"{mark} {self.name:24} {self.value}"


def rows_of(game: Game, watch: bool) -> list[Row]:
    """Everything that can be set for a game."""
    numbers = tuple(str(number) for number in range(game.fewest, game.most + 1))
    seats = [game.seat_name(seat) for seat in range(game.usual)]
    return [
        Row("seats", str(game.usual), f"How many play: {numbers[0]} to {numbers[-1]}.", numbers),
        Row("you", WATCH if watch else seats[0], "Your seat, or watch the computer players.", (*seats, WATCH)),
        Row("computer players", LEVELS[0], "How well they play: " + ", ".join(LEVELS) + ".", LEVELS),
        Row("pace", "can be followed", "How long the computer players wait before they act.", tuple(PACES)),
        Row("seed", "", "Any word makes the deals repeatable; left empty they are secret."),
        *(option_row(option) for option in game.options),
    ]


def option_row(option: Option) -> Row:
    """A switch of the rules."""
    usual = value_text("live" if option.name == "pace" else option.default)
    values = option.choices if isinstance(option, Choice) else ("on", "off") if isinstance(option, Switch) else ()
    help = f"{option.help} Takes {option.values}. ({option.rule})"
    return Row(f"{option.name} " if option.name == "pace" else option.name, usual, help, values, option, usual)


class SetupScreen(Screen[Setup | None]):
    """Returns the setup, or nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("b", "begin", "Begin"),
        Binding("right", "turn(1)", "Next value"),
        Binding("left", "turn(-1)", "Value before"),
        Binding("r", "rules", "Rules"),
        Binding("escape,q", "dismiss", "Back"),
    ]

    def __init__(self, game: Game, watch: bool = False) -> None:
        super().__init__()
        self.game = game
        self.rows = rows_of(game, watch)

    def compose(self) -> ComposeResult:
        """The list and the help of what is marked."""
        yield Static(f"{self.game.title}  ·  {self.game.year}, {self.game.maker}", id="head", markup=False)
        yield OptionList("  Begin", *(row.line() for row in self.rows), id="rows", markup=False)
        yield Sheet(self.game.summary, id="help", markup=False)
        yield Footer(show_command_palette=False)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Say what the marked line is for."""
        place = event.option_index
        text = f"{self.game.summary} Enter begins; ← and → change a value." if place == 0 else self.rows[place - 1].help
        self.query_one("#help", Sheet).update(text)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Begin, or change the line."""
        if event.option_index == 0:
            self.action_begin()
            return
        row = self.rows[event.option_index - 1]
        if row.values:
            self.action_turn(1)
        else:
            check = row.option.encode if row.option is not None else str
            self.app.push_screen(Question(row.name, row.value, row.help, check), lambda text: self.typed(row, text))

    def typed(self, row: Row, text: str | None) -> None:
        """A value that was typed."""
        if text or (text is not None and row.option is None):
            self.set(row, text)

    def action_turn(self, by: int) -> None:
        """The next value of the marked line."""
        place = self.query_one(OptionList).highlighted
        row = self.rows[place - 1] if place else None
        if row is not None and row.values:
            self.set(row, row.values[(row.values.index(row.value) + by) % len(row.values)])

    def set(self, row: Row, value: str) -> None:
        """Set a line; other seats may follow from how many there are."""
        row.value = value
        if row.name == "seats":
            you = self.rows[1]
            you.values = (*(self.game.seat_name(seat) for seat in range(int(value))), WATCH)
            you.value = you.value if you.value in you.values else you.values[0]
        listed = self.query_one(OptionList)
        for place, each in enumerate(self.rows, 1):
            listed.replace_option_prompt_at_index(place, each.line())

    def action_begin(self) -> None:
        """Begin, if the switches go together."""
        try:
            self.dismiss(self.setup())
        except ParlourError as error:
            self.query_one("#help", Sheet).update(f"✗ {error}")

    def setup(self) -> Setup:
        """What was set; an error if it cannot be played so."""
        seats, you, level, pace, seed = (row.value for row in self.rows[:5])
        options: dict[str, Any] = {
            row.option.name: row.value for row in self.rows if row.option is not None and row.value != row.usual
        }
        self.game.check_options(self.game.complete_options(options))
        place = self.rows[1].values.index(you)
        settings = wire.Settings(friendly=True, bot_delay=PACES[pace], pause=6.0 if PACES[pace] else 0.0)
        mine = None if you == WATCH else place
        return Setup(self.game.name, int(seats), mine, (level,), options, seed or None, settings=settings)

    def action_rules(self) -> None:
        """The rules in short."""
        self.app.push_screen(RulesScreen(self.game))
