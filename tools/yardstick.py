"""The yardstick: how much of what can be gained each level gains.

    python -m tools.yardstick measure GAME... [--deals 400] [--seed 101] [--players strong,seer]
    python -m tools.yardstick report

**Games with secrets.** One seat plays the first hand of a deal among rulebooks; the same deal is played by every
player, in the same seat, the rulebooks having the same luck. What counts is how far the seat comes out ahead of the
mean of the others, and by how much that is more than the rulebook's. The *seer* sees all cards, those still to be drawn
too, and searches as a master does with much time: a reference for what could be gained, not a bound. The *oracle* knows
as well that they are rulebooks, and foresees what each action leads to. The *share* of a level is what it gains over
the rulebook as a part of what the seer gains. Intervals are 95 %, from the deals drawn again and again.

**Cam.** Nothing is hidden, so the measure is exact: forced wins found and won endings kept, of the positions that
`tools.cam_wins` has proved. A win is found if the turn played wins in time, whatever the other side does.

`measure` uses all cores and writes `docs/strength/yardstick/GAME.json`; the same seed gives the same deals. `report`
writes the page `docs/strength/yardstick.md` and a chart a game from these files.
"""

import argparse
import json
import math
import multiprocessing
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

import parlour
from parlour.arena.charts.yardstick import draw
from parlour.arena.play import cores
from parlour.bots.bot import Bot
from parlour.bots.ismcts import Top, Tree, ranked
from parlour.bots.judging import gains
from parlour.bots.levels import NAMES, level_of
from parlour.bots.rivals import Rivals
from parlour.bots.searching import SearchBot
from parlour.core.actions import Actions
from parlour.core.chance import rng_from
from parlour.core.contract import TABLE, Rng
from parlour.core.events import HAND_OVER, KIND
from parlour.core.files import whole_file
from parlour.core.game import Game
from parlour.core.match import Match
from parlour.core.statistics import share_interval

DOCS: Final = Path(__file__).resolve().parents[1] / "docs" / "strength"
FOLDER: Final = DOCS / "yardstick"
CAM: Final = FOLDER / "cam-positions.json"
BOOK, SEER, ORACLE = "rulebook", "seer", "oracle"
PLAYERS: Final = (*NAMES, SEER, ORACLE)
DRAWN_AGAIN: Final = 4000  # samples of the deals, for the intervals

Numbers: TypeAlias = npt.NDArray[np.float64]
Task: TypeAlias = tuple[str, str, int, int]  # game, player, deal or position, seed
Told: TypeAlias = dict[str, Any]

# How those who see everything look ahead: as a master does, or playing each action out as rulebooks would.
AS_MASTER: Final[Mapping[str, Any]] = {"rounds": 12_000}
AS_BOOKS: Final[Mapping[str, Any]] = {"rounds": 1000, "depth": 1, "mixing": 100, "widening": 1e6}

HEAD: Final = """\
# The yardstick

How much of what can be gained each level gains. The [ladder](README.md) says who beats whom; this page says how far
it is to the top.

<!-- not run: minutes to hours -->
```sh
python -m tools.cam_wins
python -m tools.yardstick measure bacarac honors1 honors2 honors3 honors4 kamra kardkelly cam
python -m tools.yardstick report
```

**Games with secrets.** One seat plays the first hand of a deal among rulebooks, and every player plays the same deals
in the same seats. The gain is how far the seat comes out ahead of the mean of the others, less what a rulebook does
there. The *seer* sees all cards, those still to be drawn too, and searches as a master does with 12,000 rounds: a
reference for what could be gained and not a bound. The *oracle* knows as well that the others are rulebooks, and
foresees what each action leads to; where a master plays each action out anyway, seer and oracle are one. The share is
a level's gain as a part of the seer's. Intervals are 95 %, from the deals drawn again and again.

**Cam** has no secrets, so the measure is exact. Wins are positions from games in which the side to move wins in so
many turns of its own, proved by trying all turns of both sides; one is found if the turn played wins in time. Endings
have three pieces and are won in nine turns or more, by the tables; one is kept if the turn played still wins.

What stands here so far is a first sample of few deals, of the levels as they were before they were set anew
([history](history.md#nothing-is-overlooked)).
"""


class Seer(SearchBot):
    """Sees all cards, and searches as a master does with more time and no doubts, or foresees what rulebooks do."""

    def __init__(self, game: Game, name: str, seed: int) -> None:
        free = {"prize": 0.0, "trust": 0.0, "noise": 0.0, "forgetting": 0.0, "seconds": math.inf, "threads": 1}
        sight = AS_BOOKS if name == ORACLE or foresees(game) else AS_MASTER
        super().__init__(game, "master", seed, **{**sight, **free})

    def prepare(self, match: Match, seat: int) -> tuple[Actions, Match, Rng]:
        """The match as it is."""
        return self.open_to(match, seat), match.clone(), rng_from(self.seed, len(match.moves), seat)

    def rank(self, world: Match, seat: int, rng: Rng) -> list[Top]:
        """Search with all hands open."""
        setting, nothing = self.setting, np.zeros(len(self.game.table.ACTIONS), dtype=np.uint8)
        if not self._trees:
            self._trees = [(Rivals if setting.depth == 1 else Tree)(self.game, setting.rounds)]
        self._trees[0].begin(seat, world.seats, setting, open_hands=True)
        self._trees[0].grow(world.states, nothing, setting.rounds, rng)
        return ranked(self._trees)


