"""What is told, and what is nobody's business."""

import msgspec
import pytest

from parlour.table import facts, wire
from parlour.table.telling import TOLD, forgets, news, welcome
from tests.table.house import House, at_random

SILENT = {facts.Opened, *facts.PRIVATE}
OWN_WORDS = {facts.Joined, facts.Begun, facts.Acted, facts.Stirred, facts.TakenBack, facts.Restored}


def test_every_fact_is_told_or_kept_on_purpose() -> None:
    assert {*TOLD} | SILENT | OWN_WORDS == {*facts.AnyFact.__args__}
    assert not {*TOLD} & SILENT


def test_no_token_code_password_or_report_is_ever_told() -> None:
    house = House("cam", password="sesame")
    secret = house.room.deal.secret
    bob = house.come("Bob", "sesame")
    house.do(0, wire.Sit(0))
    code = house.do(bob, wire.Invite(), key="0123").answer
    house.do(bob, wire.Report(0, "He cheats."))
    house.do(bob, wire.Sit(1))
    house.do(0, wire.Start())
    house.pass_time(3.0)
    sent = b"".join(msgspec.json.encode(told) for heard in house.heard.values() for told in heard)
    sent += b"".join(msgspec.json.encode(welcome(house.room, member)) for member in (None, 0, bob))
    secrets = [secret.hex(), house.room.lock.hex(), code, "sesame", "cheats", "token"]
    for hidden in map(str.encode, secrets):
        assert hidden not in sent
    assert house.room.deal.commitment.encode() in sent


def test_the_secret_of_the_deal_is_told_at_the_end_and_never_before() -> None:
    house = House("cam")
    told: dict[str, str] = {}

    def look() -> None:
        told[house.room.phase] = house.sees(None).table.secret

    look()
    house.do(0, wire.Sit(0))
    house.do(house.come("Bob"), wire.Sit(1))
    house.do(0, wire.Start())
    look()
    house.pass_time(3.0)
    look()
    house.do(0, wire.Pause())
    look()
    house.do(0, wire.Resign())
    look()
    before = dict.fromkeys(("gathering", "starting", "playing", "paused"), "")
    assert told == {**before, "over": house.room.deal.secret.hex()}


def test_the_news() -> None:
    assert news(facts.Joined(3, "Bob", b"token", True)) == {"is": "joined", "member": 3, "name": "Bob"}
    assert news(facts.Stirred(1, b"\xff")) == {"is": "stirred", "member": 1, "entropy": "ff"}
    assert news(facts.Acted(2, (7, 8), "bot")) == {"is": "acted", "seat": 2, "by": "bot"}
    assert news(facts.TakenBack(5)) == {"is": "taken_back"}
    assert news(facts.Begun(1)) == {"is": "begun"}
    assert news(facts.Voted(1, "end", True)) == {"is": "voted", "member": 1, "what": "end", "yes": True}
    for fact in (facts.Coded(0, b"", 1.0), facts.Known(0, b""), facts.Reported(0, 1, "")):
        assert news(fact) is None


def test_a_welcome_says_who_one_is_and_how_everything_stands() -> None:
    house = House("kamra").dealt(people=2)
    own, guest = house.sees(1), house.sees(None)
    assert (own.you, own.seat, own.n) == (1, 1, house.room.number)
    assert own.match is not None
    assert own.match["you"] == 1
    assert (guest.you, guest.seat) == (None, None)
    assert guest.match is not None
    assert guest.match["table"]["hand"] == []
    assert own.table == guest.table


def test_of_the_same_events_everybody_is_told_what_is_for_that_seat() -> None:
    """Seats and spectators are told by one teller, one after another."""
    house = House("kamra").dealt(people=4)
    for viewer in (None, *range(4)):
        dealt = [event for told in house.heard[viewer] for event in told.events if event["kind"] == "dealt"]
        assert [event["seat"] for event in dealt] == [0, 1, 2, 3]
        assert [event["seat"] for event in dealt if "hidden" not in event] == ([] if viewer is None else [viewer])


def test_a_welcome_before_the_match_has_none() -> None:
    assert House("cam").sees(0).match is None


@pytest.mark.rule("C-07", "C-18")
def test_a_game_of_memory_tells_nothing_again_while_the_hand_lasts() -> None:
    house = House("kardkelly", options={"hands": 1}, bot_delay=10.0).begin(people=1)
    assert not forgets(house.room)
    house.play_until(lambda: not house.room.dealing, at_random(1))
    house.play_until(lambda: any(event["kind"] == "turned" for event in house.heard[None][-1].events), at_random(1))
    assert forgets(house.room)
    assert house.sees(None).match["table"]["turned"] is None  # type: ignore[index]
    house.play_out(at_random(1))
    assert not forgets(house.room)
    assert not forgets(House("cam").begin(people=1).room)


def test_an_update_has_only_what_has_changed() -> None:
    house = House("cam").begin(people=2)
    house.act(0, house.turn(0))
    assert house.heard[1][-1].table is None
    assert house.heard[1][-1].match is not None
    house.do(0, wire.Chat("There."))
    assert house.heard[1][-1].match is None
    assert house.heard[1][-1].events == []


def test_the_last_move_tells_that_the_table_is_over() -> None:
    house = House("cam", options={"games": 1}, friendly=True).begin(people=2)
    house.do(0, wire.Resign())
    table = house.heard[1][-1].table
    assert table is not None
    assert (table.phase, table.ended) == ("over", "resignation")


def test_each_seat_hears_its_own_deadline() -> None:
    house = House("cam", clock=wire.Clock(move=30.0)).begin(people=2)
    house.act(0, house.turn(0))
    assert house.heard[1][-1].deadline == house.now + 30.0
    assert house.heard[0][-1].deadline is None
