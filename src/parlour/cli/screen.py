"""Line by line talk with somebody: plain text that works in any terminal, over a pipe and with a screen reader."""

import os
import shutil
import sys
import textwrap
from collections.abc import Callable, Sequence

from parlour.cli.common import plain

BOLD, DIM, OFF = "\x1b[1m", "\x1b[2m", "\x1b[0m"


class Screen:
    """Says and asks. Bold and dim only where the terminal has them and nobody minds (NO_COLOR)."""

    def __init__(self) -> None:
        dumb = os.environ.get("TERM", "dumb") == "dumb"
        self.styled = sys.stdout.isatty() and not dumb and "NO_COLOR" not in os.environ
        self.typed = sys.stdin.isatty()
        self._complete_words()

    def say(self, text: str = "", style: str = "") -> None:
        """Print a text; on a terminal, lines that are too long for it are broken between words."""
        if sys.stdout.isatty():
            text = "\n".join(map(fitted, text.split("\n")))
        print(f"{style}{text}{OFF}" if style and self.styled else text, flush=True)

    def ask(self, prompt: str = "> ") -> str:
        """What somebody types; `EOFError` when there is nobody any more."""
        line = input(prompt)
        if not self.typed:
            self.say(plain(line[:200]))  # so that the text of a piped session can be read afterwards
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
        from parlour.errors import ParlourError

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
