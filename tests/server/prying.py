"""Everything that can be asked of a server, found and not listed: its addresses, and the types of the wire.

Whoever adds an address, a command or a kind of message need not think of the spies: they find it. What they send is
made of the types, with the names of things that there are wherever a field or a part of a path is called after one.
"""

from collections.abc import Iterator
from inspect import signature
from typing import Any, NamedTuple, get_args

import httpx
import msgspec
from msgspec import inspect as kinds
from starlette.routing import BaseRoute, Route

from parlour.server.bodies import Trouble
from parlour.server.http import Desk, Endpoint
from parlour.server.openapi import describe
from parlour.table import wire

NOBODY: Any = None
# Routes that are in no description, and what is asked of them: they are for browsers, and for whoever runs a server.
UNDESCRIBED = {
    "/health": "/health",
    "/ready": "/ready",
    "/status.css": "/status.css",
    "/api/openapi.json": "/api/openapi.json",
    "/api/{path:path}": "/api/tables/{table}/nothing",
    "/{path:path}": "/table/{table}",
}
# Routes that no spy compares with another world, and why.
NOT_COMPARED = {
    "/metrics": "it counts, and tells how long things took; it is searched for what is secret",
    "/status": "the same, for people",
    "/ws": "it is spoken over, frame by frame, and not asked",
}


class Asked(NamedTuple):
    """Something to be asked: the address as the server knows it, and the request."""

    path: str
    method: str
    url: str
    body: bytes | None

    async def of(self, client: httpx.AsyncClient) -> httpx.Response:
        """What the server answers."""
        return await client.request(self.method, self.url, content=self.body)


def endpoints() -> list[Endpoint]:
    """Every address that a server describes."""
    return Desk(*[NOBODY] * len(signature(Desk).parameters)).endpoints()


def described() -> set[tuple[str, str]]:
    """The same as strangers are told it: methods and paths."""
    paths = describe(endpoints(), Trouble)["paths"]
    return {(method.upper(), path) for path, ways in paths.items() for method in ways}


def everything(known: dict[str, Any], routes: list[BaseRoute]) -> Iterator[Asked]:
    """Something for each route that a server has; an error for one that nobody describes and we have not heard of."""
    takes = {(each.method, each.path): each for each in endpoints()}
    for route in routes:
        path = getattr(route, "path", str(route))
        if path in NOT_COMPARED:
            continue
        if path in UNDESCRIBED:
            yield Asked(path, "GET", filled(UNDESCRIBED[path], known), None)
            continue
        assert isinstance(route, Route), f"no spy knows how to ask {path}"
        for method in (route.methods or {"ANY"}) - {"HEAD"}:
            each = takes[method, path]
            body = None if each.takes is None else msgspec.json.encode(sample(each.takes, known))
            yield Asked(path, method, filled(path, known), body)
            for name in each.query:
                yield Asked(path, method, f"{filled(path, known)}?{name}={known[name]}", body)


def described_routes() -> list[BaseRoute]:
    """Routes to every address that a server describes."""
    return [Route(each.path, each.answer, methods=[each.method]) for each in endpoints()]


def things(game: str, table: str, token: str) -> dict[str, Any]:
    """What there is to speak of, by the names that fields and parts of paths have."""
    there_are = {"game": game, "table": table, "token": token, "words": "acorn-actor-agree-zoo", "language": "es"}
    return there_are | {"seat": 1, "other": 2, "member": 1, "step": 1, "key": "k", "level": "random", "watch": True}


def filled(path: str, known: dict[str, Any]) -> str:
    """A path with the names of things that there are; `KeyError` if it speaks of something that no spy knows."""
    return path.format_map(known)


def tagged(union: Any) -> dict[str, type]:
    """The kinds of something that goes over the wire, by the word by which they are told apart."""
    return {str(each.__struct_config__.tag): each for each in get_args(union)}


def sample(kind: Any, known: dict[str, Any]) -> Any:
    """Something of a type, as plain data: the fields that it must have, and those called after what there is."""
    return sample_of(kinds.type_info(kind), known)


def sample_of(kind: kinds.Type, known: dict[str, Any]) -> Any:
    """The same, of what is known of a type."""
    if isinstance(kind, kinds.StructType):
        tag = {} if kind.tag_field is None else {kind.tag_field: kind.tag}
        wanted = [each for each in kind.fields if each.required or each.encode_name in known]
        return tag | {each.encode_name: value(each.encode_name, each.type, known) for each in wanted}
    if isinstance(kind, kinds.UnionType):
        return sample_of(next(each for each in kind.types if not isinstance(each, kinds.NoneType)), known)
    if isinstance(kind, kinds.LiteralType):
        return kind.values[0]
    if isinstance(kind, (kinds.IntType, kinds.FloatType)):
        return kind.ge or 0
    if isinstance(kind, (kinds.ListType, kinds.VarTupleType, kinds.SetType)):
        return [sample_of(kind.item_type, known)]
    plain: dict[type, Any] = {kinds.StrType: "aa", kinds.BoolType: True, kinds.DictType: {}}
    return plain[type(kind)]


def value(name: str, kind: kinds.Type, known: dict[str, Any]) -> Any:
    """A value for a field: the thing of that name, if there is one of that type."""
    told = known.get(name)
    fits = {kinds.StrType: str, kinds.IntType: int, kinds.BoolType: bool}
    inner = kind.types if isinstance(kind, kinds.UnionType) else (kind,)
    if told is not None and any(isinstance(told, fits.get(type(each), ())) for each in inner):
        return told
    return sample_of(kind, known)


def frames(known: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A frame of each kind but the first, which is the hello, and those that carry commands."""
    for kind in tagged(wire.AnyFrame).values():
        if kind not in (wire.Hello, wire.Ask):
            yield sample(kind, known)


def commands(known: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A command of each kind."""
    for kind in tagged(wire.AnyCommand).values():
        yield sample(kind, known)
