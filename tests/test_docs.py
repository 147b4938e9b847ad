"""The pages tell the truth: their examples run, their generated parts are up to date, their links lead somewhere."""

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from parlour.cli.coverage import find
from parlour.core.rulebook import page

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
TYPED = re.compile(r"^> (.*)$", re.MULTILINE)
LINK = re.compile(r"\]\((?!https?:)([^)#]+)")
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def blocks(page: Path, language: str) -> list[str]:
    return [text for kind, text in BLOCK.findall(page.read_text(encoding="utf-8")) if kind == language]


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "python")], ids=name_of)
def test_python_examples_run(page: Path) -> None:
    text = "\n".join(blocks(page, "python"))
    examples = doctest.DocTestParser().get_doctest(text, {}, name_of(page), str(page), 0)
    told: list[str] = []
    doctest.DocTestRunner(optionflags=FLAGS).run(examples, out=told.append)
    assert examples.examples
    assert not told, "".join(told)


COMMANDS = [
    pytest.param(command, output, id=f"{name_of(page)}: {command}")
    for page in PAGES
    for text in blocks(page, "console")
    for command, output in COMMAND.findall(text)
]


@pytest.mark.parametrize(("command", "output"), COMMANDS)
def test_commands_print_what_the_page_says(command: str, output: str, tmp_path: Path) -> None:
    program, *arguments = shlex.split(command)
    done = subprocess.run(
        [Path(sys.executable).with_name(program), *arguments],
        cwd=tmp_path,
        env=os.environ | {"XDG_DATA_HOME": str(tmp_path)},
        input="".join(f"{line}\n" for line in TYPED.findall(output)),
        capture_output=True,
        text=True,
        check=True,
    )
    assert doctest.OutputChecker().check_output(output, done.stdout, FLAGS), done.stdout


def test_the_rule_coverage_page_is_up_to_date() -> None:
    coverage = find(None, None, ROOT / "tests")
    again = "run `parlour coverage --write docs/rule-coverage.md`"
    assert coverage.problems == ()
    assert (ROOT / "docs" / "rule-coverage.md").read_text(encoding="utf-8") == page(coverage), again


@pytest.mark.rule("C-20")
def test_books_leave_no_number_out() -> None:
    series: dict[str, list[int]] = {}
    for book, _ in find(None, None, ROOT / "tests").books:
        for rule in book.rules:
            stem = rule.id.rstrip("0123456789")
            series.setdefault(stem, []).append(int(rule.id.removeprefix(stem)))
    for stem, numbers in series.items():
        assert sorted(numbers) == list(range(1, len(numbers) + 1)), stem


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    links = LINK.findall(page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []
