"""The journal: what is in it survives, what is not whole is cut off, what is another tournament's is refused."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.arena.tables import made_up, small

from parlour.arena.journal import FORMAT, NAME, Journal, begun, results_in, stored
from parlour.arena.results import played_once
from parlour.arena.standings import Standings
from parlour.errors import CorruptRecord, OptionError, RecordError

ONE = small("a", "b")
RESULTS = [made_up(ONE, number, 1.0, -1.0) for number in range(3)]


def write(folder: Path) -> Path:
    with Journal(folder, ONE) as journal:
        for result in RESULTS:
            journal.add(result)
    return folder / NAME


def test_what_was_written_is_read_again(tmp_path: Path) -> None:
    write(tmp_path / "new" / "folder")
    assert stored(tmp_path / "new" / "folder") == ONE
    with Journal(tmp_path / "new" / "folder", ONE) as journal:
        assert list(journal.results()) == RESULTS


@pytest.mark.parametrize("cut", [1, 5, 100])
def test_a_torn_last_line_is_cut_off_and_the_next_follows_the_last_whole_one(tmp_path: Path, cut: int) -> None:
    path = write(tmp_path)
    path.write_bytes(path.read_bytes()[:-cut])
    assert list(results_in(path)) == RESULTS[:2]
    with Journal(tmp_path, ONE) as journal:
        assert list(journal.results()) == RESULTS[:2]
        journal.add(RESULTS[2])
    assert list(results_in(path)) == RESULTS


def test_a_torn_first_line_is_a_tournament_that_never_began(tmp_path: Path) -> None:
    path = tmp_path / NAME
    path.write_text('{"format":"parl')
    assert not begun(tmp_path)
    with pytest.raises(RecordError, match="there is no tournament"):
        stored(tmp_path)
    write(tmp_path)
    assert list(results_in(path)) == RESULTS


@pytest.mark.parametrize(
    "line",
    [
        *(b"\xff\xfe", b"[1, 2]", b'{"match": 1, ', b"{}", b'{"from now on":{}}', b"[" * 100_000),
        json.dumps(RESULTS[1] | {"match": -3}).encode(),
        json.dumps(RESULTS[1] | {"match": 10**12 + 1}).encode(),
        json.dumps(RESULTS[1] | {"bots": [0, 1]}).encode(),
        json.dumps(RESULTS[1] | {"winners": [5]}).encode(),
        json.dumps(RESULTS[1] | {"thinking": []}).encode(),
        json.dumps({name: value for name, value in RESULTS[1].items() if name != "scores"}).encode(),
    ],
)
def test_a_damaged_line_is_named(tmp_path: Path, line: bytes) -> None:
    path = write(tmp_path)
    lines = path.read_bytes().splitlines()
    lines[2] = line
    path.write_bytes(b"\n".join(lines) + b"\n")
    with pytest.raises(CorruptRecord, match="line 3 of"), Journal(tmp_path, ONE) as journal:
        list(journal.results())


@pytest.mark.parametrize(
    "text", ["{}\n", '{"format": "diary"}\n', "no JSON\n", "a last line without an end", "{}\nand another"]
)
def test_a_file_that_is_no_journal_is_refused_and_left_alone(tmp_path: Path, text: str) -> None:
    (tmp_path / NAME).write_text(text)
    with pytest.raises(CorruptRecord):
        Journal(tmp_path, ONE)
    assert (tmp_path / NAME).read_text() == text


@pytest.mark.parametrize("change", [{"seats": None}, {"lineups": [[0, 7]]}, {"lineups": [[0]]}, {"lineups": []}])
def test_a_damaged_first_line_is_named(tmp_path: Path, change: dict[str, Any]) -> None:
    (tmp_path / NAME).write_text(json.dumps({"format": FORMAT, **ONE.data(), **change}) + "\n")
    with pytest.raises(CorruptRecord, match="line 1 of"):
        stored(tmp_path)


@pytest.mark.parametrize(
    ("other", "words"),
    [
        ({"seed": 2}, 'its seed is "1", not "2"'),
        ({"seats": 3, "lineups": ["a,b,b"]}, "its seats is 2, not 3"),
        ({"lineups": ["b,b", "b,a"]}, "its lineups is"),
        ({"options": {"hand_cap": 3}}, "its options is"),
    ],
)
def test_another_tournament_in_the_same_folder_is_refused(tmp_path: Path, other: dict[str, Any], words: str) -> None:
    path = write(tmp_path)
    before = path.read_bytes()
    with pytest.raises(OptionError, match=words):
        Journal(tmp_path, small("a", "b", **other))
    assert path.read_bytes() == before


def test_how_much_is_played_may_change(tmp_path: Path) -> None:
    write(tmp_path)
    longer = ONE.extended(1000, (0, 5))
    with Journal(tmp_path, longer) as journal:
        assert len(list(journal.results())) == 3
    assert stored(tmp_path) == longer
    before = (tmp_path / NAME).read_bytes()
    with Journal(tmp_path, longer) as journal:
        assert list(journal.results()) == RESULTS
    assert (tmp_path / NAME).read_bytes() == before


def test_a_match_that_is_there_twice_counts_once(tmp_path: Path) -> None:
    path = write(tmp_path)
    path.write_bytes(path.read_bytes() + path.read_bytes().splitlines(keepends=True)[-1])
    standings = Standings(ONE)
    with Journal(tmp_path, ONE) as journal:
        for result in journal.results():
            standings.add(result)
    assert (standings.matches, standings.moves) == (3, 15)
    assert [result["match"] for result in played_once(results_in(path))] == [0, 1, 2]


def test_a_journal_has_one_writer_at_a_time(tmp_path: Path) -> None:
    with Journal(tmp_path, ONE), pytest.raises(RecordError, match="another process"):
        Journal(tmp_path, ONE)
    with Journal(tmp_path, ONE):
        pass


def test_a_match_is_in_the_file_as_soon_as_it_is_added(tmp_path: Path) -> None:
    with Journal(tmp_path, ONE) as journal:
        journal.add(RESULTS[0])
        assert json.loads((tmp_path / NAME).read_text().splitlines()[1]) == RESULTS[0]
