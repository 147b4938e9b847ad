"""What somebody may do as a list: in which order, and which number is typed for each."""

from collections.abc import Sequence


def labels_of(texts: Sequence[str]) -> tuple[str, ...]:
    """The number to type for each of several actions.

    Where the actions are themselves numbers (bid 3), the number is that one, so that 3 means what it seems to mean.
    """
    _, rests = split_verb(texts)
    if rests and all(rest.isascii() and rest.isdecimal() for rest in rests):
        return tuple(rests)
    return tuple(str(number) for number in range(1, len(texts) + 1))


def in_hand_order(texts: Sequence[str], hand: Sequence[str]) -> tuple[str, ...]:
    """Cards are listed as they stand in the hand, everything else as the rules list it."""
    places = {card: place for place, card in enumerate(hand)}
    return tuple(sorted(texts, key=lambda text: places.get(text.partition(" ")[2], len(places))))


def split_verb(texts: Sequence[str]) -> tuple[str, list[str]]:
    """The word that all texts begin with, and their rests; nothing if there is none."""
    verbs = {text.partition(" ")[0] for text in texts}
    if len(verbs) != 1 or not all(" " in text for text in texts):
        return "", []
    return verbs.pop(), [text.partition(" ")[2] for text in texts]
