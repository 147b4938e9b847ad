"""Every game is played to its end in a real browser."""

import pytest
from playwright.sync_api import expect
from tests.server.serving import Server
from tests.web import axe
from tests.web.conftest import NewPage
from tests.web.house import begin, sit_down
from tests.web.player import Player, Typist

from parlour.games import names


@pytest.mark.every_game
@pytest.mark.parametrize("game", names())
def test_a_newcomer_with_a_telephone_plays_a_match(game: str, open_page: NewPage) -> None:
    page = open_page((360, 640))
    begin(page, game)
    Player(page, look=lambda phase: axe.check(page, phase)).play_out()
    expect(page.get_by_role("region", name="Result")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("game", names())
def test_a_match_with_the_keyboard_alone_by_lamp_light(game: str, open_page: NewPage, server: Server) -> None:
    page = open_page(color_scheme="dark")
    sit_down(page, server, game)
    Typist(page, look=lambda phase: axe.check(page, phase)).play_out()
    expect(page.get_by_role("region", name="Result")).to_be_visible()
