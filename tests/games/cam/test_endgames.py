"""Endgame tables: where positions stand, and that what is said of them is what plain search finds."""

import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from parlour import Match
from parlour.core.check.perft import walk
from parlour.core.engines import compiled
from parlour.core.evaluation import NO_ANSWER
from parlour.errors import OptionError, ParlourError
from parlour.games.cam import GAME
from parlour.games.cam.endgames import (
    EDITIONS,
    NO_TABLES,
    default_folder,
    in_words,
    probe,
    probe_match,
    tables_for,
)
from parlour.games.cam.endgames.build import MOST_PIECES, alone_in, build, make_room, open_part, plan, position_at
from parlour.games.cam.endgames.engine import CpuEngine, new_desk
from parlour.games.cam.endgames.passes import EVERY, FAULT, LOST_NOW, NOTHING, OPEN, lay, prepare
from parlour.games.cam.endgames.places import place_of
from parlour.games.cam.endgames.slices import Slice, new_index, pairs_of
from parlour.games.cam.table import CAM, CAMETTE

from .board import at, board, play, written
from .small_tables import SMALL, small_tables

SAMPLES = 8 if compiled() else 2
RECORDED = Path(__file__).parents[3] / "docs" / "endgames"
CAMETTE_START = "1/1k1/1mmm1/5/1MMM1/1K1/1 r"


def exchanged(position: str) -> str:
    """The same position with the sides exchanged: the board is turned round."""
    pieces, side = position.split()
    return f"{pieces[::-1].swapcase()} {'y' if side == 'r' else 'r'}"


def mirrored(position: str) -> str:
    """The same position in a mirror that stands beside the board."""
    pieces, side = position.split()
    return "/".join(rank[::-1] for rank in pieces.split("/")) + f" {side}"


def some_places(part: Slice, many: int) -> list[int]:
    return random.Random(part.name).sample(range(part.begin, part.end), min(many, part.end - part.begin))


# --- Places ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("on", "pieces"), [(CAMETTE, 6), (CAM, 4)] if compiled() else [(CAMETTE, 3), (CAM, 2)])
def test_a_position_and_its_images_have_one_place(on: int, pieces: int) -> None:
    index = new_index(GAME.version, on, EDITIONS["1949"], pieces)
    desk = new_desk()
    prepare(desk, index)
    s = desk[0][0]
    for pair in pairs_of(index):
        for part in pair.parts:
            for place in some_places(part, SAMPLES):
                lay(s, place, part.own, part.foe, index)
                found = place_of(s, index)
                assert found <= place  # the lower of two places of a symmetric row is used
                text = position_at(place, part, index)
                for image in (mirrored(text), exchanged(text), exchanged(mirrored(text))):
                    if not ended(image):
                        assert place_of(at(image).state, index) == found


def ended(position: str) -> bool:
    """Whether the position is none that a game goes on from."""
    try:
        at(position)
    except ParlourError:
        return True
    return False


@pytest.mark.all
@pytest.mark.compiled("thousands of positions")
def test_slices_have_all_positions() -> None:
    """One piece each: 22 squares for either, less the 21 on which both would stand."""
    verdict = build(SMALL, small_tables())
    assert {found["positions"] for found in verdict["slices"].values()} == {22 * 22 - 21}
    assert verdict["positions"] == 4 * 463 == verdict["won"] + verdict["lost"] + verdict["drawn"]
    assert list(verdict["slices"]) == ["M-M", "M-K", "K-M", "K-K"]


def test_a_single_piece_is_as_good_as_any_and_work_taken_up_again_ends_alike() -> None:
    """The first slice was solved in one go, the second was broken off and taken up again."""
    sums = {found["sha256"] for found in build(SMALL, small_tables())["slices"].values()}
    assert len(sums) == 1


# --- Against plain search -------------------------------------------------------------------------------------


def ways_on(position: str) -> list[str | None]:
    """What Red can turn a position into, the sides exchanged so that it is his turn again; None is a win."""
    afters = [after for _, after in walk(at(position))]
    return [None if after.over else exchanged(" ".join(after.position.split()[:2])) for after in afters]


def distances(positions: Iterator[str]) -> dict[str, int]:
    """Turns to the end of every position, or of those among them that anybody can force, by going over all of them."""
    after = {position: ways_on(position) for position in positions}
    found: dict[str, int] = {}
    changed = True
    turns = 0
    while changed or turns < 3:
        turns += 1
        changed = False
        before = dict(found)
        for position, ways in after.items():
            if position in before:
                continue
            values = [0 if way is None else before.get(way) for way in ways]
            wins = any(value is not None and value % 2 == 0 for value in values)
            loses = all(value is not None and value % 2 == 1 for value in values)
            if (turns % 2 == 1 and wins) or (turns % 2 == 0 and loses):
                found[position] = turns
                changed = True
    return {position: found.get(position, 0) for position in after}


