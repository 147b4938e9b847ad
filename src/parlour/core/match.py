"""A match: the checked door to a game's rules. What the rules forbid is refused here, and nothing has changed."""

import hashlib
import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from operator import index
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from parlour.core import texts
from parlour.core.actions import Action, Actions
from parlour.core.chance import rng_from
from parlour.core.contract import SPECTATOR, TABLE, Features, Record, Rng
from parlour.core.drafts import Draft, checked_position, copy_of, new_states
from parlour.core.events import new_log
from parlour.core.fairness import Deal
from parlour.core.game import Game
from parlour.core.kernels import FILLING, REFUSED, States
from parlour.core.options import Value, shorten
from parlour.core.plain import Plain, Reader
from parlour.errors import (
    CorruptRecord,
    IllegalAction,
    MatchOver,
    NotationError,
    NotYourTurn,
    ParlourError,
    PositionError,
    SeatError,
    UndoError,
    WrongVersion,
)

if TYPE_CHECKING:
    from parlour.core.record import MatchRecord, PlayerRecord

LOG_ROWS = 127  # of the log at least; half of it must hold what any one action can log
MOST_TEXT = 20_000  # characters of an action or a position; the longest real ones are far shorter
MAGIC = b"parlour\x01"

Move: TypeAlias = tuple[int, int]
Result: TypeAlias = tuple[tuple[float, ...], tuple[float, ...], tuple[int, ...]]  # scores, payoffs, winners


@dataclass
class Seen:
    """What has been read of a state since it last changed, so that it is read once for all who look at it."""

    state: Plain
    texts: dict[int, dict[str, int]] = field(default_factory=dict)  # the legal actions of seats, by notation
    result: Result | None = None
    public: dict[str, Any] = field(default_factory=dict)  # the view of a spectator


