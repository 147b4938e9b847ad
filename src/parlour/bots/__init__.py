"""Computer players. They know no game by name, and see only what their seat may see."""

from parlour.bots.bot import Bot, Fault
from parlour.bots.registry import LEVELS, compile_thinkers, make, names

__all__ = ["LEVELS", "Bot", "Fault", "compile_thinkers", "make", "names"]
