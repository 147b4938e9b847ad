"""What rules are written with: decorators, layouts of records, and numbers that mean the same to all engines."""

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any, TypeVar

import numpy as np

F = TypeVar("F", bound=Callable[..., Any])


def rule(function: F) -> F:
    """Mark a function of the rules: plain Python, which engines compile into whatever loop uses it (`core.engines`)."""
    function.compiled_as = "inlined"  # type: ignore[attr-defined]
    return function


def called(function: F) -> F:
    """Mark a part of a loop that is compiled once and called, because it is long or used in several places."""
    function.compiled_as = "called"  # type: ignore[attr-defined]
    return function


def layout(fields: Sequence[tuple[Any, ...]]) -> np.dtype[Any]:
    """A state layout: an aligned record whose fields are attributes, compiled or not.

    Gaps become fields of their own, so that every byte of a state is defined and copies are equal byte for byte.
    """
    aligned = np.dtype(list(fields), align=True)
    ends = [*(aligned.fields[name][1] for name in aligned.names), aligned.itemsize]  # type: ignore[index,union-attr]
    whole: list[tuple[Any, ...]] = []
    for field, following in zip(fields, ends[1:], strict=True):
        whole.append(field)
        end = aligned.fields[field[0]][1] + aligned[field[0]].itemsize  # type: ignore[index]
        if end < following:
            whole.append((f"gap_{len(whole)}", np.uint8, following - end))
    return np.dtype((_record([field[0] for field in whole]), np.dtype(whole, align=True)))


def _record(names: Sequence[str]) -> type[np.void]:
    """A kind of record with these attributes. Numpy's own `record` does the same and takes ten times as long."""
    return type("State", (np.void,), {"__slots__": ()} | {name: _field(name) for name in names})


def _field(name: str) -> property:
    def put(record: Any, value: Any) -> None:
        record[name] = value

    return property(itemgetter(name), put)


@rule
def whole(number: Any) -> int:
    """Any whole number as a signed one of 64 bits, as `int` is to Python; unsigned and signed must never mix."""
    return np.int64(number)  # type: ignore[return-value]


@rule
def place(number: Any) -> np.uint64:
    """A place in an array, where the compiler need not wonder if it is counted from the end."""
    return np.uint64(number)
