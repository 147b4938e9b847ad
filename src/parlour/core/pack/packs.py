"""Packs of cards by name, for notation and views: a card is its place in the pack, a set of cards a mask."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from parlour.errors import NotationError

NO_CARDS = "-"
KEPT = 4096  # sets of cards whose names are remembered: most sets stay as they are from one action to the next


def members(cards: int) -> Iterator[int]:
    """The cards of a set, the lowest first."""
    while cards:
        lowest = cards & -cards
        yield lowest.bit_length() - 1
        cards ^= lowest


class Pack:
    """The names of the cards of a pack, in their order. Names are upper case; `in_hand` is the order of a hand."""

    def __init__(self, names: Sequence[str], range_text: str, in_hand: Sequence[str] = ()) -> None:
        self.names = tuple(names)
        self._range = range_text
        self._places = {name.replace("-", ""): card for card, name in enumerate(names)}
        hand = [self.names.index(name) for name in in_hand or names]
        self._names_in = lru_cache(KEPT)(lambda cards: tuple(self.names[card] for card in hand if (cards >> card) & 1))

    def __len__(self) -> int:
        return len(self.names)

    def parse(self, text: str) -> int:
        """A card from its name, in either case, with its hyphen or without; `NotationError` if there is none such."""
        place = self._places.get(text.upper().replace("-", ""))
        if place is None or not text.isascii():  # some other letters have ours for capitals
            raise NotationError(f"{text[:20]!r} is not a card; there are {self._range}")
        return place

    def names_in(self, cards: int) -> list[str]:
        """The names of a set of cards, in the order in which a hand is held."""
        return list(self._names_in(int(cards)))

    def text(self, cards: Iterable[int]) -> str:
        """Cards in the order given, between commas; `-` for none."""
        return ",".join(self.names[card] for card in cards) or NO_CARDS

    def set_text(self, cards: int) -> str:
        """A set of cards, between commas; `-` for none."""
        return ",".join(self.names_in(cards)) or NO_CARDS

    def parse_list(self, text: str) -> list[int]:
        """Cards between commas, none twice; `NotationError` if that is not what the text is."""
        if text == NO_CARDS:
            return []
        cards = [self.parse(name) for name in text.split(",")]
        if len(set(cards)) < len(cards):
            raise NotationError(f"a card stands twice in {text[:60]!r}")
        return cards

    def parse_set(self, text: str) -> int:
        """The set of cards between commas."""
        return sum(1 << card for card in self.parse_list(text))
