"""What is seen, heard and kept while others act: without colours, without movement, without losing one's place."""

import io

from PIL import Image, ImageChops
from playwright.sync_api import Page, expect
from tests.server.serving import Server
from tests.waiting import until
from tests.web import reading, sizes
from tests.web.conftest import NewPage
from tests.web.house import aside, go_to, hand_of, sit_down, take_up
from tests.web.player import Player

MOVES = """() => {
  window.moved = 0;
  const look = () => {
    window.moved = Math.max(window.moved, document.getAnimations().length);
    requestAnimationFrame(look);
  };
  look();
}"""


def grey(page: Page) -> Image.Image:
    """The page as somebody sees it who sees no colours."""
    return Image.open(io.BytesIO(page.screenshot())).convert("L")


def corner(picture: Image.Image, box: dict[str, float], size: tuple[int, int]) -> Image.Image:
    """The upper left corner of something."""
    left, top = round(box["x"]), round(box["y"])
    return picture.crop((left, top, left + size[0], top + size[1]))


def unlike(one: Image.Image, other: Image.Image) -> int:
    """How many pixels are clearly lighter or darker in one than in the other."""
    return sum(ImageChops.difference(one, other).histogram()[64:])


def boxes(page: Page, selector: str) -> dict[str, dict[str, float]]:
    """Where things lie, by their names."""
    found = page.locator(selector).evaluate_all(
        "all => all.map(each => [each.getAttribute('aria-label'), each.getBoundingClientRect().toJSON()])"
    )
    return dict(found)


def test_cards_and_what_may_be_played_are_told_apart_without_colour(open_page: NewPage, server: Server) -> None:
    page = open_page()
    sit_down(page, server, "kamra")
    player = Player(page)
    hand_of(page, 15)
    sizes.still(page)
    hand, seen = boxes(page, "[data-card]"), grey(page)
    corners = [corner(seen, box, (40, 100)) for box in hand.values()]
    pairs = [(one, other) for at, one in enumerate(corners) for other in corners[:at]]
    assert len(pairs) == 105
    assert min(unlike(*pair) for pair in pairs) > 6
    while not (page.locator("[data-card].playable").count() and page.locator("[data-card]:not(.playable)").count()):
        assert player.go_on() != "over"
    page.mouse.move(0, 0)
    sizes.still(page)
    tops = {name: box["y"] for name, box in boxes(page, "[data-card]").items()}
    playable = [top for name, top in tops.items() if name.endswith(", playable")]
    assert max(playable) < min(top for name, top in tops.items() if not name.endswith(", playable"))


def test_the_sides_of_a_board_are_told_apart_without_colour(open_page: NewPage, server: Server) -> None:
    page = open_page()
    sit_down(page, server, "cam")
    page.wait_for_selector("[data-square][aria-label*='your man']")
    sizes.still(page)
    squares, seen = boxes(page, "[data-square]"), grey(page)
    ours, theirs, none = (
        next(box for name, box in squares.items() if what in name) for what in ("your man", "enemy man", "vacant")
    )
    size = (round(ours["width"]), round(ours["height"]))
    pictures = [corner(seen, box, size) for box in (ours, theirs, none)]
    least = 0.04 * size[0] * size[1]
    assert unlike(pictures[0], pictures[1]) > least
    assert unlike(pictures[0], pictures[2]) > least
    assert unlike(pictures[1], pictures[2]) > least


def test_a_selection_and_the_focus_outlive_what_others_do_and_say(open_page: NewPage, server: Server) -> None:
    ann, bob = open_page(), open_page()
    table, tokens = aside(server.open("honors2", people=2, seats=2))
    for member, page in enumerate((ann, bob)):
        take_up(page, table, "honors2", tokens[member], member)
        go_to(page, table)
        hand_of(page)
    expect(ann.locator("[data-turn='yours']").or_(ann.locator("[data-turn='others']"))).to_be_visible()
    acting, waiting = (ann, bob) if ann.locator("[data-turn='yours']").count() else (bob, ann)
    card = waiting.locator("[data-card]").nth(2)
    card.click()
    chosen = card.get_attribute("data-card")
    before = waiting.locator("[data-turn]").get_attribute("data-n") or ""
    acting.locator("[data-action='stock']").first.click()
    expect(waiting.locator("[data-turn]")).not_to_have_attribute("data-n", before)
    acting.get_by_label("Say something").fill("A long row")
    acting.get_by_role("button", name="Say", exact=True).click()
    expect(waiting.get_by_text("A long row").first).to_be_attached()
    kept = waiting.locator("[data-card][aria-pressed='true']").evaluate_all("all => all.map(each => each.dataset.card)")
    assert kept == [chosen]
    assert waiting.evaluate("document.activeElement.dataset.card") == chosen


def test_each_event_is_read_out_once_and_nothing_moves_for_who_wants_no_movement(
    open_page: NewPage, server: Server
) -> None:
    page, watcher = open_page(), open_page(reduced_motion="no-preference")
    table = sit_down(page, server, "honors2", settings={"bot_delay": 0.3})
    go_to(watcher, table)
    for each in (page, watcher):
        each.wait_for_selector("[role='log']", state="attached")
        each.evaluate(MOVES)
    reading.listen(page)
    player = Player(page)
    while page.evaluate("window.heard.length") < 12:
        assert player.go_on() != "over"
    heard, written, at_once, turn = reading.heard(page)
    assert heard == written
    assert len(at_once) == 1
    assert turn.startswith(at_once[0])
    assert page.locator("[aria-live='polite']").count() == 1
    assert page.evaluate("window.moved") == 0
    until(lambda: watcher.evaluate("window.moved"), "something moves for who wants movement")
