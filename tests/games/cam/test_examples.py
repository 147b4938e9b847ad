"""The worked examples T-CM-01 to 10, with every turn that is open in them, in both readings."""

import pytest

from .board import RED, YELLOW, at, open_turns, pieces, play, refused

MANY = {
    "T-CM-01": "1/3/5/7/7/7/6K/1m3M1/7/3km2/5/3/1 r",
    "T-CM-02": "1/3/5/2m1k2/7/1m3m1/1M1m1M1/4m2/3m3/2K1M2/5/3/1 r",
    "T-CM-03": "1/3/5/3k3/7/4m2/2m2m1/7/2M1M2/2KM3/3K1/3/1 r",
    "T-CM-04": "1/3/2k2/6m/4m2/7/7/1m3m1/1M5/5M1/2M1K/3/1 r",
    "T-CM-05": "1/3/2k2/m3mm1/7/4M2/7/7/2M2MK/7/2M2/3/1 y",
    "T-CM-06": "1/3/4m/2k4/1m3M1/7/1M5/7/6K/7/2Mm1/1m1/1 r",
    "T-CM-07": "1/3/4k/3m3/K6/3M3/7/7/7/7/M4/m1m/1 r",
    "T-CM-08": "1/1k1/5/7/1m5/1M5/7/5M1/7/7/1m3/mm1/K r",
    "T-CM-09": "1/3/5/7/3k3/7/7/m6/M5m/4m2/5/M1M/K r",
    "T-CM-10": "1/1MM/4M/3M3/3M3/7/5m1/m3m2/6k/2K4/5/3/1 r",
}

both_editions = pytest.mark.parametrize("edition", ["1949", "federation"])


@both_editions
@pytest.mark.rule("T-CM-01", "CM-25")
def test_the_printed_charge_with_the_colours_exchanged(edition: str) -> None:
    match = at(MANY["T-CM-01"], edition=edition)
    steps = {f"F6-{to}" for to in ("F7", "G6", "G5", "F5", "E5", "E6", "E7")} | {
        f"G7-{to}" for to in ("G8", "G6", "F7", "F8")
    }
    assert open_turns(match) == steps | {"G7-E5xE3xC5xA7", "G7-E5xC3"}
    assert play(match, "G7-E5xE3xC5xA7").winners == (RED,)


@both_editions
@pytest.mark.rule("T-CM-02", "CM-11", "CM-G03")
def test_chains_turn_corners_and_are_chosen_freely(edition: str) -> None:
    match = at(MANY["T-CM-02"], edition=edition)
    assert open_turns(match) == {"E4xC6xE8xG8", "B7xB9xD11xF9", "F7xF9xD11xB9"}
    assert refused(match, "E4xC6") == "CM-G03"
    assert refused(match, "E4xC6xE8") == "CM-G03"
    play(match, "B7xB9xD11xF9")
    assert [piece for piece in pieces(match).values() if piece in "mk"] == ["m"] * 4


@both_editions
@pytest.mark.rule("T-CM-03", "CM-G01", "CM-G08")
def test_a_charge_is_not_compulsory_and_a_man_may_stop_next_to_an_enemy(edition: str) -> None:
    match = at(MANY["T-CM-03"], edition=edition)
    assert len(open_turns(match)) == 41
    assert open_turns(match, "C4") == {
        *("C4-C6xC8", "C4-D5", "C4-E4", "C4-E4-E6xG8", "C4-E4-E2", "C4-D3", "C4-C3", "C4-B3", "C4-B4", "C4-B5"),
    }
    assert open_turns(match, "D4") == {
        *("D4-D5", "D4-F6", "D4-E4", "D4-D3", "D4-C3", "D4-B4", "D4-B4-D6", "D4-B4-D6-F4", "D4-B4-D6-F4-D2", "D4-B6"),
    }
    play(match, "D4-F6")
    assert match.actors == (YELLOW,)


@both_editions
@pytest.mark.rule("T-CM-04", "CM-12")
def test_a_charge_instead_of_the_jump(edition: str) -> None:
    match = at(MANY["T-CM-04"], edition=edition)
    assert open_turns(match) == {"F3-F5xF7", "B5xB7"}
    assert refused(match, "F3-F5") == "CM-22"
    assert refused(match, "F4-F5") == "CM-11"


@both_editions
@pytest.mark.rule("T-CM-05", "CM-G06", "CM-G07")
def test_a_knight_passes_an_exposed_enemy_only_to_capture(edition: str) -> None:
    match = at(MANY["T-CM-05"], edition=edition)
    assert len(open_turns(match)) == 29
    assert {turn for turn in open_turns(match, "D11") if turn.startswith("D11-F9")} == {
        *("D11-F9xD7", "D11-F9-F11-D9xF7"),
    }
    for stop in ("D11-F9", "D11-F9-F11", "D11-F9-F11-D9"):
        assert refused(match, stop) == "CM-22"
    play(match, "D11-F9-F11-D9xF7")
    assert pieces(match)["F7"] == "k"


@both_editions
@pytest.mark.rule("T-CM-06", "CM-05", "CM-06")
def test_into_the_own_castle_and_out_again(edition: str) -> None:
    match = at(MANY["T-CM-06"], edition=edition)
    assert open_turns(match) == {"D3xF3", "D3xD1"}
    play(match, "D3xD1", "C10-C9")
    assert {turn[:2] for turn in open_turns(match)} == {"D1"}


@pytest.mark.rule("T-CM-07", "CM-G11")
def test_through_the_own_castle() -> None:
    assert open_turns(at(MANY["T-CM-07"])) == {"B3xD1"}
    assert open_turns(at(MANY["T-CM-07"], edition="federation")) == {"B3xD1xF3"}


@pytest.mark.rule("T-CM-08", "CM-G13", "CM-G14")
def test_ways_out_of_the_castle() -> None:
    assert open_turns(at(MANY["T-CM-08"])) == {"D1-E2", "D1xB3xD3xD1", "D1xD3xB3xD1"}
    assert open_turns(at(MANY["T-CM-08"], edition="federation")) == {"D1xB3xD3xD1", "D1xD3xB3xD1"}


@both_editions
@pytest.mark.rule("T-CM-09", "CM-07", "CM-G12")
def test_out_of_the_castle_by_a_charge(edition: str) -> None:
    match = at(MANY["T-CM-09"], edition=edition)
    assert open_turns(match) == {"D1-D2", "D1-B3", "D1-F3xD5"}
    play(match, "D1-F3xD5")
    assert pieces(match)["D5"] == "K"


@pytest.mark.rule("T-CM-10", "CM-23", "CM-G16")
def test_ways_into_the_enemy_castle() -> None:
    into = {"D12-D13", "E12-D13", "F11-D13"}
    assert {turn for turn in open_turns(at(MANY["T-CM-10"])) if "D13" in turn} == into
    federation = at(MANY["T-CM-10"], edition="federation")
    assert {turn for turn in open_turns(federation) if "D13" in turn} == into | {"D9-D11-D13"}
    for turn in into:
        assert play(at(MANY["T-CM-10"]), turn).winners == (RED,)
