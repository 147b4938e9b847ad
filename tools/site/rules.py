"""Numbered rules on the site: each has a place of its own, and whoever cites one links to it."""

import html as escaping
import posixpath
import re
from functools import cache

from tools.site.pages import ELSEWHERE, PLACES, ROOT

from parlour.core.check.rulebook import ID, read_rules

ROW = re.compile(rf"^\| ({ID.pattern}) \|", re.MULTILINE)
CITED = re.compile(rf"(?<![\w/#-])({ID.pattern})(?![\w-])")
SILENT = re.compile(
    r"<(a|code|pre|h1|h2|h3|h4|svg|script|style)\b.*?</\1>|<span class=\"rule-id\".*?</span>|<[^>]+>", re.DOTALL
)


@cache
def known() -> dict[str, tuple[str, str]]:
    """Every numbered rule: the page that states it, and what it says."""
    return {
        rule.id: (page, rule.text)
        for page, source in ELSEWHERE.items()
        if page.startswith("rules/")
        for rule in read_rules((ROOT / source).read_text(encoding="utf-8"))
    }


def mark(markdown: str, source: str) -> str:
    """A book of rules with an anchor in every row."""
    if not PLACES.get(source, "").startswith("rules/"):
        return markdown
    return ROW.sub(r'| <span class="rule-id" id="\1">\1</span> |', markdown)


def cite(html: str, url: str) -> str:
    """Link the ids in running text; code, headings and what is a link already stay as they are."""
    parts: list[str] = []
    end = 0
    for silent in SILENT.finditer(html):
        parts += [linked(html[end : silent.start()], url), silent[0]]
        end = silent.end()
    return "".join([*parts, linked(html[end:], url)])


def linked(text: str, url: str) -> str:
    """A piece of text with its ids linked."""
    return CITED.sub(lambda found: anchor(found[1], url), text)


def anchor(rule: str, url: str) -> str:
    """A link to a rule that shows what it says."""
    if rule not in known():
        return rule
    page, text = known()[rule]
    way = posixpath.relpath(page.removesuffix(".md"), url or ".")
    said = escaping.escape(re.sub(r"[`*]", "", text), quote=True)
    return f'<a class="rule" href="{way}/#{rule}" title="{said}">{rule}</a>'
