"""A simple player, like those of the simulations that the rulings quote (H2-G05): she lays what she can.

She takes as few discards as it needs for the deepest to complete something, else she draws from the stock, or takes the
top card where there is none; she claims every fine, and throws off the highest card of the book least held.
"""

from collections import Counter

from parlour import Match


def simple_action(match: Match, seat: int) -> str:
    """What the simple player does."""
    legal = [str(action) for action in match.legal(seat)]
    table = match.view(seat)["table"]
    if table["phase"] == "draw":
        return simple_draw(
            table["hand"], table["row"], Counter(c[0] for s in table["laid"] for b in s for c in b), legal
        )
    eager = [text for text in legal if text.startswith(("lay", "fourth", "claim"))]
    return max(eager, key=len) if eager else legal[0]


def simple_draw(hand: list[str], row: list[str], laid: Counter[str], legal: list[str]) -> str:
    """The shallowest take that completes something, else the idle draw."""
    for cards in range(1, len(row) + 1):
        book = row[-cards][0]
        if laid[book] == 3 or sum(card[0] == book for card in [*hand, *row[-cards:]]) >= 3:
            return f"take {cards}"
    return legal[0]
