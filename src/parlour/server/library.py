"""What there is to read and to learn: a game's words, its guide, its numbered rules, and its lesson."""

import asyncio
from collections.abc import Iterator
from functools import cache
from typing import Annotated

from msgspec import Meta

from parlour.core import texts
from parlour.core.check.rulebook import read_rules, stem
from parlour.core.coaching import coaching
from parlour.errors import Refused
from parlour.games import game, names
from parlour.games.rulebooks import LANGUAGES, conventions, rulebook, written
from parlour.table import lessons, wire


class NumberedRule(wire.Struct):
    """A numbered rule: its id, what it says, what it is (`rule`, `ruling`, `example`, ...)."""

    id: str
    text: str
    status: str


class Section(wire.Struct):
    """A part of a rulebook, the language it is written in, and its rules. `shared` are the conventions of all games."""

    title: str
    language: str
    shared: bool
    rules: list[NumberedRule]


class Rules(wire.Struct):
    """The numbered rules of a game, and the conventions that it shares with the others."""

    game: str
    title: str
    sections: list[Section]


class Words(wire.Struct):
    """The sentences of a game, by section and key; what the language lacks is in English. `argument` says which of what
    they speak of are seats."""

    game: str
    sections: dict[str, dict[str, str]]


class Guide(wire.Struct):
    """The short rules of a game, in Markdown; empty if it has none."""

    game: str
    language: str
    text: str


class ExplainedWord(wire.Struct):
    """A word of the book: the forms in which it is met, and what it means."""

    forms: list[str]
    text: str


class CoachingFacts(wire.Struct):
    """What a newcomer to a game is told: how to win, a sentence with the first decision of each kind (`asked` in a
    match), the book's words. All of it is empty if the game has none."""

    goal: str
    coach: dict[str, str]
    words: list[ExplainedWord]


class Tried(wire.Struct):
    """Something that a learner would like to do at a moment of a lesson."""

    frame: Annotated[int, Meta(ge=0)]
    action: Annotated[str, Meta(max_length=1000)]


async def lesson_of(name: str, language: str) -> lessons.Lesson:
    """The lesson of a game."""
    return (await lecture_of(name, language)).lesson


def spoken(language: str) -> str:
    """A language that there is: the one that is asked for, or English."""
    return language if language in LANGUAGES else "en"


async def judged(name: str, tried: Tried) -> lessons.Verdict:
    """What the rules say to something tried in the lesson of a game."""
    lecture = await lecture_of(name, "en")
    if tried.frame >= len(lecture.frames):
        raise Refused("no_such_step", f"the lesson has {len(lecture.frames)} moments, not {tried.frame}")
    return lecture.judge(tried.frame, tried.action)


async def lecture_of(name: str, language: str) -> lessons.Lecture:
    """A lesson; it is made apart, once, so that no table waits for it."""
    one = game(known(name))
    if not one.has_text(lessons.LESSON):
        raise Refused("no_lesson", f"{one.title} has no lesson")
    return await asyncio.to_thread(lessons.lecture, one, spoken(language))


def coaching_of(name: str, language: str) -> CoachingFacts:
    """What a newcomer to a game is told."""
    told = coaching(game(known(name)), spoken(language))
    return CoachingFacts(told.goal, told.coach, [ExplainedWord(word.forms, word.text) for word in told.words])


def words_of(name: str, language: str) -> Words:
    """The sentences of a game."""
    one = game(known(name))
    return Words(name, texts.words(one, spoken(language)) | {"argument": texts.arguments(one)})


def guide_of(name: str, language: str) -> Guide:
    """The short rules of a game."""
    one = game(known(name))
    text, written_in = written("guide.md", spoken(language), one.package) if one.has_text("guide.md") else ("", "en")
    return Guide(name, written_in, text)


def known(name: str) -> str:
    """The name of a game that there is."""
    if name not in names():
        raise Refused("no_such_game", f"there is no game {name[:20]!r}; there are {', '.join(names())}")
    return name


def rules_of(name: str, language: str = "en") -> Rules:
    """The rules of a game, section by section, in a language that there is or in English."""
    return written_rules(known(name), spoken(language))


@cache
def written_rules(name: str, language: str) -> Rules:
    """The rules of a game that there is."""
    one = game(name)
    own, shared = rulebook(one, language), conventions(language)
    common = [each for each in sections_of(*shared, shared=True) if concerns(each, own[0])]
    return Rules(name, one.title, [*sections_of(*own, shared=False), *common])


def concerns(section: Section, page: str) -> bool:
    """Whether a section of the conventions is about a game: the pack of Honors is that of four games only."""
    book = stem(section.rules[0].id)
    return book == "C" or f"`{book}" in page


def sections_of(page: str, language: str, *, shared: bool) -> Iterator[Section]:
    """The sections of a page that state rules."""
    for part in page.split("\n## "):
        title, _, text = part.partition("\n")
        rules = [NumberedRule(rule.id, rule.text, rule.status) for rule in read_rules(text)]
        if rules:
            yield Section(title.removeprefix("# "), language, shared, rules)