def all_positions(own: str, foe: str, name: str) -> Iterator[str]:
    """Every position of one piece against another, Red to move."""
    ranks = GAME.match(options={"board": name}, seed=1).view(None)["table"]["ranks"]
    castle, *names, other_castle = [square for rank in reversed(ranks) for square in rank]
    for one in (castle, *names):
        for other in (*names, other_castle):
            if one != other:
                yield written(f"{own}{one} {foe}{other}", "r", name)


def agrees(turns: int, distance: int) -> bool:
    return abs(turns) == distance and (turns > 0) == (distance % 2 == 1)


@pytest.mark.uncounted
def test_two_pieces_on_the_small_board_are_what_a_dictionary_says() -> None:
    tables = tables_for(at(CAMETTE_START).state, small_tables())
    found = distances(all_positions("M", "m", "camette"))
    assert len(found) == 463
    for position, distance in found.items():
        assert agrees(probe_match(at(position), tables), distance), position


@pytest.mark.long
@pytest.mark.compiled("thousands of positions")
def test_two_pieces_on_the_full_board_are_what_a_dictionary_says(tmp_path: Path) -> None:
    build(plan("cam", "federation", 2), tmp_path)
    tables = tables_for(at("1/3/5/7/7/7/7/7/7/3M3/5/1m1/1 r", edition="federation").state, tmp_path)
    found = distances(all_positions("M", "m", "cam"))
    assert len(found) == 66 * 66 - 65
    for position, distance in found.items():
        match = at(position, edition="federation")
        assert agrees(probe_match(match, tables), distance), position


def forced(match: Match, turns: int) -> bool:
    """Whether the side to move can win in so many turns, by looking at all of them."""
    mover = match.actors[0]
    for _, after in walk(match):
        if after.over and after.winners == (mover,):
            return True
        if (
            turns > 2
            and not after.over
            and all(not reply.over and forced(reply, turns - 2) for _, reply in walk(after))
        ):
            return True
    return False


@pytest.mark.all
@pytest.mark.compiled("thousands of positions")
@pytest.mark.parametrize(("name", "pieces"), [("camette", 4), ("cam", 3)])
def test_short_wins_are_what_looking_ahead_finds(name: str, pieces: int, tmp_path: Path) -> None:
    made = plan(name, pieces=pieces)
    verdict = build(made, tmp_path)
    recorded = json.loads((RECORDED / f"{name}-1949-{MOST_PIECES[name]}.json").read_text(encoding="utf-8"))
    assert verdict["slices"].items() <= recorded["slices"].items()  # which a GPU has found
    index = np.load(tmp_path / made.name / "index.npy")
    codes = np.fromfile(tmp_path / made.name / "table.bin", dtype=np.uint8)
    kinds = set()
    for pair in pairs_of(index):
        for part in pair.parts:
            for place in some_places(part, 12):
                if codes[place] in (NOTHING, LOST_NOW):
                    continue
                match = at(position_at(place, part, index))
                turns = probe(match.state, codes, index)
                assert forced(match, 1) == (turns == 1)
                assert forced(match, 3) == (turns in (1, 3))
                kinds.add(turns)
    assert {1, 3} < kinds


@pytest.mark.compiled("a slice has thousands of positions")
@pytest.mark.parametrize("pieces", [4, pytest.param(6, marks=pytest.mark.long)])
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_answer_follows_from_those_after_each_turn(edition: str, pieces: int, tmp_path: Path) -> None:
    """A win has a turn to a position lost in one less, a loss only turns to wins, a draw none better than to a draw."""
    made = plan("camette", edition, pieces)
    build(made, tmp_path)
    index = np.load(tmp_path / made.name / "index.npy")
    codes = np.fromfile(tmp_path / made.name / "table.bin", dtype=np.uint8)
    for pair in pairs_of(index):
        for part in pair.parts:
            for place in some_places(part, 8):
                if codes[place] in (NOTHING, LOST_NOW):
                    continue
                match = at(position_at(place, part, index), edition=edition)
                turns = probe(match.state, codes, index)
                after = [1 if later.over else step_back(probe(later.state, codes, index)) for _, later in walk(match)]
                assert turns == min(after, key=lambda value: (value <= 0, value < 0, value))


def step_back(turns: int) -> int:
    """What a turn is worth to its maker, from what it leaves to the other."""
    return 0 if turns == 0 else -turns - 1 if turns > 0 else -turns + 1


# --- Solving --------------------------------------------------------------------------------------------------


