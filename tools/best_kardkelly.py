"""The best that one player can do at Kard Kelly against the rulebook's players, by exact calculation.

    python -m tools.best_kardkelly [--seats 2 3] [--matches 1000] [--seed 1]

With a perfect memory nothing of Kard Kelly is hidden but the order of the pack and of the pool, and numbers that nobody
has are all alike. So a round is a small Markov decision process. Its state is

    | part | meaning                                                           |
    |------|-------------------------------------------------------------------|
    | u    | numbers face down: those of live disks, the rest in the pool      |
    | b    | disks in the pool whose card is gone (bad ones)                   |
    | s, k | SCRATCHes and BLANKs face down                                    |
    | who  | for each seat: dead, live, phantom (only the first seat, ours)    |
    | t    | whose turn it is                                                  |
    | pot  | counters in the centre                                            |

with the usual options. `solve` works it out from the last card to the first, and from the last header to the first
round, for every pot at once, with the others playing as `advice.py` says and our seat either as well as can be or as
`advice.py` says too. What is left out: rejecting a good disk (it costs a counter, and another good one is the same),
pots above `POTS` (carried on as straight lines), and that headers change who starts the next pot.
"""

import argparse
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

import parlour
from parlour.bots.bot import Bot
from parlour.core.contract import Rng
from parlour.core.kernel import rule
from parlour.core.match import Match
from parlour.core.statistics import share_interval
from parlour.games.kardkelly import table as kk

POTS = 48
HEADERS = 20  # KK-G18
DEAD, LIVE, PHANTOM = 0, 1, 2

Table = npt.NDArray[np.float32]
Numbers = npt.NDArray[np.float64]


