"""The command line: `parlour`, one file a command. Nothing here knows a rule of any game."""

import sys
import warnings


def main() -> None:
    """Run the command line."""
    from parlour.cli.app import app
    from parlour.terminal.plain.screen import complain

    warnings.showwarning = lambda message, *_: complain(str(message))
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a sign that cannot be read or shown becomes a question mark
    app(prog_name="parlour")
