"""What is asked over HTTP: games, tables, coming to one, a single command, records, health.

Every answer is JSON; what goes wrong is `{"code": ..., "text": ...}` with a fitting status.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass, field
from inspect import isawaitable
from math import ceil
from typing import Any, TypeAlias, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route, compile_path

from parlour.bots.explain import Explanation
from parlour.core.record import MatchRecord
from parlour.errors import (
    OptionError,
    ParlourError,
    Refused,
    SeatError,
    StoreError,
    UnknownGame,
    Unreachable,
    WrongVersion,
)
from parlour.server import library, openapi
from parlour.server.admission import admit, admit_all, must_be_member
from parlour.server.advising import Adviser
from parlour.server.bodies import (
    Code,
    GameFacts,
    Invitation,
    KeyedCommand,
    KnownTables,
    Listed,
    Place,
    Replay,
    Reviewed,
    TableGlance,
    Trouble,
    facts_of_all,
)
from parlour.server.hub import Hub
from parlour.server.limits import Buckets, household
from parlour.server.live import LiveTable
from parlour.server.packing import PackedAnswer, packed
from parlour.server.status import Status
from parlour.table import invitations, lessons, looking, schedule, telling, wire
from parlour.table.room import Room, Viewer

T = TypeVar("T")
Handler: TypeAlias = Callable[[Request], Awaitable[Response]]

MOST_BODY = 64 * 1024
LOBBY = 100
PATIENCE = 2.0  # seconds in which tables that somebody asks about are looked up
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")
GUESSES = {  # what is said to somebody who only guesses
    "no_such_table", "wrong_password", "wrong_code", "wrong_token", "not_member",
}  # fmt: skip
STATUS = {
    "no_such_table": 404,
    "no_such_game": 404,
    "no_lesson": 404,
    "no_such_address": 404,
    "wrong_words": 404,
    "wrong_method": 405,
    "wrong_password": 403,
    "wrong_code": 403,
    "wrong_token": 403,
    "not_member": 403,
    "not_host": 403,
    "wrong_origin": 403,
    "wrong_host": 421,
    "full": 409,
    "too_fast": 429,
    "busy": 503,
    "unavailable": 503,
    "malformed": 400,
    "too_large": 413,
    "not_over": 403,
    "failed": 500,
}
_encode = msgspec.json.Encoder().encode
log = logging.getLogger("parlour.server")


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
    query: dict[str, type] = field(default_factory=dict)
    refuses: Any = None  # how it says no, besides as everything does


class Desk:
    """Where requests are answered."""

    def __init__(
        self,
        hub: Hub,
        adviser: Adviser,
        requests: Buckets,
        tables: Buckets,
        guesses: Buckets,
        advice: Buckets,
        commands: Buckets,
    ) -> None:
        self.hub = hub
        self.adviser = adviser
        self.requests = requests
        self.tables = tables
        self.guesses = guesses
        self.advice = advice
        self.commands = commands
        self._standing: dict[Hashable, PackedAnswer] = {}

    def endpoints(self) -> list[Endpoint]:
        """Every address that there is; the description for strangers is made of the same list."""
        one, table = "/api/games/{game}", "/api/tables/{table}"
        return [
            Endpoint("GET", "/api/games", self.games, gives=list[GameFacts]),
            Endpoint("GET", f"{one}/words", self.words, gives=library.Words, query={"language": str}),
            Endpoint("GET", f"{one}/guide", self.guide, gives=library.Guide, query={"language": str}),
            Endpoint("GET", f"{one}/rules", self.rules, gives=library.Rules, query={"language": str}),
            Endpoint("GET", f"{one}/coaching", self.coaching, gives=library.CoachingFacts, query={"language": str}),
            Endpoint("GET", f"{one}/lesson", self.lesson, gives=lessons.Lesson, query={"language": str}),
            Endpoint("POST", f"{one}/lesson", self.judge, library.Tried, lessons.Verdict),
            Endpoint("GET", "/api/tables", self.lobby, gives=list[Listed]),
            Endpoint("POST", "/api/tables", self.open, wire.NewTable, Place, 201, self.tables),
            Endpoint("POST", "/api/tables/summaries", self.summaries, KnownTables, list[TableGlance]),
            Endpoint("GET", table, self.look, gives=wire.Welcome),
            Endpoint("GET", "/api/invitations/{words}", self.invitation, gives=Invitation),
            Endpoint("POST", f"{table}/members", self.join, wire.NewMember, Place, 201, self.tables),
            Endpoint("POST", f"{table}/devices", self.redeem, Code, Place, 201, self.tables),
            Endpoint("POST", f"{table}/commands", self.command, KeyedCommand, wire.Ack, refuses=wire.Nack),
            Endpoint("GET", f"{table}/hint", self.hint, gives=Explanation, limit=self.advice),
            Endpoint("GET", f"{table}/record", self.record, gives=MatchRecord),
            Endpoint("GET", f"{table}/replay", self.replay, gives=Replay, limit=self.advice, query={"seat": int}),
            Endpoint("GET", f"{table}/review", self.review, gives=Reviewed, limit=self.advice),
        ]

    def routes(self) -> list[Route]:
        """All routes, those for whoever runs the server included."""
        told = [
            Route(each.path, self.guarded(each.answer, each.limit), methods=[each.method]) for each in self.endpoints()
        ]
        own = [Route("/health", self.health), Route("/ready", self.ready), Route("/metrics", self.metrics)]
        page = Status(self.hub)
        own += [Route("/status", self.guarded(page.answer)), Route("/status.css", self.guarded(page.style))]
        unknown = Route("/api/{path:path}", self.guarded(self.unknown), methods=METHODS)
        return [*told, *own, Route("/api/openapi.json", self.guarded(self.describe)), unknown]

    def guarded(self, handler: Handler, limit: Buckets | None = None) -> Handler:
        """A handler whose callers are limited, and whose errors are told as they should be."""

        async def answer(request: Request) -> Response:
            who = address(request)
            waits = (self.requests if limit is None else limit).take(who)
            if waits:
                self.hub.metrics.limited += 1
                return trouble(Refused("too_fast", f"too many requests; wait {ceil(waits)} seconds"), waits)
            try:
                return await packed(request, await handler(request))
            except ParlourError as error:
                if isinstance(error, Refused):
                    if error.code in GUESSES and self.guesses.take(who):
                        error = guessed_too_often()
                    self.hub.metrics.limited += error.code == "too_fast"
                return trouble(error)
            except Exception as error:
                self.hub.metrics.errors += 1
                log.error("a request failed", exc_info=error)
                return trouble(Refused("failed", "something went wrong here; it has been noted"))

        return answer

    # --- Games and tables -------------------------------------------------------------------------------------------

    async def games(self, request: Request) -> Response:
        """All games."""
        return await self.standing(request, "games", facts_of_all)

    def known_games(self) -> bytes:
        """All games, as they are told."""
        return _encode(facts_of_all())

    async def words(self, request: Request) -> Response:
        """The sentences of a game, in English or another language (`?language=es`)."""
        return await self.reading(request, library.words_of)

    async def guide(self, request: Request) -> Response:
        """The short rules of a game, in English or another language (`?language=es`)."""
        return await self.reading(request, library.guide_of)

    async def rules(self, request: Request) -> Response:
        """The numbered rules of a game, and the conventions of all, in English or another language (`?language=es`)."""
        return await self.reading(request, library.rules_of)

    async def coaching(self, request: Request) -> Response:
        """What a newcomer to a game is told, in English or another language (`?language=es`)."""
        return await self.reading(request, library.coaching_of)

    async def lesson(self, request: Request) -> Response:
        """The lesson of a game, moment by moment, in English or another language (`?language=es`)."""
        return await self.reading(request, library.lesson_of)

    async def reading(self, request: Request, told: Callable[[str, str], Any]) -> Response:
        """What there is to read of a game, in a language."""
        game = library.known(request.path_params["game"])
        language = library.spoken(request.query_params.get("language", "en"))
        return await self.standing(request, (told, game, language), lambda: told(game, language))

    async def standing(self, request: Request, key: Hashable, make: Callable[[], Any]) -> Response:
        """What stays the same while the server runs: it is made when it is first asked for, and kept."""
        if key not in self._standing:
            made = make()
            self._standing[key] = PackedAnswer(_encode(await made if isawaitable(made) else made))
        return self._standing[key].answer(request)

    async def judge(self, request: Request) -> Response:
        """What the rules say to something that a learner would like to do in a lesson."""
        tried = await body(request, library.Tried)
        return reply(await library.judged(request.path_params["game"], tried))

    async def lobby(self, request: Request) -> Response:
        """Public tables."""
        found = await self.hub.store.lobby(LOBBY)
        return reply([Listed(id, each.game, each.title, each.phase, each.seats, each.free) for id, each in found])

    async def open(self, request: Request) -> Response:
        """A new table."""
        new = await body(request, wire.NewTable)
        position = "" if new.moment is None else await self.position(request, new, new.moment)
        if new.after:
            return reply(await self.hub.open_after(new, bearer(request), position), 201)
        table, token = await self.hub.open(new, position)
        return reply(Place(table, 0, token, None), 201)

    async def position(self, request: Request, new: wire.NewTable, moment: wire.Moment) -> str:
        """The position that a new table plays on from; the rules are those of the table that it comes from."""
        table = await self.hub.table(moment.table)
        admit_all(table.room, bearer(request))

        def stood(room: Room) -> str:
            if new.game != room.game.name:
                raise Refused("wrong_game", f"the match of that table is one of {room.game.title}")
            new.seats, new.options = len(room.seats), dict(room.options)
            return looking.position_at(room, moment.step)

        return await table.see(stood)

    async def summaries(self, request: Request) -> Response:
        """How the given tables stand. Left out are those that there are not, that have a password and the token is
        wrong, that wait for their rules, and that cannot be opened."""
        asked = (await body(request, KnownTables)).tables
        tasks = [asyncio.create_task(self.summary(each.table, each.token)) for each in asked]
        done, late = await asyncio.wait(tasks, timeout=PATIENCE) if tasks else (set(), set())
        for task in late:
            task.cancel()
        return reply([found for task in tasks if task in done and (found := task.result()) is not None])

    async def summary(self, id: str, token: str) -> TableGlance | None:
        """How a table stands."""
        try:
            table = await self.hub.table(id)
            member = admit_all(table.room, token)
            return await table.see(lambda room: self.summarised(room, member))
        except Unreachable:
            raise
        except ParlourError:  # the others are told all the same
            return None

    def summarised(self, room: Room, member: int | None) -> TableGlance:
        """A table in short."""
        return TableGlance(
            table=room.id,
            game=room.game.name,
            title=room.settings.title,
            phase=room.phase,
            players=[room.name_of(seat) for seat in range(len(room.seats))],
            turn=schedule.awaited(room),
            seat=room.seat_of(member),
            touched=room.noticeable,
        )

    async def look(self, request: Request) -> Response:
        """A table as a spectator sees it, or its member (by `Authorization: Bearer TOKEN`)."""
        table, member = await self.visited(request)
        return reply(await table.see(lambda room: telling.welcome(room, member)))

    async def invitation(self, request: Request) -> Response:
        """The table that four words lead to, as long as it gathers. Whoever asks may be guessing."""
        if self.guesses.take(address(request)):
            raise guessed_too_often()
        found = await self.hub.store.gathering(invitations.beginning(request.path_params["words"]))
        if found is None:
            raise Refused("wrong_words", "no table that still gathers has these words")
        return reply(Invitation(found[0], found[1].game))

    async def join(self, request: Request) -> Response:
        """Come to a table."""
        id = request.path_params["table"]
        return reply(await self.hub.join(id, await body(request, wire.NewMember)), 201)

    async def redeem(self, request: Request) -> Response:
        """Come with a second device."""
        id = request.path_params["table"]
        return reply(await self.hub.redeem(id, (await body(request, Code)).code), 201)

    async def command(self, request: Request) -> Response:
        """A single command, as over a socket."""
        table, member = await self.own_place(request)
        ask = await body(request, KeyedCommand)
        if waits := self.commands.take(f"{table.room.id} {member}"):
            self.hub.metrics.limited += 1
            return trouble(Refused("too_fast", f"too many commands; wait {ceil(waits)} seconds"), waits)
        answer = await table.command(member, ask.key, ask.command)
        return reply(answer, 200 if isinstance(answer, wire.Ack) else STATUS.get(answer.code, 409))

    async def record(self, request: Request) -> Response:
        """The record of a match that is over."""
        room = await self.finished(request)
        return Response(room.record().to_json(), media_type="application/json")

    async def hint(self, request: Request) -> Response:
        """What a good player thinks of what one can do: at a friendly table, or alone against computer players."""
        table, member = await self.own_place(request)
        sampled = await table.see(lambda room: self.adviser.sample(room, looking.hinted_seat(room, member)))
        return reply(await self.adviser.hint(sampled, address(request)))

    async def replay(self, request: Request) -> Response:
        """A match that is over, step by step, as a seat (`?seat=`) or a spectator saw it."""
        room = await self.finished(request)
        told = await self.adviser.replay(room, seat_of(request, room), address(request))
        return Response(told, media_type="application/json")

    async def review(self, request: Request) -> Response:
        """A match that is over looked through for mistakes; ask again until `review` is there."""
        return reply(self.adviser.review(await self.finished(request), address(request)))

    async def finished(self, request: Request) -> Room:
        """The table that is asked about, if its match is over: then nothing changes it any more but talk."""
        table, _ = await self.visited(request)
        await table.see(looking.must_be_over)
        return table.room

    async def visited(self, request: Request) -> tuple[LiveTable, int | None]:
        """The table that is asked about, and who asks: nobody, for a spectator."""
        table = await self.hub.table(request.path_params["table"])
        if table.busy:  # and for longer than anybody should wait, perhaps
            self.hub.unsaved.must_save()
        return table, admit(table.room, bearer(request))

    async def own_place(self, request: Request) -> tuple[LiveTable, int]:
        """The table that is asked about, and who asks: they must be known there."""
        table = await self.hub.table(request.path_params["table"])
        return table, must_be_member(table.room, bearer(request))

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
        """Whether tables can be saved, which is tried, and computer players can think."""
        await self.hub.store.ready(self.hub.now())
        told = self.hub.unsaved.readiness.look().troubles
        return reply({"ready": not told, "games": len(facts_of_all()), "why": told}, 503 if told else 200)

    async def describe(self, request: Request) -> Response:
        """The description of all this for programs."""
        return await self.standing(request, "description", lambda: openapi.describe(self.endpoints(), Trouble))

    async def metrics(self, request: Request) -> Response:
        """Counters for Prometheus."""
        gauges = {"tables": float(len(self.hub.tables)), "listeners": float(self.hub.unsaved.readiness.listeners)}
        gauges["ready"] = float(not self.hub.unsaved.readiness.look().troubles)
        return Response(self.hub.metrics.page(gauges), media_type="text/plain; version=0.0.4")


async def body(request: Request, kind: type[T]) -> T:
    """The body of a request as what it should be."""
    data = b""
    try:
        async for part in request.stream():
            data += part
            if len(data) > MOST_BODY:
                raise Refused("too_large", f"a request has at most {MOST_BODY} bytes")
        return msgspec.json.decode(data, type=kind)
    except ClientDisconnect:
        raise Refused("malformed", "that is not all of it") from None  # nobody hears it
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Refused("malformed", f"that is not what was expected: {error}") from None


def seat_of(request: Request, room: Room) -> Viewer:
    """The seat whose eyes a request asks for; a spectator's if it does not say."""
    text = request.query_params.get("seat", "")
    if not text:
        return None
    if text not in map(str, range(len(room.seats))):
        raise Refused("no_such_seat", f"this table has seats 0 to {len(room.seats) - 1}, not {text[:20]!r}")
    return int(text)


def address(request: Request) -> str:
    """Where a request comes from."""
    return household(request.client.host) if request.client else "?"


def guessed_too_often() -> Refused:
    """What is said to somebody who has guessed too often."""
    return Refused("too_fast", "too many wrong guesses; wait a minute")


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
    if status == STATUS["too_fast"]:
        answer.headers["retry-after"] = str(max(1, round(waits or 60.0)))
    return answer
