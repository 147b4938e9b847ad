"""Conformance: what any game must pass. Use it on a game of your own.

    from parlour.core.check.conformance import check_game

    check_game(GAME, matches=200)

`check_game` plays random matches at every number of seats and looks hard at the states on the way: lists of legal
actions, refusals, notation, positions, bytes, records, observations, and above all secrecy. It raises
`ConformanceError`, which says in which match and at which move what was wrong, and how to get there again.
"""

import hashlib
import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np

from parlour.core import texts
from parlour.core.chance import rng_from
from parlour.core.contract import NAMES, SPECTATOR, TABLE, Record
from parlour.core.defaults import function_of
from parlour.core.game import Game
from parlour.core.match import Match
from parlour.core.record import read_record, replay
from parlour.errors import ConformanceError, IllegalAction, ParlourError

MOST_MOVES = 200_000  # a random match that is longer than this does not end
ENDINGS = 0.1  # the least share of finished matches that are looked at closely
DECLARED = ("STATE", "ACTIONS", "EVENTS", "MOST_LEGAL", "MOST_EVENTS", "FEATURES")

Invariant = Callable[[Record], str | None]


@dataclass
class CheckReport:
    """What was done: how many matches, moves, and states looked at closely."""

    matches: int = 0
    moves: int = 0
    states: int = 0
    phases: set[str] = field(default_factory=set)


def check_game(
    game: Game,
    *,
    matches: int = 100,
    seed: int = 0,
    options: Iterable[Mapping[str, object]] = ({},),
    seats: Iterable[int] | None = None,
    closely: float = 0.02,
    invariant: Invariant | None = None,
) -> CheckReport:
    """Play so many random matches of each number of seats and each set of options, checking as they go.

    `seats` are the numbers of seats, all that the game allows if nothing is said.
    `closely` is the share of states that are looked at from every side. `invariant` is the author's own check of a
    state: it returns what is wrong, or None.
    """
    check_facts(game)
    report = CheckReport()
    numbers = range(game.fewest, game.most + 1) if seats is None else list(seats)
    for settings in options:
        for players in numbers:
            for number in range(matches):
                check_match(game, players, settings, f"{seed}.{number}", closely, invariant, report)
    return report


def check_facts(game: Game) -> None:
    """The game defines what the contract asks for, and its facts fit its rules."""
    view = game.view
    for name in NAMES:
        function_of(game, name)
    for name in DECLARED:
        require(hasattr(game.table, name), f"table.py does not define {name}")
    for name in ("show", "refusal"):
        require(hasattr(view, name), f"view.py does not define {name}")
    for option in game.options:
        require(option.decode(option.encode(option.default)) == option.default, f"{option.name} loses its default")
    require(1 <= game.fewest <= game.usual <= game.most <= TABLE, "the numbers of seats make no sense")


def check_match(
    game: Game,
    seats: int,
    options: Mapping[str, object],
    seed: str,
    closely: float,
    invariant: Invariant | None,
    report: CheckReport,
) -> None:
    """One random match from beginning to end."""
    choose = random.Random(f"{game.name} {seats} {seed}")
    match = game.match(seats, seed=seed, options=options, hold_table=True)
    report.matches += 1
    try:
        while True:
            if choose.random() < (max(closely, ENDINGS) if match.over else closely):
                check_state(match, choose)
                report.states += 1
                report.phases.add(str(match.view(None)["table"].get("phase", "")))
            if match.over:
                break
            check_move(match, choose, invariant)
            report.moves += 1
            require(len(match.moves) < MOST_MOVES, "the match does not end")
        check_ended(match)
    except ParlourError as error:
        where = f"{game.name}, {seats} seats, seed {seed!r}, options {dict(options)}, move {len(match.moves)}"
        raise ConformanceError(f"{where}: {error}") from error


