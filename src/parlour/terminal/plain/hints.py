"""A hint as a small table: the choices by worth, what each would probably bring, and why."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from parlour.core.texts import digits_for, lower_you, say_action, say_worth, unit_of
from parlour.terminal.plain.choices import Choices
from parlour.terminal.plain.screen import console, printable

if TYPE_CHECKING:
    from parlour.bots.explain import Candidate
    from parlour.core.match import Match

MOST_HINTED = 6
CHOSEN = "*"


def show_choices(match: "Match", seat: int, names: Sequence[str], choices: Choices) -> None:
    """Print what the best player thinks of the choices, by worth, each with the number to type for it."""
    from rich import box
    from rich.table import Table as Grid
    from rich.text import Text

    from parlour.bots.explain import explain

    explanation = explain(match, seat, names=names, most=MOST_HINTED)
    caption = f"worth: {unit_of(match.game)}, as a {explanation.level} player sees it"
    if match.game.evaluation is None:
        caption += "; ± standard error"
    if not explanation.choices[0].chosen:
        caption += f". {CHOSEN} is recommended: the difference is within the error"
    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, caption=caption, caption_justify="left")
    grid.add_column("", justify="right")
    grid.add_column("", no_wrap=True)
    grid.add_column("choice", no_wrap=True)
    grid.add_column("worth", justify="right", no_wrap=True)
    grid.add_column("looked at", justify="right")
    grid.add_column("why")
    digits = digits_for(choice.value for choice in explanation.choices if not choice.note)
    for choice in explanation.choices:
        told = say_action(match.game, choice.text, names)
        worth = worth_of(choice, digits)
        mark = CHOSEN if choice.chosen else ""
        cells = (label_of(choice.text, choices), mark, choice.text, worth, f"{choice.visits:,}", why(choice, told))
        grid.add_row(*(Text(cell) for cell in cells))
    console().print(grid)


def label_of(text: str, choices: Choices) -> str:
    """The number to type for a choice, if it is in the list."""
    return choices.labels[choices.texts.index(text)] if text in choices.texts else ""


def worth_of(choice: "Candidate", digits: int) -> str:
    """What a choice would bring: certainty if there is any, else what it is worth, and how sure that is."""
    return choice.note or say_worth(choice.value, choice.error, digits)


def why(choice: "Candidate", told: str) -> str:
    """What it is in words, if they are not its notation, and the reason, as said to you."""
    reason = lower_you(printable(choice.reason))
    return reason if told.lower() == choice.text.lower() else printable(f"{told}; {reason}" if reason else told)
