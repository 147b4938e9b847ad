"""Nobody is sent anything that depends on what he may not know.

The same table is looked at twice: as it is, and with all that a viewer does not know dealt afresh (`Match.sample`).
Every message, every time at which something happens and every refusal must be the same, byte for byte.
"""

import copy
import random
from typing import Any

import msgspec
import pytest

from parlour.core.chance import rng_from
from parlour.core.check.conformance import until_revealed
from parlour.core.contract import TABLE
from parlour.core.texts import kind_of
from parlour.errors import Refused
from parlour.games import names
from parlour.table import facts, telling, wire
from parlour.table.decide import Asked, decide
from parlour.table.room import OVER, Room, Viewer
from parlour.table.schedule import deadline, due, thinkers
from parlour.table.telling import welcome
from tests.short import short
from tests.table.house import House, at_random

MATCHES = 3
LOOKS = 40
VARIANTS: dict[str, list[dict[str, Any]]] = {
    "kamra": [{}, {"manners": "strict"}],
    "bacarac": [{}, {"manners": "strict"}],
    "honors3": [{}, {"pace": "ticks"}],
}
CASES = [(name, variant) for name in names() for variant in VARIANTS.get(name, [{}])]


@pytest.mark.rule("C-18")
@pytest.mark.parametrize(("name", "variant"), CASES, ids=str)
def test_no_message_depends_on_what_its_reader_may_not_know(name: str, variant: dict[str, Any]) -> None:
    for seed in range(MATCHES):
        chance = random.Random(seed)
        settings: dict[str, Any] = {"clock": wire.Clock(move=20.0, match=300.0, increment=1.0), "friendly": True}
        house = House(name, seed=seed, options=short(name) | variant, **settings).begin(people=3)
        choose, looks = at_random(seed), 0
        while house.room.phase != OVER and looks < LOOKS:
            if chance.random() < 0.3:
                viewer = chance.choice([None, *range(len(house.room.seats))])
                look_twice(house, viewer, chance)
                looks += 1
            go_on(house, choose, chance)
        assert looks


def go_on(house: House, choose: Any, chance: random.Random) -> None:
    """Something happens: a person or a computer player acts, or time passes."""
    room = house.room
    hands = [seat for seat in room.actors if seat != TABLE and room.seats[seat].by_hand]
    if hands and chance.random() < 0.6:
        seat = chance.choice(hands)
        legal = room.running.legal(seat)
        house.act(seat, str(legal[legal.ids.index(choose(room.running, seat))]))
    elif chance.random() < 0.5 or not house.bots_act(choose):
        house.pass_time(1.0)


def look_twice(house: House, viewer: Viewer, chance: random.Random) -> None:
    """Compare all that a viewer can find out with what it would be in another world that he cannot tell from this."""
    room, twin = house.room, another_world(house.room, viewer, chance)
    member = None if viewer is None else room.seats[viewer].member
    if viewer is None or member is not None:
        assert told(welcome(room, member)) == told(welcome(twin, member))
    assert (due(room), deadline(room, viewer)) == (due(twin), deadline(twin, viewer))
    assert thinkers(room) == thinkers(twin)
    if member is not None:
        for text in ("turn", "play $P", "accept 1 with A-1", "pick A-1", "nonsense"):
            assert answer(room, member, text) == answer(twin, member, text)
    for actor in room.actors:
        compare_a_step(house, viewer, actor, chance)


def compare_a_step(house: House, viewer: Viewer, actor: int, chance: random.Random) -> None:
    """The same thing is done in both worlds: what is told of it is the same, up to what it reveals to everybody."""
    twin = another_world(house.room, viewer, chance)
    world = copied(house.room, house.room.running.clone())
    common = sorted(set(world.running.legal_ids(actor)) & set(twin.running.legal_ids(actor)))
    if not common or actor == TABLE:
        return
    step = facts.Step(house.now, (facts.Acted(actor, (chance.choice(common),), "person"),))
    sent = [take(each, step, viewer) for each in (world, twin)]
    assert sent[0] == sent[1]


