"""Actions as the checked door hands them out: numbers that know their notation."""

from collections.abc import Iterator, Sequence
from typing import Any, overload

import numpy as np

from parlour.core.game import Game


class Action:
    """Something a seat may do, as it stood when the list was made. `str(action)` is its notation."""

    __slots__ = ("_list", "id")

    def __init__(self, made_by: "Actions", number: int) -> None:
        self._list = made_by
        self.id = number

    @property
    def seat(self) -> int:
        """Whose action it is."""
        return self._list.seat

    def __str__(self) -> str:
        return self._list.text(self.id)

    def __repr__(self) -> str:
        return f"<Action {self.id}: {self}>"

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Action):
            return self.id == other.id and self.seat == other.seat
        return NotImplemented

    def __hash__(self) -> int:
        return hash((self.id, self.seat))


class Actions(Sequence[Action]):
    """What a seat may do, the idle move first: a list of `Action` that makes each when it is asked for."""

    __slots__ = ("_game", "_state", "_states", "ids", "seat")

    def __init__(self, game: Game, states: bytes, seat: int, ids: list[int]) -> None:
        self._game = game
        self._states = states
        self._state: Any = None  # the record in it, made when a text is asked for
        self.seat = seat
        self.ids = ids

    @overload
    def __getitem__(self, index: int) -> Action: ...

    @overload
    def __getitem__(self, index: slice) -> list[Action]: ...

    def __getitem__(self, index: int | slice) -> Action | list[Action]:
        if isinstance(index, slice):
            return [Action(self, number) for number in self.ids[index]]
        return Action(self, self.ids[index])

    def __len__(self) -> int:
        return len(self.ids)

    def __iter__(self) -> Iterator[Action]:
        return (Action(self, number) for number in self.ids)

    def text(self, number: int) -> str:
        """The notation of one of the actions."""
        if self._state is None:
            self._state = np.frombuffer(self._states, dtype=self._game.layout)[0]
        return self._game.notation.action_text(self._state, self.seat, number)

    def __repr__(self) -> str:
        return f"[{', '.join(map(str, self))}]"
