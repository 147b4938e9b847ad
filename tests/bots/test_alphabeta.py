"""The search of turns: it prunes without changing a value, finds what is forced, obeys limits and plays legally."""

from functools import cache

import numpy as np
import pytest
from tests.bots.heap import GAME as HEAP
from tests.games.cam.board import CAM, at, board, play

import parlour
from parlour import Match
from parlour.bots.alphabeta import AlphaBeta, RankedTurn
from parlour.core.chance import below, rng_from
from parlour.core.check.perft import turn_text, turns, walk
from parlour.core.engines import compiled, make
from parlour.core.evaluation import WIN
from parlour.core.game import Game
from parlour.core.kernels import Kernels
from parlour.errors import OptionError

HEAP.__dict__["kernels"] = Kernels(make(HEAP, "plain"))  # nobody makes a file of a game that is for tests alone


@cache
def engine(game: Game) -> AlphaBeta:
    return AlphaBeta(game, memory=1 << 14)


def search(match: Match, **limits: object) -> list[RankedTurn]:
    return engine(match.game).search(match.state, match.actors[0], **limits)  # type: ignore[arg-type]


def written(match: Match, turn: RankedTurn) -> str:
    """A turn in words, played in full."""
    trial, seat, texts = match.clone(), match.actors[0], []
    for action in turn.actions:
        texts.append(trial.game.notation.action_text(trial.state, seat, action))
        trial.play(seat, action)
    return turn_text(match, texts)


def best(match: Match, **limits: object) -> str:
    return written(match, search(match, **limits)[0])


# --- Values ---------------------------------------------------------------------------------------------------


def minimax(match: Match, depth: int, ahead: int = 0) -> int:
    """What the search must find, with nothing pruned and nothing remembered, for whoever is to move."""
    game = match.game.evaluation
    assert game is not None
    seat = int(match.state.turn)
    worth = int(game.evaluate(match.state, seat))
    if match.over or len(match.actors) == 0:
        return (WIN - ahead) * int(np.sign(worth))
    pressing = np.zeros(100, dtype=np.int16)
    n = int(game.urgent(match.state, seat, pressing))
    values = [worth] if depth <= 0 <= n else []
    for _, after in walk(match):
        first = after.moves[len(match.moves)][1]
        if depth > 0 or first in pressing[: abs(n)]:
            values.append(-minimax(after, depth if n < 0 < depth else depth - 1, ahead + 1))
    return max(values)


def in_play(seed: int, option: str, moves: int) -> Match:
    """A match after some moves at random."""
    match, rng = CAM.match(seed=seed, options={"board": option}), rng_from(seed)
    while not match.over and (len(match.moves) < moves or match.state.mode):
        legal = match.legal_ids(match.actors[0])
        match.play(match.actors[0], legal[below(rng, len(legal))])
    return match


FEW = ["KA3 MB4 mD5 mC6", "KC2 MD3 kB5 mC5", "MB3 MC3 mC4 kE5", "KB2 MB4 mC5 mA5"]


@pytest.mark.parametrize("depth", [1, 2, 3] if compiled() else [1, 2])
@pytest.mark.parametrize("pieces", FEW if compiled() else FEW[:2])
def test_pruning_changes_no_value(pieces: str, depth: int) -> None:
    match = board(pieces, board="camette")
    found = search(match, depth=depth, exact=99, reducing=False)
    values = {turn: -minimax(after, depth - 1, 1) for turn, after in walk(match)}
    assert {written(match, turn): turn.value for turn in found} == values
    assert all(turn.exact for turn in found)
    assert [turn.value for turn in found] == sorted(values.values(), reverse=True)


@pytest.mark.compiled("thousands of positions")
@pytest.mark.parametrize("seed", range(6))
def test_pruning_changes_no_value_in_the_middle_of_a_game(seed: int) -> None:
    match = in_play(seed, "camette", 12)
    if not match.over:
        assert search(match, depth=3, reducing=False)[0].value == minimax(match, 3)


def test_the_others_are_worth_at_most_what_is_said() -> None:
    match = board(FEW[1], board="camette")
    exact = {turn.actions: turn.value for turn in search(match, depth=2, exact=99, reducing=False)}
    found = search(match, depth=2, reducing=False)
    assert found[0].exact
    assert found[0].value == max(exact.values())
    assert all(exact[turn.actions] <= turn.value <= found[0].value for turn in found)
    two = search(match, depth=2, exact=2, reducing=False)
    assert [turn.value for turn in two[:2]] == sorted(exact.values(), reverse=True)[:2]


# --- What it finds --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pieces", "turn", "wins_in"),
    [
        ("MD12 MB5 kG10 mG9", "D12-D13", 1),
        ("KG7 MF6 mE4 kD4 mB6", "G7-E5xE3xC5xA7", 1),
        ("MD11 KA4 mG5 kA7", None, 3),
    ],
    ids=["a step", "a charge", "two steps"],
)
def test_it_finds_a_win_and_says_how_far_it_is(pieces: str, turn: str | None, wins_in: int) -> None:
    match = board(pieces)
    first = search(match, depth=3)[0]
    assert first.wins_in == wins_in
    assert turn in (None, written(match, first))


