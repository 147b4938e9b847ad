"""Whatever is typed, `parlour play` answers; it never breaks, and what it saves can be resumed and verified."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from parlour.games import names
from tests.cli.helpers import run
from tests.short import flags

WORDS = ["help", "?", "legal", "table", "score", "log", "undo", "rules", "rules C-01", "", "done", "silent", "pass"]
LINES = st.one_of(
    st.sampled_from(WORDS),
    st.integers(-3, 60).map(str),
    st.sampled_from(["bid {}", "play $P", "C{}-C5", "C5xC7", "call {}"]).flatmap(
        lambda form: st.integers(0, 20).map(form.format)
    ),
    st.text(max_size=30).map(lambda text: text.replace("\n", " ").replace("\r", " ")),
)


@pytest.mark.parametrize("name", names())
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(lines=st.lists(LINES, max_size=30), seed=st.integers(0, 999))
def test_play_survives_anything_typed(name: str, lines: list[str], seed: int, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.unlink(missing_ok=True)
    table = ["play", name, *flags(name), "--opponents", "random", "--seed", str(seed), "--save", str(file)]
    result = run(*table, text="\n".join([*lines, "quit", ""]))
    assert result.exit_code == 0, result.output
    assert "Traceback" not in result.output
    if file.exists():
        assert run("verify", str(file)).exit_code == 0
        assert run("play", "--resume", str(file), text="quit\n").exit_code == 0
