"""Coming to a seat: at joining, by the host's hand, or by everybody's leave in a running match."""

import msgspec
import pytest

from parlour.core.contract import TABLE
from parlour.errors import Refused
from parlour.table import facts, tokens, wire
from parlour.table.decide import STAND_IN
from parlour.table.room import PLAYING, STARTING
from tests.table.house import House


def seats(house: House) -> list[int | str | None]:
    """Who sits where: members by number, computer players by level."""
    return [seat.bot or seat.member for seat in house.room.seats]


# --- At joining -------------------------------------------------------------------------------------------------------


def test_whoever_comes_before_the_match_is_seated_and_the_host_is_told_at_once() -> None:
    house = House("kamra")
    house.do(0, wire.Sit(0))
    bob = house.come("Bob", watch=False)
    assert seats(house) == [0, bob, None, None]
    told = house.heard[None][-1]
    assert [each["is"] for each in told.news] == ["joined", "sat"]
    assert told.table is not None
    assert told.table.seats[1].name == "Bob"


def test_a_computer_player_gives_way_when_no_seat_is_empty_and_then_one_watches() -> None:
    house = House("kamra")
    house.do(0, wire.Sit(0))
    for seat in (1, 2):
        house.do(0, wire.AddBot(seat, "random"))
    bob = house.come("Bob", watch=False)
    assert seats(house) == [0, "random", "random", bob]
    cid = house.come("Cid", watch=False)
    assert seats(house) == [0, cid, "random", bob]
    dan = house.come("Dan", watch=False)
    eve = house.come("Eve", watch=False)
    assert seats(house) == [0, cid, dan, bob]
    assert house.room.seat_of(eve) is None


def test_who_only_watches_is_not_seated_and_may_think_better_of_it() -> None:
    house = House("cam")
    house.do(0, wire.Sit(0))
    bob = house.come("Bob")
    assert seats(house) == [0, None]
    house.do(0, wire.AddBot(1, "random"))
    house.do(bob, wire.Sit(1))
    assert seats(house) == [0, bob]


def test_who_comes_in_the_countdown_still_plays_and_later_watches() -> None:
    house = House("kamra")
    house.do(0, wire.Sit(0))
    bob = house.come("Bob", watch=False)
    for seat in (2, 3):
        house.do(0, wire.AddBot(seat, "random"))
    house.do(0, wire.Start())
    assert house.room.phase == STARTING
    cid = house.come("Cid", watch=False)
    house.pass_time(3.5)
    assert house.room.phase == PLAYING
    dan = house.come("Dan", watch=False)
    assert seats(house) == [0, bob, cid, "random"]
    assert house.room.seat_of(dan) is None


def test_to_sit_where_one_sits_changes_nothing() -> None:
    house = House("cam")
    bob = house.come("Bob", watch=False)
    before = len(house.log)
    house.do(bob, wire.Sit(0))
    assert (seats(house), len(house.log)) == ([bob, None], before)


# --- By the host's hand -----------------------------------------------------------------------------------------------


def test_the_host_lets_two_places_change_their_players() -> None:
    house = House("kamra")
    house.do(0, wire.Sit(0))
    bob = house.come("Bob", watch=False)
    house.do(0, wire.AddBot(3, "novice"))
    assert house.refuses(bob, wire.Swap(0, 1)) == "not_host"
    assert house.refuses(0, wire.Swap(0, 4)) == "no_such_seat"
    house.do(0, wire.Swap(0, 1))
    assert house.heard[None][-1].news == [{"is": "swapped", "seat": 0, "other": 1}]
    house.do(0, wire.Swap(0, 3))
    house.do(0, wire.Swap(2, 3))
    assert seats(house) == ["novice", 0, bob, None]
    house.do(0, wire.AddBot(3, "random"))
    house.do(0, wire.Start())
    assert house.refuses(0, wire.Swap(0, 1)) == "wrong_phase"
    house.pass_time(4.0)
    assert house.refuses(0, wire.Swap(0, 1)) == "wrong_phase"
    assert [member.held for member in house.room.members] == [1, 2]


# --- By everybody's leave ---------------------------------------------------------------------------------------------


