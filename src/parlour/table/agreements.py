"""Agreements: ending a match, another match, taking a move back. What all say yes to happens.

Whose consent is needed is `Room.voters`. A no ends a proposal, and so does the going of anybody who was asked.
"""

from parlour.core.contract import TABLE
from parlour.core.fairness import SECRET_BYTES
from parlour.errors import ParlourError, Refused
from parlour.table import facts, tokens, wire
from parlour.table.asked import Asked, Decision, Facts, come_back
from parlour.table.room import OVER, PAUSED, PLAYING, Room


def vote(asked: Asked, command: wire.Vote) -> Facts | Decision:
    """Somebody says yes or no; what all agree on happens."""
    room, what = asked.room, command.what
    may_vote(asked, what)
    given = room.votes.get(what, [])
    if command.yes and asked.member in given:
        raise Refused("voted", "you have said so already")
    if not command.yes and not given:
        raise Refused("nothing", "nobody has proposed that")
    made: Facts = [] if what == "rematch" else come_back(asked)
    made.append(facts.Voted(asked.member, what, command.yes))
    if not command.yes or not room.voters <= {*given, asked.member}:
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
    if what == "take_back" and not room.settings.friendly:
        raise Refused("not_friendly", "moves are taken back at a friendly table only")
    if what == "take_back" and last_move(room, proposer(asked)) is None:
        raise Refused("nothing", "you have not acted yet, so there is nothing to take back")


def agreed(asked: Asked, what: str, made: Facts) -> Facts | Decision:
    """What follows when everybody says yes."""
    room = asked.room
    if what == "rematch":
        table, step = rematch(asked)
        return [*made, facts.Rematched(table), facts.Founded(table, facts.pack(step))]
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


def rematch(asked: Asked) -> tuple[str, facts.Step]:
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
    made: Facts = [opened]
    numbers = {member.id: number for number, member in enumerate(room.present)}
    for member in room.present:
        held = [token for token, owner in room.tokens.items() if owner == member.id]
        made.append(facts.Joined(numbers[member.id], member.name, held[0], host=member.host))
        made.extend(facts.Known(numbers[member.id], token) for token in held[1:])
        if member.muted:
            made.append(facts.Muted(numbers[member.id], True))
    for number, seat in enumerate(room.seats[-1:] + room.seats[:-1]):
        if seat.member in numbers:
            made.append(facts.Sat(number, numbers[seat.member]))
        elif seat.bot:
            made.append(facts.Placed(number, seat.bot))
    if room.stretch != 1:
        made.append(facts.Stretched(room.stretch))
    return tokens.table_id(asked.secret(tokens.TABLE_BYTES)), facts.Step(asked.now, tuple(made))
