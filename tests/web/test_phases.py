"""Every phase of every game on a telephone: accessible by day and by lamp light, and nothing too small for a finger."""

import pytest
from playwright.sync_api import Page, expect
from tests.server.serving import Server
from tests.web import axe, phases, sizes
from tests.web.conftest import NewPage
from tests.web.house import PLATE, go_to, take_up
from tests.web.phases import Moment
from tests.web.player import CHOICES, READY

from parlour.games import names

PHONE, NARROW = (360, 640), (320, 640)
LOW = (1366, 650)  # what a browser leaves of a small laptop's screen
FINGER = 44  # pixels
# What is tried, in which phase, although it may not be done.
FORBIDDEN = {
    "kamra": ("bid", ["[data-card]"]),
    "cam": ("play", ["[data-square].can", "[data-square][aria-label*='enemy castle']"]),
    "kardkelly": ("disk", [".stack button"]),
    "bacarac": ("bet", ["[data-card]"]),
    "honors1": ("ask", ["button.whole", "[data-action^='book '].begun:not(.laid)", "button:has(.yours)"]),
    "honors2": ("play", ["button.stock"]),
    "honors3": ("market", [*(f"[data-card] >> nth={card}" for card in range(4)), "[data-action^='offer ']"]),
    "honors4": ("turn", ["[data-card]"]),
}


def look(page: Page, what: str) -> None:
    """Look at what there is, by day and by lamp light, on a phone and on the narrowest one."""
    axe.check(page, what)
    page.emulate_media(color_scheme="dark")
    axe.check(page, f"{what} by lamp light", ["color-contrast"])
    page.emulate_media(color_scheme="light")
    for width, height in (NARROW, PHONE):
        page.set_viewport_size({"width": width, "height": height})
        sizes.fits(page, f"{what} at {width} pixels")
        assert sizes.small(page, FINGER) == [], f"{what} at {width} pixels"


def see_everybody(page: Page, what: str) -> None:
    """Nobody's plate lies under something else, one's own above all."""
    for width, height in (LOW, NARROW, PHONE):
        page.set_viewport_size({"width": width, "height": height})
        sizes.still(page)
        assert sizes.covered(page) == [], f"{what} at {width} x {height}"


def be_told(page: Page, game: str) -> None:
    """Read how the game is won, and what to know of the first decision; what can be chosen is in sight beside both."""
    for said in ("[data-goal]", "[data-coach]"):
        told = page.locator(said)
        if not told.count():
            continue
        for width, height in (LOW, NARROW, PHONE):
            page.set_viewport_size({"width": width, "height": height})
            sizes.fits(page, f"{game} with {said} at {width} pixels")
            assert sizes.in_sight(page, f"{CHOICES}, {READY}"), f"{game} with {said} at {width} x {height}"
        told.get_by_role("button", name="Got it").click()
        expect(told).to_have_count(0)
        sizes.still(page)


def enter(page: Page, server: Server, moment: Moment) -> None:
    """To a moment: at a table that stands still where somebody is to act, and in the replay otherwise."""
    if moment.actor is None:
        page.goto(f"/replay/{moment.table}?step={moment.step}&seat=0")
        page.wait_for_selector(PLATE)
    else:
        table, token = phases.stand(server, moment)
        take_up(page, table, moment.game, token)
        go_to(page, table)
        sizes.still(page)
        be_told(page, moment.game)
    sizes.still(page)


def be_refused(page: Page, game: str) -> None:
    """Try what may not be done, and read the rule that forbids it."""
    for step in FORBIDDEN[game][1]:
        page.locator(step).first.click(force=True)  # also what says of itself that it cannot be chosen
    expect(page.locator(".why .line")).to_be_visible()
    look(page, f"{game}, a refusal")
    page.locator(".why .line a").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    look(page, f"{game}, its rule")


def wait_for_others(page: Page, server: Server, game: str) -> None:
    """To a table that waits for people."""
    table, token = phases.wait(server, game)
    take_up(page, table, game, token)
    page.goto(f"/table/{table}")
    expect(page.locator("[data-copy]")).to_be_visible()


@pytest.mark.all
@pytest.mark.parametrize("game", names())
def test_every_phase_is_accessible_and_large_enough_for_a_finger(game: str, open_page: NewPage, server: Server) -> None:
    page = open_page(PHONE, is_mobile=True)
    wait_for_others(page, server, game)
    look(page, f"{game}, before it begins")
    met = phases.moments(server, game)
    assert set(met) == phases.phases_of(game), "a phase was not met: see phases.RARE"
    for phase, moment in met.items():
        enter(page, server, moment)
        look(page, f"{game}, {phase}")
        if moment.actor is not None:
            see_everybody(page, f"{game}, {phase}")
        if FORBIDDEN[game][0] == phase:
            be_refused(page, game)
    page.goto(f"/table/{met['over'].table}")
    expect(page.get_by_role("region", name="Result")).to_be_visible()
    look(page, f"{game}, finished")
