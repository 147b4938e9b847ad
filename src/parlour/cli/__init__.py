"""The command line: `parlour`, one file a command. Nothing here knows a rule of any game."""

import sys


def main() -> None:
    """Run the command line."""
    from parlour.cli.app import app

    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that lacks a sign shows a question mark
    app(prog_name="parlour")
