"""The terminal client: the same tables, views and notation as everywhere, drawn with Textual.

A `Visit` is what somebody at a table knows. It is told by a `House`, which keeps a table in this process, or by a
`Remote`, which is at a server's table; screens look at the visit and never ask which. Each game has its own look.
"""
