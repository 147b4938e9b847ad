"""Pictures of what was found: of series, tournaments and reviews, drawn by matplotlib (extra: plot)."""
