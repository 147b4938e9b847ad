"""All that could be true: every deal of the unseen cards that agrees with all that a seat has seen, by trying them all.

Written from the rulebook alone: it shares no code with the rules. A world is who holds what, and the card just drawn.
What is in no hand and not in the pile is in the pack.
"""

from itertools import permutations

from .table import CARDS, fields

World = tuple[tuple[str, ...], str]
NOTHING = ""


def pairs(held: str, drawn: str, ascending: bool) -> bool:
    step = int(drawn[2]) - int(held[2])
    return held[0] == drawn[0] and step in ((1,) if ascending else (1, -1))


class Worlds:
    """What `seat`, or a spectator (None), may think, from a position in which nobody knows anything of anybody."""

    def __init__(self, position: str, seat: int | None, ascending: bool = False) -> None:
        told = fields(position)
        truth, pack, exposed = told["held"].split(","), told.get("pack", "-"), told.get("exposed", "-")
        self.seat, self.ascending = seat, ascending
        self.pile = [] if exposed == "-" else exposed.split(",")
        others = [place for place in range(len(truth)) if place != seat]
        unseen = [truth[place] for place in others] + ([] if pack == "-" else pack.split(","))
        self.worlds: set[World] = set()
        self.was_taken = False
        for cards in permutations(unseen, len(others)):
            hands = list(truth)
            for place, card in zip(others, cards, strict=True):
                hands[place] = card
            self.worlds.add((tuple(hands), NOTHING))

    def follow(self, events: list[dict[str, str | int]]) -> None:
        """Learn from events as the seat sees them."""
        for event in events:
            step = getattr(self, str(event["kind"]), None)
            if step is not None:
                step(event["seat"], event.get("card"))

    def drew(self, seat: int, card: str | None) -> None:
        """Any card of the pack, unless one sees which, but none that goes out."""
        drawn: set[World] = set()
        for hands, _ in self.worlds:
            pack = {card} if card else set(CARDS) - set(hands) - set(self.pile)
            drawn |= {(hands, new) for new in pack if not pairs(hands[seat], new, self.ascending)}
        self.worlds = {world for world in drawn if world[1] not in world[0]}
        self.was_taken = False

    def took(self, seat: int, card: str) -> None:
        self.pile.pop()
        self.worlds = {(hands, card) for hands, _ in self.worlds if not pairs(hands[seat], card, self.ascending)}
        self.was_taken = True

    def threw(self, seat: int, card: str) -> None:
        """The card drawn, or the card held; after a take only the card held."""
        left: set[World] = set()
        for hands, drawn in self.worlds:
            if drawn == card and not self.was_taken:
                left.add((hands, NOTHING))
            if hands[seat] == card:
                left.add(((*hands[:seat], drawn, *hands[seat + 1 :]), NOTHING))
        self.worlds = left
        self.pile.append(card)

    def recycled(self, seat: int, card: None) -> None:
        self.pile = self.pile[-1:]
