"""The page with which a match ends, as each of those who played it sees it."""

from typing import Any, NamedTuple

from playwright.sync_api import Page, expect


class Standing(NamedTuple):
    """A player's line on the page of the result."""

    name: str
    score: str
    wins: bool


def standings(page: Page) -> list[Standing]:
    """How everybody stands at the end, the winners first."""
    expect(page.get_by_role("region", name="Result")).to_be_visible()
    rows: list[list[Any]] = page.locator("[data-result]").evaluate(ROWS)
    return [Standing(*row) for row in rows]


def winners(page: Page) -> list[str]:
    """The names of the winners."""
    return [each.name for each in standings(page) if each.wins]


def says_who_has_won(page: Page, viewer: str = "") -> None:
    """Check that the result's title names the winners of the list below it, and says "you" to whoever won alone."""
    won, title = winners(page), page.locator("[data-result] h2")
    if not won:
        expect(title).to_have_text("A draw")
    elif won == [viewer]:
        expect(title).to_have_text("You win")
    else:
        expect(title).to_have_text(f"{listed(won)} {'wins' if len(won) == 1 else 'win'}")


def listed(names: list[str]) -> str:
    """Names as one would say them."""
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]


ROWS = """section => [...section.querySelector('table').tBodies[0].rows].map((row) => {
  const name = row.cells[0].cloneNode(true);
  name.querySelectorAll('svg, small').forEach((each) => each.remove());
  return [name.textContent.trim(), row.cells[1].textContent.trim(), row.classList.contains('winner')];
})"""