@rule
def worth(n: int, misses: int, live: int, pot: int, price: float) -> bool:
    """`worth_a_disk` of advice.py for the seat whose turn it is, with a good disk in the pool."""
    no_win = (1 - 1 / n) ** live
    unbeaten = n * (1 - no_win * (1 - 1 / n)) / (live + 1)
    wins = (misses // n + 1) / (misses + 1) * unbeaten
    return bool(wins * (pot + 1) - max(0.0, unbeaten - wins) - no_win * pot / (n * n) > price)


@rule
def status(who: int, seat: int) -> int:
    """Dead, live or phantom: our seat is worth 0 to 2, each of the others a bit."""
    return who % 3 if seat == 0 else (who // 3 >> (seat - 1)) & 1


@rule
def changed(who: int, seat: int, new: int) -> int:
    """The same seats, one of them changed."""
    old = status(who, seat)
    return who + new - old if seat == 0 else who + 3 * ((new - old) << (seat - 1))


@rule
def living(who: int, n: int) -> int:
    """How many live disks there are; phantoms are none."""
    count = 0
    for seat in range(n):
        count += 1 if status(who, seat) == LIVE else 0
    return count


@rule
def later(values: Table | Numbers, pot: int) -> float:
    """The value at a pot, on a straight line beyond the last."""
    last = len(values) - 1
    if pot <= last:
        return float(values[pot])
    return float(values[last]) + (pot - last) * (float(values[last]) - float(values[last - 1]))


@rule
def ours_to_buy(table: Table, u: int, b: int, s: int, k: int, who: int, n: int, pot: int) -> tuple[float, float]:
    """What our dead seat expects if it declines, and if it buys and then does its best."""
    good = u - living(who, n)
    decline = later(table[u, b, s, k, who, 0], pot)
    live, phantom = changed(who, 0, LIVE), changed(who, 0, PHANTOM)
    draw_on = 0.0
    for bad in range(b + 1):  # with so many bad disks in the pool
        stop = later(table[u, bad, s, k, who, 0], pot + 1)
        if good + bad == 0:
            draw_on = stop
            continue
        value = 0.0
        if good > 0:
            value += good / (good + bad) * later(table[u, bad, s, k, live, 0], pot + 1)
        if bad > 0:
            keep = later(table[u, bad - 1, s, k, phantom, 0], pot + 1)
            value += bad / (good + bad) * max(keep, draw_on)
        if bad == b:
            return decline, value - 1
        draw_on = max(stop, value)
    return decline, draw_on - 1


@rule
def rulebook_buys(table: Table, u: int, b: int, s: int, k: int, who: int, t: int, n: int, pot: int) -> float:
    """What our seat expects when a dead seat that follows the rulebook buys; its own counter is not counted."""
    live = living(who, n)
    good = u - live
    on = worth(n, s + k, live, pot + 1, 0.0)
    draw_on = 0.0
    for bad in range(b + 1):
        stop = later(table[u, bad, s, k, who, t], pot + 1)
        value = good / (good + bad) * later(table[u, bad, s, k, changed(who, t, LIVE), t], pot + 1)
        if bad > 0:
            value += bad / (good + bad) * draw_on
        if bad == b:
            return value
        draw_on = value if on else stop
    return draw_on


@rule
def begin(table: Table, header: Table, u: int, b: int, s: int, k: int, who: int, t: int, n: int, ours: bool,
          out: Numbers) -> None:  # fmt: skip
    """The value of the beginning of a turn, for every pot: the dead are asked whether they buy."""
    live = living(who, n)
    asked = status(who, t) == DEAD and u - live + b > 0
    for pot in range(len(out)):
        if u + s + k == 0:
            out[pot] = header[pot]
            continue
        out[pot] = table[u, b, s, k, who, t, pot]
        if not asked:
            continue
        if t == 0 and ours:
            decline, buy = ours_to_buy(table, u, b, s, k, who, n, pot)
            out[pot] = max(decline, buy)
        elif u > live and worth(n, s + k, live, pot, 1.0):
            out[pot] = rulebook_buys(table, u, b, s, k, who, t, n, pot) - (1 if t == 0 else 0)


@rule
def turn(table: Table, header: Table, u: int, b: int, s: int, k: int, who: int, t: int, n: int, ours: bool,
         out: Numbers, work: Numbers) -> None:  # fmt: skip
    """The value before a card is turned, for every pot."""
    cards = u + s + k
    live = living(who, n)
    out[:] = 0.0
    if k > 0:
        begin(table, header, u, b, s, k - 1, who, (t + 1) % n, n, ours, work)
        for pot in range(len(out)):
            out[pot] += k / cards * work[pot]
    if s > 0:
        begin(table, header, u, b, s - 1, k, who, (t + 1) % n, n, ours, work)
        for pot in range(len(out)):
            line = later(work, pot + 1)
            out[pot] += s / cards * (line - (1 if t == 0 else 0))
    for seat in range(n):
        if status(who, seat) != LIVE:
            continue
        after = changed(who, seat, DEAD)
        gain = (1 if t == 0 else 0) - (1 if seat == 0 else 0)
        for pot in range(len(out)):
            if seat == t:
                out[pot] += (pot if t == 0 else 0) / cards
            elif after == 0 or cards == 1:
                out[pot] += (gain + header[pot]) / cards
            else:
                out[pot] += (gain + table[u - 1, b, s, k, after, t, pot]) / cards
    if u > live:
        for pot in range(len(out)):
            rest = header[pot] if cards == 1 else table[u - 1, b + 1, s, k, who, t, pot]
            out[pot] += (u - live) / cards * rest


@rule
def solve_round(table: Table, header: Table, n: int, ours: bool, out: Numbers, work: Numbers) -> None:
    """Fill the table for one round, from the last card to the first; `header` is what a header is worth."""
    for u in range(kk.DISKS + 1):
        for s in range(kk.SCRATCHES + 1):
            for k in range(kk.BLANKS + 1):
                for b in range(min(kk.DISKS - n, kk.DISKS - u) + 1):
                    for who in range(1, table.shape[4]):
                        good = u - living(who, n)
                        if u + s + k == 0 or good < 0 or good + b > kk.DISKS - n:
                            continue
                        for t in range(n):
                            turn(table, header, u, b, s, k, who, t, n, ours, out, work)
                            for pot in range(len(out)):
                                table[u, b, s, k, who, t, pot] = out[pot]


def new_table(n: int) -> Table:
    """A table of rounds, all values zero."""
    shape = (kk.DISKS + 1, kk.DISKS - n + 1, kk.SCRATCHES + 1, kk.BLANKS + 1, 3 << (n - 1), n, POTS)
    return np.zeros(shape, dtype=np.float32)


def solve(n: int, ours: bool, tell: bool = False) -> tuple[list[Table], Numbers]:
    """The tables of a round by who started it, and what a pot brings our seat by who starts it; after its ante.

    The last header of the cap shares the pot (KK-G21). Each pass puts one header more before it; when a pass changes
    nothing any more, further headers are too unlikely to matter.
    """
    everybody = 2 + 3 * ((1 << (n - 1)) - 1) - 1  # all live
    pots = np.arange(POTS)
    starts = np.array([pots // n + ((-first) % n < pots % n) for first in range(n)], dtype=np.float32)  # shared
    tables = [new_table(n) for _ in range(n)]
    for passed in range(HEADERS):
        headers = (
            starts
            if passed == 0
            else np.array(
                [[later(starts[(first + 1) % n], pot + n) - 1 for pot in range(POTS)] for first in range(n)], np.float32
            )
        )
        for first in range(n):
            solve_round(tables[first], headers[first], n, ours, *np.zeros((2, POTS)))
        new = np.array([tables[f][kk.DISKS, 0, kk.SCRATCHES, kk.BLANKS, everybody, f] for f in range(n)])
        change = float(np.abs(new - starts)[:, : POTS // 2].max())
        starts = new
        if tell:
            print(f"  {passed + 1} headers: {starts[:, n].mean() - 1:+.5f} counters a pot (changed by {change:.1e})")
        if passed and change < 1e-5:
            break
    return tables, starts[:, n].astype(np.float64)


# --- At the real table ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Place:
    """A state of the real game as the tables have it, our seat being the first."""

    u: int
    b: int
    s: int
    k: int
    who: int
    n: int
    pot: int


def place_of(s: Any, seat: int) -> Place:
    """Where a seat stands. Good disks that were thrown away, as random players do, are not in the tables."""
    n, turned = int(s.seats), {int(card) for card in s.pack[: s.turned]}
    pool = [int(disk) for disk in s.pool[: s.left]]
    live = {int(s.holders[disk]) for disk in range(1, kk.DISKS + 1) if disk not in turned}
    who = LIVE if seat in live else PHANTOM if (int(s.alive) >> seat) & 1 else DEAD
    who += 3 * sum(1 << (i - 1) for i in range(1, n) if (seat + i) % n in live)
    good = sum(disk not in turned for disk in pool)
    faces = [int(card) for card in s.pack[: s.turned]]
    return Place(
        u=good + len(live - {kk.NOBODY}), b=len(pool) - good, s=kk.SCRATCHES - faces.count(kk.SCRATCH),
        k=kk.BLANKS - faces.count(kk.BLANK), who=who, n=n, pot=int(s.pot),
    )  # fmt: skip


class BestBot(Bot):
    """Plays by the tables of `solve`; it looks at nothing but what everybody has seen."""

    level = "best"
    tables: list[Table]

    def pick(self, world: Match, seat: int, rng: Rng) -> int:
        """What the phase asks for."""
        s = world.state
        gone = kk.was_turned(s, int(s.offered))
        if s.phase == kk.REJECTED:
            return kk.SILENT if gone else kk.CHALLENGE
        if s.phase == kk.TURNING:
            return kk.TURN
        at = place_of(s, seat)
        table = self.tables[(int(s.first) - seat) % at.n]
        if s.phase == kk.BUYING:
            decline, buy = ours_to_buy(table, at.u, at.b, at.s, at.k, at.who, at.n, at.pot)
            return kk.BUY if buy > decline else kk.DECLINE
        if s.phase == kk.CHOOSING and not gone:
            return kk.KEEP
        stop, draw = self.drawing(table, at)
        if s.phase == kk.DRAWING:
            return kk.DRAW if s.left > 0 and draw > stop else kk.STOP
        keep = later(table[at.u, at.b, at.s, at.k, changed(at.who, 0, PHANTOM), 0], at.pot)
        return kk.KEEP if keep > max(stop, draw) else kk.REJECT

    def drawing(self, table: Table, at: Place) -> tuple[float, float]:
        """What it is worth to stop, and to draw on for nothing."""
        _, buy = ours_to_buy(table, at.u, at.b, at.s, at.k, at.who, at.n, at.pot - 1)
        stop = later(table[at.u, at.b, at.s, at.k, at.who, 0], at.pot)
        return stop, buy + 1


def check(n: int, matches: int, seed: int, values: Numbers) -> float:
    """How far the real game's rulebook players are from the calculated values, in standard errors: the worst seat."""
    totals: list[list[float]] = [[] for _ in range(n)]
    game = parlour.game("kardkelly")
    bots = [parlour.bot("kardkelly", "rulebook", seed=1)] * n
    for number in range(matches):
        match = game.match(n, seed=f"{seed}-{number}", options={"hands": 1})
        first = match.state.first
        play_out(match, bots)
        for seat in range(n):
            totals[(int(first) - seat) % n].append(match.payoffs[seat])
    worst = 0.0
    for place in range(n):
        error = float(np.std(totals[place])) / len(totals[place]) ** 0.5
        worst = max(worst, abs(float(np.mean(totals[place])) - (values[place] - 1)) / error)
    return worst


def play_out(match: Match, bots: list[Bot]) -> None:
    """Play a match to its end."""
    while not match.over:
        seat = match.actors[0]
        match.play(seat, bots[seat].choose(match, seat))


def contest(n: int, matches: int, seed: int, tables: list[Table], others: str) -> str:
    """Whole matches of the real game: one player by the tables, the others of a level; what he wins, with 95 %."""
    game = parlour.game("kardkelly")
    wins, counters = 0.0, []
    for number in range(matches):
        match = game.match(n, seed=f"{seed}-{others}-{number}")
        seat = number % n
        best = BestBot(game, seed=1)
        best.tables = tables
        bots = [parlour.bot("kardkelly", others, seed=number) for _ in range(n)]
        bots[seat] = best
        play_out(match, bots)
        counters.append(match.payoffs[seat])
        wins += (seat in match.winners) / max(1, len(match.winners))
    low, high = share_interval(wins, matches) or (0.0, 100.0)
    mean, error = float(np.mean(counters)), 1.96 * float(np.std(counters)) / matches**0.5
    return f"{mean:+.2f} ± {error:.2f} counters a match, {wins / matches:.1%} of them won ({low:.1f} to {high:.1f} %)"


def main() -> None:
    """Calculate, and compare with the real game."""
    parser = argparse.ArgumentParser(description="The best attainable at Kard Kelly against the rulebook's players.")
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 3])
    parser.add_argument("--matches", type=int, default=1000, help="matches of the real game for each comparison")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for n in given.seats:
        _, usual = solve(n, ours=False)
        tables, best = solve(n, ours=True)
        print(f"{n} seats, counters a pot by who starts (our seat, then the next to our left, ...):")
        print(f"  rulebook among rulebooks  {row(usual)}   mean {usual.mean() - 1:+.5f}")
        print(f"  the best among rulebooks  {row(best)}   mean {best.mean() - 1:+.5f}")
        if given.matches:
            off = check(n, 10 * given.matches, given.seed, usual)
            print(f"  {10 * given.matches} real pots of rulebooks: the worst mean is {off:.1f} standard errors off")
            for others in ("rulebook", "random"):
                told = contest(n, given.matches, given.seed, tables, others)
                print(f"  the best with {others}s in {given.matches} real matches: {told}")


def row(values: Numbers) -> str:
    """Values by who starts, the ante taken off."""
    return " ".join(f"{value - 1:+.4f}" for value in values)


if __name__ == "__main__":
    main()
