"""What came of a hand, and what newcomers are told, in the games that say so and in those that do not."""

import parlour
from parlour.core import results
from parlour.core.coaching import Coaching, coaching
from tests.core.highcard import GAME

KAMRA = parlour.game("kamra")


def test_a_game_need_not_say_what_came_of_a_hand() -> None:
    match = GAME.match(seed=1)
    view = match.view(match.actors[0])
    assert view["asked"] is None
    assert view["result"] is None
    assert coaching(GAME) == Coaching()


def test_only_who_may_act_is_asked() -> None:
    match = KAMRA.match(seed=1)
    turn = match.actors[0]
    assert [match.view(seat)["asked"] for seat in (turn, (turn + 1) % 4, None)] == ["bid", None, None]


def test_a_sentence_about_who_won_is_told_to_them() -> None:
    told = results.sentence("best", winners=[1], points=30)
    assert results.say_told(KAMRA, "result", told, ["Ann", "Ben"]) == "Ben did best: contract kept, 30 points."
    assert results.say_told(KAMRA, "result", told, ["Ann", "Ben"], 0) == "Ben did best: contract kept, 30 points."
    assert results.say_told(KAMRA, "result", told, ["Ann", "Ben"], 1) == "You did best: contract kept, 30 points."


def test_what_is_counted_by_one_has_a_key_of_its_own() -> None:
    assert [results.counted("stars", count) for count in (1, 2)] == ["stars_one", "stars"]


def test_nobody_is_best_with_nothing() -> None:
    assert results.best_of([0, -10]) == []
    assert results.best_of([20, 5, 20]) == [0, 2]
