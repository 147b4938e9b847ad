"""The end of a hand as a game of its own, small enough to be solved: `parlour_ending`.

Chance deals one of the worlds that an ending is made of, each as likely as any other; from there the moves are played
by the rules, and the tree of all of them is unfolded once, when the ending is made. It ends with the hand, or with an
event that is named, and pays what the rules pay: the payoffs if the match is over, else what the score sheet gained.

    worlds = worlds_of(match)          # all that could lie there, for all that everybody can see
    game = ending(match, worlds)
"""

import base64
import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, Final

import pyspiel

from parlour.adapters.openspiel.memory import Row
from parlour.adapters.openspiel.world import World
from parlour.core.chance import rng_from
from parlour.core.events import HAND_OVER, KIND
from parlour.core.game import Game
from parlour.core.match import Match
from parlour.core.options import Value
from parlour.core.texts import kind_of
from parlour.errors import OptionError
from parlour.games import game as game_called

NAME: Final = "parlour_ending"
MOST_WORLDS: Final = 1_000
MOST_NODES: Final = 200_000
PATIENCE: Final = 20  # samples without a new world, times the worlds there are, after which there is no other
KEPT: Final = 8  # trees
TOLERANCE: Final = 1e-9

Types = pyspiel.GameType


def worlds_of(match: Match, most: int = MOST_WORLDS) -> list[str]:
    """The positions of all worlds that somebody who only watches cannot tell from this one.

    They are found by dealing the unseen cards again and again (`redeal`), until nothing new turns up for long.
    """
    found: dict[str, None] = {}
    rng = rng_from(0)
    idle = 0
    while idle < PATIENCE * (len(found) + 1):
        position = match.sample(None, rng).position
        idle = idle + 1 if position in found else 0
        found[position] = None
        if len(found) > most:
            raise OptionError(f"more than {most} worlds fit what is seen: take a later position, or choose the worlds")
    return sorted(found)


def ending(match: Match, worlds: Sequence[str], until: str = "hand_over") -> "EndingGame":
    """The game of what is left of a hand, from one of these worlds to the event `until`."""
    told = {"game": match.game.name, "options": match.options, "worlds": list(worlds), "until": until}
    return EndingGame({"setup": packed(told)})


def packed(told: Mapping[str, Any]) -> str:
    """A setup as a word that OpenSpiel can carry in a game's name."""
    return base64.urlsafe_b64encode(zlib.compress(json.dumps(told).encode(), 9)).decode().rstrip("=")


def unpacked(text: str) -> Any:
    """A setup that was packed; `OptionError` if it is none."""
    try:
        return json.loads(zlib.decompress(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))))
    except (ValueError, zlib.error):
        raise OptionError("setup should be what `ending(...)` writes; make an ending with that") from None


@dataclass
class Node:
    """A place in the tree: the world there, who is to act, and what follows each action."""

    number: int
    player: int
    world: World | None
    actions: list[int] = field(default_factory=list)
    next: list["Node"] = field(default_factory=list)
    gains: list[float] = field(default_factory=list)


class EndingTree:
    """All that can happen."""

    def __init__(self, game: Game, options: Mapping[str, Value], worlds: Sequence[str], until: str) -> None:
        self.until = until
        self.actions: int = len(game.table.ACTIONS)
        self.nodes: list[Node] = []
        starts = [World.at(game, text, options) for text in worlds]
        self.seats = starts[0].seats
        self.root = self.add(int(pyspiel.PlayerId.CHANCE), None)
        self.root.actions = list(range(len(starts)))
        self.root.next = [self.unfold(world, world.result[0], False) for world in starts]

    def add(self, player: int, world: World | None) -> Node:
        """A new node."""
        if len(self.nodes) == MOST_NODES:
            raise OptionError(f"this ending has more than {MOST_NODES} places: take a later position, or fewer worlds")
        self.nodes.append(Node(len(self.nodes), player, world))
        return self.nodes[-1]

    def unfold(self, world: World, before: list[float], ended: bool) -> Node:
        """A node, and all that follows it."""
        if world.over or ended:
            last = self.add(int(pyspiel.PlayerId.TERMINAL), world)
            points, counters, _ = world.result
            last.gains = counters if world.over else [now - then for now, then in zip(points, before, strict=True)]
            return last
        node = self.add(world.actor, world)
        node.actions = world.legal
        for action in node.actions:
            after = world.copy()
            rows = after.play(action)
            ended = self.ends(world.game, rows)
            if after.states["drawn"][0] != world.states["drawn"][0] and not ended:
                raise OptionError("cards are dealt within this ending; take a position from which no more are")
            node.next.append(self.unfold(after, before, ended))
        return node

    def ends(self, game: Game, rows: Sequence[Row]) -> bool:
        """Whether the ending is over with these events."""
        return any(row[KIND] == HAND_OVER or kind_of(game, row[KIND]).name == self.until for row in rows)

    @cached_property
    def depth(self) -> int:
        """The most decisions that can be taken."""
        longest = [0] * len(self.nodes)
        for node in reversed(self.nodes):
            if node.next:
                longest[node.number] = (node.player >= 0) + max(longest[child.number] for child in node.next)
        return longest[0]

    @cached_property
    def sums(self) -> tuple[float, float]:
        """The least and the most that all players win together."""
        found = [sum(node.gains) for node in self.nodes if node.gains]
        return min(found), max(found)

    @cached_property
    def bounds(self) -> tuple[float, float]:
        """The least and the most that a player can win."""
        found = [gain for node in self.nodes for gain in node.gains]
        return min(found), max(found)


