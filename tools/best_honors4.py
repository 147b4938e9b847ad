"""How much better than the rulebook one can play Honors No. IV: exactly for a small pack, by measurement for the whole.

    python -m tools.best_honors4 exact [--cards 8]
    python -m tools.best_honors4 measure [--seats 2] [--knowing samples|beliefs|hands] [--hands 1000] [--worlds 2000]

There are two decisions: pack or pile, and which card to throw. All others follow the rulebook.

**exact.** Two seats; all cards but the first few lie dead in the pile, and the pile is not made anew. Every deal of the
other cards is enumerated, in every order, and our seat does the best for what it sees: a full search over what it can
know, with the real rules. What comes out is exact: the share of hands won with the best play and with the rulebook's.

**measure.** The whole pack. At each decision both actions are tried in many worlds, each played out by the rulebook; if
the other action is better beyond doubt it is taken. What that gains is measured in other worlds, with the true cards
and the pack in a new order: the mean of those gains is how many more hands this player wins than the rulebook (the
advantages of a policy along its own path sum up to what it gains). So it is a lower bound of the best attainable, free
of bias. `samples` are the worlds of any bot; `beliefs` weighs them by what the rulebook's thrower would have thrown, by
Bayes' rule, exactly (two seats); `hands` looks into the others' hands, which nobody may: it bounds what knowing could
bring.
"""

import argparse
from itertools import permutations
from typing import Any

import numpy as np
import numpy.typing as npt

import parlour
from parlour.core.chance import below, forget_key, rng_from
from parlour.core.contract import TABLE, Actions, Log, Record, Rng, Words
from parlour.core.engines import at_speed
from parlour.core.events import new_log
from parlour.core.kernel import called, whole
from parlour.core.options import encode
from parlour.core.pack.cards import holds
from parlour.games.honors4.advice import advise
from parlour.games.honors4.knowledge import redeal, unseen
from parlour.games.honors4.rules import apply, legal, may_draw, may_take, setup
from parlour.games.honors4.table import (
    DEAL,
    PACK,
    STATE,
    TAKE,
    THROW,
    THROW_DRAWN,
    THROW_HELD,
    TURN,
    is_out,
)

OURS = 0
DOUBT = 3  # standard errors
CARDS = 48
SAMPLES, BELIEFS, HANDS = range(3)
KNOWING = ("samples", "beliefs", "hands")
TRUE, WORLD, TRIAL, BLANK, ROOM = range(5)  # the states that a measurement works in
GAIN, SQUARES, WON, DECISIONS, CHANGED = 0, 1, 2, 3, 5  # what it counts; the last two for draws and for throws
COUNTS = 7

States = Any
Numbers = npt.NDArray[np.float64]


@called
def going(s: Record) -> bool:
    """Whether the hand is not over."""
    return bool(s.phase == TURN or s.phase == THROW)


@called
def play(s: Record, seat: int, action: int, log: Log) -> None:
    """An action of which nobody keeps a log."""
    log[0, 0] = 0
    apply(s, seat, action, log)


@called
def play_out(s: Record, scratch: Any, rng: Rng, log: Log) -> None:
    """The rest of the hand by the rulebook."""
    while going(s):
        seat = whole(s.turn)
        play(s, seat, advise(s, seat, rng, scratch), log)


@called
def share(s: Record) -> float:
    """What our seat has of the hand: all, nothing, or its part if it is void."""
    if s.totals[OURS] > 0:
        return 1.0
    for seat in range(s.seats):
        if s.totals[seat] > 0:
            return 0.0
    return 1.0 / whole(s.seats)


# --- The whole pack, measured ---------------------------------------------------------------------------------


@called
def reorder(s: Record, rng: Rng) -> None:
    """The same hands, the pack in a new order, and other packs to come."""
    forget_key(s, rng)
    for i in range(whole(s.left) - 1, 0, -1):
        place = below(rng, i + 1)
        s.pack[i], s.pack[place] = s.pack[place], s.pack[i]


@called
def give(s: Record, card: int) -> None:
    """Let the other player of two hold a card, which her old one replaces in the pack."""
    for i in range(s.left):
        if s.pack[i] == card:
            s.pack[i] = s.held[1]
            s.held[1] = card
            return