def foresees(game: Game) -> bool:
    """Whether a master of the game plays its actions out anyway: then the seer is an oracle."""
    return level_of(game, "master").depth == 1


def player_of(game: Game, name: str, seed: int) -> Bot:
    """A player, the seer or the oracle."""
    return Seer(game, name, seed) if name in (SEER, ORACLE) else parlour.bot(game.name, name, seed=seed)


# --- Games with secrets -----------------------------------------------------------------------------------------


def gain_of(name: str, player: str, deal: int, seed: int) -> float:
    """How far a player's seat is ahead of the mean of the others after the first hand of a deal."""
    game = parlour.game(name)
    match = game.match(seed=seed * 1_000_003 + deal, hold_table=True)
    ours = deal % match.seats
    bots = [parlour.bot(name, BOOK, seed=seed + seat) for seat in range(match.seats)]
    bots[ours] = player_of(game, player, seed + ours)
    told = 0
    while not match.over and all(row[KIND] != HAND_OVER for row in match.event_rows(told)):
        told, seat = match.event_count, match.actors[0]
        match.play(seat, match.legal_ids(TABLE)[0] if seat == TABLE else bots[seat].choose(match, seat))
    return gains(match.scores)[ours]


def shares(by_player: Mapping[str, Numbers]) -> dict[str, Told]:
    """What every player gains over the rulebook, and its share of what the seer gains, with intervals."""
    more = {player: found - by_player[BOOK] for player, found in by_player.items()}
    deals = len(by_player[BOOK])
    drawn = np.random.default_rng(1).integers(deals, size=(DRAWN_AGAIN, deals))
    means = {player: found[drawn].mean(axis=1) for player, found in more.items()}
    told: dict[str, Told] = {}
    for player, found in more.items():
        told[player] = {"gain": round(float(found.mean()), 3), "interval": interval(means[player])}
        if SEER in more and player in NAMES and (means[SEER] > 0).all():
            told[player]["share"] = round(100 * float(found.mean() / more[SEER].mean()), 1)
            told[player]["share_interval"] = interval(100 * means[player] / means[SEER])
    return told


def interval(means: Numbers) -> list[float]:
    """The middle 95 % of what was drawn again and again."""
    return [round(edge, 3) for edge in np.quantile(means, (0.025, 0.975)).tolist()]


# --- Cam --------------------------------------------------------------------------------------------------------


@cache
def positions() -> list[Told]:
    """The positions that are proved: wins in so many turns, and endings, as wins in 0."""
    told = json.loads(CAM.read_text(encoding="utf-8"))
    return [*told["wins"], *told["endings"]]


def found(name: str, player: str, number: int, seed: int) -> float:
    """1 if a player's turn keeps the win of a position, 0 if not."""
    position, game = positions()[number], parlour.game(name)
    match = game.match(seed=seed, position=position["position"])
    bot, seat = player_of(game, player, seed + number), match.actors[0]
    lines = [match.numbers(seat, turn) for turn in position["keep"]]
    while lines and all(lines):
        action = bot.choose(match, seat).id
        match.play(seat, action)
        lines = [line[1:] for line in lines if line[0] == action]
    return float(bool(lines))


def finds(by_player: Mapping[str, Numbers]) -> dict[str, Told]:
    """Of each kind of position, how many every player found."""
    kinds = np.array([position["wins in"] for position in positions()])
    told: dict[str, Told] = {}
    for player, kept in by_player.items():
        told[player] = {}
        for kind in sorted({*kinds.tolist()}):
            of_kind = kept[kinds == kind]
            edges = share_interval(float(of_kind.sum()), len(of_kind)) or (0.0, 100.0)
            counts = {"found": int(of_kind.sum()), "of": len(of_kind), "interval": [round(edge, 1) for edge in edges]}
            told[player]["endings" if kind == 0 else f"wins in {kind}"] = counts
    return told


# --- Measuring --------------------------------------------------------------------------------------------------


def worked(task: Task) -> tuple[Task, float, float]:
    """A task, what came of it, and how long it took."""
    begun = time.perf_counter()
    result = found(*task) if parlour.game(task[0]).evaluation else gain_of(*task)
    return task, result, time.perf_counter() - begun


