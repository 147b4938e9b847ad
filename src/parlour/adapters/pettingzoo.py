"""Matches as environments of PettingZoo: `env(name)`, one seat after the other, and `parallel_env(name)`, all at once.

Agents are `seat_0`, `seat_1` and so on. An observation is a dict: `observation`, what the seat knows as numbers from
0 to 1, and `action_mask`, 1 for what it may do now. Actions are the game's own numbers (`Action.id`). The world's
actions (deals, ticks) happen by themselves. Where several may act at once they are asked clockwise from the last to
act (C-15). Rewards are what was added to each seat's score; over a match they sum up to its last score less its first.
It needs the extra `pettingzoo`.
"""

from operator import index
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.adapters.render import picture, table_text
from parlour.core.game import Game
from parlour.core.kernels import next_actor
from parlour.core.match import Match
from parlour.errors import IllegalAction, MissingExtra, OptionError
from parlour.games import game as find_game

try:
    from gymnasium.spaces import Box, Dict, Discrete
    from gymnasium.utils.seeding import np_random
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper
except ImportError:
    raise MissingExtra("PettingZoo's environments need the extra `pettingzoo`: install parlour[pettingzoo]") from None

RENDER_MODES = ("human", "ansi", "rgb_array")
OPENING = 20  # idle actions after which all seats act at once, if they ever do


def env(name: str, *, seats: int | None = None, render_mode: str | None = None, **options: object) -> Any:
    """A game as an environment in which one seat acts after the other, used in PettingZoo's order."""
    return OrderEnforcingWrapper(raw_env(name, seats=seats, render_mode=render_mode, **options))


def raw_env(
    name: str, *, seats: int | None = None, render_mode: str | None = None, **options: object
) -> "SeatAfterSeat":
    """The same without the wrapper that insists on PettingZoo's order of calls."""
    return SeatAfterSeat(find_game(name), seats, render_mode, options)


def parallel_env(
    name: str, *, seats: int | None = None, render_mode: str | None = None, **options: object
) -> "AllAtOnce":
    """A game in which all seats act at once (Honors No. III), all of them in every step."""
    return AllAtOnce(find_game(name), seats, render_mode, options)


