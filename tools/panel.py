"""The panel: positions in which any sensible person agrees what to do, and which players do it.

    python -m tools.panel find GAME [--matches 4] [--seed 1] [--gap 10] [--rounds 4000] [--every 1]
    python -m tools.panel ask PLAYER... [--games cam,kamra] [--seeds 5]

**find** plays matches between players of all levels named and watches every decision. A judge with far more time than
they have tries all that can be done in the same worlds, each played out by the book, or searches the turns of a game
without secrets to the same depth. Where what can be done falls in two groups that are far apart, it prints the
position, what is good, and what the seat sees, in the form of the panel's files. **A person looks at each**, keeps only
those where nobody who knows the goal of the game would hesitate, and writes down why.

**ask** plays the positions of the panel in `tests/bots/panel` and prints those that a player gets wrong.

A file has a table `[[position]]` for each position:

| Key        | What it is                                                                           |
|------------|--------------------------------------------------------------------------------------|
| `kind`     | what it is about, in a few words                                                     |
| `why`      | why anybody would agree, in a sentence                                               |
| `seat`     | who is to act                                                                        |
| `sensible` | what a sensible person does, as action texts; or else                                |
| `absurd`   | what no sensible person does                                                         |
| `options`  | switches of the game that are not as usual                                           |
| `position` | the position text                                                                    |
"""

import argparse
import json
import math
import textwrap
import tomllib
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

import parlour
from parlour.bots.bot import Bot
from parlour.bots.explain import reason_of
from parlour.bots.searching import SearchBot
from parlour.bots.turns import PIECE, TurnBot
from parlour.core.chance import below, rng_from
from parlour.core.game import Game
from parlour.core.match import Match

FOLDER = Path(__file__).resolve().parents[1] / "tests" / "bots" / "panel"
SURE = 6.0  # standard errors by which two groups of actions must be apart
TURNS = 2  # how deep a game without secrets is looked at: a turn and the reply, and what is taken after that
MOST = 14  # choices of a position that are printed
AT_ONCE = 1e6  # how soon the judge tries all that can be done


class Position(msgspec.Struct, forbid_unknown_fields=True):
    """A position of the panel."""

    kind: str
    why: str
    seat: int
    position: str
    sensible: list[str] = []
    absurd: list[str] = []
    options: dict[str, bool | int | str] = {}

    def match(self, game: Game) -> Match:
        """A match that goes on from there."""
        return game.match(seed=1, position=self.position, options=self.options)

    def agrees(self, bot: Bot) -> bool:
        """Whether a player does as a sensible person would, to the end of the turn."""
        match = self.match(bot.game)
        lines = [match.numbers(self.seat, text) for text in self.sensible or self.absurd]
        while lines and all(lines):
            number = bot.choose(match, self.seat).id
            match.play(self.seat, number)
            lines = [line[1:] for line in lines if line[0] == number]
        return bool(lines) == bool(self.sensible)


def panel(name: str) -> list[Position]:
    """The positions of a game."""
    told = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    return msgspec.convert(told["position"], list[Position])


def names() -> list[str]:
    """The games that have positions in the panel."""
    return sorted(file.stem for file in FOLDER.glob("*.toml"))


# --- Looking for positions --------------------------------------------------------------------------------------


class Group(NamedTuple):
    """What is good, what is not, and by how much."""

    good: list[str]
    bad: list[str]
    gap: float
    told: list[str]


class Judge(SearchBot):
    """Tries all that can be done, in the same worlds."""

    def __init__(self, game: Game, rounds: int, seed: int) -> None:
        level = {"rounds": rounds, "depth": 1, "mixing": 100, "widening": AT_ONCE, "trust": 0.0, "tries": 8}
        every = {"noise": 0.0, "forgetting": 0.0, "prize": 0.0}
        super().__init__(game, "master", seed, **level, **every, threads=1, seconds=math.inf)

    def group(self, match: Match, seat: int, gap: float) -> Group | None:
        """The two groups, if they are further apart than `gap`."""
        found = sorted(self.estimates(match, seat), key=lambda each: -each.value)
        told = [
            f"{each.action} {each.value:+.2f} ± {each.error:.2f} {reason_of(match, seat, each.action.id).text}"
            for each in found
        ]
        errors = [math.hypot(one.error, other.error) for one, other in pairwise(found)]
        return parted([str(each.action) for each in found], [each.value for each in found], errors, gap, told)


class TurnJudge(TurnBot):
    """Searches all turns to the same depth."""

    def __init__(self, game: Game, seed: int) -> None:
        super().__init__(game, "master", seed)

    def group(self, match: Match, seat: int, gap: float) -> Group | None:
        """The two groups, if they are further apart than `gap`."""
        if match.unfinished(seat):
            return None
        turns = self.search(match, seat, depth=TURNS, exact=64)
        texts = [turn_text(match, seat, turn.actions) for turn in turns]
        told = [f"{text} {turn.value / PIECE:+.2f}" for text, turn in zip(texts, turns, strict=True)]
        return parted(texts, [turn.value / PIECE for turn in turns], [0.0] * len(turns), gap, told)


