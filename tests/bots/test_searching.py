"""The player who searches: threads, time, loyalty to the book, and what it misjudges."""

import math
import os
import time
from pathlib import Path
from typing import Any

import pytest
from tests.games.kamra.table import KAMRA
from tests.short import short

import parlour
from parlour import Match
from parlour.bots.bot import Bot, spread_of
from parlour.bots.ismcts import Top, Tree, ranked
from parlour.bots.searching import BATCH, SearchBot, loyal, misjudged
from parlour.core.chance import below, rng_from
from parlour.core.engines import compiled

ROUNDS = 300 if compiled() else 8


def in_play(moves: int = 20) -> Match:
    match, rng = KAMRA.match(4, seed=4, options={"hand_cap": 1}), rng_from(1)
    while len(match.moves) < moves:
        match.play(match.actors[0], match.advise(match.actors[0], rng))
    return match


def bot(level: str = "strong", **changes: object) -> SearchBot:
    return SearchBot(KAMRA, level, 1, **({"rounds": ROUNDS, "seconds": math.inf} | changes))  # type: ignore[arg-type]


# --- Trees side by side -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_threads_find_what_their_trees_find_one_after_another(threads: int) -> None:
    match, player = in_play(), bot(threads=threads)
    seat, each = match.actors[0], -(-ROUNDS // threads)
    found = player.rank(match, seat, rng_from(5))
    rng, trees = rng_from(5), []
    hidden = player.hidden(match, seat)
    for own in [rng_from(below(rng, 1 << 32)) for _ in range(threads)]:
        tree = Tree(KAMRA, each)
        tree.begin(seat, match.seats, player.setting)
        tree.grow(match.states, hidden, each, own)
        trees.append(tree)
    assert sorted(found, key=by_action) == sorted(ranked(trees), key=by_action)
    assert sum(top.visits for top in found) == threads * each


def by_action(top: Top) -> int:
    return top.action


def test_a_player_answers_the_same_twice_and_after_other_matches() -> None:
    match, player = in_play(), bot(threads=2)
    seat = match.actors[0]
    first = player.estimates(match, seat)
    player.choose(in_play(8), in_play(8).actors[0])
    assert player.estimates(match, seat) == first == bot(threads=2).estimates(match, seat)
    assert first[0].action == player.choose(match, seat)
    assert sum(estimate.visits for estimate in first) == 2 * -(-ROUNDS // 2)


def test_time_stops_a_search_after_a_first_batch() -> None:
    rounds = 10 * BATCH if compiled() else 6
    match, player = in_play(), bot(rounds=rounds, seconds=-1.0)
    assert sum(top.visits for top in player.rank(match, match.actors[0], rng_from(1))) == min(BATCH, rounds)


class Interrupted(Tree):
    """A tree on a machine that does something else in between."""

    def grow(self, *given: Any) -> None:
        """Let some time pass before growing."""
        end = time.monotonic() + 0.2
        while (left := end - time.monotonic()) > 0:
            time.sleep(left)
        super().grow(*given)


@pytest.mark.compiled("a batch takes too long in plain Python")
def test_who_has_to_wait_for_a_processor_thinks_no_less() -> None:
    rounds, match = 10 * BATCH, in_play()
    player, busy = (bot(rounds=rounds, seconds=1.0) for _ in range(2))
    busy._trees = [Interrupted(KAMRA, rounds)]
    seat = match.actors[0]
    assert busy.rank(match, seat, rng_from(1)) == player.rank(match, seat, rng_from(1))


def test_no_thought_where_there_is_no_choice() -> None:
    match = in_play(5)
    while len(match.legal_ids(match.actors[0])) > 1:
        match.play(match.actors[0], match.advise(match.actors[0]))
    player, seat = bot(rounds=1), match.actors[0]
    assert [player.choose(match, seat).id] == match.legal_ids(seat)
    assert player._trees == []


# --- The book ---------------------------------------------------------------------------------------------------


def top(action: int, visits: int, mean: float, deviation: float) -> Top:
    return Top(action, visits, visits * mean, visits * (deviation**2 + mean**2))


def test_the_book_is_followed_unless_something_is_clearly_better() -> None:
    better, book, third = top(1, 100, 3.0, 10.0), top(2, 100, 2.0, 10.0), top(3, 50, 0.0, 10.0)
    tops = [better, book, third]
    assert loyal(tops, 2, trust=1.5) == [book, better, third]  # 1 ahead, and the error of that is 1.41
    assert loyal(tops, 2, trust=0.5) == tops
    assert loyal(tops, 2, trust=0.0) == tops
    assert loyal(tops, 1, trust=1.5) == tops
    assert loyal(tops, 9, trust=9.0) == tops  # the book was not looked at


def test_a_few_unlucky_rounds_do_not_make_the_book_bad() -> None:
    better, book = Top(1, 388, 388 * 8.6, 388 * (8.6**2 + 30**2)), Top(2, 12, 12 * -1.4, 12 * (1.4**2 + 3.3**2))
    assert loyal([better, book], 2, trust=3.0) == [better, book]  # by its own spread it is behind beyond doubt
    assert loyal([better, book], 2, trust=3.0, spread=spread_of([better, book])) == [book, better]


def test_who_trusts_the_book_entirely_plays_it() -> None:
    for moves in (4, 20, 40):
        match = in_play(moves)
        seat = match.actors[0]
        assert bot(trust=1e9).choose(match, seat) == parlour.bot("kamra", "rulebook", seed=1).choose(match, seat)


# --- A second look ----------------------------------------------------------------------------------------------


def test_what_was_best_by_luck_is_tried_again_in_other_worlds() -> None:
    match, player = in_play(), bot(trust=1.5)
    seat = match.actors[0]
    book, lucky, *_ = tops = player.search(match, seat, rng_from(1))
    claimed = [Top.of(lucky.action, lucky.visits, book.mean + 1e6, 0.0), *(each for each in tops if each != lucky)]
    again = player.try_again(claimed, book.action, match, seat, rng_from(2))
    assert {each.action for each in again} == {each.action for each in tops}
    assert {each.action: each.mean for each in again}[lucky.action] < book.mean + 1e3


@pytest.mark.compiled("needs many rounds")
def test_the_book_is_left_only_for_what_is_better_in_both_looks() -> None:
    left = 0
    for moves in range(8, 40, 3):
        match = in_play(moves)
        seat, player = match.actors[0], bot(trust=1.0, depth=1, mixing=100)
        found = player.rank(match, seat, rng_from(moves))
        advised = player._trees[0].book(match.states, seat, rng_from(1))
        first, book = found[0], next(each for each in found if each.action == advised)
        left += first is not book
        assert first is book or first.mean - book.mean >= first.error > 0
    assert left > 0


# --- Misjudgement -----------------------------------------------------------------------------------------------


def test_who_misjudges_takes_what_is_nearly_as_good_and_never_what_is_plainly_bad() -> None:
    tops = [top(1, 100, 10.0, 20.0), top(2, 100, 8.0, 20.0), top(3, 100, -60.0, 20.0)]
    firsts = [misjudged(tops, 0.3, salt)[0].action for salt in range(1000)]
    assert firsts.count(3) == 0
    assert 0.2 < firsts.count(2) / 1000 < 0.5


def test_a_misjudgement_is_fixed_by_its_salt_and_grows_with_the_noise() -> None:
    tops = [top(1, 100, 10.0, 20.0), top(2, 100, 8.0, 20.0)]
    shifts = [{each.action: each.mean for each in misjudged(tops, noise, 7)} for noise in (0.1, 0.1, 0.2)]
    assert shifts[0] == shifts[1]
    assert shifts[2][1] - 10 == pytest.approx(2 * (shifts[0][1] - 10))
    assert {each.action: each.mean for each in misjudged(tops, 0.1, 8)} != shifts[0]
    assert [each.error for each in misjudged(tops, 0.1, 7)] == pytest.approx([2.0, 2.0])


def test_nothing_that_makes_sense_is_hidden_from_anybody() -> None:
    match = in_play(4)
    assert not bot("novice").hidden(match, match.actors[0]).any()


# --- Many decisions ---------------------------------------------------------------------------------------------


def resident() -> int:
    """Bytes of memory that this process holds."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


def decide(name: str, player: Bot, decisions: int, seed: int = 0) -> None:
    """Play match after match, until so many decisions were made."""
    made = 0
    while made < decisions:
        match = parlour.game(name).match(seed=seed, options=short(name))
        seed += 1
        while not match.over and made < decisions:
            seat = match.actors[0]
            match.play(seat, player.choose(match, seat))
            made += 1


def growth(name: str, decisions: int) -> float:
    """Megabytes that a player gains over so many decisions, after some to warm up: Cam's memory is then in use."""
    player = parlour.bots.registry.thinker(parlour.game(name), "strong", 1, rounds=4)
    decide(name, player, max(100, decisions // 10))
    before = resident()
    decide(name, player, decisions, seed=1_000_000)
    return (resident() - before) / 1e6


@pytest.mark.parametrize("name", parlour.games())
@pytest.mark.compiled
def test_many_decisions_take_no_memory(name: str) -> None:
    assert growth(name, 400) < 8


@pytest.mark.long
@pytest.mark.compiled("a hundred thousand decisions")
@pytest.mark.parametrize("name", parlour.games())
def test_a_hundred_thousand_decisions_take_no_memory(name: str) -> None:
    gained = growth(name, 100_000)
    print(f"{name}: {gained:+.1f} MB over 100,000 decisions")
    assert gained < 8
