"""The types of the web client are those of the server."""

import re
import subprocess
import sys
from pathlib import Path

from parlour.games import game
from parlour.table import facts, telling

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "web" / "src" / "wire.ts").read_text()
SAMPLES = [
    facts.Begun(1),
    facts.Joined(0, "Ann", b""),
    facts.Acted(0, (1,), "person"),
    facts.Stirred(0, b"\1"),
    facts.TakenBack(3),
    facts.Restored(3, 2),
    facts.Said(0, "hello"),
]


def names_in(body: str) -> set[str]:
    return set(re.findall(r"(\w+)\??: ", body))


def test_the_committed_file_is_up_to_date() -> None:
    tool = [sys.executable, "tools/wire_types.py", "--check"]
    done = subprocess.run(tool, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_match_has_the_fields_that_the_client_is_told_of() -> None:
    body = re.search(r"interface MatchView.*?{\n(.*?)\n}", PAGE, re.DOTALL)
    assert body is not None
    assert names_in(body[1]) == set(game("cam").match(seed=1).view(0))


def test_news_has_the_fields_that_the_client_is_told_of() -> None:
    for fact in SAMPLES:
        told = telling.news(fact)
        assert told is not None
        body = re.search(rf"  \| {{ (is: '{told['is']}'.*?) }}", PAGE)
        assert body is not None, told
        assert names_in(body[1]) == set(told)