def test_it_says_in_how_many_turns_it_loses() -> None:
    """The man on D3 walks into the castle, and nobody is near."""
    first = search(board("MG9 mD3 kA10"), depth=4)[0]
    assert first.wins_in == -4


@pytest.mark.rule("CM-G19")
def test_it_knows_the_draw_by_repetition() -> None:
    behind = play(board("KA4 MB4 MC4 kG10", repetition=2), "A4-A5", "G10-G9", "A5-A4")
    first = search(behind, depth=2)[0]
    assert written(behind, first) == "G9-G10"
    assert first.value == 0
    ahead = play(board("KA4 kG10 mF10 mE10", repetition=2), "A4-A5", "G10-G9", "A5-A4")
    assert best(ahead, depth=2) != "G9-G10"


@pytest.mark.rule("CM-G20")
def test_it_knows_the_draw_by_quiet_turns() -> None:
    match = board("KA4 MB4 MC4 kG10 mF9", quiet_plies=2)
    assert {turn.value for turn in search(match, depth=2, exact=99)} == {0}


def test_the_line_can_be_played() -> None:
    match = board("KA3 MB4 mD5 mC6", board="camette")
    first = search(match, depth=3)[0]
    assert first.line[: len(first.actions)] == first.actions
    for action in first.line:
        match.play(match.actors[0], action)


# --- How it goes about it -------------------------------------------------------------------------------------


@pytest.mark.parametrize("option", ["cam", "camette"])
def test_every_choice_is_legal_in_the_middle_of_a_turn_too(option: str) -> None:
    match, rng = CAM.match(seed=3, options={"board": option}), rng_from(1)
    while not match.over and len(match.moves) < (300 if compiled() else 6):
        seat = match.actors[0]
        found = search(match, nodes=300 if compiled() else 1, depth=8)
        assert {turn.actions[0] for turn in found} <= set(match.legal_ids(seat))
        action = found[below(rng, min(3, len(found)))].actions[0]
        match.play(seat, action)


def test_every_outcome_is_ranked_once() -> None:
    match = at("1/1k1/5/7/1m5/1M5/7/5M1/7/7/1m3/mm1/K r")
    found = [written(match, turn) for turn in search(match, depth=1)]
    assert len(turns(match)) == 3
    assert len(found) == 2
    assert set(found) <= set(turns(match))


def test_the_same_number_of_nodes_gives_the_same_answer() -> None:
    match = CAM.match(seed=1, options={"board": "camette"})
    nodes = 5000 if compiled() else 100
    first = search(match, nodes=nodes)
    assert engine(CAM).nodes == nodes
    before = bytes(match)
    search(board(FEW[1], board="camette"), depth=2)
    assert search(match, nodes=nodes) == first
    assert AlphaBeta(CAM, memory=1 << 14).search(match.state, 0, nodes=nodes) == first
    assert bytes(match) == before


def test_it_stops_when_time_is_up_but_not_before_it_has_looked_at_every_turn() -> None:
    match = CAM.match(seed=1, options={"board": "camette"})
    found = search(match, seconds=0.0)
    assert {turn.depth for turn in found} == {1}
    assert len(found) == 22


def test_old_searches_are_forgotten_for_good() -> None:
    """The table tells a number of searches apart, and is cleared when they run out."""
    match, other = board("MD11 KA4 mG5 kA7"), board("KA4 mG5 kA7 MD10")
    fresh = search(match, depth=2)
    for _ in range(70):
        search(other, depth=1)
    assert search(match, depth=2) == fresh


def test_a_game_without_an_evaluation_is_refused() -> None:
    with pytest.raises(OptionError, match="Kam-ra! brings no evaluation"):
        AlphaBeta(parlour.game("kamra"))


# --- A game that nobody knows ---------------------------------------------------------------------------------


@pytest.mark.parametrize("stones", range(1, 14))
def test_a_game_whose_values_are_known(stones: int) -> None:
    """Whoever leaves a multiple of four wins; the loser lasts longest by taking one at a time."""
    state = heap_of(stones)
    first = engine(HEAP).search(state, 0, depth=stones)[0]
    assert first.wins_in == (2 * (stones // 4) + 1 if stones % 4 else -stones // 2)
    if stones % 4:
        assert first.actions.count(0) == stones % 4


def test_tables_of_endgames_are_believed() -> None:
    distances = np.array([2 * (heap // 4) + (heap % 4 > 0) for heap in range(201)], dtype=np.uint8)
    knowing = AlphaBeta(HEAP, memory=64)
    knowing.consult(distances, np.array([201]))
    assert knowing.search(heap_of(201), 0, depth=1)[0].wins_in == 101
    assert knowing.search(heap_of(200), 0, depth=2)[0].wins_in == -100
    assert engine(HEAP).search(heap_of(201), 0, depth=1)[0].wins_in is None


def heap_of(stones: int) -> object:
    state = HEAP.match(seed=1).state
    state.heap = stones
    return state
