"""Writes `docs/sentences.md`: every sentence that people see in the web client and in the games, in both languages.

python -m tools.sentences            writes it
python -m tools.sentences --check    says whether it is up to date
"""

import json
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from parlour.games import of_the_house

ROOT = Path(__file__).parents[1]
OUT = ROOT / "docs" / "sentences.md"
CORE = ROOT / "src" / "parlour" / "core"
GAMES = ROOT / "src" / "parlour" / "games"
SERVER = ROOT / "src" / "parlour" / "server"
MESSAGES = ROOT / "web" / "src" / "messages"
HEAD = """# Sentences

What people read in the web client and in the games, in both languages, to be read from top to bottom. ‹Names in such
marks› stand for what is filled in. The rules, the short guides, and what only the command line and the protocol say are
not in it.

Written by `python -m tools.sentences`: change the files it is made from, not this one.
"""
LANGUAGES = ("en", "es")
LEFT_OUT = re.compile(  # what of a lesson, of words, and of what coaching explains is no sentence
    r"argument|players|steps\.\d+\.(play|want|position|options|seed|rules)|word\.\w+\.forms_\w+"
)
PLACE = re.compile(r"\{(\w+)\}")
MARKUP = re.compile(r"([\\`*_|<>\[\]])")

Sentences = dict[str, str]


def written() -> str:
    """The whole page."""
    client = [told(json.loads((MESSAGES / f"{language}.json").read_text(encoding="utf-8"))) for language in LANGUAGES]
    parts = [HEAD, *table("The web client", *client), *table("A server's status", *files(SERVER, "status"))]
    parts += table("All games", *files(CORE, "words"))
    for name, game in of_the_house().items():
        facts = {"game.title": game.title, "game.summary": game.summary}
        facts |= {f"option.{option.name}": option.help for option in game.options}
        own, foreign = files(GAMES / name, "words")
        parts += table(f"{game.title}: words", facts | own, foreign)
        for what in ("lesson", "coaching"):
            parts += table(f"{game.title}: {what}", *files(GAMES / name, what))
    return "\n".join(parts)


def files(folder: Path, name: str) -> Iterator[Sentences]:
    """What a file and its translation say; a file for both languages has `en` and `es` in it."""
    own = folder / f"{name}.toml"
    read: dict[str, Any] = tomllib.loads(own.read_text(encoding="utf-8")) if own.exists() else {}
    for language in LANGUAGES:
        foreign = folder / f"{name}.{language}.toml"
        if foreign.exists():
            yield told(tomllib.loads(foreign.read_text(encoding="utf-8")))
        else:
            yield dict(of_language(told(read), language))


def of_language(sentences: Sentences, language: str) -> Iterator[tuple[str, str]]:
    """The sentences of one language; those without a language are English."""
    for key, said in sentences.items():
        name, _, end = key.rpartition(".")
        if end in LANGUAGES and end == language:
            yield name, said
        elif end not in LANGUAGES and language == "en":
            yield key, said


def told(value: Any, key: str = "") -> Sentences:
    """All sentences of a file by their keys, deep in it or not."""
    if isinstance(value, str):
        return {key: value} if value else {}
    if isinstance(value, list):
        value = {str(number): each for number, each in enumerate(value, 1)}
    if not isinstance(value, dict):
        return {}
    found: Sentences = {}
    for name, each in value.items():
        full = f"{key}.{name}" if key else name
        if not LEFT_OUT.fullmatch(full):
            found |= told(each, full)
    return found


def table(title: str, english: Sentences, spanish: Sentences) -> list[str]:
    """A table of sentences, if there are any."""
    if not english:
        return []
    rows = [f"| `{key}` | {shown(said)} | {shown(spanish.get(key, ''))} |" for key, said in english.items()]
    return [f"## {title}", "", "| Key | English | Spanish |", "|---|---|---|", *rows, ""]


def shown(sentence: str) -> str:
    """A sentence in a cell."""
    text = MARKUP.sub(r"\\\1", sentence.strip())
    return PLACE.sub(r"‹\1›", text).replace("\n", "<br>")


def main() -> None:
    """Write the page, or check it."""
    if "--check" in sys.argv:
        if not OUT.exists() or OUT.read_text(encoding="utf-8") != written():
            sys.exit(f"{OUT.name} is out of date: python -m tools.sentences writes it")
        return
    OUT.write_text(written(), encoding="utf-8")


if __name__ == "__main__":
    main()
