"""An independent referee for Honors No. I: the rules once more, in plain sets and lists, with nothing remembered.

It shares no code with the game. Given the hands, the centre and who asked whom for what, it says what happens.
"""

from dataclasses import dataclass, field
from typing import Any

BOOKS = "ABCDEFGHIJKL"
Event = tuple[Any, ...]


@dataclass
class Referee:
    """A hand at a table, from its deal or from the middle."""

    hands: list[set[str]]
    centre: list[str]
    turn: int
    options: dict[str, Any]
    books: list[set[str]] = field(default_factory=list)
    premium: int | None = None
    idle: int = 0
    turns: int = 0
    over: bool = False
    book_this_turn: bool = False
    events: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.books = self.books or [set() for _ in self.hands]

    @property
    def seats(self) -> int:
        return len(self.hands)

    def dealt(self) -> None:
        """After the deal: whole books are laid, in turn from the dealer's left, who is to play (H1-G11)."""
        for i in range(self.seats):
            seat = (self.turn + i) % self.seats
            self.lay_all(seat)
            if self.book_this_turn:
                self.fill(seat)
            self.book_this_turn = False
        self.find_player()

    def legal(self, seat: int) -> set[tuple[int, str]]:
        """Whom the seat may ask for what."""
        laid = set().union(*self.books)
        wanted = {f"{book}-{number}" for book in BOOKS for number in "1234" if book not in laid} - self.hands[seat]
        if self.options["must_hold"]:
            wanted = {card for card in wanted if any(own[0] == card[0] for own in self.hands[seat])}
        others = [q for q in range(self.seats) if q != seat and self.hands[q]]
        return {(q, card) for q in others for card in wanted}

    def ask(self, asked: int, card: str) -> None:
        """The player whose turn it is asks."""
        seat = self.turn
        self.events.append(("asked", seat, card, asked))
        if card in self.hands[asked]:
            self.events.append(("gave", asked, card))
            self.hands[asked].remove(card)
            self.hands[seat].add(card)
            if self.options["premium_on_strip"]:
                self.reward(asked)
            if self.lay_all(seat):
                self.fill(seat)
        else:
            self.events.append(("refused", asked, card))
            fished = False
            if self.options["draw_on_miss"] and self.centre:
                fished = self.options["fish_again"] and self.centre[0] == card
                if self.draw(seat, shown=fished):
                    self.fill(seat)
            if not fished:
                self.pass_on()
        self.find_player()

    def draw(self, seat: int, shown: bool = False) -> bool:
        """Draw a card; whether it made a book."""
        card = self.centre.pop(0)
        self.events.append(("fished" if shown else "drew", seat, card))
        self.hands[seat].add(card)
        made = self.lay_all(seat)
        if not self.centre and self.options["premium_on_strip"]:
            for i in range(1, self.seats + 1):
                self.reward((seat + i) % self.seats)
        return made

    def fill(self, seat: int) -> None:
        """Draw up to six."""
        while self.centre and len(self.hands[seat]) < 6:
            self.draw(seat)

    def lay_all(self, seat: int) -> bool:
        """Lay every whole book; whether there was one."""
        made = [book for book in BOOKS if all(f"{book}-{number}" in self.hands[seat] for number in "1234")]
        for book in made:
            self.events.append(("laid", seat, book))
            self.books[seat].add(book)
            self.hands[seat] -= {f"{book}-{number}" for number in "1234"}
            self.book_this_turn = True
            self.reward(seat)
        return bool(made)

    def reward(self, seat: int) -> None:
        """The premium, if the seat has just become the first without cards."""
        if self.premium is None and not self.hands[seat] and not self.centre:
            self.premium = seat
            self.events.append(("went_out", seat))

    def pass_on(self) -> None:
        """A turn is completed (H1-G15)."""
        self.turns += 1
        self.idle = 0 if self.book_this_turn else self.idle + 1
        self.book_this_turn = False
        self.turn = (self.turn + 1) % self.seats

    def find_player(self) -> None:
        """Who asks next, or nobody."""
        while True:
            everything = len(set().union(*self.books)) == 12
            first_out = self.options["h1_end"] == "first_out" and self.premium is not None
            if everything or first_out or self.idle >= self.options["h1_stagnation"] * self.seats:
                self.over = True
                return
            seat = self.turn
            if not self.hands[seat] and self.centre:
                self.fill(seat)
                continue
            if not self.hands[seat]:
                if self.book_this_turn:
                    self.pass_on()
                else:
                    self.turn = (seat + 1) % self.seats
                continue
            if any(self.hands[q] for q in range(self.seats) if q != seat):
                return
            if self.draw(seat):
                self.fill(seat)
            self.pass_on()

    def points(self) -> list[int]:
        """What the hand brings each seat."""
        worth = [sum(10 if book == "A" else 5 for book in books) for books in self.books]
        return [points + (5 if seat == self.premium else 0) for seat, points in enumerate(worth)]
