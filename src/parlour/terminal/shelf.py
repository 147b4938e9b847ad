"""The shelf: eight games to choose from, matches to go on with, links and films to open."""

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, cast

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen, Screen
from textual.widgets import Footer, OptionList, Static

from parlour.core import saves
from parlour.core.game import Game
from parlour.core.record import MatchRecord
from parlour.games import all_games, game
from parlour.terminal.reading import KEYS, Page, Question, RulesScreen
from parlour.terminal.remote import Link
from parlour.terminal.saying import seats_text

if TYPE_CHECKING:
    from parlour.terminal.app import ParlourApp

MOST_SAVES = 20


class Shelf(Screen[None]):
    """Where one begins."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("w", "watch", "Watch"),
        Binding("g", "go_on", "Go on"),
        Binding("o", "open_link", "Open a link"),
        Binding("f", "film", "Replay"),
        Binding("r", "rules", "Rules"),
        Binding("question_mark", "keys", "Keys", key_display="?"),
        Binding("q", "app.quit", "Quit"),
    ]

    @property
    def parlour(self) -> "ParlourApp":
        """The program."""
        return cast("ParlourApp", self.app)

    def compose(self) -> ComposeResult:
        """The games, one line each."""
        self.games = list(all_games().values())
        yield Static("P A R L O U R   ·   vintage games as their rulebooks printed them", id="head", markup=False)
        yield OptionList(*map(box, self.games), id="games", markup=False)
        yield Static("Enter plays against computer players. g goes on with a saved match.", id="help", markup=False)
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """The first game is marked."""
        self.query_one(OptionList).focus()

    def marked(self) -> Game:
        """The game that is marked."""
        return self.games[self.query_one(OptionList).highlighted or 0]

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Play it."""
        self.parlour.set_up(self.games[event.option_index])

    def action_watch(self) -> None:
        """Watch computer players."""
        self.parlour.set_up(self.marked(), watch=True)

    def action_go_on(self) -> None:
        """Continue a saved match."""
        found = saves.latest(MOST_SAVES)
        if not found:
            self.notify(f"There are no unfinished matches in {saves.folder()}.", markup=False)
            return
        self.app.push_screen(Saved(found), lambda path: self.parlour.resume(path) if path else None)

    def action_open_link(self) -> None:
        """Come to a server's table."""
        help = "As it was sent to you: https://example.org/table/abcd1234"
        question = Question("The link of a table", help=help, check=Link.parse)
        self.app.push_screen(question, lambda text: self.parlour.visit(text) if text else None)

    def action_film(self) -> None:
        """Replay a record."""
        question = Question("The file of a record", help="Saved matches lie in " + str(saves.folder()))
        self.app.push_screen(question, lambda text: self.parlour.film(Path(text).expanduser()) if text else None)

    def action_rules(self) -> None:
        """The rules of the marked game."""
        self.app.push_screen(RulesScreen(self.marked()))

    def action_keys(self) -> None:
        """The keys."""
        self.app.push_screen(Page(KEYS))


class Saved(ModalScreen[Path | None]):
    """The matches that can be gone on with."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "dismiss", "Back")]

    def __init__(self, found: list[tuple[Path, MatchRecord]]) -> None:
        super().__init__()
        self.found = found

    def compose(self) -> ComposeResult:
        """A line each."""
        lines = [
            f"{game(record.game).title:16} {len(record.actions):>5} actions   {path.name}"
            for path, record in self.found
        ]
        yield OptionList(*lines, classes="page", markup=False)
        yield Static("Enter continues it. Escape goes back", classes="foot")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Go on with it."""
        self.dismiss(self.found[event.option_index][0])


def box(one: Game) -> str:
    """A game in a line."""
    return f" {one.title:15} {one.year}  {seats_text(one):>4}  {one.summary}"
