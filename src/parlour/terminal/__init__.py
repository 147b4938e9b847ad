"""Two clients for a terminal, with the same tables, views and notation as everywhere and one drawing of each game.

`plain` talks line by line, and each game's look (`looks`) is printed as plain text. All else here is the full screen,
drawn with Textual, which nothing in `plain`, `looks` or `pen` needs. There a `Visit` is what somebody at a table
knows. It is told by a `House`, which keeps a table in this process, or by a `Remote`, which is at a server's table;
screens look at the visit and never ask which.
"""
