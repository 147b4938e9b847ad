"""The corners of the tables: refusals, large text, phones on their side, many at one table, names without an end."""

import pytest
from playwright.sync_api import Page, expect
from tests.server.serving import Server
from tests.web import reading, sizes
from tests.web.conftest import NewPage
from tests.web.house import aside, go_to, hand_of, sit_down, take_up

from parlour.games import names

DESK, PHONE, SIDEWAYS = (1280, 800), (360, 640), (740, 360)
ENLARGED = (195, 400)  # what is left of a phone at 200 %
STILL = {"bot_delay": 10, "pause": 0, "window": 60}
# At Kard Kelly one has no cards, and three who take their time before one's turn; so many hands are not over by then.
WAITS = {"kardkelly": {"settings": STILL | {"bot_delay": 0}, "options": {"hands": 9}}}
LONG = "W" * 24
WIDE = 56  # pixels
# Cards of one's hand of which the lower edge cannot be seen.
CUT = """() => [...document.querySelectorAll('[data-card]')].filter((card) => {
  const { left, bottom, width } = card.getBoundingClientRect();
  return !card.closest('.hand').contains(document.elementFromPoint(left + width / 2, bottom - 12));
}).map((card) => card.dataset.card)"""


def fit(page: Page, size: tuple[int, int]) -> None:
    """Make the window as large as that."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("document.fonts.ready.then(() => new Promise(requestAnimationFrame))")


def two_at_a_table(open_page: NewPage, server: Server, **how: str) -> tuple[Page, Page]:
    """Two phones at a table of Honors No. II: who is to act, and who waits."""
    table, tokens = aside(server.open("honors2", people=2, seats=2))
    pages = [open_page(PHONE, **how) for _ in tokens]
    for member, page in enumerate(pages):
        take_up(page, table, "honors2", tokens[member], member)
        go_to(page, table)
        hand_of(page)
    mine = pages[0].locator("[data-turn='yours']").count()
    return (pages[0], pages[1]) if mine else (pages[1], pages[0])


def test_a_refusal_is_in_ones_language_hides_nobody_and_leads_to_its_rule_and_back(
    open_page: NewPage, server: Server
) -> None:
    _, page = two_at_a_table(open_page, server, locale="es-ES")
    page.locator("button.stock").click()
    line = page.locator(".why .line")
    expect(line).to_contain_text("Ahora no te toca.")
    said = line.inner_text()
    assert reading.not_spanish([said]) == []
    assert "Seat" not in said
    assert sizes.covered(page) == []
    rule = line.locator("a")
    rule.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(rule).to_be_focused()
    page.keyboard.press("Escape")
    expect(line).to_be_hidden()
    expect(page.locator("button.stock")).to_be_focused()


def test_what_people_say_and_are_called_may_have_no_end(open_page: NewPage, server: Server) -> None:
    page, other = two_at_a_table(open_page, server)
    for each in (page, other):
        each.locator("[data-menu]").click()
        each.locator("[data-rename]").click()
        each.get_by_label("Your name").fill(LONG)
        each.keyboard.press("Enter")
        expect(each.get_by_role("dialog").get_by_text(LONG[:20]).first).to_be_visible()
    sizes.fits(page, "a menu")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Log and chat").click()
    page.get_by_label("Say something").fill(LONG * 4)
    page.get_by_role("button", name="Say", exact=True).click()
    expect(page.get_by_role("dialog").get_by_text(LONG * 4)).to_be_visible()
    sizes.fits(page, "a chat")
    fit(page, DESK)
    sizes.fits(page, "a desk")


@pytest.mark.parametrize("game", names())
def test_a_table_fits_large_text_and_a_phone_on_its_side(game: str, open_page: NewPage, server: Server) -> None:
    page = open_page(SIDEWAYS, has_touch=True, is_mobile=True)
    sit_down(page, server, game, **WAITS.get(game, {"settings": STILL}))
    page.wait_for_selector("[data-card], [data-action], [data-square]")
    sizes.still(page)
    assert page.evaluate(CUT) == []
    assert page.locator("[data-turn='over']").count() == 0  # when all is over there is little to fit
    fit(page, ENLARGED)
    sizes.fits(page, "an enlarged page")
    fit(page, (390, 800))
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    sizes.fits(page, "large text")


@pytest.mark.parametrize("size", [PHONE, (390, 844)])
def test_the_cards_of_a_hand_are_wide_on_a_phone_and_the_arrows_follow_their_order(
    size: tuple[int, int], open_page: NewPage, server: Server
) -> None:
    page = open_page(size, is_mobile=True)
    sit_down(page, server, "kamra", settings=STILL)
    hand_of(page, 15)
    sizes.still(page)
    cards = page.locator("[data-card]")
    widths = page.locator("[data-card] .card").evaluate_all(
        "all => all.map((card) => card.getBoundingClientRect().width)"
    )
    assert len(widths) == 15
    assert min(widths) >= WIDE
    cards.first.focus()
    walked = []
    for _ in range(15):
        walked.append(page.evaluate("document.activeElement.dataset.card"))
        page.keyboard.press("ArrowRight")
    assert walked == cards.evaluate_all("all => all.map((card) => card.dataset.card)")


@pytest.mark.parametrize(("game", "seats", "size"), [("kardkelly", 15, PHONE), ("honors3", 7, DESK)])
def test_many_at_a_table_hide_neither_ones_plate_nor_ones_hand(
    game: str, seats: int, size: tuple[int, int], open_page: NewPage, server: Server
) -> None:
    page = open_page(size)
    table, (token,) = aside(server.open(game, seats=seats, settings=STILL))  # not a short match: it would be over
    take_up(page, table, game, token)
    go_to(page, table)
    page.wait_for_selector("[data-card], .baize")
    sizes.still(page)
    assert sizes.covered(page) == []
    assert page.evaluate(CUT) == []
