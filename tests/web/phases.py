"""Every phase of every game: matches of computer players that meet them, and tables that stand still in one."""

from dataclasses import dataclass
from importlib import import_module
from typing import Any

import httpx
from tests.server.serving import Server, command, post
from tests.waiting import STEP, TEST, until_so
from tests.web.house import aside, shorter

CAM = ("play", "between games", "over")
# What brings about the phases that are rare. Kam-ra's claims come under strict manners after a hand with off-suit cards
# that nobody has questioned; Kard Kelly's `kept` where challenges of kept disks are agreed; in Bacarac dead cards are
# bought, five cards chosen and the last hand bet on where that is agreed; a second game of Cam follows a first.
RARE: dict[str, dict[str, Any]] = {
    "kamra": {"manners": "strict"},
    "cam": {"games": 2, "board": "cam"},
    "kardkelly": {"hands": 4, "challenge_keep": "on"},
    "bacarac": {"buy_dead": "on", "poker_choose": "on", "final_betting": "on", "hands": 3},
}
# Who plays, in turn. In Honors No. II novices lay books, and those who play at random throw away what would fit them
# (`claim`) and claim what others throw away (`give`).
PLAYERS = {"kamra": ("novice",), "honors2": ("novice", "random")}
MATCHES = 20  # at most, until every phase was met: chance is the server's own
QUICK = {"bot_delay": 0, "pause": 0, "window": 1}
STILL = {"bot_delay": 10, "pause": 30, "window": 60}


def phases_of(game: str) -> set[str]:
    """The phases that a game's view names."""
    if game == "cam":
        return set(CAM)
    return set(import_module(f"parlour.games.{game}.table").PHASES)


@dataclass(frozen=True)
class Moment:
    """When a phase was met: in the match of which table, at which step, and who was to act, if anybody was."""

    game: str
    table: str
    step: int
    actor: int | None


def moments(server: Server, game: str) -> dict[str, Moment]:
    """A moment in each phase of a game."""
    return aside(meet_all(server, game))


async def meet_all(server: Server, game: str) -> dict[str, Moment]:
    """Have matches played until every phase was met."""
    met: dict[str, Moment] = {}
    async with httpx.AsyncClient(base_url=server.url, timeout=STEP) as client:
        for _ in range(MATCHES):
            table = await play_out(client, game)
            steps = (await client.get(f"/api/tables/{table}/replay")).json()["steps"]
            met = found(game, table, steps) | met
            if set(met) == phases_of(game):
                break
    return met


async def play_out(client: httpx.AsyncClient, game: str) -> str:
    """A table at which computer players have played a match."""
    wanted = shorter(game, options=RARE.get(game, {}))
    new = {name: wanted[name] for name in ("seats", "options") if name in wanted}
    table, token, seats = await gather(
        client, new | {"game": game, "settings": {"bot_delay": 0, "pause": 0, "window": 1}}
    )
    levels = PLAYERS.get(game, ("random",))
    for seat in range(seats):
        await command(client, table, token, {"do": "add_bot", "seat": seat, "level": levels[seat % len(levels)]})
    await command(client, table, token, {"do": "start"})

    async def over() -> bool:
        match = (await client.get(f"/api/tables/{table}")).json()["match"]
        return bool(match and match["over"])

    await until_so(over, f"a match of {game} is over", limit=TEST)
    return table


async def gather(client: httpx.AsyncClient, new: dict[str, Any]) -> tuple[str, str, int]:
    """A new table: its id, its host's token, and how many seats it has."""
    place = await post(client, "/api/tables", {"name": "Ann"} | new)
    view = (await client.get(f"/api/tables/{place['table']}")).json()
    return place["table"], place["token"], len(view["table"]["seats"])


def found(game: str, table: str, steps: list[dict[str, Any]]) -> dict[str, Moment]:
    """For each phase the first step in it where somebody acts, or else the first."""
    met: dict[str, Moment] = {}
    for number, step in enumerate(steps):
        phase = step["view"]["table"]["phase"]
        actor = next((each for each in step["view"]["actors"] if each != "table"), None)
        if phase not in met or (met[phase].actor is None and actor is not None):
            met[phase] = Moment(game, table, number, actor)
    return met


def wait(server: Server, game: str) -> tuple[str, str]:
    """A table that waits for people, with one already seated: its id, and the token of that place."""
    return aside(open_for_all(server, game))


async def open_for_all(server: Server, game: str) -> tuple[str, str]:
    """The same, asynchronously."""
    async with httpx.AsyncClient(base_url=server.url, timeout=STEP) as client:
        table, token, _ = await gather(client, {"game": game})
        await command(client, table, token, {"do": "sit", "seat": 0})
    return table, token


def stand(server: Server, moment: Moment) -> tuple[str, str]:
    """A table that stands still in a moment, for whoever is to act: its id, and the token of that place."""
    return aside(play_on(server, moment))


async def play_on(server: Server, moment: Moment) -> tuple[str, str]:
    """The same, asynchronously."""
    new = {"game": moment.game, "from": {"table": moment.table, "step": moment.step}, "settings": STILL}
    async with httpx.AsyncClient(base_url=server.url, timeout=STEP) as client:
        table, token, seats = await gather(client, new)
        await command(client, table, token, {"do": "sit", "seat": moment.actor})
        for seat in set(range(seats)) - {moment.actor}:
            await command(client, table, token, {"do": "add_bot", "seat": seat, "level": "random"})
        await command(client, table, token, {"do": "start"})
    return table, token
