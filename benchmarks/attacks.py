"""What strangers can do to a table server, each kind of it alone: attackers for `benchmarks.floods`."""

import asyncio
import contextlib
import itertools
import os
import random
import struct
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec
import uvloop

from benchmarks.load import LONG, PORT, raise_limit

PATIENCE = 5.0  # seconds that an attacker waits for an answer
MOST_HELD = 40  # connections that one kind of attack keeps open at an address
UNANSWERED = 0.05  # of the time that limits allow, until what nobody answers is tried again
USUAL = 0  # the priority of attackers, whoever started them


class Targets(NamedTuple):
    """What attackers know: tables at which others play, and what they need of a match that is over."""

    tables: list[str]
    over: tuple[str, str]


def framed(text: bytes, kind: int = 0x81) -> bytes:
    """A frame of a client, masked with zeros, which cost its sender nothing."""
    if len(text) < 126:
        return bytes((kind, 0x80 | len(text), 0, 0, 0, 0)) + text
    return struct.pack("!BBH4x", kind, 0x80 | 126, len(text)) + text


def asking(number: int, **command: object) -> bytes:
    """A frame that asks for something."""
    return framed(msgspec.json.encode({"is": "ask", "key": f"{number}", "command": command}))


class Line:
    """A connection of an attacker, made anew whenever it has been closed."""

    def __init__(self, who: str) -> None:
        self.who = who
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def open(self) -> asyncio.StreamWriter:
        """A connection that is there."""
        if self.writer is None or self.writer.is_closing():
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", PORT)
        return self.writer

    def head(self, method: str, path: str, *more: str) -> bytes:
        """The head of a request."""
        said = (f"{method} {path} HTTP/1.1", "host: localhost", f"x-forwarded-for: {self.who}", *more, "", "")
        return "\r\n".join(said).encode()

    async def ask(self, method: str, path: str, body: bytes = b"", token: str = "") -> tuple[int, bytes]:
        """The status and body of an answer; status 0 if there was none."""
        more = [f"content-length: {len(body)}"] * bool(body) + [f"authorization: Bearer {token}"] * bool(token)
        try:
            async with asyncio.timeout(PATIENCE):
                (await self.open()).write(self.head(method, path, *more) + body)
                return await self.answer()
        except TimeoutError:
            self.close()
            return -1, b""
        except (OSError, asyncio.IncompleteReadError):
            self.close()
            return 0, b""

    async def answer(self) -> tuple[int, bytes]:
        """The next answer."""
        assert self.reader is not None
        head = (await self.reader.readuntil(b"\r\n\r\n")).lower()
        length = head.partition(b"content-length: ")[2].partition(b"\r\n")[0]
        body = await self.reader.readexactly(int(length or 0))
        if b"connection: close" in head:
            self.close()
        return int(head[9:12]), body

    def close(self) -> None:
        """Drop the connection."""
        if self.writer is not None:
            self.writer.transport.abort()
            self.writer = None


