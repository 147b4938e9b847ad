"""Who may come to a table: whom a token belongs to, and what is said to those who have none, or a wrong one."""

from parlour.errors import Refused
from parlour.server.bodies import Place
from parlour.table import tokens
from parlour.table.room import Room


def member_of(room: Room, token: str) -> int | None:
    """Who has the token, if anybody."""
    return room.tokens.get(tokens.digest(token))


def must_be_member(room: Room, token: str) -> int:
    """Who has the token; a refusal if nobody does."""
    member = member_of(room, token)
    if member is None and token:
        raise wrong_token()
    if member is None:
        raise Refused("not_member", "send the token of your place in the header Authorization: Bearer TOKEN")
    return member


def place_of(room: Room, token: str) -> Place:
    """The place of a member, for its owner."""
    member = must_be_member(room, token)
    return Place(room.id, member, token, room.seat_of(member))


def admit(room: Room, token: str) -> int | None:
    """Who has the token, None for a spectator, who has none; a table with a password has no spectators."""
    member = member_of(room, token) if token else None
    if member is None and room.lock:
        raise Refused("wrong_password", "this table has a password; join it first")
    if member is None and token:
        raise wrong_token()
    return member


def admit_all(room: Room, token: str) -> int | None:
    """The same for who may hold the token of another table: they only watch here."""
    return admit(room, token if member_of(room, token) is not None else "")


def wrong_token() -> Refused:
    """What to say to a token that nobody has here: not to let them watch, and wonder why they cannot do anything."""
    return Refused("wrong_token", "nobody at this table has that token; leave it out to watch, or join the table")
