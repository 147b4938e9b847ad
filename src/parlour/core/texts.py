"""Words and texts: how events, refusals and reasons of a game become plain data and sentences.

A game's `view.py` defines

- `show(s) -> dict`: the table as everybody may see it, as plain data; `s` is the state as numbers and lists
  (`core.plain`, which also says how to ask the rules about it);
- `own(s, seat) -> dict`: what `seat` sees besides, or instead;
- `refusal(s, seat, action) -> Refusal`: which rule forbids an action that is not legal, and why, told from what the
  seat knows;

and, if it likes,

- `asked(s, seat) -> str`: what kind of decision a seat that may act is asked for: a key of `[coach]` in `coaching.toml`
  (`core.coaching`);
- `result(s, story) -> dict | None`: what came of a hand, until the next one begins (`core.results`).

A game's `reasons.py`, if it has one, defines

- `why(s, seat, action) -> Reason`: what speaks for or against a legal action, in the words of the game's advice, told
  from what the seat knows.

Sentences are templates in `words.toml`, so that another language is another file, `words.es.toml`. What an action is
called there, in `[action]`, is found by its notation: the key is a pattern of it, `"ask {asked:seat} {card}"`. Which
arguments are seats follows from the events and actions; `[argument]` says so of any other: `taker = "seat"`.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from itertools import groupby
from typing import TYPE_CHECKING, Any, TypeAlias

from parlour.core.contract import SPECTATOR, TABLE
from parlour.core.defaults import derived_arguments, derived_words
from parlour.core.events import KIND, SEAT, SEEN, A, B
from parlour.core.game import Game
from parlour.core.kinds import COMMON_KINDS, Kind
from parlour.core.values import Seat
from parlour.errors import IllegalAction

if TYPE_CHECKING:
    from parlour.core.plain import Plain

Event = dict[str, Any]
Sentences: TypeAlias = Mapping[str, Mapping[str, str]]

FEW_POINTS = 5
AND: Mapping[str, str] = {"en": "and", "es": "y"}
PART = re.compile(r"\{(\w+)(:seat)?\}")  # of a pattern of the notation


@dataclass(frozen=True)
class Refusal:
    """Why an action is not legal: the rule, the key of the sentence in `words.toml`, and what it speaks of."""

    rule: str
    key: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True)
class Reason:
    """What an action is good for: the key of the line in `words.toml`, and what it speaks of."""

    key: str
    arguments: Mapping[str, Any] = field(default_factory=dict)


def seats_in(mask: int) -> list[int]:
    """The seats of a mask."""
    return list(_seats_in(int(mask)))


@cache
def _seats_in(mask: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(TABLE) if (mask >> seat) & 1)


def kind_of(game: Game, number: int) -> Kind:
    """What a kind of event means in a game."""
    return COMMON_KINDS.get(number) or game.table.EVENTS[number]


def show_event(game: Game, row: Sequence[int], seat: int) -> Event:
    """An event as `seat` may see it: arguments that it may not see are left out."""
    kind = kind_of(game, int(row[KIND]))
    event: Event = {"kind": kind.name, "seat": "table" if row[SEAT] == TABLE else int(row[SEAT])}
    if kind.rule:
        event["rule"] = kind.rule
    if (int(row[SEEN]) >> seat) & 1:
        for (name, value), number in zip(kind.tells.items(), (row[A], row[B]), strict=False):
            shown = value.data(int(number))
            event[name] = int(shown) if isinstance(shown, Seat) else shown
    elif kind.tells:
        event["hidden"] = True
    return event


@cache
def words(game: Game, language: str = "en") -> dict[str, dict[str, str]]:
    """The sentences of a game in a language, or else in English; what it does not say follows from what it declares."""
    own = [f"words.{language}.toml"] if language != "en" else []
    told = layered(*(tomllib.loads(game.text(name)) for name in (*own, "words.toml") if game.has_text(name)))
    common = [common_words(each) for each in dict.fromkeys((language, "en"))]
    return layered(told, *common, derived_words(game, told))


def layered(*layers: Sentences) -> dict[str, dict[str, str]]:
    """Sentences by section and key, each from the first layer that has it, in the order in which they come."""
    told: dict[str, dict[str, str]] = {}
    for layer in layers:
        for part, sentences in layer.items():
            known = told.setdefault(part, {})
            known.update((key, said) for key, said in sentences.items() if key not in known)
    return told


@cache
def common_words(language: str) -> Sentences:
    """What all games have in common to say."""
    name = "words.toml" if language == "en" else f"words.{language}.toml"
    return tomllib.loads(resources.files("parlour.core").joinpath(name).read_text(encoding="utf-8"))


def say_event(game: Game, event: Event, names: Sequence[str] = (), you: int | None = None) -> str:
    """An event in a sentence; empty if the game has nothing to say of it. `names` are the players'.

    What the seat `you` did is told to it in the second person, if the game has such sentences (`[you]`).
    """
    told = words(game)
    to_you = told.get("you", {}) if event["seat"] == you else {}
    key = f"{event['kind']}_hidden" if event.get("hidden") else event["kind"]
    flags = told.get("flags", {}) | to_you
    seats = seat_arguments(game).get(event["kind"], ())
    arguments = {
        name: say_value(game, name, Seat(value) if name in seats else value, names, flags)
        for name, value in event.items()
    }
    return to_you.get(key, told["events"].get(key, "")).format_map(arguments)


@cache
def seat_arguments(game: Game) -> dict[str, tuple[str, ...]]:
    """The arguments of each kind of event, by its name, that are seats."""
    return {
        kind.name: tuple(name for name, value in kind.tells.items() if value.kind == "seat")
        for kind in game.table.EVENTS.values()
    }


@cache
def arguments(game: Game) -> dict[str, str]:
    """Which arguments of sentences are seats, and which have one thing for each seat.

    Those of events, actions and fields are known; `[argument]` names others.
    """
    kinds = [*COMMON_KINDS.values(), *game.table.EVENTS.values()]
    told = [name for kind in kinds for name, value in kind.tells.items() if value.of_seats]
    done = [name for _, seats, _ in action_patterns(game, "en") for name in seats]
    seats = dict.fromkeys(["seat", "turn", *told, *done], "seat")
    return derived_arguments(game) | seats | words(game).get("argument", {})


def say_refusal(game: Game, refusal: Refusal, names: Sequence[str] = ()) -> str:
    """Why an action was refused, in a sentence."""
    flags = words(game).get("flags", {})
    arguments = {name: say_value(game, name, value, names, flags) for name, value in refusal.arguments.items()}
    return words(game)["refusals"][refusal.key].format_map(arguments)


def forbidden(game: Game, refusal: Refusal) -> IllegalAction:
    """The error for what a rule forbids."""
    return IllegalAction(say_refusal(game, refusal), refusal.rule, refusal.key, plain_arguments(refusal.arguments))


def plain_arguments(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """What a sentence speaks of, as plain data for who tells it in another language."""
    return {name: int(value) if isinstance(value, Seat) else value for name, value in arguments.items()}


def say_reason(game: Game, reason: Reason, names: Sequence[str] = ()) -> str:
    """What an action is good for, in a line without a full stop."""
    flags = words(game).get("flags", {})
    arguments = {name: say_value(game, name, value, names, flags) for name, value in reason.arguments.items()}
    return words(game)["reason"][reason.key].format_map(arguments)


def say_action(game: Game, text: str, names: Sequence[str] = (), language: str = "en") -> str:
    """What an action, or a whole turn, is called by people; its notation itself if the game does not say."""
    for pattern, seats, sentence in action_patterns(game, language):
        if found := pattern.fullmatch(text):
            parts = {name: Seat(part) if name in seats else part for name, part in found.groupdict().items()}
            lists = {name: part.split(" ") for name, part in parts.items() if isinstance(part, str) and " " in part}
            told = {name: say_value(game, name, each, names, {}, language) for name, each in (parts | lists).items()}
            return sentence.format_map(told)
    return text


@cache
def action_patterns(game: Game, language: str) -> tuple[tuple[re.Pattern[str], tuple[str, ...], str], ...]:
    """What actions are called: the pattern of the notation, which of its parts are seats, and the words."""
    patterns = []
    for notation, sentence in words(game, language).get("action", {}).items():
        pieces = PART.split(notation)
        parts = [
            f"(?P<{name}>{'[0-9]+' if kind else '.+?'})" for name, kind in zip(pieces[1::3], pieces[2::3], strict=True)
        ]
        pattern = "".join(re.escape(piece) + part for piece, part in zip(pieces[::3], [*parts, ""], strict=True))
        patterns.append((re.compile(pattern), tuple(name for name, kind in PART.findall(notation) if kind), sentence))
    return tuple(patterns)


def say_value(
    game: Game, name: str, value: Any, names: Sequence[str], flags: Mapping[str, str], language: str = "en"
) -> str:
    """A value in a sentence: seats by name, flags as yes and no, the rest as `[value]` has it, lists joined."""
    if name in ("seat", "winners") or isinstance(value, Seat):
        seats = value if isinstance(value, list) else [value]
        return join_words([seat_name(game, seat, names) for seat in seats])
    if isinstance(value, bool):
        return flags.get(f"{name}_{'yes' if value else 'no'}", "")
    values = words(game, language).get("value", {})
    if isinstance(value, list):
        return say_list(values, [say_named(values, name.removesuffix("s"), each) for each in value], language)
    return say_named(values, name, value)


def say_list(values: Mapping[str, str], named: Sequence[str], language: str) -> str:
    """Cards or names joined; where suits follow an `of`, one suit after the other: 6 and 5 of Dollars; 2 of Stars."""
    of = values.get("of")
    if of is None:
        return join_words(named, language) if named else ""
    suits = groupby((each.partition(of) for each in named), key=lambda parts: parts[2])
    return "; ".join(join_words([rank for rank, _, _ in cards], language) + of + suit for suit, cards in suits)


def say_named(values: Mapping[str, str], name: str, value: Any) -> str:
    """A card or a number as `[value]` has it: `card.T5` before `T5`. A list of `cards` names each as a `card`."""
    return values.get(f"{name}.{value}") or values.get(str(value)) or str(value)


def say_table(game: Game, table: Mapping[str, Any], names: Sequence[str] = ()) -> list[str]:
    """What a table shows, line by line, as `[label]` calls it; what has no name there, or is not there, is left out.

    A list of numbers with one for each seat, or one that `[argument]` says is for `each`, is told with the players.
    """
    labels, lines = words(game).get("label", {}), []
    for name, value in table.items():
        plain = name.replace("_", " ").capitalize()
        label = labels.get(name, plain)
        if not label or value is None or value is False or value == []:
            continue
        if "{" in label:
            label = plain  # one with a place is for a drawing that fills it
        if is_board(value):
            lines += [f"{label}:", *(" ".join(map(str, row)) for row in value)]
        else:
            lines.append(label if value is True else f"{label}: {say_shown(game, name, value, names)}")
    return lines


def is_board(value: Any) -> bool:
    """Whether a value that a table shows is a board: rows of as many fields each."""
    return isinstance(value, list) and all(isinstance(row, list) and len(row) == len(value[0]) for row in value)


def say_shown(game: Game, name: str, value: Any, names: Sequence[str]) -> str:
    """A value that a table shows: of a seat its player, of a list that has one for each seat all of them by name."""
    kind, values = arguments(game).get(name), words(game).get("value", {})
    if any(f"card.{one}" in values for one in (value if isinstance(value, list) else [value])):
        name = "cards" if isinstance(value, list) else "card"
    several = isinstance(value, list) and len(value) == len(names)
    if several and (kind == "each" or all(one is None or type(one) is int for one in value)):
        each = name.removesuffix("s")
        told = ["-" if one is None else say_value(game, each, one, names, {}) for one in value]
        return ", ".join(f"{who} {one}" for who, one in zip(names, told, strict=True))
    return say_value(game, name, Seat(value) if kind == "seat" else value, names, words(game).get("flags", {}))


def seat_name(game: Game, seat: int | str, names: Sequence[str] = ()) -> str:
    """A player's name, or what the seat is called."""
    if isinstance(seat, str):
        return seat
    return names[seat] if seat < len(names) else game.seat_name(seat)


