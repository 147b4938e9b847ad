"""Things to read over the table: the rules, a hint, the keys."""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Markdown, OptionList, Static

from parlour.core.game import Game
from parlour.core.texts import digits_for, lower_you, say_action, say_worth, unit_of
from parlour.errors import ParlourError
from parlour.games.rulebooks import find_rule, rule_text
from parlour.terminal.sheet import Sheet

CHOSEN = "*"  # what is recommended
KEYS = """\
# Keys

| key | what it does |
|---|---|
| arrows, Enter | choose what to do; or click on it, on a card, or on a square |
| `/` | type an action in the game's notation, or the number of a choice |
| Escape | back: let go of a piece, close what is open |
| h | a hint: the best choices, what each would probably bring, and why |
| r | the rules in short, and the rule that the last refusal cites |
| u | take your last decision back |
| l | the log wide, or small again |
| c | say something (at a server's table) |
| p | pause, or go on |
| s | save the match |
| ? | these keys |
| q | leave; a match at home is saved and can be resumed |

What you can do stands in brackets on the table; ▶ marks who is to act. Nothing is told by colour alone, and `NO_COLOR`
switches colours off.
"""


class Page(ModalScreen[None]):
    """A page of text."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "dismiss", "Close")]

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text

    def compose(self) -> ComposeResult:
        """The text, to scroll."""
        with VerticalScroll(classes="page"):
            yield Markdown(self.text)
        yield Static("Escape closes this", classes="foot")

    def on_mount(self) -> None:
        """Let the arrows scroll it."""
        self.query_one(VerticalScroll).focus()


class RulesScreen(ModalScreen[None]):
    """The guide of a game, and any numbered rule of it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss", "Close")]

    def __init__(self, game: Game, rule: str = "") -> None:
        super().__init__()
        self.game = game
        self.rule = rule

    def compose(self) -> ComposeResult:
        """A field for the number of a rule, the rule, the guide."""
        with Vertical(classes="page"):
            yield Input(self.rule, placeholder="The number of a rule, as refusals cite it", compact=True)
            yield Sheet(classes="rule", markup=False)
            with VerticalScroll():
                yield Markdown(guide_of(self.game))
        yield Static("Enter finds a rule. Escape closes this", classes="foot")

    def on_mount(self) -> None:
        """Show the rule that was asked for."""
        self.find(self.rule)
        (self.query_one(VerticalScroll) if self.rule else self.query_one(Input)).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Find another rule."""
        self.find(event.value)

    def find(self, id: str) -> None:
        """Show a rule, or say that there is none."""
        try:
            text = rule_text(find_rule(self.game, id)) if id.strip() else ""
        except ParlourError as error:
            text = str(error)
        self.query_one(".rule", Sheet).update(text)


def guide_of(game: Game) -> str:
    """The rules in short; diagrams for browsers become plain lines of cards."""
    if not game.has_text("guide.md"):
        return game.text("RULES.md")
    lines = game.text("guide.md").splitlines()
    return "\n".join("```" if line.startswith("```") and len(line) > 3 else line for line in lines)


class Hint(ModalScreen[str]):
    """The best choices, to be taken by Enter or a click."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,h", "dismiss('')", "Close")]

    def __init__(self, game: Game, choices: Sequence[dict[str, Any]], names: Sequence[str]) -> None:
        super().__init__()
        self.choices = choices
        self.told = [say_action(game, choice["text"], names) for choice in choices]
        self.unit = unit_of(game)

    def compose(self) -> ComposeResult:
        """The list, by worth; what is recommended is ready to be taken."""
        with Vertical(classes="page hint"):
            yield Static(f"By worth: {self.unit}. {CHOSEN} marks what a master would do.", markup=False)
            digits = digits_for(choice["value"] for choice in self.choices if not choice["note"])
            lines = [hint_line(choice, told, digits) for choice, told in zip(self.choices, self.told, strict=True)]
            chosen = next((i for i, choice in enumerate(self.choices) if choice["chosen"]), 0)
            (options := OptionList(*lines, markup=False)).highlighted = chosen
            yield options
        yield Static("Enter does it. Escape closes this", classes="foot")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Do that."""
        self.dismiss(self.choices[event.option_index]["text"])


def hint_line(choice: dict[str, Any], told: str, digits: int) -> str:
    """A choice, what it is worth, and why."""
    worth = choice["note"] or say_worth(choice["value"], choice["error"], digits)
    mark = CHOSEN if choice["chosen"] else " "
    return f"{mark} {told:24} {worth:>12}   {lower_you(choice['reason'])}".rstrip()


class Question(ModalScreen[str]):
    """Asks for a line of text."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss('')", "Back")]

    def __init__(self, title: str, value: str = "", help: str = "", check: Callable[[str], Any] = str) -> None:
        super().__init__()
        self.title_text, self.value, self.help_text, self.check = title, value, help, check

    def compose(self) -> ComposeResult:
        """The question and a field."""
        with Vertical(classes="question"):
            yield Static(self.title_text, classes="title", markup=False)
            yield Static(self.help_text, markup=False)
            yield Input(self.value)
            yield Sheet(classes="rule", markup=False)
        yield Static("Enter takes it. Escape goes back", classes="foot")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take what was typed, if it can be taken."""
        try:
            self.check(event.value.strip())
        except ParlourError as error:
            self.query_one(".rule", Sheet).update(str(error))
            return
        self.dismiss(event.value.strip())