def check_move(match: Match, choose: random.Random, invariant: Invariant | None) -> None:
    """Somebody may act, has a sound list of actions, and does one of them."""
    table = match.game.table
    seat = choose.choice(match.actors)
    ids = match.legal(seat).ids
    require(0 < len(ids) <= table.MOST_LEGAL, f"seat {seat} may act and has {len(ids)} actions")
    require(len(set(ids)) == len(ids), f"seat {seat} is offered an action twice")
    require(all(0 <= action < len(table.ACTIONS) for action in ids), "an action id is out of range")
    before = len(match.event_rows()) if choose.random() < 0.05 else None
    match.play(seat, choose.choice(ids))
    if before is not None:
        require(len(match.event_rows()) - before <= table.MOST_EVENTS, "one action logs more than MOST_EVENTS")
    wrong = invariant(match.state) if invariant else None
    require(wrong is None, wrong or "")


def check_state(match: Match, choose: random.Random) -> None:
    """Look at one state from every side."""
    check_result(match)
    check_position(match)
    check_bytes(match)
    for seat in match.actors:
        check_notation(match, seat)
        check_refusals(match, seat, choose)
    for viewer in (*range(match.seats), None):
        check_observation(match, viewer)
        check_secrecy(match, viewer, choose)


def check_result(match: Match) -> None:
    """Nobody has won, and nothing is settled, before the end."""
    if not match.over:
        require(match.winners == (), "somebody has won before the end")
        require(all(counters == 0 for counters in match.payoffs), "something is settled before the end")


def check_bytes(match: Match) -> None:
    """Bytes and clones are the same match."""
    again = Match.from_bytes(match.game, bytes(match))
    held = match.clone()
    require(held.state.tobytes() == match.state.tobytes(), "a clone has another state")
    require(bytes(again) == bytes(match) or not match._hold_table or TABLE in match.actors, "bytes do not round-trip")


def check_position(match: Match) -> None:
    """The position text is complete: it sets up the same state, all but the deal key."""
    text = match.position
    again = match.game.match(position=text, options=match.options, hold_table=True)
    require(again.position == text, f"the position {text!r} comes back as {again.position!r}")
    require(without_key(again) == without_key(match), f"the position {text!r} does not hold the whole state")


def without_key(match: Match) -> bytes:
    """The bytes of a state less the deal key and its counter."""
    state = match.state
    state.key[:] = 0
    state.drawn = 0
    return state.tobytes()


def check_notation(match: Match, seat: int) -> None:
    """Every action's text is read back as that action."""
    for action in match.legal(seat):
        text = str(action)
        require(text == text.strip() and text.isascii(), f"{text!r} is not a plain text")
        found = match.game.notation.parse_action(match.state, seat, text)
        require(found == [action.id], f"{text!r} is read as {found}, not [{action.id}]")


def check_refusals(match: Match, seat: int, choose: random.Random) -> None:
    """What is not legal is refused by a rule, and changes nothing."""
    before = bytes(match)
    legal = set(match.legal(seat).ids)
    for action in choose.sample(range(len(match.game.table.ACTIONS)), min(20, len(match.game.table.ACTIONS))):
        if action not in legal:
            error = refusal_of(match, seat, action)
            require(isinstance(error, IllegalAction) and bool(error.rule), f"action {action}: no rule forbids it")
    for outsider in set(range(match.seats)) - set(match.actors):
        require(isinstance(refusal_of(match, outsider, 0), IllegalAction), f"seat {outsider} acted out of turn")
    require(bytes(match) == before, "a refused action changed the state")


def refusal_of(match: Match, seat: int, action: int) -> ParlourError | None:
    """The error for an action, None if it is carried out."""
    try:
        match.play(seat, action)
    except ParlourError as error:
        return error
    return None


def check_observation(match: Match, seat: int | None) -> None:
    """Observations are numbers from 0 to 1."""
    seen = match.observe(seat)
    require(bool(np.all((seen >= 0) & (seen <= 1))), f"the observation of {seat} leaves the range from 0 to 1")


def check_secrecy(match: Match, seat: int | None, choose: random.Random) -> None:
    """Non-interference: nothing that `seat` can see tells the true state from a sample of what it could be."""
    twin = match.sample(seat, rng_from(choose.getrandbits(60)))
    check_position(twin)
    require(match.actors == twin.actors, f"who acts depends on what {seat} cannot know")
    require(match.view(seat) == twin.view(seat), f"the view of {seat} depends on what it cannot know")
    same = match.observe(seat).tobytes() == twin.observe(seat).tobytes()
    require(same, f"the observation of {seat} depends on what it cannot know")
    if seat in match.actors:
        check_private_doors(match, twin, seat, choose)
    for actor in match.actors:
        if actor != TABLE:
            check_events(match, twin, actor, seat, choose)


