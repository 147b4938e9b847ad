"""The checked door: playing, refusing, undoing, copying."""

import hashlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import parlour
from parlour.core.contract import TABLE
from parlour.core.engines import compiled
from parlour.core.match import MOST_TEXT, Match
from parlour.errors import (
    CorruptRecord,
    IllegalAction,
    MatchOver,
    NotationError,
    NotYourTurn,
    OptionError,
    ParlourError,
    PositionError,
    SeatError,
    UndoError,
    UnknownGame,
    WrongVersion,
)

GAME = parlour.game("kamra")


def begun(**options: object) -> Match:
    return GAME.match(4, seed=7, options=options)


def finished(seed: int = 7) -> Match:
    match = GAME.match(4, seed=seed, options={"hand_cap": 1})
    while not match.over:
        match.play(match.actors[0], match.legal(match.actors[0])[-1])
    return match


def test_the_api_of_the_front_page() -> None:
    match = begun(target=300)
    (seat,) = match.actors
    assert [str(action) for action in match.legal(seat)][:3] == ["bid 0", "bid 1", "bid 2"]
    match.play(seat, "bid 5")
    assert match.view(seat)["table"]["contracts"][seat] == 5
    assert match.scores == match.payoffs == (0, 0, 0, 0)
    assert not match.over
    assert match.winners == ()
    assert parlour.replay(match.record()).position == match.position


def test_actions_know_themselves() -> None:
    match = begun()
    legal = match.legal(match.actors[0])
    assert str(legal[3]) == "bid 3"
    assert repr(legal[3]) == "<Action 3: bid 3>"
    assert legal[3] == match.legal(match.actors[0])[3]
    assert legal[3] != legal[4]
    assert legal[3] != "bid 3"
    assert len({*legal, *legal}) == len(legal)
    assert [action.id for action in legal[1:3]] == [1, 2]
    assert repr(legal).startswith("[bid 0, bid 1")


def test_an_action_keeps_its_text_when_the_match_has_gone_on() -> None:
    match = begun()
    action = match.legal(match.actors[0])[3]
    match.play(match.actors[0], action)
    assert str(action) == "bid 3"


@pytest.mark.parametrize("give", [int, np.int64, np.int16, np.uint8])
def test_actions_may_be_numbers_of_any_kind(give: type) -> None:
    match = begun()
    match.play(give(match.actors[0]), give(2))
    assert match.moves[-1][1] == 2


@pytest.mark.parametrize("seat", [-1, 4, 15, 16, 99, 10**40, -(10**40), None, "0", 1.0, [0]])
def test_seats_that_do_not_exist(seat: object) -> None:
    match = begun()
    before = bytes(match)
    for door in (match.legal, lambda s: match.play(s, 0), lambda s: match.play(s, "bid 1"), match.advise):
        with pytest.raises(SeatError, match="seats 0 to 3"):
            door(seat)  # type: ignore[arg-type]
    assert bytes(match) == before


@pytest.mark.parametrize("action", [-1, 85, 32_767, 10**40, -(10**40), None, 2.0, [3], {}, b"bid 3"])
def test_actions_that_do_not_exist(action: object) -> None:
    match = begun()
    before = bytes(match)
    with pytest.raises(IllegalAction):
        match.play(match.actors[0], action)  # type: ignore[arg-type]
    assert bytes(match) == before


@pytest.mark.parametrize(
    "text", ["", " ", "bid", "bid 99", "bid -1", "play", "play ZZ", "call 9", "b" * 10_000_000, "\x00", "ｂid 3"]
)
def test_texts_that_are_no_action(text: str) -> None:
    match = begun()
    before = bytes(match)
    with pytest.raises(NotationError) as caught:
        match.play(match.actors[0], text)
    assert len(str(caught.value)) < 300
    assert bytes(match) == before


