"""The games as OpenSpiel's: `pyspiel.load_game("parlour_kamra(players=4,target=300)")`.

A match begins with chance: four nodes of 256 outcomes spell a number, and the match is the one that
`parlour.game(...).match(seed=number)` is. So a history tells a whole match, and algorithms that sample chance work.
After that the world moves by itself: what is dealt later comes from the generator in the state. OpenSpiel's own form
for hidden chance (`SAMPLED_STOCHASTIC`) is not open to games in Python: they could not be serialised then.
"""

from collections.abc import Callable, Mapping
from pickle import UnpicklingError
from typing import Any, ClassVar, Final

import pyspiel

from parlour.adapters.openspiel import parameters
from parlour.adapters.openspiel.observer import Observer
from parlour.adapters.openspiel.parameters import DEALS, PAYOFFS, RELATIVE, RETURNS, SEED, WIN
from parlour.adapters.openspiel.world import World
from parlour.core.chance import rng_from
from parlour.core.fairness import Deal
from parlour.core.game import Game
from parlour.errors import OptionError, PositionError

DIGITS: Final = 4  # of the number of a match, each drawn by a chance node
DIGIT: Final = 256
FAR: Final = 1e9  # the books set no limit to what may be won and lost, and OpenSpiel wants one
LONGEST: Final = 1 << 30  # likewise; safety limits (C-11) see to it that every match ends
WORD: Final = 1 << 53  # numbers of a generator between 0 and 1 that differ

Types = pyspiel.GameType


def short_name(game: Game) -> str:
    """What OpenSpiel calls a game."""
    return f"parlour_{game.name}"


def game_type(game: Game, *, chance: bool = True, zero_sum: bool = False) -> Any:
    """The facts of a game; those that its parameters decide are given."""
    secrets = game.evaluation is None
    return Types(
        short_name=short_name(game),
        long_name=game.title,
        dynamics=Types.Dynamics.SEQUENTIAL,
        chance_mode=Types.ChanceMode.EXPLICIT_STOCHASTIC if chance else Types.ChanceMode.DETERMINISTIC,
        information=Types.Information.IMPERFECT_INFORMATION if secrets else Types.Information.PERFECT_INFORMATION,
        utility=Types.Utility.ZERO_SUM if zero_sum else Types.Utility.GENERAL_SUM,
        reward_model=Types.RewardModel.TERMINAL,
        max_num_players=game.most,
        min_num_players=game.fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters.specification(game),
    )


class ParlourGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its options. `parlour` is the game as the rest of Parlour knows it; each has a class of its own."""

    parlour: ClassVar[Game]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        game = self.parlour
        usual = parameters.specification(game)
        chosen = usual | dict(params or {})
        self.seats = game.check_seats(chosen["players"])
        self.options = parameters.options_of(game, chosen)
        self.seed, self.deals, self.settlement = chosen[SEED], chosen[DEALS], chosen[RETURNS]
        self._check()
        self.digits = self._digits()
        self._first = None if self.digits else self.dealt(max(self.seed, 0))
        self.zero_sum = self.settlement != PAYOFFS or game.evaluation is not None
        super().__init__(
            game_type(game, chance=bool(self.digits), zero_sum=self.zero_sum),
            self._info(),
            {name: value for name, value in chosen.items() if value != usual[name]},
        )

    def new_initial_state(self) -> "ParlourState":
        """A match before its first deal."""
        return ParlourState(self)

    def deserialize_state(self, text: str) -> "ParlourState":
        """A state that was put away as text; `PositionError` if the text is none."""
        try:
            return super().deserialize_state(text)  # type: ignore[no-any-return]
        except (pyspiel.SpielError, UnpicklingError, EOFError, LookupError, TypeError, ValueError):
            raise PositionError(f"{text!r:.40} should be what `state.serialize()` writes; it is damaged") from None

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What looks at a state with a player's eyes."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.parlour, self.seats, kind, params)

    def dealt(self, number: int) -> World:
        """The match of that number."""
        return World.dealt(self.parlour, self.seats, self.options, Deal.from_seed(number))

    def first(self) -> World | None:
        """The match itself, where no chance comes before it."""
        return self._first.copy() if self._first else None

    def settled(self, world: World) -> list[float]:
        """What a match brought, in the form that was asked for."""
        _, counters, winners = world.result
        if self.settlement == WIN:
            return shares(winners, self.seats)
        mean = sum(counters) / self.seats if self.settlement == RELATIVE else 0.0
        return [each - mean for each in counters]

    def _digits(self) -> tuple[int, ...]:
        """How many outcomes each of the chance nodes has that come before the match."""
        if self.seed >= 0 or (self.parlour.evaluation is not None and not self.dealt(0).states["drawn"][0]):
            return ()
        return (self.deals,) if self.deals else (DIGIT,) * DIGITS

    def _info(self) -> Any:
        bounds = (-1.0, self.seats - 1.0) if self.settlement == WIN else (-FAR, FAR)
        return pyspiel.GameInfo(
            num_distinct_actions=len(self.parlour.table.ACTIONS),
            max_chance_outcomes=max(self.digits, default=0),
            num_players=self.seats,
            min_utility=bounds[0],
            max_utility=bounds[1],
            utility_sum=0.0 if self.zero_sum else None,
            max_game_length=LONGEST,
        )

    def _check(self) -> None:
        if self.settlement not in (PAYOFFS, RELATIVE, WIN):
            raise OptionError(f"{RETURNS} cannot be {self.settlement!r}; it takes {PAYOFFS}, {RELATIVE}, {WIN}")
        if self.deals < 0 or self.seed < -1:
            raise OptionError(f"{DEALS} is 0 or more, {SEED} -1 or more, not {self.deals} and {self.seed}")


class ParlourState(pyspiel.State):  # type: ignore[misc]
    """A match, or the chance before it."""

    def __init__(self, game: ParlourGame) -> None:
        super().__init__(game)
        self.drawn: list[int] = []
        self.world = game.first()

    # --- What stands ------------------------------------------------------------------------------------------

    def current_player(self) -> int:
        """Who is asked now; several who may act are asked one by one, clockwise (C-15)."""
        if self.world is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.world.over else self.world.actor

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self.world is not None and self.world.over

    def _legal_actions(self, player: int) -> list[int]:
        return self.world.legal if self.world is not None and player == self.world.actor else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The next digit of the number of the match."""
        count = self.get_game().digits[len(self.drawn)]
        return [(digit, 1.0 / count) for digit in range(count)]

    def _action_to_string(self, player: int, action: int) -> str:
        if self.world is None or player < 0:
            return f"deal {action}"
        return self.world.text(player, action)

    def returns(self) -> list[float]:
        """The payoffs of the rules, once the match is over."""
        if self.world is None or not self.world.over:
            return [0.0] * self.num_players()
        return list(self.get_game().settled(self.world))

    def __str__(self) -> str:
        return f"deal {self.drawn}" if self.world is None else self.world.position

    # --- What is done -----------------------------------------------------------------------------------------

    def _apply_action(self, action: int) -> None:
        if self.world is None:
            self._draw(action)
        else:
            self.world.play(action)

    def _draw(self, digit: int) -> None:
        self.drawn.append(digit)
        game = self.get_game()
        if len(self.drawn) == len(game.digits):
            number = 0
            for place, count in zip(self.drawn, game.digits, strict=True):
                number = number * count + place
            self.world = game.dealt(number)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "ParlourState":
        """A state that `player` cannot tell from this one, drawn fairly from all of them.

        The other players remember in it what `player` knows that they saw, and nothing else.
        """
        twin: ParlourState = self.clone()
        if self.world is not None:
            twin.world = self.world.sample(player, rng_from(int(sampler() * WORD)))
        return twin


def shares(winners: list[int], seats: int) -> list[float]:
    """As if everybody had put in one counter and the winners shared them; nothing in a drawn match."""
    if not winners:
        return [0.0] * seats
    return [seats / len(winners) - 1.0 if seat in winners else -1.0 for seat in range(seats)]


def register(game: Game) -> None:
    """Make a game known to OpenSpiel.

    What is registered must be a class: OpenSpiel lets go of it when Python is gone already, and a class outlives that.
    """
    pyspiel.register_game(game_type(game), type(f"{game.name.title()}Game", (ParlourGame,), {"parlour": game}))
