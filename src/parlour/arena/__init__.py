"""The arena: series of matches between computer players, counted and compared."""

from parlour.arena.series import POLICIES, Chunk, Plan
from parlour.arena.simulate import simulate
from parlour.arena.summary import Summary

__all__ = ["POLICIES", "Chunk", "Plan", "Summary", "simulate"]
