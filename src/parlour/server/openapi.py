"""The description of the server's HTTP interface, made of the same types that it decodes and encodes."""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec

import parlour

if TYPE_CHECKING:
    from parlour.server.http import Endpoint

REFERENCE = "#/components/schemas/{name}"
TROUBLES = {
    "400": "what was sent is not what was expected",
    "403": "not without the right token, password or code, or not yet",
    "404": "there is no such table",
    "409": "the table does not do that now",
    "413": "too much was sent",
    "429": "too many requests; the header Retry-After says how many seconds to wait",
    "503": "it cannot be saved just now; try again",
}
KINDS = {int: "integer", str: "string"}
IN_PATH = re.compile(r"{(\w+)}")


def describe(endpoints: Iterable["Endpoint"], trouble: Any) -> dict[str, Any]:
    """An OpenAPI description."""
    endpoints = list(endpoints)
    types = [
        each
        for endpoint in endpoints
        for each in (endpoint.takes, endpoint.gives, endpoint.refuses)
        if each is not None
    ]
    schemas, components = msgspec.json.schema_components([*types, trouble], ref_template=REFERENCE)
    found = dict(zip([id(kind) for kind in types], schemas, strict=False))
    paths: dict[str, dict[str, Any]] = {}
    for each in endpoints:
        paths.setdefault(each.path, {})[each.method.lower()] = operation(each, found, schemas[-1])
    return {
        "openapi": "3.1.0",
        "info": {"title": "Parlour", "version": parlour.__version__},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"place": {"type": "http", "scheme": "bearer"}},
        },
    }


def operation(endpoint: "Endpoint", schemas: dict[int, Any], trouble: Any) -> dict[str, Any]:
    """What one address does."""
    about = (endpoint.answer.__doc__ or "").strip()
    told: dict[str, Any] = {
        "operationId": endpoint.answer.__name__,
        "summary": about,
        "security": [{}, {"place": []}],
        "parameters": [
            {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
            for name in IN_PATH.findall(endpoint.path)
        ]
        + [
            {"name": name, "in": "query", "required": False, "schema": {"type": KINDS[kind]}}
            for name, kind in endpoint.query.items()
        ],
        "responses": {str(endpoint.status): content(about, schemas[id(endpoint.gives)])},
    }
    if endpoint.refuses is not None:
        trouble = {"anyOf": [trouble, schemas[id(endpoint.refuses)]]}
    told["responses"] |= {status: content(text, trouble) for status, text in TROUBLES.items()}
    if endpoint.takes is not None:
        told["requestBody"] = content("", schemas[id(endpoint.takes)]) | {"required": True}
        del told["requestBody"]["description"]
    return told


def content(about: str, schema: Any) -> dict[str, Any]:
    """A body of JSON."""
    return {"description": about, "content": {"application/json": {"schema": schema}}}
