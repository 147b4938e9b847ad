"""What there is to count in a series of Honors No. I: how long hands last, how many are completed, who goes out."""

from typing import Final

import numpy as np

from parlour.core.events import KIND, SEAT, A, B
from parlour.core.pack.books import BOOKS, LETTERS
from parlour.core.statistics import EVENT, Rows, Statistic, Tally, margin, percent, ratio, share_interval
from parlour.games.honors1.table import ASKED, CLOSED, DEALER, GAVE, LAID, SCORED, WENT_OUT

KINDS: Final = (DEALER, ASKED, GAVE, LAID, WENT_OUT, CLOSED, SCORED)

# What is added up of the hands, and for every place at the table.
HANDS: Final = ("hands", "completed", "turns", "turns_squared", "asks", "right", "out")
PLACES: Final = ("books", "premiums", "points", "points_squared")


def tally(rows: Rows, seats: int) -> Tally:
    """Count some matches. Places at the table are counted from the dealer's left, who is 0."""
    kind = rows[:, EVENT + KIND]
    dealers = rows[kind == DEALER, EVENT + SEAT]
    hand = np.cumsum(kind == DEALER) - 1
    place = (rows[:, EVENT + SEAT] - dealers[hand] - 1) % seats if len(rows) else np.zeros(0, dtype=np.int64)
    closed = rows[kind == CLOSED]
    turns = closed[:, EVENT + B]
    hands = np.array(
        [
            len(closed),
            (closed[:, EVENT + A] == BOOKS).sum(),
            turns.sum(),
            (turns**2).sum(),
            *((kind == counted).sum() for counted in (ASKED, GAVE, WENT_OUT)),
        ]
    )
    scored = kind == SCORED
    points = rows[scored, EVENT + A]
    places = np.zeros((seats, len(PLACES)), dtype=np.int64)
    np.add.at(places[:, 0], place[kind == LAID], 1)
    np.add.at(places[:, 1], place[kind == WENT_OUT], 1)
    np.add.at(places[:, 2], place[scored], points)
    np.add.at(places[:, 3], place[scored], points**2)
    books = np.bincount(rows[kind == LAID, EVENT + A], minlength=BOOKS)
    return {"hands": hands, "places": places, "books": books, "made": books_made(closed)}


def books_made(closed: Rows) -> Rows:
    """How many hands made so many books."""
    return np.bincount(closed[:, EVENT + A], minlength=BOOKS + 1)


def tables(tally: Tally, seats: int) -> list[Statistic]:
    """The figures for people."""
    return [of_hands(tally), by_place(tally, seats), of_books(tally), of_unfinished(tally)]


def of_hands(tally: Tally) -> Statistic:
    """How long hands last and how they end (H1-G12)."""
    hands, completed, turns, squares, asks, right, _ = (int(n) for n in tally["hands"])
    low, high = share_interval(completed, hands) or (None, None)
    return Statistic(
        "Hands",
        ("hands", "turns", "±", "asks", "right %", "all books made %", "from %", "to %"),
        (
            (hands, ratio(turns, hands), margin(turns, squares, hands), ratio(asks, hands), percent(right, asks))
            + (percent(completed, hands), low, high),
        ),
    )


def by_place(tally: Tally, seats: int) -> Statistic:
    """How each place fares, from the dealer's left, who asks first, to the dealer."""
    hands = int(tally["hands"][0])
    rows = []
    for place, (books, premiums, points, squares) in enumerate(tally["places"].tolist()):
        name = "dealer" if place == seats - 1 else f"{place + 1}"
        rows.append(
            (name, ratio(books, hands), percent(premiums, hands), ratio(points, hands), margin(points, squares, hands))
        )
    return Statistic(
        "By place from the dealer's left",
        ("place", "books", "premium %", "points", "±"),
        tuple(rows),
        chart=("points",),
    )


def of_books(tally: Tally) -> Statistic:
    """How often each book is made."""
    hands = int(tally["hands"][0])
    rows = tuple((LETTERS[book], percent(made, hands)) for book, made in enumerate(tally["books"].tolist()))
    return Statistic("Books", ("book", "made %"), rows)


def of_unfinished(tally: Tally) -> Statistic:
    """How many books a hand makes before it is closed."""
    hands = int(tally["hands"][0])
    rows = tuple((made, times, percent(times, hands)) for made, times in enumerate(tally["made"].tolist()) if times)
    return Statistic("Books made in a hand", ("books", "hands", "share %"), rows)
