"""Forced wins of Cam, proved without any search of the players', and endings that the tables know.

    python -m tools.cam_wins [--each 100] [--nodes 2000] [--seed 1] [--workers N]

**Wins.** Positions are from the last turns of games won between `novice` players that began with a few turns drawn by
lot. The winner, to move, wins in N turns of its own if it has a turn after which every reply leaves it a win in N -
1, and does not win in fewer. All turns of both sides are looked at, by the rules alone; nothing is estimated, and
what is not settled within the nodes allowed is left out. So long wins are those in which there is little to choose.
Of every first turn it is known whether it wins in time.

**Endings.** Positions with three pieces that are won in 9 turns or more, those of both sides counted, and have turns
that keep the win and turns that do not, from games between players that move by lot. They need the tables of
`parlour endgames build cam --pieces 3`; without tables there are none.

What is found goes to `docs/strength/yardstick/cam-positions.json`, for `tools.yardstick`.
"""

import argparse
import json
import multiprocessing
import sys
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np

import parlour
from parlour.arena.play import cores
from parlour.bots.alphabeta import AlphaBeta, loops_of
from parlour.core.chance import below, rng_from
from parlour.core.contract import Record
from parlour.core.engines import at_speed
from parlour.core.evaluation import NO_ANSWER
from parlour.core.events import COLUMNS
from parlour.core.files import whole_file
from parlour.core.kernel import called
from parlour.core.match import Match
from parlour.games.cam import GAME
from parlour.games.cam.endgames import probe_match
from parlour.games.cam.evaluation import position_key
from parlour.games.cam.table import REPETITION, UNDECIDED

FILE: Final = Path(__file__).resolve().parents[1] / "docs" / "strength" / "yardstick" / "cam-positions.json"
QUICKEST, SLOWEST = 2, 6  # turns of the winner's own
OPENING: Final = 6  # turns drawn by lot
LAST: Final = 2 * SLOWEST  # turns of a game that are tried
PIECES, LONG = 3, 9  # of an ending
ROOM, LEGS = 512, 32

Found: TypeAlias = dict[str, Any]

list_turns = called(loops_of(GAME)[1].bound)


# --- At speed: wins in one turn or two --------------------------------------------------------------------------


@called
def has_won(end: Record, seat: int) -> bool:
    """Whether a turn of `seat` has won it the game, or the other's has lost it."""
    return bool(end.verdict != UNDECIDED and end.verdict < REPETITION and end.turn != seat)


@called
def is_won(desk: Any, level: int, n: int, seat: int) -> bool:
    """Whether any of the n turns listed at this level wins at once."""
    for i in range(n):
        if has_won(desk[level, i], seat):
            return True
    return False


@called
def answers_nothing(desk: Any, i: int, seat: int, legs: Any, listed: Any, left: Any, paths: Any, keys: Any,
                    log: Any) -> bool:  # fmt: skip
    """Whether after turn i every reply lets `seat` win at once."""
    legs[0] = desk[0, i]
    replies = list_turns(legs, 1 - seat, listed, left, desk[1], paths, keys, log)
    for j in range(replies):
        if desk[1, j].verdict != UNDECIDED:
            return False
        legs[0] = desk[1, j]
        if not is_won(desk, 2, list_turns(legs, seat, listed, left, desk[2], paths, keys, log), seat):
            return False
    return True


@called
def wins_soon(root: Any, seat: int, turns: int, desk: Any, legs: Any, listed: Any, left: Any, paths: Any, keys: Any,
              log: Any) -> bool:  # fmt: skip
    """Whether `seat`, which is to move, can force a win in one turn, or in two."""
    legs[0] = root[0]
    n = list_turns(legs, seat, listed, left, desk[0], paths, keys, log)
    if is_won(desk, 0, n, seat):
        return True
    for i in range(n if turns > 1 else 0):
        undecided = desk[0, i].verdict == UNDECIDED
        if undecided and answers_nothing(desk, i, seat, legs, listed, left, paths, keys, log):
            return True
    return False


# --- Proofs -----------------------------------------------------------------------------------------------------


class Unsettled(Exception):
    """So many nodes were not enough."""


