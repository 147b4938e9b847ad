"""Chance (C-03). Two generators, for two purposes.

**The deal** comes from ChaCha with eight rounds, keyed with 256 bits: whoever has seen every card so far
still learns nothing about the next. A state keeps the key (`key`, eight words) and how many blocks of sixteen
words it has used (`drawn`). Numbers are exactly uniform (a word that would favour some is thrown away).

**Choices of simulators and samples for bots** come from a small fast generator (Marsaglia's xorshift), an
array of one word, `rng`, which is never 0.

Words of 32 bits are kept in `uint64` and masked: nothing ever wraps, so compiled and plain Python agree.
"""

from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from parlour.core.contract import Record, Rng, Words
from parlour.core.kernel import rule, whole

ROUNDS: Final = 8
BLOCK: Final = 16
KEY_WORDS: Final = 8
FIELDS: Final = (("key", np.uint32, KEY_WORDS), ("drawn", np.uint64))  # what every State has

Word: TypeAlias = np.uint64
Quad: TypeAlias = tuple[Word, Word, Word, Word]

MASK: Final = np.uint64(0xFFFFFFFF)
HALF: Final = np.uint64(32)
ONE: Final = np.uint64(1)
SIXTEEN: Final = np.uint64(16)
LOW: Final = np.uint64(0xFFFF)
TWO_16: Final = np.uint64(1 << 16)
SIGMA: Final = tuple(np.uint64(word) for word in (0x61707865, 0x3320646E, 0x79622D32, 0x6B206574))


@rule
def draw(s: Record, n: int) -> int:
    """A fair number from 0 to n-1; n is at most 65536."""
    while True:
        scaled = (next_block(s)[0] & LOW) * np.uint64(n)
        if fair(scaled, np.uint64(n)):
            return whole(scaled >> SIXTEEN)


@rule
def shuffle(s: Record, cards: npt.NDArray[np.int8]) -> None:
    """Put `cards` in a fair random order, with half a word a card."""
    words = next_block(s)
    word = words[0]
    used = 0
    for last in range(len(cards) - 1, 0, -1):
        n = np.uint64(last + 1)
        while True:
            if used == 2 * BLOCK:
                words = next_block(s)
                used = 0
            word = word >> SIXTEEN if used & 1 else words[used >> 1]
            used += 1
            scaled = (word & LOW) * n
            if fair(scaled, n):
                break
        place = whole(scaled >> SIXTEEN)
        cards[last], cards[place] = cards[place], cards[last]


@rule
def shuffle_all(s: Record, cards: npt.NDArray[np.int8]) -> None:
    """A whole pack, cards numbered from 0, in a fair random order."""
    for card in range(len(cards)):
        cards[card] = card
    shuffle(s, cards)


@rule
def fair(scaled: Word, n: Word) -> bool:
    """Whether half a word times n may be used: one that would favour low numbers may not (Lemire's test)."""
    low = scaled & LOW
    return bool(low >= n or low >= (TWO_16 - n) % n)


@rule
def next_block(s: Record) -> tuple[Word, ...]:
    """The next sixteen words of the state's keyed stream."""
    words = chacha(s.key, s.drawn, ROUNDS)
    s.drawn += ONE
    return words


@rule
def chacha(key: Words, number: Word, rounds: int) -> tuple[Word, ...]:
    """Block `number` of the ChaCha stream of `key`."""
    a0, a1, a2, a3 = SIGMA
    b0, b1, b2, b3 = np.uint64(key[0]), np.uint64(key[1]), np.uint64(key[2]), np.uint64(key[3])
    c0, c1, c2, c3 = np.uint64(key[4]), np.uint64(key[5]), np.uint64(key[6]), np.uint64(key[7])
    d0, d1, d2, d3 = number & MASK, number >> HALF, np.uint64(0), np.uint64(0)
    for _ in range(rounds // 2):
        a0, b0, c0, d0 = quarter_round(a0, b0, c0, d0)
        a1, b1, c1, d1 = quarter_round(a1, b1, c1, d1)
        a2, b2, c2, d2 = quarter_round(a2, b2, c2, d2)
        a3, b3, c3, d3 = quarter_round(a3, b3, c3, d3)
        a0, b1, c2, d3 = quarter_round(a0, b1, c2, d3)
        a1, b2, c3, d0 = quarter_round(a1, b2, c3, d0)
        a2, b3, c0, d1 = quarter_round(a2, b3, c0, d1)
        a3, b0, c1, d2 = quarter_round(a3, b0, c1, d2)
    return (
        *((a0 + SIGMA[0]) & MASK, (a1 + SIGMA[1]) & MASK, (a2 + SIGMA[2]) & MASK, (a3 + SIGMA[3]) & MASK),
        *((b0 + key[0]) & MASK, (b1 + key[1]) & MASK, (b2 + key[2]) & MASK, (b3 + key[3]) & MASK),
        *((c0 + key[4]) & MASK, (c1 + key[5]) & MASK, (c2 + key[6]) & MASK, (c3 + key[7]) & MASK),
        *((d0 + (number & MASK)) & MASK, (d1 + (number >> HALF)) & MASK, d2, d3),
    )


@rule
def quarter_round(a: Word, b: Word, c: Word, d: Word) -> Quad:
    """ChaCha's mixing of four words."""
    a = (a + b) & MASK
    d = rotate(d ^ a, 16)
    c = (c + d) & MASK
    b = rotate(b ^ c, 12)
    a = (a + b) & MASK
    d = rotate(d ^ a, 8)
    c = (c + d) & MASK
    b = rotate(b ^ c, 7)
    return a, b, c, d


@rule
def rotate(word: Word, by: int) -> Word:
    """A word of 32 bits turned left."""
    return ((word << np.uint64(by)) | (word >> np.uint64(32 - by))) & MASK


@rule
def below(rng: Rng, n: int) -> int:
    """A number from 0 to n-1 for a simulator's choice or a bot's sample."""
    word = rng[0]
    word ^= word << np.uint64(13)
    word ^= word >> np.uint64(7)
    word ^= word << np.uint64(17)
    rng[0] = word
    return whole(((word >> HALF) * np.uint64(n)) >> HALF)


@rule
def begin(s: Record, seats: int, key: Words) -> None:
    """Begin a match of so many seats, with a key for its deals."""
    for i in range(KEY_WORDS):
        s.key[i] = key[i]
    s.seats = seats


@rule
def forget_key(s: Record, rng: Rng) -> None:
    """Replace the deal key, and the count of what was drawn from it, in a sample given to a seat."""
    for i in range(KEY_WORDS):
        s.key[i] = below(rng, 1 << 32)
    s.drawn = 0


def rng_from(*seed: int) -> Rng:
    """A generator for choices, from any numbers."""
    word = int(np.random.SeedSequence([abs(number) for number in seed]).generate_state(1, np.uint64)[0])
    return np.array([word or 1], dtype=np.uint64)
