"""The manual page has all commands, is up to date, and reads well."""

import shutil
import subprocess

import pytest
from tests.tools.loading import tool
from typer.main import get_command

from parlour.cli.app import app

man_page = tool("man_page")


def test_the_page_is_up_to_date() -> None:
    assert man_page.OUT.read_text(encoding="utf-8") == man_page.written(), "run `python tools/man_page.py`"


def test_every_command_and_option_is_in_it() -> None:
    page = man_page.written().replace("\\-", "-")
    for name, command in man_page.walk(get_command(app), "parlour"):
        assert f'.SS "{name}"' in page
        for each in command.params:
            assert all(f"\\fB{option}\\fR" in page for option in each.opts if option.startswith("-"))


@pytest.mark.skipif(shutil.which("groff") is None, reason="there is no groff to read it with")
def test_groff_finds_nothing_wrong_with_it() -> None:
    done = subprocess.run(["groff", "-man", "-ww", "-Tutf8", man_page.OUT], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert "parlour - vintage parlour games" in " ".join(done.stdout.split())


@pytest.mark.parametrize(("text", "safe"), [(".hidden", "\\&.hidden"), ("a-b", "a\\-b"), ("\\n", "\\en")])
def test_nothing_is_taken_for_a_request(text: str, safe: str) -> None:
    assert man_page.escaped(text) == safe
