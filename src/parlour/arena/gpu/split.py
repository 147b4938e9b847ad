"""A state in two parts, for a GPU's threads: the large arrays in local memory, all else in shared memory.

Shared memory is fast and small. A state that would leave room there for few matches may leave room for many without an
array that is seldom looked at. The rules do not notice: a field is found in the part that has it. It needs numba-cuda.
"""

from typing import Any

from numba import types
from numba.cuda import cgutils, models
from numba.cuda.cudadecl import registry as typings
from numba.cuda.cudaimpl import registry as lowerings
from numba.cuda.extending import intrinsic, register_model
from numba.cuda.np.arrayobj import record_getattr, record_setattr
from numba.cuda.typing.templates import AttributeTemplate


class SplitType(types.Type):  # type: ignore[misc]
    """Two records that together have the fields of a state."""

    def __init__(self, small: Any, large: Any) -> None:
        self.small, self.large = small, large
        super().__init__(name=f"Split({small.name}, {large.name})")

    def part(self, field: str) -> tuple[str, Any]:
        """The part that has a field: its name and its type."""
        return ("large", self.large) if field in self.large.fields else ("small", self.small)


@register_model(SplitType)
class SplitModel(models.StructModel):  # type: ignore[misc]
    """The records are elsewhere."""

    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, [("small", kind.small), ("large", kind.large)])


@typings.register_attr
class SplitFields(AttributeTemplate):  # type: ignore[misc]
    """The types of the fields."""

    key = SplitType

    def generic_resolve(self, split: Any, field: str) -> Any:
        """The type of a field."""
        return split.part(field)[1].typeof(field)


@lowerings.lower_getattr_generic(SplitType)  # type: ignore[untyped-decorator]
def read(context: Any, builder: Any, split: Any, value: Any, field: str) -> Any:
    """Read a field where it is."""
    part, record = split.part(field)
    place = getattr(cgutils.create_struct_proxy(split)(context, builder, value=value), part)
    return record_getattr(context, builder, record, place, field)


@lowerings.lower_setattr_generic(SplitType)  # type: ignore[untyped-decorator]
def write(context: Any, builder: Any, signature: Any, arguments: Any, field: str) -> Any:
    """Write a field where it is."""
    split, number = signature.args
    part, record = split.part(field)
    place = getattr(cgutils.create_struct_proxy(split)(context, builder, value=arguments[0]), part)
    return record_setattr(context, builder, signature.replace(args=(record, number)), (place, arguments[1]), field)


@intrinsic  # type: ignore[untyped-decorator]
def split(_: Any, small: Any, large: Any) -> Any:
    """The state that these two records are."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        made = cgutils.create_struct_proxy(signature.return_type)(context, builder)
        made.small, made.large = arguments
        return made._getvalue()

    return SplitType(small, large)(small, large), build
