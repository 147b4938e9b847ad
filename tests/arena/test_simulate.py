"""Series of matches: the same whatever the pieces, counted right, interruptible, flat in memory."""

import signal
import threading
from collections import Counter
from typing import Any

import numpy as np
import pytest
from tests.cli.helpers import heeding_ctrl_c
from tests.short import short

from parlour.arena import Plan, Summary, series, simulate
from parlour.arena.series import Chunk, Series, chunks
from parlour.arena.summary import spread
from parlour.core.chance import below
from parlour.core.contract import TABLE
from parlour.core.events import new_log
from parlour.core.kernels import HANDS, MOVES, REFUSED, WON, match_key, next_actor
from parlour.errors import OptionError, SeatError, UnknownBot
from parlour.games import game, names

MANY = 200


def plan(name: str, **more: Any) -> Plan:
    usual: dict[str, Any] = {"seed": 1, "policies": ["rulebook"], "options": short(name)}
    return Plan.make(game(name), **(usual | more))


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("policy", ["random", "rulebook"])
def test_a_series_plays_so_many_matches_to_their_end(name: str, policy: str) -> None:
    summary = simulate(plan(name, policies=[policy], matches=MANY))
    assert summary.matches == MANY == sum(summary.moves_a_match.values()) == sum(summary.hands_a_match.values())
    assert summary.hands >= MANY
    assert summary.moves == sum(moves * count for moves, count in summary.moves_a_match.items())
    assert summary.wins.sum() + summary.drawn == pytest.approx(MANY)
    assert not summary.interrupted


@pytest.mark.parametrize("name", names())
def test_a_match_of_a_series_does_not_depend_on_the_others(name: str) -> None:
    one = Series(plan(name, matches=9))
    whole = one.play(0, 3)
    for i in range(3):
        part = one.play(i, 1)
        assert (part.facts[0] == whole.facts[i]).all()
        assert (part.points[0] == whole.points[i]).all()
        assert (part.rows == whole.rows[whole.rows[:, 0] == i]).all()


@pytest.mark.parametrize("name", names())
def test_the_same_seed_gives_the_same_series_and_another_seed_another(name: str) -> None:
    first, again, other = (simulate(plan(name, matches=MANY, seed=seed)).data() for seed in (1, 1, 2))
    for data in (first, again, other):
        del data["seconds"], data["moves_a_second"], data["seed"]
    assert first == again
    assert first != other


@pytest.mark.parametrize("name", names())
def test_so_many_hands_are_played_and_not_a_match_more(name: str) -> None:
    wanted = 2 * MANY
    summary = simulate(plan(name, hands=wanted))
    facts = np.concatenate([chunk.facts for chunk in chunks(plan(name, matches=summary.matches))])
    assert summary.hands == facts[:, HANDS].sum() >= wanted
    assert facts[:-1, HANDS].sum() < wanted