def first_pair(folder: Path) -> tuple[Any, ...]:
    """An empty table of one man against another, and the cores to fill it."""
    index = new_index(GAME.version, CAMETTE, EDITIONS["1949"], 2)
    pair = pairs_of(index)[0]
    table, _ = open_part(folder, index, pair.span[1])
    codes = np.asarray(table)
    return pair, codes, index, CpuEngine(codes, index, threads=2)


def test_a_wrong_code_is_found_in_the_end(tmp_path: Path) -> None:
    pair, codes, _, engine = first_pair(tmp_path)
    solved = np.fromfile(small_tables() / SMALL.name / "table.bin", dtype=np.uint8)[: len(codes)]
    engine.load(pair.span, solved)
    engine.begin(pair.span)
    place = int(np.argmax(codes == LOST_NOW + 9))
    some = pair.parts[0]._replace(begin=place - 5, end=place + 5)
    assert engine.look(some, EVERY) == OPEN
    codes[place] += 2
    assert engine.look(some, EVERY) == FAULT
    engine.close()


def test_a_table_of_other_rules_is_begun_afresh(tmp_path: Path) -> None:
    index = new_index(GAME.version, CAMETTE, EDITIONS["1949"], 2)
    table, _ = open_part(tmp_path, index, 1232)
    table[:] = 7
    table.flush()
    (tmp_path / "slices.json").write_text('{"M-M": {}}')
    assert open_part(tmp_path, index, 1232)[1] == {"M-M": {}}
    index[0] += 1
    again, solved = open_part(tmp_path, index, 1232)
    assert solved == {}
    assert not again.any()


SIMULATED = """
import sys
import numpy as np
from pathlib import Path
from parlour.games.cam import GAME
from parlour.games.cam.endgames.build import solve
from parlour.games.cam.endgames.cuda import CudaEngine, require_cuda
from parlour.games.cam.endgames.slices import new_index, pairs_of
require_cuda()
index = new_index(GAME.version, 1, 5, 2)
pair = pairs_of(index)[0]
engine = CudaEngine(np.zeros(pair.span[1], dtype=np.uint8), index, blocks=2, threads=4)
solve(engine, pair, Path(sys.argv[1]), lambda *_: None)
engine.codes(pair.span).tofile(Path(sys.argv[1]) / "codes")
engine.close()
"""


@pytest.mark.all
@pytest.mark.compiled("the simulator is slow, and slower still when its lines are counted")
def test_a_gpu_finds_the_same(tmp_path: Path) -> None:
    """In Numba's simulator of CUDA, one man against another."""
    environment = os.environ | {"NUMBA_ENABLE_CUDASIM": "1", "PARLOUR_ENGINE": "plain"}
    subprocess.run([sys.executable, "-W", "error", "-c", SIMULATED, str(tmp_path)], env=environment, check=True)
    codes = np.fromfile(tmp_path / "codes", dtype=np.uint8)
    assert np.array_equal(codes, np.fromfile(small_tables() / SMALL.name / "table.bin", dtype=np.uint8)[: len(codes)])


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("chess",), "endgames of cam and camette, not of 'chess'"),
        (("cam", "1950"), "the edition is 1949 or federation, not '1950'"),
        (("cam", "1949", 5), "from 2 to 4 pieces, not 5"),
        (("camette", "1949", 1), "from 2 to 8 pieces, not 1"),
    ],
)
def test_what_cannot_be_solved_is_refused(arguments: tuple[Any, ...], complaint: str) -> None:
    with pytest.raises(OptionError, match=complaint):
        plan(*arguments)


# --- Asking ---------------------------------------------------------------------------------------------------


def asked(match: Match) -> int:
    return probe_match(match, tables_for(match.state, small_tables()))


@pytest.mark.compiled("makes tables, as others do")
def test_either_side_is_answered_alike() -> None:
    assert asked(board("MB2 mC5", board="camette")) == 9
    assert asked(board("mB6 MC3", "y", board="camette")) == 9
    assert asked(board("MD2 mC5", board="camette")) == 9
    assert asked(play(board("MB2 mC5", board="camette"), "B2-C3")) == -8


@pytest.mark.rule("CM-03", "CM-24")
def test_wins_at_once_are_by_the_castle_or_by_taking_the_last_piece() -> None:
    assert asked(board("MC6 mA4", board="camette")) == 1
    assert asked(board("MB3 mC4", board="camette")) == 1


@pytest.mark.compiled("makes tables, as others do")
@pytest.mark.rule("CM-G20")
def test_there_is_no_answer_where_the_limit_might_come_first() -> None:
    text = written("MB2 mC5", "r", "camette")
    assert asked(at(f"{text} q91")) == 9
    assert asked(at(f"{text} q92")) == NO_ANSWER
    assert asked(at(f"{text} q92", quiet_plies=0)) == 9
    assert asked(at(f"{text} q20", quiet_plies=28)) == NO_ANSWER


