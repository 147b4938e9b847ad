"""Hints, replays, reviews, playing on from a moment, and tables in short, over the wire."""

import asyncio
from typing import Any

import httpx
import pytest
from tests.server.guest import Guest
from tests.server.serving import SHORT, ForTwo, Server, command, post
from tests.server.test_serving import run
from tests.waiting import TEST, until_so

from parlour.core import record as records
from parlour.games import game, names


async def played(server: Server, name: str, people: int = 1) -> tuple[str, list[str]]:
    """A table whose match is over."""
    table, tokens = await server.open(name, people=people, **SHORT.get(name, {}))
    await asyncio.gather(*(Guest(server.url, table, token, seed).play() for seed, token in enumerate(tokens)))
    return table, tokens


async def get(client: httpx.AsyncClient, path: str, status: int = 200) -> Any:
    answer = await client.get(path)
    assert answer.status_code == status, answer.text
    return answer.json()


async def on_turn(server: Server, table: str, token: str) -> None:
    """Wait until somebody is to act."""
    guest = Guest(server.url, table, token)
    async with guest.connected():
        await guest.until(lambda: guest.match and guest.match["legal"])


async def hinted_twice(client: httpx.AsyncClient, table: str) -> tuple[Any, Any, list[str]]:
    """Two hints of one moment, and what could be done then: in a market the others go on meanwhile."""

    async def hinted() -> tuple[Any, Any, list[str]] | None:
        before = await get(client, table)
        first, second = await asyncio.gather(*[get(client, f"{table}/hint") for _ in range(2)])
        same = (await get(client, table))["n"] == before["n"]
        return (first, second, before["match"]["legal"]) if same else None

    return await until_so(hinted, "the table comes to rest", TEST)


@pytest.mark.parametrize("name", names())
def test_alone_against_computer_players_there_are_hints(server: Server, name: str) -> None:
    async def ask() -> None:
        table, (token,) = await server.open(name, **SHORT.get(name, {}))
        await on_turn(server, table, token)
        async with server.client(token) as client:
            hint, again, legal = await hinted_twice(client, f"/api/tables/{table}")
        assert hint == again
        assert hint["seat"] == 0
        ids = [choice["actions"][0] for choice in hint["choices"]]
        assert 0 < len(ids) <= min(6, len(legal))
        values = [choice["value"] for choice in hint["choices"]]
        assert values == sorted(values, reverse=True)
        assert [choice["chosen"] for choice in hint["choices"]].count(True) == 1
        assert all(bool(choice["line"]) == (name == "cam") for choice in hint["choices"])
        if name != "cam":
            assert {choice["text"] for choice in hint["choices"] if len(choice["actions"]) == 1} <= set(legal)

    run(ask)


def test_against_people_there_are_hints_at_a_friendly_table_only(server: Server) -> None:
    async def ask() -> None:
        kinds = (False, True)
        opened = [await server.open("cam", people=2, settings={"friendly": friendly}) for friendly in kinds]
        for friendly, (table, tokens) in zip(kinds, opened, strict=True):
            await on_turn(server, table, tokens[0])
            path = f"/api/tables/{table}/hint"
            async with server.client(tokens[0]) as ann, server.client(tokens[1]) as bob:
                mine = await get(ann, path, 200 if friendly else 409)
                theirs = await get(bob, path, 409)
            async with server.client() as stranger:
                nobodys = await get(stranger, path, 403)
            assert friendly or mine["code"] == "not_friendly"
            assert (theirs["code"], nobodys["code"]) == ("not_your_turn", "not_member")

    run(ask)


@pytest.mark.parametrize("name", names())
def test_a_finished_match_is_stepped_through_as_any_seat_saw_it(server: Server, name: str) -> None:
    async def look() -> None:
        table, (token,) = await played(server, name)
        async with server.client(token) as client:
            now = await get(client, f"/api/tables/{table}")
            record = await get(client, f"/api/tables/{table}/record")
            seats = [await get(client, f"/api/tables/{table}/replay?seat={seat}") for seat in (0, 1)]
            watched = await get(client, f"/api/tables/{table}/replay")
            wrong = await get(client, f"/api/tables/{table}/replay?seat=99", 409)
        done = [f"{step['seat']}: {step['action']}" for step in watched["steps"][1:]]
        assert done == record["actions"]
        assert name != "kamra" or not any(step["on"] for step in watched["steps"])  # its turns are single actions
        assert seats[0]["steps"][-1]["view"] == now["match"]
        assert [each["seat"] for each in (*seats, watched)] == [0, 1, None]
        assert [each["steps"][0]["view"]["you"] for each in (*seats, watched)] == [0, 1, None]
        assert wrong["code"] == "no_such_seat"

    run(look)


