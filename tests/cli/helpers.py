"""How the tests run the command line: inside this process, or as a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

from typer.testing import CliRunner, Result

from parlour.cli.app import app

ENV = {"NO_COLOR": "1", "COLUMNS": "100", "TERM": "dumb"}


def run(*arguments: str, text: str = "") -> Result:
    """A command inside this process, with `text` piped in."""
    return CliRunner().invoke(app, list(arguments), input=text, env=ENV)


def start(*arguments: str, home: Path, **more: str) -> subprocess.Popen[bytes]:
    """A command as a process of its own, with pipes."""
    return subprocess.Popen(
        [sys.executable, "-m", "parlour", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | ENV | {"XDG_DATA_HOME": str(home)} | more,
    )


def outcome(*arguments: str, home: Path, text: bytes = b"", **more: str) -> tuple[int, str, str]:
    """Exit code, output and errors of a command that was a process of its own."""
    with start(*arguments, home=home, **more) as process:
        out, err = process.communicate(text, timeout=300)
    return process.returncode, out.decode(), err.decode()
