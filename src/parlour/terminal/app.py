"""The program: a shelf of games, and the tables, films and links that are opened from it."""

import asyncio
from pathlib import Path
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.theme import Theme

from parlour.core import record as records
from parlour.core.game import Game
from parlour.errors import ParlourError
from parlour.games import game as find_game
from parlour.table import looking, wire
from parlour.terminal.film import FilmScreen
from parlour.terminal.house import House, Setup
from parlour.terminal.plain.retelling import names_of
from parlour.terminal.reading import Question
from parlour.terminal.remote import Link, Remote, kept_places
from parlour.terminal.setup import SetupScreen
from parlour.terminal.shelf import Shelf
from parlour.terminal.table import TableScreen
from parlour.terminal.visit import Visit

LAMP = Theme(
    name="lamp", primary="#d9a441", secondary="#8fb0c9", accent="#f2c14e", foreground="#f3e9d6", background="#1d1712",
    surface="#251d17", panel="#33281f", success="#9fc27a", warning="#e3b155", error="#e2725b", dark=True,
)  # fmt: skip
PAPER = Theme(
    name="paper", primary="#7a4a12", secondary="#1f4e6b", accent="#8a3b12", foreground="#2b2118", background="#f6efe0",
    surface="#efe5d0", panel="#e4d6ba", success="#3d6420", warning="#7d5a00", error="#9c2a1a", dark=False,
)  # fmt: skip


