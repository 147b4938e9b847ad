"""Agreements: ending a match, another one, taking a move back, a seat in a running match. What all agree on happens.

Whose consent is needed is `Room.voters`; for a seat also that of players who are away, or others could bring people in
to look at hands until they are back. A no ends a proposal, and so does the going of anybody who was asked.
"""

from parlour.core.contract import TABLE
from parlour.core.fairness import SECRET_BYTES
from parlour.errors import ParlourError, Refused
from parlour.table import facts, tokens, wire
from parlour.table.asked import Asked, Decision, Facts, come_back
from parlour.table.places import Chair
from parlour.table.room import OVER, PAUSED, PLAYING, Room


def vote(asked: Asked, command: wire.Vote) -> Facts | Decision:
    """Somebody says yes or no; what all agree on happens."""
    room, what = asked.room, command.what
    may_vote(asked, what)
    given = room.votes.get(what, [])
    if command.yes and asked.member in given:
        raise Refused("voted", "you have already answered")
    if not command.yes and not given and what != "seat":
        raise Refused("nothing", "nobody has proposed that")
    made: Facts = [] if what == "rematch" else come_back(asked)
    made.append(facts.Voted(asked.member, what, command.yes))
    needed = set(room.players) if what == "seat" else room.voters
    if not command.yes or not needed <= {*given, asked.member}:
        return made
    return agreed(asked, what, made)


def may_vote(asked: Asked, what: str) -> None:
    """A refusal if this cannot be voted on now, or not by this member."""
    room = asked.room
    if what == "rematch":
        asked.must_sit()
        asked.must_be(OVER)
        if room.next:
            raise Refused("over", f"there is another table already: {room.next}")
        return
    asked.must_play()
    asked.must_be(PLAYING, PAUSED)
    if what == "seat" and room.wish is None:
        raise Refused("nothing", "nobody asks for a seat")
    if what == "take_back" and not room.settings.friendly:
        raise Refused("not_friendly", "moves can be taken back only at a friendly table")
    if what == "take_back" and last_move(room, proposer(asked)) is None:
        raise Refused("nothing", "you have not acted yet, so there is nothing to take back")


def agreed(asked: Asked, what: str, made: Facts) -> Facts | Decision:
    """What follows when everybody says yes."""
    room = asked.room
    if what == "rematch":
        return [*made, *following(asked, rematch(asked))]
    if what == "seat":
        assert room.wish is not None
        member, seat = room.wish
        return [*made, facts.Sat(seat, member)]
    if what == "take_back":
        left = last_move(room, proposer(asked))
        assert left is not None
        return [*made, facts.TakenBack(left)]
    if own_end(room) is not None:
        return made  # the world ends the match when the hand is over (BC-G17)
    return [*made, facts.Ended("agreement")]


def own_end(room: Room) -> int | None:
    """The action with which the world ends a match by agreement, in a game that has one."""
    try:
        (action,) = room.game.notation.parse_action(room.running.state, TABLE, "end")
    except ParlourError:
        return None
    return int(action)


def proposer(asked: Asked) -> int:
    """The seat of the member who proposed to take a move back: the sender, if nobody has."""
    seat = asked.room.seat_of(asked.room.votes.get("take_back", [asked.member])[0])
    assert seat is not None
    return seat


def last_move(room: Room, seat: int) -> int | None:
    """How many moves there were before the last one of a seat, or the last whole turn of several."""
    world = room.running.clone()
    for at in reversed(range(len(world.moves))):
        if world.moves[at][0] == seat:
            world.rewind(at)
            if not world.unfinished(seat):
                return at
    return None


def wish(asked: Asked, seat: int | None) -> Facts:
    """Somebody who watches a running match asks for a seat; where no person has one, nobody need be asked."""
    room, wisher = asked.room, asked.room.wish and asked.room.wish[0]
    asked.must_be(PLAYING, PAUSED)
    if seat is None:
        return [facts.SeatWished(asked.member, None)] if wisher == asked.member else []
    must_be_free(asked, seat)
    if wisher not in (None, asked.member):
        raise Refused("taken", "somebody else asks for a seat just now; wait until that is decided")
    if not room.players:
        return [facts.Sat(seat, asked.member)]
    return [facts.SeatWished(asked.member, seat)] if room.wish != (asked.member, seat) else []


