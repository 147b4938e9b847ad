"""The command line on a real terminal: colours, completion, the pager, the bar, and Ctrl-C."""

import os
import pty
import re
import select
import subprocess
import sys
from pathlib import Path
from types import TracebackType

import pytest

from parlour.games import names
from tests.cli.helpers import heeding_ctrl_c, press_ctrl_c
from tests.short import flags
from tests.waiting import STEP, TEST, until


class Terminal:
    """A command in a terminal of its own, to type to and to read from."""

    def __init__(self, *arguments: str, home: Path, **env: str) -> None:
        self.fd, theirs = pty.openpty()
        command = [sys.executable, "-m", "parlour", *arguments]
        sit = f"import os; os.login_tty({theirs}); os.execv({sys.executable!r}, {command!r})"
        surroundings = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
        surroundings |= {"TERM": "xterm", "COLUMNS": "100", "LINES": "40", "XDG_DATA_HOME": str(home)} | env
        with heeding_ctrl_c():
            self.process = subprocess.Popen([sys.executable, "-c", sit], pass_fds=[theirs], env=surroundings)
        os.close(theirs)
        self.seen = ""

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.fd)

    def expect(self, wanted: str) -> str:
        """Read until a text has come; all that came since the last time."""

        def came() -> bool:
            more = self.read()
            assert more or wanted in self.seen, self.seen
            return wanted in self.seen

        until(came, lambda: self.seen, TEST)
        since, self.seen = self.seen, ""
        return since

    def read(self) -> bool:
        """Read what there is; False when there will be no more."""
        while select.select([self.fd], [], [], 0)[0]:
            try:
                self.seen += os.read(self.fd, 65536).decode(errors="replace")
            except OSError:
                return False
        return True

    def type(self, text: str) -> None:
        """Type a text."""
        os.write(self.fd, text.encode())

    def leave(self) -> tuple[int, str]:
        """Wait for the end; the exit code, and the rest of what was printed."""
        until(lambda: not self.read(), lambda: self.seen, TEST)
        return self.process.wait(timeout=STEP), self.seen


@pytest.mark.parametrize("no_color", [True, False])
def test_parlour_alone_opens_the_menu_and_ctrl_c_closes_it(home: Path, no_color: bool) -> None:
    with Terminal(home=home, **({"NO_COLOR": "1"} if no_color else {})) as terminal:
        seen = terminal.expect("[1] > ")
        assert "Watch computer players" in seen
        assert ("\x1b[1m" in seen) is not no_color
        press_ctrl_c(terminal.process, lambda: terminal.type("\x03"))
        assert terminal.leave()[0] == 130


def test_the_tab_key_completes_what_may_be_typed(home: Path) -> None:
    with Terminal("play", names()[-1], "--seed", "3", home=home) as terminal:
        terminal.expect("> ")
        terminal.type("sco\t")
        terminal.expect("score")
        terminal.type("\n")
        terminal.expect("Mabel")
        terminal.type("quit\n")
        assert terminal.leave()[0] == 0


def test_no_escape_codes_on_a_dumb_terminal(home: Path) -> None:
    with Terminal("play", names()[-1], "--seed", "3", home=home, TERM="dumb") as terminal:
        assert "\x1b[1m" not in terminal.expect("> ")
        terminal.type("quit\n")
        assert terminal.leave()[0] == 0


def test_computer_players_are_watched_turn_by_turn(home: Path) -> None:
    name = names()[-1]
    table = ("play", name, "--watch", "--seed", "2", *flags(name), "--opponents", "rulebook")
    with Terminal(*table, home=home) as terminal:
        assert "Enter shows the next turn" in terminal.expect("> ")
        for answer, reply in (("faster\n", "Enter, a number, all, or quit."), ("\n", "> "), ("3\n", "> ")):
            terminal.type(answer)
            terminal.expect(reply)
        terminal.type("all\n")
        code, rest = terminal.leave()
    assert code == 0
    assert "settlement" in rest


@pytest.mark.parametrize(("answer", "code"), [("quit\n", 0), ("\x04", 0), ("\x03", 130)])
def test_somebody_who_has_seen_enough_may_leave(home: Path, answer: str, code: int) -> None:
    name = names()[-1]
    with Terminal("play", name, "--watch", "--seed", "3", "--opponents", "rulebook", home=home) as terminal:
        terminal.expect("> ")
        press_ctrl_c(terminal.process, lambda: terminal.type(answer))
        assert terminal.leave()[0] == code


def test_rules_are_laid_out_and_paged(home: Path) -> None:
    with Terminal("rules", names()[-1], home=home, PAGER="cat") as terminal:
        code, text = terminal.leave()
    assert code == 0
    assert "C-05" not in text
    assert re.search(r"[A-Z]+-\d\d", text)
    assert "|---|" not in text


def test_a_long_series_shows_a_bar(home: Path) -> None:
    name = names()[-1]
    with Terminal("simulate", name, "--matches", "3", *flags(name), "--policy", "random", home=home) as terminal:
        code, text = terminal.leave()
    assert code == 0
    assert "Playing" in text
    assert "Seats" in text
