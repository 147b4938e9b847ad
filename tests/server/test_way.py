"""The way of an action as CONTRIBUTING tells it: a click passes those functions, in that order."""

import json
import re
import sys
from pathlib import Path
from types import FrameType

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from tests.server.serving import listening, patiently_connected
from tests.server.test_hub import keep, with_hubs
from tests.table.house import House
from tests.waiting import in_time

from parlour.server.channel import Channel
from parlour.server.hub import Hub
from parlour.server.limits import Buckets, Limit
from parlour.server.shares import Shares
from parlour.server.sockets import Door
from parlour.table import tokens

ROOT = Path(__file__).parents[2]
ROW = re.compile(r"^\| \d+ \| `(\S+)` \| `(\S+)` \|", re.MULTILINE)
AMPLE = Limit(1e9, 1e9)


@pytest.mark.live
def test_a_click_goes_the_way_that_is_told(tmp_path: Path) -> None:
    told = ROW.findall((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"))
    assert len(told) == 30
    passed: list[tuple[str, str]] = []

    def note(frame: FrameType, event: str, argument: object) -> None:
        if event == "call" and (found := frame.f_code.co_filename.rpartition("src/parlour/"))[1]:
            passed.append((found[2], frame.f_code.co_qualname))

    async def click(hub: Hub) -> None:
        house = House("kamra").dealt(people=4)
        seat = house.room.actors[0]
        await keep(hub.store, house, "table")
        room = (await hub.table("table")).room
        member = room.seats[seat].member
        assert member is not None
        room.tokens[tokens.digest("right")] = member
        door = Door(hub, Shares(), 10, *[Buckets(AMPLE)] * 3)
        app = Starlette(routes=[WebSocketRoute("/ws", door.serve)])
        config = uvicorn.Config(app, ws=Channel, log_config=None)
        async with listening(config) as url, patiently_connected(url) as socket, in_time():
            await socket.send(json.dumps({"is": "hello", "protocol": 1, "table": "table", "token": "right"}))
            while json.loads(await socket.recv())["is"] != "presence":
                pass
            sys.setprofile(note)
            command = {"do": "act", "action": house.idle(seat)}
            await socket.send(json.dumps({"is": "ask", "key": "click", "command": command}))
            while (said := json.loads(await socket.recv()))["is"] != "ack":
                assert said["is"] == "update"

    try:
        with_hubs(tmp_path, 1, click)
    finally:
        sys.setprofile(None)
    assert list(dict.fromkeys(step for step in passed if step in told)) == told
