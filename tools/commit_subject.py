"""Refuse a commit whose subject is longer than 72 characters; pre-commit calls it with the file of the message."""

import sys
from pathlib import Path

LONGEST = 72
MADE_BY_GIT = ("fixup! ", "squash! ", "amend! ")  # a rebase takes them away again
SCISSORS = "# ------------------------ >8"  # below it `git commit --verbose` shows the change


def subject(message: str) -> str:
    """The first line of a message that says something, as git takes it: comments and empty lines do not count."""
    written = message.partition(SCISSORS)[0].splitlines()
    said = (line.strip() for line in written if not line.startswith("#"))
    return next((line for line in said if line), "")


def trouble(message: str) -> str:
    """What is wrong with a commit message; nothing if all is well."""
    line = subject(message)
    if len(line) <= LONGEST or line.startswith(MADE_BY_GIT):
        return ""
    return (
        f"The subject has {len(line)} characters; {LONGEST} is the most:\n"
        f"  {line[:LONGEST]}|{line[LONGEST:]}\n"
        "Shorten it, and say the rest below an empty line. "
        'Your message is kept: git commit -e -F "$(git rev-parse --git-path COMMIT_EDITMSG)"'
    )


def main() -> None:
    """Look at the message in the file that is named."""
    if found := trouble(Path(sys.argv[1]).read_text(encoding="utf-8")):
        sys.exit(found)


if __name__ == "__main__":
    main()
