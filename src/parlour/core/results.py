"""What came of a hand: who won it and why, everybody's arithmetic line by line, where everybody stands.

A game's `view.py` may define `result(s, story) -> dict | None`, made with `hand_result`: None while a hand is played,
and after it, until the next one begins, plain data. `story()` gives all events of the match as everybody has seen them,
for games whose states do not remember who paid what.

    | field      | meaning                                                                                     |
    |------------|---------------------------------------------------------------------------------------------|
    | winners    | the seats that won the hand; nobody where nobody did                                        |
    | key, given | who won it and why: a sentence of `[result]` in `words.toml`, and what it speaks of         |
    | lines      | by seat, the lines of the score pad: `key` and `given`, of `[sheet]`, and `points`          |
    | points     | by seat, what the hand brought: the sum of its lines                                        |
    | totals     | by seat, where everybody stands now                                                         |
    | unit       | what is counted, a word of `[unit]`                                                         |
    | ending     | how the match was won, a sentence of `[result]`; None while it goes on                      |
    | settlement | what is paid when the match is over: `key`, `given`, `lines`, `points` and `unit`, as above |

A sentence may have variants: `KEY_one` where what it counts is one, chosen here by `counted`; and `KEY_you`, said to
the viewer who alone is meant by `winners`, chosen by whoever says it.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

from parlour.core import texts
from parlour.core.game import Game
from parlour.core.texts import Event
from parlour.core.values import Seat

Told: TypeAlias = dict[str, Any]
Sheet: TypeAlias = list[list[Told]]
Story: TypeAlias = Callable[[], list[Event]]
SEATS: Final = ("seat", "other", "by", "taker")  # what is given under these names is a seat; `winners` are several


def sentence(key: str, **given: Any) -> Told:
    """A sentence of `[result]`, and what it speaks of."""
    return {"key": key, "given": given}


def line(key: str, points: float, **given: Any) -> Told:
    """A line of the score pad."""
    return {"key": key, "given": given, "points": points}


def counted(key: str, count: int) -> str:
    """The key of a sentence about so many of something."""
    return f"{key}_one" if count == 1 else key


def sums(lines: Sheet) -> list[float]:
    """What the lines of each seat come to."""
    return [sum(each["points"] for each in own) for own in lines]


def settlement(why: Told, lines: Sheet, unit: str = "counters") -> Told:
    """What is paid when a match is over."""
    return why | {"lines": lines, "points": sums(lines), "unit": unit}


def hand_result(
    why: Told,
    winners: Sequence[int],
    lines: Sheet,
    totals: Sequence[float],
    unit: str = "points",
    ending: Told | None = None,
    settled: Told | None = None,
) -> Told:
    """What came of a hand, and of the match if it is over."""
    told = {"winners": list(winners), "lines": lines, "points": sums(lines), "totals": list(totals), "unit": unit}
    return why | told | {"ending": ending, "settlement": settled}


def best_of(points: Sequence[float]) -> list[int]:
    """The seats that have most, if that is anything."""
    best = max(points)
    return [seat for seat, each in enumerate(points) if each == best] if best > 0 else []


def say_told(
    game: Game, part: str, told: Told, names: Sequence[str] = (), you: int | None = None, language: str = "en"
) -> str:
    """A sentence of a part of the game's words, filled in."""
    words = texts.words(game, language)
    key, given = told["key"], told["given"]
    if you is not None and given.get("winners") == [you] and f"{key}_you" in words[part]:
        key = f"{key}_you"
    flags = words.get("flags", {})
    seated = {name: Seat(value) if name in SEATS else value for name, value in given.items()}
    said = {name: texts.say_value(game, name, value, names, flags) for name, value in seated.items()}
    return words[part][key].format_map(said)
