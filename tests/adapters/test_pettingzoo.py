"""The environments of PettingZoo pass PettingZoo's own tests, and ours of what theirs do not look at."""

import warnings
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.adapters import pettingzoo as zoo
from parlour.core.chance import rng_from
from parlour.errors import IllegalAction, OptionError, SeatError

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it looks at environments of its own that it has deprecated
    from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test

CYCLES = 400
SHORT: dict[str, dict[str, object]] = {
    "bacarac": {"hands": 1},
    "honors1": {"hand_cap": 1},
    "honors2": {"hand_cap": 1},
    "honors3": {"hand_cap": 1, "h3_quiet": 3, "h3_ticks": 20},
    "honors4": {"h4_match": 1},
    "kamra": {"hand_cap": 1},
}


def make(name: str, **more: Any) -> Any:
    return zoo.env(name, **SHORT.get(name, {}), **more)  # type: ignore[arg-type]


def play(env: Any, seed: int, most: int, look: Any = lambda env, agent: None) -> dict[str, float]:
    """Play at random, looking at every decision; what every agent got."""
    rng = np.random.default_rng(seed)
    env.reset(seed=seed)
    got = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter(most):
        seen, reward, over, _, _ = env.last()
        got[agent] += reward
        if not over:
            look(env.unwrapped, agent)
        env.step(None if over else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    return got


@pytest.mark.filterwarnings("ignore")  # theirs warn of what is theirs to judge: a space of numbers that is not an image
@pytest.mark.parametrize("name", parlour.games())
def test_pettingzoo_is_satisfied(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(3):
        api_test(make(name), num_cycles=CYCLES)
    seed_test(lambda: make(name), num_cycles=CYCLES // 4)
    render_test(lambda render_mode: make(name, render_mode=render_mode))
    assert parlour.game(name).title in capsys.readouterr().out


@pytest.mark.rule("H3-G06")
@pytest.mark.filterwarnings("ignore")
def test_pettingzoo_is_satisfied_by_all_at_once() -> None:
    for seats in (4, 7):
        parallel_api_test(zoo.parallel_env("honors3", seats=seats, h3_quiet=5, hand_cap=2), num_cycles=CYCLES)


@pytest.mark.parametrize("name", parlour.games())
def test_masks_are_the_legal_actions_and_rewards_the_scores(name: str) -> None:
    env = make(name)

    def look(raw: Any, agent: str) -> None:
        seat = raw.possible_agents.index(agent)
        mask = raw.observe(agent)["action_mask"]
        assert sorted(raw.match.legal_ids(seat)) == np.flatnonzero(mask).tolist() != []
        others = [other for other in raw.possible_agents if raw.possible_agents.index(other) not in raw.match.actors]
        assert not any(raw.observe(other)["action_mask"].any() for other in others)

    got = play(env, 5, 3000, look)
    match = env.unwrapped.match
    assert match.over
    if match.over:
        first = match.rewound().scores
        assert got == pytest.approx({f"seat_{seat}": match.scores[seat] - first[seat] for seat in range(match.seats)})


@pytest.mark.parametrize("name", parlour.games())
def test_nobody_sees_what_a_redeal_would_change(name: str) -> None:
    env = make(name)
    rng = rng_from(3)

    def look(raw: Any, agent: str) -> None:
        true, seat = raw.match, raw.possible_agents.index(agent)
        before = raw.observe(agent)
        raw.match = true.sample(seat, rng)
        after = raw.observe(agent)
        raw.match = true
        assert all(before[part].tobytes() == after[part].tobytes() for part in before)

    play(env, 7, 200, look)


def test_seeds_deal_and_no_seed_deals_something_else() -> None:
    env = zoo.raw_env("kamra")
    deals = []
    for seed in (1, 1, 2, None, None):
        env.reset(seed=seed)
        deals.append(env.playing().position)
    assert deals[0] == deals[1]
    assert len(set(deals)) == 4


def test_what_is_not_allowed_is_refused_with_its_rule() -> None:
    env = zoo.env("kamra", render_mode="ansi")
    env.reset(seed=1)
    with pytest.raises(IllegalAction, match=r"KR-|C-"):
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0]))
    with pytest.raises(IllegalAction, match="None"):
        env.step(None)
    with pytest.raises(IllegalAction, match=r"seat_. acts by a whole number .* not by 'bid 5'"):
        env.step("bid 5")
    assert env.render().startswith("Kam-ra!")
    with pytest.raises(OptionError, match="render mode"):
        zoo.env("kamra", render_mode="film")
    with pytest.raises(OptionError, match="no option"):
        zoo.env("kamra", colour="red")
    with pytest.raises(SeatError, match="4 to 6"):
        zoo.env("kamra", seats=9)
    with pytest.raises(OptionError, match="reset"):
        zoo.raw_env("kamra").observe("seat_0")


def test_all_at_once_is_for_those_who_act_at_once() -> None:
    with pytest.raises(OptionError, match="one seat acts after the other"):
        zoo.parallel_env("kamra")
    env = zoo.parallel_env("honors3", render_mode="ansi")
    seen, _ = env.reset(seed=1)
    while len(env.playing().actors) < 4:  # the opener may wait
        seen, *_ = env.step(dict.fromkeys(seen, env.idle))
    actions = {agent: int(np.flatnonzero(one["action_mask"])[1]) for agent, one in seen.items()}
    with pytest.raises(IllegalAction, match="no action of it"):
        env.step({agent: action for agent, action in actions.items() if agent != "seat_2"})
    illegal = int(np.flatnonzero(seen["seat_0"]["action_mask"] == 0)[0])
    with pytest.raises(IllegalAction):
        env.step(actions | {"seat_0": illegal})
    with pytest.raises(IllegalAction, match=r"not by 1\.5"):
        env.step(actions | {"seat_0": 1.5})  # type: ignore[arg-type]
    waiting = dict.fromkeys(actions, env.idle) | {"seat_0": actions["seat_0"]}
    seen, *_ = env.step(waiting)
    assert np.flatnonzero(seen["seat_1"]["action_mask"]).tolist() == [env.idle], "it has had its say in this tick"
    assert seen["seat_0"]["action_mask"].sum() > 1
    assert "to act" in env.render()


def test_all_at_once_at_the_live_pace_the_first_has_it() -> None:
    env = zoo.parallel_env("honors3", pace="live", hand_cap=1, h3_quiet=3)
    rng = np.random.default_rng(2)
    seen, _ = env.reset(seed=2)
    for _ in range(CYCLES):
        if not env.agents:
            break
        chosen = {agent: int(rng.choice(np.flatnonzero(one["action_mask"]))) for agent, one in seen.items()}
        seen, *_ = env.step(chosen)
    assert env.playing().moves
