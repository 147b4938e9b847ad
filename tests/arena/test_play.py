"""Tournaments played for real: the same whoever plays them, resumable, and not spoilt by bots that fail."""

import gc
import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from tests.arena.tables import GAME, journalled, small, written
from tests.bots.leftovers import is_gone
from tests.cli.helpers import heeding_ctrl_c
from tests.short import short
from tests.waiting import TEST, until

import parlour
from parlour.arena import report
from parlour.arena.__main__ import main
from parlour.arena.batches import Batches
from parlour.arena.journal import NAME, results_in
from parlour.arena.local import play_local
from parlour.arena.play import cores, run
from parlour.arena.referee import Referee
from parlour.arena.results import save
from parlour.arena.standings import Standings
from parlour.errors import MissingExtra, OptionError, ParlourError, UnknownBot

MANY = 40


def test_the_number_of_workers_changes_nothing(tmp_path: Path) -> None:
    one = small(matches=MANY)
    found = []
    for workers in (0, 2):
        folder = tmp_path / str(workers)
        standings = run(one, workers=workers, out=folder)
        assert standings.matches == one.total
        found.append((journalled(folder), str(report.tables(standings)[:-1])))
    assert len(found[0][0]) == one.total
    assert found[0] == found[1]


def test_a_match_is_one_of_the_game_with_these_deals_and_bots() -> None:
    """Played again through the public door: same deal, same bots, same seeds, same result."""
    one = small("rulebook", "random", "random", seats=3)
    result = Referee(one).play(4)
    match = one.game.match(3, seed=one.deal_seed(4), options=one.options)
    players = [parlour.bot(GAME, one.bots[bot], one.bot_seed(4, seat)) for seat, bot in enumerate(one.seatings[1])]
    seat = 0
    while not match.over:
        seat = min(match.actors, key=lambda actor: (actor - seat - 1) % 3)
        match.play(seat, players[seat].choose(match, seat))
    assert result["bots"] == list(one.seatings[1])
    assert result["scores"] == list(match.scores)
    assert result["payoffs"] == list(match.payoffs)
    assert result["winners"] == list(match.winners)
    assert result["moves"] == sum(seat < 3 for seat, _ in match.moves)
    assert result["faults"] == []


def test_an_interrupted_tournament_goes_on_where_it_was(tmp_path: Path) -> None:
    one = small(matches=2 * MANY)
    whole = run(one, workers=0)

    def press(standings: Standings) -> None:
        if standings.matches == 3:
            signal.raise_signal(signal.SIGINT)

    with heeding_ctrl_c():
        first = run(one, workers=2, out=tmp_path, progress=press)
    assert first.interrupted
    assert 3 <= first.matches < one.total
    second = run(one, workers=0, out=tmp_path)
    assert not second.interrupted
    assert len(journalled(tmp_path)) == one.total
    assert str(report.tables(second)[:-1]) == str(report.tables(whole)[:-1])