class Socket(Line):
    """A socket of an attacker; what it hears is counted, or not even read."""

    async def connect(self, table: str = "", token: str = "") -> bool:
        """Shake hands, and say hello if there is a table."""
        upgrade = ("upgrade: websocket", "connection: upgrade", "sec-websocket-version: 13")
        head = self.head("GET", "/ws", *upgrade, "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==")
        try:
            async with asyncio.timeout(PATIENCE):
                (await self.open()).write(head)
                assert self.reader is not None
                met = (await self.reader.readuntil(b"\r\n\r\n"))[9:12] == b"101"
        except (TimeoutError, OSError, asyncio.IncompleteReadError):
            met = False
        if not met:
            self.close()
        elif table:
            hello = {"is": "hello", "protocol": 1, "table": table, "token": token}
            self.say(framed(msgspec.json.encode(hello)))
        return met

    def say(self, frame: bytes) -> None:
        """Send a frame, whether or not anybody takes it."""
        if self.writer is not None and self.writer.transport.get_write_buffer_size() < 1 << 20:
            self.writer.write(frame)

    async def heard(self, *kinds: bytes) -> bytes:
        """The next message that has any of these words in it; empty if the socket was closed."""
        assert self.reader is not None
        with contextlib.suppress(OSError, asyncio.IncompleteReadError, TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while True:
                    first, length = await self.reader.readexactly(2)
                    if length == 126:
                        (length,) = struct.unpack("!H", await self.reader.readexactly(2))
                    elif length == 127:
                        (length,) = struct.unpack("!Q", await self.reader.readexactly(8))
                    message = await self.reader.readexactly(length)
                    if first & 15 == 8:
                        break
                    if any(kind in message for kind in kinds):
                        return message
        self.close()
        return b""


Try = Callable[["Attacker"], Awaitable[bool | None]]  # answered, refused, or neither yet
KINDS: dict[str, tuple[Try, float]] = {}


def kind(name: str, pause: float) -> Callable[[Try], Try]:
    """A kind of attack, and after how many seconds it may be tried again within all limits."""

    def note(each: Try) -> Try:
        KINDS[name] = each, pause
        return each

    return note


@dataclass
class Attacker:
    """One kind of attack from one address."""

    who: str
    targets: Targets
    line: Line = field(init=False)
    socket: Socket = field(init=False)
    held: list[Line] = field(default_factory=list)
    place: tuple[str, str] | None = None  # at a table of its own
    tried: int = 0

    def __post_init__(self) -> None:
        self.line, self.socket = Line(self.who), Socket(self.who)

    @property
    def table(self) -> str:
        """A table at which others play."""
        return self.targets.tables[self.tried % len(self.targets.tables)]

    async def get(self, path: str, token: str = "") -> bool | None:
        """Ask for something."""
        return said((await self.line.ask("GET", path, token=token))[0])

    async def post(self, path: str, body: object, token: str = "") -> bool | None:
        """Send something."""
        return said((await self.line.ask("POST", path, msgspec.json.encode(body), token))[0])

    def keep(self, line: Line) -> None:
        """Keep a connection open, as long as there are not too many."""
        self.held.append(line)
        if len(self.held) > MOST_HELD:
            self.held.pop(0).close()

    async def own_table(self, game: str) -> tuple[str, str] | None:
        """A table of its own, once."""
        if self.place is None:
            body = msgspec.json.encode({"game": game, "name": "Mal", "settings": {"bot_delay": 0, "pause": 0}})
            status, answer = await self.line.ask("POST", "/api/tables", body)
            if status == 201:
                told = msgspec.json.decode(answer)
                self.place = told["table"], told["token"]
        return self.place

    async def own_socket(self, game: str, listeners: int) -> bool:
        """A socket at it, and others that listen."""
        place = await self.own_table(game)
        if place is None:
            return False
        if self.socket.writer is not None and not self.socket.writer.is_closing():
            return True
        while len(self.held) < listeners:
            self.held.append(ear := Socket(self.who))
            if not await ear.connect(place[0]):
                self.held.pop()
                break
        return await self.socket.connect(*place)


def said(status: int) -> bool | None:
    """What a status says: something, that there is no more, or nothing yet."""
    return None if status < 0 else status not in (0, 429)


@kind("pages and lists", 0.1)
async def pages(mal: Attacker) -> bool | None:
    """What everybody asks for."""
    path = ("/", "/api/games", "/api/tables", "/api/games/kamra/rules", "/ready", "/metrics")[mal.tried % 6]
    return await mal.get(path)


@kind("description, wrong addresses", 0.2)
async def description(mal: Attacker) -> bool | None:
    """What was dear once."""
    return await mal.get(("/api/openapi.json", "/api/nowhere", "/t/nowhere")[mal.tried % 3])


@kind("looks at tables", 0.1)
async def looks(mal: Attacker) -> bool | None:
    """How a table stands."""
    return await mal.get(f"/api/tables/{mal.table}")


@kind("summaries of 50 tables", 0.2)
async def summaries(mal: Attacker) -> bool | None:
    """How fifty stand."""
    tables = [{"table": each, "token": ""} for each in (mal.targets.tables * 50)[:50]]
    return await mal.post("/api/tables/summaries", {"tables": tables})


@kind("wrong tokens", 6.0)
async def wrong_tokens(mal: Attacker) -> bool | None:
    """Guesses."""
    return await mal.get(f"/api/tables/{mal.table}/hint", f"guess {mal.tried}")


@kind("new tables", 2.5)
async def new_tables(mal: Attacker) -> bool | None:
    """One table more."""
    new = {"game": [*LONG][mal.tried % len(LONG)], "name": "Mal", "settings": {"public": True, "title": "Mine"}}
    return await mal.post("/api/tables", new)


@kind("reviews and replays", 0.6)
async def reviews(mal: Attacker) -> bool | None:
    """What other processes make."""
    table, token = mal.targets.over
    return await mal.get(f"/api/tables/{table}/{('review', 'replay')[mal.tried % 2]}", token)


@kind("hints", 2.0)
async def hints(mal: Attacker) -> bool | None:
    """Advice at a table of its own."""
    begun = mal.place is not None
    place = await mal.own_table("kamra")
    if place is None:
        return False
    path, token = f"/api/tables/{place[0]}", place[1]
    if not begun:
        steps = [{"do": "sit", "seat": 0}, *({"do": "add_bot", "seat": each, "level": "random"} for each in (1, 2, 3))]
        for number, command in enumerate([*steps, {"do": "start"}]):
            await mal.post(f"{path}/commands", {"key": f"{number}", "command": command}, token)
    return await mal.get(f"{path}/hint", token)


@kind("bodies of 60 kB", 0.25)
async def bodies(mal: Attacker) -> bool | None:
    """Much that means nothing."""
    return said((await mal.line.ask("POST", "/api/tables", b'{"game": ' + b"[" * 60_000))[0])


@kind("requests 200 at a time", 10.0)
async def pipelined(mal: Attacker) -> bool | None:
    """Requests that do not wait for answers."""
    line = Line(mal.who)
    try:
        async with asyncio.timeout(PATIENCE):
            (await line.open()).write(line.head("GET", "/api/games") * 200)
            answers = [(await line.answer())[0] for _ in range(200)]
            return answers[-1] != 429
    except TimeoutError:
        return None
    except (OSError, asyncio.IncompleteReadError):
        return False
    finally:
        line.close()


@kind("half a request", 0.5)
async def half_requests(mal: Attacker) -> bool | None:
    """A head without end."""
    line = Line(mal.who)
    (await line.open()).write(line.head("GET", "/")[:-2])
    mal.keep(line)
    return None


@kind("sockets opened and dropped", 0.25)
async def sockets(mal: Attacker) -> bool | None:
    """Come, be welcomed, go."""
    socket = Socket(mal.who)
    welcome = await socket.connect(mal.table) and await socket.heard(b'"welcome"')
    socket.close()
    return bool(welcome)


@kind("sockets without a hello", 0.5)
async def half_sockets(mal: Attacker) -> bool | None:
    """Come, and say nothing."""
    socket = Socket(mal.who)
    if not await socket.connect():
        return False
    mal.keep(socket)
    return None


@kind("sockets, wrong tokens", 8.0)
async def wrong_hellos(mal: Attacker) -> bool | None:
    """Guesses."""
    socket = Socket(mal.who)
    return await socket.connect(mal.table, f"guess {mal.tried}") and not await socket.heard(b'"welcome"')


@kind("frames that are none", 0.5)
async def garbage(mal: Attacker) -> bool | None:
    """Come, and say nonsense."""
    socket = Socket(mal.who)
    if not await socket.connect(mal.table) or not await socket.heard(b'"welcome"'):
        return False
    socket.say(framed(random.randbytes(100)))
    await socket.heard(b"\0never")
    return True


@kind("frames of 16 kB", 0.5)
async def large_frames(mal: Attacker) -> bool | None:
    """A command that is nearly as long as a frame may be."""
    if not await mal.own_socket("cam", 0):
        return False
    mal.socket.say(asking(mal.tried, do="act", action="x" * 16_000))
    return bool(await mal.socket.heard(b'"refusal"', b'"ack"'))


@kind("looks over 16 sockets", 0.06)
async def frames(mal: Attacker) -> bool | None:
    """How a table stands, again and again."""
    if len(mal.held) < 16:
        mal.held.append(Socket(mal.who))
    socket = mal.held[mal.tried % len(mal.held)]
    assert isinstance(socket, Socket)
    if (socket.writer is None or socket.writer.is_closing()) and not await socket.connect(mal.table):
        return False
    socket.say(framed(b'{"is": "look"}'))
    return bool(await socket.heard(b'"welcome"'))


@kind("1,000 frames at a time", 60.0)
async def many_frames(mal: Attacker) -> bool | None:
    """Frames that do not wait for answers."""
    socket = Socket(mal.who)
    if not await socket.connect(mal.table) or not await socket.heard(b'"welcome"'):
        return False
    socket.say(framed(b'{"is": "ping"}') * 1000)
    heard = [bool(await socket.heard(b'"pong"')) for _ in range(100)]
    socket.close()
    return all(heard)


@kind("pings 1,000 at a time", 10.0)
async def pings(mal: Attacker) -> bool | None:
    """Pings of the protocol below."""
    socket = Socket(mal.who)
    if not await socket.connect(mal.table) or not await socket.heard(b'"welcome"'):
        return False
    socket.say(framed(b"", 0x89) * 1000)
    await socket.heard(b"\0never")
    return False


@kind("chat before 10 listeners", 2.2)
async def chat(mal: Attacker) -> bool | None:
    """Lines that everybody is sent."""
    if not await mal.own_socket("honors3", 10):
        return False
    mal.socket.say(asking(mal.tried, do="chat", text="x" * 200))
    return b'"ack"' in await mal.socket.heard(b'"ack"', b'"refusal"')


@kind("sit and stand before 10 listeners", 1.1)
async def sit_and_stand(mal: Attacker) -> bool | None:
    """What everybody is told of."""
    if not await mal.own_socket("honors3", 10):
        return False
    mal.socket.say(asking(mal.tried, do="sit", seat=0) if mal.tried % 2 else asking(mal.tried, do="stand"))
    return b'"ack"' in await mal.socket.heard(b'"ack"', b'"refusal"')


@kind("looks that are not read", 0.06)
async def slow_reads(mal: Attacker) -> bool | None:
    """Answers that pile up."""
    if mal.socket.writer is None or mal.socket.writer.is_closing():
        if not await mal.socket.connect(mal.table):
            return False
        assert mal.socket.writer is not None
        mal.socket.writer.transport.pause_reading()  # type: ignore[attr-defined]
    mal.socket.say(framed(b'{"is": "look"}'))
    return None


@kind("answers that are not read", 0.5)
async def slow_requests(mal: Attacker) -> bool | None:
    """Long answers that pile up."""
    line = Line(mal.who)
    (await line.open()).write(line.head("GET", "/api/openapi.json") * 4)
    line.writer.transport.pause_reading()  # type: ignore[union-attr]
    mal.keep(line)
    return None


async def attack(mal: Attacker, name: str, beyond: bool, tally: dict[str, Counter[str]]) -> None:
    """Try one thing again and again, within its limits or as fast as one can."""
    each, allowed = KINDS[name]
    await asyncio.sleep(random.uniform(0, min(allowed, 1.0)))
    while True:
        mal.tried += 1
        tally[name]["tried"] += 1
        try:
            answered = await each(mal)
        except OSError:
            answered = False
        tally[name][{True: "answered", False: "refused", None: "open"}[answered]] += 1
        if beyond:
            await asyncio.sleep(UNANSWERED * allowed if answered is None else 0)
        else:
            await asyncio.sleep(allowed)


def flood(addresses: Sequence[str], kinds: Sequence[str], targets: Targets, beyond: bool, seconds: float) -> Any:
    """Attack from some addresses for a while; what became of each kind of attempt. Runs in a process of its own."""
    os.setpriority(os.PRIO_PROCESS, 0, USUAL)
    raise_limit()
    tally: dict[str, Counter[str]] = {name: Counter() for name in kinds}

    async def all_together() -> None:
        tasks = [
            asyncio.create_task(attack(Attacker(who, targets), name, beyond, tally))
            for who, name in itertools.product(addresses, kinds)
        ]
        await asyncio.sleep(seconds)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    uvloop.run(all_together())
    return tally
