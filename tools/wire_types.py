"""Writes `web/src/wire.ts`: what the web client sends and is sent, as TypeScript, made of the types of the server.

python tools/wire_types.py            writes it
python tools/wire_types.py --check    says whether it is up to date
"""

import inspect
import sys
from collections.abc import Iterable, Iterator
from inspect import signature
from pathlib import Path
from types import UnionType
from typing import Any, get_args

from msgspec import inspect as kinds

from parlour.bots import explain, review
from parlour.core import record
from parlour.core.contract import TABLE
from parlour.server import bodies, http, library
from parlour.table import facts, lessons, telling, wire

OUT = Path(__file__).parents[1] / "web" / "src" / "wire.ts"
WIDTH = 120

HEAD = f"""\
// Written by tools/wire_types.py from the types of the server: change those, not this file. See docs/protocol.md.

/** The version of the protocol that this file describes. */
export const PROTOCOL = {wire.PROTOCOL};

/** A part of something: what is left out is as usual. */
export type Some<T> = {{ [Name in keyof T]?: T[Name] extends object ? Some<T[Name]> : T[Name] }};

/**
 * A match as a viewer may see it. `table` is the game's own; `legal` is what the viewer may do, in
 * notation, `asked` the kind of decision that is, `result` what came of the last hand until the next begins.
 */
export interface MatchView<Table = Record<string, unknown>> {{
  game: string;
  rules: number;
  seats: number;
  options: Record<string, boolean | number | string>;
  you: number | null;
  actors: (number | 'table')[];
  asked: string | null;
  legal: string[];
  over: boolean;
  scores: number[];
  payoffs: number[];
  winners: number[];
  result: HandResult | null;
  table: Table;
}}

/** A sentence of a game's words, by its key, and what it speaks of. */
export interface Sentence {{
  key: string;
  given: Record<string, unknown>;
}}

/** A line of the score pad. */
export interface SheetLine extends Sentence {{
  points: number;
}}

/** What changes hands when a match is over: a sentence of `[result]`, by seat lines of `[sheet]` and their sums. */
export interface Settlement extends Sentence {{
  lines: SheetLine[][];
  points: number[];
  unit: string;
}}

/**
 * What came of a hand: who won it and why (a sentence of `[result]`), by seat the lines of the score pad (`[sheet]`),
 * their sums and where everybody stands; how the match was won and what is paid when it is over.
 */
export interface HandResult extends Sentence {{
  winners: number[];
  lines: SheetLine[][];
  points: number[];
  totals: number[];
  unit: string;
  ending: Sentence | null;
  settlement: Settlement | null;
}}

/** Something that happened in a match: its kind, who did it, the rule it follows, and arguments of its own. */
export interface MatchEvent {{
  kind: string;
  seat: number | 'table';
  rule?: string;
  hidden?: true;
  [argument: string]: unknown;
}}
"""

ANYTHING = "Record<string, unknown>"
# What is plain data in Python because the rules make it.
NAMED = {"match": "MatchView | null", "view": "MatchView", "events": "MatchEvent[]", "news": "News[]"}

UNIONS = {frozenset(get_args(kind)): name for name, kind in vars(wire).items() if isinstance(kind, UnionType)}

# Facts that are told in part.
IN_PART: dict[type[facts.Fact], tuple[str, ...]] = {
    facts.Begun: (),
    facts.Joined: ("member", "name"),
    facts.Acted: ("seat", "by"),
    facts.Stirred: ("member", "entropy"),
    facts.TakenBack: (),
    facts.Restored: (),
}


def written() -> str:
    """The whole file."""
    nobody: list[Any] = [None] * len(signature(http.Desk).parameters)
    endpoints = http.Desk(*nobody).endpoints()
    return HEAD + "".join(f"\n{part}\n" for part in (*parts(endpoints), news()))


def parts(endpoints: list[http.Endpoint]) -> Iterator[str]:
    """Every type, in the order in which they are defined."""
    sent = [each.takes for each in endpoints if each.takes] + [wire.AnyFrame]
    told = [each.gives for each in endpoints if each.gives] + [wire.AnyMessage, bodies.Trouble]
    asked, answered = reached(sent), reached(told)
    for module in (record, explain, review, wire, lessons, bodies, library):
        for kind in vars(module).values():
            if isinstance(kind, UnionType):
                yield union(kind)
            elif inspect.isclass(kind) and kind.__module__ == module.__name__ and kind in asked | answered:
                yield interface(kind, kind not in answered, asked & answered)


