"""Every screen, for everybody: by day and by lamp light, on small phones and enlarged, in Spanish."""

import pytest
from playwright.sync_api import Page
from tests.server.serving import Server
from tests.waiting import until
from tests.web import axe, reading, sizes
from tests.web.conftest import NewPage
from tests.web.screens import SCREENS, House, furnish

SMALL = (320, 640)  # the narrowest that must do (WCAG 1.4.10)
ENLARGED = (640, 512)  # what is left of 1280 x 1024 at 200 %
FINGER = 44  # pixels; more than WCAG 2.5.8 asks for (24)


@pytest.fixture(scope="module")
def house(server: Server) -> House:
    return furnish(server)


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_is_accessible_by_day_and_by_lamp_light_and_never_too_wide(
    name: str, open_page: NewPage, house: House
) -> None:
    page = open_page(quiet=name != "offline", has_touch=True, is_mobile=True)
    house.show(page, name)
    axe.check(page, name)
    page.emulate_media(color_scheme="dark")
    axe.check(page, f"{name} by lamp light", ["color-contrast"])
    for width, height in (SMALL, ENLARGED):
        page.set_viewport_size({"width": width, "height": height})
        sizes.fits(page, f"{name} at {width} pixels")
        assert sizes.small(page, FINGER) == [], f"{name} at {width} pixels"


@pytest.mark.all
@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_is_in_spanish_from_top_to_bottom(name: str, open_page: NewPage, house: House) -> None:
    page = open_page(quiet=name != "offline", locale="es-ES")
    house.show(page, name)
    assert page.evaluate("document.documentElement.lang") == "es"
    until(lambda: len(reading.read(page)) > 3, "there is something to read")
    until(lambda: not english(page), lambda: f"all of it is Spanish: {english(page)}")  # words come after their page


def english(page: Page) -> list[str]:
    """What on a page is not in Spanish."""
    return reading.not_spanish(reading.read(page))
