"""What a player knows, as tensors and texts (OpenSpiel's observer).

The observation is what the table shows the player now (`observe` of the rules). The information state has the last
`RECENT` events besides, as the player saw them; as a text it has all of them, and the player's own actions.
"""

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt
import pyspiel

from parlour.core.contract import SPECTATOR, TABLE
from parlour.core.events import KIND, SEAT, SEEN, A, B
from parlour.core.game import Game
from parlour.core.kinds import COMMON_KINDS
from parlour.errors import OptionError

if TYPE_CHECKING:
    from parlour.adapters.openspiel.game import ParlourState
    from parlour.adapters.openspiel.memory import Row

RECENT: Final = 16
BITS: Final = 64  # of an argument: a number, or a set of cards


class Observer:
    """Looks at states with a player's eyes. `tensor` is all of it, `dict` its parts by name."""

    def __init__(self, game: Game, seats: int, kind: Any, params: Any) -> None:
        if params:
            raise OptionError(f"an observer of {game.title} takes no parameters, not {params}")
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise OptionError("an observer sees what one player may see, or what all may, not everybody's secrets")
        self._public = kind.private_info == pyspiel.PrivateInfoType.NONE
        self._recall = bool(kind.perfect_recall)
        self._seats = seats
        kinds = sorted([*COMMON_KINDS, *game.table.EVENTS])
        self._kinds = {number: place for place, number in enumerate(kinds)}
        pieces: list[tuple[str, tuple[int, ...]]] = [("player", (seats,)), ("observation", (game.table.FEATURES,))]
        if self._recall:
            pieces.append(("recent", (RECENT, len(kinds) + seats + 1 + 2 * BITS)))
        self.tensor, self.dict = laid_out(pieces)

    def set_from(self, state: "ParlourState", player: int) -> None:
        """Look at a state."""
        self.tensor.fill(0)
        if not self._public:
            self.dict["player"][player] = 1
        if state.world is None:
            return
        viewer = SPECTATOR if self._public else player
        self.dict["observation"][:] = state.world.features(viewer)
        if self._recall:
            for place, row in zip(self.dict["recent"], state.world.memory.rows(RECENT), strict=False):
                self._write(place, row, viewer)

    def string_from(self, state: "ParlourState", player: int) -> str:
        """A state in words."""
        who = "all" if self._public else str(player)
        if state.world is None:
            return f"{who} before the deal"
        viewer = SPECTATOR if self._public else player
        return f"{who} {state.world.information(viewer) if self._recall else state.world.observation(viewer)}"

    def _write(self, out: npt.NDArray[np.float32], row: "Row", viewer: int) -> None:
        """An event as the viewer saw it: its kind, whom it concerns, the bits of its arguments."""
        out[self._kinds[row[KIND]]] = 1
        out[len(self._kinds) + (self._seats if row[SEAT] == TABLE else row[SEAT])] = 1
        if (row[SEEN] >> viewer) & 1:
            arguments = np.array([row[A], row[B]], dtype="<i8").view(np.uint8)
            out[-2 * BITS :] = np.unpackbits(arguments, bitorder="little")


def laid_out(
    pieces: list[tuple[str, tuple[int, ...]]],
) -> tuple[npt.NDArray[np.float32], dict[str, npt.NDArray[np.float32]]]:
    """One flat tensor, and its parts by name."""
    sizes = [int(np.prod(shape)) for _, shape in pieces]
    tensor = np.zeros(sum(sizes), dtype=np.float32)
    parts = np.split(tensor, np.cumsum(sizes)[:-1])
    return tensor, {name: part.reshape(shape) for (name, shape), part in zip(pieces, parts, strict=True)}