def reached(roots: Iterable[Any]) -> set[type]:
    """The structs that are in something, however deep."""
    found: set[type] = set()

    def walk(kind: kinds.Type) -> None:
        if isinstance(kind, (kinds.StructType, kinds.DataclassType)):
            if kind.cls in found:
                return
            found.add(kind.cls)
        inner = [field.type for field in getattr(kind, "fields", ())]
        inner += getattr(kind, "types", ())
        inner += [getattr(kind, name) for name in ("item_type", "key_type", "value_type") if hasattr(kind, name)]
        for each in inner:
            walk(each)

    for kind in kinds.multi_type_info(roots):
        walk(kind)
    return found


def interface(cls: type, asked: bool, both: set[type]) -> str:
    """A struct. What is sent to the server may leave out what has a default; what the server tells is always whole."""
    kind = kinds.type_info(cls)
    assert isinstance(kind, (kinds.StructType, kinds.DataclassType))
    lines = [comment(cls.__doc__ or ""), f"export interface {cls.__name__} {{"]
    if isinstance(kind, kinds.StructType) and kind.tag_field:
        lines.append(f"  {kind.tag_field}: '{kind.tag}';")
    for field in kind.fields:
        maybe = "?" if asked and not field.required else ""
        plain = text(field.type, both if asked else set())
        named = NAMED.get(field.name, plain) if ANYTHING in plain else plain
        lines.append(f"  {field.encode_name}{maybe}: {named};")
    return "\n".join([*lines, "}"])


def union(kind: UnionType) -> str:
    """A choice of structs, on one line if it fits."""
    name, names = UNIONS[frozenset(get_args(kind))], [each.__name__ for each in get_args(kind)]
    line = f"export type {name} = {' | '.join(names)};"
    if len(line) <= WIDTH:
        return line
    return "\n".join([f"export type {name} =", *(f"  | {each}" for each in names)]) + ";"


def classes(kind: kinds.UnionType) -> list[Any]:
    """What a union is a choice of."""
    return [getattr(each, "cls", None) for each in kind.types]


def text(kind: kinds.Type, parts_of: set[type]) -> str:
    """A type; those in `parts_of` may be sent in part."""
    match kind:
        case kinds.StructType() | kinds.DataclassType():
            return f"Some<{kind.cls.__name__}>" if kind.cls in parts_of else kind.cls.__name__
        case kinds.UnionType() if (name := UNIONS.get(frozenset(classes(kind)))) is not None:
            return name
        case kinds.UnionType():
            return " | ".join(dict.fromkeys(text(each, parts_of) for each in kind.types))
        case kinds.ListType() | kinds.VarTupleType():
            item = text(kind.item_type, parts_of)
            return f"({item})[]" if " | " in item else f"{item}[]"
        case kinds.DictType():
            return f"Record<string, {text(kind.value_type, parts_of)}>"
        case kinds.LiteralType():
            return " | ".join(f"'{value}'" for value in kind.values)
        case kinds.IntType() | kinds.FloatType():
            return "number"
        case kinds.StrType() | kinds.BytesType():
            return "string"
        case kinds.BoolType():
            return "boolean"
        case kinds.NoneType():
            return "null"
        case kinds.AnyType():
            return "unknown"
    raise TypeError(f"no TypeScript for {kind}")


def news() -> str:
    """What is told of the table itself."""
    made = {fact: fact.__struct_fields__ for fact in telling.TOLD} | IN_PART
    told = [one_news(fact, names) for fact, names in sorted(made.items(), key=lambda each: each[0].__name__)]
    return (
        "\n".join([comment(f"News of the table; seat {TABLE} is the table itself."), "export type News =", *told]) + ";"
    )


def one_news(fact: type[facts.Fact], names: tuple[str, ...]) -> str:
    """One kind of news."""
    kind = kinds.type_info(fact)
    assert isinstance(kind, kinds.StructType)
    types = {field.name: text(field.type, set()) for field in kind.fields}
    tag = "taken_back" if fact is facts.TakenBack else kind.tag
    fields = [f"is: '{tag}'", *(f"{name}: {types[name]}" for name in names)]
    return f"  | {{ {'; '.join(fields)} }}"


def comment(doc: str) -> str:
    """A doc comment."""
    lines = inspect.cleandoc(doc).splitlines()
    if len(lines) == 1:
        return f"/** {lines[0]} */"
    return "\n".join(["/**", *(f" * {line}".rstrip() for line in lines), " */"])


def main() -> None:
    """Write the file, or check it."""
    if "--check" in sys.argv:
        if OUT.read_text(encoding="utf-8") != written():
            sys.exit(f"{OUT} is out of date: python tools/wire_types.py writes it")
        return
    OUT.parent.mkdir(parents=True, exist_ok=True)
    OUT.write_text(written(), encoding="utf-8")


if __name__ == "__main__":
    main()
