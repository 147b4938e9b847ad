"""Positions: a whole state as one line of text, and back, from the declaration of the state alone.

`seats=4 phase=play hands=TP,T4/C1/... bids=3,-,0,0`: each field that is not as it is in a fresh match, by name. A field
of each seat is a list with commas between its parts, or with strokes where a part is a list itself. The deal generator
and the options are not told.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from parlour.core.contract import Record
from parlour.core.drafts import Draft, fresh_like
from parlour.core.records import Field, RecordForm, faults, most_here
from parlour.errors import NotationError, OldPosition, PositionError


def position_text(form: RecordForm, s: Record, fresh: Record) -> str:
    """A state in one line, beside a fresh one of the same match."""
    told = [
        f"{name}={field_text(each, s)(s[name])}"
        for name, each in told_fields(form).items()
        if any(not np.array_equal(s[part], fresh[part]) for part in (name, each.upto) if part)
    ]
    return " ".join([f"seats={s.seats}", *told])


def told_fields(form: RecordForm) -> dict[str, Field]:
    """The fields that a position tells: a row says itself how long it is, so not how many of something there are."""
    counts = {each.upto for each in form.fields.values()}
    return {name: each for name, each in form.fields.items() if name not in counts}


def field_text(each: Field, s: Record) -> Any:
    """How the numbers of a field are written."""

    def text(values: Any) -> str:
        if not each.shape:
            return each.value.text(int(values))
        return rows_text(each, np.asarray(values)[each.used(s)])

    return text


def rows_text(each: Field, values: Any) -> str:
    """A row of numbers, or a row of rows."""
    if values.ndim > 1:
        return "/".join(rows_text(each, row) for row in values)
    between = "/" if each.value.is_set else ","
    return between.join(each.value.text(int(number)) for number in values) or "-"


def read_position(form: RecordForm, text: str, draft: Draft) -> None:
    """Set up the position of a text; `PositionError` says what is wrong with it."""
    told = split_fields(text, form)
    s = draft(read_seats(told.pop("seats")))
    fresh = fresh_like(draft.game, s)
    for name in form.fields:
        s[name] = fresh[name]  # whatever chance has decided already
    for name, words in told.items():
        try:
            read_field(form.fields[name], name, words, s)
        except NotationError as error:
            raise PositionError(f"{name}={words[:40]}: {error}") from None
    for fault in faults(form, s, fresh):
        raise PositionError(fault)


def split_fields(text: str, form: RecordForm) -> dict[str, str]:
    """The fields of a text by name."""
    if "seats=" not in text:
        raise OldPosition(
            "a position tells the number of seats, as in seats=4; those of earlier versions cannot be read now"
        )
    told: dict[str, str] = {}
    known = ["seats", *told_fields(form)]
    for part in text.split():
        name, sign, words = part.partition("=")
        if not sign or name in told or name not in known:
            raise PositionError(f"{part[:40]!r} should be name=value, each name once; there are {', '.join(known)}")
        told[name] = words
    return told


def read_seats(words: str) -> int:
    """The number of seats; whether so many may play is for the game to say."""
    if not words.isascii() or not words.isdecimal() or len(words) > 2:
        raise PositionError(f"seats={words[:20]}: it should be a whole number")
    return int(words)


def read_field(each: Field, name: str, words: str, s: Record) -> None:
    """Put what is told of a field into the state."""
    most = most_here(each.value, int(s.seats))

    def read(word: str) -> int:
        number = each.value.read(word)
        if number > most:
            raise NotationError(f"there are {s.seats} seats")
        return number

    if not each.shape:
        s[name] = read(words)
    elif each.upto:
        numbers = [] if words == "-" else [read(word) for word in words.split(",")]
        if len(numbers) > each.shape[0]:
            raise NotationError(f"there is room for {each.shape[0]}")
        s[name][: len(numbers)], s[each.upto] = numbers, len(numbers)
    else:
        fill(s[name][each.used(s)], words, each, read)


def fill(row: Any, words: str, each: Field, read: Any) -> None:
    """Fill a row of numbers, or a row of rows, which must be as long as it is."""
    parts: Sequence[str] = words.split("/" if row.ndim > 1 or each.value.is_set else ",")
    if len(parts) != len(row):
        raise NotationError(f"there should be {len(row)}, not {len(parts)}")
    for i, part in enumerate(parts):
        if row.ndim > 1:
            fill(row[i], part, each, read)
        else:
            row[i] = read(part)
