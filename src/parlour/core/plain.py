"""States as plain data, for whoever puts them into words: numbers and lists instead of numpy's, which are slow to read
one by one; and what only the rules can work out, all of it in one call.
"""

import struct
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from operator import itemgetter
from typing import Any, ClassVar, TypeAlias

import numpy as np

from parlour.core.engines.loops import INT, STATES, Array, Loop
from parlour.core.game import Game
from parlour.core.kernel import layout
from parlour.core.kernels import States

LARGE = 128  # bytes of an array that is read only if it is asked for
Places: TypeAlias = Mapping[str, slice]
CODES = {"i1": "b", "u1": "B", "i2": "h", "u2": "H", "i4": "i", "u4": "I", "i8": "q", "u8": "Q", "f8": "d"}


class Plain:
    """A record as it stands now, its fields numbers and lists; lists are made when they are asked for."""

    def __init__(self, states: States, fields: dict[str, Any], values: tuple[int, ...], places: Places) -> None:
        self.__dict__ = fields
        self.states = states
        self._values = values
        self._places = places

    def __getattr__(self, name: str) -> Any:
        place = self._places.get(name)
        value = self.states[name][0].tolist() if place is None else list(self._values[place])
        self.__dict__[name] = value
        return value


class Reader:
    """Reads records of one layout, all of a record at once: ten times as fast as field by field."""

    def __init__(self, form: np.dtype[Any]) -> None:
        self._numbers: list[str] = []
        places = []
        self._lists: dict[str, slice] = {}
        code, place = "=", 0
        for name in form.names or ():
            base, shape = form[name].subdtype or (form[name], ())
            if name.startswith("gap_") or len(shape) > 1 or form[name].itemsize > LARGE:
                code += f"{form[name].itemsize}x"
                continue
            count = shape[0] if shape else 1
            code += f"{count}{CODES[base.str[1:]]}"
            if shape:
                self._lists[name] = slice(place, place + count)
            else:
                self._numbers.append(name)
                places.append(place)
            place += count
        self._unpack = struct.Struct(code).unpack
        self._pick = itemgetter(*places, 0, 0)  # two more, so that it always gives a tuple

    def __call__(self, states: States) -> Plain:
        """The first of the records."""
        values = self._unpack(states)  # type: ignore[arg-type]
        return Plain(states, dict(zip(self._numbers, self._pick(values), strict=False)), values, self._lists)


class Figures:
    """What the rules work out for a text, a view or a reason.

    `work_out(states, seat, out, scratch)` is compiled; it fills `out[0]`, a zeroed record of `fields`, from
    `states[0]`, and may use `scratch[0]`, a state to try things on. A module of a game has one at most.
    """

    _of: ClassVar[dict[str, list["Figures"]]] = {}

    def __init__(
        self, game: Game, fields: Sequence[tuple[Any, ...]], work_out: Callable[[States, int, States, States], None]
    ) -> None:
        self._game = game
        self._layout = layout(fields)
        self._read = Reader(self._layout)
        name = f"figures_{work_out.__module__.rpartition('.')[2]}"
        self.loop = Loop(game, name, work_out, None, (STATES.given, INT, Array(self._layout), STATES.given))
        self._of.setdefault(game.package, []).append(self)

    def __call__(self, s: Plain, seat: int) -> Plain:
        """The figures of a state for a seat or a spectator."""
        return self._read(self.record(s.states, seat))

    def record(self, states: States, seat: int) -> States:
        """The same as an array of one record."""
        out = np.zeros(1, dtype=self._layout)
        self._kernel(states, seat, out, np.zeros(1, dtype=states.dtype))
        return out

    @classmethod
    def loops_of(cls, game: Game) -> list[Loop]:
        """What the texts, views and reasons of a game work out."""
        _ = game.notation, game.view, game.reasons
        return [each.loop for each in cls._of.get(game.package, [])]

    @cached_property
    def _kernel(self) -> Any:
        return self._game.kernels.engine.loop(self.loop)
