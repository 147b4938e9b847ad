"""Exponentials and logarithms from sums, products and quotients alone, so that every engine gets the same bits.

A platform's own may differ from another's in the last place, and a choice can hang on it.
"""

from typing import Final

import numpy as np

from parlour.core.contract import Numbers
from parlour.core.kernel import rule

LN2: Final = 0.6931471805599453
LN2_HIGH: Final = 0.693147180369123816490  # the first 33 bits of it: exact when multiplied by a small whole number
LN2_LOW: Final = 1.90821492927058770002e-10
SMALLEST: Final = -700.0  # below this, e to the power of x is taken for 0
TERMS: Final = 13
HALF_ROOT: Final = 0.7071067811865476


@rule
def exp(x: float) -> float:
    """The number e to the power of x, for x from minus infinity to 700."""
    if x < SMALLEST:
        return 0.0
    twos = int(x / LN2 + (0.5 if x >= 0 else -0.5))
    rest = x - twos * LN2_HIGH - twos * LN2_LOW
    value = 1.0
    for n in range(TERMS, 0, -1):  # 1 + r (1 + r/2 (1 + r/3 (...)))
        value = 1.0 + value * rest / n
    for _ in range(abs(twos)):
        value *= 2.0 if twos > 0 else 0.5
    return value


@rule
def power(x: float, n: int) -> float:
    """The number x times itself, n times over; n is small and not negative."""
    value = 1.0
    for _ in range(n):
        value *= x
    return value


def logarithms(count: int) -> Numbers:
    """The natural logarithms of 0 to `count` - 1, that of 0 taken for 0."""
    part, twos = np.frexp(np.arange(count, dtype=np.float64).clip(1))
    low = part < HALF_ROOT
    part, twos = np.where(low, 2 * part, part), twos - low
    z = (part - 1) / (part + 1)  # ln m = 2 (z + z**3 / 3 + z**5 / 5 + ...)
    square, total = z * z, np.zeros(count)
    for n in range(2 * TERMS - 1, 0, -2):
        total = total * square + 1.0 / n
    return twos * LN2 + 2 * z * total
