"""Loops: what engines run. A loop is a Python function over arrays and numbers, what it takes, and whose rules it uses.

The loops that know no game are written against the empty forms of `core.contract`. Binding puts a game's own functions
in their place, in the loop and in every rule that the loop calls, and leaves all other rules as they are.
"""

import dis
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from parlour.core.game import Game

Function: TypeAlias = Callable[..., Any]


@dataclass(frozen=True)
class Array:
    """An array that a loop takes: of numbers or of records, in one piece, and whether the loop changes it."""

    kind: Any  # a dtype, or STATE or OPTIONS: the game's own
    axes: int = 1
    changes: bool = True
    first: bool = False  # whether it is the memory of the first argument, in another form

    @property
    def given(self) -> "Array":
        """The same, only to be read."""
        return replace(self, changes=False)


STATE: Final = "state"
OPTIONS: Final = "options"
INT: Final = np.dtype(np.int64)
FLOAT: Final = np.dtype(np.float64)

STATES: Final = Array(STATE)
LOG: Final = Array(np.int64, 2)
ACTIONS: Final = Array(np.int16)
NUMBERS: Final = Array(np.float64)
WORDS: Final = Array(np.uint32)
RNG: Final = Array(np.uint64)


@dataclass(frozen=True, eq=False)
class Loop:
    """A loop of one game. `answer` is INT, FLOAT or None; `own` are the game's functions, by the form they fill."""

    game: "Game"
    name: str
    function: Function
    answer: Any
    takes: tuple[Any, ...]
    own: Mapping[Any, Any] = field(default_factory=dict)

    @cached_property
    def forms(self) -> tuple[Any, ...]:
        """What it takes, with the game's own layouts."""
        own = {STATE: self.game.layout, OPTIONS: self.game.options_layout}
        return tuple(
            replace(form, kind=np.dtype(own.get(form.kind, form.kind) if isinstance(form.kind, str) else form.kind))
            if isinstance(form, Array)
            else form
            for form in self.takes
        )

    @property
    def bound(self) -> Function:
        """Its function as plain Python, with the game's own functions in it."""
        return bind(self.function, own_functions(self.game) | dict(self.own))


def own_functions(game: "Game") -> dict[Any, Any]:
    """What fills the forms of the contract in a game, and of what it may add to the contract."""
    from parlour.core import contract, defaults, evaluation

    parts = (
        ((contract.advise,), game.advice),
        ((contract.forget,), game.memory),
        ((evaluation.evaluate, evaluation.urgent, evaluation.position_key), game.evaluation),
        ((evaluation.probe,), game.endgames),
        ((contract.take_options,), game.table.STATE),
    )
    own = {form: getattr(part, form.__name__) for forms, part in parts if part is not None for form in forms}
    return own | {form: defaults.function_of(game, form.__name__) for form in contract.CONTRACT}


def bind(function: Function, own: Mapping[Any, Any]) -> Function:
    """A copy of a function in which forms mean what `own` says, all the way down; the function itself if it has none.

    What `own` has by name, such as a constant, is put into that function alone.
    """
    named = {name: value for name, value in own.items() if isinstance(name, str)}
    copy = _Binding(own).bound(function)
    return copy_with(copy, globals_of(copy) | named) if named else copy


class _Binding:
    def __init__(self, own: Mapping[Any, Any]) -> None:
        self._own = own
        self._done: dict[Function, Function] = {}

    def bound(self, function: Function) -> Function:
        if function not in self._done:
            self._done[function] = self._copy(function)
        return self._done[function]

    def _copy(self, function: Function) -> Function:
        used = globals_of(function)
        meant = {name: self._meaning(value) for name, value in used.items()}
        if all(meant[name] is used[name] for name in used):
            return function
        return copy_with(function, meant)

    def _meaning(self, value: Any) -> Any:
        if isinstance(value, FunctionType):
            value = self._own.get(value, value)
        return self.bound(value) if is_rule(value) else value


def is_rule(value: Any) -> bool:
    """Whether something is a function that engines compile."""
    return hasattr(value, "compiled_as")


def globals_of(function: Function) -> dict[str, Any]:
    """What a function takes from its module, by name."""
    return {name: function.__globals__[name] for name in names_in(function.__code__) if name in function.__globals__}


def names_in(code: CodeType) -> list[str]:
    """The names that code looks up in its module, that of functions inside it included."""
    own = [step.argval for step in dis.get_instructions(code) if step.opname == "LOAD_GLOBAL"]
    inner = [name for part in code.co_consts if isinstance(part, CodeType) for name in names_in(part)]
    return [*dict.fromkeys([*own, *inner])]


def copy_with(function: Function, meant: Mapping[str, Any]) -> Function:
    """A copy of a function in which these names mean something else."""
    names = {"__name__": function.__module__, "__builtins__": __builtins__} | dict(meant)
    copy = FunctionType(function.__code__, names, function.__name__, function.__defaults__, function.__closure__)
    copy.__module__, copy.__qualname__ = function.__module__, function.__qualname__
    copy.__dict__.update(function.__dict__)
    return copy
