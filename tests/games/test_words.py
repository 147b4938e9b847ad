"""The sentences of every game: a translation says all that the original says, of the same things."""

import json
import re
import tomllib
from pathlib import Path

import pytest

from parlour.core import texts
from parlour.core.kernel import compiled
from parlour.games import game, names

LANGUAGES = ("es",)
WEB = Path(__file__).parents[2] / "web" / "src"
SEATS = WEB / "words" / "seats.json"
PLACE = re.compile(r"\{(\w+)\}")


def sentences(text: str) -> dict[str, str]:
    """All sentences by section and key."""
    parts = tomllib.loads(text)
    return {f"{part}.{key}": said for part, told in parts.items() for key, said in told.items()}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", names())
def test_a_translation_is_complete_and_speaks_of_the_same_things(name: str, language: str) -> None:
    own = sentences(game(name).text("words.toml"))
    foreign = sentences(game(name).text(f"words.{language}.toml"))
    assert foreign.keys() == own.keys()
    for key, said in foreign.items():
        assert set(PLACE.findall(said)) <= set(PLACE.findall(own[key])), key
        assert bool(said) == bool(own[key]) or key.startswith("flags."), key


def test_the_web_client_knows_which_words_are_seats() -> None:
    known = set(json.loads(SEATS.read_text(encoding="utf-8")))
    for name in names():
        for kind in game(name).view.EVENTS.values():
            for argument in (kind.a, kind.b):
                if argument is not None:
                    assert (argument.show in (texts.Seat, texts.seats_in)) == (argument.name in known), (name, argument)


@pytest.mark.rule("C-18")
@pytest.mark.parametrize("name", names())
def test_the_web_clients_log_forgets_what_the_table_forgets(name: str) -> None:
    look = (WEB / "games" / name / "index.ts").read_text(encoding="utf-8")
    listed = re.search(r"fades: \[([^]]*)\]", look)
    forgotten = set(re.findall(r"'(\w+)'", listed.group(1))) if listed else set()
    assert forgotten == {kind.name for kind in game(name).view.EVENTS.values() if kind.fades}


@pytest.mark.parametrize("name", names())
def test_reasons_speak_of_seats_by_the_words_that_the_web_client_knows(name: str) -> None:
    """Hints and reviews are told in the reader's language from the key of a reason and what it speaks of."""
    known = set(json.loads(SEATS.read_text(encoding="utf-8")))
    match = game(name).match(seed=3)
    said, reasons = texts.words(match.game)["reason"], match.game.reasons
    assert reasons is not None
    for _ in range(60 if compiled() else 12):
        if match.over:
            break
        seat = match.actors[0]
        for action in match.legal_ids(seat)[:6]:
            reason = reasons.why(match.sample(seat).state, seat, action)
            assert set(PLACE.findall(said[reason.key])) <= reason.arguments.keys(), reason
            for word, value in reason.arguments.items():
                assert isinstance(value, texts.Seat) == (word in known), (reason, word)
        match.play(seat, match.legal_ids(seat)[-1])
