"""How people come to a table and go on: by a link, on another device, from a replay, with their own settings."""

import io
import re
from urllib.parse import urljoin

import httpx
import pytest
from PIL import Image
from playwright.sync_api import Request, expect
from tests.server.serving import Server
from tests.waiting import STEP, until
from tests.web.conftest import NewPage
from tests.web.house import begun, hand_of, sit_down
from tests.web.player import Player

FIRST_LOAD = 150_000  # bytes over the wire
LEAST_STEPS, MOST_STEPS = {"kamra": 60, "cam": 5}, 300  # of a lesson
LAST = "[data-game='honors4'] [data-play]"  # what is drawn last of the lobby
LISTEN_FOR_SOUND = """
  window.audible = 0;
  window.AudioContext = class extends AudioContext { constructor() { super(); window.audible += 1; } };
"""


HAND = 15  # cards of Kam-ra!


def test_a_second_device_is_in_the_same_seat_and_each_follows_the_other(open_page: NewPage, server: Server) -> None:
    desk, phone = open_page(), open_page((360, 640))
    sit_down(desk, server, "kamra")
    hand = hand_of(desk, HAND)
    desk.locator("[data-menu]").click()
    desk.get_by_role("button", name="Continue on another device").click()
    phone.goto(desk.locator("a[href*='code=']").get_attribute("href") or "")
    assert hand_of(phone, HAND) == hand  # nobody has bid before it is one's turn, nor played
    assert "code=" not in phone.url  # a code that was used does not stay in the address
    phone.get_by_role("button", name="Log and chat").click()
    phone.get_by_label("Say something").fill("From the garden")
    phone.get_by_role("button", name="Say", exact=True).click()
    expect(desk.get_by_text("From the garden").first).to_be_attached()


def test_a_replay_is_walked_flipped_shared_and_played_on_from(open_page: NewPage, server: Server) -> None:
    page = open_page()
    table = sit_down(page, server, "honors4")
    Player(page).play_out()
    page.get_by_text("Was the deal fair?").click()
    expect(page.get_by_text("The secret matches the seal.")).to_be_visible()
    page.get_by_role("link", name="Replay and review").click()
    page.locator("[data-do='on']").click()  # to where the cards are dealt
    expect(page).to_have_url(re.compile(r"step=1&seat=0"))
    mine = hand_of(page)
    page.get_by_label("Seen by").select_option("1")
    expect(page).to_have_url(re.compile(r"step=1&seat=1"))
    until(lambda: hand_of(page) != mine, "the other's hand is shown")
    other = open_page((360, 640))
    other.goto(page.url)  # what one hands on shows the same moment
    hand = hand_of(other)
    assert hand == hand_of(page)
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_role("dialog").get_by_role("button", name="Play on from here").click()
    expect(page).not_to_have_url(re.compile(table))
    begun(page)
    assert hand_of(page) == hand


def test_settings_hold_everywhere_and_the_next_time_too(open_page: NewPage) -> None:
    page = open_page()
    page.add_init_script(LISTEN_FOR_SOUND)
    page.goto("/settings")
    for choice in ("Lamp light", "Larger", "Midnight", "Nothing moves", "High contrast"):
        page.get_by_text(choice, exact=True).click()
    assert page.evaluate("window.audible") == 0
    page.get_by_label("Quiet sounds").check()
    assert page.evaluate("window.audible") == 1
    page.get_by_text("Español", exact=True).click()
    expect(page.get_by_role("heading", name="Ajustes")).to_be_visible()
    look = "document.documentElement.outerHTML.split('>')[0]"
    asked = page.evaluate(look)
    page.goto("/")
    expect(page.get_by_role("heading", name="Juegos de cajas antiguas")).to_be_visible()
    assert page.evaluate(look) == asked
    assert page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") > 16
    assert page.evaluate("getComputedStyle(document.body).colorScheme") == "dark"


def test_the_lobby_is_light_and_brings_no_game_with_it(open_page: NewPage) -> None:
    page = open_page((360, 640))
    asked: list[Request] = []
    page.on("requestfinished", lambda request: asked.extend([request]))
    page.goto("/")
    page.wait_for_selector(LAST)
    page.wait_for_load_state("networkidle")
    sizes = [request.sizes() for request in asked]
    assert sum(each["responseBodySize"] + each["responseHeadersSize"] for each in sizes) < FIRST_LOAD
    before = {request.url for request in asked if request.resource_type == "script"}
    page.locator("[data-play='cam']").click()
    page.wait_for_selector("[data-square]")
    assert {request.url for request in asked if request.resource_type == "script"} > before


def test_it_can_be_installed(server: Server) -> None:
    with httpx.Client(base_url=server.url, timeout=STEP) as client:
        (address,) = re.findall(r'rel="manifest" href="([^"]+)"', client.get("/").text)
        manifest = client.get(urljoin("/", address)).raise_for_status().json()
        icons = {
            each["sizes"]: client.get(urljoin("/", each["src"])).raise_for_status().content
            for each in manifest["icons"]
            if each["type"] == "image/png"
        }
    assert {"192x192", "512x512"} <= set(icons)
    for size, content in icons.items():
        assert "{}x{}".format(*Image.open(io.BytesIO(content)).size) == size
    assert manifest["display"] == "standalone"
    assert manifest["name"] == "Parlour"


@pytest.mark.parametrize("game", ["kamra", "cam"])  # the printed analysis of fifteen reels, and the printed charge
def test_a_lesson_leads_to_its_end_and_to_a_table(game: str, open_page: NewPage) -> None:
    page = open_page((360, 640))
    page.goto(f"/learn/{game}")
    page.wait_for_selector("[data-next]")
    steps = 0
    while page.locator("[data-next]").count():
        page.locator("[data-next]").click()
        steps += 1
        assert steps < MOST_STEPS
    assert steps > LEAST_STEPS[game]
    page.get_by_role("link", name="Play it").click()
    expect(page.get_by_role("button", name="Begin")).to_be_visible()
