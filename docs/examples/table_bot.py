"""A player for a Parlour table in a few lines: it joins, sits down in a free seat and plays any legal action.

    python table_bot.py http://127.0.0.1:8731 TABLE "Robot"

It shows all that a client must do: keep what it was sent, act when `legal` is not empty, send again what was not
acknowledged, and come back after a broken connection. The protocol is described in docs/protocol.md.
"""

import asyncio
import json
import random
import sys
import urllib.request
import uuid

import websockets


def post(url: str, body: dict[str, object]) -> dict[str, str]:
    """Send JSON, get JSON."""
    request = urllib.request.Request(url, json.dumps(body).encode(), {"content-type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return dict(json.load(answer))


async def play(server: str, table: str, name: str) -> None:
    """Play one match to its end."""
    token = post(f"{server}/api/tables/{table}/members", {"name": name})["token"]
    hello = {"is": "hello", "protocol": 1, "table": table, "token": token}
    async for socket in websockets.connect(server.replace("http", "ws", 1) + "/ws"):  # comes back by itself
        try:
            await socket.send(json.dumps(hello))
            async for text in socket:
                message = json.loads(text)
                if message["is"] not in ("welcome", "update"):
                    continue
                place, match, command = message["table"], message["match"], None
                if place and place["phase"] == "over":
                    return
                if message["is"] == "welcome" and message["seat"] is None:
                    seats = enumerate(place["seats"])
                    free = [number for number, seat in seats if seat["member"] is None and not seat["bot"]]
                    command = {"do": "sit", "seat": free[0]} if free else None
                elif match and match["legal"]:
                    command = {"do": "act", "action": random.choice(match["legal"]), "expect": message["n"]}
                if command:
                    await socket.send(json.dumps({"is": "ask", "key": uuid.uuid4().hex, "command": command}))
        except websockets.ConnectionClosed:
            continue


if __name__ == "__main__":
    asyncio.run(play(*sys.argv[1:4]))
