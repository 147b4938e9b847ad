"""A game by an outside author, from which docs/ninth-game.md is made."""
