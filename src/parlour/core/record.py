"""Records: a match as a JSON text that can be kept, sent, replayed and verified.

A record names its game, the version of its rules, its options, the deal (commitment, secret, entropy), every action in
notation, what happened in words, and the result. It replays to the same match, byte for byte, under the same version of
the rules; under another it is refused for replay, and can still be read.
"""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from parlour.core import texts
from parlour.core.contract import TABLE
from parlour.core.fairness import MOST_ENTROPY, SECRET_BYTES, Deal
from parlour.core.game import Game
from parlour.core.match import Match
from parlour.errors import CorruptRecord, NotVerified, OldPosition, ParlourError, WrongVersion

FORMAT = "parlour record 1"
MOST_BYTES = 64 * 1024 * 1024


class DealRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The deal, as numbers in hexadecimal."""

    commitment: str
    secret: str
    entropy: list[str]


class ResultRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the match stood when it was saved."""

    over: bool
    scores: list[float]
    payoffs: list[float]
    winners: list[int]


class PlayerRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who sat in a seat: a name, and the level of a computer player, empty for a person."""

    name: str
    bot: str = ""


class MatchRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A saved match. `actions` are "seat: notation", with `table` for the world's own; `players` may be left out."""

    format: Literal["parlour record 1"]
    game: str
    rules: int
    seats: int
    options: dict[str, bool | int | str]
    deal: DealRecord
    position: str | None
    actions: list[str]
    events: list[str]
    result: ResultRecord
    players: list[PlayerRecord] = []
    checksum: str = ""

    def to_json(self) -> str:
        """The record as JSON, laid out to be read."""
        return msgspec.json.format(msgspec.json.encode(self), indent=1).decode() + "\n"

    def sealed(self) -> "MatchRecord":
        """The same record with the checksum of its contents."""
        return msgspec.structs.replace(self, checksum=self.digest())

    def digest(self) -> str:
        """The checksum that the contents ask for."""
        return hashlib.sha256(
            msgspec.json.encode(msgspec.structs.replace(self, checksum=""), order="sorted")
        ).hexdigest()


def record_of(match: Match, players: Sequence[PlayerRecord] = ()) -> MatchRecord:
    """The record of a match as it stands, and of who played it."""
    deal = match.deal
    points, counters, winners = match.scores, match.payoffs, match.winners
    return MatchRecord(
        format="parlour record 1",
        game=match.game.name,
        rules=match.game.version,
        seats=match.seats,
        options=match.options,
        deal=DealRecord(deal.commitment, deal.secret.hex(), [entropy.hex() for entropy in deal.entropy]),
        position=match.position_text_at_start,
        actions=action_lines(match),
        events=event_lines(match),
        result=ResultRecord(match.over, list(points), list(counters), list(winners)),
        players=list(players),
    ).sealed()


def action_lines(match: Match) -> list[str]:
    """Every action of a match as "seat: notation"."""
    again = match.clone()
    again._hold_table = True
    again._replay([])
    lines = []
    for seat, number in match.moves:
        text = match.game.notation.action_text(again._states[0], seat, number)
        lines.append(f"{'table' if seat == TABLE else seat}: {text}")
        again.play(seat, number)
    return lines


def event_lines(match: Match) -> list[str]:
    """What everyone saw, in words."""
    told = (texts.say_event(match.game, event) for event in match.events(None))
    return [line for line in told if line]


def read_record(data: str | bytes) -> MatchRecord:
    """A record from JSON; `CorruptRecord` if it is not one, or not whole."""
    raw = data.encode() if isinstance(data, str) else data
    if len(raw) > MOST_BYTES:
        raise CorruptRecord(f"a record has at most {MOST_BYTES} bytes, this text has {len(raw)}")
    try:
        record = msgspec.json.decode(raw, type=MatchRecord)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise CorruptRecord(f"this is not a Parlour record, or it is damaged: {error}") from None
    if record.checksum != record.digest():
        raise CorruptRecord("the record's checksum does not fit its contents: it is damaged or was changed by hand")
    return record


def replay(record: MatchRecord, game: Game) -> Match:
    """The match of a record, played again move by checked move."""
    if record.game != game.name:
        raise CorruptRecord(f"this is a record of {record.game}, not of {game.name}")
    if record.rules != game.version:
        raise WrongVersion(
            f"this record follows version {record.rules} of the rules of {game.title}, and this program plays "
            f"version {game.version}: it can be read (its events and result are in it), not replayed"
        )
    try:
        match = game.match(
            record.seats, options=record.options, position=record.position, deal=deal_of(record), hold_table=True
        )
        for line in record.actions:
            seat, text = parse_action_line(line)
            match.play(seat, text)
    except CorruptRecord:
        raise
    except OldPosition as error:
        raise WrongVersion(f"it can be read (its events and result are in it), not replayed: {error}") from None
    except ParlourError as error:
        raise CorruptRecord(f"the record does not replay: {error}") from error
    if len(record.players) not in (0, match.seats):
        raise CorruptRecord(f"the record names {len(record.players)} players for {match.seats} seats")
    result = ResultRecord(match.over, list(match.scores), list(match.payoffs), list(match.winners))
    if result != record.result:
        raise CorruptRecord("the record's result is not the result of its actions")
    match._hold_table = TABLE in match.actors  # where the world was to move, it waits as it did when this was saved
    return match


def deal_of(record: MatchRecord) -> Deal:
    """The deal of a record."""
    try:
        deal = Deal(bytes.fromhex(record.deal.secret), tuple(bytes.fromhex(text) for text in record.deal.entropy))
    except ValueError:
        raise CorruptRecord("the record's deal is not written in hexadecimal") from None
    if len(deal.secret) != SECRET_BYTES or any(len(entropy) > MOST_ENTROPY for entropy in deal.entropy):
        raise CorruptRecord(f"the record's secret must have {SECRET_BYTES} bytes, entropy at most {MOST_ENTROPY}")
    return deal


def parse_action_line(line: str) -> tuple[int, str]:
    """A line of `actions`."""
    who, colon, text = line.partition(": ")
    if not colon or not (who == "table" or (who.isascii() and who.isdecimal() and len(who) < 3)):
        raise CorruptRecord(f"{line[:40]!r} is not an action line (it should read like '2: bid 5')")
    return TABLE if who == "table" else int(who), text


def verify(record: MatchRecord, game: Game, commitment: str | None = None) -> Match:
    """Check that the deal is the one committed to, and that the match went as recorded; `NotVerified` if not.

    `commitment` is what was published before the first card; without it the record's own is checked.
    """
    promised = (commitment or record.deal.commitment).strip().lower()
    found = deal_of(record).commitment
    if found != promised:
        raise NotVerified(f"the revealed secret hashes to {found}, but {promised[:64]} was promised")
    return replay(record, game)


def options_text(options: Mapping[str, object]) -> str:
    """Options in one line."""
    return ", ".join(f"{name} = {value}" for name, value in options.items())
