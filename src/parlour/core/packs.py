"""Packs of cards by name, for notation and views: a card is its place in the pack, a set of cards a mask."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from parlour.errors import NotationError, PositionError

NO_CARDS = "-"
KEPT = 4096  # sets of cards whose names are remembered: most sets stay as they are from one action to the next


def members(cards: int) -> Iterator[int]:
    """The cards of a set, the lowest first."""
    while cards:
        lowest = cards & -cards
        yield lowest.bit_length() - 1
        cards ^= lowest


class Pack:
    """The names of the cards of a pack, in their order. Names are upper case."""

    def __init__(self, names: Sequence[str], range_text: str) -> None:
        self.names = tuple(names)
        self._places = {name: card for card, name in enumerate(names)}
        self._range = range_text
        self._names_in = lru_cache(KEPT)(lambda cards: tuple(self.names[card] for card in members(cards)))

    def __len__(self) -> int:
        return len(self.names)

    def parse(self, text: str) -> int:
        """A card from its name, in either case; `NotationError` if there is no such card."""
        if text.upper() not in self._places:
            raise NotationError(f"{text[:20]!r} is not a card; there are {self._range}")
        return self._places[text.upper()]

    def names_in(self, cards: int) -> list[str]:
        """The names of a set of cards, in the order of the pack."""
        return list(self._names_in(int(cards)))

    def text(self, cards: Iterable[int]) -> str:
        """Cards in the order given, between commas; `-` for none."""
        return ",".join(self.names[card] for card in cards) or NO_CARDS

    def set_text(self, cards: int) -> str:
        """A set of cards, between commas; `-` for none."""
        return ",".join(self.names_in(cards)) or NO_CARDS

    def parse_list(self, text: str) -> list[int]:
        """Cards between commas, none twice; `PositionError` if that is not what the text is."""
        if text == NO_CARDS:
            return []
        try:
            cards = [self.parse(name) for name in text.split(",")]
        except NotationError as error:
            raise PositionError(f"{text[:40]!r} should be cards between commas, or -: {error}") from None
        if len(set(cards)) < len(cards):
            raise PositionError(f"a card stands twice in {text[:60]!r}")
        return cards

    def parse_set(self, text: str) -> int:
        """The set of cards between commas."""
        return sum(1 << card for card in self.parse_list(text))
