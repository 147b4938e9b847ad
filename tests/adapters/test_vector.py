"""The vectorised environment plays what the checked door plays, row by row, action by action."""

import itertools
from collections.abc import Iterator

import numpy as np
import pytest

import parlour
from parlour.adapters import vector
from parlour.adapters.vectorised import Batch, VectorEnv
from parlour.core.contract import Numbers, Rng
from parlour.core.fairness import Deal
from parlour.core.kernels import match_key, next_actor
from parlour.core.match import Match
from parlour.core.options import encode
from parlour.errors import IllegalAction, OptionError, SeatError, UnknownBot

STEPS = 400
SHORT: dict[str, dict[str, object]] = {
    "bacarac": {"hands": 1},
    "honors1": {"hand_cap": 1},
    "honors2": {"hand_cap": 1},
    "honors3": {"hand_cap": 1, "h3_quiet": 3, "h3_ticks": 20},
    "kamra": {"hand_cap": 1},
}


def numbered_match(env: VectorEnv, number: int) -> tuple[Match, Rng]:
    """Match `number` of the environment's seed through the checked door, with the generator of its players."""
    key, rng = np.zeros(8, dtype=np.uint32), np.zeros(1, dtype=np.uint64)
    match_key(Deal.from_seed(env.seed or 0).key, number, key, rng)
    states = np.zeros(1, dtype=env.game.layout)
    env.game.kernels.begin(states, env.seats, encode(env.game.options, env.options), key)
    return Match(env.game, states, Deal(bytes(32)), False, None), rng


class Row:
    """A row of an environment, played again through the checked door."""

    def __init__(self, env: VectorEnv, row: int) -> None:
        self.env, self.row, self.number = env, row, row
        self.begin()

    def begin(self) -> None:
        self.match, self.rng = numbered_match(self.env, self.number)
        self.points = self.first_points()
        self.play_on(0)

    def first_points(self) -> Numbers:
        states = np.zeros(1, dtype=self.env.game.layout)
        states[0] = self.match._start[0]
        points, counters = np.zeros((2, self.env.seats))
        self.env.game.kernels.result(states, points, counters)
        return points

    def play_on(self, after: int) -> None:
        """Play the seats of the house until a learner is to act."""
        shift = self.number if self.env.rotate else 0
        while True:
            last = self.match.moves[-1][0] if self.match.moves else after
            self.seat = next_actor(sum(1 << actor for actor in self.match.actors), last)
            if self.seat < 0 or self.env.players[(self.seat - shift) % self.env.seats] == "learner":
                return
            self.match.play(self.seat, self.match.advise(self.seat, self.rng).id)

    def step(self, action: int, batch: Batch) -> None:
        self.match.play(self.seat, action)
        self.play_on(self.seat)
        points = np.array(self.match.scores)
        assert batch.rewards[self.row].tolist() == (points - self.points).astype(np.float32).tolist()
        assert batch.scores[self.row].tolist() == points.tolist()
        assert batch.payoffs[self.row].tolist() == list(self.match.payoffs)
        assert np.flatnonzero(batch.won[self.row]).tolist() == list(self.match.winners)
        assert batch.terminated[self.row] == self.match.over
        self.points = points
        while self.match.over:
            self.number += self.env.n
            self.begin()

    def check(self, batch: Batch) -> None:
        assert batch.seat[self.row] == self.seat
        assert batch.observation[self.row].tolist() == self.match.observe(self.seat).tolist()
        assert np.flatnonzero(batch.mask[self.row]).tolist() == sorted(self.match.legal_ids(self.seat))


def follow(env: VectorEnv, steps: int, waiting: list[int] | None = None) -> Iterator[Batch]:
    """Random steps of an environment, each compared with the checked door; `waiting` gets how many could act."""
    batch = env.reset()
    rows = [Row(env, row) for row in range(env.n)]
    for row in rows:
        row.check(batch)
    for _ in range(steps):
        actions = env.sample()
        batch = env.step(actions)
        for row in rows:
            row.step(int(actions[row.row]), batch)
            row.check(batch)
            if waiting is not None:
                waiting.append(len(row.match.actors))
        yield batch


@pytest.mark.parametrize("name", parlour.games())
def test_rows_are_matches(name: str) -> None:
    env = vector(name, 3, seed=5, **SHORT.get(name, {}))  # type: ignore[arg-type]
    ended = sum(int(batch.terminated.sum()) for batch in follow(env, STEPS))
    assert ended > 0


