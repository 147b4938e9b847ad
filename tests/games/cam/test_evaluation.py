"""What the search knows of Cam: the evaluation is the same for both sides, captures are urgent, keys tell positions."""

import numpy as np
import pytest

from parlour import Match
from parlour.core.chance import below, rng_from
from parlour.core.check.perft import walk
from parlour.core.engines import compiled
from parlour.games.cam.evaluation import TO_MOVE, evaluate, position_key, urgent

from .board import CAM, CAMETTE, RED, START, YELLOW, at, board, play
from .test_examples import MANY

GAMES = 20 if compiled() else 2
TURNED = str.maketrans("KMkmry", "kmKMyr")


def positions() -> list[Match]:
    """Positions from games at random, one in a few turns, and the worked examples."""
    found = [at(text) for text in MANY.values()]
    for seed in range(GAMES):
        match, rng = CAM.match(seed=seed, options={"board": ("cam", "camette")[seed % 2]}), rng_from(seed)
        while not match.over:
            if match.state.mode == 0 and below(rng, 12) == 0:
                found.append(match.clone())
            legal = match.legal_ids(match.actors[0])
            match.play(match.actors[0], legal[below(rng, len(legal))])
    return found


def turned_round(match: Match) -> Match:
    """The same position with the colours exchanged and the board turned round."""
    pieces, side = match.position.split()[:2]
    return at(f"{pieces[::-1].translate(TURNED)} {side.translate(TURNED)}", board=match.options["board"])


def test_what_is_good_for_one_side_is_bad_for_the_other() -> None:
    for match in positions():
        s = match.state
        assert evaluate(s, RED) == -evaluate(s, YELLOW)


def test_both_sides_are_judged_alike() -> None:
    for match in positions():
        assert evaluate(match.state, RED) == evaluate(turned_round(match).state, YELLOW)
    for start in (at(START), at(CAMETTE, board="camette")):
        assert evaluate(start.state, RED) == TO_MOVE


def test_a_finished_game_is_judged_by_who_won() -> None:
    won = play(board("MD12 MB5 kG10 mG9"), "D12-D13")
    assert evaluate(won.state, RED) > 0 > evaluate(won.state, YELLOW)
    drawn = play(board("MD9 MB5 kG10 mG9", quiet_plies=1), "D9-D10")
    assert evaluate(drawn.state, RED) == 0


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("KC4 MD5 kC10", "KC4 kC10"),
        ("KC4 KD5 kC10", "KC4 MD5 kC10"),
        ("KC4 MD7 kC10", "KC4 MD5 kC10"),
        ("KC4 MD5 kC10", "KC4 MG5 kC10"),
        ("KC4 MD10 kC5", "KC4 MD10 kC12"),
    ],
    ids=["a man more", "a knight for a man", "further on", "nearer to the middle", "past the defenders"],
)
def test_what_it_likes(better: str, worse: str) -> None:
    assert evaluate(board(better).state, RED) > evaluate(board(worse).state, RED)


def urgent_actions(match: Match) -> tuple[list[int], bool]:
    """What is urgent for the seat to move, and whether it must do some of it."""
    out = np.zeros(100, dtype=np.int16)
    n = urgent(match.state, match.actors[0], out)
    return out[: abs(n)].tolist(), n < 0


@pytest.mark.rule("CM-11", "CM-12")
def test_urgent_is_what_can_capture_or_win_and_nothing_else() -> None:
    """An action is urgent if a turn that it begins captures, or takes the castle."""
    for match in positions()[:: 1 if compiled() else 3]:
        seat, before = match.actors[0], len(match.moves)
        upsetting = set()
        for text, after in walk(match):
            if "x" in text or after.state.verdict == 1:
                upsetting.add(after.moves[before][1])
        found, forced = urgent_actions(match)
        assert set(found) == upsetting
        assert not forced or upsetting == set(match.legal_ids(seat))


def test_into_the_castle_comes_first() -> None:
    """The knight could charge, too."""
    match = board("MD12 KE4 ME5 mE7 kG10")
    found = urgent_actions(match)[0]
    assert len(found) > 1
    assert next(str(action) for action in match.legal(RED) if action.id == found[0]).endswith("D13")


def test_the_key_tells_positions_and_not_how_they_came_about() -> None:
    one = play(at(START), "B5-B6", "B9-B8", "F5-F6")
    other = play(at(START), "F5-F6", "B9-B8", "B5-B6")
    assert position_key(one.state) == position_key(other.state)
    assert position_key(one.state) != position_key(at(START).state)


@pytest.mark.rule("CM-G19", "CM-G20")
def test_the_key_tells_how_near_a_draw_is() -> None:
    match = board("KA4 kG10")
    keys = [position_key(match.state)]
    for _ in range(2):
        play(match, "A4-A5", "G10-G9", "A5-A4", "G9-G10")
        keys.append(position_key(match.state))
    assert len(set(keys)) == 3
    plenty, few = board("KA4 kG10"), board("KA4 kG10", quiet_plies=5)
    assert position_key(plenty.state) != position_key(few.state)
