"""What came of a hand, told to everybody: over all games, at random and as the rulebooks advise."""

import random
import re
from typing import Any

import pytest

import parlour
from parlour import Match
from parlour.core import results, texts
from parlour.core.coaching import coaching
from parlour.core.contract import TABLE
from parlour.core.engines import compiled
from parlour.core.events import HAND_OVER
from parlour.core.texts import words
from parlour.games import game, names
from parlour.games.rulebooks import LANGUAGES
from tests.short import LENGTHS, short

from .pairs import pairwise

PLAYERS = [f"Player{seat}" for seat in range(15)]
DOUBLED = re.compile(r"\b(\w+) \1\b")  # "2 Stars Stars caught"
MATCHES = 12 if compiled() else 1
MIXES = 40 if compiled() else 4
MOST = 20_000 if compiled() else 3_000  # moves of a match
BY_BOOK = 0.9 if compiled() else 0.0  # how often a seat does what its rulebook advises, which takes its time uncompiled

every_game = pytest.mark.parametrize("name", names())


def chosen(match: Match, seat: int, rng: random.Random, by_book: float) -> int:
    """What a seat does: as the rulebook advises, or anything."""
    if seat != TABLE and rng.random() < by_book:
        return match.advise(seat).id
    return rng.choice(match.legal_ids(seat))


def play(match: Match, rng: random.Random, by_book: float) -> list[dict[str, Any]]:
    """Play a match out, looking at what is told on the way; all the results there were."""
    start, between, found = match.scores, False, []
    for _ in range(MOST):
        if match.over:
            break
        seat = rng.choice(match.actors)
        events, scores, last = match.event_count, match.scores, match.view(None)["result"]
        match.play(seat, chosen(match, seat, rng, by_book))
        told = match.view(None)["result"]
        ended = match.over or any(row[0] == HAND_OVER for row in match.event_rows(events))
        stays = between and (seat != TABLE or told == last)  # claims between hands; an agreement to play no more
        if between and not stays:
            start = scores
        between = ended or stays
        assert (told is not None) == between, (match.position, told)
        if told is not None:
            check(match, told, start)
            found.append(told)
        for actor in set(match.actors) - {TABLE}:
            assert match.view(actor)["asked"] in coaching(match.game).coach
    return found


def check(match: Match, told: dict[str, Any], scores: tuple[float, ...]) -> None:
    """What is told of a hand is what the rules have done."""
    gained = [after - before for before, after in zip(scores, match.scores, strict=True)]
    assert told["points"] == gained, (match.position, scores, told)
    assert told["points"] == results.sums(told["lines"])
    assert told["totals"] == list(match.scores)
    assert set(told["winners"]) <= set(range(match.seats))
    assert all(match.view(seat)["result"] == told for seat in range(match.seats))
    settled = told["settlement"]
    assert settled is None or match.over
    if settled is not None:
        assert settled["points"] == results.sums(settled["lines"]) == list(match.payoffs), (match.position, told)
    if told["ending"] is not None:
        assert match.over
        assert told["ending"]["given"].get("winners", list(match.winners)) == list(match.winners)


def sentences(told: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """All sentences of a result, each with the part of the words that it is in."""
    whole = [told] + ([told["settlement"]] if told["settlement"] else [])
    lines = [("sheet", line) for each in whole for own in each["lines"] for line in own]
    return [("result", each) for each in (*whole, told["ending"]) if each] + lines


def mixes(name: str) -> list[dict[str, Any]]:
    """Mixes of switches, of short matches."""
    fewer: dict[str, Any] = dict.fromkeys(short(name), 2) | {
        key: value for key, value in short(name).items() if key not in LENGTHS
    }
    every = [{key: value for key, value in mix.items() if key not in LENGTHS} for mix in pairwise(game(name))]
    usual = {} if compiled() else fewer
    return [usual, *(fewer | mix for mix in random.Random(name).sample(every, min(MIXES, len(every))))]


@every_game
@pytest.mark.uncounted
def test_the_lines_of_every_hand_are_what_the_rules_gave(name: str) -> None:
    one = game(name)
    for number, mix in enumerate(mixes(name)):
        seats = one.fewest + number % (one.most - one.fewest + 1)
        match = one.match(seats, seed=number, options=mix, hold_table=True)
        assert play(match, random.Random(number), BY_BOOK if number % 2 else 0.0), mix


@every_game
@pytest.mark.uncounted
def test_every_sentence_can_be_said_in_every_language(name: str) -> None:
    one = game(name)
    known = {word for word, kind in texts.arguments(one).items() if kind == "seat"}
    for number in range(MATCHES):
        seats = one.fewest + number % (one.most - one.fewest + 1)
        match = one.match(seats, seed=number, options=short(name), hold_table=True)
        for told in play(match, random.Random(number), BY_BOOK):
            for language in LANGUAGES:
                assert told["unit"] in words(one, language)["unit"]
                for part, each in sentences(told):
                    for you in (None, 0):
                        said = results.say_told(one, part, each, PLAYERS, you, language)
                        assert "{" not in said
                        assert not DOUBLED.search(said), said
                    for place in set(each["given"]) & known:
                        assert place in (*results.SEATS, "winners"), place


@pytest.mark.parametrize(("name", "options"), [("kardkelly", {"stake": 2}), ("bacarac", {"stake": 13})])
@pytest.mark.parametrize("seats", [3, 7])
def test_who_may_not_owe_pays_no_more_than_there_is(name: str, options: dict[str, Any], seats: int) -> None:
    for number in range(MATCHES):
        match = game(name).match(seats, seed=number, options=options | {"credit": False}, hold_table=True)
        assert play(match, random.Random(number), min(BY_BOOK, 0.5))


@every_game
def test_variants_are_of_sentences_that_there_are(name: str) -> None:
    for language in LANGUAGES:
        said = words(game(name), language)
        for part in ("result", "sheet"):
            for key in said[part]:
                plain = key.removesuffix("_you")
                assert plain in said[part], key


@every_game
def test_newcomers_are_told_everything_in_every_language(name: str) -> None:
    english = coaching(game(name), "en")
    for language in LANGUAGES:
        told = coaching(game(name), language)
        assert told.goal
        assert told.coach.keys() == english.coach.keys()
        assert len(told.words) == len(english.words) >= 4
        for said in (told.goal, *told.coach.values(), *(word.text for word in told.words)):
            assert said.endswith("."), said
            assert "!" not in said.replace("Kam-ra!", "").replace("¡Honors!", "").replace("Honors!", ""), said
        forms = [form.lower() for word in told.words for form in set(map(str.lower, word.forms))]
        assert len(forms) == len(set(forms)), "two words have a form in common"


def test_a_game_says_what_weighs_more_than_other_events() -> None:
    kinds = {kind.name: kind.weight.name for kind in parlour.game("kamra").view.EVENTS.values() if kind.weight}
    assert kinds["took"] == "HEAVY"
