"""The two generators: ChaCha for deals, xorshift for choices."""

import math
from itertools import permutations

import numpy as np
import pytest

from parlour.core import chance
from parlour.core.engines import compiled
from parlour.core.kernel import layout

State = layout([*chance.FIELDS, ("cards", np.int8, 5), ("seats", np.int8)])
TRIES = 24_000 if compiled() else 1_200


def chi_squared_limit(kinds: int, z: float = 4.0) -> float:
    """What a chi-squared of so many kinds hardly ever exceeds (Wilson and Hilferty)."""
    k = kinds - 1
    return float(k * (1 - 2 / (9 * k) + z * math.sqrt(2 / (9 * k))) ** 3)


def keystream(key: bytes, number: int, rounds: int) -> str:
    words = np.frombuffer(key, dtype="<u4").astype(np.uint32)
    block = chance.chacha(words, np.uint64(number), rounds)
    return np.array([int(word) for word in block], dtype="<u4").tobytes().hex()


def test_twenty_rounds_give_the_published_keystream() -> None:
    # RFC 8439, appendix A.1, vectors 1 and 2: all-zero key and nonce, blocks 0 and 1
    assert keystream(bytes(32), 0, 20).startswith("76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7")
    assert keystream(bytes(32), 1, 20).startswith("9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed")


def test_eight_rounds_give_the_published_keystream() -> None:
    # the ChaCha test vectors of Strombergson's draft, eight rounds, 256-bit keys, TC1 (zero) and TC2 (first bit set)
    assert keystream(bytes(32), 0, 8).startswith("3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e")
    assert keystream(b"\x01" + bytes(31), 0, 8).startswith("cf5ee9a0494aa9613e05d5ed725b804b")


def test_blocks_beyond_thirty_two_bits_differ() -> None:
    assert keystream(bytes(32), 1 << 32, 8) != keystream(bytes(32), 0, 8)


@pytest.mark.rule("C-03")
def test_shuffles_are_fair() -> None:
    states = np.zeros(1, dtype=State)
    orders = dict.fromkeys(permutations(range(5)), 0)
    for _ in range(TRIES):
        states[0].cards[:] = range(5)
        chance.shuffle(states[0], states[0].cards)
        orders[tuple(states[0].cards.tolist())] += 1
    expected = TRIES / len(orders)
    assert sum((n - expected) ** 2 / expected for n in orders.values()) < chi_squared_limit(len(orders))


@pytest.mark.parametrize("n", [1, 2, 3, 7, 60])
def test_draws_are_fair(n: int) -> None:
    states = np.zeros(1, dtype=State)
    tries = TRIES // 4
    drawn = [0] * n
    for _ in range(tries):
        drawn[int(chance.draw(states[0], n))] += 1
    assert n == 1 or sum((k - tries / n) ** 2 * n / tries for k in drawn) < chi_squared_limit(n)
    assert states[0].drawn >= tries


def test_words_that_would_favour_low_numbers_are_thrown_away() -> None:
    # 65536 = 7 * 9362 + 2, so two of the 65536 half words must be refused
    refused = [word for word in range(1 << 16) if not chance.fair(np.uint64(word * 7), np.uint64(7))]
    kept = [0] * 7
    for word in range(1 << 16):
        if word not in refused:
            kept[word * 7 >> 16] += 1
    assert len(refused) == 2
    assert kept == [9362] * 7


def test_choices_are_fair_and_repeatable() -> None:
    rng, again = chance.rng_from(5, 6), chance.rng_from(5, 6)
    first = [int(chance.below(rng, 10)) for _ in range(TRIES)]
    assert first == [int(chance.below(again, 10)) for _ in range(TRIES)]
    assert sum((first.count(k) - TRIES / 10) ** 2 * 10 / TRIES for k in range(10)) < chi_squared_limit(10)
    assert chance.rng_from(5, 6) != chance.rng_from(6, 5)


def test_a_sample_forgets_the_key() -> None:
    states = np.zeros(1, dtype=State)
    chance.begin(states[0], 2, np.arange(1, 9, dtype=np.uint32))
    states[0].drawn = 77
    chance.forget_key(states[0], chance.rng_from(1))
    assert states[0].drawn == 0
    assert not set(range(1, 9)) & set(states[0].key.tolist())