class ParlourApp(App[None]):
    """Vintage parlour games in a terminal. `first` is what to open at once: a setup, a link or a file."""

    TITLE = "Parlour"
    CSS_PATH = "style.tcss"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012 (Textual's own)
        (0, "-narrow"),
        (100, "-wide"),
        (140, "-vast"),
    ]
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+q", "quit", show=False, priority=True)]

    def __init__(self, first: "Setup | Link | Path | None" = None, *, name: str = "", light: bool = False) -> None:
        super().__init__()
        self.animation_level = "none"
        self.first = first
        self.guest = name
        self.light = light
        self.house: House | None = None

    def on_mount(self) -> None:
        """The shelf, and what was asked for on it."""
        self.register_theme(LAMP)
        self.register_theme(PAPER)
        self.theme = "paper" if self.light else "lamp"
        self.push_screen(Shelf())
        if isinstance(self.first, Setup):
            self.play(self.first)
        elif isinstance(self.first, Link):
            self.visit(str(self.first))
        elif isinstance(self.first, Path):
            self.film(self.first)

    def trouble(self, error: Exception) -> None:
        """Say what went wrong."""
        self.notify(str(error), severity="error", timeout=8, markup=False)

    # --- At home --------------------------------------------------------------------------------------------------

    def set_up(self, game: Game, watch: bool = False) -> None:
        """Let somebody choose how to play a game, and play it."""
        self.push_screen(SetupScreen(game, watch), lambda setup: self.play(setup) if setup else None)

    def resume(self, path: Path) -> None:
        """Continue a saved match."""
        try:
            record = records.read_record(path.read_bytes())
            self.play(Setup(record.game, record=record, file=path))
        except (ParlourError, OSError) as error:
            self.trouble(error)

    def play(self, setup: Setup) -> None:
        """Sit down at a table of one's own."""
        visit = Visit()
        house = self.house = House(setup, visit.take)
        screen = TableScreen(visit, house)
        self.push_screen(screen, lambda next: self.left(house, next or ""))
        self.run_worker(self.opened(house, screen), group="house")

    def left(self, house: House, next: str) -> None:
        """Somebody has left a table of their own."""
        self.run_worker(self.rise(house, next))

    async def opened(self, house: House, screen: TableScreen) -> None:
        """Open the table; if it cannot be, go back to the shelf and say why."""
        try:
            await house.open()
        except (ParlourError, OSError) as error:
            self.trouble(error)
            screen.dismiss("")

    async def rise(self, house: House, next: str) -> None:
        """Leave a table of one's own: the match is saved. Then what was wanted next."""
        self.house = None
        self.keep(house)
        await house.close()
        if next == "again":
            self.play(Setup(**{**vars(house.setup), "record": None, "file": None, "seed": None}))
        elif next == "replay" and house.room is not None:
            self.push_screen(film_of(looking.story(house.room), house.room.seat_of(0)))

    def keep(self, house: House) -> None:
        """Save what was played, unless it is over."""
        try:
            over = house.room is not None and house.room.phase == "over"
            if (path := None if over and house.file is None else house.save()) is not None and not over:
                self.notify(f"The match is saved; g continues it. ({path.name})", markup=False)
        except (OSError, ParlourError) as error:
            self.trouble(error)

    async def action_quit(self) -> None:
        """Leave; the match is saved."""
        if self.house is not None:
            self.keep(self.house)
            await self.house.close()
        self.exit()

    # --- At a server's table --------------------------------------------------------------------------------------

    def visit(self, text: str) -> None:
        """Come to a server's table: under a name, if one has no place there yet."""
        try:
            link = Link.parse(text)
        except ParlourError as error:
            self.trouble(error)
            return
        if kept_places().get(str(link)) or self.guest:
            self.come(link, self.guest)
            return
        help = "Leave it empty to watch only. A password goes after the name and a slash: Ann/secret"
        self.push_screen(Question("Your name at the table", help=help), lambda name: self.come(link, name or ""))

    def come(self, link: Link, name: str) -> None:
        """Sit down, or stand by and watch."""
        visit = Visit()
        remote = Remote(link, visit.take, kept_places().get(str(link), ""))
        screen = TableScreen(visit, remote)
        visiting = self.run_worker(self.visited(remote, screen, name), group="remote")

        def left(next: str | None) -> None:
            visiting.cancel()
            if next and next.startswith("table:"):
                next_link = Link(link.server, next.removeprefix("table:"))
                keep_next(next_link, remote.token)
                self.come(next_link, name)
            elif next == "replay":
                self.run_worker(self.screened(remote, visit))

        self.push_screen(screen, left)

    async def visited(self, remote: Remote, screen: TableScreen, name: str) -> None:
        """Join, and listen as long as the table is there."""
        who, _, password = name.partition("/")
        try:
            if who:
                await remote.join(who, password)
            await remote.run()
        except ParlourError as error:
            self.trouble(error)
            if self.screen is screen:
                screen.dismiss("")

    async def screened(self, remote: Remote, visit: Visit) -> None:
        """The film of a server's match."""
        loop = asyncio.get_running_loop()

        def shoot(seat: int | None) -> list[wire.ReplayStep]:
            told = asyncio.run_coroutine_threadsafe(remote.replay(seat), loop).result()
            return [wire.ReplayStep(**step) for step in told["steps"]]

        await self.push_screen(FilmScreen(visit.game, visit.names, shoot, visit.seat))

    # --- Films ----------------------------------------------------------------------------------------------------

    def film(self, path: Path) -> None:
        """Replay a record."""
        self.run_worker(self.filmed(path))

    async def filmed(self, path: Path) -> None:
        """Read a record and show its film."""
        try:
            record = records.read_record(await asyncio.to_thread(path.read_bytes))
            game = find_game(record.game)
            match = await asyncio.to_thread(records.replay, record, game)
        except (ParlourError, OSError) as error:
            self.trouble(error)
            return
        people = [seat for seat, player in enumerate(record.players) if not player.bot]
        seat = people[0] if len(people) == 1 else None
        await self.push_screen(film_of(looking.Story.of(match, names_of(record, game, seat)), seat))


def film_of(story: looking.Story, seat: int | None) -> FilmScreen:
    """The film of a story, as a seat saw it."""
    return FilmScreen(find_game(story.game), story.names, lambda eyes: looking.replay(story, eyes), seat)


def keep_next(link: Link, token: str) -> None:
    """At the table of another match one's token is the same."""
    from parlour.terminal.remote import keep_token

    if token:
        keep_token(link, token)