def test_whoever_watches_a_match_asks_for_a_seat_and_all_who_play_agree() -> None:
    house = House("kamra").dealt(people=2)
    zoe = house.come("Zoe", watch=False)
    assert house.room.seat_of(zoe) is None
    for seat in range(4):
        assert house.refuses(zoe, wire.Sit(seat)) in ("taken", "ask")
    assert house.refuses(zoe, wire.Wish(1)) == "taken"
    assert house.refuses(zoe, wire.Wish(9)) == "no_such_seat"
    assert house.refuses(0, wire.Wish(3)) == "own_seat"
    assert house.refuses(0, wire.Vote("seat")) == "nothing"
    house.do(zoe, wire.Wish(3))
    assert house.heard[None][-1].news == [{"is": "wished", "member": zoe, "seat": 3}]
    assert house.sees(None).table.wish == wire.Wished(zoe, 3)
    assert house.refuses(zoe, wire.Vote("seat")) == "no_seat"
    house.do(0, wire.Vote("seat"))
    assert house.sees(zoe).match["table"]["hand"] == []  # type: ignore[index]
    house.do(1, wire.Vote("seat"))
    assert house.room.seats[3].by_hand
    assert house.sees(zoe).match["table"]["hand"]  # type: ignore[index]
    assert (house.room.wish, house.room.votes) == (None, {})
    assert [each["is"] for told in house.heard[None][-2:] for each in told.news] == ["voted", "voted", "sat"]
    assert house.again().members[zoe].held == 3


def test_one_no_is_enough_and_it_may_be_asked_again() -> None:
    house = House("kamra").dealt(people=2)
    zoe, yan = house.come("Zoe"), house.come("Yan")
    house.do(zoe, wire.Wish(3))
    assert house.refuses(yan, wire.Wish(2)) == "taken"
    house.do(0, wire.Vote("seat"))
    house.do(1, wire.Vote("seat", False))
    assert (house.room.wish, house.room.votes) == (None, {})
    house.do(yan, wire.Wish(2))
    house.do(0, wire.Vote("seat", False))  # without anybody's yes before
    assert house.room.wish is None
    house.do(zoe, wire.Wish(3))
    house.do(0, wire.Vote("seat"))
    house.do(zoe, wire.Wish(2))  # agreed on one seat is not agreed on another
    assert house.room.votes == {}
    house.do(zoe, wire.Wish(None))
    assert house.room.wish is None
    assert house.refuses(1, wire.Vote("seat")) == "nothing"
    house.do(zoe, wire.Wish(2))
    house.do(zoe, wire.Leave())
    assert house.sees(None).table.wish is None


def test_nobody_sits_down_on_cards_that_others_have_held() -> None:
    house = House("kamra").dealt(people=3)
    house.do(2, wire.Stand())
    zoe = house.come("Zoe")
    for seat in (2, 3):  # a person's who left, and a computer player's
        assert house.refuses(zoe, wire.Sit(seat)) == "ask"
    assert house.refuses(2, wire.Sit(3)) == "wrong_phase"
    assert house.refuses(2, wire.Wish(3)) == "wrong_phase"
    house.do(zoe, wire.Wish(2))
    house.do(2, wire.Sit(2))  # the owner comes back, and nobody can be asked for that seat any more
    assert (house.room.seats[2].member, house.room.wish) == (2, None)


def test_a_puppet_gets_no_second_hand_without_the_others() -> None:
    """Whoever plays comes again under another name to see a second hand."""
    house = House("kamra").dealt(people=2)
    puppet = house.come("Nobody", watch=False)
    assert house.refuses(puppet, wire.Sit(2)) == "ask"
    house.do(puppet, wire.Wish(2))
    house.do(0, wire.Vote("seat"))
    assert house.refuses(puppet, wire.Vote("seat")) == "no_seat"
    house.pass_time(1e6)
    assert house.room.seats[2].bot == "random"
    house.do(0, wire.Stand())  # nor by standing up oneself
    assert house.room.votes == {}
    assert house.room.seats[0].bot == STAND_IN
    house.do(1, wire.Vote("seat", False))
    assert house.room.seat_of(puppet) is None


def test_the_hand_of_somebody_who_was_sent_away_goes_to_nobody_else() -> None:
    """The host sends the only player away and comes again under another name, or lets a friend have the seat."""
    house = House("kamra")
    house.do(house.come("Bob"), wire.Sit(1))
    puppet = house.come("Nobody")
    for seat in (0, 2, 3):
        house.do(0, wire.AddBot(seat, "random"))
    house.do(0, wire.Start())
    house.pass_time(4.0)
    house.do(0, wire.Remove(1))
    for member in (0, puppet, house.come("Nobody else")):
        assert house.refuses(member, wire.Sit(1)) == "ask"
        assert house.refuses(member, wire.Wish(1)) == "wrong_phase"
    assert house.again().members[1].removed
    house.do(puppet, wire.Wish(2))
    assert house.room.seat_of(puppet) == 2


