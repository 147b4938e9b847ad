"""The numbered rules of a game together with the conventions of all games, and finding one of them.

A text in another language lies beside the English one, RULES.es.md beside RULES.md. Ids and statuses are the same in
both; what a status is called is said in `words.toml`.
"""

import difflib
import re
import tomllib
from functools import cache
from importlib import resources

from parlour.core.check.rulebook import EXEMPT, NEED_TEST, Rule, read_rules
from parlour.core.game import Game
from parlour.errors import ParlourError

LANGUAGES = ("en", "es")
STATUS = re.compile(rf"\| ({'|'.join(NEED_TEST + EXEMPT)}) \|$", re.MULTILINE)


def written(name: str, language: str, folder: str = "parlour.games") -> tuple[str, str]:
    """A text in a language, and that language: English where there is no other."""
    stem, _, ending = name.rpartition(".")
    other = resources.files(folder).joinpath(f"{stem}.{language}.{ending}")
    if language in LANGUAGES and other.is_file():
        return other.read_text(encoding="utf-8"), language
    return resources.files(folder).joinpath(name).read_text(encoding="utf-8"), "en"


def rulebook(one: Game, language: str = "en") -> tuple[str, str]:
    """The page of a game's own rules in a language, and that language: English where there is no other."""
    return written("RULES.md", language, one.package)


def conventions(language: str = "en") -> tuple[str, str]:
    """The page of the conventions of all games in a language, and that language."""
    return written("CONVENTIONS.md", language)


def all_rules(one: Game, language: str = "en") -> tuple[Rule, ...]:
    """The rules of a game, and the conventions that it shares with the others."""
    return read_rules(rulebook(one, language)[0]) + read_rules(conventions(language)[0])


def find_rule(one: Game, id: str, language: str = "en") -> Rule:
    """The rule of that id; an error that names near ones if there is none."""
    known = {rule.id: rule for rule in all_rules(one, language)}
    wanted = id.strip().upper()
    if wanted not in known:
        near = difflib.get_close_matches(wanted, known, n=4, cutoff=0.5)
        hint = f"did you mean {', '.join(near)}?" if near else f"`parlour rules {one.name}` prints them all"
        raise ParlourError(f"{one.title} has no rule {id[:20]!r}; {hint}")
    return known[wanted]


def rule_text(rule: Rule, language: str = "en") -> str:
    """A rule in a line or two."""
    return f"{rule.id} ({statuses(language)[rule.status]}): {rule.text}"


def book_text(one: Game, language: str = "en") -> str:
    """The whole page of a game's own rules, as people read it."""
    page, spoken = rulebook(one, language)
    called = statuses(spoken)
    return STATUS.sub(lambda found: f"| {called[found[1]]} |", page)


@cache
def statuses(language: str) -> dict[str, str]:
    """What each status is called in a language."""
    told: dict[str, str] = tomllib.loads(written("words.toml", language, "parlour.core")[0])["status"]
    return told