def parted(texts: list[str], values: list[float], errors: list[float], gap: float, told: list[str]) -> Group | None:
    """The two groups, divided where the difference is greatest, if that is more than `gap` and beyond doubt."""
    aheads = [one - other for one, other in pairwise(values)]
    sure = [i for i, (ahead, error) in enumerate(zip(aheads, errors, strict=False)) if ahead > max(gap, SURE * error)]
    if not sure:
        return None
    place = max(sure, key=lambda i: aheads[i])
    return Group(texts[: place + 1], texts[place + 1 :], aheads[place], told)


def turn_text(match: Match, seat: int, actions: Sequence[int]) -> str:
    """A whole turn as it is written."""
    after, told = match.clone(), list[str]()
    for number in actions:
        told.append(str(match.game.notation.action_text(after.state, seat, number)))
        after.play(seat, number)
    return told[0] if len(told) == 1 else str(match.game.notation.turn_text(told))


def find(
    name: str, matches: int, seed: int, gap: float, rounds: int, players: Sequence[str], every: int
) -> Iterator[str]:
    """Positions worth a look, in the form of the panel's files."""
    game = parlour.game(name)
    judge = TurnJudge(game, seed) if game.evaluation else Judge(game, rounds, seed)
    for number in range(seed, seed + matches):
        rng = rng_from(number)
        match = game.match(seed=number)
        bots = [parlour.bot(name, players[below(rng, len(players))], seed=number + i) for i in range(match.seats)]
        while not match.over:
            seat = match.actors[0]
            looks = len(match.legal_ids(seat)) > 1 and below(rng, every) == 0
            if looks and (found := judge.group(match, seat, gap)):
                yield candidate(match, seat, found, bots[seat])
            match.play(seat, bots[seat].choose(match, seat))


def candidate(match: Match, seat: int, found: Group, bot: Bot) -> str:
    """A position with all that a person needs to judge it; what the player itself did comes last."""
    seen = {key: value for key, value in match.view(seat)["table"].items() if value not in (None, [], {}, 0, False)}
    chosen = str(bot.choose(match, seat))
    few = {"sensible": found.good} if len(found.good) <= len(found.bad) else {"absurd": found.bad}
    lines = [
        f"# {found.gap:.2f} apart",
        *(f"#   {told}" for told in found.told[:MOST]),
        *textwrap.wrap(json.dumps(seen), 150, initial_indent="# ", subsequent_indent="# "),
        f"# {bot.level} did: {chosen}",
        "[[position]]",
        *(f"{key} = {json.dumps(value)}" for key, value in table(match, seat, few).items()),
    ]
    return "\n".join(lines) + "\n"


def table(match: Match, seat: int, choices: dict[str, list[str]]) -> dict[str, Any]:
    """What a file tells of a position."""
    return {"kind": "", "why": "", "seat": seat} | choices | {"position": match.position}


# --- Asking players ---------------------------------------------------------------------------------------------


def ask(players: Sequence[str], games: Sequence[str], seeds: int) -> Iterator[str]:
    """What players get wrong, and how often, of so many seeds."""
    for name in games:
        game, positions = parlour.game(name), panel(name)
        for player in players:
            wrong = 0
            for number, position in enumerate(positions, 1):
                misses = sum(not position.agrees(parlour.bot(name, player, seed=seed)) for seed in range(1, seeds + 1))
                wrong += misses
                if misses:
                    yield f"  {name} {number}, {position.kind}: {player} is wrong {misses} times of {seeds}"
            asked = len(positions) * seeds
            yield f"{game.title}: {player} agrees {asked - wrong} times of {asked}, {1 - wrong / asked:.1%}"


def main() -> None:
    """Find positions, or ask players."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(dest="verb", required=True)
    finding = verbs.add_parser("find")
    finding.add_argument("game", choices=parlour.games())
    finding.add_argument("--matches", type=int, default=4)
    finding.add_argument("--seed", type=int, default=1)
    finding.add_argument("--gap", type=float, default=10.0, help="how far apart the groups must be, in points")
    finding.add_argument("--rounds", type=int, default=4000, help="what the judge tries, all actions together")
    finding.add_argument("--players", default="casual,strong")
    finding.add_argument("--every", type=int, default=1, help="judge one decision of so many")
    asking = verbs.add_parser("ask")
    asking.add_argument("players", nargs="+", metavar="PLAYER")
    asking.add_argument("--games", default=",".join(names()))
    asking.add_argument("--seeds", type=int, default=5)
    told = parser.parse_args()
    if told.verb == "find":
        lines = find(told.game, told.matches, told.seed, told.gap, told.rounds, told.players.split(","), told.every)
    else:
        lines = ask(told.players, told.games.split(","), told.seeds)
    for line in lines:
        print(line, flush=True)


if __name__ == "__main__":
    main()
