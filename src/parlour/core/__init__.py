"""The vocabulary that every game, bot, table and tool shares. It knows no game by name."""
