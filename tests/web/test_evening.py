"""An evening with friends: coming, watching, one device for several, the first minute, how a hand and a match end."""

import re

from playwright.sync_api import Page, expect
from tests.server.serving import Server
from tests.waiting import until
from tests.web import axe
from tests.web.conftest import NewPage
from tests.web.house import aside, begun, come, go_to, hand_of, invite, sit_down, take_up
from tests.web.player import Patient, Player

PHONE = (390, 844)
RESULT = "[data-hand-result]"


def stands_up_to(page: Page, selector: str) -> None:
    """Play until something is shown."""
    player = Player(page)
    until(lambda: page.locator(selector).count() or not player.step(), f"{selector} is shown")


def test_a_friend_opens_the_link_says_a_name_and_is_seated(open_page: NewPage) -> None:
    ann, ben = open_page(), open_page(PHONE)
    link = invite(ann, "honors4", "Ann")
    ben.goto(link)
    expect(ann.locator("[data-door]")).to_have_text("Somebody has opened your invitation.")
    come(ben, link, "Ben")
    expect(ann.locator("[data-seat='1']")).to_contain_text("Ben")
    expect(ann.locator("[data-arrival]")).to_contain_text("Ben is here, in seat 2.")
    expect(ann.locator("[data-door]")).to_be_hidden()
    axe.check(ann, "gathering")
    axe.check(ben, "gathering, as a guest")
    ann.get_by_role("button", name="Begin").click()
    ann.locator("[data-sure-begin]").get_by_role("button", name="Begin now").click()
    for page in (ann, ben):
        begun(page)
        expect(page.locator("[data-watching]")).to_be_hidden()
    assert hand_of(ann) != hand_of(ben)


def test_a_host_cannot_begin_over_somebodys_head(open_page: NewPage) -> None:
    ann, ben = open_page(), open_page()
    link = invite(ann, "cam", "Ann")
    ben.goto(link)
    expect(ann.locator("[data-door]")).to_be_visible()
    ann.get_by_role("button", name="Begin").click()
    sure = ann.locator("[data-sure-begin]")
    expect(sure).to_contain_text("Somebody has opened your invitation.")
    sure.get_by_role("button", name="Wait").click()
    come(ben, link, "Ben")
    expect(ann.locator("[data-seat='1']")).to_contain_text("Ben")
    expect(ann.locator("[data-door]")).to_be_hidden()
    ann.get_by_role("button", name="Begin").click()  # now there is nothing to be asked
    begun(ben)


def test_four_words_lead_to_the_table_and_seats_are_rearranged_with_keys_and_by_dragging(open_page: NewPage) -> None:
    ann, ben = open_page(), open_page()
    invite(ann, "kamra", "Ann")
    words = ann.locator("[data-words]").inner_text()
    assert len(words.split()) == 4
    ben.goto("/")
    ben.get_by_label("Invited with four words?").fill(words.upper())
    ben.get_by_role("button", name="Go to the table").click()
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Take a seat").click()
    expect(ann.locator("[data-seat='1']")).to_contain_text("Ben")
    ann.locator("[data-handle='1']").press("ArrowDown")
    expect(ann.locator("[data-seat='2']")).to_contain_text("Ben")
    expect(ann.locator("[data-handle='2']")).to_be_focused()
    ann.locator("[data-handle='2']").hover()
    ann.mouse.down()
    ann.locator("[data-seat='0'] .who").hover()
    ann.mouse.up()
    expect(ann.locator("[data-seat='0']")).to_contain_text("Ben")
    expect(ann.locator("[data-seat='2']")).to_contain_text("Ann")


def test_who_watches_knows_it_asks_for_a_seat_and_gets_it(open_page: NewPage, server: Server) -> None:
    ann, eve = open_page(), open_page(PHONE)
    table = sit_down(ann, server, "kamra", bots="novice")
    go_to(eve, table)
    watching = eve.locator("[data-watching]")
    expect(watching).to_contain_text("You are watching.")
    watching.get_by_role("button", name="Ask for a seat").click()
    watching.get_by_label("Your name").fill("Eve")
    watching.get_by_role("button", name="Say it").click()
    expect(watching).to_contain_text("You are watching.")
    watching.get_by_role("button", name="Ask for a seat").click()
    eve.locator("[data-wish-seat]").first.click()
    expect(watching).to_contain_text("the players decide")
    axe.check(eve, "watching")
    expect(ann.locator("[data-wished]")).to_contain_text("Eve would like to play")
    ann.locator("[data-wished]").get_by_role("button", name="Welcome").click()
    expect(watching).to_be_hidden()
    assert hand_of(eve)