@called
def imagine(states: States, knowing: int, belief: Numbers, rng: Rng) -> None:
    """A world as it could be for all that our seat knows."""
    states[WORLD] = states[TRUE]
    if knowing == SAMPLES:
        redeal(states[WORLD], OURS, rng)
        return
    if knowing == BELIEFS:
        at = below(rng, 1 << 30) / float(1 << 30)
        card = 0
        for k in range(CARDS):
            if belief[k] > 0 and at >= 0:
                card = k
                at -= belief[k]
        give(states[WORLD], card)
    reorder(states[WORLD], rng)


@called
def compare(states: States, knowing: int, belief: Numbers, usual: int, other: int, worlds: int, scratch: Any, rng: Rng,
            log: Log) -> tuple[float, float]:  # fmt: skip
    """How much better the other action is than the usual one, and the standard error of that."""
    total = squares = 0.0
    for _ in range(worlds):
        imagine(states, knowing, belief, rng)
        gain = 0.0
        for sign in (-1.0, 1.0):
            states[TRIAL] = states[WORLD]
            play(states[TRIAL], OURS, usual if sign < 0 else other, log)
            play_out(states[TRIAL], scratch, rng, log)
            gain += sign * share(states[TRIAL])
        total += gain
        squares += gain * gain
    mean = total / worlds
    return mean, (max(0.0, squares / worlds - mean * mean) / worlds) ** 0.5


@called
def would(states: States, held: int, fresh: int, scratch: Any, rng: Rng) -> int:
    """What the rulebook would do in the other seat with these cards."""
    states[WORLD] = states[TRUE]
    states[WORLD].held[1] = held
    if states[WORLD].phase == THROW:
        states[WORLD].fresh = fresh
    return advise(states[WORLD], 1, rng, scratch)


@called
def conclude(states: States, action: int, belief: Numbers, new: Numbers, scratch: Any, rng: Rng) -> None:
    """Bayes' rule: what the other player of two may hold after her action, which is about to be carried out."""
    s = states[TRUE]
    new[:] = 0.0
    if s.phase == TURN:
        if action == TAKE or not (may_draw(s) and may_take(s)):
            return
        for held in range(CARDS):
            if belief[held] > 0 and would(states, held, 0, scratch, rng) == action:
                new[held] = belief[held]
    elif s.takes > 0:
        new[s.fresh] = 1.0
    else:
        thrown = whole(s.held[1] if action == THROW_HELD else s.fresh)
        hidden = unseen(s, OURS)
        for kept in range(CARDS):
            if kept == thrown or not holds(hidden, kept) or is_out(s, kept, thrown) or is_out(s, thrown, kept):
                continue
            if belief[kept] > 0 and would(states, kept, thrown, scratch, rng) == THROW_DRAWN:
                new[kept] += belief[kept]
            if belief[thrown] > 0 and would(states, thrown, kept, scratch, rng) == THROW_HELD:
                new[kept] += belief[thrown]
    total = 0.0
    for card in range(CARDS):
        total += new[card]
    for card in range(CARDS):
        belief[card] = new[card] / total


@called
def look(s: Record, belief: Numbers) -> None:
    """She does not hold what our seat sees."""
    hidden = unseen(s, OURS)
    total = 0.0
    for card in range(CARDS):
        belief[card] = belief[card] if holds(hidden, card) else 0.0
        total += belief[card]
    for card in range(CARDS):
        belief[card] /= total


@called
def decide(states: States, knowing: int, belief: Numbers, worlds: int, legals: Actions, scratch: Any, rng: Rng,
           log: Log, counts: Numbers) -> int:  # fmt: skip
    """The rulebook's action, or the other one if that is better beyond doubt."""
    s = states[TRUE]
    usual = advise(s, OURS, rng, scratch)
    if legal(s, OURS, legals) == 1 or (s.phase == TURN and is_out(s, s.held[OURS], s.exposed[s.lying - 1])):
        return usual
    kind = 0 if s.phase == TURN else 1
    counts[DECISIONS + kind] += 1
    other = whole(legals[1] if legals[0] == usual else legals[0])
    better, error = compare(states, knowing, belief, usual, other, worlds, scratch, rng, log)
    if better <= DOUBT * error:
        return usual
    counts[CHANGED + kind] += 1
    gain, _ = compare(states, HANDS, belief, usual, other, worlds, scratch, rng, log)
    counts[GAIN] += gain
    return other