@pytest.mark.rule("C-05")
def test_acting_out_of_turn() -> None:
    match = begun()
    waiting = (match.actors[0] + 1) % 4
    for action in (3, "bid 3", TABLE):
        with pytest.raises(NotYourTurn, match="it is the turn of Seat"):
            match.play(waiting, action)
    assert list(match.legal(waiting)) == []
    with pytest.raises(NotYourTurn):
        match.advise(waiting)


def test_nobody_acts_after_the_end() -> None:
    match = finished()
    before = bytes(match)
    with pytest.raises(MatchOver):
        match.play(0, "bid 1")
    assert match.actors == ()
    assert bytes(match) == before


@pytest.mark.rule("C-06")
def test_undo_takes_back_to_the_last_decision() -> None:
    match = begun(hand_cap=2 if compiled() else 1)
    states = []
    while not match.over:
        states.append((bytes(match), len(match.event_rows())))
        match.play(match.actors[0], match.legal(match.actors[0])[0])
    for state, events in reversed(states):
        match.undo()
        assert (bytes(match), len(match.event_rows())) == (state, events)
    with pytest.raises(UndoError, match="nothing to take back"):
        match.undo()


def test_clones_are_independent() -> None:
    match = begun()
    copy = match.clone()
    copy.play(copy.actors[0], "bid 3")
    assert len(copy.moves) == len(match.moves) + 1
    assert bytes(copy) != bytes(match)
    copy.undo()
    assert bytes(copy) == bytes(match)
    assert copy.events(None) == match.events(None)


def test_a_held_table_waits() -> None:
    match = GAME.match(4, seed=1, hold_table=True)
    assert match.actors == (TABLE,)
    assert match.view(0)["actors"] == ["table"]
    assert [str(action) for action in match.legal(TABLE)] == ["find dealer"]
    with pytest.raises(NotYourTurn):
        match.play(0, "bid 1")
    match.play(TABLE, "find dealer")
    match.play(TABLE, "deal")
    assert match.position == GAME.match(4, seed=1).position


def test_a_sample_shares_nothing_but_what_the_seat_knows() -> None:
    match = begun()
    seat = match.actors[0]
    sample = match.sample(seat)
    assert sample.view(seat) == match.view(seat)
    assert sample.state.key.tobytes() != match.state.key.tobytes()
    assert sample.deal.secret != match.deal.secret
    assert sample.event_rows() == []
    assert sample.position != match.position


def test_bytes_come_back() -> None:
    match = finished()
    assert bytes(Match.from_bytes(GAME, bytes(match))) == bytes(match)
    with pytest.raises(CorruptRecord):
        Match.from_bytes(parlour.game("cam"), bytes(match))


def forged(game: str, body: bytes) -> bytes:
    """Bytes with a checksum that fits."""
    return b"parlour\x01" + hashlib.sha256(game.encode() + body).digest()[:16] + body


def test_bytes_of_another_rules_version_are_refused() -> None:
    with pytest.raises(WrongVersion, match="version 99"):
        Match.from_bytes(GAME, forged("kamra", b"\x63\x00" + bytes(begun())[26:]))


def test_bytes_of_a_match_that_nobody_plays_are_refused() -> None:
    states = begun().states
    states[0].seats, states[0].played = 0, 9
    with pytest.raises(CorruptRecord, match="no state"):
        Match.from_bytes(GAME, forged("kamra", bytes(begun())[24:26] + states.tobytes()))


@pytest.mark.parametrize("name", parlour.games())
@given(data=st.data())
def test_forged_bytes_are_a_sound_state_or_refused(name: str, data: st.DataObject) -> None:
    game = parlour.game(name)
    body = bytearray(bytes(game.match(seed=1))[24:])
    for _ in range(data.draw(st.integers(1, 4))):
        body[data.draw(st.integers(2, len(body) - 1))] = data.draw(st.integers(0, 255))
    try:
        match = Match.from_bytes(game, forged(name, bytes(body)))
    except CorruptRecord:
        return
    assert game.match(position=match.position, options=match.options, hold_table=True).position == match.position