def measure(name: str, players: Sequence[str], deals: int, seed: int, workers: int) -> Told:
    """All figures of a game."""
    game = parlour.game(name)
    exact = game.evaluation is not None
    needless = {SEER, ORACLE} if exact else {ORACLE} if foresees(game) else set()
    asked = [BOOK, *(player for player in players if player not in needless)]
    deals = len(positions()) if exact else deals
    by_player = {player: np.zeros(deals) for player in asked}
    seconds = dict.fromkeys(asked, 0.0)
    tasks = [(name, player, deal, seed) for deal in range(deals) for player in reversed(asked)]
    for (_, player, deal, _), result, took in bar(name, tasks, workers):
        by_player[player][deal] = result
        seconds[player] += took
    return {
        "game": name, "rules": game.version, "seats": game.usual, "deals": deals, "seed": seed,
        "unit": "positions" if exact else game.score_word,
        "players": finds(by_player) if exact else shares(by_player),
        "seconds": {player: round(took / deals, 3) for player, took in seconds.items()},
    }  # fmt: skip


def bar(name: str, tasks: Sequence[Task], workers: int) -> Iterator[tuple[Task, float, float]]:
    """The results as they come, and how far it has got."""
    begun, total = time.monotonic(), len(tasks)
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        for done, result in enumerate(pool.imap_unordered(worked, tasks), 1):
            left = (time.monotonic() - begun) / done * (total - done)
            full = "#" * (40 * done // total)
            print(
                f"\r{name} [{full:40}] {done:,} of {total:,}, {left:.0f} s left ", end="", file=sys.stderr, flush=True
            )
            yield result
    print(file=sys.stderr)


# --- The page ---------------------------------------------------------------------------------------------------


def report() -> str:
    """The page, from all files; the charts are drawn beside them."""
    told = [json.loads(file.read_text(encoding="utf-8")) for file in sorted(FOLDER.glob("*.json")) if file != CAM]
    for one in told:
        draw(one, FOLDER / f"{one['game']}.svg")
    hands = [one for one in told if one["unit"] != "positions"]
    exact = [one for one in told if one["unit"] == "positions"]
    charts = "\n".join(f"![{parlour.game(one['game']).title}](yardstick/{one['game']}.svg)\n" for one in told)
    return "\n".join([HEAD, *table_of_shares(hands), *(line for one in exact for line in table_of_finds(one)), charts])


def table_of_shares(figures: Sequence[Told]) -> Iterator[str]:
    """What the seer and the oracle gain over the rulebook, and the share that each level reaches."""
    yield "| Game | Deals | The seer gains | The oracle gains | " + " | ".join(NAMES) + " |"
    yield "|---|---|---|---|" + "---|" * len(NAMES)
    for one in figures:
        game, players = parlour.game(one["game"]), one["players"]
        told = [gain(players.get(player)) for player in (SEER, ORACLE)] + [share(players.get(level)) for level in NAMES]
        yield f"| {game.title}, {game.score_word} | {one['deals']:,} | " + " | ".join(told) + " |"
    yield ""


def gain(told: Told | None) -> str:
    """What is gained over the rulebook, in words."""
    return "-" if told is None else f"{told['gain']:+.2f} ({told['interval'][0]:+.2f} to {told['interval'][1]:+.2f})"


def share(told: Told | None) -> str:
    """A share in words."""
    if told is None or "share" not in told:
        return gain(told)
    return f"{told['share']:.0f} % ({told['share_interval'][0]:.0f} to {told['share_interval'][1]:.0f})"


def table_of_finds(told: Told) -> Iterator[str]:
    """What each player found of each kind of position."""
    kinds = list(told["players"][BOOK])
    yield f"| {parlour.game(told['game']).title} | " + " | ".join(kinds) + " |"
    yield "|---|" + "---|" * len(kinds)
    for player, counts in told["players"].items():
        yield f"| {player} | " + " | ".join(f"{counts[kind]['found']} of {counts[kind]['of']}" for kind in kinds) + " |"
    yield ""


def main() -> None:
    """Measure, or write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(dest="verb", required=True)
    measuring = verbs.add_parser("measure", help="play, and write the figures")
    measuring.add_argument("games", nargs="+", choices=parlour.games(), metavar="GAME")
    measuring.add_argument("--deals", type=int, default=400)
    measuring.add_argument("--seed", type=int, default=101)
    measuring.add_argument("--players", default=",".join(PLAYERS))
    measuring.add_argument("--workers", type=int, default=cores())
    measuring.add_argument("--out", type=Path, default=FOLDER)
    verbs.add_parser("report", help="write the page and the charts")
    told = parser.parse_args()
    if told.verb == "report":
        with whole_file(DOCS / "yardstick.md") as part:
            part.write_text(report(), encoding="utf-8")
        return
    for name in told.games:
        figures = measure(name, told.players.split(","), told.deals, told.seed, told.workers)
        told.out.mkdir(parents=True, exist_ok=True)
        with whole_file(told.out / f"{name}.json") as part:
            part.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
