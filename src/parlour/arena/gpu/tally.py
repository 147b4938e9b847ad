"""A log for a GPU's threads that keeps nothing of the events but the number of hands.

`core.events.emit` writes to it as to any log. As a log of rows would not fit into registers, each event written there
would go through memory, and nobody would read it. It needs numba-cuda; without one there is no GPU to play on.
"""

import operator
from typing import Any

import numpy as np
from numba import types
from numba.cuda import cgutils, models
from numba.cuda.extending import intrinsic, make_attribute_wrapper, overload, register_model

from parlour.core.events import HAND_OVER, KIND, A

ENDLESS = 1 << 30  # rows


class TallyType(types.Type):  # type: ignore[misc]
    """One row of whole numbers: the kind of the last event, and in column A the number of the last HAND_OVER."""

    def __init__(self) -> None:
        super().__init__(name="Tally")


@register_model(TallyType)
class TallyModel(models.StructModel):  # type: ignore[misc]
    """The row is elsewhere."""

    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, [("rows", types.int64[:, ::1])])


make_attribute_wrapper(TallyType, "rows", "rows")


@intrinsic  # type: ignore[untyped-decorator]
def tally(_: Any, rows: Any) -> Any:
    """The log that keeps its tally in `rows`."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        made = cgutils.create_struct_proxy(signature.return_type)(context, builder)
        made.rows = arguments[0]
        return made._getvalue()

    return TallyType()(rows), build


@overload(len)  # type: ignore[untyped-decorator]
def rows_of(log: Any) -> Any:
    """There is always room."""

    def count(log: Any) -> int:
        return ENDLESS

    return count if isinstance(log, TallyType) else None


@overload(operator.getitem)  # type: ignore[untyped-decorator]
def read(log: Any, at: Any) -> Any:
    """It is always empty."""

    def nothing(log: Any, at: Any) -> int:
        return 0

    return nothing if isinstance(log, TallyType) else None


@overload(operator.setitem)  # type: ignore[untyped-decorator]
def write(log: Any, at: Any, value: Any) -> Any:
    """Note the kind, which is written first, and what counts hands."""

    def note(log: Any, at: Any, value: Any) -> None:
        if at[1] == KIND:
            log.rows[0, KIND] = np.int64(value)
        elif at[1] == A and log.rows[0, KIND] == HAND_OVER:
            log.rows[0, A] = np.int64(value)

    return note if isinstance(log, TallyType) else None