def test_a_killed_tournament_goes_on_where_it_was(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "parlour.arena", GAME, "random", "rulebook", "--seats", "2", "--seed", "1"]
    command += ["--matches", "100000", "--workers", "1", "--out", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        until(lambda: written(tmp_path, 4) or process.poll() is not None, "matches are played", TEST)
        process.kill()
    done = len(list(results_in(tmp_path / NAME)))
    one = small("random", "rulebook", options={}, matches=done + 3)
    standings = run(one, workers=0, out=tmp_path)
    assert standings.matches == one.total == len(journalled(tmp_path))


def test_a_finished_tournament_is_not_played_again_and_can_be_made_longer(tmp_path: Path) -> None:
    one = small(matches=4)
    run(one, workers=0, out=tmp_path)
    before = (tmp_path / NAME).read_bytes()
    assert run(one, workers=0, out=tmp_path).deals == 2
    assert (tmp_path / NAME).read_bytes() == before
    longer = run(one.extended(6, None), workers=0, out=tmp_path)
    assert longer.deals == 3
    assert (tmp_path / NAME).read_bytes().startswith(before)


def test_a_test_stops_as_soon_as_it_is_decided(tmp_path: Path) -> None:
    one = small("random", "rulebook", matches=10_000, sprt=(-400, 400), options={})
    standings = run(one, workers=2, out=tmp_path)
    assert standings.trial is not None
    assert standings.trial.verdict == "H0"
    assert standings.deals == standings.trial.deals < 1000
    again = run(one, workers=0, out=tmp_path)
    assert again.deals == standings.deals
    here = run(one, workers=0)
    assert str(report.tables(here)[:-1]) == str(report.tables(standings)[:-1])


# --- Bots that fail -------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("bad_bots")
def test_a_bot_that_raises_an_error_spoils_only_its_own_match(tmp_path: Path) -> None:
    one = small("thrower", "random", matches=16)
    standings = run(one, workers=1, out=tmp_path)
    guilty = {number for number in range(16) if one.bot_seed(number, one.seatings[number % 2].index(0)) % 3 == 0}
    assert 0 < len(guilty) < 16
    assert set(standings.failures) == guilty
    assert standings.matches == 16 - len(guilty)
    failure = standings.failures[min(guilty)]
    assert failure["bot"] == "thrower"
    assert failure["error"] == "ZeroDivisionError: thrown on purpose"
    assert "in fail" in failure["traceback"]
    match = parlour.replay(failure["record"])
    assert len(match.moves) == failure["moves"]
    assert match.actors[0] == failure["seat"]


@pytest.mark.usefixtures("bad_bots")
def test_a_bot_that_ends_its_process_spoils_only_its_own_match(tmp_path: Path) -> None:
    one = small("quitter", "random", matches=8)
    standings = run(one, workers=2, out=tmp_path)
    guilty = {number for number in range(8) if one.bot_seed(number, one.seatings[number % 2].index(0)) % 3 == 0}
    assert set(standings.failures) == guilty
    assert standings.matches == 8 - len(guilty)
    assert "ended with code 7" in report.complaints(standings)[0]
    assert "nobody knows who failed" in report.complaints(standings)[0]


@pytest.mark.all
@pytest.mark.usefixtures("bad_bots")
def test_a_process_that_a_bot_leaves_behind_holds_up_nobody(tmp_path: Path) -> None:
    one = small("leaver", "random", matches=4)
    guilty = {number for number in range(4) if one.bot_seed(number, one.seatings[number % 2].index(0)) % 3 == 0}
    assert guilty
    standings = run(one, workers=1)
    assert set(standings.failures) == guilty
    assert "ended with code 5" in report.complaints(standings)[0]
    for left in (tmp_path / "installed").glob("left-*"):  # for whose end nobody has waited
        os.kill(int(left.name.removeprefix("left-")), signal.SIGKILL)
    until(lambda: not any("_listen" in thread.name for thread in threading.enumerate()), "nobody listens any more")
    gc.collect()  # which complains of files that nobody has closed


@pytest.mark.usefixtures("bad_bots")
def test_a_bot_that_reads_takes_no_orders_away() -> None:
    standings = run(small("reader", "random", matches=6), workers=1)
    assert (standings.matches, standings.failures) == (6, {})


def endless(noted: Path) -> str:
    """The name of a player whose program writes its number to a file and then thinks for ever."""
    script = noted.with_suffix(".py")
    script.write_text(f"""
import os, signal
with open({str(noted)!r} + ".new", "w") as file:
    file.write(str(os.getpid()))
os.replace({str(noted)!r} + ".new", {str(noted)!r})
while True:
    signal.pause()
""")
    return f"exec:start=1e9 {sys.executable} {script}"


def test_ctrl_c_ends_the_programs_that_play(tmp_path: Path) -> None:
    noted = tmp_path / "number"

    def press(_: Standings) -> None:
        if noted.exists():
            signal.raise_signal(signal.SIGINT)

    with heeding_ctrl_c():
        run(small(endless(noted), "random"), workers=1, progress=press)
    until(lambda: is_gone(int(noted.read_text())), "the program ends")


def test_nobody_goes_on_playing_when_a_tournament_is_killed(tmp_path: Path) -> None:
    noted = tmp_path / "number"
    command = [sys.executable, "-m", "parlour.arena", GAME, endless(noted), "random", "--seats", "2", "--workers", "1"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        until(lambda: noted.exists() or process.poll() is not None, "the program plays", TEST)
        process.kill()
    until(lambda: is_gone(int(noted.read_text())), "the program ends")


@pytest.mark.usefixtures("bad_bots")
def test_failed_matches_are_played_again_when_a_tournament_goes_on(tmp_path: Path) -> None:
    one = small("thrower", "random", matches=6)
    first = run(one, workers=0, out=tmp_path)
    second = run(one, workers=0, out=tmp_path)
    assert first.failures.keys() == second.failures.keys() != set()
    assert len((tmp_path / NAME).read_text().splitlines()) == 1 + 6 + len(first.failures)


@pytest.mark.usefixtures("bad_bots")
def test_forfeited_turns_are_told() -> None:
    standings = run(small("stranger", "random", matches=4), workers=0)
    assert standings.forfeits == {"stranger": 8}
    assert report.complaints(standings) == ["stranger forfeited 8 turns, first in match 0: "]


# --- Files ----------------------------------------------------------------------------------------------------


def test_a_folder_has_everything(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    pytest.importorskip("matplotlib")
    one = small("rulebook", "random", "random", seats=3)
    standings = run(one, workers=0, out=tmp_path)
    assert save(standings, tmp_path, "parlour arena ...") == []
    names = {"matches.jsonl", "matches.parquet", "results.json", "report.md", "ratings.svg", "wins.svg", "thinking.svg"}
    assert {file.name for file in tmp_path.iterdir()} == names
    facts = json.loads((tmp_path / "results.json").read_text())
    assert facts["command"] == "parlour arena ..."
    assert facts["machine"]["compiled"] is True
    assert facts["tables"] == json.loads(json.dumps(report.data(standings)["tables"]))
    assert "| rulebook |" in (tmp_path / "report.md").read_text()
    rows: list[dict[str, Any]] = parquet.read_table(tmp_path / "matches.parquet").to_pylist()
    assert [row["match"] for row in rows] == list(range(6))
    for row, result in zip(rows, journalled(tmp_path).values(), strict=True):
        assert [row[f"score_{seat}"] for seat in range(3)] == result["scores"]
        assert [row[f"bot_{seat}"] for seat in range(3)] == [one.bots[bot] for bot in result["bots"]]
        assert [seat for seat in range(3) if row[f"won_{seat}"]] == result["winners"]
        assert [row[f"decisions_{seat}"] for seat in range(3)] == result["decisions"]


@pytest.mark.usefixtures("bad_bots")
def test_records_of_failed_matches_are_kept(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    standings = run(small("thrower", "thrower", matches=4), workers=0, out=folder)
    save(standings, folder)
    failed = {f"failed-{number}.json" for number in standings.failures}
    assert failed == {file.name for file in folder.glob("failed-*")} != set()
    assert "thrown on purpose" in (folder / "report.md").read_text()


def test_what_is_not_installed_is_left_out_and_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "ray", None)
    standings = run(small(), workers=0, out=tmp_path)
    assert [text.split("install ")[1] for text in save(standings, tmp_path)] == ["parlour[data]", "parlour[plot]"]
    assert {file.name for file in tmp_path.iterdir()} == {"matches.jsonl", "results.json", "report.md"}
    with pytest.raises(MissingExtra, match=r"parlour\[ray\]"):
        run(small(), engine="ray")


# --- What can go wrong before it begins -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bots", "how", "error"),
    [
        (("random", "genius"), {}, UnknownBot),
        ((), {"engine": "steam"}, OptionError),
        ((), {"workers": -1}, OptionError),
        ((), {"address": "127.0.0.1:6379"}, OptionError),
    ],
)
def test_what_cannot_be_played_is_refused(bots: tuple[str, ...], how: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        run(small(*bots), **how)


def test_workers_that_cannot_start_are_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(Path(os.__file__).parent)])
    with pytest.raises(ParlourError, match="a worker process could not start: it ended with code 1"):
        list(play_local(small(), Batches([0], 1)))


def test_the_arena_needs_nothing_that_is_not_needed_to_play(tmp_path: Path) -> None:
    """It is played where neither the command line's packages nor the extras are."""
    without = ("typer", "rich", "click", "pyarrow", "matplotlib", "ray")
    script = f"""
import runpy, sys
sys.modules.update(dict.fromkeys({without!r}))
runpy.run_module("parlour.arena", run_name="__main__", alter_sys=True)
"""
    options = [part for name, value in short(GAME).items() for part in ("-o", f"{name}={value}")]
    given = [GAME, "rulebook", "random", "--seats", "2", "--matches", "4", "--seed", "1", *options]
    command = [sys.executable, "-c", script, *given, "--workers", "0", "--out", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "2 deals in 2 seatings each, 4 matches" in done.stdout
    assert "parlour[plot]" in done.stderr
    longer = [*command[:3], "--resume", str(tmp_path), "--matches", "6", "--workers", "0"]
    assert "3 deals" in subprocess.run(longer, capture_output=True, text=True, check=True).stdout
    wrong = subprocess.run([*command[:3], GAME, "genius", "random"], capture_output=True, text=True, check=False)
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert "genius" in wrong.stderr


def test_the_plain_arena_goes_on_with_the_same_command_and_refuses_as_the_other_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def plain(*given: str) -> tuple[object, str, str]:
        monkeypatch.setattr(sys, "argv", ["arena", *given, "--workers", "0"])
        try:
            code: object = main()
        except SystemExit as end:
            code = end.code
        return code, *capsys.readouterr()

    two = (GAME, "random", "rulebook", "--seats", "2", "--out", str(tmp_path / "out"))
    assert "1 deals" in plain(*two, "--matches", "2")[1]
    assert "2 deals" in plain(*two, "--matches", "4")[1]
    for given, code, words in (
        ((), 2, "say what is to be played"),
        ((GAME, "random", "-o", "colour"), 2, "name=value"),
        ((GAME, "random", "--matches", "0"), 2, "from one to"),
        (("--resume", str(tmp_path / "out"), "--seats", "3"), 2, "leave out the game"),
        ((GAME, "random", "--out", os.devnull), 1, os.devnull),
    ):
        ended, out, complaints = plain(*given)
        assert (ended, out) == (code, "")
        assert words in complaints


# --- Handing out ----------------------------------------------------------------------------------------------


def test_matches_are_handed_out_once_in_order_and_in_batches_that_follow_their_speed() -> None:
    batches, found, sizes = Batches(range(10_000), 4), [], []
    while batch := batches.next():
        found += batch
        sizes.append(len(batch))
        batches.note(0.01)
    assert found == list(range(10_000))
    assert sizes[0] == sizes[-1] == 1
    assert max(sizes) == 100


def test_what_is_given_back_comes_next() -> None:
    batches = Batches(range(10), 1)
    batches.note(0.001)
    first = batches.next()
    batches.give_back(first[2:])
    assert batches.next()[0] == 2
    batches.give_back([7, 8], alone=True)
    assert [batches.next(), batches.next()] == [[7], [8]]


def test_there_are_no_more_workers_than_matches() -> None:
    assert Batches(range(3), 16).workers == 3
    assert 1 <= cores() <= (os.cpu_count() or 1)
