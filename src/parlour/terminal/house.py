"""A table in this process: its room, its clock, and computer players who think in a thread of their own.

What a server does for many tables, this does for one that nobody else can come to: commands are decided and told at
once, whatever comes due by itself happens when its time comes, and the screen never waits for a thought.
"""

import asyncio
import secrets
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from parlour.core import saves
from parlour.core.clock import SteadyClock
from parlour.core.fairness import Deal
from parlour.core.game import Game
from parlour.core.record import MatchRecord
from parlour.errors import ParlourError, Refused
from parlour.games import game as find_game
from parlour.table import decide, facts, looking, schedule, telling, wire
from parlour.table.asked import Asked
from parlour.table.room import PLAYING, Room
from parlour.terminal.visit import YOU, AnyTold, Notice

HOST = 0
USUAL = "rulebook"
MOST_HINTED = 6
TOLD = Callable[[AnyTold], None]


@dataclass
class Setup:
    """What somebody wants to play at home: `you` is a seat, or None to watch; `levels` are the computer players'."""

    game: str
    seats: int | None = None
    you: int | None = 0
    levels: tuple[str, ...] = (USUAL,)
    options: Mapping[str, object] = field(default_factory=dict)
    seed: str | None = None
    position: str = ""
    settings: wire.Settings = field(default_factory=lambda: wire.Settings(friendly=True))
    record: MatchRecord | None = None  # a saved match to go on with
    file: Path | None = None  # where it is saved


