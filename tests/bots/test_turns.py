"""The player who searches whole turns: asked action by action it plays turns that hang together, and knows endgames."""

import math

import pytest
from tests.games.cam.board import CAM, board
from tests.games.cam.small_tables import small_tables

from parlour import Match
from parlour.bots.explain import certainty
from parlour.bots.turns import TurnBot
from parlour.core.chance import below, rng_from
from parlour.core.check.perft import turns
from parlour.core.engines import compiled
from parlour.games.cam.endgames import probe_match

CHARGE = "KG7 MF6 mE4 kD4 mB6"  # wins by a turn of four legs


def bot(level: str = "strong", **changes: object) -> TurnBot:
    usual = {"rounds": 2000 if compiled() else 30, "seconds": math.inf}
    return TurnBot(CAM, level, 1, **(usual | changes))  # type: ignore[arg-type]


def whole_turn(match: Match, player: TurnBot) -> list[str]:
    """Let the player finish the turn; what it did."""
    seat, texts = match.actors[0], []
    while not match.over and match.actors[0] == seat:
        action = player.choose(match, seat)
        assert action.id in match.legal_ids(seat)
        texts.append(str(action))
        match.play(seat, action)
    return texts


def test_a_turn_of_several_legs_is_played_to_its_end() -> None:
    match, player = board(CHARGE), bot()
    legs = whole_turn(match, player)
    assert CAM.notation.turn_text(legs) == "G7-E5xE3xC5xA7"
    assert match.winners == (0,)


@pytest.mark.parametrize("level", ["novice", "strong"])
def test_every_action_in_the_middle_of_a_turn_is_legal(level: str) -> None:
    """Somebody else begins the turn at random, and the player has to make the best of it."""
    match, player, rng = CAM.match(seed=5, options={"board": "camette"}), bot(level, rounds=20), rng_from(2)
    inside = 0
    while not match.over and len(match.moves) < (120 if compiled() else 10):
        legal = match.legal_ids(match.actors[0])
        match.play(match.actors[0], legal[below(rng, len(legal))])
        if not match.over and match.state.mode:
            inside += 1
            whole_turn(match, player)
    assert inside > 0 or not compiled()


def test_whole_turns_are_among_those_that_the_rules_allow() -> None:
    match, player = CAM.match(seed=5, options={"board": "camette"}), bot(rounds=20)
    for _ in range(20 if compiled() else 2):
        if match.over:
            break
        allowed = turns(match)
        legs = whole_turn(match, player)
        assert (legs[0] if len(legs) == 1 else CAM.notation.turn_text(legs)) in allowed


def test_no_thought_where_there_is_no_choice() -> None:
    match, player = board(CHARGE), bot(rounds=1)
    seat = match.actors[0]
    while len(ids := match.legal_ids(seat)) > 1:
        match.play(seat, player.choose(match, seat))
    assert [player.choose(match, seat).id] == ids
    assert player.pick(match, seat, rng_from(1)) == ids[0]


def test_who_misjudges_takes_a_sure_win_all_the_same_and_else_one_turn_or_another() -> None:
    sure, undecided = board(CHARGE), CAM.match(seed=5, options={"board": "camette"})
    blind = [TurnBot(CAM, "strong", seed, rounds=2000 if compiled() else 30, noise=3.0) for seed in range(6)]
    assert len({player.choose(sure, sure.actors[0]).id for player in blind}) == 1
    choices = [player.choose(undecided, 0).id for player in blind]
    assert len(set(choices)) > 1
    assert choices == [player.choose(undecided, 0).id for player in blind]


def test_an_action_is_as_good_as_the_best_turn_that_it_begins() -> None:
    match = board(CHARGE)
    found = bot(depth=1).estimates(match, match.actors[0])
    assert [estimate.action.id for estimate in found] == list(dict.fromkeys(e.action.id for e in found))
    assert found[0].wins_in == 1
    assert found[0].value == max(estimate.value for estimate in found)
    assert {estimate.action.id for estimate in found} <= set(match.legal_ids(0))


@pytest.mark.all
@pytest.mark.compiled("making the tables takes half a minute in plain Python")
def test_endgames_are_looked_up_where_there_are_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """A win that is too far to be seen is known from the table, and played as fast as can be."""
    monkeypatch.setenv("PARLOUR_ENDGAMES", str(small_tables()))
    match = next(match for match in two_pieces() if probe_match(match) >= 5)
    far = probe_match(match)
    first = bot(depth=1).rank(match, match.actors[0], rng_from(1))[0]
    assert first.wins_in == far
    assert certainty(first.wins_in) == f"wins in {far}"
    monkeypatch.setenv("PARLOUR_ENDGAMES", "/nowhere")
    assert bot(depth=1).rank(match, match.actors[0], rng_from(1))[0].wins_in is None
    monkeypatch.setenv("PARLOUR_ENDGAMES", str(small_tables()))
    for left in range(far, 0, -1):
        assert probe_match(match) == (left if (far - left) % 2 == 0 else -left)
        whole_turn(match, bot(depth=1))
    assert match.over


def two_pieces() -> list[Match]:
    """Positions with a piece each."""
    squares = ["A3", "B2", "B4", "C2", "C3", "C4", "C5", "D3", "D4", "E4"]
    pairs = [(one, other) for one in squares for other in squares if one != other]
    return [board(f"K{one} m{other}", board="camette") for one, other in pairs]