class Prover:
    """Tries everything."""

    def __init__(self, nodes: int) -> None:
        state = GAME.layout
        self.most, self.nodes = nodes, 0
        self.engine = AlphaBeta(GAME, memory=2)
        self.desk = (
            *(np.zeros((3, ROOM), dtype=state), np.zeros(LEGS, dtype=state)),
            *(np.zeros((LEGS, GAME.table.MOST_LEGAL), dtype=np.int16), np.zeros(LEGS, dtype=np.int64)),
            *(np.zeros((ROOM, LEGS + 1), dtype=np.int16), np.zeros(ROOM, dtype=np.uint64)),
            np.zeros((1, COLUMNS), dtype=np.int64),
        )
        self.known: dict[tuple[int, int], bool] = {}

    def fewest(self, state: Record) -> int | None:
        """In how many turns of its own the side to move wins; None if not in `SLOWEST`, or not within the nodes."""
        self.nodes, self.known = self.most, {}
        try:
            return next((turns for turns in range(1, SLOWEST + 1) if self.wins(state, turns)), None)
        except Unsettled:
            return None

    def first_turns(self, match: Match, turns: int) -> list[str]:
        """The turns that win in so many."""
        seat, found = match.actors[0], list[str]()
        for turn in match.turns(seat):
            after = match.clone()
            after.play(seat, turn)
            if has_won(after.state, seat) or (not after.over and self.holds(after.state, turns - 1)):
                found.append(turn)
        return found

    def wins(self, state: Record, turns: int) -> bool:
        """Whether the side to move can force a win in so many turns of its own."""
        key = (int(position_key(state)), turns)
        if key not in self.known:
            self.known[key] = self.tried(state, turns)
        return self.known[key]

    def tried(self, state: Record, turns: int) -> bool:
        """The same, found afresh."""
        self.nodes -= 1
        if self.nodes < 0:
            raise Unsettled
        seat = int(state.turn)
        if turns <= 2:
            root = np.array([state], dtype=GAME.layout)
            return bool(at_speed(wins_soon)(root, seat, turns, *self.desk))
        ends = self.ends(state, seat)
        return any(has_won(end, seat) for end in ends) or any(
            end.verdict == UNDECIDED and self.holds(end, turns - 1) for end in ends
        )

    def holds(self, state: Record, turns: int) -> bool:
        """Whether every reply leaves the other side a win in so many turns."""
        winner = 1 - int(state.turn)
        replies = self.ends(state, 1 - winner)
        return turns > 0 and all(
            end.verdict == UNDECIDED and self.wins(end, turns) for end in replies if not has_won(end, winner)
        )

    def ends(self, state: Record, seat: int) -> list[Record]:
        """What every turn leads to."""
        turns, ends = self.engine.turns(state, seat)
        return list(ends[: len(turns)])


# --- Games ------------------------------------------------------------------------------------------------------


def forced_wins(number: int, nodes: int) -> list[Found]:
    """Wins from the end of a game, at most one of each length, back to where none is proved any more."""
    prover, found = Prover(nodes), dict[int, Found]()
    positions, winners = played(number, "novice", OPENING)
    for match in reversed(positions[-LAST:]):
        if match.actors != winners:
            continue
        turns = prover.fewest(match.state)
        if turns is None:
            break
        if turns >= QUICKEST and turns not in found:
            prover.nodes = nodes
            try:
                found[turns] = {"wins in": turns, "position": match.position, "keep": prover.first_turns(match, turns)}
            except Unsettled:
                continue
    return list(found.values())


def endings(number: int) -> list[Found]:
    """An ending from a game between players who move by lot, if the tables know one."""
    for match in played(number, "random", 0)[0]:
        turns = probe_match(match)
        if pieces_of(match) == PIECES and turns != NO_ANSWER and turns >= LONG:
            seat, told = match.actors[0], list(match.turns(match.actors[0]))
            keep = [turn for turn in told if still_won(match, seat, turn)]
            return [{"wins in": 0, "position": match.position, "keep": keep}] if len(keep) < len(told) else []
    return []


def still_won(match: Match, seat: int, turn: str) -> bool:
    """Whether the tables say that `seat` has won after this turn."""
    after = match.clone()
    after.play(seat, turn)
    return after.winners == (seat,) if after.over else probe_match(after) < 0


def pieces_of(match: Match) -> int:
    """How many pieces are on the board."""
    return sum(letter.isalpha() for letter in match.position.split()[0])


def played(number: int, player: str, opening: int) -> tuple[list[Match], tuple[int, ...]]:
    """The positions of a game in which somebody begins a turn, and who won it."""
    match, rng = GAME.match(seed=number), rng_from(number)
    bots = [parlour.bot(GAME.name, player, seed=2 * number + seat) for seat in range(2)]
    found = []
    while not match.over:
        seat = match.actors[0]
        if not match.unfinished(seat):
            found.append(match.clone())
        ids = match.legal_ids(seat)
        early = len(found) <= opening
        match.play(seat, ids[below(rng, len(ids))] if early else bots[seat].choose(match, seat))
    return found, match.winners


@cache
def has_tables() -> bool:
    """Whether there are tables of endings with so many pieces."""
    return probe_match(GAME.match(position="1/3/5/7/7/7/3k3/7/7/3K3/5/3/1 r")) != NO_ANSWER


def enough(results: Iterator[list[Found]], each: int, lengths: set[int]) -> list[Found]:
    """So many positions of each length, in the order of the games."""
    kept: dict[int, list[Found]] = {length: [] for length in lengths}
    for number, found in enumerate(results, 1):
        for one in found:
            if len(kept[one["wins in"]]) < each:
                kept[one["wins in"]].append(one)
        counts = ", ".join(f"{len(ones)} in {length}" for length, ones in kept.items())
        print(f"\r{number} games: {counts}   ", end="", file=sys.stderr, flush=True)
        if all(len(ones) == each for ones in kept.values()):
            break
    print(file=sys.stderr)
    return [one for ones in kept.values() for one in ones]


def main() -> None:
    """Find positions and write the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--each", type=int, default=100, help="positions of each kind")
    parser.add_argument("--games", type=int, default=4000, help="games that are tried at most")
    parser.add_argument("--nodes", type=int, default=2000, help="positions of a proof, each with its next two turns")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=cores())
    told = parser.parse_args()
    games = range(told.seed, told.seed + told.games)
    with multiprocessing.get_context("spawn").Pool(told.workers) as pool:
        won = enough(pool.imap(partial(forced_wins, nodes=told.nodes), games), told.each, {*range(2, SLOWEST + 1)})
        ended = enough(pool.imap(endings, games), told.each, {0}) if has_tables() else []
    FILE.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(FILE) as part:
        part.write_text(json.dumps({"seed": told.seed, "wins": won, "endings": ended}, indent=1) + "\n")


if __name__ == "__main__":
    main()