def join_words(items: Sequence[str], language: str = "en") -> str:
    """A, B and C."""
    if len(items) < 2:
        return "".join(items) or "nobody"
    return f"{', '.join(items[:-1])} {AND[language]} {items[-1]}"


def legal_texts(game: Game, s: "Plain", seat: int, actions: Sequence[int]) -> dict[str, int]:
    """The legal actions of a seat by their notation."""
    if actions and hasattr(game.notation, "legal_texts"):
        return game.notation.legal_texts(s, seat)
    text = game.notation.action_text
    return {text(s, seat, action): action for action in actions}


def viewer(seat: int | None) -> int:
    """The seat's number in kernels, SPECTATOR for None."""
    return SPECTATOR if seat is None else seat


def lower_you(text: str) -> str:
    """`You` in the middle of a sentence is written small."""
    return re.sub(r"(?<=[a-z,;:] )You\b", "you", text)


def digits_for(values: Iterable[float]) -> int:
    """How many digits of a point are worth telling: more where there are few points to win."""
    return 1 if any(abs(value) >= FEW_POINTS for value in values) else 2


def unit_of(game: Game) -> str:
    """What a choice's value counts, in words."""
    if game.evaluation is not None:
        return "pieces ahead"
    return f"{game.score_word} ahead of the others when the {game.hand_word} is over"


def say_worth(value: float, error: float, digits: int) -> str:
    """What something is worth, and how sure that is where chance was measured."""
    return f"{value:+.{digits}f}" + (f" ± {error:.{digits}f}" if error else "")