@called
def measure(states: States, seats: int, key: Words, knowing: int, worlds: int, hands: int,
            belief: Numbers, new: Numbers, legals: Actions, scratch: Any, rng: Rng, log: Log,
            counts: Numbers) -> None:  # fmt: skip
    """Play so many hands and count."""
    for _ in range(hands):
        states[TRUE] = states[BLANK]
        s = states[TRUE]
        for i in range(len(key)):
            key[i] = below(rng, 1 << 32)
        setup(s, seats, key)
        play(s, TABLE, DEAL, log)
        for card in range(CARDS):
            belief[card] = 0.0 if card == s.held[OURS] else 1.0 / (CARDS - 1)
        before = counts[GAIN]
        while going(s):
            seat = whole(s.turn)
            if seat == OURS:
                if knowing == BELIEFS:
                    look(s, belief)
                action = decide(states, knowing, belief, worlds, legals, scratch, rng, log, counts)
            else:
                action = advise(s, seat, rng, scratch)
                if knowing == BELIEFS:
                    conclude(states, action, belief, new, scratch, rng)
            play(s, seat, action, log)
        counts[SQUARES] += (counts[GAIN] - before) ** 2
        counts[WON] += share(s)


def measured(seats: int, knowing: int, hands: int, worlds: int, seed: int) -> str:
    """A measurement in words."""
    game = parlour.game("honors4")
    options = encode(game.options, game.complete_options({"h4_match": 1}))[0]
    states, scratch = np.zeros(ROOM, dtype=game.layout), np.zeros(1, dtype=game.layout)
    STATE.take_options(states[BLANK], options)
    counts, belief, new = np.zeros(COUNTS), np.zeros(CARDS), np.zeros(CARDS)
    key, legals = np.zeros(8, dtype=np.uint32), np.zeros(2, dtype=np.int16)
    at_speed(measure)(
        states, seats, key, knowing, worlds, hands, belief, new, legals, scratch, rng_from(seed), new_log(32),
        counts,
    )  # fmt: skip
    gain, won = counts[GAIN] / hands, counts[WON] / hands
    error = 1.96 * ((counts[SQUARES] / hands - gain**2) / hands) ** 0.5
    draws, throws, other_draws, other_throws = counts[DECISIONS:] / hands
    return (
        f"{seats} seats, knowing {KNOWING[knowing]}: {100 * gain:+.2f} ± {100 * error:.2f} % of hands "
        f"({won:.1%} won of {hands}); a hand has {draws:.1f} draws and {throws:.1f} throws to decide, "
        f"of which {other_draws:.3f} and {other_throws:.3f} are changed"
    )


# --- A small pack, exactly ------------------------------------------------------------------------------------


@called
def advance(states: States, seen: npt.NDArray[np.int64], legals: Actions, scratch: Any, rng: Rng, log: Log) -> None:
    """In every world play on to our next choice, or to the end of the hand; `seen` sums up what we see on the way."""
    for i in range(len(states)):
        s = states[i]
        while going(s):
            seat = whole(s.turn)
            if seat == OURS and legal(s, OURS, legals) > 1:
                break
            action = advise(s, seat, rng, scratch)
            note = action
            if action in (THROW_HELD, THROW_DRAWN):
                note = 8 + whole(s.held[seat] if action == THROW_HELD else s.fresh)
            play(s, seat, action, log)
            if seat == OURS and action == PACK and s.phase == THROW:
                note = 64 + whole(s.fresh)
            seen[i] = (seen[i] * 131 + note) & ((1 << 50) - 1)


@called
def choose(states: States, action: int, seen: npt.NDArray[np.int64], log: Log) -> None:
    """Our seat's action in every world; a card drawn from the pack is seen."""
    for i in range(len(states)):
        play(states[i], OURS, action, log)
        seen[i] = 1 + whole(states[i].fresh) if states[i].phase == THROW else 0


