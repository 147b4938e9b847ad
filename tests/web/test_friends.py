"""Friends who play a match together, from the invitation to the result: in two browsers, over days, on one device."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.server.serving import Server
from tests.waiting import until
from tests.web.conftest import NewPage
from tests.web.days import come_back
from tests.web.house import (
    begin_with_friends,
    begun,
    come,
    hand_of,
    in_a_hurry,
    invite,
    share_device,
    shorter,
    table_of,
)
from tests.web.player import Player, go_on_together, play_out_together
from tests.web.results import says_who_has_won, standings
from tests.web.sharing import Crew, turns

from parlour.games import names

PHONE = (390, 844)
TICKS = {"honors3": {"h3_ticks": "5"}}  # of a second each, whatever anybody does
LONG = 100  # days
ARCHIVED = "1 tables that nobody has used for 90 days are archived"
ROUND = ("Ann", "Ben", "Cora", "Dan")


def invite_to_short(page: Page, game: str, **more: Any) -> str:
    """Open a table for a short match with friends, as Ann; the link."""
    wanted = shorter(game, options=TICKS.get(game, {})) | more
    in_a_hurry(page, **{name: wanted[name] for name in ("options", "seats") if name in wanted})
    return invite(page, game, "Ann")


def begin_for_two(ann: Page, ben: Page, game: str) -> list[Player]:
    """Begin a short match to which Ann has invited Ben."""
    come(ben, invite_to_short(ann, game), "Ben")
    begin_with_friends(ann, "Ben")
    for page in (ann, ben):
        begun(page)
    return [Player(ann, 1), Player(ben, 2)]


def see_the_same_winner(ann: Page, ben: Page) -> None:
    """Check what both are told at the end."""
    assert standings(ann) == standings(ben)
    assert {"Ann", "Ben"} <= {each.name for each in standings(ann)}
    says_who_has_won(ann, "Ann")
    says_who_has_won(ben, "Ben")
    assert ben.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


@pytest.mark.every_game
@pytest.mark.parametrize("game", names())
def test_two_friends_play_from_the_invitation_to_the_result(game: str, open_page: NewPage) -> None:
    ann, ben = open_page(), open_page(PHONE)
    play_out_together(*begin_for_two(ann, ben, game))
    see_the_same_winner(ann, ben)


def play_until_awaited(awaited: Player, other: Player, steps: int) -> None:
    """Play so many steps or more, until the match waits for one of two friends and for nobody else."""

    def waits() -> bool:
        told = awaited.page.request.get(f"/api/tables/{table_of(awaited.page)}").json()
        states = [each.state() for each in (awaited, other)]
        alone = len(told["match"]["actors"]) == 1 and [each["turn"] for each in states] == ["yours", "others"]
        return alone and told["n"] >= steps and {int(each["n"]) for each in states} == {told["n"]}

    while not waits():
        assert go_on_together((other, awaited)) != {"over"}, "the match never waited for one of them alone"


def leave_for_days(server: Server, days: int, *pages: Page) -> None:
    """Leave the table; the server is stopped as well, and started days later."""
    for page in pages:
        page.goto("about:blank")
    come_back(server, days)
    if days == LONG:
        until(lambda: ARCHIVED in server.log.read_text(), server.log.read_text)


def come_from_the_shelf(page: Page, said: str) -> None:
    """Go from the shelf, which says how the table stands, to the table."""
    page.goto("/")
    table = page.get_by_role("region", name="Your tables").get_by_role("link", name="Kam-ra!")
    expect(table).to_contain_text(said)
    table.click()
    begun(page)


def test_a_match_without_clocks_is_played_over_days(open_page: NewPage, own_server: Server) -> None:
    ann, ben = (open_page(size, quiet=False, base_url=own_server.url) for size in ((1280, 800), PHONE))
    players = begin_for_two(ann, ben, "kamra")
    for days, steps, (other, awaited) in ((3, 10, players), (LONG, 30, players[::-1])):
        play_until_awaited(awaited, other, steps)
        left = awaited.state()["n"], hand_of(awaited.page), hand_of(other.page)
        leave_for_days(own_server, days, ann, ben)
        come_from_the_shelf(other.page, "In play")
        come_from_the_shelf(awaited.page, "Your turn")
        expect(awaited.page).to_have_title("Your turn · Kam-ra! · Parlour")
        expect(other.page).to_have_title("Kam-ra! · Parlour")
        assert (awaited.state()["n"], hand_of(awaited.page), hand_of(other.page)) == left
    play_out_together(*players)
    see_the_same_winner(ann, ben)


@pytest.mark.every_game
@pytest.mark.parametrize("game", ["kamra", "honors1"])
def test_four_friends_round_one_device_play_to_the_result(game: str, open_page: NewPage) -> None:
    page, other = open_page(PHONE), open_page()
    link = invite_to_short(page, game, seats=4)
    share_device(page, *ROUND[1:])
    other.goto(link)
    expect(other.locator("[data-seat]", has_text="Dan")).to_contain_text("shares Ann's device")
    other.goto("/")
    begin_with_friends(page, *ROUND[1:])
    crew = Crew(page)
    crew.play_out()
    expect(page.locator("[data-curtain]")).to_have_count(0)
    assert crew.lifted == turns(page)
    assert sorted(crew.hands) == sorted(ROUND)
    if game == "kamra":  # where all hands are first seen before anybody plays
        assert len({card for hand in crew.hands.values() for card in hand}) == 60
    assert sorted(each.name for each in standings(page)) == sorted(ROUND)
    says_who_has_won(page)


def test_who_is_at_the_door_when_the_host_begins_watches_and_knows_it_to_the_end(open_page: NewPage) -> None:
    ann, eve = open_page(), open_page(PHONE)
    link = invite_to_short(ann, "honors4", options={"h4_match": 2})  # one hand may be over before Eve has tried to act
    eve.goto(link)
    expect(ann.locator("[data-door]")).to_be_visible()
    ann.get_by_role("button", name="Begin").click()
    sure = ann.locator("[data-sure-begin]")
    expect(sure).to_contain_text("Somebody has opened your invitation.")
    sure.get_by_role("button", name="Begin now").click()
    begun(eve)
    player, watching = Player(ann), eve.locator("[data-watching]")
    expect(watching.get_by_role("button", name="Ask for a seat")).to_be_visible()
    eve.locator("[data-action='pack']").click()
    expect(eve.locator(".why")).to_contain_text("You are watching. To play, ask for a seat.")
    while player.go_on() != "over":
        expect(watching).to_contain_text("You are watching.")
        assert eve.locator("[data-turn='yours'], .playable, [data-ready]").count() == 0
    expect(watching).to_contain_text("You are watching.")
    assert standings(eve) == standings(ann)
    says_who_has_won(ann, "Ann")
    says_who_has_won(eve)
