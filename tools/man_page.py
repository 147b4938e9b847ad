"""Writes `docs/man/parlour.1`, the manual page, from what the commands say of themselves.

python tools/man_page.py            writes it
python tools/man_page.py --check    says whether it is up to date
"""

import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from typer.main import get_command

from parlour import __version__
from parlour.cli.app import app

OUT = Path(__file__).parents[1] / "docs" / "man" / "parlour.1"
CODES = {
    "0": "Done.",
    "1": "It could not be done: not verified, unreadable, missing.",
    "2": "Wrongly asked: no such game, option or player.",
    "130": "Interrupted.",
}
ENVIRONMENT = {
    "PARLOUR_*": "Every flag of `parlour serve`, such as PARLOUR_PORT; docs/hosting.md lists them all.",
    "PARLOUR_ENGINE": "What runs the rules: wasm, numba (extra `lab`) or plain, which is slow and for debugging.",
    "NUMBA_CACHE_DIR": "Where the engine numba keeps what it compiled, if not in the user's cache folder.",
    "NO_COLOR": "If set, nothing is coloured.",
}
FILES = {
    "$XDG_DATA_HOME/parlour": "Saved matches, and the tables of a server; usually ~/.local/share/parlour.",
    "$XDG_CACHE_HOME/parlour": "What the engine numba compiled; usually ~/.cache/parlour. It may always be deleted.",
}


def written() -> str:
    """The whole page."""
    root: Any = get_command(app)
    lines = [
        '.\\" Written by tools/man_page.py from the commands: change those, not this file.',
        f'.TH PARLOUR 1 "" "parlour {__version__}" "Games"',
        *section("NAME", ["parlour \\- vintage parlour games, as their rulebooks printed them"]),
        *section("SYNOPSIS", [".B parlour", ".RI [ OPTION ...]", ".I COMMAND", ".RI [ ARGUMENT ...]"]),
        *section("DESCRIPTION", [*prose(root.help), "At a terminal, without a command, it opens a menu."]),
        *section("OPTIONS", parameters(root)),
        *section("COMMANDS", [line for name, command in walk(root, "parlour") for line in entry(name, command)]),
        *section("EXIT STATUS", defined(CODES)),
        *section("ENVIRONMENT", defined(ENVIRONMENT)),
        *section("FILES", defined(FILES)),
        *section("SEE ALSO", ["The pages in docs, and `parlour COMMAND \\-\\-help`."]),
    ]
    return "\n".join(lines) + "\n"


def section(title: str, lines: list[str]) -> list[str]:
    """A section of the page."""
    return [f".SH {title}", *lines]


def walk(group: Any, before: str) -> Iterator[tuple[str, Any]]:
    """All commands, those of groups as well, each with the words that call it."""
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from walk(command, f"{before} {name}")
        else:
            yield f"{before} {name}", command


def entry(name: str, command: Any) -> list[str]:
    """A command: how it is called, what it does, its arguments and options, an example."""
    given = [each for each in command.params if each.param_type_name == "argument"]
    words = [argument_text(each) for each in given]
    synopsis = " ".join([rf"\fB{escaped(name)}\fR", *words, r"[\fIOPTION\fR...]"])
    example = re.search(r"Example: (.*)", command.epilog or "")
    shown = [".PP", "Example:", rf"\fB{escaped(example[1])}\fR"] if example else []
    return [f'.SS "{escaped(name)}"', synopsis, ".PP", *prose(command.help), *parameters(command), *shown]


def argument_text(argument: Any) -> str:
    """An argument in a synopsis, in brackets if it may be left out."""
    name = rf"\fI{escaped(argument.metavar or argument.name.upper())}\fR"
    return name if argument.required else f"[{name}]"


def parameters(command: Any) -> list[str]:
    """What may be given to a command, each with its explanation."""
    lines: list[str] = []
    for each in command.params:
        if each.param_type_name == "argument":
            head = rf"\fI{escaped(each.metavar or each.name.upper())}\fR"
        else:
            names = ", ".join(rf"\fB{escaped(name)}\fR" for name in (*each.opts, *each.secondary_opts))
            head = names if each.is_flag else rf"{names} \fI{escaped(each.metavar or each.name.upper())}\fR"
        lines += [".TP", head, escaped(each.help or "")]
    return lines


def defined(terms: dict[str, str]) -> list[str]:
    """Terms and what they mean."""
    return [line for term, text in terms.items() for line in (".TP", rf"\fB{escaped(term)}\fR", escaped(text))]


def prose(text: str | None) -> list[str]:
    """Paragraphs."""
    parts = [escaped(" ".join(part.split())) for part in inspect.cleandoc(text or "").split("\n\n")]
    return [line for part in parts for line in (part, ".PP")][:-1]


def escaped(text: str) -> str:
    """A text in which nothing is a request or an escape of roff."""
    safe = text.replace("\\", "\\e").replace("-", "\\-").replace('"', "\\(dq").replace("~", "\\(ti")
    return f"\\&{safe}" if safe.startswith((".", "'")) else safe


def main() -> None:
    """Write the page, or check it."""
    if "--check" not in sys.argv:
        OUT.parent.mkdir(parents=True, exist_ok=True)
        OUT.write_text(written(), encoding="utf-8")
    elif not OUT.exists() or OUT.read_text(encoding="utf-8") != written():
        sys.exit(f"{OUT.name} is out of date: python tools/man_page.py writes it")


if __name__ == "__main__":
    main()