@called
def shares(states: States, out: Numbers) -> None:
    """What our seat has of the hand in every world, -1 where it goes on."""
    for i in range(len(states)):
        out[i] = -1.0 if going(states[i]) else share(states[i])


class Search:
    """A search over what our seat can know. `ours` is whether it does its best, or follows the rulebook."""

    def __init__(self, ours: bool) -> None:
        state = parlour.game("honors4").layout
        self.ours = ours
        self.scratch, self.rng, self.log = np.zeros(1, dtype=state), rng_from(1), new_log(32)
        self.legals = np.zeros(2, dtype=np.int16)

    def value(self, states: States, seen: npt.NDArray[np.int64]) -> float:
        """The shares of all worlds, added up; `seen` tells apart what our seat can tell apart."""
        at_speed(advance)(states, seen, self.legals, self.scratch, self.rng, self.log)
        out = np.zeros(len(states))
        at_speed(shares)(states, out)
        total = float(out[out >= 0].sum())
        going_on = np.flatnonzero(out < 0)
        if len(going_on) == 0:
            return total
        _, group = np.unique(seen[going_on], return_inverse=True)
        order = np.argsort(group, kind="stable")
        for worlds in np.split(going_on[order], np.flatnonzero(np.diff(group[order])) + 1):
            total += self.choice(states[worlds])
        return total

    def choice(self, states: States) -> float:
        """The best sum of shares over actions, in worlds that all look the same."""
        actions = [int(a) for a in self.legals[: legal(states[0], OURS, self.legals)]]
        if not self.ours:
            actions = [int(advise(states[0], OURS, self.rng, self.scratch))]
        return max(self.after(states.copy(), action) for action in actions)

    def after(self, states: States, action: int) -> float:
        """The value after an action."""
        seen = np.zeros(len(states), dtype=np.int64)
        at_speed(choose)(states, action, seen, self.log)
        return self.value(states, seen)


def exact(cards: int, ours: bool, opener: int, held: int) -> float:
    """The share of hands that our seat wins with a certain card, over all deals of the first `cards` cards."""
    game = parlour.game("honors4")
    options = {"h4_match": 1, "h4_recycle": "none"}
    names = [f"{'ABCDEFGHIJKL'[card // 4]}-{card % 4 + 1}" for card in range(CARDS)]
    rest = [card for card in range(cards) if card != held]
    pack, pile = ",".join(names[card] for card in rest[1:]), ",".join(names[cards:])
    hands = f"{names[held]},{names[rest[0]]}"
    position = f"seats=2 phase=turn opener={opener} turn={opener} held={hands} pack={pack} exposed={pile}"
    first = game.match(position=position, options=options).state
    deals = np.array(list(permutations(rest)), dtype=np.int8)
    states = np.zeros(len(deals), dtype=game.layout)
    states[:] = first
    states["held"][:, 1] = deals[:, 0]
    states["pack"][:, : cards - 2] = deals[:, 1:]
    return Search(ours).value(states, np.zeros(len(deals), dtype=np.int64)) / len(deals)


def show_exact(cards: int) -> None:
    """The best and the rulebook's, by who opens; all cards are as likely."""
    for opener, word in enumerate(("our seat opens", "the other opens")):
        values = [np.mean([exact(cards, ours, opener, held) for held in range(cards)]) for ours in (True, False)]
        print(
            f"{cards} cards, {word}: best {values[0]:.5f}, rulebook {values[1]:.5f}, gain {values[0] - values[1]:+.5f}"
        )


def main() -> None:
    """Calculate or measure."""
    parser = argparse.ArgumentParser(description="How much better than the rulebook one can play Honors No. IV.")
    parser.add_argument("what", choices=["exact", "measure"])
    parser.add_argument("--cards", type=int, default=8, help="cards that are not dead (exact)")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--knowing", choices=KNOWING, default="samples")
    parser.add_argument("--hands", type=int, default=1000)
    parser.add_argument("--worlds", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if given.what == "exact":
        show_exact(given.cards)
    else:
        print(measured(given.seats, KNOWING.index(given.knowing), given.hands, given.worlds, given.seed))


if __name__ == "__main__":
    main()
