"""The pages tell the truth: their examples run, their generated parts are up to date, their links lead somewhere.

What is done with a fenced block is said by its language:

    | language      | what is done                                                                      |
    |---------------|-----------------------------------------------------------------------------------|
    | python        | a doctest, all of a page in order, with what the earlier ones defined             |
    | py            | run in order in a folder of its own, or the very text of a file of docs/examples  |
    | console       | commands after `$` are run, and print what stands below                           |
    | sh            | every line is run, in order, and must succeed                                     |
    | json, toml    | parsed                                                                            |
    | board, cards  | drawn                                                                             |
    | caddy, nginx  | a real one is started with it, by tests/server/test_proxies.py                    |
    | text          | shown, so it may not be a command                                                 |

A block after `<!-- not run: why -->` is not run. Its `parlour` commands must still be right: they are read as the
command line reads them. `NOT_RUN` counts those blocks, so that no one is added unseen.
"""

import doctest
import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
import typer.main

from parlour.cli.app import app
from parlour.cli.coverage import find
from parlour.core.check.rulebook import page

ROOT = Path(__file__).parent.parent
GUIDES = sorted((ROOT / "src" / "parlour" / "games").glob("*/guide*.md"))
REPORTS = set((ROOT / "docs" / "strength").glob("*/report.md"))  # written by `parlour arena`
PAGES = sorted({*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")} - REPORTS)
FENCE = re.compile(
    r"^(?: *<!-- not run: (?P<why>.+?) -->\n)?(?P<fence> *```+)(?P<info>.*)\n(?P<text>(?:.*\n)*?)(?P=fence)$",
    re.MULTILINE,
)
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
TYPED = re.compile(r"^> (.*)$", re.MULTILINE)
LINK = re.compile(r"\]\((?!https?:|mailto:|/)([^)#]+)")
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
KNOWN = {"python", "py", "console", "sh", "json", "toml", "board", "cards", "text", "caddy", "nginx"}

NOT_RUN = {
    "CONTRIBUTING.md": 1,
    "README.md": 2,
    "docs/arena.md": 1,
    "docs/bots.md": 1,
    "docs/data.md": 1,
    "docs/endgames.md": 1,
    "docs/figures.md": 1,
    "docs/hosting.md": 4,
    "docs/learning.md": 2,
    "docs/ninth-game.md": 1,
    "docs/performance.md": 2,
    "docs/quickstart.md": 3,
    "docs/release.md": 1,
    "docs/reliability.md": 2,
    "docs/review.md": 1,
    "docs/strength/honors4-best.md": 2,
    "docs/strength/kardkelly-best.md": 2,
    "docs/strength/panel.md": 1,
    "docs/strength/yardstick.md": 1,
}


@dataclass(frozen=True)
class Block:
    """A fenced block: the page, what it is, its text, and why it is not run if it is not."""

    page: Path
    language: str
    text: str
    why: str | None = None
    info: str = ""

    @property
    def game(self) -> str:
        """Whose cards: as the fence says, or those of the guide's game."""
        named = re.search(r'game="(\w+)"', self.info)
        return named[1] if named else self.page.parent.name


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def all_blocks() -> Iterator[Block]:
    for path in (*PAGES, *GUIDES):
        for found in FENCE.finditer(path.read_text(encoding="utf-8")):
            language = re.split(r"[\s{]+", found["info"].lstrip("{. "))[0]
            if "snippet" not in language and "--8<--" not in found["text"]:  # what is put in has tests of its own
                yield Block(path, language, dedent(found["text"]), found["why"], found["info"])


BLOCKS = list(all_blocks())


def blocks(page: Path, *languages: str) -> list[Block]:
    return [block for block in BLOCKS if block.page == page and block.language in languages and block.why is None]


def pages_with(*languages: str) -> list[Path]:
    return sorted({block.page for block in BLOCKS if block.language in languages and block.why is None})


def test_every_block_says_what_it_is() -> None:
    strange = [(name_of(b.page), b.language, b.text[:60]) for b in BLOCKS if b.why is None and b.language not in KNOWN]
    assert strange == []
    told = [block.text for block in BLOCKS if block.language == "text"]
    assert [text for text in told if re.search(r"^(\$|parlour|python|\./) ?", text, re.MULTILINE)] == []


def test_what_is_not_run_is_counted() -> None:
    assert dict(sorted(Counter(name_of(b.page) for b in BLOCKS if b.why).items())) == NOT_RUN


def shell_lines(block: Block) -> list[list[str]]:
    return [words for line in block.text.splitlines() if (words := shlex.split(line, comments=True))]


NOT_RUN_COMMANDS = [
    pytest.param(words[1:], id=f"{name_of(block.page)}: {shlex.join(words)}"[:90])
    for block in BLOCKS
    if block.why and block.language == "sh"
    for words in shell_lines(block)
    if words[0] == "parlour"
]


@pytest.mark.parametrize("words", NOT_RUN_COMMANDS)
def test_commands_that_are_not_run_are_right(words: list[str]) -> None:
    command: Any = typer.main.get_command(app)
    while hasattr(command, "commands"):
        assert words[0] in command.commands
        command, words = command.commands[words[0]], words[1:]
    command.make_context("parlour", list(words))


@pytest.mark.parametrize("page", pages_with("python"), ids=name_of)
def test_python_examples_run(page: Path) -> None:
    text = "\n".join(block.text for block in blocks(page, "python"))
    examples = doctest.DocTestParser().get_doctest(text, {}, name_of(page), str(page), 0)
    told: list[str] = []
    doctest.DocTestRunner(optionflags=FLAGS).run(examples, out=told.append)
    assert examples.examples
    assert not told, "".join(told)


@pytest.mark.plain("they would compile games of their own")
@pytest.mark.parametrize("page", pages_with("py"), ids=name_of)
def test_scripts_run_or_are_files_that_do(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = [path.read_text(encoding="utf-8") for path in (ROOT / "docs" / "examples").glob("*.py")]
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(ROOT))
    names: dict[str, object] = {"__name__": "__main__"}
    for block in blocks(page, "py"):
        if not any(block.text.strip() in file for file in files):
            exec(compile(block.text, name_of(page), "exec"), names)


@pytest.mark.parametrize("page", pages_with("json", "toml"), ids=name_of)
def test_data_can_be_read(page: Path) -> None:
    for block in blocks(page, "json"):
        json.loads(block.text)
    for block in blocks(page, "toml"):
        tomllib.loads(block.text)


@pytest.mark.parametrize("page", pages_with("board", "cards"), ids=name_of)
def test_diagrams_can_be_drawn(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT))
    board, cards = import_module("tools.site.board"), import_module("tools.site.cards")
    for block in blocks(page, "board", "cards"):
        line, _, caption = block.text.partition("\n")
        assert "<svg" in (board.draw(line) if block.language == "board" else cards.row(block.game, line))
        assert caption.strip()


COMMANDS = [
    pytest.param(command, output, id=f"{name_of(block.page)}: {command}")
    for block in BLOCKS
    if block.language == "console" and block.why is None
    for command, output in COMMAND.findall(block.text)
]


def run_as_written(words: list[str], folder: Path, typed: str = "") -> str:
    program, *arguments = words
    own = Path(sys.executable).with_name(program)
    done = subprocess.run(
        [own if own.exists() else program, *arguments],
        cwd=folder,
        env=os.environ | {"XDG_DATA_HOME": str(folder)},
        input=typed,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize(("command", "output"), COMMANDS)
def test_commands_print_what_the_page_says(command: str, output: str, tmp_path: Path) -> None:
    typed = "".join(f"{line}\n" for line in TYPED.findall(output))
    printed = run_as_written(shlex.split(command), tmp_path, typed)
    assert doctest.OutputChecker().check_output(output, printed, FLAGS), printed


@pytest.mark.parametrize("page", pages_with("sh"), ids=name_of)
def test_shell_lines_succeed(page: Path, tmp_path: Path) -> None:
    for block in blocks(page, "sh"):
        for words in shell_lines(block):
            run_as_written(words, tmp_path)


def test_the_rule_coverage_page_is_up_to_date() -> None:
    coverage = find(None, ROOT / "tests")
    again = "run `parlour coverage --write docs/rule-coverage.md`"
    assert coverage.problems == ()
    assert (ROOT / "docs" / "rule-coverage.md").read_text(encoding="utf-8") == page(coverage), again


@pytest.mark.rule("C-20")
def test_books_leave_no_number_out() -> None:
    series: dict[str, list[int]] = {}
    for book, _ in find(None, ROOT / "tests").books:
        for rule in book.rules:
            stem = rule.id.rstrip("0123456789")
            series.setdefault(stem, []).append(int(rule.id.removeprefix(stem)))
    for stem, numbers in series.items():
        assert sorted(numbers) == list(range(1, len(numbers) + 1)), stem


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    links = LINK.findall(page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []
