"""A server's table, by its link: played at over its socket, and come back to by itself when the connection is lost."""

import asyncio
import contextlib
import re
import secrets
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import platformdirs

from parlour.core.files import whole_file
from parlour.errors import Refused
from parlour.table import wire
from parlour.terminal.visit import AnyTold, Notice

LINK = re.compile(
    r"(?P<scheme>https?)://(?P<host>[^/\s]+)(?P<base>/\S*?)?/table/(?P<table>[A-Za-z0-9_-]+)/?(\?\S*)?(#\S*)?"
)
FATAL = {  # codes with which a socket is closed for good
    4003: "this program may not connect",
    4004: "there is no such table",
    4009: "the server speaks another version",
    4010: "the table has a password",
    4011: "the match began under other rules than this server's",
    4012: "you have no place at this table any more; join it again",
}
NO_PLACE = 4012
FIRST_WAIT, LONGEST_WAIT = 0.25, 8.0
PATIENCE = 90.0  # seconds for an answer over HTTP: a hint or a film is made when it is asked for

_message = msgspec.json.Decoder(wire.AnyMessage)
_encode = msgspec.json.Encoder().encode


@dataclass(frozen=True)
class Link:
    """Where a table is: the address of its server, and its id there."""

    server: str
    table: str

    @classmethod
    def parse(cls, text: str) -> "Link":
        """The table that a link leads to."""
        found = LINK.fullmatch(text.strip())
        if found is None:
            raise Refused("link", f"a table's link looks like https://example.org/table/abcd1234, not {text[:60]!r}")
        return cls(f"{found['scheme']}://{found['host']}{found['base'] or ''}", found["table"])

    def __str__(self) -> str:
        return f"{self.server}/table/{self.table}"

    @property
    def socket(self) -> str:
        """The address of its socket."""
        return f"{self.server.replace('http', 'ws', 1)}/ws"


