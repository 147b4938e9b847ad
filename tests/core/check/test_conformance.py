"""The checks that any game must pass pass a sound game, and catch every kind of unsound one."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.core.highcard import GAME, rules, view

from parlour.core.check import conformance
from parlour.core.check.conformance import check_game
from parlour.core.contract import Record
from parlour.core.engines import VARIABLE
from parlour.core.records import require
from parlour.errors import ConformanceError


@pytest.fixture(autouse=True)
def engine_for_games_without_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the rules as they are written: nobody makes a file of a game that is for tests alone."""
    monkeypatch.setenv(VARIABLE, "plain")


def test_an_outside_game_passes() -> None:
    report = check_game(GAME, matches=30, options=[{}, {"low_wins": True}], closely=0.5)
    assert report.matches == 180
    assert report.moves > 180 * 3
    assert report.states > 200
    assert report.phases == {"0", "1", "2"}


def test_fingerprints_repeat() -> None:
    assert conformance.fingerprint(GAME, 3) == conformance.fingerprint(GAME, 3) != conformance.fingerprint(GAME, 4)


Break = Callable[[pytest.MonkeyPatch], None]


def leak_in_the_view(patch: pytest.MonkeyPatch) -> None:
    sound = view.show
    patch.setattr(view, "show", lambda s: sound(s) | {"next": s.cards[0]})


def leak_to_a_seat(patch: pytest.MonkeyPatch) -> None:
    sound = view.own
    patch.setattr(view, "own", lambda s, seat: sound(s, seat) | {"next": s.cards[(seat + 1) % s.seats]})


def leak_the_swapped_card(patch: pytest.MonkeyPatch) -> None:
    sound = view.show
    patch.setattr(view, "show", lambda s: sound(s) | {"gone": s.gone})


def leak_in_a_refusal(patch: pytest.MonkeyPatch) -> None:
    from parlour.core.texts import Refusal, words

    patch.setitem(words(GAME)["refusals"], "leak", "The next card is {card}")
    patch.setattr(view, "refusal", lambda s, seat, action: Refusal("HC-1", "leak", {"card": int(s.key[0])}))


def leak_in_an_event(patch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace
    from itertools import count

    from parlour.core.values import COUNT

    world = count()
    leaky = replace(rules.EVENTS[rules.KEPT], tells={"b": replace(COUNT, data=lambda value: next(world))})
    patch.setattr(rules, "EVENTS", dict(rules.EVENTS) | {rules.KEPT: leaky})


def refuse_without_a_rule(patch: pytest.MonkeyPatch) -> None:
    from parlour.core.texts import Refusal

    patch.setattr(view, "refusal", lambda s, seat, action: Refusal("", "table_only", {}))


def write_one_thing_and_read_another(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(GAME.notation, "action_text", lambda s, seat, action: "keep")


def forget_part_of_the_position(patch: pytest.MonkeyPatch) -> None:
    def parse(text: str, draft: Any) -> None:
        sound(text, draft)
        draft.states[0].gone = 0

    sound = GAME.notation.parse_position
    patch.setattr(GAME.notation, "parse_position", parse)


def offer_too_many_actions(patch: pytest.MonkeyPatch) -> None:
    fewer = rules.ACTIONS.texts
    patch.setattr(type(rules.ACTIONS), "__len__", lambda self: len(fewer) - 2)


def log_more_than_promised(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(rules, "MOST_EVENTS", 0)


BROKEN = [
    (leak_in_the_view, "view of"),
    (leak_to_a_seat, "view of"),
    (leak_the_swapped_card, "view of"),
    (leak_in_a_refusal, "refusal tells"),
    (leak_in_an_event, "what .* sees of action"),
    (refuse_without_a_rule, "no rule forbids"),
    (write_one_thing_and_read_another, "is read as"),
    (forget_part_of_the_position, "the position"),
    (offer_too_many_actions, "out of range"),
    (log_more_than_promised, "more than MOST_EVENTS"),
]


@pytest.mark.parametrize(("break_it", "complaint"), BROKEN, ids=[broken.__name__ for broken, _ in BROKEN])
def test_an_unsound_game_is_caught(break_it: Break, complaint: str, monkeypatch: pytest.MonkeyPatch) -> None:
    break_it(monkeypatch)
    with pytest.raises(ConformanceError, match=complaint):
        check_game(GAME, matches=40, closely=0.7)


def test_an_author_s_own_invariant_is_asked() -> None:
    with pytest.raises(ConformanceError, match=r"seed '0\.0'.*the third card is missing"):
        check_game(GAME, matches=1, invariant=lambda s: "the third card is missing")


def test_a_missing_part_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(rules, "legal")
    with pytest.raises(ConformanceError, match=r"rules\.py does not define legal"):
        check_game(GAME, matches=1)


def test_a_game_with_a_view_says_what_that_hides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(rules, "redeal")
    with pytest.raises(ConformanceError, match=r"High Card has a view\.py, so its rules\.py must define redeal"):
        check_game(GAME, matches=1)


def test_a_sample_that_could_not_be_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game whose samples are no positions of it breaks the contract too."""

    def sound(s: Record) -> None:
        require(s.cards[1] != 7, "nobody may hold the 7")

    monkeypatch.setattr(rules, "sound", sound, raising=False)
    with pytest.raises(ConformanceError, match="nobody may hold the 7"):
        check_game(GAME, matches=40, closely=0.7)


def test_spectators_have_no_card() -> None:
    assert GAME.match(2, seed=1).view(None)["table"]["card"] is None
