"""A crowd at one table: who comes and goes, sits and stands, does not keep everybody else busy."""

from pathlib import Path

import pytest
from tests.server.test_hub import Ear, keep, with_hubs
from tests.table.house import House
from tests.waiting import until_so

from parlour.server import audience
from parlour.server.hub import Hub
from parlour.server.limits import Limit
from parlour.server.moderation import TOGETHER, Moderation
from parlour.table import wire

WATCHING = 40


def of(ear: Ear, kind: str) -> list[dict[str, object]]:
    """What somebody heard of a kind."""
    return [message for message in ear.heard if message["is"] == kind]


def test_a_crowd_that_comes_and_goes_is_told_of_in_one_word(tmp_path: Path) -> None:
    async def come_and_go(hub: Hub) -> None:
        await keep(hub.store, House("cam"), "table")
        table, host, guest, crowd = await hub.table("table"), Ear(0), Ear(None), [Ear(None) for _ in range(WATCHING)]
        for ear in (host, guest, *crowd):
            await table.listen(ear)
            assert ear.heard[-1]["is"] == "presence"  # who comes waits for nothing
        for ear in crowd:
            table.leave(ear)
        last = {"is": "presence", "here": [0], "guests": 1}
        await until_so(lambda: host.heard[-1] == guest.heard[-1] == last and table.audience.resting is None)
        assert len(of(host, "presence")) == 2

    with_hubs(tmp_path, 1, come_and_go)


def test_the_last_state_is_told_however_little_it_differs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audience, "REST", 0.01)

    async def take_turns(hub: Hub) -> None:
        await keep(hub.store, House("cam"), "table")
        table, one, two = await hub.table("table"), Ear(None), Ear(None)
        await table.listen(one)
        await table.listen(two)
        table.leave(one)
        assert of(two, "presence")[-1]["guests"] == 2
        await until_so(lambda: of(two, "presence")[-1]["guests"] == 1, lambda: two.heard)

    with_hubs(tmp_path, 1, take_turns)


def test_a_table_bears_only_so_much_sitting_and_standing(tmp_path: Path) -> None:
    burst = 10

    async def rise_and_sit(hub: Hub) -> None:
        hub.moderation = Moderation(Limit(burst, 1), Limit(burst, 0.001))
        house = House("honors3", seats=7)
        members = [0, *[house.come(f"Guest {number}") for number in range(5)]]
        await keep(hub.store, house, "table")
        table, crowd = await hub.table("table"), [Ear(None) for _ in range(WATCHING)]
        for ear in crowd:
            await table.listen(ear)
        for ear in crowd:
            ear.heard.clear()
        codes = []
        for attempt in range(2 * burst):
            for member in members:
                seat = table.room.seat_of(member)
                command = wire.Stand() if seat is not None else wire.Sit(member)
                answer = await table.command(member, f"{attempt}", command)
                codes.append(answer.code if isinstance(answer, wire.Nack) else "")
                assert isinstance(answer, wire.Ack) or answer.now is None  # that would cost more than what is refused
        assert codes.count("") == TOGETHER * burst
        assert set(codes) == {"", "too_fast"}
        assert {len(of(ear, "update")) for ear in crowd} == {TOGETHER * burst}
        assert not any(of(ear, "welcome") for ear in crowd)  # each update says all that has changed for them
        one = [await table.command(0, f"chat {number}", wire.Chat("still here")) for number in range(2)]
        assert all(isinstance(answer, wire.Ack) for answer in one)

    with_hubs(tmp_path, 1, rise_and_sit)


def test_who_sees_with_other_eyes_is_told_everything(tmp_path: Path) -> None:
    async def change_places(hub: Hub) -> None:
        house = House("cam")
        bob, cid = house.come("Bob"), house.come("Cid")
        await keep(hub.store, house, "table")
        table, ears = await hub.table("table"), {member: Ear(member) for member in (0, bob, cid, None)}
        for ear in ears.values():
            await table.listen(ear)
        steps: list[tuple[int, wire.AnyCommand, dict[int, int | None]]] = [
            (0, wire.Sit(0), {0: 0}),
            (bob, wire.Sit(1), {bob: 1}),
            (0, wire.Swap(0, 1), {0: 1, bob: 0}),
            (0, wire.Stand(), {0: None}),
            (0, wire.Remove(cid), {cid: None}),
            (0, wire.Remove(bob), {bob: None}),
        ]
        for number, (member, command, moved) in enumerate(steps):
            for ear in ears.values():
                ear.heard.clear()
            answer = await table.command(member, f"{number}", command)
            assert isinstance(answer, wire.Ack), answer
            heard = {who: [each["seat"] for each in of(ear, "welcome")] for who, ear in ears.items()}
            assert {who: seats for who, seats in heard.items() if seats} == {who: [seat] for who, seat in moved.items()}
            assert all(of(ear, "update") for ear in ears.values())

    with_hubs(tmp_path, 1, change_places)
