"""What Parlour and an external player say to each other: JSON, one message a line. docs/bots.md has it in full.

    | Parlour says | meaning                                             | the player answers                        |
    |--------------|-----------------------------------------------------|-------------------------------------------|
    | `hello`      | the game, and what is allowed                       | `hello`                                   |
    | `match`      | a new match: the seat, the options                  |                                           |
    | `view`       | what the seat sees now, and what has happened since |                                           |
    | `legal`      | what the seat may do, the idle move first           |                                           |
    | `choose`     | choose                                              | `choose`, with the same `id` and a choice |
    | `bye`        | that is all                                         |                                           |

Nothing that a player is told leads back to the deal: no key, no seed, and no seed of the player's own either, because
local tables make all of them from one word that a program could guess.
"""

from typing import Any, TypeVar

import msgspec

from parlour.core.options import Value

PROTOCOL = 1
SHOWN = 80  # characters of a wrong answer that are told again


class Opening(msgspec.Struct, frozen=True, tag_field="type", tag="hello"):
    """The first message. `seconds` is the time for one choice, `line` the most bytes of an answer."""

    protocol: int
    game: str
    rules: int
    forgetting: float
    seconds: float
    line: int


class NewMatch(msgspec.Struct, frozen=True, tag_field="type", tag="match"):
    """A match begins, or a player comes to one that is under way."""

    seat: int
    seats: int
    options: dict[str, Value]


class View(msgspec.Struct, frozen=True, tag_field="type", tag="view"):
    """What the seat sees (`Match.view` without `legal`), and the events since the last `view` of this match."""

    view: dict[str, Any]
    events: list[dict[str, Any]]


class Legal(msgspec.Struct, frozen=True, tag_field="type", tag="legal"):
    """What the seat may do, the idle move first."""

    actions: list[str]


class Choose(msgspec.Struct, frozen=True, tag_field="type", tag="choose"):
    """The request for a choice."""

    id: int


class Bye(msgspec.Struct, frozen=True, tag_field="type", tag="bye"):
    """The last message."""


class Greeting(msgspec.Struct, frozen=True, tag_field="type", tag="hello"):
    """The answer to `hello`."""

    protocol: int
    name: str = ""


class Picked(msgspec.Struct, frozen=True, tag_field="type", tag="choose"):
    """The answer to `choose`."""

    id: int
    action: str


Answer = TypeVar("Answer", Greeting, Picked)


class Offence(Exception):
    """An external player did something wrong. `kind` is a word for programs; the text ends the sentence "it ..."."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(text)
        self.kind = kind


def lines(*messages: msgspec.Struct) -> bytes:
    """Messages as they are sent."""
    return b"".join(msgspec.json.encode(message, enc_hook=plain_number) + b"\n" for message in messages)


def plain_number(value: Any) -> Any:
    """A number that a game's view took from a record as it was."""
    return value.item()


def read(line: bytes, kind: type[Answer]) -> Answer:
    """An answer of a certain kind; `Offence` if it is something else."""
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise Offence("garbage", f"answered {shown(line)}, which is no answer: {error}") from None


def shown(line: bytes) -> str:
    """The beginning of what a program said, safe to print."""
    text = line.decode(errors="replace").strip()
    return ascii(text if len(text) <= SHOWN else text[:SHOWN] + "...")