def check_private_doors(match: Match, twin: Match, seat: int, choose: random.Random) -> None:
    """Advice and refusals tell a seat nothing that it does not know."""
    seed = choose.getrandbits(60)
    hint, other = match.advise(seat, rng_from(seed)), twin.advise(seat, rng_from(seed))
    require(hint == other, f"the advice for {seat} depends on what it cannot know")
    require(hint in match.legal(seat), f"the advice for {seat} is not legal")
    for action in choose.sample(range(len(match.game.table.ACTIONS)), min(10, len(match.game.table.ACTIONS))):
        if action not in match.legal(seat).ids:
            errors = (refusal_of(match, seat, action), refusal_of(twin, seat, action))
            require(str(errors[0]) == str(errors[1]), f"a refusal tells {seat} what it cannot know")


def check_events(match: Match, twin: Match, actor: int, seat: int | None, choose: random.Random) -> None:
    """An action that both worlds allow looks the same to `seat`, up to what it reveals to everybody."""
    common = sorted(set(match.legal(actor).ids) & set(twin.legal(actor).ids))
    for action in choose.sample(common, min(2, len(common))):
        told = []
        for world in (match.clone(), twin.clone()):
            since = len(world.event_rows())
            world.play(actor, action)
            told.append(until_revealed(world, world.event_rows()[since:], seat))
        require(told[0] == told[1], f"what {seat} sees of action {action} depends on what it cannot know")


def until_revealed(match: Match, rows: list[list[int]], seat: int | None) -> list[texts.Event]:
    """Events as `seat` sees them, up to the first that tells something new."""
    seen = []
    for row in rows:
        if texts.kind_of(match.game, row[0]).reveals:
            break
        seen.append(texts.show_event(match.game, row, texts.viewer(seat)))
    return seen


def check_ended(match: Match) -> None:
    """The record of a finished match replays to the same bytes; undoing and redoing does too."""
    text = match.record().to_json()
    again = replay(read_record(text), match.game)
    require(bytes(again) == bytes(match), "the record does not replay to the same state")
    require(again.record().to_json() == text, "the record of a replayed record is another")
    check_undo(match)
    require(all(0 <= winner < match.seats for winner in match.winners), "a winner has no seat")


def check_undo(match: Match) -> None:
    """Undoing takes back the last action of a seat and what the world did after it; doing it again changes nothing."""
    if all(seat == TABLE for seat, _ in match.moves):
        return
    back = match.clone()
    back.undo()
    taken = match.moves[len(back.moves) :]
    require(back.moves == match.moves[: len(back.moves)], "undo changes what was done before")
    require([seat == TABLE for seat, _ in taken] == [False] + [True] * (len(taken) - 1), "undo takes back too much")
    for seat, action in taken:
        back.play(seat, action)
    require(bytes(back) == bytes(match), "undoing and redoing gives another state")


def fingerprint(game: Game, matches: int, seed: int = 0, options: Mapping[str, object] | None = None) -> str:
    """A digest of every state of some random matches: the same compiled, uncompiled and on any machine."""
    digest = hashlib.sha256()
    for number in range(matches):
        for seats in range(game.fewest, game.most + 1):
            choose = random.Random(f"{seed} {number} {seats}")
            match = game.match(seats, seed=f"{seed}.{number}", options=options)
            while not match.over:
                seat = choose.choice(match.actors)
                match.play(seat, choose.choice(match.legal(seat).ids))
                digest.update(bytes(match))
            sample = match.sample(None, rng_from(seed, number))
            digest.update(bytes(sample))
    return digest.hexdigest()


def require(condition: bool, message: str) -> None:
    """Raise `ConformanceError` unless the condition holds."""
    if not condition:
        raise ConformanceError(message)


__all__ = ["SPECTATOR", "CheckReport", "check_game", "check_match", "fingerprint"]