@pytest.mark.parametrize("rotate", [False, True])
def test_the_house_plays_inside_the_step(rotate: bool) -> None:
    players = ("learner", "rulebook", "rulebook")
    env = vector("honors4", 4, seats=3, seed=2, players=players, rotate=rotate)
    seats = np.array([batch.seat for batch in follow(env, STEPS // 4)])
    assert set(seats.flat) == ({0, 1, 2} if rotate else {0})


@pytest.mark.rule("C-15")
def test_claims_are_asked_for_clockwise() -> None:
    env = vector("kamra", 3, seed=3, manners="strict", hand_cap=1)
    waiting: list[int] = []
    asked = sum(env.n for _ in follow(env, STEPS // 2, waiting))
    assert len(waiting) == asked
    assert max(waiting) > 1, "several could claim at once"


def test_the_seed_decides_everything() -> None:
    env, other = (vector("honors4", 5, seed=seed) for seed in (1, 2))
    first = [env.reset(), *(env.step(env.sample()) for _ in range(20))]
    again = [env.reset(seed=1), *(env.step(env.sample()) for _ in range(20))]
    differing = [other.reset(), *(other.step(other.sample()) for _ in range(20))]
    pairs = (pair for one, two in zip(first, again, strict=True) for pair in zip(one, two, strict=True))
    same = [np.array_equal(np.asarray(a), np.asarray(b)) for a, b in pairs]
    assert all(same)
    assert any(not np.array_equal(a.mask, b.mask) for a, b in zip(first, differing, strict=True))
    assert not np.array_equal(env.reset().observation, first[0].observation), "the next matches, not the first again"


def test_a_row_does_not_depend_on_the_others() -> None:
    few, many = (vector("honors4", n, seats=2, seed=4, h4_match=1) for n in (1, 4))
    one, four = few.reset(), many.reset()
    while not one.terminated[0]:
        assert np.array_equal(one.observation[0], four.observation[0])
        action = few.sample()
        actions = many.sample()
        actions[0] = action[0]
        one, four = few.step(action), many.step(actions)
    assert four.terminated[0]
    assert np.array_equal(one.payoffs[0], four.payoffs[0])


def test_random_players_play_inside_the_step_too() -> None:
    env = vector("honors4", 2, seats=2, seed=4, players=("random", "learner"))
    assert env.reset().seat.tolist() == [1, 1]
    assert all(env.step(env.sample()).seat.tolist() == [1, 1] for _ in range(20))


def test_advice_is_what_the_book_says() -> None:
    env = vector("kamra", 3, seed=6)
    batch = env.reset()
    told = env.advice()
    for row, seat in enumerate(batch.seat.tolist()):
        assert told[row] == Row(env, row).match.advise(seat).id


def test_a_refused_step_changes_nothing() -> None:
    env = vector("kamra", 2, seed=1)
    batch = env.reset()
    good = env.sample()
    bidding = int(np.flatnonzero(batch.mask[1] == 0)[0])
    for wrong in ([good[0], bidding], [good[0], env.actions], [-1, good[1]]):
        with pytest.raises(IllegalAction, match="row"):
            env.step(np.array(wrong))
    for wrong in ([good[0]], [0.5, 0.5], [[0, 0]]):
        with pytest.raises(IllegalAction, match="2 whole numbers"):
            env.step(np.array(wrong))
    fresh = vector("kamra", 2, seed=1)
    fresh.reset()
    assert all(itertools.starmap(np.array_equal, zip(env.step(good), fresh.step(good), strict=True)))


def test_copies_are_to_keep_and_the_rest_is_not() -> None:
    env, own = vector("honors4", 2, seed=1), vector("honors4", 2, seed=1, copy=False)
    kept, shared = env.reset(), own.reset()
    before = kept.observation.copy()
    actions = env.sample()
    assert env.step(actions).observation is not kept.observation
    assert own.step(actions).observation is shared.observation
    assert np.array_equal(kept.observation, before)


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(OptionError, match="one match or more"):
        vector("kamra", 0)
    with pytest.raises(OptionError, match="one or more, not True"):
        vector("kamra", True)
    with pytest.raises(SeatError, match="4 to 6"):
        vector("kamra", 1, seats=2)
    with pytest.raises(OptionError, match="no option"):
        vector("kamra", 1, colour="red")
    with pytest.raises(UnknownBot, match="learner"):
        vector("kamra", 1, players="strong")
    with pytest.raises(SeatError, match="2 players are given for 4 seats"):
        vector("kamra", 1, players=("learner", "random"))
    with pytest.raises(SeatError, match="nobody would ever be asked"):
        vector("kamra", 1, players="random")
    with pytest.raises(OptionError, match="reset"):
        vector("kamra", 1).step([0])
    assert "kamra" in repr(vector("kamra", 3))
