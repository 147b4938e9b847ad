"""The table: who sits where, whose turn it is and for how long, what everybody agreed on, and who may see what.

It does no input or output and has no clock of its own: commands and the time go in, facts come out, and the same facts
always make the same table. `wire` is what clients and servers share.
"""
