"""`parlour review`, and `hint` in `parlour play`."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import parlour
from parlour import bots
from parlour.core.record import PlayerRecord
from tests.cli.helpers import run

ROUNDS = "200"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A match with a wild bid in it."""
    match = parlour.game("kamra").match(seed=7, options={"hand_cap": "1"})
    match.play(match.actors[0], "bid 15")
    player = bots.make(match.game, "random", seed=1)
    while not match.over:
        seat = match.actors[0]
        match.play(seat, player.choose(match, seat))
    file = tmp_path / "match.json"
    people = [PlayerRecord(name) for name in ("You", "Mabel", "Clarence", "Hazel")]
    file.write_text(match.record(people).to_json(), encoding="utf-8")
    return file


def test_a_review_is_told_in_tables(record: Path) -> None:
    told = run("review", str(record), "--rounds", "200")
    assert told.exit_code == 0
    assert "start + luck + others' mistakes + own mistakes = result" in told.output
    assert "Mistakes, with the standard error of what they cost" in told.output
    assert re.search(r"Hazel +Contract for 15 +Contract for \d", told.output)
    assert "Seat 0" in told.output  # nobody is You in what others read


def test_a_game_of_one_point_is_told_in_hundredths_and_has_no_error(tmp_path: Path) -> None:
    match = parlour.game("cam").match(options={"board": "camette"})
    match.play(0, "C3-C4")  # where it can be taken
    file = tmp_path / "cam.json"
    file.write_text(match.record().to_json(), encoding="utf-8")
    told = run("review", str(file), "--rounds", ROUNDS, "--svg", str(tmp_path / "cam.svg"))
    assert "Cam, 1 action, judged" in told.output
    assert re.search(r"Move C3-C4 +Move \S+ +-?\d\.\d\d +\d\.\d\d  ", told.output)
    assert "; better: " in " ".join(told.output.split())
    assert "±" not in told.output
    assert "luck" not in told.output.lower()


@pytest.mark.all
def test_every_decision_can_be_listed(record: Path) -> None:
    told = run("review", str(record), "--rounds", ROUNDS, "--all", "--seat", "3")
    assert "All decisions" in told.output


def test_a_review_is_data_for_programs(record: Path) -> None:
    told = run("review", str(record), "--rounds", ROUNDS, "--json", "--seed", "3")
    data = json.loads(told.output)
    assert data == json.loads(run("review", str(record), "--rounds", ROUNDS, "--json", "--seed", "3").output)
    assert (data["game"], data["seats"], data["level"]) == ("kamra", 4, "master")
    for split in data["splits"]:
        assert split["start"] + split["luck"] + split["others"] - split["own"] == pytest.approx(split["result"])


def test_a_review_is_drawn_the_same_every_time(record: Path, tmp_path: Path) -> None:
    files = [tmp_path / "one.svg", tmp_path / "two.svg"]
    for file in files:
        assert run("review", str(record), "--rounds", ROUNDS, "--svg", str(file)).exit_code == 0
    assert files[0].read_bytes() == files[1].read_bytes()
    assert ElementTree.parse(files[0]).getroot().tag.endswith("svg")


def test_a_review_without_mistakes_says_so(tmp_path: Path) -> None:
    file = tmp_path / "begun.json"
    file.write_text(parlour.game("honors4").match(seed=1).record().to_json(), encoding="utf-8")
    told = run("review", str(file))
    assert told.exit_code == 0
    assert "No decision was clearly a mistake." in told.output
    assert "so far" in told.output
    drawn = run("review", str(file), "--svg", str(tmp_path / "begun.svg"))
    assert drawn.exit_code == 0


@pytest.mark.parametrize(("name", "unit"), [("bacarac", "Chips"), ("kardkelly", "Counters"), ("kamra", "Points")])
def test_a_review_counts_what_the_game_is_played_for(name: str, unit: str, tmp_path: Path) -> None:
    file = tmp_path / "begun.json"
    file.write_text(parlour.game(name).match(seed=1).record().to_json(), encoding="utf-8")
    assert f"{unit} are how far a seat is ahead" in run("review", str(file)).output


def test_what_cannot_be_reviewed_is_refused_with_a_reason(record: Path, tmp_path: Path) -> None:
    for arguments, code, text in (
        ([str(record), "--seat", "9"], 2, "this match has seats 0 to 3, not 9"),
        ([str(record), "--rounds", "99999999999"], 2, "--rounds"),
        ([str(record), "--level", "rulebook"], 2, "makes no estimates"),
        ([str(record), "--level", "grandmaster"], 2, "there is no computer player"),
        ([str(record), "--svg", str(tmp_path / "none" / "a.svg")], 1, "cannot be written"),
        ([str(tmp_path / "none.json")], 1, "none.json"),
    ):
        refused = run("review", *arguments)
        assert refused.exit_code == code, arguments
        assert text in refused.stderr


def test_a_hint_ranks_choices_with_reasons_and_numbers_to_type() -> None:
    told = run("play", "kamra", "--seed", "9", "--opponents", "random", text="hint\nquit\n")
    assert told.exit_code == 0
    bid = r"^ *(\d+) +\*? *bid (\d+) +[+-]\d+\.\d(?: ± \d+\.\d)? +[\d,]+ +(.+?) *$"
    row = re.search(bid, told.output, re.MULTILINE)
    assert row is not None
    assert row[1] == row[2]
    assert "by the book" in row[3]
    assert "The rulebook would choose: bid" in told.output


def test_a_hint_is_ordered_by_worth_and_marks_what_is_recommended() -> None:
    told = run("play", "honors1", "--seed", "2", "--opponents", "random", text="hint\nquit\n")
    rows = re.findall(r"^ *\d* +(\*?) +ask \d \S+ +([+-]\d+\.\d+) ± ", told.output, re.MULTILINE)
    values = [float(value) for _, value in rows]
    assert values == sorted(values, reverse=True)
    assert [mark for mark, _ in rows].count("*") == 1
    assert rows[0][0] == ""
    assert "* is recommended: the difference is within the error" in " ".join(told.output.split())


@pytest.mark.parametrize(
    ("name", "unit"),
    [
        ("bacarac", "chips ahead of the others when the hand is over"),
        ("kardkelly", "counters ahead of the others when the hand is over"),
        ("cam", "pieces ahead"),
    ],
)
def test_a_hint_counts_what_the_game_is_played_for(name: str, unit: str) -> None:
    told = run("play", name, "--seed", "9", "--opponents", "random", text="hint\nquit\n")
    assert f"worth: {unit}, as a master player sees it" in " ".join(told.output.split())
