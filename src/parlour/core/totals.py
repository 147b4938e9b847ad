"""Games whose score is a field of the state, a number for each seat: what the contract asks of it follows from that."""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from parlour.core.contract import Numbers, Record
from parlour.core.kernel import rule
from parlour.core.pack.seating import leaders

Sheet: TypeAlias = tuple[Callable[[Record, Numbers], None], Callable[[Record, Numbers], None], Callable[[Record], int]]

# No compiler of rules could look up a field by its name.
TEXT: Final = """
@rule
def scores(s, out):
    for seat in range(s.seats):
        out[seat] = s.{field}[seat]

@rule
def payoffs(s, out):
    for seat in range(s.seats):
        out[seat] = s.{field}[seat] if s.phase == {over} else 0

@rule
def winners(s):
    return leaders(s, s.{field}) if s.phase == {over} else 0
"""


def sheet(field: str, over: int) -> Sheet:
    """`scores`, `payoffs` and `winners` of a game in which the highest number of a field wins, jointly if tied (C-12).

    The match is over when its field `phase` is `over`; then the numbers are the settlement too.
    """
    space: dict[str, Any] = {"__name__": __name__, "rule": rule, "leaders": leaders}
    exec(compile(TEXT.format(field=field, over=over), __file__, "exec"), space)
    return space["scores"], space["payoffs"], space["winners"]
