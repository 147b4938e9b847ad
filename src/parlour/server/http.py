"""What is asked over HTTP: games, tables, coming to one, a single command, records, health.

Every answer is JSON; what goes wrong is `{"code": ..., "text": ...}` with a fitting status.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias, TypeVar

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, compile_path

from parlour.core.options import Choice, Number, Option
from parlour.core.record import MatchRecord
from parlour.errors import OptionError, ParlourError, Refused, SeatError, StoreError, UnknownGame, WrongVersion
from parlour.games import game, names
from parlour.server import library, openapi
from parlour.server.hub import Hub
from parlour.server.limits import Buckets
from parlour.table import lessons, telling, wire
from parlour.table.room import OVER

T = TypeVar("T")
Handler: TypeAlias = Callable[[Request], Awaitable[Response]]

MOST_BODY = 64 * 1024
LOBBY = 100
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")
GUESSES = {"no_such_table", "wrong_password", "wrong_code", "not_member"}  # what somebody is told who tries his luck
STATUS = {
    "no_such_table": 404,
    "no_such_game": 404,
    "no_lesson": 404,
    "no_such_address": 404,
    "wrong_method": 405,
    "wrong_password": 403,
    "wrong_code": 403,
    "not_member": 403,
    "not_host": 403,
    "full": 409,
    "too_fast": 429,
    "unavailable": 503,
    "malformed": 400,
    "too_large": 413,
    "not_over": 403,
}
_encode = msgspec.json.Encoder().encode


class Place(wire.Struct):
    """A place at a table: the token is the only proof of it, so keep it."""

    table: str
    member: int
    token: str


class Code(wire.Struct):
    """A code for a second device."""

    code: str


class Trouble(wire.Struct):
    """What went wrong; programs may rely on `code`."""

    code: str
    text: str
    rule: str = ""


class Listed(wire.Struct):
    """A public table in the lobby."""

    id: str
    game: str
    title: str
    phase: str
    seats: int
    free: int


class OptionFacts(wire.Struct):
    """A switch of a game: the rule it comes from, what it is usually, and what it can be."""

    name: str
    help: str
    rule: str
    usual: bool | int | str
    choices: list[str] | None = None
    least: int | None = None
    most: int | None = None


class GameFacts(wire.Struct):
    """A game, and whether its rules are ready to be played."""

    name: str
    title: str
    year: int
    summary: str
    fewest: int
    most: int
    usual: int
    options: list[OptionFacts]
    ready: bool


class Asked(wire.Struct):
    """A command with its key."""

    key: Annotated[str, Meta(min_length=1, max_length=64)]
    command: wire.AnyCommand


@dataclass(frozen=True)
class Endpoint:
    """An address: what is sent there, what comes back, and whose bucket pays for it."""

    method: str
    path: str
    answer: Handler
    takes: Any = None
    gives: Any = None
    status: int = 200
    limit: Buckets | None = None


class Desk:
    """Where requests are answered."""

    def __init__(self, hub: Hub, requests: Buckets, tables: Buckets, guesses: Buckets) -> None:
        self.hub = hub
        self.requests = requests
        self.tables = tables
        self.guesses = guesses

    def endpoints(self) -> list[Endpoint]:
        """Every address that there is; the description for strangers is made of the same list."""
        one, table = "/api/games/{game}", "/api/tables/{table}"
        return [
            Endpoint("GET", "/api/games", self.games, gives=list[GameFacts]),
            Endpoint("GET", f"{one}/rules", self.rules, gives=library.Rules),
            Endpoint("GET", f"{one}/lesson", self.lesson, gives=lessons.Lesson),
            Endpoint("POST", f"{one}/lesson", self.judge, library.Tried, lessons.Verdict),
            Endpoint("GET", "/api/tables", self.lobby, gives=list[Listed]),
            Endpoint("POST", "/api/tables", self.open, wire.NewTable, Place, 201, self.tables),
            Endpoint("GET", table, self.look, gives=wire.Welcome),
            Endpoint("POST", f"{table}/members", self.join, wire.NewMember, Place, 201, self.tables),
            Endpoint("POST", f"{table}/devices", self.redeem, Code, Place, 201, self.tables),
            Endpoint("POST", f"{table}/commands", self.command, Asked, wire.Ack),
            Endpoint("GET", f"{table}/record", self.record, gives=MatchRecord),
        ]

    def routes(self) -> list[Route]:
        """All routes, those for whoever runs the server included."""
        told = [
            Route(each.path, self.guarded(each.answer, each.limit), methods=[each.method]) for each in self.endpoints()
        ]
        own = [Route("/health", self.health), Route("/ready", self.ready), Route("/metrics", self.metrics)]
        unknown = Route("/api/{path:path}", self.guarded(self.unknown), methods=METHODS)
        return [*told, *own, Route("/api/openapi.json", self.describe), unknown]

    def guarded(self, handler: Handler, limit: Buckets | None = None) -> Handler:
        """A handler whose callers are limited, and whose errors are told as they should be."""

        async def answer(request: Request) -> Response:
            who = request.client.host if request.client else "?"
            waits = (self.requests if limit is None else limit).take(who)
            if waits:
                self.hub.metrics.limited += 1
                return trouble(Refused("too_fast", f"too many requests; wait {waits:.0f} seconds"), waits)
            try:
                return await handler(request)
            except ParlourError as error:
                if isinstance(error, Refused) and error.code in GUESSES and self.guesses.take(who):
                    return trouble(Refused("too_fast", "too many wrong guesses; wait a minute"), 60)
                return trouble(error)

        return answer

    # --- Games and tables -------------------------------------------------------------------------------------------

    async def games(self, request: Request) -> Response:
        """All games."""
        return reply([facts_of(name, self.hub.readiness.ready(name)) for name in names()])

    async def rules(self, request: Request) -> Response:
        """The numbered rules of a game, and the conventions of all."""
        return reply(library.rules_of(request.path_params["game"]))

    async def lesson(self, request: Request) -> Response:
        """The lesson of a game, moment by moment, in English or another language (`?language=es`)."""
        language = request.query_params.get("language", "en")
        return reply(await library.lesson_of(request.path_params["game"], language, self.hub.readiness))

    async def judge(self, request: Request) -> Response:
        """What the rules say to something that a learner would like to do in a lesson."""
        tried = await body(request, library.Tried)
        return reply(await library.judged(request.path_params["game"], tried, self.hub.readiness))

    async def lobby(self, request: Request) -> Response:
        """Public tables."""
        found = await self.hub.store.lobby(LOBBY)
        return reply([Listed(id, each.game, each.title, each.phase, each.seats, each.free) for id, each in found])

    async def open(self, request: Request) -> Response:
        """A new table."""
        table, token = await self.hub.open(await body(request, wire.NewTable))
        return reply(Place(table, 0, token), 201)

    async def look(self, request: Request) -> Response:
        """A table as a spectator sees it, or its member (by `Authorization: Bearer TOKEN`)."""
        table = await self.hub.table(request.path_params["table"])
        member = self.hub.admit(table, bearer(request))
        async with table.lock:
            return reply(telling.welcome(table.room, member))

    async def join(self, request: Request) -> Response:
        """Come to a table."""
        id = request.path_params["table"]
        member, token = await self.hub.join(id, await body(request, wire.NewMember))
        return reply(Place(id, member, token), 201)

    async def redeem(self, request: Request) -> Response:
        """Come with a second device."""
        id = request.path_params["table"]
        member, token = await self.hub.redeem(id, (await body(request, Code)).code)
        return reply(Place(id, member, token), 201)

    async def command(self, request: Request) -> Response:
        """A single command, as over a socket."""
        table = await self.hub.table(request.path_params["table"])
        member = self.hub.member_of(table, bearer(request))
        if member is None:
            raise Refused("not_member", "send the token of your place in the header Authorization: Bearer TOKEN")
        ask = await body(request, Asked)
        answer = await self.hub.command(table, member, ask.key, ask.command)
        return reply(answer, 200 if isinstance(answer, wire.Ack) else STATUS.get(answer.code, 409))

    async def record(self, request: Request) -> Response:
        """The record of a match that is over."""
        table = await self.hub.table(request.path_params["table"])
        self.hub.admit(table, bearer(request))
        async with table.lock:
            if table.room.phase != OVER or table.room.match is None:
                raise Refused("not_over", "the record is shown when the match is over, for it holds all secrets")
            return Response(table.room.record().to_json(), media_type="application/json")

    async def unknown(self, request: Request) -> Response:
        """There is nothing at this address, or it does not do that."""
        addresses = [each for each in self.endpoints() if compile_path(each.path)[0].match(request.url.path)]
        if addresses:
            does = ", ".join(each.method for each in addresses)
            answer = trouble(Refused("wrong_method", f"this address does {does}, not {request.method[:20]}"))
            answer.headers["allow"] = does
            return answer
        raise Refused("no_such_address", "there is nothing at this address; /api/openapi.json lists what there is")

    # --- For whoever runs the server --------------------------------------------------------------------------------

    async def health(self, request: Request) -> Response:
        """Whether the process lives."""
        return reply({"alive": True})

    async def ready(self, request: Request) -> Response:
        """Whether tables can be saved."""
        able = await self.hub.store.ready()
        return reply({"ready": able, "games": self.hub.readiness.done}, 200 if able else 503)

    async def describe(self, request: Request) -> Response:
        """The description of all this for programs."""
        return reply(openapi.describe(self.endpoints(), Trouble))

    async def metrics(self, request: Request) -> Response:
        """Counters for Prometheus."""
        listeners = sum(len(table.listeners) for table in self.hub.tables.values())
        gauges = {"tables": float(len(self.hub.tables)), "listeners": float(listeners)}
        return Response(self.hub.metrics.page(gauges), media_type="text/plain; version=0.0.4")


def facts_of(name: str, ready: bool) -> GameFacts:
    """What a newcomer should know of a game."""
    known = game(name)
    options = [option_facts(option) for option in known.options]
    numbers = (known.fewest, known.most, known.usual)
    return GameFacts(known.name, known.title, known.year, known.summary, *numbers, options, ready)


def option_facts(option: Option) -> OptionFacts:
    """What a newcomer should know of a switch."""
    facts = OptionFacts(option.name, option.help, option.rule, option.default)
    if isinstance(option, Choice):
        facts.choices = list(option.choices)
    elif isinstance(option, Number):
        facts.least, facts.most = option.least, option.most
    return facts


async def body(request: Request, kind: type[T]) -> T:
    """The body of a request as what it should be."""
    data = b""
    async for part in request.stream():
        data += part
        if len(data) > MOST_BODY:
            raise Refused("too_large", f"a request has at most {MOST_BODY} bytes")
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Refused("malformed", f"that is not what was expected: {error}") from None


def bearer(request: Request) -> str:
    """The token that a request comes with."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token if kind.lower() == "bearer" else ""


def reply(content: Any, status: int = 200) -> Response:
    """An answer."""
    return Response(_encode(content), status, media_type="application/json")


def trouble(error: ParlourError, waits: float = 0.0) -> Response:
    """What went wrong, as an answer."""
    if isinstance(error, Refused):
        code, status = error.code, STATUS.get(error.code, 409)
    elif isinstance(error, StoreError):
        code, status = "unavailable", 503
    else:
        known = {
            UnknownGame: "no_such_game",
            OptionError: "wrong_option",
            SeatError: "wrong_seats",
            WrongVersion: "old_rules",
        }
        code, status = known.get(type(error), "malformed"), 400
    answer = reply(Trouble(code, str(error), getattr(error, "rule", "")), status)
    if waits:
        answer.headers["retry-after"] = str(max(1, round(waits)))
    return answer