def must_be_free(asked: Asked, seat: int) -> None:
    """A refusal if a member may not ask for a seat."""
    room, member = asked.room, asked.room.members[asked.member]
    if seat >= len(room.seats):
        raise Refused("no_such_seat", f"this table has seats 0 to {len(room.seats) - 1}, not {seat}")
    if room.seat_of(member.id) is not None:
        raise Refused("own_seat", "you have a seat already")
    if member.resigned:
        raise Refused("resigned", "you have given this match up")
    if room.seats[seat].member is not None:
        raise Refused("taken", "somebody sits there already")
    if member.held not in (None, seat):
        raise Refused("wrong_phase", "seats are not changed in a match: who has seen a hand plays that one")
    if any(other.removed and other.held == seat for other in room.members):  # or a host could look into any hand
        raise Refused("wrong_phase", "who held this hand was sent away: a computer player plays it to the end")


# --- Another match ----------------------------------------------------------------------------------------------------


def following(asked: Asked, step: facts.Step) -> Facts:
    """The table that follows this one has this first step."""
    table = tokens.table_id(asked.secret(tokens.TABLE_BYTES))
    return [facts.Rematched(table), facts.Founded(table, facts.pack(step))]


def rematch(asked: Asked) -> facts.Step:
    """Another table with the same people in the same seats, one further round."""
    room = asked.room
    opened = facts.Opened(
        game=room.game.name,
        rules=room.game.version,
        seats=len(room.seats),
        options=room.options,
        settings=room.settings,
        secret=asked.secret(SECRET_BYTES),
        lock=room.lock,
    )
    host = next((member.id for member in room.present if member.host), None)
    return company(asked, opened, room.seats[-1:] + room.seats[:-1], host)


def another(asked: Asked, opened: facts.Opened) -> Facts:
    """A table of another kind with the same people, opened by the sender, to which this one leads on."""
    room = asked.room
    if not asked.is_host:
        asked.must_sit()
    asked.must_be(OVER)
    if room.next:
        raise Refused("over", f"there is another table already: {room.next}")
    if not opened.lock:
        opened.lock = room.lock
    return following(asked, company(asked, opened, fitted(room, opened.seats), asked.member))


def fitted(room: Room, seats: int) -> list[Chair]:
    """So many seats with the same players: everybody in their own if there is one, people before computer players."""
    here = {member.id for member in room.present}
    kept = [Chair(seat.member if seat.member in here else None, seat.bot) for seat in room.seats[:seats]]
    kept += [Chair() for _ in range(seats - len(kept))]
    for seat in room.seats[seats:]:
        free = [(bool(each.bot), number) for number, each in enumerate(kept) if each.member is None]
        if seat.member in here and free:
            kept[min(free)[1]] = Chair(seat.member)
    return kept


def company(asked: Asked, opened: facts.Opened, seats: list[Chair], host: int | None) -> facts.Step:
    """The first step of a table with the people of this one, who are known there by the same tokens."""
    room = asked.room
    made: Facts = [opened]
    numbers = {member.id: number for number, member in enumerate(room.present)}
    for member in room.present:
        held = [token for token, owner in room.tokens.items() if owner == member.id]
        shares = None if member.shares is None else numbers.get(member.shares)
        made.append(facts.Joined(numbers[member.id], member.name, held[0], member.id == host, shares))
        made.extend(facts.Known(numbers[member.id], token) for token in held[1:])
        if member.muted:
            made.append(facts.Muted(numbers[member.id], True))
    for number, seat in enumerate(seats):
        if seat.member in numbers:
            made.append(facts.Sat(number, numbers[seat.member]))
        elif seat.bot:
            made.append(facts.Placed(number, seat.bot))
    if room.stretch != 1:
        made.append(facts.Stretched(room.stretch))
    return facts.Step(asked.now, tuple(made))