@given(st.integers(0, 400), st.integers(0, 255), st.integers(0, 400))
def test_damaged_bytes_are_refused(at: int, value: int, length: int) -> None:
    whole = bytearray(bytes(begun()))
    at %= len(whole)
    changed = whole[at] != value
    whole[at] = value
    for data in (bytes(whole) if changed else b"", bytes(whole[: min(length, len(whole) - 1)])):
        with pytest.raises(CorruptRecord):
            Match.from_bytes(GAME, data)


@pytest.mark.parametrize("seats", [0, 3, 7, -4, 10**20, 4.0, "4", True])
def test_wrong_numbers_of_seats(seats: object) -> None:
    with pytest.raises(SeatError, match="for 4 to 6 players"):
        GAME.match(seats)  # type: ignore[arg-type]


@pytest.mark.parametrize("options", [{"target": 0}, {"target": 10**9}, {"manners": "rude"}, {"colour": 1}, {"": ""}])
def test_wrong_options(options: dict[str, object]) -> None:
    with pytest.raises(OptionError):
        GAME.match(4, options=options)


def test_unknown_games() -> None:
    for name in ("", "chess", "../kamra", "k" * 10_000):
        with pytest.raises(UnknownGame, match="there are bacarac, cam, honors1"):
            parlour.game(name)


@pytest.mark.parametrize("text", ["", "x", " " * 50, "x" * (MOST_TEXT + 1), "\x00", "\N{SNOWMAN}", "1/2/3 r"])
@pytest.mark.parametrize("name", parlour.games())
def test_texts_that_are_no_position(name: str, text: str) -> None:
    with pytest.raises(PositionError):
        parlour.game(name).match(position=text)


def mutated(text: str, data: st.DataObject) -> str:
    """A text with a few characters changed, dropped or put in."""
    signs = list(text)
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, max(0, len(signs) - 1)))
        new = data.draw(st.sampled_from([*set(text), *"0159-/,! $TQxrykm", ""]))
        signs[at : at + data.draw(st.integers(0, 1))] = [new]
    return "".join(signs)


@pytest.mark.parametrize("name", parlour.games())
@given(data=st.data())
def test_mutated_positions_are_read_or_refused(name: str, data: st.DataObject) -> None:
    game = parlour.game(name)
    match = game.match(seed=data.draw(st.integers(0, 50)))
    for _ in range(data.draw(st.integers(0, 40))):
        if not match.over:
            seat = match.actors[0]
            match.play(seat, data.draw(st.sampled_from(match.legal(seat).ids)))
    text = mutated(match.position, data)
    try:
        again = game.match(position=text, hold_table=True)
    except PositionError:
        return
    assert game.match(position=again.position, hold_table=True).position == again.position


@pytest.mark.parametrize("name", parlour.games())
@given(seat=st.integers(-3, 20), action=st.one_of(st.integers(), st.text(max_size=30)))
def test_any_action_is_played_or_refused(name: str, seat: int, action: int | str) -> None:
    match = parlour.game(name).match(seed=3)
    before = bytes(match)
    try:
        match.play(seat, action)
    except ParlourError:
        assert bytes(match) == before
    else:
        assert bytes(match) != before


def test_a_match_says_what_it_is() -> None:
    assert repr(begun()) == "<Match of kamra, 4 seats, 2 moves, to act: 3>"
    assert repr(finished()).endswith("over>")
    assert repr(GAME) == "<Game kamra>"


def test_long_matches_keep_all_their_events() -> None:
    match = GAME.match(6, seed=2, options={"target": 10_000, "hand_cap": 30})
    while not match.over:
        match.play(match.actors[0], match.legal(match.actors[0])[-1])
    replayed = parlour.replay(match.record())
    assert replayed.event_rows() == match.event_rows()
    assert len(match.event_rows()) > 2_000
