"""How often a level of Bacarac throws a good hand away: `python -m benchmarks.sure_hands strong --hands 10000`.

Seats of one level play matches among themselves. Two things count: a fold of a hand that beats all others in the Pot
more than 80 times in 100, and a check of one that does so more than 90 times in 100 by the last to speak, who knows
that nobody will bet after it. How often it does is found from fair deals of the unseen cards, weighed by how well
they fit what the others have said (`advice.plausible`). With exit code 1 if either ever happened.
"""

import argparse
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import NamedTuple, Self

import parlour
from parlour import Match
from parlour.bots.bot import Bot
from parlour.core.chance import rng_from
from parlour.core.contract import TABLE, Record, Rng
from parlour.core.pack.cards import NONE
from parlour.core.pack.poker import poker_rank
from parlour.games.bacarac.advice import plausible
from parlour.games.bacarac.table import CHECK, FOLD

FOLD_ABOVE, CHECK_ABOVE = 0.8, 0.9
LOOKS = (8, 40, 400)  # deals, ever more of them while the hand seems good


class Slip(NamedTuple):
    """A good hand thrown away: in which match, after how many moves, by what, and how good it was."""

    seed: int
    move: int
    action: str
    share: float


class Tally(NamedTuple):
    """What was seen: hands, folds, checks by the last to speak, and those that were slips."""

    hands: int
    folds: int
    checks: int
    slips: tuple[Slip, ...]

    def with_more(self, more: Self) -> "Tally":
        """Both together."""
        return Tally(
            self.hands + more.hands, self.folds + more.folds, self.checks + more.checks, self.slips + more.slips
        )


def main() -> int:
    """Play, count and tell."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.sure_hands", description=__doc__)
    parser.add_argument("level", nargs="?", default="strong", help="who plays, as strong or strong:tries=1")
    parser.add_argument("--hands", type=int, default=10_000, help="hands to play at least")
    parser.add_argument("--seats", type=int, default=4, help="players at the table")
    parser.add_argument("--seed", type=int, default=1, help="of the first match; the next ones count on")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    asked = parser.parse_args()
    play, seen = partial(watch, asked.level, asked.seats), Tally(0, 0, 0, ())
    with ProcessPoolExecutor(asked.jobs) as pool:
        matches = -(-asked.hands // (2 * asked.seats))  # two rounds of deals each
        for tally in pool.map(play, range(asked.seed, asked.seed + matches), chunksize=8):
            for slip in tally.slips:
                print(f"seed {slip.seed}, move {slip.move}: {slip.action} with {slip.share:.0%}", flush=True)
            seen = seen.with_more(tally)
    kinds = [sum(slip.action == kind for slip in seen.slips) for kind in ("fold", "check")]
    print(f"{asked.level}, {asked.seats} seats: {seen.hands:,} hands from seed {asked.seed}")
    print(f"{seen.folds:,} folds, of hands above {FOLD_ABOVE:.0%}: {kinds[0]}")
    print(f"{seen.checks:,} checks by the last to speak, of hands above {CHECK_ABOVE:.0%}: {kinds[1]}")
    return 1 if seen.slips else 0


def watch(level: str, seats: int, seed: int) -> Tally:
    """A match among players of one level."""
    game = parlour.game("bacarac")
    match = game.match(seats, seed=seed)
    bots = [parlour.bot("bacarac", level, seed=seats * seed + seat) for seat in range(seats)]
    folds, checks, slips = 0, 0, list[Slip]()
    for seat, action in decisions(match, bots):
        behind = action == CHECK and int(match.state.waiting) == 1 << seat
        folds, checks = folds + (action == FOLD), checks + behind
        if action == FOLD or behind:
            share = win_share(match, seat, rng_from(seed, len(match.moves)), CHECK_ABOVE if behind else FOLD_ABOVE)
            if share:
                slips.append(Slip(seed, len(match.moves), "check" if behind else "fold", share))
    return Tally(int(match.state.hand), folds, checks, tuple(slips))


def decisions(match: Match, bots: list[Bot]) -> Iterator[tuple[int, int]]:
    """Every decision of a match, before it is carried out."""
    while not match.over:
        seat = match.actors[0]
        action = match.legal_ids(seat)[0] if seat == TABLE else bots[seat].choose(match, seat).id
        yield seat, action
        match.play(seat, action)


def win_share(match: Match, seat: int, rng: Rng, least: float) -> float:
    """How often the seat's hand beats all others in the Pot, if it does so more than `least`, else 0."""
    won = of = share = 0.0
    for deals in LOOKS:
        for _ in range(deals):
            world = match.sample(seat, rng).state
            weight = plausible(world, seat)
            won, of = won + weight * outcome(world, seat), of + weight
        share = won / of
        if share < least - 1.5 / deals**0.5:
            return 0.0
    return share if share > least else 0.0


def outcome(world: Record, seat: int) -> float:
    """Whether the hand beats all others in the Pot: 1, 0, or a half for a tie with the best."""
    own, best = rank_of(world, seat), -1
    for other in range(int(world.seats)):
        if other != seat and (int(world.in_pot) >> other) & 1:
            best = max(best, rank_of(world, other))
    return 0.5 if own == best else float(own > best)


def rank_of(world: Record, seat: int) -> int:
    """How good the seat's five are, chosen or the best."""
    return int(poker_rank(world.fives[seat] if world.fives[seat] != NONE else world.held[seat]))


if __name__ == "__main__":
    sys.exit(main())
