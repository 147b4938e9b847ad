"""`parlour replay` and `parlour verify`: good records, damaged ones, and ones of another time."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

import parlour
from parlour.core.match import Match
from parlour.core.record import MatchRecord, PlayerRecord
from parlour.games import game, names
from tests.cli.helpers import outcome, run

MOVES = 30


def some_match(name: str, moves: int = MOVES) -> Match:
    match = game(name).match(seed=4)
    bot = parlour.bot(name, "random", seed=1)
    while not match.over and len(match.moves) < moves:
        seat = match.actors[0]
        match.play(seat, bot.choose(match, seat))
    return match


def write(record: MatchRecord, folder: Path) -> Path:
    file = folder / "match.json"
    file.write_text(record.sealed().to_json(), encoding="utf-8")
    return file


@pytest.fixture(params=names())
def record(request: pytest.FixtureRequest) -> MatchRecord:
    return some_match(request.param).record()


def test_a_record_is_told_again(record: MatchRecord, tmp_path: Path) -> None:
    result = run("replay", str(write(record, tmp_path)))
    assert result.exit_code == 0
    for line in record.events:
        assert line in result.output
    assert ("The match is not finished." in result.output) != record.result.over


def test_a_record_is_told_to_programs(record: MatchRecord, tmp_path: Path) -> None:
    data = json.loads(run("replay", str(write(record, tmp_path)), "--json").output)
    assert data["replayed"] is True
    assert data["actions"] == record.actions
    assert (
        data["events"]
        == game(record.game).match(record.seats, seed=4).events(None)
        + data["events"][len(game(record.game).match(record.seats, seed=4).events(None)) :]
    )
    assert record.deal.secret not in json.dumps(data)


def test_a_record_is_told_as_a_seat_saw_it_and_by_the_players_names(record: MatchRecord, tmp_path: Path) -> None:
    named = msgspec.structs.replace(record, players=[PlayerRecord(f"Player\x1b[31m{i}") for i in range(record.seats)])
    result = run("replay", str(write(named, tmp_path)), "--seat", "0")
    assert result.exit_code == 0
    assert "Player?[31m0" in result.output
    assert "\x1b" not in result.output


def test_steps_wait_for_enter_and_show_the_table(record: MatchRecord, tmp_path: Path) -> None:
    result = run("replay", str(write(record, tmp_path)), "--step", text="\n" * 1000)
    assert result.exit_code == 0
    assert result.output.count("Enter > ") == sum(not line.startswith("table") for line in record.actions)


def test_steps_go_on_by_themselves_when_nobody_presses_enter(record: MatchRecord, tmp_path: Path) -> None:
    result = run("replay", str(write(record, tmp_path)), "--step", text="\n")
    assert result.exit_code == 0
    assert result.output.count("Enter > ") == 2
    assert record.events[-1] in result.output


def test_a_match_of_several_people_asks_whose_place_is_taken(record: MatchRecord, tmp_path: Path) -> None:
    several = msgspec.structs.replace(record, players=[PlayerRecord(f"Player {i}") for i in range(record.seats)])
    file = str(write(several, tmp_path))
    refused = run("play", "--resume", file)
    assert refused.exit_code == 1
    assert "say with --seat whose place you take" in refused.stderr
    assert run("play", "--resume", file, "--seat", "1", "--opponents", "random", text="quit\n").exit_code == 0


def test_a_record_of_other_rules_is_read_and_the_exit_code_says_so(record: MatchRecord, tmp_path: Path) -> None:
    other = msgspec.structs.replace(record, rules=record.rules + 1, events=["Somebody \x1b]0;did\x07 something."])
    file = write(other, tmp_path)
    result = run("replay", str(file))
    assert result.exit_code == 1
    assert "Somebody ?]0;did? something." in result.stdout
    assert "it can be read" in result.stderr
    data = run("replay", str(file), "--json")
    assert data.exit_code == 1
    assert json.loads(data.stdout)["replayed"] is False


def test_a_record_of_a_game_that_is_not_here_is_read(record: MatchRecord, tmp_path: Path) -> None:
    result = run("replay", str(write(msgspec.structs.replace(record, game="whist"), tmp_path)))
    assert result.exit_code == 1
    assert record.events[0] in result.stdout
    assert "there is no game 'whist'" in result.stderr


def test_a_good_record_is_verified(record: MatchRecord, tmp_path: Path) -> None:
    file = write(record, tmp_path)
    assert run("verify", str(file)).output.startswith("Verified")
    given = run("verify", str(file), "--commitment", record.deal.commitment.upper())
    assert given.exit_code == 0
    assert "the commitment you gave" in given.output
    data = json.loads(run("verify", str(file), "--json").output)
    assert data == {
        "verified": True,
        "game": record.game,
        "commitment": record.deal.commitment,
        "moves": len(record.actions),
    }


def test_another_commitment_is_not_verified(record: MatchRecord, tmp_path: Path) -> None:
    result = run("verify", str(write(record, tmp_path)), "--commitment", "00" * 32)
    assert result.exit_code == 1
    assert "was promised" in result.stderr


def test_a_record_comes_through_a_pipe(record: MatchRecord, home: Path) -> None:
    code, out, err = outcome("verify", "-", home=home, text=record.to_json().encode())
    assert (code, err) == (0, "")
    assert out.startswith("Verified")


def damaged(record: MatchRecord) -> dict[str, bytes]:
    text = record.to_json().encode()
    plain: dict[str, Any] = json.loads(text)
    return {
        "nothing": b"",
        "garbage": bytes(range(256)) * 40,
        "another text": b"Dear diary",
        "truncated": text[: len(text) // 2],
        "tampered": text.replace(b'"seats": ', b'"seats": 1'),
        "other json": b"[1, 2, 3]",
        "deep json": b"[" * 100_000,
        "extra field": json.dumps(plain | {"trump": "spades"}).encode(),
        "too large": b" " * (64 * 1024 * 1024 + 1),
    }


@pytest.mark.parametrize("command", ["replay", "verify", "play --resume"])
def test_damaged_files_are_refused_in_one_line(command: str, tmp_path: Path) -> None:
    file = tmp_path / "bad.json"
    for what, contents in damaged(some_match(names()[0], 5).record()).items():
        file.write_bytes(contents)
        result = run(*command.split(), str(file))
        assert result.exit_code == 1, what
        assert result.stderr.startswith("parlour: "), what
        assert result.stderr.count("\n") == 1, what
        assert result.stdout == "", what


@pytest.mark.parametrize("command", ["replay", "verify", "play --resume"])
def test_files_that_are_none_are_refused_in_one_line(command: str, tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "absent.json"):
        result = run(*command.split(), str(path))
        assert result.exit_code == 1
        assert result.stderr.count("\n") == 1
        assert str(path) in result.stderr