@pytest.mark.parametrize("name", names())
def test_events_are_kept_whole_however_little_room_there_was(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    roomy = Series(plan(name, matches=3)).play(0, 3)
    monkeypatch.setattr(series, "FIRST_ROOM", 1)
    tight = Series(plan(name, matches=3)).play(0, 3)
    assert len(roomy.rows) > 3
    assert (tight.rows == roomy.rows).all()


@pytest.mark.parametrize("name", names())
def test_a_match_of_a_series_is_the_one_that_the_checked_door_plays(name: str) -> None:
    """The loop of the series against `try_action`, move by move: same key, same choices, same result."""
    one = Series(plan(name, matches=3, policies=["random"]))
    chunk, kernels = one.play(2, 1), one.plan.game.kernels
    key, rng, states = np.zeros(8, dtype=np.uint32), np.zeros(1, dtype=np.uint64), np.zeros_like(one.states)
    match_key(one.key, 2, key, rng)
    kernels.begin(states, one.plan.seats, one.options, key)
    log, moves, seat, points, counters = new_log(0), 0, 0, *np.zeros((2, one.plan.seats))
    while (seat := next_actor(kernels.who(states), seat)) >= 0:
        n = kernels.list_legal(states, seat, one.legal)
        number = int(one.legal[0 if seat == TABLE else below(rng, n)])  # the world has no choice
        assert kernels.try_action(states, seat, number, log, one.legal) != REFUSED
        moves += seat != TABLE
    won = kernels.result(states, points, counters)
    assert (moves, won) == (chunk.facts[0, MOVES], chunk.facts[0, WON])
    assert points.tolist() == chunk.points[0].tolist()
    assert counters.tolist() == chunk.counters[0].tolist()


def test_ctrl_c_ends_a_series_and_keeps_what_was_played() -> None:
    kept: list[Chunk] = []

    class Keeper:
        def add(self, chunk: Chunk) -> None:
            kept.append(chunk)
            if len(kept) == 2:
                signal.raise_signal(signal.SIGINT)

    with heeding_ctrl_c():
        summary = simulate(plan(names()[0], matches=10**9), [Keeper()])
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert summary.interrupted
    assert len(kept) == 2
    assert summary.matches == sum(map(len, kept))


def test_ctrl_c_stays_ignored_where_it_was() -> None:
    """As under nohup: the series is played to its end."""

    class Keeper:
        def add(self, chunk: Chunk) -> None:
            signal.raise_signal(signal.SIGINT)

    with heeding_ctrl_c():
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        assert not simulate(plan(names()[0], matches=2), [Keeper()]).interrupted


def test_a_series_runs_in_a_thread_of_its_own() -> None:
    done: list[Summary] = []
    thread = threading.Thread(target=lambda: done.append(simulate(plan(names()[0], matches=1))))
    thread.start()
    thread.join()
    assert done[0].matches == 1


def test_progress_is_told_after_every_chunk() -> None:
    told: list[int] = []
    simulate(plan(names()[0], matches=MANY), progress=lambda summary: told.append(summary.matches))
    assert told == sorted(set(told))
    assert told[-1] == MANY


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ({"matches": 5, "hands": 5}, OptionError),
        ({}, OptionError),
        ({"matches": 0}, OptionError),
        ({"hands": -3}, OptionError),
        ({"matches": 1, "policies": ["grandmaster"]}, UnknownBot),
        ({"matches": 1, "policies": ["random"] * 40}, SeatError),
        ({"matches": 1, "policies": []}, SeatError),
        ({"matches": 1, "seats": 99}, SeatError),
        ({"matches": 1, "options": {"no_such": 1}}, OptionError),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused(wrong: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        plan(names()[0], **wrong)


@pytest.mark.parametrize("name", names())
def test_better_players_win_more_than_their_share(name: str) -> None:
    one = game(name)
    matches = MANY
    options = short(name)
    policies = ["rulebook", *["random"] * (one.usual - 1)]
    summary = simulate(plan(name, policies=policies, options=options, matches=matches))
    low = summary.seat_table().column("from %")[0]
    assert isinstance(low, float)
    assert low > 100 / one.usual
    assert summary.matches == matches


def test_wins_are_shared_by_joint_winners_and_draws_count_for_nobody() -> None:
    one = plan(names()[0], matches=3)
    summary = Summary(one)
    facts = np.array([[10, 1, 0b01], [20, 1, 0b11], [30, 2, 0b00]])
    points = np.zeros((3, one.seats))
    rows = Series(one).play(0, 3).rows
    summary.add(Chunk(0, facts, points, points, rows, 0.5))
    assert summary.wins[:2].tolist() == [1.5, 0.5]
    assert (summary.drawn, summary.joint, summary.hands, summary.moves) == (1, 1, 4, 60)
    assert summary.moves_a_second == 120


def test_lengths_are_summed_up_by_mean_ends_and_quantiles() -> None:
    lengths = Counter({10: 90, 20: 9, 1000: 1})
    mean, *others = spread(lengths)
    assert mean == pytest.approx(20.8)
    assert others == [10, 10, 10, 20, 1000]
    assert spread(Counter()) == (None,) * 6


def test_the_size_of_a_summary_does_not_grow_with_the_series() -> None:
    name = names()[-1]
    short, long = (simulate(plan(name, matches=n)) for n in (MANY // 2, 4 * MANY))
    assert short.tally is not None
    assert long.tally is not None
    assert {key: part.shape for key, part in short.tally.items()} == {k: part.shape for k, part in long.tally.items()}
