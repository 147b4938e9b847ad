"""A table of heaps: `index[0]` of them, each with the turns to the end, which are even where the seat to move loses."""

from typing import Any

from parlour.core.contract import Record
from parlour.core.evaluation import NO_ANSWER
from parlour.core.kernel import rule, whole


@rule
def probe(s: Record, table: Any, index: Any) -> int:
    if len(index) == 0 or s.heap >= index[0]:
        return NO_ANSWER
    turns = whole(table[s.heap])
    return turns if turns % 2 == 1 else -turns
