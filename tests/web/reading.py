"""What can be read on a page, by eye or by ear, and in which language it is."""

import json
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from playwright.sync_api import Page

ROOT = Path(__file__).parents[2]
MESSAGES = ROOT / "web" / "src" / "messages"
GAMES = ROOT / "src" / "parlour" / "games"

# Texts and names of whatever is there, but for code, the printed lids, and what says that it is in another language.
READ = """() => {
  const said = new Set();
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const text = node.textContent.trim();
    const parent = node.parentElement;
    if (text && !parent.closest('code, kbd, noscript, script, style, .cover, [lang]:not(html)')) said.add(text);
  }
  for (const each of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
    for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
      if (each.getAttribute(name) && !each.closest('[lang]:not(html)')) said.add(each.getAttribute(name).trim());
  said.add(document.title);
  return [...said];
}"""

LISTEN = """() => {
  window.heard = [];
  const log = document.querySelector('[role="log"]');
  const note = (changes) => changes.forEach(({ addedNodes }) =>
    addedNodes.forEach((node) => node.nodeName === 'P' && window.heard.push(node.textContent)));
  window.heard.push(...[...log.querySelectorAll('p')].map((each) => each.textContent));
  new MutationObserver(note).observe(log, { childList: true, subtree: true });
}"""
SAID = """() => {
  const texts = (selector) => [...document.querySelectorAll(selector)].map((each) => each.textContent.trim());
  return [window.heard, texts('aside ol li:not(.none)'), texts('[aria-live="assertive"]'), texts('p.turn')[0]];
}"""


def listen(page: Page) -> None:
    """Note from now on what the log reads out, with what it has in it already."""
    page.evaluate(LISTEN)


def heard(page: Page) -> tuple[list[str], list[str], list[str], str]:
    """What was read out, the log as it is written, what is said at once, and the turn line."""
    read_out, written, at_once, turn = page.evaluate(SAID)
    return read_out, written, at_once, turn


def read(page: Page) -> list[str]:
    """Everything that can be read on the page."""
    return list(page.evaluate(READ))


def templates(language: str) -> Iterator[tuple[str, str]]:
    """Every message of the client and the games: where it stands, and the message."""
    yield from json.loads((MESSAGES / f"{language}.json").read_text(encoding="utf-8")).items()
    suffix = "" if language == "en" else f".{language}"
    for path in sorted(GAMES.glob(f"*/words{suffix}.toml")):
        for part, sentences in tomllib.loads(path.read_text(encoding="utf-8")).items():
            for key, sentence in sentences.items():
                yield f"{path.parent.name} {part}.{key}", sentence


@cache
def foreign() -> dict[str, re.Pattern[str]]:
    """The English messages that read otherwise in Spanish, as patterns."""
    spanish = dict(templates("es"))
    said = {pattern_of(text).pattern for text in spanish.values()}
    patterns = {key: pattern_of(text) for key, text in templates("en") if spanish.get(key) != text}
    return {
        key: each for key, each in patterns.items() if each.pattern not in said and re.search("[a-z]{3}", each.pattern)
    }


def pattern_of(template: str) -> re.Pattern[str]:
    """What matches a message, whatever its gaps are filled with."""
    parts = [re.escape(part) for part in re.split(r"\{\w+\}", template)]
    return re.compile(".+".join(parts))


def not_spanish(said: list[str]) -> list[str]:
    """What of that is a key, or one of our English messages."""
    keys = dict(templates("en"))
    found = [f"the key {text}" for text in said if text in keys and "." in text]
    return found + [f"{key}: {text}" for text in said for key, each in foreign().items() if each.fullmatch(text)]