def test_a_finished_match_is_reviewed(server: Server) -> None:
    async def look() -> None:
        table, (token,) = await played(server, "honors4")
        async with server.client(token) as client:

            async def reviewed() -> Any:
                answer = await get(client, f"/api/tables/{table}/review")
                assert 0 <= answer["progress"] <= 1
                return answer["review"]

            review = await until_so(reviewed, "the review is ready", TEST)
            now = await get(client, f"/api/tables/{table}")
        assert review["over"]
        assert len(review["judgements"]) > 0
        for split, points in zip(review["splits"], now["match"]["scores"], strict=True):
            assert split["start"] + split["luck"] + split["others"] - split["own"] == pytest.approx(split["result"])
            assert split["result"] == pytest.approx(2 * points - sum(now["match"]["scores"]))

    run(look)


@pytest.mark.parametrize("what", ["replay", "review"])
def test_what_tells_everything_waits_for_the_end(server: Server, what: str) -> None:
    async def ask() -> None:
        table, (token,) = await server.open("kamra")
        async with server.client(token) as client:
            assert (await get(client, f"/api/tables/{table}/{what}", 403))["code"] == "not_over"
            body = {"game": "kamra", "name": "Ann", "from": {"table": table, "step": 0}}
            assert (await client.post("/api/tables", json=body)).json()["code"] == "not_over"

    run(ask)


@pytest.mark.parametrize("name", names())
def test_a_match_plays_on_from_a_moment_of_another(server: Server, name: str) -> None:
    async def play() -> None:
        old, (token,) = await played(server, name)
        async with server.client(token) as client:
            steps = (await get(client, f"/api/tables/{old}/replay?seat=0"))["steps"]
            step = len(steps) // 2
            body = {"game": name, "name": "Ann", "settings": {"pause": 0, "bot_delay": 0, "window": 1}}
            late = await client.post("/api/tables", json=body | {"from": {"table": old, "step": len(steps)}})
            assert late.json()["code"] == "no_such_step"
            other = "cam" if name != "cam" else "kamra"
            wrong = await client.post("/api/tables", json=body | {"from": {"table": old, "step": 0}, "game": other})
            assert wrong.json()["code"] == "wrong_game"
            place = await post(client, "/api/tables", body | {"from": {"table": old, "step": step}})
            table, mine = place["table"], place["token"]
            await command(client, table, mine, {"do": "sit", "seat": 0})
            for seat in range(1, steps[0]["view"]["seats"]):
                await command(client, table, mine, {"do": "add_bot", "seat": seat, "level": "rulebook"})
            await command(client, table, mine, {"do": "start"})
        guest = Guest(server.url, table, mine)
        await guest.play()
        assert guest.table["continued"]
        async with server.client(mine) as client:
            record = records.read_record((await client.get(f"/api/tables/{table}/record")).text)
            first = (await get(client, f"/api/tables/{table}/replay?seat=0"))["steps"][0]
        assert first["view"] == steps[step]["view"]
        assert records.verify(record, game(name), guest.table["commitment"]).over or guest.table["ended"] != "rules"

    run(play)


def test_tables_in_short(server: Server, for_two: ForTwo) -> None:
    async def ask() -> None:
        async with server.client() as client:
            waiting = await post(client, "/api/tables", {"game": "cam", "name": "Ann", "settings": {"title": "Club"}})
            closed = await post(client, "/api/tables", {"game": "cam", "name": "Ann", "password": "sesame"})
            going, tokens = await for_two("cam")
            await on_turn(server, going, tokens[0])
            tables = [
                {"table": waiting["table"]},
                {"table": "nowhere"},
                {"table": going, "token": tokens[1]},
                {"table": closed["table"]},
                {"table": closed["table"], "token": closed["token"]},
            ]
            found = (await client.post("/api/tables/summaries", json={"tables": tables})).json()
            many = await client.post("/api/tables/summaries", json={"tables": 51 * tables[:1]})
            none = await client.post("/api/tables/summaries", json={"tables": []})
        assert [each["table"] for each in found] == [waiting["table"], going, closed["table"]]
        assert [(each["phase"], each["turn"], each["seat"]) for each in found[:2]] == [
            ("gathering", [], None),
            ("playing", [0], 1),
        ]
        assert found[0]["title"] == "Club"
        assert (many.status_code, none.json()) == (400, [])

    run(ask)
