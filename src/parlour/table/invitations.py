"""Invitations by four words: the first half of a table's name, as people can say it over a telephone.

A word has 10 of the 40 bits. The other 40 of the name are told only to who knows these, and only while the table
gathers, so that nothing has to be kept for it.
"""

import base64
import re
import unicodedata

from parlour.errors import Refused
from parlour.table.fourwords import WORDS

COUNT, BITS = 4, 10
LETTERS = COUNT * BITS // 5  # of a table's name, which has five bits in each
ANY = re.compile(r"[a-z]+")

NUMBERS = {word: number for words in WORDS.values() for number, word in enumerate(words)}


def words(table: str) -> dict[str, str]:
    """The words that lead to a table, by language; none if it has no such name."""
    try:
        bits = int.from_bytes(base64.b32decode(table[:LETTERS].upper()))
    except ValueError:
        return {}
    numbers = [(bits >> BITS * place) % (1 << BITS) for place in reversed(range(COUNT))]
    return {language: " ".join([known[number] for number in numbers]) for language, known in WORDS.items()}


def beginning(text: str) -> str:
    """How the name of the table begins to which words lead, however they are written; a refusal if they are none."""
    plain = unicodedata.normalize("NFKD", text.casefold()).encode("ascii", "ignore").decode()
    said = ANY.findall(plain)
    strange = [word for word in said if word not in NUMBERS]
    if len(said) != COUNT or strange:
        what = f"there is no word {strange[0][:20]!r} among them" if strange else f"it has {len(said)}"
        raise Refused("wrong_words", f"an invitation has four words of our lists: {what}")
    bits = 0
    for word in said:
        bits = bits << BITS | NUMBERS[word]
    return base64.b32encode(bits.to_bytes(COUNT * BITS // 8)).decode().lower()
