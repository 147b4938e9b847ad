"""Commands as they come over the wire."""

from typing import Any

import msgspec
import pytest

from parlour.table import wire

decode = msgspec.json.Decoder(wire.AnyCommand).decode


def test_every_command_has_a_name_of_its_own() -> None:
    commands = wire.AnyCommand.__args__
    tags = [command.__struct_config__.tag for command in commands]
    assert len(set(tags)) == len(commands)
    assert {"add_bot", "take_back", "take_over", "act", "vote"} <= {*tags}


def test_a_command_is_read() -> None:
    assert decode(b'{"do": "act", "action": "bid 5", "expect": 7}') == wire.Act("bid 5", 7)
    assert decode(b'{"do": "vote", "what": "end"}') == wire.Vote("end", True)


@pytest.mark.parametrize(
    "text",
    [
        {"do": "dance"},
        {"do": "act"},
        {"do": "act", "action": ""},
        {"do": "act", "action": "x" * 401},
        {"do": "act", "action": "turn", "seat": 3},
        {"do": "sit", "seat": -1},
        {"do": "sit", "seat": 16},
        {"do": "sit", "seat": "0"},
        {"do": "add_bot", "seat": 0, "level": "exec:rm"},
        {"do": "add_bot", "seat": 0, "level": "../x"},
        {"do": "vote", "what": "everything"},
        {"do": "chat", "text": "x" * 501},
        {"do": "stir", "entropy": "0"},
        {"do": "stir", "entropy": "zz"},
        {"do": "stir", "entropy": "00" * 65},
        {"do": "stretch", "times": 11},
        {"do": "stretch", "times": 0.5},
        {"do": "mute", "member": -1},
        [],
        None,
    ],
)
def test_what_is_no_command_is_not_read(text: Any) -> None:
    with pytest.raises(msgspec.ValidationError):
        decode(msgspec.json.encode(text))


@pytest.mark.parametrize(
    "settings", [{"window": 0}, {"window": 61}, {"pause": -1}, {"bot_memory": 2}, {"clock": {"move": 1e9}}, {"x": 1}]
)
def test_settings_are_bounded(settings: Any) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"game": "cam", "name": "Ann", "settings": settings}, wire.NewTable)
