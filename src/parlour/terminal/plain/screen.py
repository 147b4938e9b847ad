"""Line by line talk with somebody: plain text that works in any terminal, over a pipe and with a screen reader."""

import os
import shutil
import sys
import textwrap
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from parlour.errors import ParlourError

if TYPE_CHECKING:
    from rich.console import Console

FAILED, INTERRUPTED = 1, 130  # codes that a program ends with
PIPE_WIDTH = 120  # columns of what is read by another program or goes to a file
BOLD, DIM, OFF = "\x1b[1m", "\x1b[2m", "\x1b[0m"


class Screen:
    """Says and asks. Bold and dim only where the terminal has them and nobody minds (NO_COLOR)."""

    def __init__(self) -> None:
        dumb = os.environ.get("TERM", "dumb") == "dumb"
        self.styled = sys.stdout.isatty() and not dumb and "NO_COLOR" not in os.environ
        self.typed = sys.stdin.isatty()
        self.width = shutil.get_terminal_size().columns
        self._complete_words()

    def say(self, text: str = "", style: str = "") -> None:
        """Print a text; on a terminal, lines that are too long for it are broken between words."""
        if sys.stdout.isatty():
            text = "\n".join(map(fitted, text.split("\n")))
        print(f"{style}{text}{OFF}" if style and self.styled else text, flush=True)

    def ask(self, prompt: str = "> ") -> str:
        """What somebody types; `EOFError` when nobody is left to type."""
        line = input(prompt)
        if not self.typed:
            self.say(printable(line[:200]))  # so that the text of a piped session can be read afterwards
        return line.strip()

    def agree(self, question: str, usual: bool) -> bool:
        """A yes or a no."""
        while True:
            answer = self.ask(f"{question} [{'Y/n' if usual else 'y/N'}] > ").lower()
            if answer in ("", "y", "yes", "n", "no"):
                return usual if not answer else answer[0] == "y"
            self.say("Please answer yes or no.")

    def choose(self, title: str, items: Sequence[str], usual: int = 0) -> int:
        """The place of one of several items, by its number; Enter takes the usual one."""
        self.say(title, BOLD)
        for number, item in enumerate(items, start=1):
            self.say(f"  {number}  {item}")
        while True:
            answer = self.ask(f"[{usual + 1}] > ")
            if not answer:
                return usual
            if 1 <= typed_number(answer) <= len(items):
                return typed_number(answer) - 1
            self.say(f"Please type a number from 1 to {len(items)}, or Enter for {usual + 1}.")

    def get(self, prompt: str, parse: Callable[[str], object]) -> str:
        """Something that `parse` accepts; its error is told and the question asked again."""
        while True:
            answer = self.ask(prompt)
            try:
                parse(answer)
            except ParlourError as error:
                self.say(str(error))
            else:
                return answer

    # --- Completion -------------------------------------------------------------------------------------------

    words: Sequence[str] = ()

    def _complete_words(self) -> None:
        """Let the Tab key complete what may be typed, where the terminal can edit lines."""
        if not (self.typed and sys.stdout.isatty()):
            return
        try:
            import readline
        except ImportError:
            return
        readline.set_completer_delims("")
        readline.set_completer(self._completion)
        readline.parse_and_bind("tab: complete")

    def _completion(self, start: str, number: int) -> str | None:
        found = [word for word in self.words if word.lower().startswith(start.lower())]
        return found[number] if number < len(found) else None


def fitted(line: str) -> str:
    """A line broken to the width of the terminal."""
    width = shutil.get_terminal_size().columns
    return line if len(line) <= width else "\n".join(textwrap.wrap(line, width, drop_whitespace=True))


def typed_number(text: str) -> int:
    """A whole number that somebody typed, -1 if it is none or absurdly long."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else -1


def complain(text: str) -> None:
    """One line on the error stream."""
    print(f"parlour: {printable(text)}", file=sys.stderr, flush=True)


def at_a_terminal() -> bool:
    """Whether somebody sits in front of this program."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def printable(text: str) -> str:
    """A text from elsewhere without anything that a terminal might take for a command."""
    return "".join(sign if sign.isprintable() or sign == "\n" else "?" for sign in text)


def console(error: bool = False) -> "Console":
    """Where tables and pages are printed: as wide as the terminal, colours only if it has them."""
    from rich.console import Console

    stream = sys.stderr if error else sys.stdout
    return Console(stderr=error, highlight=False, width=None if stream.isatty() else PIPE_WIDTH)


def show_book(text: str) -> None:
    """The whole book, a screen at a time on a terminal."""
    from rich.markdown import Markdown

    page = console()
    os.environ.setdefault("LESS", "-FRX")
    if page.is_terminal and not page.is_dumb_terminal:
        with page.pager(styles=page.color_system is not None):
            page.print(Markdown(text))
    else:
        print(text)
