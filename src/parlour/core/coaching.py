"""What a newcomer is told at the table: how to win, a sentence with the first decision of each kind, the book's words.

A game may have a file `coaching.toml`, one for all languages:

    | section       | what it says                                                                                    |
    |---------------|-------------------------------------------------------------------------------------------------|
    | `[goal]`      | how to win, in one line: `en = "..."`, `es = "..."`                                              |
    | `[coach.KIND]`| a sentence for the first decision of a kind (`view.asked`)                                       |
    | `[word.NAME]` | a word of the book explained, and the forms in which it is met: `forms_en = [...]`, `forms_es`   |
"""

import tomllib
from dataclasses import dataclass, field
from functools import cache

from parlour.core.game import Game

FILE = "coaching.toml"


@dataclass(frozen=True)
class Word:
    """A word of the book: the forms in which it is met, and what it means."""

    forms: list[str]
    text: str


@dataclass(frozen=True)
class Coaching:
    """What a game tells a newcomer; nothing, if it has no such file."""

    goal: str = ""
    coach: dict[str, str] = field(default_factory=dict)
    words: list[Word] = field(default_factory=list)


@cache
def coaching(game: Game, language: str = "en") -> Coaching:
    """What a game tells a newcomer in a language, or in English."""
    if not game.has_text(FILE):
        return Coaching()
    told = tomllib.loads(game.text(FILE))
    if language not in told["goal"]:
        language = "en"
    coach = {kind: said[language] for kind, said in told.get("coach", {}).items()}
    words = [Word(each[f"forms_{language}"], each[language]) for each in told.get("word", {}).values()]
    return Coaching(told["goal"][language], coach, words)
