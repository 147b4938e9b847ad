"""Computer players. They know no game by name, and see only what their seat may see."""

from parlour.bots.bot import Bot, Fault
from parlour.bots.registry import LEVELS, make, names

__all__ = ["LEVELS", "Bot", "Fault", "make", "names"]