@lru_cache(KEPT)
def tree_of(setup: str) -> EndingTree:
    """The tree of a setup, unfolded once: OpenSpiel loads a game anew for every state that it reads back."""
    told = unpacked(setup)
    game = game_called(told["game"])
    return EndingTree(game, game.complete_options(told["options"]), told["worlds"], told["until"])


def ending_type(tree: EndingTree | None = None) -> Any:
    """The facts of an ending; all that is known before it is unfolded, without a tree."""
    utility = Types.Utility.GENERAL_SUM
    if tree is not None and tree.sums[1] - tree.sums[0] < TOLERANCE:
        utility = Types.Utility.ZERO_SUM if abs(tree.sums[0]) < TOLERANCE else Types.Utility.CONSTANT_SUM
    return Types(
        short_name=NAME,
        long_name="The end of a hand in the parlour",
        dynamics=Types.Dynamics.SEQUENTIAL,
        chance_mode=Types.ChanceMode.EXPLICIT_STOCHASTIC,
        information=Types.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=Types.RewardModel.TERMINAL,
        max_num_players=15,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        parameter_specification={"setup": ""},
        default_loadable=False,
    )


class EndingGame(pyspiel.Game):  # type: ignore[misc]
    """An ending, unfolded."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        self.tree = tree_of((params or {}).get("setup", ""))
        kind = ending_type(self.tree)
        low, high = self.tree.bounds
        super().__init__(
            kind,
            pyspiel.GameInfo(
                num_distinct_actions=self.tree.actions,
                max_chance_outcomes=len(self.tree.root.actions),
                num_players=self.tree.seats,
                min_utility=low,
                max_utility=high,
                utility_sum=None if kind.utility == Types.Utility.GENERAL_SUM else self.tree.sums[0],
                max_game_length=self.tree.depth,
            ),
            dict(params or {}),
        )

    def new_initial_state(self) -> "EndingState":
        """Before chance has dealt."""
        return EndingState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "EndingObserver":
        """What looks at a state with a player's eyes."""
        return EndingObserver()


class EndingState(pyspiel.State):  # type: ignore[misc]
    """A place in the tree of an ending."""

    def __init__(self, game: EndingGame) -> None:
        super().__init__(game)
        self.number = 0

    @property
    def node(self) -> Node:
        """The place."""
        return self.get_game().tree.nodes[self.number]  # type: ignore[no-any-return]

    def current_player(self) -> int:
        """Who is to act."""
        return self.node.player

    def is_terminal(self) -> bool:
        """Whether the ending is over."""
        return not self.node.next

    def _legal_actions(self, player: int) -> list[int]:
        return self.node.actions

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The worlds, each as likely as any other."""
        actions = self.node.actions
        return [(action, 1.0 / len(actions)) for action in actions]

    def _apply_action(self, action: int) -> None:
        node = self.node
        self.number = node.next[node.actions.index(action)].number

    def _action_to_string(self, player: int, action: int) -> str:
        world = self.node.world
        return f"world {action}" if world is None else world.text(player, action)

    def returns(self) -> list[float]:
        """What the rules pay."""
        return self.node.gains or [0.0] * self.num_players()

    def __str__(self) -> str:
        world = self.node.world
        return "which world" if world is None else world.position


class EndingObserver:
    """What a player knows of an ending, in words: it remembers all, so observations are information states."""

    tensor = None
    dict: Final[Mapping[str, Any]] = {}

    def set_from(self, state: EndingState, player: int) -> None:
        """Endings have no tensors."""

    def string_from(self, state: EndingState, player: int) -> str:
        """What the player knows."""
        world = state.node.world
        return f"{player} before the deal" if world is None else f"{player} {world.information(player)}"


def native(game: EndingGame) -> Any:
    """The same game in OpenSpiel's own code, by way of Gambit's format: solvers are a hundred times as fast on it."""
    return pyspiel.load_efg_game("\n".join(efg_lines(game.tree)))


def efg_lines(tree: EndingTree) -> Iterator[str]:
    """A tree in Gambit's format, a line a node. Its writer in OpenSpiel takes time by the square of the size."""
    players = " ".join(f'"seat {seat}"' for seat in range(tree.seats))
    yield f'EFG 2 R "{NAME}" {{ {players} }}'
    known: list[dict[str, int]] = [{} for _ in range(tree.seats)]
    for node in tree.nodes:
        if node.world is None:
            chances = " ".join(f'"world {action}" {1 / len(node.actions):.16f}' for action in node.actions)
            yield f'c "" 1 "" {{ {chances} }} 0'
        elif node.gains:
            yield f't "" {node.number} "" {{ {" ".join(map(str, node.gains))} }}'
        else:
            mine = known[node.player]
            number = mine.setdefault(node.world.information(node.player), len(mine) + 1)
            texts = " ".join(f'"{node.world.text(node.player, action)}"' for action in node.actions)
            yield f'p "" {node.player + 1} {number} "" {{ {texts} }} 0'


def register() -> None:
    """Make endings known to OpenSpiel."""
    pyspiel.register_game(ending_type(), EndingGame)