class Match:
    """One match of a game, from its first deal, or from any position, to its end."""

    def __init__(self, game: Game, states: States, deal: Deal, hold_table: bool, position: str | None) -> None:
        self.game = game
        self.seats = int(states["seats"][0])
        self.deal = deal
        self.position_text_at_start = position
        self.moves: list[Move] = []
        self._hold_table = hold_table
        self._start, self._states = copy_of(states), states
        self._kernels = game.kernels
        self._actions = len(game.table.ACTIONS)
        self._try, self._list = self._kernels.try_action, self._kernels.list_legal
        self._buffer = np.zeros(game.table.MOST_LEGAL, dtype=np.int16)
        self._listing = memoryview(self._buffer)  # type: ignore[arg-type]
        self._log = new_log(max(LOG_ROWS, 2 * game.table.MOST_EVENTS + 1))
        self._logged = memoryview(self._log)  # type: ignore[arg-type]
        self._rows: list[list[int]] = []
        self._past: list[list[int]] = []  # what had happened where a sample was taken
        self._seen: Seen | None = None
        self._ids: dict[int, list[int]] = {}  # the legal actions of seats, since the state last changed
        self._mask: int = self._kernels.who(states)
        if not hold_table:
            self._run_table()

    @classmethod
    def fresh(cls, game: Game, seats: int, options: Mapping[str, Value], deal: Deal, hold_table: bool) -> "Match":
        """A match from its beginning; use `Game.match`, which checks what it is given."""
        return cls(game, new_states(game, seats, options, deal), deal, hold_table, None)

    @classmethod
    def from_position(
        cls, game: Game, text: str, options: Mapping[str, Value], deal: Deal, hold_table: bool
    ) -> "Match":
        """A match that goes on from a position text."""
        if not isinstance(text, str) or len(text) > MOST_TEXT or not text.isascii():
            raise PositionError(f"a position is one line of at most {MOST_TEXT} plain characters, not {shorten(text)}")
        draft = Draft(game, options, deal)
        try:
            game.notation.parse_position(text.strip(), draft)
        except SeatError as error:
            raise PositionError(str(error)) from None
        return cls(game, draft.states, deal, hold_table, game.notation.position_text(draft.states[0]))

    @classmethod
    def from_bytes(cls, game: Game, data: bytes) -> "Match":
        """The match that `bytes(match)` was made of, without its history; its deals cannot be verified."""
        head, body = len(MAGIC) + 16, bytes(data[len(MAGIC) + 16 :])
        whole = len(data) == head + 2 + game.layout.itemsize and data.startswith(MAGIC)
        if not whole or data[len(MAGIC) : head] != hashlib.sha256(game.name.encode() + body).digest()[:16]:
            raise CorruptRecord(f"these are not the bytes of a match of {game.title}, or they are damaged")
        (version,) = struct.unpack("<H", body[:2])
        if version != game.version:
            raise WrongVersion(f"these bytes follow version {version} of the rules; this is version {game.version}")
        states = np.frombuffer(bytearray(body[2:]), dtype=game.layout)
        return cls(game, states, Deal(states[0].key.tobytes()), False, checked_position(game, states))

    # --- What stands ------------------------------------------------------------------------------------------

    @property
    def options(self) -> dict[str, Value]:
        """Every option and its value."""
        return dict(self._options)

    @cached_property
    def _options(self) -> dict[str, Value]:
        state = self._states[0]
        return {option.name: option.decode(int(state[option.name])) for option in self.game.options}

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may act now; `TABLE` among them only if the table is held; nobody when the match is over."""
        return seats_of(self._mask)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return bool(self._mask == 0)

    @property
    def scores(self) -> tuple[float, ...]:
        """The score sheet as it stands."""
        return self._result()[0]

    @property
    def payoffs(self) -> tuple[float, ...]:
        """The settled result; zeros until the match is over."""
        return self._result()[1]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won; none until the match is over, and none if it is drawn."""
        return self._result()[2]

    @property
    def position(self) -> str:
        """The whole state as one line, secrets included, the deal key left out."""
        return self.game.notation.position_text(self._states[0])

    @property
    def state(self) -> Record:
        """A copy of the record that the rules work on, secrets included."""
        return self.states[0]

    @property
    def states(self) -> States:
        """The same as an array of one, as loops take it."""
        return copy_of(self._states)

    def legal(self, seat: int) -> Actions:
        """What `seat` may do now, the idle move first; empty if it is not to act."""
        return Actions(self.game, self._states.tobytes(), seat, self.legal_ids(seat))

    def legal_ids(self, seat: int) -> list[int]:
        """The numbers of what `seat` may do: `legal` for programs that need no words and are in a hurry."""
        self._check_seat(seat)
        if not (self._mask >> seat) & 1:
            return []
        if (ids := self._ids.get(seat)) is None:
            ids = self._ids[seat] = self._listing[: self._list(self._states, seat, self._buffer)].tolist()
        return ids.copy()

    def view(self, seat: int | None) -> dict[str, Any]:
        """All and only what `seat`, or a spectator (None), may see, as plain data.

        What all see alike is shared by the views of one moment, so change nothing in it.
        """
        if seat is not None:
            self._check_seat(seat)
        seen = self._look()
        if not seen.public:
            seen.public = self._public(seen.state)
        if seat is None:
            return seen.public.copy()
        table = seen.public["table"] | self.game.view.own(seen.state, seat)
        own = {"you": seat, "asked": self._asked(seat), "legal": list(self._legal_texts(seat)), "table": table}
        return seen.public | own

    def _asked(self, seat: int) -> str | None:
        """The kind of decision that a seat is asked for, if it is asked and the game has names for them."""
        asked = getattr(self.game.view, "asked", None)
        return asked(self._look().state, seat) if asked is not None and (self._mask >> seat) & 1 else None

    @cached_property
    def _fixed(self) -> dict[str, Any]:
        return {
            "game": self.game.name,
            "rules": self.game.version,
            "seats": self.seats,
            "options": self.options,
        }

    def _public(self, state: Plain) -> dict[str, Any]:
        points, counters, winners = self._result()
        return self._fixed | {
            "you": None,
            "actors": ["table" if actor == TABLE else actor for actor in self.actors],
            "asked": None,
            "legal": [],
            "over": self.over,
            "scores": list(points),
            "payoffs": list(counters),
            "winners": list(winners),
            "result": getattr(self.game.view, "result", lambda s, story: None)(state, self._story),
            "table": self.game.view.show(state),
        }

    def _story(self) -> list[texts.Event]:
        """All that everybody has seen, of a sample too: what came of a hand has come."""
        return [texts.show_event(self.game, row, SPECTATOR) for row in self._past + self.event_rows()]

    def observe(self, seat: int | None) -> Features:
        """What `seat` knows, as numbers from 0 to 1."""
        if seat is not None:
            self._check_seat(seat)
        out = np.zeros(self.game.table.FEATURES, dtype=np.float32)
        self._kernels.features(self._states, texts.viewer(seat), out)
        return out

    def events(self, seat: int | None, since: int = 0) -> list[texts.Event]:
        """What has happened from event number `since` on, as `seat` or a spectator may see it."""
        if seat is not None:
            self._check_seat(seat)
        return [texts.show_event(self.game, row, texts.viewer(seat)) for row in self.event_rows(since)]

    @property
    def event_count(self) -> int:
        """How many events there have been."""
        return len(self._rows) + int(self._logged[0, 0])

    def event_rows(self, since: int = 0) -> list[list[int]]:
        """The events from number `since` on as the rules wrote them, secrets included."""
        kept = len(self._rows)
        return self._rows[since:] + self._log[1 + max(0, since - kept) : self._logged[0, 0] + 1].tolist()

    # --- What is done -----------------------------------------------------------------------------------------

    def play(self, seat: int, action: Action | str | int) -> None:
        """Carry out an action, given as itself, its number or its notation (a whole turn may be written at once).

        Raises `IllegalAction`, naming the rule, if it is not legal; then nothing has changed.
        """
        if isinstance(action, str):
            self._play_text(seat, action)
            return
        number = action.id if isinstance(action, Action) else action
        try:
            known = 0 <= index(seat) <= TABLE and 0 <= index(number) < self._actions
        except TypeError:
            known = False
        mask = self._try(self._states, index(seat), index(number), self._log, self._buffer) if known else REFUSED
        if mask == REFUSED:
            raise self._refusal(seat, number)
        self.moves.append((seat, number))
        self._mask = mask
        self._seen = None
        if self._ids:
            self._ids = {}
        if mask >> TABLE:
            self._attend_to(mask)

    def numbers(self, seat: int, action: str) -> tuple[int, ...]:
        """The numbers of the actions that a text stands for; raises what `play` would if they are not legal."""
        self._check_turn(seat)
        if len(action) > MOST_TEXT:
            raise NotationError(f"{shorten(action)} is too long to be an action of {self.game.title}")
        if (number := self._legal_texts(seat).get(action)) is not None:
            return (number,)
        numbers = tuple(self.game.notation.parse_action(self.state, seat, action))
        if len(numbers) == 1:
            if numbers[0] not in self.legal_ids(seat):
                raise self._refusal(seat, numbers[0])
            return numbers
        trial = self.clone()
        for number in numbers:
            trial.play(seat, number)
        return numbers

    def undo(self) -> None:
        """Take back the last action of a seat, and what the world did after it. For local play (C-06)."""
        moves = list(self.moves)
        while moves and moves[-1][0] == TABLE:
            moves.pop()
        if not moves:
            raise UndoError("nobody has acted yet, so there is nothing to take back")
        self.rewind(len(moves) - 1)

    def rewind(self, count: int) -> None:
        """Go back to where so many actions, the world's included, had been carried out."""
        self._replay(self.moves[:count])

    def unfinished(self, seat: int) -> bool:
        """Whether `seat` is in the middle of what people write as one turn: a Cam turn of several legs, an offer."""
        within = getattr(self.game.notation, "unfinished", None)
        return within is not None and bool(within(self._states[0], seat))

    def turns(self, seat: int, begun: Sequence[str] = ()) -> Iterator[str]:
        """What `seat` may do, each turn written out to its end, `begun` being what it has done of this one.

        As `legal` in a game whose turns are single actions.
        """
        for action in self.legal(seat):
            if not hasattr(self.game.notation, "unfinished"):
                yield str(action)
                continue
            after = self.clone()
            after._hold_table = True  # what the world does next is no part of the turn
            after.play(seat, action)
            texts = [*begun, str(action)]
            if after.unfinished(seat):
                yield from after.turns(seat, texts)
            else:
                yield texts[0] if len(texts) == 1 else str(self.game.notation.turn_text(texts))

    def rewound(self) -> "Match":
        """A copy at its beginning, the world's actions left to the caller: play `moves` on it to see it all again."""
        copy = self.clone()
        copy._hold_table = True
        copy._replay([])
        return copy

    def clone(self) -> "Match":
        """An independent copy."""
        copy = Match(self.game, copy_of(self._start), self.deal, True, self.position_text_at_start)
        copy._hold_table = self._hold_table
        copy._states = copy_of(self._states)
        copy.moves = list(self.moves)
        copy._rows = self.event_rows()
        copy._past = self._past
        copy._mask = self._mask
        return copy

    def sample(self, seat: int | None, rng: Rng | None = None, *, forgetting: float = 0.0) -> "Match":
        """A copy in which all that `seat` does not know is replaced by a fair sample of what it could be.

        In a game of memory, a seat that is `forgetting` also loses what it saw long ago (`core.contract.forget`).
        """
        copy = self.clone()
        rng = rng_from(0) if rng is None else rng
        self._kernels.sample(copy._states, texts.viewer(seat), rng)
        if seat is not None and forgetting > 0 and self._kernels.lose is not None:
            self._kernels.lose(copy._states, seat, min(1.0, forgetting), rng)
        copy._start = copy_of(copy._states)
        copy.moves = []
        copy._past, copy._rows = [*copy._past, *copy._rows], []
        copy.deal = Deal(copy._states[0].key.tobytes())
        return copy

    def advise(self, seat: int, rng: Rng | None = None) -> Action:
        """What the rulebook's own strategy section would do, judging by what `seat` may see."""
        legal = self.legal(seat)
        if not legal:
            raise self._refusal(seat, -1)
        rng = rng_from(0) if rng is None else rng
        scratch = np.zeros(self.game.advice.SCRATCH, dtype=self.game.layout)
        return Action(legal, int(self._kernels.advice(self._states, seat, rng, scratch)))

    def record(self, players: Sequence["PlayerRecord"] = ()) -> "MatchRecord":
        """A save file of the match so far. It holds the deal key: keep it to yourself until the match is over."""
        from parlour.core.record import record_of

        return record_of(self, players)

    def __bytes__(self) -> bytes:
        """The state, secrets and deal key included, with a checksum."""
        body = struct.pack("<H", self.game.version) + self._states.tobytes()
        return MAGIC + hashlib.sha256(self.game.name.encode() + body).digest()[:16] + body

    # --- How it is done ---------------------------------------------------------------------------------------

    def _attend_to(self, mask: int) -> None:
        """What is not done after every action: put the log away, move for the world."""
        if mask & FILLING:
            self._mask = mask ^ FILLING
            self._put_away()
        if not self._hold_table:
            self._run_table()

    def _put_away(self) -> None:
        """Make room in the log."""
        self._rows += self._log[1 : self._log[0, 0] + 1].tolist()
        self._log[0, 0] = 0

    def _run_table(self) -> None:
        while self._mask >> TABLE:
            self._list(self._states, TABLE, self._buffer)
            number = int(self._buffer[0])
            mask = self._try(self._states, TABLE, number, self._log, self._buffer)
            self.moves.append((TABLE, number))
            if mask & FILLING:
                self._put_away()
            self._mask = mask & ~FILLING
        self._changed()

    def _play_text(self, seat: int, text: str) -> None:
        """Play what a text says: all of its actions or none."""
        for number in self.numbers(seat, text):
            self.play(seat, number)

    def _replay(self, moves: Sequence[Move]) -> None:
        self._states = copy_of(self._start)
        self._changed()
        self._log[0, 0] = 0
        self._rows = []
        self.moves = []
        self._mask = self._kernels.who(self._states)
        held, self._hold_table = self._hold_table, True
        for seat, number in moves:
            self.play(seat, number)
        self._hold_table = held

    def _refusal(self, seat: int, number: int) -> ParlourError:
        try:
            self._check_turn(seat)
            if not 0 <= index(number) < len(self.game.table.ACTIONS):
                return IllegalAction(f"{self.game.title} has no action {shorten(number)}", "")
        except TypeError:
            return IllegalAction(f"an action is an Action, its number or its notation, not {shorten(number)}", "")
        except ParlourError as error:
            return error
        return texts.forbidden(self.game, self.game.view.refusal(self.state, int(seat), int(number)))

    def _check_turn(self, seat: int) -> None:
        self._check_seat(seat)
        if self.over:
            raise MatchOver("the match is over, so nobody is to act", "")
        if not (self._mask >> seat) & 1:
            waiting = texts.join_words([self.game.seat_name(actor) for actor in self.actors])
            raise NotYourTurn(f"{self.game.seat_name(seat)} is not to act now; it is the turn of {waiting}", "C-05")

    def _check_seat(self, seat: int) -> None:
        if type(seat) is int and 0 <= seat < self.seats:
            return
        try:
            known = 0 <= index(seat) < self.seats or (seat == TABLE and self._hold_table)
        except TypeError:
            known = False
        if not known:
            raise SeatError(f"this match has seats 0 to {self.seats - 1}, not {shorten(seat)}")

    def _changed(self) -> None:
        """Forget what has been read of the state."""
        self._seen = None
        self._ids = {}

    def _look(self) -> "Seen":
        if self._seen is None:
            self._seen = Seen(reader(self.game)(self._states))
        return self._seen

    def _result(self) -> "Result":
        seen = self._look()
        if seen.result is None:
            points, counters = np.zeros(self.seats), np.zeros(self.seats)
            won = self._kernels.result(self._states, points, counters)
            seen.result = tuple(points.tolist()), tuple(counters.tolist()), tuple(texts.seats_in(won))
        return seen.result

    def _legal_texts(self, seat: int) -> dict[str, int]:
        seen = self._look()
        if seat not in seen.texts:
            seen.texts[seat] = texts.legal_texts(self.game, seen.state, seat, self.legal_ids(seat))
        return seen.texts[seat]

    def __repr__(self) -> str:
        state = "over" if self.over else f"to act: {', '.join(map(str, self.actors))}"
        return f"<Match of {self.game.name}, {self.seats} seats, {len(self.moves)} moves, {state}>"


@cache
def reader(game: Game) -> Reader:
    """What reads the states of a game."""
    return Reader(game.layout)


@cache
def seats_of(mask: int) -> tuple[int, ...]:
    """The seats of a mask, `TABLE` included."""
    return tuple(seat for seat in range(TABLE + 1) if (mask >> seat) & 1)
