"""Whole matches of every game at a table, in simulated time."""

import msgspec
import pytest

from parlour.core.record import read_record, verify
from parlour.errors import NotVerified
from parlour.games import game, names
from parlour.table import wire
from parlour.table.room import OVER
from tests.short import short
from tests.table.house import House, at_random, picture

MATCHES = 4
STRICT = {"kamra": {"manners": "strict"}, "bacarac": {"manners": "strict"}, "honors3": {"pace": "ticks"}}


def table_of(name: str, seed: int, people: int, **more: object) -> House:
    """A table where a short match has begun."""
    options = short(name) | more
    house = House(name, seed=seed, options=options, pause=1.0, clock=wire.Clock(move=20.0))
    return house.begin(min(people, len(house.room.seats)))


@pytest.mark.parametrize("name", names())
def test_every_game_is_played_to_its_end(name: str) -> None:
    for seed in range(MATCHES):
        house = table_of(name, seed, people=1 + seed % 3, **(STRICT.get(name, {}) if seed % 2 else {}))
        house.play_out(at_random(seed))
        assert house.room.ended == "rules"
        assert house.room.running.over
        assert picture(house.again()) == picture(house.room)
        numbers = [told.n for told in house.heard[None]]
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))


@pytest.mark.parametrize("name", names())
def test_the_record_verifies_by_what_was_published_before_the_deal(name: str) -> None:
    house = House(name, seed=5, options=short(name), pause=0.0, bot_delay=0.0)
    promised = house.sees(None).table.commitment
    assert house.sees(None).table.secret == ""
    house.begin(people=0)
    assert house.sees(None).table.secret == ""
    house.play_out(at_random(5))
    assert bytes.fromhex(house.sees(None).table.secret) == house.room.deal.secret
    text = house.room.record().to_json()
    match = verify(read_record(text), game(name), promised)
    assert match.scores == house.room.running.scores
    assert [player.bot for player in house.room.record().players] == ["random"] * len(house.room.seats)
    with pytest.raises(NotVerified):
        verify(read_record(text), game(name), "00" * 32)


def test_what_players_stir_in_changes_the_deal_and_not_the_commitment() -> None:
    positions = set()
    for entropy in (None, "00", "01"):
        house = House("kamra", seed=3)
        promised = house.sees(None).table.commitment
        house.do(0, wire.Sit(0))
        if entropy is not None:
            house.do(0, wire.Stir(entropy))
            assert house.sees(None).table.entropy == [entropy]
        for seat in range(1, 4):
            house.do(0, wire.AddBot(seat, "random"))
        house.do(0, wire.Start())
        house.pass_time(10)
        assert house.sees(None).table.commitment == promised
        assert house.room.running.deal.commitment == promised
        positions.add(house.room.running.position)
    assert len(positions) == 3


def test_everybody_may_stir_until_the_deal_in_the_order_in_which_they_came() -> None:
    house = House("cam")
    bob = house.come("Bob")
    house.do(0, wire.Sit(1))
    house.do(bob, wire.Sit(0))
    house.do(0, wire.Start())
    house.do(bob, wire.Stir("bb"))
    house.do(0, wire.Stir("aa"))
    house.do(0, wire.Stir("ac"))
    house.pass_time(3)
    assert house.room.running.deal.entropy == (b"\xac", b"\xbb")
    assert house.refuses(0, wire.Stir("aa")) == "wrong_phase"
    assert house.sees(0).table.entropy == ["ac", "bb"]


def test_a_match_of_computer_players_alone_is_watched_at_their_pace() -> None:
    house = House("cam", options=short("cam"), bot_delay=2.0).begin(people=0)
    began = house.now
    house.play_out(at_random(1))
    assert house.room.phase == OVER
    moves = len(house.room.running.moves)
    assert house.now - began >= 2.0 * (moves - 1)


def test_messages_can_be_sent() -> None:
    house = table_of("honors2", 1, people=2)
    house.play_out(at_random(1))
    for heard in house.heard.values():
        for told in heard:
            assert msgspec.json.decode(msgspec.json.encode(told), type=wire.Update) == told
