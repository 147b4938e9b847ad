"""Accessibility as axe-core sees it: no violations of WCAG 2.2 AA, nor of its best practices."""

from pathlib import Path

from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
OFF = {"label-content-name-mismatch": {"enabled": False}}  # a card's index is a symbol: S is read out as Star
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def check(page: Page, what: str, rules: list[str] | None = None) -> None:
    """Fail with what is wrong, and where; by these rules alone, if some are named."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))  # not a script element: the page's policy would forbid that
    only = {"runOnly": rules} if rules else {"runOnly": TAGS, "rules": OFF}
    wanted = only | {"resultTypes": ["violations"]}
    found = page.evaluate("wanted => axe.run(document, wanted)", wanted)
    told = [
        f"{each['id']}: {each['help']} ({', '.join(str(node['target']) for node in each['nodes'][:3])})"
        for each in found["violations"]
    ]
    assert told == [], f"{what}: {told}"
