"""The arena: series of matches between computer players, counted and compared."""

from parlour.arena.play import run
from parlour.arena.series import POLICIES, Chunk, Plan
from parlour.arena.simulate import simulate
from parlour.arena.summary import Summary
from parlour.arena.tournament import Tournament

__all__ = ["POLICIES", "Chunk", "Plan", "Summary", "Tournament", "run", "simulate"]
