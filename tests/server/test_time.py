"""The clock of the machine is set, forward or back, while people play: nobody at a table notices."""

import asyncio
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.server.guest import Guest
from tests.server.serving import Server
from tests.server.stores import opened, summary
from tests.waiting import until_so
from websockets.asyncio.client import ClientConnection

from parlour.core.clock import SteadyClock
from parlour.server.running import reach
from parlour.server.settings import from_environment

HOUR = 3600.0
ON_THE_WALL = """
import time
from pathlib import Path
wall, of_machine = Path(__file__).with_name("wall"), time.time
time.time = lambda: of_machine() + float(wall.read_text())
"""  # what Python runs before a server: the clock on its wall is this machine's and what stands in a file


class Set(Server):
    """A server the clock of whose machine can be set."""

    def __init__(self, data: Path) -> None:
        super().__init__(data)
        (data / "sitecustomize.py").write_text(ON_THE_WALL)
        self.environment["PYTHONPATH"] = f"{data}:{self.environment.get('PYTHONPATH', '')}"
        self.set(0.0)

    def set(self, seconds: float) -> None:
        """Set the clock, by so many seconds from what it should be."""
        new = self.data / "new"
        new.write_text(str(seconds))
        new.rename(self.data / "wall")


def heard(guest: Guest, text: bytes) -> Callable[[], bool]:
    """Whether a guest has heard something in a message that is still to come."""
    before = len(guest.heard)
    return lambda: any(text in each for each in guest.heard[before:])


async def move(guest: Guest, socket: ClientConnection) -> None:
    """Make a whole move: it is the other's turn then."""
    while guest.match and guest.match["legal"]:
        answer = await guest.ask(socket, {"do": "act", "action": guest.match["legal"][-1]})
        assert answer["is"] == "ack"


async def begun(server: Set, delay: float) -> Guest:
    """Somebody whose turn it is, with a minute for it, against a computer player that takes a while."""
    settings = {"bot_delay": delay, "clock": {"move": 60.0}}
    table, (token,) = await server.open("cam", settings=settings)
    guest = Guest(server.url, table, token)
    async with guest.connected():
        await guest.until(lambda: guest.match and guest.match["legal"])
    return guest


@pytest.mark.parametrize("seconds", [HOUR, -HOUR])
def test_a_clock_that_is_set_changes_no_match(tmp_path: Path, seconds: float) -> None:
    server = Set(tmp_path)
    server.start()

    async def play() -> None:
        await server.up()
        guest = await begun(server, 1.0)
        async with guest.connected() as socket:
            early = heard(guest, b'"warned"')
            server.set(seconds)
            talked = heard(guest, b'"said"')
            assert (await guest.ask(socket, {"do": "chat", "text": "What time is it?"}))["is"] == "ack"
            await guest.until(talked)
            answered = heard(guest, b'"by":"bot"')
            await move(guest, socket)
            server.set(2 * seconds)
            await guest.until(answered)
            assert not early()
        sign = f"the clock of this machine was set by {seconds:+.0f}"[:-4]  # by one hour, or by two at once
        await until_so(lambda: sign in server.log.read_text(), server.log.read_text)

    try:
        asyncio.run(play())
        assert server.stop() == 0
    finally:
        server.kill()


def test_a_clock_that_is_set_back_while_no_server_runs_silences_no_table(tmp_path: Path) -> None:
    server = Set(tmp_path)
    server.start()

    async def play() -> None:
        await server.up()
        guest = await begun(server, 3.0)
        async with guest.connected() as socket:
            await move(guest, socket)
        server.kill()
        server.set(-HOUR)
        answered = heard(guest, b'"legal":["')
        server.start()
        await server.up()
        async with guest.connected():
            await guest.until(answered)

    try:
        asyncio.run(play())
        assert "behind what is stored" in server.log.read_text()
        assert server.stop() == 0
    finally:
        server.kill()


def test_a_server_goes_on_from_the_latest_time_that_is_stored(tmp_path: Path) -> None:
    settings = from_environment(data=tmp_path)

    async def begin() -> tuple[SteadyClock, float]:
        late = time.time() + HOUR
        async with opened(settings.url) as store:
            assert await store.newest() == 0.0
            assert await store.append("table", 0, b"", summary(late))
        return await reach(settings), late

    clock, late = asyncio.run(begin())
    assert late <= clock.now() < late + HOUR
    assert clock.was_set() == 0.0
