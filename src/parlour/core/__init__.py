"""The vocabulary that every game, bot, table and tool shares. It knows no game by name.

`engines` run the rules, `pack` has what card games share, `check` what any game must pass.
"""