def take(room: Room, step: facts.Step, viewer: Viewer) -> tuple[Any, ...]:
    """What a viewer hears of a step: whether it counted, and its messages, unless it revealed something."""
    rows = room.rows
    taken = telling.take(room, step)
    made = room.running.event_rows()[rows:]
    updates = telling.Teller(room, [taken]).updates(viewer)
    heard = taken.private, [update.news for update in updates], until_revealed(room.running, made, viewer)
    if any(kind_of(room.game, row[0]).reveals for row in made):
        return heard
    return *heard, [told(update) for update in updates], due(room), thinkers(room)


def another_world(room: Room, viewer: Viewer, chance: random.Random) -> Room:
    """The room with all that the viewer does not know dealt afresh."""
    sample = room.running.sample(viewer, rng_from(chance.getrandbits(60)))
    sample._rows = room.running.event_rows()  # the past was as the viewer saw it
    return copied(room, sample)


def copied(room: Room, match: Any) -> Room:
    """A room of its own with another match in it."""
    twin = copy.copy(room)
    twin.match = match
    twin.seats = [copy.copy(seat) for seat in room.seats]
    twin.members = [copy.copy(member) for member in room.members]
    twin.votes, twin.answers, twin.done = dict(room.votes), copy.deepcopy(room.answers), list(room.done)
    twin.course, twin.ready, twin.standing = list(room.course), set(room.ready), copy.copy(room.standing)
    return twin


def told(message: wire.Message) -> bytes:
    """A message as it is sent."""
    return msgspec.json.encode(message)


def answer(room: Room, member: int, text: str) -> tuple[str, str]:
    """What somebody hears who tries an action: refusals tell nothing either."""
    try:
        decide(Asked(room, member, 0.0, bytes), wire.Act(text))
    except Refused as refused:
        return refused.code, str(refused)
    return "done", ""


def market(people: int = 4) -> House:
    """A live market that is open."""
    house = House("honors3", seed=2, clock=wire.Clock(match=300.0, increment=5.0, grace=20.0)).dealt(people)
    house.pass_time(11)
    assert len(house.room.actors) == len(house.room.seats)
    return house


def test_what_somebody_picks_out_is_his_own_business() -> None:
    house = market()
    card = house.sees(0).match["table"]["hand"][0]  # type: ignore[index]
    number, heard = house.room.number, {viewer: len(told) for viewer, told in house.heard.items()}
    house.act(0, f"pick {card}")
    assert house.room.number == number
    assert house.sees(0).match["table"]["picked"] == [card]  # type: ignore[index]
    for viewer, before in heard.items():
        assert len(house.heard[viewer]) - before == (viewer == 0)
    assert house.heard[0][-1].match["table"]["picked"] == [card]  # type: ignore[index]
    for member in (1, 2):
        house.do(member, wire.Chat("What is she doing?"))
        assert house.room.number == number + member


def test_whether_others_picked_something_out_cannot_be_found_out() -> None:
    """A take-back, a vote, a clock or an expected number would tell if gestures counted for anything."""
    answers = []
    for picks in range(3):
        house = market()
        cards = house.sees(1).match["table"]["hand"][:picks]  # type: ignore[index]
        own = house.sees(0).match["table"]["hand"][0]  # type: ignore[index]
        house.act(0, f"offer {own}")
        house.do(2, wire.Vote("end"))
        number = house.room.number
        for card in cards:
            house.act(1, f"pick {card}")
        seen = house.sees(0)
        answers.append((house.refuses(0, wire.TakeBack()), told(seen), house.room.number - number))
    assert len(set(answers)) == 1


def test_coming_back_with_a_gesture_tells_that_one_is_back_and_no_more() -> None:
    house = market()
    house.pass_time(20)
    house.do(1, wire.TakeOver(0))
    card = house.sees(0).match["table"]["hand"][0]  # type: ignore[index]
    house.act(0, f"pick {card}")
    assert house.heard[1][-1].news == [{"is": "unplaced", "seat": 0}]
    assert house.heard[1][-1].match is None
    assert house.heard[0][-1].news[-1] == {"is": "acted", "seat": 0, "by": "person"}
    assert house.heard[0][-1].match is not None