def test_somebody_who_leaves_by_himself_leaves_his_hand_to_who_comes_by_consent() -> None:
    house = House("kamra").dealt(people=3)
    zoe = house.come("Zoe")
    house.do(2, wire.Leave())
    house.do(zoe, wire.Wish(2))
    for member in (0, 1):
        house.do(member, wire.Vote("seat"))
    assert house.room.seat_of(zoe) == 2


def test_while_the_only_player_is_away_nobody_sits_down_without_him() -> None:
    house = House("kamra").begin(people=1)
    puppet, bob = house.come("Nobody"), house.come("Bob")
    house.write(facts.Step(house.now, (facts.Placed(0, STAND_IN),)))
    assert not house.room.voters
    house.do(puppet, wire.Wish(2))
    assert house.room.seat_of(puppet) is None
    assert house.refuses(bob, wire.Vote("seat")) == "no_seat"
    house.do(0, wire.Vote("seat"))
    assert house.room.seat_of(puppet) == 2


def test_those_who_are_there_do_not_let_anybody_sit_down_for_those_who_are_away() -> None:
    house = House("kamra").begin(people=2)
    puppet = house.come("Nobody")
    house.write(facts.Step(house.now, (facts.Placed(1, STAND_IN),)))
    assert house.room.voters == {0}
    house.do(puppet, wire.Wish(2))
    house.do(0, wire.Vote("seat"))
    assert house.room.seat_of(puppet) is None
    house.do(1, wire.Vote("seat"))
    assert house.room.seat_of(puppet) == 2


def test_where_nobody_plays_nobody_need_be_asked() -> None:
    house = House("kamra").begin(people=0)
    zoe = house.come("Zoe")
    house.do(zoe, wire.Wish(1))
    assert house.room.seats[1].by_hand
    assert house.room.actors != (TABLE, TABLE)


def test_before_and_after_the_match_no_seat_is_asked_for() -> None:
    house = House("cam")
    bob = house.come("Bob")
    assert house.refuses(bob, wire.Wish(0)) == "wrong_phase"
    house.begin(people=2)
    house.do(0, wire.Resign())
    assert house.refuses(bob, wire.Wish(1)) == "over"


# --- One device for several -------------------------------------------------------------------------------------------


def test_who_shares_a_device_says_so_before_the_deal_and_everybody_is_shown() -> None:
    house = House("kamra", password="sesame")
    house.do(0, wire.Sit(0))
    house.room.tokens[tokens.digest("ann's")] = 0
    bob = house.come("Bob", watch=False, shares="ann's")  # on her device the password has been said
    house.room.tokens[tokens.digest("bob's")] = bob
    cid = house.come("Cid", watch=False, shares="bob's")
    assert seats(house) == [0, bob, cid, None]
    assert [member.shares for member in house.sees(None).table.members] == [None, 0, 0]
    with pytest.raises(Refused) as caught:
        house.come("Dan", shares="nobody's")
    assert caught.value.code == "not_member"
    for decoded in (facts.unpack(facts.pack(step)) for step in house.log):
        assert b"ann's" not in facts.pack(decoded)
    house.do(0, wire.AddBot(3, "random"))
    house.do(0, wire.Start())
    house.pass_time(4.0)
    with pytest.raises(Refused) as caught:
        house.come("Dan", "sesame", shares="ann's")
    assert caught.value.code == "wrong_phase"


# --- Phrases ----------------------------------------------------------------------------------------------------------


def test_a_phrase_is_said_in_everybodys_own_language() -> None:
    house = House("cam")
    bob = house.come("Bob", watch=False)
    house.do(bob, wire.Phrase("well_played"))
    assert house.heard[None][-1].news == [{"is": "said", "member": bob, "text": "", "phrase": "well_played"}]
    house.do(0, wire.Mute(bob))
    assert house.refuses(bob, wire.Phrase("hello")) == "muted"
    house.do(0, wire.Mute(bob, False))
    house.do(0, wire.Sit(1))
    house.do(0, wire.Start())
    house.pass_time(4.0)
    house.do(0, wire.Resign())
    house.do(bob, wire.Phrase("again"))
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"do": "phrase", "phrase": "I hold the ace"}', type=wire.AnyCommand)
