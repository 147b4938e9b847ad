"""Every lesson is played through, in every language, so that none tells of what the rules do not do."""

import re
import tomllib
from collections.abc import Iterator

import pytest

from parlour.core.check.rulebook import CITED, expand, read_rules, stem
from parlour.errors import Refused
from parlour.games import game, names
from parlour.games.rulebooks import LANGUAGES
from parlour.server.library import coaching_of, rules_of
from parlour.table.lessons import WORDS, Lecture, lecture


def others(taught: Lecture) -> Iterator[tuple[int, str]]:
    """What the learner may do besides what he should, moment by moment."""
    for number, frame in enumerate(taught.frames):
        if frame.want:
            yield from ((number, action) for action in frame.view["legal"] if action != frame.want)


@pytest.mark.parametrize("name", names())
def test_a_lesson_can_be_played_to_its_end(name: str) -> None:
    taught = lecture(game(name), "en")
    lesson = taught.lesson
    assert len(lesson.players) == taught.matches[0].seats
    assert 3 <= lesson.minutes <= 6
    wanted = [frame for frame in lesson.frames if frame.want]
    assert len(wanted) >= 4
    for frame in wanted:
        assert frame.want in frame.view["legal"]
        assert frame.view["you"] in frame.view["actors"]
    assert lesson.frames[-1].say
    assert not lesson.frames[-1].want


@pytest.mark.parametrize("name", names())
def test_whatever_else_the_learner_may_do_is_answered(name: str) -> None:
    taught = lecture(game(name), "en")
    for number, action in others(taught):
        frame = taught.frames[number]
        assert frame.instead.get(action) or frame.wrong, f"step {frame.step}: {action}"
        assert taught.judge(number, action).legal
    possible = {action for _, action in others(taught)}
    for frame in taught.frames:
        assert set(frame.instead) <= possible, f"step {frame.step} answers what cannot be done"


@pytest.mark.parametrize("name", names())
def test_the_rules_that_a_lesson_cites_are_in_the_book(name: str) -> None:
    known = {rule.id for section in rules_of(name).sections for rule in section.rules}
    for frame in lecture(game(name), "en").frames:
        assert set(frame.rules) <= known


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("language", [each for each in LANGUAGES if each != "en"])
def test_another_language_has_the_same_words(name: str, language: str) -> None:
    english, other = (tomllib.loads(game(name).text(file)) for file in ("lesson.toml", f"lesson.{language}.toml"))
    assert len(english["steps"]) == len(other["steps"])
    for number, (step, told) in enumerate(zip(english["steps"], other["steps"], strict=True)):
        assert set(told) == {word for word in WORDS if word in step}, f"step {number}"
        assert set(told.get("instead", {})) == set(step.get("instead", {})), f"step {number}"
        assert told["say"] != step["say"]


def test_what_the_rules_forbid_is_judged_by_them() -> None:
    taught = lecture(game("cam"), "en")
    number = next(i for i, frame in enumerate(taught.frames) if frame.want == "B5xB7")
    verdict = taught.judge(number, "F4-F5")
    assert (verdict.legal, verdict.rule) == (False, "CM-11")
    assert "must capture" in verdict.text
    assert taught.judge(number, "nonsense").text


def test_newcomers_are_coached_in_their_language_or_in_english() -> None:
    told = [coaching_of("kamra", language).goal for language in ("en", "es", "fr")]
    assert told[0] == told[2] == "Be first to 300: make the reels you contract for, catch Stars and Heroes."
    assert told[1].startswith("Llega a 300")
    with pytest.raises(Refused):
        coaching_of("chess", "en")


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("suffix", ["", *(f".{each}" for each in LANGUAGES if each != "en")])
def test_a_guide_cites_rules_that_there_are(name: str, suffix: str) -> None:
    text = game(name).text(f"guide{suffix}.md")
    known = {rule.id for section in rules_of(name).sections for rule in section.rules}
    books = {stem(id) for id in known}  # J-10 is a division of Bacarac's board
    cited = {id for found in CITED.finditer(text) for id in expand(found[1], found[2]) if stem(id) in books}
    assert cited <= known
    assert len(cited) >= 10
    assert 250 <= len(re.findall(r"\w+", CITED.sub("", text))) <= 750


def test_all_numbered_rules_are_told() -> None:
    for name in names():
        told = [rule.id for section in rules_of(name).sections if not section.shared for rule in section.rules]
        assert told == [rule.id for rule in read_rules(game(name).text("RULES.md"))]
    assert any(rule.id == "H0-01" for section in rules_of("honors1").sections for rule in section.rules)
    assert not any(rule.id == "H0-01" for section in rules_of("kamra").sections for rule in section.rules)
