"""`parlour tui`: what it opens first. What is then on the screen is tried in tests/terminal."""

from pathlib import Path

import pytest

import parlour
from parlour.cli.tui import first_of
from parlour.errors import OptionError, ParlourError, Refused, SeatError, UnknownGame
from parlour.terminal.house import Setup
from parlour.terminal.remote import Link

from .helpers import run


def opened(what: str | None, seats: int | None = None, you: int | None = 0, **options: str) -> Setup | Link | None:
    return first_of(what, seats, you, ["random"], options, "7")


def test_without_a_name_the_shelf_is_opened() -> None:
    assert opened(None) is None


def test_a_game_is_begun_as_asked_for() -> None:
    assert opened("kamra", 5, 4, target="100") == Setup("kamra", 5, 4, ("random",), {"target": "100"}, "7")
    assert opened("kamra", you=None) == Setup("kamra", 4, None, ("random",), {}, "7"), "somebody who looks on"


def test_a_link_leads_to_a_servers_table() -> None:
    assert opened("https://example.org/table/abc") == Link("https://example.org", "abc")


def test_a_record_is_gone_on_with(tmp_path: Path) -> None:
    file = tmp_path / "saved.json"
    record = parlour.game("honors4").match(seed=1).record()
    file.write_text(record.to_json(), encoding="utf-8")
    assert opened(str(file)) == Setup("honors4", record=record, file=file)


@pytest.mark.parametrize(
    ("what", "seats", "you", "options", "error"),
    [
        ("bridge", None, 0, {}, UnknownGame),
        ("kamra", 9, 0, {}, SeatError),
        ("kamra", 4, 4, {}, OptionError),
        ("kamra", None, 0, {"colour": "red"}, OptionError),
        ("https://example.org", None, 0, {}, Refused),
    ],
)
def test_what_cannot_be_opened_is_refused(
    what: str, seats: int | None, you: int, options: dict[str, str], error: type[ParlourError]
) -> None:
    with pytest.raises(error):
        opened(what, seats, you, **options)


def test_a_pipe_is_no_full_screen() -> None:
    done = run("tui", "kamra")
    assert done.exit_code == 1
    assert "parlour play" in done.stderr
