"""What somebody who means ill could send: states, position texts and records, each changed a little or a lot."""

import hashlib
import random
import re
import struct
from collections.abc import Iterator
from typing import Any

import msgspec

from parlour.core.contract import TABLE
from parlour.core.game import Game
from parlour.core.match import MAGIC, Match
from parlour.core.record import MatchRecord

NUMBERS = (0, 1, 2, 7, 15, 16, 31, 32, 63, 64, 127, 128, 255, 256, 32767, 65536, 2**31, 2**32, 2**63, 2**64, 10**30)
SIGNS = "abcdehkrsABDKSXZ0123456789 -+.,:;/|=()[]*?~'\"\\\n\t"
LENGTHS = (3, 10, 25, 60, 120)  # actions before a position is taken


def matches(game: Game, choose: random.Random, count: int) -> Iterator[Match]:
    """Matches on their way, of few actions and of many, with every number of seats."""
    for _ in range(count):
        match = game.match(choose.randint(game.fewest, game.most), seed=choose.randrange(1 << 30))
        play_on(match, choose, choose.choice(LENGTHS))
        yield match


def play_on(match: Match, choose: random.Random, most: int) -> None:
    """Play on at random."""
    for _ in range(most):
        if match.over:
            return
        seat = choose.choice(match.actors)
        match.play(seat, choose.choice(match.legal_ids(seat)))


def look_at(match: Match) -> None:
    """Ask all that anybody at a table may ask."""
    for seat in (None, *range(match.seats)):
        match.view(seat)
        match.observe(seat)
        match.events(seat)
        match.sample(seat)
    for seat in match.actors:
        assert match.legal_ids(seat)
        if seat != TABLE:
            match.advise(seat)


def forged(match: Match, choose: random.Random) -> bytes:
    """What `bytes(match)` would be if its state were another, checksum and all."""
    body = struct.pack("<H", match.game.version) + changed_bytes(match.states.tobytes(), choose)
    return MAGIC + hashlib.sha256(match.game.name.encode() + body).digest()[:16] + body


def changed_bytes(data: bytes, choose: random.Random) -> bytes:
    """Bytes at random, or a few bits or bytes of these turned."""
    kind = choose.randrange(3)
    if kind == 0:
        return choose.randbytes(len(data))
    whole = bytearray(data)
    for _ in range(choose.choice((1, 2, 5, 40))):
        at = choose.randrange(len(whole))
        whole[at] = whole[at] ^ 1 << choose.randrange(8) if kind == 1 else choose.randrange(256)
    return bytes(whole)


def changed_text(text: str, others: list[str], choose: random.Random) -> str:
    """A text with some of its signs, numbers or words changed, doubled, left out, or taken from another."""
    for _ in range(choose.choice((1, 1, 2, 3, 8))):
        text = choose.choice((_sign, _number, _number, _number, _words))(text, others, choose)
    return text


def _sign(text: str, others: list[str], choose: random.Random) -> str:
    at = choose.randrange(len(text) + 1)
    return text[:at] + choose.choice(("", choose.choice(SIGNS), text[at : at + 1] * 2)) + text[at + 1 :]


def _number(text: str, others: list[str], choose: random.Random) -> str:
    found = [*re.finditer(r"\d+", text)]
    if not found:
        return text
    one = choose.choice(found)
    near = int(one[0][:30]) + choose.choice((-1, 1, 2))
    return text[: one.start()] + str(choose.choice((near, near, *NUMBERS, -1))) + text[one.end() :]


def _words(text: str, others: list[str], choose: random.Random) -> str:
    words, strange = text.split(" "), choose.choice(others).split(" ")
    at = choose.randrange(len(words))
    kind = choose.randrange(4)
    if kind == 0:
        words[at] = words[choose.randrange(len(words))]
    elif kind == 1:
        words[at] = strange[at % len(strange)]
    elif kind == 2:
        del words[at]
    else:
        words.insert(at, words[at])
    return " ".join(words)


def changed_record(record: MatchRecord, others: list[str], choose: random.Random) -> MatchRecord:
    """A record with one of its parts changed, sealed as if it were right."""
    parts: dict[str, Any] = msgspec.to_builtins(record)
    kind = choose.choice(("seats", "options", "position", "line", "line", "lines", "result"))
    if kind == "seats":
        parts["seats"] = choose.choice((*NUMBERS[:12], -1, record.seats + 1))
    elif kind == "options" and parts["options"]:
        name = choose.choice([*parts["options"]])
        parts["options"][name] = choose.choice((*NUMBERS[:-4], -1, True, "none", ""))
    elif kind == "position":
        parts["position"] = changed_text(choose.choice(others), others, choose)
    elif kind == "line" and parts["actions"]:
        at = choose.randrange(len(parts["actions"]))
        parts["actions"][at] = changed_text(parts["actions"][at], parts["actions"], choose)
    elif kind == "lines" and parts["actions"]:
        at = choose.randrange(len(parts["actions"]))
        parts["actions"][at:] = choose.choice((parts["actions"][at + 1 :], parts["actions"][:at], parts["actions"] * 2))
    else:
        parts["result"]["over"] = not parts["result"]["over"]
    return msgspec.convert(parts, MatchRecord).sealed()
