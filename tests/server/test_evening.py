"""An evening with friends, over real sockets: invited, seated, greeted, a result that stands, and another match."""

import asyncio
import io
import re

import msgspec
from PIL import Image
from tests.server.guest import Guest
from tests.server.serving import SHORT, Server, command, post


def news_of(guest: Guest) -> list[dict[str, object]]:
    """What a guest was told of the table, in order."""
    told = [msgspec.json.decode(data) for data in guest.heard]
    return [each for message in told if message["is"] == "update" for each in message["news"]]


def test_an_invited_friend_is_seated_and_greeted_and_the_host_is_told_at_once(server: Server) -> None:
    async def evening() -> None:
        async with server.client() as client:
            place = await post(client, "/api/tables", {"game": "kamra", "name": "Ann"})
            table = place["table"]
            assert place["seat"] is None
            await command(client, table, place["token"], {"do": "sit", "seat": 0})
            words = (await client.get(f"/api/tables/{table}")).json()["table"]["words"]
            ann, looker = Guest(server.url, table, place["token"]), Guest(server.url, table)
            async with ann.connected(), looker.connected():
                await ann.until(lambda: b'"guests":1' in b"".join(ann.heard))
                for text in (words["en"], words["es"].replace(" ", "-").upper()):
                    found = (await client.get(f"/api/invitations/{text}")).json()
                    assert found == {"table": table, "game": "kamra"}
                bob = await post(client, f"/api/tables/{found['table']}/members", {"name": "Bob"})
                assert bob["seat"] == 1
                await ann.until(lambda: ann.table["seats"][1]["name"] == "Bob")
                await command(client, table, bob["token"], {"do": "phrase", "phrase": "hello"})
                said = {"is": "said", "member": 1, "text": "", "phrase": "hello"}
                await ann.until(lambda: said in news_of(ann))
                zoe = await post(client, f"/api/tables/{table}/members", {"name": "Zoe", "watch": True})
                assert zoe["seat"] is None
            for seat in (2, 3):
                await command(client, table, place["token"], {"do": "add_bot", "seat": seat, "level": "random"})
            await command(client, table, place["token"], {"do": "start"})
            answer = await client.get(f"/api/invitations/{words['en']}")
            assert (answer.status_code, answer.json()["code"]) == (404, "wrong_words")
            for wrong in ("zoo zoo zoo zoo", "four words of mine", "acorn"):
                assert (await client.get(f"/api/invitations/{wrong}")).json()["code"] == "wrong_words"

    asyncio.run(evening())


def test_a_result_stands_until_all_are_ready_over_the_wire(server: Server) -> None:
    async def evening() -> None:
        settings = {"tempo": "wait", "bot_delay": 0, "pause": 6}
        table, (ann, bob) = await server.open("kamra", people=2, settings=settings)
        async with server.client(ann) as client:
            guests = [Guest(server.url, table, token, seed) for seed, token in enumerate((ann, bob))]
            async with guests[0].connected() as one, guests[1].connected() as other:
                while not (guests[0].table and guests[0].table["stands"]):
                    for guest, socket in zip(guests, (one, other), strict=True):
                        await guest.until(lambda guest=guest: bool(guest.table))
                        if guest.match and guest.match["legal"]:
                            await guest.ask(socket, {"do": "act", "action": guest.match["legal"][0]})
                    await asyncio.sleep(0.01)
                assert guests[0].table["stands"] == {"until": None, "ready": []}
                assert len(guests[0].table["course"]) == 1
                summary = {"tables": [{"table": table, "token": ann}]}
                await guests[0].ask(one, {"do": "ready"})
                (told,) = (await client.post("/api/tables/summaries", json=summary)).json()
                assert (told["turn"], told["seat"]) == ([1], 0)
                await guests[1].ask(other, {"do": "ready"})
                await guests[0].until(lambda: guests[0].table["stands"] is None)
                await guests[0].until(lambda: {"is": "onward"} in news_of(guests[0]))

    asyncio.run(evening())


def test_after_a_match_the_same_people_sit_at_another_game(server: Server) -> None:
    async def evening() -> None:
        table, (ann, bob) = await server.open("cam", people=2, **SHORT["cam"])
        async with server.client(bob) as client:
            new = {"game": "kamra", "name": "Bob", "after": table}
            early = await client.post("/api/tables", json=new)
            assert early.json()["code"] == "wrong_phase"
            await asyncio.sleep(0)
            while (await client.get(f"/api/tables/{table}")).json()["table"]["phase"] != "playing":
                await asyncio.sleep(0.1)
            await command(client, table, bob, {"do": "resign"})
            stranger = await client.post("/api/tables", json=new, headers={"authorization": "Bearer nobody"})
            assert stranger.json()["code"] == "wrong_token"
            place = await post(client, "/api/tables", new)
            assert (place["token"], place["seat"]) == (bob, 1)
            old = (await client.get(f"/api/tables/{table}")).json()
            assert old["table"]["next"] == place["table"]
            next_ = (await client.get(f"/api/tables/{place['table']}")).json()
            assert [seat["name"] for seat in next_["table"]["seats"][:2]] == ["Ann", "Guest 1"]
            again = await client.post("/api/tables", json=new)
            assert again.json()["code"] == "over"
        async with server.client(ann) as client:
            assert (await client.get(f"/api/tables/{place['table']}")).json()["seat"] == 0

    asyncio.run(evening())


def test_a_link_to_a_table_says_who_invites_to_what_and_of_a_locked_one_only_the_game(server: Server) -> None:
    async def send() -> None:
        async with server.client() as client:
            place = await post(client, "/api/tables", {"game": "kamra", "name": "Ann <b>"})
            page = (await client.get(f"/table/{place['table']}")).text
            assert '<meta property="og:title" content="Ann &lt;b&gt; invites you to play Kam-ra!">' in page
            (box,) = re.findall(r'<meta property="og:image" content="([^"]+)">', page)
            assert box == f"{server.url}/boxes/kamra.png"
            picture = await client.get(box)
            assert picture.headers["content-type"] == "image/png"
            assert Image.open(io.BytesIO(picture.content)).size == (1200, 630)
            locked = await post(client, "/api/tables", {"game": "cam", "name": "Ann", "password": "sesame"})
            page = (await client.get(f"/table/{locked['table']}")).text
            assert '<meta property="og:title" content="Cam">' in page
            assert "Ann" not in page.split('id="games"')[0]
            for address in ("/", "/table/nothing", "/table", f"/replay/{place['table']}"):
                assert "og:title" not in (await client.get(address)).text

    asyncio.run(send())
