"""The rulebook player: it wins if it can, stops a loss, captures the most, exposes nothing, and comes forward."""

import pytest

from parlour import Match
from parlour.core.chance import below, rng_from
from parlour.core.check.perft import turn_text, turns
from parlour.core.engines import compiled

from .board import CAM, at, board, play, written
from .test_examples import MANY

GAMES = 100 if compiled() else 3  # of each colour


several_lots = pytest.mark.parametrize("seed", range(4))


def advised(match: Match, seed: int = 0) -> str:
    """The whole turn that the player would make."""
    trial, seat, rng, legs = match.clone(), match.actors[0], rng_from(seed), []
    while not trial.over and trial.actors[0] == seat:
        action = trial.advise(seat, rng)
        legs.append(str(action))
        trial.play(seat, action)
    return turn_text(match, legs)


@several_lots
@pytest.mark.parametrize(
    ("position", "wins"),
    [
        (written("MD12 MB5 kG10 mG9"), {"D12-D13"}),
        (written("mD2 mB9 KG4 MG5", "y"), {"D2-D1"}),
        (MANY["T-CM-01"], {"G7-E5xE3xC5xA7"}),
        (MANY["T-CM-10"], {"D12-D13", "E12-D13", "F11-D13"}),
    ],
    ids=["a step", "a step of Yellow's", "a charge", "any way in"],
)
def test_it_wins_when_it_can(position: str, wins: set[str], seed: int) -> None:
    assert advised(at(position), seed) in wins


@several_lots
def test_it_stops_a_loss(seed: int) -> None:
    """Yellow threatens to jump over D2 into the castle, so the man there must step aside."""
    match = board("MD2 MG9 mD3 kD4")
    assert advised(match, seed)[:2] == "D2"
    play(match, advised(match, seed))
    assert not [turn for turn in turns(match) if turn.endswith("D1")]


@several_lots
def test_it_takes_the_most(seed: int) -> None:
    assert advised(board("MD5 mD6 mE5 mF6 kA10 mA9 MG4"), seed) == "D5xF5xF7"


@several_lots
def test_it_takes_the_knight_rather_than_the_man(seed: int) -> None:
    assert advised(board("MD5 mC6 kE6 mA10 kG10"), seed) == "D5xF7"


@several_lots
def test_it_leaves_nothing_exposed(seed: int) -> None:
    """The man on D7 is exposed to the one on D8, and so he would be on most squares beside it."""
    match = board("MD7 mD8 mD9 MA4 KB4 kG10")
    play(match, advised(match, seed))
    assert not [turn for turn in turns(match) if "x" in turn]


@several_lots
@pytest.mark.rule("CM-G19")
def test_it_takes_a_draw_when_it_is_behind(seed: int) -> None:
    match = play(board("KA4 MB4 MC4 kG10", repetition=2), "A4-A5", "G10-G9", "A5-A4")
    assert advised(match, seed) == "G9-G10"
    ahead = play(board("KA4 kG10 mF10 mE10", repetition=2), "A4-A5", "G10-G9", "A5-A4")
    assert advised(ahead, seed) != "G9-G10"


def test_it_comes_forward() -> None:
    match = board("MD5 ME5 kA10")
    turn = advised(match)
    assert int(turn.split("-")[-1][1:]) > int(turn.split("-")[0][1:])


def test_the_same_lot_gives_the_same_advice_and_every_piece_of_it_is_legal() -> None:
    for seed in range(6 if compiled() else 1):
        match, rng = CAM.match(seed=seed, options={"board": "cam" if compiled() else "camette"}), rng_from(seed)
        while not match.over and len(match.moves) < (30 if compiled() else 5):
            seat = match.actors[0]
            first, second = match.advise(seat, rng_from(seed)), match.advise(seat, rng_from(seed))
            assert first == second
            assert first in match.legal(seat)
            match.play(seat, match.legal(seat)[below(rng, len(match.legal(seat)))])


def test_it_looks_and_does_not_touch() -> None:
    match = at(MANY["T-CM-05"])
    before = bytes(match)
    match.advise(match.actors[0])
    assert bytes(match) == before


@pytest.mark.parametrize(("board_", "share"), [("cam", 0.95), ("camette", 0.9)][not compiled() :])
@pytest.mark.uncounted
def test_it_beats_a_random_player(board_: str, share: float) -> None:
    points = 0.0
    for number in range(2 * GAMES):
        seat, rng = number % 2, rng_from(number)
        match = CAM.match(seed=number, options={"board": board_})
        while not match.over:
            actor = match.actors[0]
            legal = match.legal(actor)
            match.play(actor, match.advise(actor, rng) if actor == seat else legal[below(rng, len(legal))])
        points += match.scores[seat]
    assert points >= share * 2 * GAMES