class Environment:
    """What both kinds of environment are: seats, spaces, a match, scores, pictures."""

    def __init__(self, game: Game, seats: int | None, render_mode: str | None, options: dict[str, object]) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise OptionError(f"there is no render mode {render_mode!r:.40}; there are {', '.join(RENDER_MODES)}")
        count = game.check_seats(seats)
        self.game = game
        self.game_options = game.complete_options(options)
        game.check_options(self.game_options)
        self.render_mode = render_mode
        self.metadata = {
            "name": f"parlour_{game.name}_v{game.version}",
            "render_modes": list(RENDER_MODES),
            "render_fps": 2,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(count)]
        self.agents: list[str] = []
        self.match: Match | None = None
        self._rng: Any = None
        shown = Dict(
            {
                "observation": Box(0.0, 1.0, (game.rules.FEATURES,), np.float32),
                "action_mask": Box(0, 1, (game.rules.ACTIONS,), np.int8),
            }
        )
        self._spaces = {agent: (shown, Discrete(game.rules.ACTIONS)) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """What an observation looks like: the same for all seats."""
        return self._spaces[agent][0]

    def action_space(self, agent: str) -> Any:
        """All actions of the game; the mask says which are open."""
        return self._spaces[agent][1]

    def begin(self, seed: int | None) -> Match:
        """A fresh match: that of the seed, or another one each time."""
        if seed is not None or self._rng is None:
            self._rng, seed = np_random(seed)
        else:
            seed = int(self._rng.integers(1 << 62))
        self.match = self.game.match(len(self.possible_agents), seed=seed, options=self.game_options)
        self.agents = list(self.possible_agents)
        self.points = self.match.rewound().scores
        return self.match

    def playing(self) -> Match:
        """The match at hand."""
        if self.match is None:
            raise OptionError("nothing has begun: call reset() first")
        return self.match

    def gains(self) -> dict[str, float]:
        """What was added to the scores since they were last looked at."""
        before, self.points = self.points, self.playing().scores
        return {agent: self.points[seat] - before[seat] for seat, agent in enumerate(self.possible_agents)}

    def look(self, seat: int) -> dict[str, npt.NDArray[Any]]:
        """What a seat knows and may do."""
        match = self.playing()
        mask = np.zeros(self.game.rules.ACTIONS, dtype=np.int8)
        mask[match.legal_ids(seat)] = 1
        return {"observation": match.observe(seat), "action_mask": mask}

    def drawn(self, seat: int | None) -> Any:
        """The table as a seat sees it, in the way that was asked for."""
        match = self.playing()
        if self.render_mode == "rgb_array":
            return picture(match, seat)
        if self.render_mode == "ansi":
            return table_text(match, seat)
        if self.render_mode == "human":
            print(table_text(match, seat))
        return None

    def close(self) -> None:
        """There is nothing to let go of."""


def number_of(agent: str, action: Any) -> int:
    """An action as one of the game's own numbers."""
    try:
        return index(action)
    except TypeError:
        raise IllegalAction(f"{agent} acts by a whole number (`Action.id`), not by {action!r:.40}", "") from None


class SeatAfterSeat(Environment, AECEnv):  # type: ignore[misc]
    """A match in which PettingZoo asks one seat after the other."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a match; the same seed deals the same."""
        self.begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def step(self, action: int | None) -> None:
        """Play an action of the selected agent; `IllegalAction` says which rule forbids it."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        match, agent = self.playing(), self.agent_selection
        if action is None:
            raise IllegalAction(f"{agent} is to act: None is only for those whose match is over", "")
        match.play(self.seat, number_of(agent, action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = self.gains()
        self._accumulate_rewards()
        if match.over:
            self.terminations = dict.fromkeys(self.agents, True)
        self._select()

    def _select(self) -> None:
        """Ask the next seat, clockwise from the last."""
        match = self.playing()
        last = match.moves[-1][0] if match.moves else 0
        found = next_actor(sum(1 << actor for actor in match.actors), last)
        self.seat = found if found >= 0 else 0
        self.agent_selection = self.possible_agents[self.seat]

    def observe(self, agent: str) -> dict[str, npt.NDArray[Any]]:
        """What an agent knows and may do, whether or not it is its turn."""
        return self.look(self.possible_agents.index(agent))

    def render(self) -> Any:
        """The table as the seat to act sees it: text, a picture, or printed."""
        return self.drawn(self.seat)


class AllAtOnce(Environment, ParallelEnv):  # type: ignore[misc]
    """A match in which all seats act in every step, unseen by each other.

    A seat that has had its say in this tick waits for the others: its mask has only the idle action, which is ignored.
    """

    def __init__(self, game: Game, seats: int | None, render_mode: str | None, options: dict[str, object]) -> None:
        super().__init__(game, seats, render_mode, options)
        start = game.match(len(self.possible_agents), seed=0)
        for _ in range(OPENING):
            if len(start.actors) == start.seats:
                break
            start.play(start.actors[0], start.legal_ids(start.actors[0])[0])
        else:
            raise OptionError(f"in {game.title} one seat acts after the other: use env({game.name!r})")
        self.idle = start.legal_ids(0)[0]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a match; the same seed deals the same."""
        self.begin(seed)
        return self._look_all(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[dict[str, Any], ...]:
        """Play an action of every agent; `IllegalAction`, and nothing has changed, if one of them is not allowed."""
        match, agents = self.playing(), self.agents
        chosen = {self.possible_agents.index(agent): number_of(agent, action) for agent, action in actions.items()}
        if not match.over:
            self._play(match, chosen)
        rewards, over = self.gains(), match.over
        seen = self._look_all()
        self.agents = [] if over else agents
        flags = [dict.fromkeys(agents, flag) for flag in (over, False)]
        return seen, {agent: rewards[agent] for agent in agents}, *flags, {agent: {} for agent in agents}

    def _play(self, match: Match, chosen: dict[int, int]) -> None:
        acting = match.actors
        for seat in acting:
            if seat not in chosen:
                raise IllegalAction(f"seat_{seat} is to act, and no action of it is given", "")
            if chosen[seat] not in match.legal_ids(seat):
                match.clone().play(seat, chosen[seat])  # it says which rule forbids it
        for seat in acting:
            if chosen[seat] in match.legal_ids(seat):  # else somebody was quicker, at the pace `live` (H3-G05)
                match.play(seat, chosen[seat])

    def _look_all(self) -> dict[str, dict[str, npt.NDArray[Any]]]:
        seen = {agent: self.look(seat) for seat, agent in enumerate(self.possible_agents)}
        for one in seen.values():
            if not one["action_mask"].any():
                one["action_mask"][self.idle] = 1
        return seen

    def render(self) -> Any:
        """The table as a spectator sees it: text, a picture, or printed."""
        return self.drawn(None)