def test_how_a_hand_ended_stands_until_everybody_presses_on(open_page: NewPage, server: Server) -> None:
    ann, ben = open_page(), open_page(PHONE)
    settings = {"pause": 6, "tempo": "wait"}
    options = {"hand_cap": 2}
    table, tokens = aside(server.open("kamra", people=2, bots="novice", settings=settings, options=options))
    for member, page in enumerate((ann, ben)):
        take_up(page, table, "kamra", tokens[member], member)
        go_to(page, table)
    watching = [Patient(ann, 1), Patient(ben, 2)]
    until(lambda: ann.locator(RESULT).count() or not [each.step() for each in watching], "a hand is over")
    for page in (ann, ben):
        expect(page.locator(RESULT)).to_be_visible()
        axe.check(page, "the card of a hand")
    expect(ann.locator(RESULT)).to_contain_text(re.compile("Contracted for|Passed"))
    sheets = ann.locator(RESULT).get_by_role("group", name="This hand")
    sheets.focus()  # so keys can scroll it
    expect(sheets).to_be_focused()
    ann.get_by_role("button", name="Next hand").click()
    expect(ann.locator(RESULT)).to_contain_text("Waiting for Guest 1.")
    ben.get_by_role("button", name="See the table").click()
    ben.get_by_role("button", name="Next hand").click()
    for page in (ann, ben):
        expect(page.locator(RESULT)).to_be_hidden()
    players = [Player(ann, 1), Player(ben, 2)]
    until(lambda: {each.step() for each in players} == {"over"}, "the match is over")
    ann.get_by_text("Another game or other players").click()
    ann.get_by_role("combobox", name="Game").select_option("cam")
    ann.get_by_role("button", name="Open the new table").click()
    expect(ann).not_to_have_url(re.compile(table))
    ben.get_by_role("link", name="To the next match").click()
    expect(ben).to_have_url(ann.url)
    expect(ann.locator("[data-seat='1']")).to_contain_text("Guest 1")


def test_a_match_is_shared_as_a_picture(open_page: NewPage, server: Server) -> None:
    page = open_page()
    sit_down(page, server, "honors4")
    Player(page).play_out()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Share as a picture").click()
    assert saved.value.suggested_filename.endswith(".png")
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")


def test_a_newcomer_is_told_the_goal_and_coached_once(open_page: NewPage, server: Server) -> None:
    page = open_page(PHONE)
    table = sit_down(page, server, "kamra", bots="novice", options={"hand_cap": 1})
    goal, coach = page.locator("[data-goal]"), page.locator("[data-coach='bid']")
    expect(goal).to_contain_text("Be first to 300")
    goal.get_by_role("button", name="reels").focus()
    expect(page.get_by_role("tooltip")).to_contain_text("one card from everybody")
    expect(coach).to_be_hidden()
    goal.get_by_role("button", name="Got it").click()
    expect(goal).to_be_hidden()
    expect(coach).to_contain_text("Say how many reels you will take")
    axe.check(page, "coached")
    page.locator("[data-action]").first.click()
    expect(coach).to_be_hidden()
    other = sit_down(page, server, "kamra", bots="novice", options={"hand_cap": 1})
    assert other != table
    expect(page.locator("[data-turn='yours']")).to_be_visible()
    expect(goal).to_be_hidden()
    expect(coach).to_be_hidden()


def test_the_pace_is_one_tap_away_and_the_same_for_all(open_page: NewPage, server: Server) -> None:
    ann, ben = open_page(), open_page(PHONE)
    table, tokens = aside(server.open("cam", people=2))
    for member, page in enumerate((ann, ben)):
        take_up(page, table, "cam", tokens[member], member)
        go_to(page, table)
    ann.locator("[data-pace]").click()
    ann.locator("[data-tempo='slow']").click()
    expect(ben.locator("[data-pace='slow']")).to_be_attached()
    expect(ann.locator("[data-tempo]")).to_have_count(0)


def test_a_quick_phrase_is_read_in_the_readers_language(open_page: NewPage, server: Server) -> None:
    ann, ben = open_page(), open_page(locale="es-ES")
    table, tokens = aside(server.open("cam", people=2))
    for member, page in enumerate((ann, ben)):
        take_up(page, table, "cam", tokens[member], member)
        go_to(page, table)
    ann.get_by_role("button", name="Good luck").click()
    expect(ben.get_by_text("Ann: Suerte").first).to_be_attached()