@pytest.mark.parametrize("text", [CAMETTE_START, "1/3/5/7/7/7/7/7/7/3M3/5/1m1/1 r"])
def test_there_is_no_answer_for_positions_that_no_table_has(text: str) -> None:
    assert asked(at(text)) == NO_ANSWER
    tables = tables_for(at(CAMETTE_START).state, small_tables())
    assert probe_match(at(text), tables) == NO_ANSWER


def test_there_is_no_answer_by_other_rules_or_in_the_middle_of_a_turn_or_after_the_end() -> None:
    tables = tables_for(at(CAMETTE_START).state, small_tables())
    assert probe_match(board("MB2 mC5", board="camette"), tables) == 9
    assert probe_match(board("MB2 mC5", board="camette", edition="federation"), tables) == NO_ANSWER
    by_switch = {"castle_canter_one_leap": "off"}
    assert probe_match(board("MB2 mC5", board="camette", **by_switch), tables) == NO_ANSWER
    assert tables_for(board("MB2 mC5", board="camette", **by_switch).state, small_tables()) is NO_TABLES
    assert probe_match(play(board("MB3 mC4", board="camette"), "B3xD5"), tables) == NO_ANSWER
    assert probe_match(board("MB2 mC5", board="camette"), NO_TABLES) == NO_ANSWER
    canter = play(board("KA3 MA4 MB5 mE3", board="camette"), "A3-A5-")
    assert probe_match(canter, tables) == NO_ANSWER


def test_tables_are_found_in_the_usual_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_folder() == tmp_path / "parlour" / "endgames"
    assert probe_match(board("MB2 mC5", board="camette")) == NO_ANSWER
    monkeypatch.setenv("PARLOUR_ENDGAMES", str(small_tables()))
    assert probe_match(board("MB2 mC5", board="camette")) == 9


@pytest.mark.compiled("makes tables over and over")
@pytest.mark.parametrize("name", ["table.bin", "index.npy", "verdict.json", "slices.json"])
@pytest.mark.parametrize("left", [0, 10])
def test_a_damaged_table_is_not_asked_and_is_mended_when_it_is_built_again(
    name: str, left: int, tmp_path: Path
) -> None:
    shutil.copytree(small_tables(), tmp_path, dirs_exist_ok=True)
    home = tmp_path / SMALL.name
    whole = {file.name: file.read_bytes() for file in home.iterdir()}
    (home / name).write_bytes(whole[name][:left])
    state = at("1/3/2m2/5/5/M2/1 r").state
    assert (tables_for(state, tmp_path) is NO_TABLES) == (name in ("table.bin", "index.npy"))
    build(SMALL, tmp_path)
    assert (home / "table.bin").read_bytes() == whole["table.bin"]
    assert probe_match(at("1/3/2m2/5/5/M2/1 r"), tables_for(state, tmp_path)) == 9


@pytest.mark.compiled("makes tables over and over")
@pytest.mark.parametrize("name", ["slices.json", "pass.npz", "table.part", "index.npy"])
def test_damaged_work_is_begun_afresh(name: str, tmp_path: Path) -> None:
    shutil.copytree(small_tables(), tmp_path, dirs_exist_ok=True)
    home = tmp_path / SMALL.name
    before = (home / "table.bin").read_bytes()
    (home / "table.bin").rename(home / "table.part")
    (home / "slices.json").write_text("{}")
    (home / name).write_bytes(b"{?")
    build(SMALL, tmp_path)
    assert (home / "table.bin").read_bytes() == before


def test_a_table_is_built_by_one_at_a_time(tmp_path: Path) -> None:
    (tmp_path / SMALL.name).mkdir()
    with alone_in(tmp_path / SMALL.name), pytest.raises(ParlourError, match="another process"):
        build(SMALL, tmp_path)


@pytest.mark.compiled
@pytest.mark.skipif(not hasattr(os, "posix_fallocate"), reason="there is no way to ask for room")
def test_a_disk_that_is_full_says_so_before_anything_is_solved(tmp_path: Path) -> None:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, before[1]))
    try:
        with pytest.raises(OSError, match="large"):
            make_room(tmp_path / "table.part", 20_000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, ignored)


def test_answers_in_words() -> None:
    assert in_words(1) == "wins in 1 turn"
    assert in_words(-8) == "loses in 8 turns"
    assert in_words(0) == "draws"
    assert in_words(NO_ANSWER) == "is not in the tables"
