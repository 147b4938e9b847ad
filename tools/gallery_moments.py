"""Pictures of the moments of a game that matter: each shows a moment on a desk and a telephone, by day and by lamp."""

import io
from contextlib import suppress
from typing import Any, NamedTuple

import httpx
from PIL import Image
from playwright.sync_api import Browser, TimeoutError
from tests.server.serving import Server, command, post
from tests.waiting import STEP
from tests.web.house import aside
from tools.gallery_house import FOLDER, LIGHTS, SIZES, TRIES, Pages, Place, View, click, photograph, seated, wait, waits
from tools.gallery_play import in_play

MOMENTS = FOLDER / "moments"
HEIGHT, GAP, GROUND = 640, 16, "#8a8177"  # of a picture's rows, and what is between them
QUALITY = 72  # at which a picture has some 100 kB
HANDS = 2  # that are played before the card of a hand is pictured: totals are then another matter
LENGTHS: dict[str, dict[str, Any]] = {"honors3": {"target": 100, "pace": "live"}, "bacarac": {"hands": 4}}  # of matches
HINTED = 4000  # milliseconds in which a hint comes
LASTING = {"bot_delay": 10, "pause": 30, "tempo": "wait"}  # what is heavy is looked at for twenty seconds
HELD = {"bot_delay": 0, "pause": 6, "tempo": "wait"}  # results stand until they are pressed on
# What happens in a game's heavy moment.
HEAVY = {
    "kamra": "took",
    "cam": "taken",
    "kardkelly": "put_out",
    "honors1": "laid",
    "honors2": "laid",
    "honors3": "honors",
    "honors4": "out",
    "bacarac": "showed",
}
ENDING = ("honors3", "honors4")  # whose heavy moment ends the hand: its card is put aside
SHOWN = 2  # hands at a showdown


class Event(NamedTuple):
    """An action of a match that brought about something heavy, at which step, and whose it was."""

    step: int
    seat: int
    action: str


def take(browser: Browser, server: Server, game: str) -> None:
    """Picture the six moments of a game."""
    begin(browser, server, game)
    hint(browser, server, game)
    heavy(browser, server, game, play_out(browser, server, game))


def begin(browser: Browser, server: Server, game: str) -> None:
    """What a newcomer is told: how to win, and what to know before the first decision."""
    place = Place.opened(server, game, settings={"bot_delay": 2})
    with seated(browser, server, place, newcomer=True) as pages:
        wait(pages, "[data-goal]")
        place.play(waits)
        wait(pages, "[data-turn='yours']")
        keep(game, "goal", pages)
        click(pages, "[data-goal] button.primary")
        wait(pages, "[data-coach]")
        keep(game, "coach", pages)


def hint(browser: Browser, server: Server, game: str) -> None:
    """A hint, drawn on the table."""
    with in_play(browser, server, game) as pages:
        for _ in range(TRIES):
            ask(pages)
            keep(game, "hint", pages)
            if all(page.query_selector("[data-take]") for page in pages.values()):
                return
    raise TimeoutError(f"{game}: others act sooner than a hint is seen")


def ask(pages: Pages) -> None:
    """Ask for a hint where none is seen, and give it time to come."""
    for page in pages.values():
        if not page.query_selector("[data-hints]"):
            page.click("[data-hint]")
    for page in pages.values():
        with suppress(TimeoutError):
            page.wait_for_selector("[data-take]", timeout=HINTED)


def play_out(browser: Browser, server: Server, game: str) -> Place:
    """A match to its end: the card of a hand, and the page of the match; where it was played."""
    place = Place.opened(server, game, settings=HELD, options=LENGTHS.get(game, {}))
    with seated(browser, server, place) as pages:
        view = place.play(lambda view: stands(view) or view["match"]["over"])
        if not view["match"]["over"]:
            wait(pages, "[data-hand-result]")
            keep(game, "hand", pages)
        place.play(lambda view: bool(view["match"]["over"]))
        wait(pages, "[data-result]")
        keep(game, "end", pages)
    return place