class House:
    """A table as it was set up, and everything that happens at it."""

    def __init__(self, setup: Setup, tell: TOLD) -> None:
        self.setup = setup
        self.tell = tell
        self.file = setup.file
        self.room: Room | None = None
        self.now: Callable[[], float] = SteadyClock().now
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="thinking")
        self._bots: dict[int, Any] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._thinking: set[tuple[int, int]] = set()

    # --- Coming and going -----------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Set up the table and begin."""
        game = find_game(self.setup.game)
        steps = await self.elsewhere(first_steps, game, self.setup, self.now())
        room = self.room = await self.elsewhere(Room.of, "home", steps)
        self.tell(telling.welcome(room, HOST))
        forgotten = bool(self.setup.record) and telling.forgets(room)  # C-18
        events = [] if forgotten else room.running.events(room.seat_of(HOST))
        self.tell(
            wire.Update(room.number, [{"is": "begun"}], events, None, None, schedule.deadline(room, self.setup.you))
        )
        self.attend()

    async def elsewhere(self, work: Callable[..., Any], *given: Any) -> Any:
        """Have something done in the thread, so that the screen goes on."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, work, *given)

    def save(self) -> Path | None:
        """Write the match to its file, if anything was played; where it lies."""
        room = self.room
        if room is None or room.match is None or not room.match.moves or (room.match.over and self.file is None):
            return None
        self.file = self.file or saves.new_file(room.game.name)
        saves.save(room.record(), self.file)
        return self.file

    async def close(self) -> None:
        """Stop everything that happens by itself."""
        if self._timer is not None:
            self._timer.cancel()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for bot in self._bots.values():
            bot.close()
        self._pool.shutdown(wait=False, cancel_futures=True)

    # --- What is asked --------------------------------------------------------------------------------------------

    async def ask(self, command: wire.AnyCommand) -> wire.Ack | wire.Nack:
        """Have a command carried out."""
        room = self.room
        if room is None:
            return wire.Nack("", "wrong_phase", "the table is not ready yet", "", 0)
        try:
            made = decide.decide(Asked(room, HOST, self.now(), secrets.token_bytes), command).made
        except Refused as why:
            refusal = wire.Nack("", why.code, str(why), why.rule, room.number, why.saying, why.given)
            self.tell(refusal)
            return refusal
        self.happen(made, HOST)
        return wire.Ack("", room.number)

    async def hint(self) -> list[dict[str, Any]]:
        """What a master thinks of what you can do."""
        room = self.room
        if room is None or room.match is None:
            raise Refused("wrong_phase", "there is a hint when it is your turn")
        seat = looking.hinted_seat(room, HOST)
        names = [room.name_of(each) for each in range(len(room.seats))]
        return list(await self.elsewhere(best_choices, room.match.clone(), seat, names))

    # --- What happens ---------------------------------------------------------------------------------------------

    def happen(self, made: list[facts.AnyFact], member: int | None = None) -> None:
        """Let facts be, tell them, and see what follows."""
        room = self.room
        if not made or room is None:
            return
        seat = room.seat_of(HOST)
        told = telling.take(room, facts.Step(self.now(), tuple(made), member))
        for update in telling.Teller(room, [told]).updates(seat):
            self.tell(update)
        self.attend()

    def attend(self) -> None:
        """Set the timer, and let the computer players think."""
        room = self.room
        assert room is not None
        if self._timer is not None:
            self._timer.cancel()
        plan = schedule.plan(room)
        if plan.due is not None:
            wait = max(0.0, plan.due - self.now())
            self._timer = asyncio.get_running_loop().call_later(wait, self.ring)
        for thinker in plan.thinkers:
            task = (len(room.running.moves), thinker.seat)
            if task not in self._thinking:
                self._thinking.add(task)
                self.start(self.think(room, thinker, task))

    def ring(self) -> None:
        """Let happen what has come due."""
        assert self.room is not None
        made = schedule.overdue(self.room, self.now())
        if made:
            self.happen(made)
        elif self.room.phase == PLAYING:
            self.attend()

    async def think(self, room: Room, thinker: schedule.Thinker, task: tuple[int, int]) -> None:
        """Let a computer player think, wait so that all can follow, and act."""
        acted = False
        try:
            action = await self.elsewhere(self.choose, room.running.clone(), thinker.seat, thinker.level)
            if (wait := thinker.not_before - self.now()) > 0:
                await asyncio.sleep(wait)
            asked = any(each.seat == thinker.seat and each.not_before <= self.now() for each in schedule.thinkers(room))
            acted = asked and action in room.running.legal_ids(thinker.seat)
        finally:
            self._thinking.discard(task)
        if acted:
            self.happen([facts.Acted(thinker.seat, (action,), "bot")])
        elif not self._thinking:
            self.attend()

    def choose(self, match: Any, seat: int, level: str) -> int:
        """What the player of a seat does; the idle move if something is wrong with the player."""
        from parlour.bots import make

        legal = match.legal_ids(seat)
        if len(legal) < 2:  # nothing to think about, or somebody else was faster
            return int(legal[0]) if legal else -1
        if seat not in self._bots:
            seed = int(match.deal.commitment[:15], 16) + seat  # a match that is resumed goes on as it would have
            self._bots[seat] = make(match.game, level, seed, self.setup.settings.bot_memory)
        try:
            return int(self._bots[seat].choose(match, seat).id)
        except ParlourError as error:
            self.tell_soon(Notice(f"The {level} player failed: {error}"))
            return int(legal[0])

    def tell_soon(self, message: AnyTold) -> None:
        """Tell something from the thread."""
        assert self._loop is not None
        self._loop.call_soon_threadsafe(self.tell, message)

    _loop: asyncio.AbstractEventLoop | None = None

    def start(self, work: Any) -> None:
        """Do something beside everything else."""
        self._loop = asyncio.get_running_loop()
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


# --- In the thread ------------------------------------------------------------------------------------------------


def first_steps(game: Game, setup: Setup, now: float) -> list[facts.Step]:
    """The log of a table at which a match has begun, or goes on."""
    if setup.record is not None:
        return resumed_steps(game, setup, setup.record, now)
    secret = Deal.from_seed(setup.seed).secret if setup.seed is not None else Deal.fresh().secret
    new = wire.NewTable(game.name, YOU, setup.seats, dict(setup.options), setup.settings)  # type: ignore[arg-type]
    opened = decide.open_table(new, b"", secret, now, setup.position)
    seats = opened.facts[0].seats  # type: ignore[union-attr]
    called = facts.Step(now, (*seating(seats, setup), facts.Called()))
    return [opened, called, facts.Step(now, (facts.Begun(game.version),))]


def seating(seats: int, setup: Setup) -> list[facts.AnyFact]:
    """Who sits where: you, and computer players of the levels in the order of the seats."""
    others = [seat for seat in range(seats) if seat != setup.you]
    placed = [facts.Placed(seat, setup.levels[place % len(setup.levels)]) for place, seat in enumerate(others)]
    return [*([facts.Sat(setup.you, HOST)] if setup.you is not None else []), *placed]


def resumed_steps(game: Game, setup: Setup, record: MatchRecord, now: float) -> list[facts.Step]:
    """The log of a table at which a saved match goes on where it was left."""
    from parlour.bots.registry import names
    from parlour.core import record as records

    match = records.replay(record, game)
    bots = [player.bot for player in record.players] or [
        "" if seat == setup.you else USUAL for seat in range(match.seats)
    ]
    you = next((seat for seat, bot in enumerate(bots) if not bot), None)
    known = set(names())  # a file must not start programs
    placed = [facts.Placed(seat, bot if bot in known else USUAL) for seat, bot in enumerate(bots) if seat != you]
    opened = facts.Opened(
        game=game.name, rules=game.version, seats=match.seats, options=match.options, settings=setup.settings,
        secret=match.deal.secret, position=match.position_text_at_start or "",
    )  # fmt: skip
    sat = [facts.Sat(you, HOST)] if you is not None else []
    stirred = [facts.Stirred(number, entropy) for number, entropy in enumerate(match.deal.entropy)]
    moves = [facts.Acted(seat, (action,), "table") for seat, action in match.moves]
    begun: tuple[facts.AnyFact, ...] = (
        opened,
        facts.Joined(HOST, YOU, b"", host=True),
        *stirred,
        *sat,
        *placed,
        facts.Called(),
    )
    return [facts.Step(now, begun), facts.Step(now, (facts.Begun(game.version),)), facts.Step(now, tuple(moves))]


def best_choices(match: Any, seat: int, names: list[str]) -> list[dict[str, Any]]:
    """The best choices of a seat, by what they are worth, and why."""
    from parlour.bots.explain import explain

    explanation = explain(match, seat, names=names, most=MOST_HINTED)
    return [asdict(choice) for choice in explanation.choices]