class Remote:
    """A place at a server's table, or beside it."""

    remote = True

    def __init__(self, link: Link, tell: Callable[[AnyTold], None], token: str = "") -> None:
        self.link = link
        self.tell = tell
        self.token = token
        self._seen: int | None = None
        self._socket: Any = None
        self._waiting: dict[str, tuple[bytes, asyncio.Future[wire.Ack | wire.Nack]]] = {}

    async def join(self, name: str, password: str = "") -> None:
        """Come to the table under a name, unless one has a place there already."""
        if self.token:
            return
        place = await self.post("members", {"name": name, "password": password})
        self.token = place["token"]
        keep_token(self.link, self.token)

    # --- The socket -----------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Listen until the table cannot be reached any more for good; `Refused` says why."""
        from websockets.asyncio.client import connect
        from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

        wait = FIRST_WAIT
        while True:
            code = 1006
            try:
                async with connect(self.link.socket, max_size=None, open_timeout=PATIENCE) as socket:
                    await self.hello(socket)
                    wait = FIRST_WAIT
                    code = await self.listen(socket)
            except ConnectionClosed as closed:
                code = closed.rcvd.code if closed.rcvd is not None else 1006
            except (OSError, InvalidHandshake, InvalidMessage, TimeoutError):
                pass
            finally:
                self._socket = None
            if code == NO_PLACE:
                forget_token(self.link)
            if code in FATAL:
                raise Refused("closed", FATAL[code])
            self.tell(Notice(f"The connection to {self.link.server} is lost; trying again."))
            await asyncio.sleep(wait)
            wait = min(LONGEST_WAIT, 2 * wait)

    async def hello(self, socket: Any) -> None:
        """Say who one is, and send again what was not answered."""
        await socket.send(_encode(wire.Hello(wire.PROTOCOL, self.link.table, self.token, self._seen)).decode())
        self._socket = socket
        for frame, _ in list(self._waiting.values()):
            await socket.send(frame.decode())

    async def listen(self, socket: Any) -> int:
        """Take in what is sent, as long as the connection lasts; the code that it was closed with."""
        async for text in socket:
            try:
                message = _message.decode(text)
            except msgspec.ValidationError:
                continue  # something that a later server says
            await self.hear(message)
        return int(socket.close_code or 1006)

    async def hear(self, message: wire.AnyMessage) -> None:
        """Take in a message."""
        if isinstance(message, wire.Ack | wire.Nack):
            _, answer = self._waiting.pop(message.key, (b"", None))
            if answer is not None and not answer.done():
                answer.set_result(message)
        if isinstance(message, wire.Update):
            if self._seen is not None and message.n > self._seen + 1 and message.match is not None:
                await self._socket.send('{"is": "look"}')
            self._seen = max(self._seen or 0, message.n)
        if isinstance(message, wire.Welcome):
            self._seen = message.n
            self.tell(Notice(""))
        self.tell(message)

    async def ask(self, command: wire.AnyCommand) -> wire.Ack | wire.Nack:
        """Have a command carried out, once, however often it must be sent."""
        key = secrets.token_hex(8)
        frame = _encode(wire.Ask(key, command))
        answer: asyncio.Future[wire.Ack | wire.Nack] = asyncio.get_running_loop().create_future()
        self._waiting[key] = frame, answer
        if self._socket is not None:
            from websockets.exceptions import ConnectionClosed

            with contextlib.suppress(ConnectionClosed):  # then it is sent again over the next connection
                await self._socket.send(frame.decode())
        return await answer

    # --- Over HTTP ------------------------------------------------------------------------------------------------

    async def hint(self) -> list[dict[str, Any]]:
        """What a good player thinks of what you can do."""
        return list((await self.get("hint"))["choices"])

    async def replay(self, seat: int | None) -> dict[str, Any]:
        """Every moment of a match that is over."""
        return dict(await self.get("replay" if seat is None else f"replay?seat={seat}"))

    async def get(self, what: str) -> Any:
        """Ask for something of the table."""
        return await asyncio.to_thread(request, f"{self.link.server}/api/tables/{self.link.table}/{what}", self.token)

    async def post(self, what: str, body: Any) -> Any:
        """Send something to the table."""
        address = f"{self.link.server}/api/tables/{self.link.table}/{what}"
        return await asyncio.to_thread(request, address, self.token, _encode(body))


def request(address: str, token: str, body: bytes | None = None) -> Any:
    """An answer of the server; `Refused` says what went wrong."""
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
    try:
        with urllib.request.urlopen(urllib.request.Request(address, body, headers), timeout=PATIENCE) as answer:
            return msgspec.json.decode(answer.read())
    except urllib.error.HTTPError as error:
        raise refusal_of(error) from None
    except (OSError, msgspec.DecodeError) as error:
        raise Refused("offline", f"the server does not answer: {error}") from None


def refusal_of(error: urllib.error.HTTPError) -> Refused:
    """What the server says that is wrong."""
    with error:
        try:
            told = msgspec.json.decode(error.read())
            return Refused(str(told["code"]), str(told["text"]), str(told.get("rule", "")))
        except (msgspec.DecodeError, KeyError, TypeError):
            return Refused("offline", f"the server answers with {error.code} {error.reason}")


# --- Places that one has ------------------------------------------------------------------------------------------


def places_file() -> Path:
    """Where the tokens of one's places are kept."""
    return platformdirs.user_data_path("parlour") / "places.json"


def kept_places() -> dict[str, str]:
    """The tokens by the links of their tables."""
    try:
        return msgspec.json.decode(places_file().read_bytes(), type=dict[str, str])
    except (OSError, msgspec.DecodeError):
        return {}


def keep_token(link: Link, token: str) -> None:
    """Keep a token, for coming back later."""
    keep_places(kept_places() | {str(link): token})


def forget_token(link: Link) -> None:
    """Forget a token that is good for nothing any more."""
    keep_places({each: token for each, token in kept_places().items() if each != str(link)})


def keep_places(places: dict[str, str]) -> None:
    """Keep these tokens; nobody else may read them."""
    path = places_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(path) as part:
        part.touch(mode=0o600)
        part.write_bytes(_encode(places))