def stands(view: View) -> bool:
    """Whether the card of a hand stands that is worth a picture."""
    return bool(view["table"]["stands"] and view["match"]["result"] and len(view["table"]["course"]) >= HANDS)


def heavy(browser: Browser, server: Server, game: str, played: Place) -> None:
    """Something heavy that happened in a match, once more: all look on while whoever did it does it again."""
    steps = played.get("/replay")["steps"]
    event = event_of(game, steps)
    place = aside(branch(server, played, event))
    with seated(browser, server, place) as pages:
        wait(pages, "[data-turn='yours']")
        before = {page.get_attribute("[data-turn]", "data-n") for page in pages.values()}
        place.do(event.action)
        for n in before:
            wait(pages, f"[data-turn]:not([data-n='{n}'])")
        if game in ENDING:
            click(pages, "[data-hand-result] [aria-expanded]")
        keep(game, "heavy", pages)


def event_of(game: str, steps: list[View]) -> Event:
    """The heavy moment nearest to the middle of a match."""
    found = [
        Event(number, step["seat"], step["action"])
        for number, step in enumerate(steps)
        if step["seat"] not in (None, "table") and worth_seeing(game, step)
    ]
    assert found, f"a match of {game} without anything heavy: try again"
    return min(found, key=lambda event: abs(event.step - len(steps) / 2))


def worth_seeing(game: str, step: View) -> bool:
    """Whether an action brought about what a game's heavy moment is, and no more than that."""
    kinds = [event["kind"] for event in step["events"]]
    least = SHOWN if game == "bacarac" else 1
    return (
        kinds.count(HEAVY[game]) >= least and (game in ENDING or "hand_over" not in kinds) and "match_over" not in kinds
    )


async def branch(server: Server, played: Place, event: Event) -> Place:
    """A table that stands just before something happened, for whoever did it."""
    moment = {"table": played.table, "step": event.step - 1}
    new = {"game": played.game, "name": "Ann", "from": moment, "settings": LASTING}
    async with httpx.AsyncClient(base_url=server.url, timeout=STEP) as client:
        opened = await post(client, "/api/tables", new)
        table, token = opened["table"], opened["token"]
        await command(client, table, token, {"do": "sit", "seat": event.seat})
        view = (await client.get(f"/api/tables/{table}")).json()
        for seat in {*range(len(view["table"]["seats"]))} - {event.seat}:
            await command(client, table, token, {"do": "add_bot", "seat": seat, "level": "casual"})
        await command(client, table, token, {"do": "start"})
    return Place(server, played.game, table, token)


def keep(game: str, moment: str, pages: Pages) -> None:
    """Write the four looks of a moment as one picture."""
    MOMENTS.mkdir(parents=True, exist_ok=True)
    compose(photograph(pages)).save(MOMENTS / f"{game}-{moment}.webp", quality=QUALITY, method=6)


def compose(pictures: dict[str, bytes]) -> Image.Image:
    """Desk and telephone beside each other, by day above and by lamp light below."""
    looks = [[fitted(pictures[f"{size}-{light}"]) for size in SIZES] for light in LIGHTS]
    width = sum(look.width for look in looks[0]) + GAP
    sheet = Image.new("RGB", (width, 2 * HEIGHT + GAP), GROUND)
    for row, (desk, telephone) in enumerate(looks):
        sheet.paste(desk, (0, row * (HEIGHT + GAP)))
        sheet.paste(telephone, (desk.width + GAP, row * (HEIGHT + GAP)))
    return sheet


def fitted(picture: bytes) -> Image.Image:
    """A picture as high as a row."""
    whole = Image.open(io.BytesIO(picture)).convert("RGB")
    return whole.resize((whole.width * HEIGHT // whole.height, HEIGHT), Image.Resampling.LANCZOS)
