"""What `parlour doctor` finds."""

from collections.abc import Iterator
from dataclasses import dataclass

OK, MISSING, WRONG = "ok", "missing", "wrong"


@dataclass(frozen=True)
class Finding:
    """What was found of one thing: ok, missing or wrong, in words, and how to get it right.

    Nothing works without what is `essential`; everything else is for those who want it.
    """

    name: str
    state: str
    text: str
    remedy: str = ""
    essential: bool = False


Findings = Iterator[Finding]
