"""Save files: complete, checked, readable under other rules."""

import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import parlour
from parlour.core.record import MatchRecord, options_text, parse_action_line, read_record
from parlour.errors import CorruptRecord, ParlourError, WrongVersion

GAME = parlour.game("kamra")


def sample_record(actions: int = 30) -> MatchRecord:
    match = GAME.match(4, seed=11)
    for _ in range(actions):
        match.play(match.actors[0], match.legal(match.actors[0])[-1])
    return match.record()


RECORD = sample_record()
TEXT = RECORD.to_json()


def test_a_record_is_readable_and_whole() -> None:
    data = json.loads(TEXT)
    assert data["actions"][:2] == ["table: find dealer", "table: deal"]
    assert data["options"]["manners"] == "auto"
    assert any("contracts for" in line for line in data["events"])
    assert not any("holds" in line for line in data["events"])
    assert parlour.replay(TEXT).record() == RECORD == read_record(TEXT)


def test_a_record_from_a_position_replays() -> None:
    match = GAME.match(position=parlour.replay(TEXT).position, seed=5)
    match.play(match.actors[0], match.legal(match.actors[0])[0])
    assert parlour.replay(match.record().to_json()).position == match.position


@pytest.mark.parametrize(
    "text",
    ["", "{}", "[]", "null", "3", '{"format": "parlour record 1"}', "[" * 100_000, "{" * 100_000, '{"a":' * 50_000,
     TEXT[:-40], TEXT[40:], TEXT.replace("parlour record 1", "parlour record 2"), "\x00", b"\xed\xa0\x80"],
)  # fmt: skip
def test_what_is_no_record_is_refused(text: str | bytes) -> None:
    with pytest.raises(CorruptRecord):
        parlour.replay(text)


def test_a_changed_record_is_refused() -> None:
    with pytest.raises(CorruptRecord, match="checksum"):
        parlour.replay(TEXT.replace('"seats": 4', '"seats": 5'))


def test_a_record_without_its_checksum_is_refused() -> None:
    """Who changes a record by hand could as well leave it out."""
    bare = {name: value for name, value in json.loads(TEXT).items() if name != "checksum"}
    for text in (json.dumps(bare), msgspec.structs.replace(RECORD, checksum="").to_json()):
        with pytest.raises(CorruptRecord, match="checksum"):
            parlour.replay(text)


def resealed(**changes: object) -> str:
    return msgspec.structs.replace(RECORD, **changes).sealed().to_json()


@pytest.mark.parametrize(
    "changes",
    [
        {"seats": 5}, {"seats": -1}, {"options": {"target": 0}}, {"options": {"nonsense": 1}}, {"position": "seats=x"},
        {"actions": ["table: deal"]}, {"actions": ["9: bid 1"]}, {"actions": ["bid 1"]}, {"actions": ["x: y"]},
        {"actions": ["1: " + "y" * 100_000]}, {"actions": [*RECORD.actions, "0: bid 1"]},
        {"deal": msgspec.structs.replace(RECORD.deal, secret="zz")},
        {"deal": msgspec.structs.replace(RECORD.deal, secret="00")},
        {"deal": msgspec.structs.replace(RECORD.deal, entropy=["00" * 300])},
        {"result": msgspec.structs.replace(RECORD.result, scores=[9.0, 9.0, 9.0, 9.0])},
    ],
)  # fmt: skip
def test_a_forged_record_is_refused(changes: dict[str, object]) -> None:
    with pytest.raises(CorruptRecord):
        parlour.replay(resealed(**changes))


@pytest.mark.parametrize("version", [GAME.version - 1, GAME.version + 1])
def test_a_record_of_other_rules_can_be_read_but_not_replayed(version: int) -> None:
    text = resealed(rules=version)
    with pytest.raises(WrongVersion, match=f"version {version}"):
        parlour.replay(text)
    assert read_record(text).events == RECORD.events


def test_a_record_from_a_position_as_it_was_written_before_can_be_read_but_not_replayed() -> None:
    text = resealed(position="bid 3 -/-/-/- -,-,-,- - 0,0,0,0 0,0")
    with pytest.raises(WrongVersion, match=r"can be read .* tells the number of seats"):
        parlour.replay(text)
    assert read_record(text).events == RECORD.events


def test_a_record_of_another_game_is_refused() -> None:
    with pytest.raises(ParlourError):
        parlour.replay(resealed(game="chess"))
    from parlour.core.record import replay

    with pytest.raises(CorruptRecord, match="not of cam"):
        replay(RECORD, parlour.game("cam"))


@given(st.integers(0, len(TEXT) - 1), st.characters(max_codepoint=127))
def test_any_change_of_a_letter_is_noticed(at: int, sign: str) -> None:
    changed = TEXT[:at] + sign + TEXT[at + 1 :]
    try:
        record = read_record(changed)
    except CorruptRecord:
        return
    assert record == RECORD  # only white space can change unnoticed


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_hostile_json_is_refused(value: object) -> None:
    for data in (value, {**json.loads(TEXT), "options": value}, {**json.loads(TEXT), "actions": value}):
        with pytest.raises(CorruptRecord):
            parlour.replay(json.dumps(data))


def test_a_record_has_a_size_limit() -> None:
    with pytest.raises(CorruptRecord, match="at most"):
        read_record(b" " * (64 * 1024 * 1024 + 1))


def test_small_texts() -> None:
    assert parse_action_line("table: deal") == (15, "deal")
    assert parse_action_line("2: play $P") == (2, "play $P")
    assert options_text({"a": 1, "b": "x"}) == "a = 1, b = x"
