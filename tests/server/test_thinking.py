"""The processes of computer players: they may die, hang or fail, and their tables go on."""

import asyncio
import logging
import multiprocessing
import os
import signal
from pathlib import Path

import pytest
from tests.server.test_hub import thinkers, with_hubs
from tests.table.house import House
from tests.waiting import until_so

from parlour.bots.players import RulebookBot
from parlour.core.match import Match
from parlour.server.hub import Hub
from parlour.server.thinking import PlayerKind, match_of, player
from parlour.table.schedule import Thinker


def test_a_computer_player_whose_process_dies_is_asked_again() -> None:
    room = House("cam").begin(people=1).room
    thinking = thinkers()

    async def choose() -> int | None:
        choosing = asyncio.create_task(thinking.choose(room, Thinker(0, "rulebook", 0.0, 0)))
        born = await until_so(lambda: [child for child in multiprocessing.active_children() if child not in before])
        born[0].kill()
        return await choosing

    before = multiprocessing.active_children()
    try:
        assert asyncio.run(choose()) in room.running.legal_ids(0)
        assert (thinking.metrics.replaced, thinking.metrics.stood_in) == (1, 0)
    finally:
        thinking.close()


def test_a_server_is_not_ready_while_nobody_is_left_to_think(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    room = House("cam").begin(people=1).room
    asked = Thinker(0, "rulebook", 0.0, 0)

    async def hang(hub: Hub) -> None:
        before = multiprocessing.active_children()
        room.seats[1].bot = "rulebook"
        await hub.thinking.awaken(room)
        assert hub.thinking.awake(room)
        (hung,) = [each for each in multiprocessing.active_children() if each not in before]
        assert hung.pid is not None
        os.kill(hung.pid, signal.SIGSTOP)
        monkeypatch.setattr(hub.thinking, "thought", 0.5)
        assert await hub.thinking.choose(room, asked) in room.running.legal_ids(0)
        assert hub.unsaved.readiness.look().troubles == ["the processes of computer players hang"]
        assert not hub.thinking.awake(room)
        await until_so(lambda: not hub.unsaved.readiness.look().troubles, "the process is replaced")
        monkeypatch.undo()
        await hub.thinking.choose(room, asked)
        assert (hub.thinking.metrics.replaced, hub.thinking.metrics.stood_in) == (1, 1)
        hub.thinking.close()

    with_hubs(tmp_path, 1, hang)


def test_the_rulebook_plays_for_a_computer_player_that_fails(caplog: pytest.LogCaptureFixture) -> None:
    room = House("cam").begin(people=1).room
    thinking = thinkers()
    try:
        with caplog.at_level(logging.ERROR):
            action = asyncio.run(thinking.choose(room, Thinker(0, "nonsense", 0.0, 0)))
    finally:
        thinking.close()
    advised = {RulebookBot(room.game, seed).choose(room.running, 0).id for seed in range(99)}
    assert action in advised
    assert len(advised) < len(room.running.legal_ids(0)) / 2
    (line,) = caplog.messages
    assert "the nonsense player of cam failed, and the rulebook plays this move" in line
    assert thinking.metrics.stood_in == 1
    assert not thinking._habits._woken  # that is not how long such a player thinks


def test_a_computer_player_forgets_when_it_thinks_and_only_then(monkeypatch: pytest.MonkeyPatch) -> None:
    house = House("kardkelly", 2, bot_memory=1.0).dealt(people=2)
    while int(house.room.running.state.turned) < 5:
        seat = house.room.running.actors[0]
        house.act(seat, house.idle(seat))
    turned = house.room.running.state.pack[:5].tolist()
    asked: list[Match] = []

    async def pick(kind: PlayerKind, state: bytes, seat: int) -> int:
        asked.append(match_of(kind.game, state))
        return player(kind).choose(asked[-1], seat).id

    thinking = thinkers()
    monkeypatch.setattr(thinking, "picked", pick)
    seat = house.room.running.actors[0]
    try:
        assert asyncio.run(thinking.choose(house.room, Thinker(seat, "rulebook", 0.0, 0))) is not None
    finally:
        thinking.close()
    assert asked[0].state.pack[:5].tolist() == turned
    assert asked[0].sample(seat, forgetting=1.0).state.pack[:4].tolist() != turned[:4]
