"""What a game need not write, because it follows from what it declares and from the rest of its rules.

| left out            | what it is then                                                                            |
|---------------------|--------------------------------------------------------------------------------------------|
| `setup`             | the state as it is when every number in it is 0                                            |
| `scores`, `payoffs` | a match won; what the winners share if everybody puts in 1                                 |
| `observe`           | every number of the state (`FEATURES = features(STATE)`)                                   |
| `redeal`            | the same state: nothing is hidden                                                          |
| `view.py`           | everybody sees the whole state; `refusal` stands in `rules.py`                             |
| `advice.py`         | any legal action                                                                           |
| sentences           | see `derived_words`                                                                        |

A game with a `view.py` of its own may hide something, so it must say in a `redeal` of its own what that could be.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from parlour.core import contract
from parlour.core.chance import begin, below, forget_key
from parlour.core.contract import Numbers, Record, Rng, Words, legal, winners
from parlour.core.kernel import rule, whole
from parlour.core.pack.cards import count
from parlour.core.records import Field, RecordForm
from parlour.core.values import Seat, Value
from parlour.errors import ConformanceError

if TYPE_CHECKING:
    from parlour.core.game import Game
    from parlour.core.plain import Plain

SUIT_SIGNS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
ORDINARY_CARD: Final = re.compile("(10|[2-9AJQK])([CDHS])")

# --- Rules ----------------------------------------------------------------------------------------------------


@rule
def setup(s: Record, seats: int, key: Words) -> None:
    """A fresh match: zeros."""
    begin(s, seats, key)


@rule
def scores(s: Record, out: Numbers) -> None:
    """1 for a winner."""
    won = winners(s)
    for seat in range(s.seats):
        out[seat] = (won >> seat) & 1


@rule
def payoffs(s: Record, out: Numbers) -> None:
    """As if everybody had put in one counter and the winners shared them: the sum is 0."""
    won = winners(s)
    for seat in range(s.seats):
        share = s.seats / count(np.uint64(won)) if (won >> seat) & 1 else 0.0
        out[seat] = share - 1.0 if won != 0 else 0.0


@rule
def redeal(s: Record, seat: int, rng: Rng) -> None:
    """There is nothing to deal again."""
    forget_key(s, rng)


SCRATCH: Final = 32  # states, in whose room the list of actions is written


@rule
def advise(s: Record, seat: int, rng: Rng, scratch: Any) -> int:
    """Any legal action."""
    out = scratch.view(np.int16)
    return whole(out[below(rng, legal(s, seat, out))])


PARTS: Final = ("rules", "table", "scoring", "knowledge", "sound")  # where a game has what the contract asks for
DEFAULTS: Final = {form.__name__: form for form in (setup, scores, payoffs, redeal)}


def own_function(game: "Game", name: str) -> Callable[..., Any] | None:
    """A function that the contract asks for, wherever a game has it."""
    found = (getattr(game.module(part), name, None) for part in PARTS)
    return next((own for own in found if own is not None), None)


def function_of(game: "Game", name: str) -> Callable[..., Any]:
    """A function of the contract in a game: its own, or what it is when left out."""
    if (own := own_function(game, name)) is not None:
        return own
    if name == "observe":
        return observer(game.table.STATE)
    if name not in DEFAULTS:
        raise ConformanceError(f"{game.title}: rules.py does not define {name}")
    if name == "redeal" and not isinstance(game.view, OpenView):
        raise ConformanceError(f"{game.title} has a view.py, so its rules.py must define redeal: what may be hidden")
    return DEFAULTS[name]


# --- What learners observe ------------------------------------------------------------------------------------


def features(form: RecordForm) -> int:
    """How many numbers the observation of a whole state has."""
    return sum(size_of(each.value) * max(1, int(np.prod(each.shape))) for _, each in form) + 1


def size_of(value: Value) -> int:
    """How many numbers tell one value: as many as there are, or members that there could be; one for an amount."""
    if value.is_set or value.kind == "bits":
        return value.most.bit_length()
    return 1 if value.kind in ("number", "flag") else value.size


@cache
def observer(form: RecordForm) -> Callable[..., Any]:
    """A rule that writes the numbers of a state, and last whether the seat may act."""
    lines = ["@rule", "def observe(s, seat, out):", "    out[:] = 0.0", *observing(form)]
    space: dict[str, Any] = {"rule": rule, "whole": whole, "np": np, "actors": contract.actors, "__name__": __name__}
    exec(compile("\n".join(lines), __file__, "exec"), space)  # no compiler of rules could loop over fields
    return space["observe"]


def observing(form: RecordForm) -> Iterator[str]:
    """Its lines, a few for each number of the state."""
    at = 0
    for name, each in form:
        for index in np.ndindex(each.shape):
            number = f"s.{name}[{', '.join(map(str, index))}]" if index else f"s.{name}"
            yield from told(each.value, number, at)
            at += size_of(each.value)
    yield f"    out[{at}] = (actors(s) >> seat) & 1"


def told(value: Value, number: str, at: int) -> Iterator[str]:
    """What is written of one value: flags, a 1 at its place, or the part of the way from least to most."""
    if value.is_set or value.kind == "bits":
        for member in range(size_of(value)):
            yield f"    out[{at + member}] = whole(({number} >> np.uint64({member})) & np.uint64(1))"
    elif size_of(value) == 1:
        yield f"    out[{at}] = (whole({number}) - {value.least}) / {max(1, value.most - value.least)}"
    else:
        yield f"    out[{at - value.least} + whole({number})] = 1.0"


# --- What is seen ---------------------------------------------------------------------------------------------


class OpenView:
    """The view of a game without a `view.py`: everybody sees everything."""

    def __init__(self, game: "Game") -> None:
        self._form: RecordForm = game.table.STATE
        self.refusal = game.rules.refusal

    def show(self, s: "Plain") -> dict[str, Any]:
        """Every field of the state as data."""
        return {name: data_of(each, getattr(s, name), s) for name, each in self._form}

    def own(self, s: "Plain", seat: int) -> dict[str, Any]:
        """A seat sees nothing besides."""
        return {}


def data_of(each: Field, value: Any, s: "Plain") -> Any:
    """A field as data: what is in use of it."""
    if each.shape:
        used = getattr(s, each.upto) if each.upto else s.seats if each.per_seat else len(value)
        return [data_of(Field(each.value, "", each.shape[1:]), one, s) for one in value[:used]]
    shown = each.value.data(value)
    return int(shown) if isinstance(shown, Seat) else shown


# --- What is said ---------------------------------------------------------------------------------------------


def derived_words(game: "Game", told: Mapping[str, Collection[str]]) -> dict[str, dict[str, str]]:
    """What is said in English where a game's `words.toml`, what is `told`, says nothing.

    Its options are explained by their own help, actions and events called by their names, and cards of an ordinary pack
    shown as rank and suit.
    """
    kinds = [kind for kind in game.table.EVENTS.values() if kind.name not in told.get("events", ())]
    return {
        "option": {option.name: option.help for option in game.options},
        "action": {} if told.get("action") else dict(action_words(game)),
        "events": {f"{kind.name}{hidden}": event_words(kind, hidden) for kind in kinds for hidden in ("", "_hidden")},
        "unit": {"points": game.score_word},
        "value": dict(card_words(game)),
    }


def action_words(game: "Game") -> Iterator[tuple[str, str]]:
    """`ask {seat:seat} {card}` is "Ask {seat} {card}"."""
    for verb in game.table.ACTIONS.verbs:
        kinds = [thing.kind for thing in verb.things]
        names = [f"{kind}{number or ''}" for number, kind in enumerate(kinds)]
        key = [f"{{{name}:seat}}" if kind == "seat" else f"{{{name}}}" for name, kind in zip(names, kinds, strict=True)]
        yield " ".join([verb.name, *key]), " ".join([verb.name.capitalize(), *(f"{{{name}}}" for name in names)])


def event_words(kind: Any, hidden: str) -> str:
    """`marked` is "{seat} marked {square}."."""
    arguments = [] if hidden else [f"{{{name}}}" for name in kind.tells]
    return " ".join(["{seat}", kind.name.replace("_", " "), *arguments]) + "."


def card_words(game: "Game") -> Iterator[tuple[str, str]]:
    """`10H` is "10♥"."""
    for _, each in game.table.STATE:
        if each.value.kind == "card":
            for name in map(each.value.text, range(each.value.most + 1)):
                if found := ORDINARY_CARD.fullmatch(name):
                    yield f"card.{name}", found[1] + SUIT_SIGNS[found[2]]


def derived_arguments(game: "Game") -> dict[str, str]:
    """Which fields of a state are seats, and which have one thing for each seat."""
    fields = {name: each for name, each in game.table.STATE if len(each.shape) == each.per_seat and not each.upto}
    each = {name: "each" for name, field in fields.items() if field.per_seat}
    return {name: "seat" for name, field in fields.items() if field.value.kind == "seat"} | each
