"""Perft: every position and depth of the rulebook's table, by paths and by outcomes, in both readings."""

import pytest

from parlour.core.check.perft import perft
from parlour.core.engines import compiled

from .board import CAMETTE, START, at
from .test_examples import MANY

MOST = 20_000_000 if compiled() else 300  # leaves

# Turns after 1, 2, 3, 4 of them: paths, or paths/outcomes where they differ.
BOTH = {
    START: "54 2916 187380/166212 11986638/9420260",
    CAMETTE: "22 345 5174/4926 69952/65908",
    MANY["T-CM-01"]: "13 237 2767 54649",
    MANY["T-CM-02"]: "3 10 54 192",
    MANY["T-CM-03"]: "41 1115/1114 36916/36213 1005306/984771",
    MANY["T-CM-04"]: "2 29 727 17808",
    MANY["T-CM-05"]: "29 888 21065 653716/653705",
    MANY["T-CM-09"]: "3 3 35 531",
}
TABLE = {
    "1949": BOTH
    | {
        MANY["T-CM-06"]: "2 55 600 12230",
        MANY["T-CM-07"]: "1 17 51 519",
        MANY["T-CM-08"]: "3/2 3/2 17/14 318/279",
        MANY["T-CM-10"]: "39 861 30129/30057 652666/650839",
    },
    "federation": BOTH
    | {
        MANY["T-CM-06"]: "2 55 596 12150",
        MANY["T-CM-07"]: "1 13 183 2087",
        MANY["T-CM-08"]: "2/1 2/1 6/3 78/39",
        MANY["T-CM-10"]: "40 861 30549/30384 652656/650789",
    },
}
MILLIONS = 10_000_000  # leaves that are counted in one of the readings; in the other in the long suite


def far(edition: str, numbers: str) -> list[pytest.MarkDecorator]:
    """The mark of what takes long, where another reading has shown the same."""
    same = edition == "federation" and numbers in " ".join(BOTH.values())
    return [pytest.mark.long] if same and int(numbers.partition("/")[0]) > MILLIONS else []


CASES = [
    pytest.param(
        edition, position, depth, numbers, id=f"{edition}-{position[:24]}-{depth}", marks=far(edition, numbers)
    )
    for edition, table in TABLE.items()
    for position, line in table.items()
    for depth, numbers in enumerate(line.split(), start=1)
    if int(numbers.partition("/")[0]) <= MOST
]


@pytest.mark.parametrize(("edition", "position", "depth", "numbers"), CASES)
def test_the_table(edition: str, position: str, depth: int, numbers: str) -> None:
    paths, _, outcomes = numbers.partition("/")
    match = at(position, edition=edition)
    assert perft(match, depth) == int(paths)
    assert perft(match, depth, distinct=True) == int(outcomes or paths)
