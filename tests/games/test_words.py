"""The sentences of every game: a translation says all that the original says, of the same things."""

import random
import re
import tomllib

import pytest

from parlour.core import texts
from parlour.core.engines import compiled
from parlour.core.values import Seat
from parlour.games import game, names

LANGUAGES = ("es",)
PLACE = re.compile(r"\{(\w+)\}")


def sentences(text: str) -> dict[str, str]:
    """All sentences by section and key."""
    parts = tomllib.loads(text)
    told = {part: keys for part, keys in parts.items() if part not in ONCE}
    return {f"{part}.{key}": said for part, said_of in told.items() for key, said in said_of.items()}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", names())
def test_a_translation_is_complete_and_speaks_of_the_same_things(name: str, language: str) -> None:
    own = sentences(game(name).text("words.toml"))
    own |= {f"option.{option.name}": option.help for option in game(name).options}
    foreign = sentences(game(name).text(f"words.{language}.toml"))
    assert foreign.keys() == own.keys()
    for key, said in foreign.items():
        assert set(PLACE.findall(said)) == set(PLACE.findall(own[key])), key
        assert bool(said) == bool(own[key]) or key.startswith("flags."), key


ONCE = ("game", "argument")  # what the facts say in English, and what holds in every language


def test_clients_are_told_which_words_are_seats() -> None:
    for name in names():
        known = texts.arguments(game(name))
        for kind in game(name).table.EVENTS.values():
            for told, value in kind.tells.items():
                assert value.of_seats == (known.get(told) == "seat"), (name, told)


def test_a_table_that_nobody_draws_is_told_in_the_words_of_its_game() -> None:
    table = {"last_reel": None, "hand": ["$P", "*2"], "turn": 1, "bids": [3, 0], "open": True, "shut": False}
    assert texts.say_table(game("kamra"), table, ["You", "Ben"]) == [
        "Hand: Producer of Dollars; 2 of Stars", "Turn: Ben", "Bids: You 3, Ben nothing", "Open",
    ]  # fmt: skip


RARE: dict[str, dict[str, str]] = {  # options that make more actions possible
    "kamra": {"manners": "strict"},
    "honors3": {"h3_directed": "one"},
    "bacarac": {"manners": "strict", "poker_choose": "on", "buy_dead": "on", "hands": "1"},
}


@pytest.mark.parametrize(("name", "options"), [*((name, {}) for name in names()), *RARE.items()])
def test_every_action_has_words_in_every_language(name: str, options: dict[str, str]) -> None:
    match = game(name).match(seed=5, options=options, hold_table=True)
    rng = random.Random(5)
    met: set[str] = set()
    for _ in range(600 if compiled() else 60):
        if match.over:
            break
        seat = rng.choice(match.actors)
        met.update(map(str, match.legal(seat)))
        match.play(seat, rng.choice(match.legal_ids(seat)))
    told = [f"Player{seat}" for seat in range(match.seats)]
    for language in ("en", *LANGUAGES):
        for text in met:
            said = texts.say_action(match.game, text, told, language)
            fits = [key for key, (pattern, *_) in patterns(name, language).items() if pattern.fullmatch(text)]
            assert fits, text
            assert not PLACE.search(said), text
            seats = re.findall(r"\{\w+:seat\}", fits[0])
            assert said.count("Player") == len(seats), (text, said)


def patterns(name: str, language: str) -> dict[str, tuple[re.Pattern[str], tuple[str, ...], str]]:
    """What is said of actions, by the pattern of their notation as it is written."""
    keys = texts.words(game(name), language)["action"]
    return dict(zip(keys, texts.action_patterns(game(name), language), strict=True))


@pytest.mark.parametrize(
    ("name", "text", "english", "spanish"),
    [
        ("honors1", "ask 1 A-3", "Ask Ben for A-3", "Pide A-3 a Ben"),
        (
            "honors3",
            "accept 1 with C-1 C-2",
            "Take Ben's offer with C-1 and C-2",
            "Acepta la oferta de Ben con C-1 y C-2",
        ),
        ("honors3", "offer A-1 to 0", "Offer A-1 to Ann", "Ofrece A-1 a Ann"),
        ("cam", "C4-C6xC8xC10", "Charge C4-C6xC8xC10", "Carga C4-C6xC8xC10"),
        ("cam", "C4-C6-", "Canter C4-C6", "Galopa C4-C6"),
        ("cam", "C4-C6-E8", "Canter C4-C6-E8", "Galopa C4-C6-E8"),
        ("cam", "C4-C6-E8xE10", "Charge C4-C6-E8xE10", "Carga C4-C6-E8xE10"),
        ("kamra", "bid 0", "Pass", "Pasa"),
        ("kamra", "nonsense", "nonsense", "nonsense"),
    ],
)
def test_an_action_is_told_with_the_names_of_players(name: str, text: str, english: str, spanish: str) -> None:
    assert texts.say_action(game(name), text, ["Ann", "Ben"]) == english
    assert texts.say_action(game(name), text, ["Ann", "Ben"], "es") == spanish


@pytest.mark.parametrize(
    ("name", "event", "said"),
    [
        (
            "kamra",
            {"kind": "dealt", "seat": 0, "cards": ["$P", "$7", "$6", "T4", "*S"]},
            "Your hand: Producer, 7 and 6 of Dollars; 4 of Triangles; Star of Stars.",
        ),
        ("kamra", {"kind": "captured", "seat": 1, "stars": 2, "heroes": 0}, "Ben captured 2 Stars and no Heroes."),
        (
            "bacarac",
            {"kind": "laid", "seat": 1, "cards": ["8H", "9H", "10H"], "leads": True},
            "Ben leads 8♥, 9♥ and 10♥.",
        ),
        ("honors1", {"kind": "dealt", "seat": 0, "cards": ["A-3", "B-1"]}, "You have A-3 and B-1."),
    ],
)
def test_cards_in_the_log_are_named_or_drawn(name: str, event: texts.Event, said: str) -> None:
    """As the web client tells them (`web/tests/words.test.ts`)."""
    assert texts.say_event(game(name), event, ["Ann", "Ben"], you=0) == said


@pytest.mark.compiled("reasons are plain Python anyway, and some count deals")
@pytest.mark.parametrize("name", names())
def test_reasons_speak_of_seats_by_the_words_that_clients_know(name: str) -> None:
    """Hints and reviews are told in the reader's language from the key of a reason and what it speaks of."""
    known = {word for word, kind in texts.arguments(game(name)).items() if kind == "seat"}
    match = game(name).match(seed=3)
    said, reasons = texts.words(match.game)["reason"], match.game.reasons
    assert reasons is not None
    for _ in range(60):
        if match.over:
            break
        seat = match.actors[0]
        for action in match.legal_ids(seat)[:6]:
            reason = reasons.why(match.sample(seat).state, seat, action)
            assert set(PLACE.findall(said[reason.key])) <= reason.arguments.keys(), reason
            for word, value in reason.arguments.items():
                assert isinstance(value, Seat) == (word in known), (reason, word)
        match.play(seat, match.legal_ids(seat)[-1])
