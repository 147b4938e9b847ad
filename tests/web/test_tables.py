"""People at one table in several browsers: they see the same, spectators see no secrets, and nothing is lost."""

import re

from playwright.sync_api import Page, WebSocket, expect
from tests.server.serving import Server
from tests.waiting import until
from tests.web import reading
from tests.web.conftest import NewPage
from tests.web.house import aside, go_to, hand_of, sit_down, take_up
from tests.web.player import Player


def frames_of(page: Page) -> list[str]:
    """Everything that the page's sockets receive from now on."""
    heard: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: heard.append(str(frame)))

    page.on("websocket", listen)
    return heard


def step_of(page: Page) -> int:
    """How far a page has followed its table."""
    return int(page.locator("[data-turn]").get_attribute("data-n") or 0)


def test_a_spectator_sees_no_card_in_any_hand(open_page: NewPage, server: Server) -> None:
    player, spy = open_page(), open_page()
    heard = frames_of(spy)
    table = sit_down(player, server, "kamra", bots="random", options={"hand_cap": 1})
    go_to(spy, table)
    hand = hand_of(player, 15)
    until(lambda: step_of(spy) == step_of(player), "the spectator sees what the player sees")  # who is to act at last
    told, page = " ".join(heard), spy.content()
    assert "welcome" in told
    for card in hand:
        assert f'"{card}"' not in told
        assert f'data-card="{card}"' not in page


def test_chat_reaches_the_other_browser_as_text_and_not_as_markup(open_page: NewPage, server: Server) -> None:
    ann, bob = open_page(), open_page()
    table, tokens = aside(server.open("kardkelly", people=2))
    for member, page in enumerate((ann, bob)):
        take_up(page, table, "kardkelly", tokens[member], member)
        go_to(page, table)
    ann.get_by_label("Say something").fill("<b>Well</b> played")
    ann.get_by_role("button", name="Say", exact=True).click()
    expect(bob.get_by_text("<b>Well</b> played").first).to_be_attached()


def test_a_killed_server_is_a_hiccup(open_page: NewPage, own_server: Server) -> None:
    page = open_page(quiet=False, base_url=own_server.url)
    sit_down(page, own_server, "honors4")
    page.wait_for_selector("[role='log']", state="attached")
    reading.listen(page)
    before = step_of(page)
    own_server.kill()
    expect(page.get_by_text(re.compile("Connection lost"))).to_be_visible()
    own_server.start()
    aside(own_server.up())
    expect(page.get_by_text(re.compile("Connection lost"))).to_be_hidden()
    assert step_of(page) >= before
    heard, written, _, _ = reading.heard(page)
    assert heard == written  # what was read out before is not read out again
    Player(page).play_out()


def test_a_reload_and_a_second_tab_are_where_the_first_one_was(open_page: NewPage, server: Server) -> None:
    page = open_page()
    table = sit_down(page, server, "honors2")
    hand = hand_of(page)
    second = page.context.new_page()
    for each in (page, second):
        go_to(each, table)
        assert set(hand_of(each)) & set(hand)
