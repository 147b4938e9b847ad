"""The table: the game as its look draws it, the log, the turn line, and what you may do."""

from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.events import Click
from textual.screen import Screen
from textual.widgets import Footer, Input

from parlour.core import texts
from parlour.core.choosing import in_hand_order, labels_of
from parlour.errors import ParlourError
from parlour.table import wire
from parlour.terminal.choices import ChoiceList, Item
from parlour.terminal.log import Log
from parlour.terminal.looks import look_of, turn_line
from parlour.terminal.pen import Pen
from parlour.terminal.reading import KEYS, Hint, Page, RulesScreen
from parlour.terminal.saying import score_lines
from parlour.terminal.sheet import Sheet, inked
from parlour.terminal.visit import AnyTable, Visit

GROUPED = 16  # so many choices are listed at once; more are chosen in two steps, where the look says how
LEVEL = "casual"  # of computer players who fill free seats


class TableScreen(Screen[str]):
    """A table that somebody is at. What it returns is what they want next: `again`, a table's id, or nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("h", "hint", "Hint"),
        Binding("r", "rules", "Rules"),
        Binding("u", "take_back", "Back"),
        Binding("slash", "type", "Type", key_display="/"),
        Binding("l", "log", "Log"),
        Binding("s", "save", "Save"),
        Binding("p", "pause", "Pause"),
        Binding("question_mark", "keys", "Keys", key_display="?"),
        Binding("q", "leave", "Leave"),
        Binding("c", "chat", "Say"),
        Binding("escape", "let_go", show=False),
    ]

    def __init__(self, visit: Visit, table: AnyTable) -> None:
        super().__init__()
        self.visit = visit
        self.table = table
        self.picked = ""
        self.chatting = False
        self.thinking = False
        visit.changed = self.changed

    def compose(self) -> ComposeResult:
        """Field and log side by side, then what to do."""
        yield Sheet(id="head", markup=False)
        with Horizontal(id="middle"):
            with VerticalScroll(id="field", can_focus=False):
                yield Sheet(id="drawing", markup=False)
            yield Log()
        yield Sheet(id="prompt", markup=False)
        yield ChoiceList(id="choices")
        yield Input(id="line", compact=True, select_on_focus=False)
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """Show what is known already."""
        self.query_one("#line", Input).display = False
        self.query_one(ChoiceList).focus()
        self.changed()

    def on_resize(self) -> None:
        """Draw for the new size."""
        self.changed()

    # --- Showing --------------------------------------------------------------------------------------------------

    def changed(self) -> None:
        """Show how everything stands."""
        if not self.is_mounted:
            return
        visit = self.visit
        self.query_one("#head", Sheet).update(self.head())
        self.query_one("#prompt", Sheet).update(self.prompt())
        if visit.table is not None:
            self.query_one("#drawing", Sheet).update(self.drawing())
            self.query_one(Log).show(visit.log())
        self.query_one(ChoiceList).show(self.items())

    def head(self) -> str:
        """The game, and where it is played."""
        if self.visit.table is None:
            return "Parlour"
        table, game = self.visit.table, self.visit.game
        changed = [f"{name} {value}" for name, value in table.options.items() if value != default_of(game, name)]
        where = f"  ·  {table.title}" if table.title else ""
        return f"{game.title}{where}{'  ·  ' + ', '.join(changed) if changed else ''}"

    def prompt(self) -> Content:
        """The turn line; above all, what went wrong."""
        visit = self.visit
        if visit.notice:
            return Content.styled(visit.notice, "bold $warning")
        if visit.refusal is not None:
            return Content.styled(f"✗ {texts.lower_you(visit.refusal.text)}{self.cited()}", "bold $error")
        if self.thinking:
            return Content("Thinking it over …")
        if visit.table is None:
            return Content("One moment.")
        if visit.over:
            return Content.styled(visit.result(), "bold $accent")
        return Content.styled(self.turn_line(), "bold" if visit.legal else "")

    def cited(self) -> str:
        """Where the rule of a refusal can be read."""
        rule = self.visit.refusal.rule if self.visit.refusal is not None else ""
        return f"  r: read {rule}" if rule else ""

    def turn_line(self) -> str:
        """What is to be done, and by whom."""
        visit = self.visit
        assert visit.table is not None
        if visit.table.phase != "playing" or visit.match is None:
            return {
                "gathering": "Take a seat; the host begins the match.",
                "starting": "The cards are being shuffled.",
                "paused": "The match is paused; p continues.",
            }.get(visit.table.phase, "")
        line = texts.lower_you(turn_line(self.pen(), visit.match))
        return line or ("Your turn." if visit.legal else "One moment.")

    def pen(self) -> Pen:
        """What draws the table for you."""
        visit = self.visit
        actors = visit.match["actors"] if visit.match and not visit.over else ()
        size = self.query_one("#field").size
        room = max(30, size.width - 1), size.height
        return Pen(visit.game, visit.names, visit.seat, visit.legal, actors, self.picked, *room)

    def drawing(self) -> Content:
        """The table, or who is at it before the match."""
        visit, pen = self.visit, self.pen()
        assert visit.table is not None
        if visit.match is None:
            kinds = [seat.bot or ("" if seat.member is None else "person") for seat in visit.table.seats]
            pen.seats([("", kinds)])
            notation = texts.words(visit.game).get("help", {}).get("notation", "")
            pen.line().line(notation.strip(), "dim")
            return inked(pen)
        if visit.over:
            pen.line("\n".join(score_lines(visit.match, visit.names)), "bold").line()
        look_of(visit.game).draw(pen, visit.match)
        return inked(pen)

    # --- What may be done -----------------------------------------------------------------------------------------

    def items(self) -> list[Item]:
        """The choices: actions of the match, or what one does at a table before and after it."""
        visit = self.visit
        if visit.table is None:
            return []
        if visit.over:
            ends = [("Play again", "again"), ("Replay", "replay"), ("To the shelf", "leave")]
            return [Item(str(number), text, (value,)) for number, (text, value) in enumerate(ends, 1)]
        if visit.table.phase == "gathering":
            return numbered(self.seat_items())
        if visit.holds and not visit.legal:
            return numbered([("go on", wire.Ready())])
        legal = list(in_hand_order(visit.legal, (visit.match or {}).get("table", {}).get("hand") or []))
        if len(legal) > GROUPED and hasattr(look_of(visit.game), "group"):
            return self.grouped(legal)
        return [
            Item(label, self.meant(text), wire.Act(text)) for label, text in zip(labels_of(legal), legal, strict=True)
        ]

    def grouped(self, legal: list[str]) -> list[Item]:
        """What is chosen first, or what goes with what was picked."""
        group = look_of(self.visit.game).group
        groups = {text: group(text, self.visit.names) for text in legal}
        if self.picked in groups.values():
            shown = [text for text in legal if groups[text] == self.picked]
            return numbered([(text, wire.Act(text)) for text in shown])
        first = dict.fromkeys(groups[text] or text for text in legal)
        return numbered([(text, ("pick", text) if text in groups.values() else wire.Act(text)) for text in first])

    def meant(self, text: str) -> str:
        """An action, with what the game calls it if that is more than its notation."""
        label = texts.words(self.visit.game).get("label", {}).get(text, "")
        return f"{text}: {label}" if label and "{" not in label and label.lower() != text else text

    def seat_items(self) -> list[tuple[str, Any]]:
        """What one can do at a table that gathers."""
        table, items = self.visit.table, list[tuple[str, Any]]()
        assert table is not None
        host = any(member.id == self.visit.you and member.host for member in table.members)
        free = [number for number, seat in enumerate(table.seats) if seat.member is None and not seat.bot]
        if self.visit.you is not None and self.visit.seat is None:
            items += [(f"sit in seat {number}", wire.Sit(number)) for number in free]
        if self.visit.seat is not None:
            items.append(("stand up", wire.Stand()))
        if host and free:
            items.append((f"begin, computer players ({LEVEL}) in the free seats", ("fill",)))
        elif host:
            items.append(("begin", wire.Start()))
        return items

    # --- Doing ----------------------------------------------------------------------------------------------------

    def on_choice_list_chosen(self, event: ChoiceList.Chosen) -> None:
        """Do what was chosen."""
        match event.value:
            case ("pick", group):
                self.action_pick(group)
            case ("fill",):
                self.run_worker(self.fill())
            case ("replay",):
                self.dismiss("replay")
            case ("again",):
                self.again()
            case ("leave",):
                self.action_leave()
            case command:
                self.do(command)

    def do(self, command: wire.AnyCommand) -> None:
        """Have a command carried out."""
        self.picked, self.visit.refusal = "", None
        self.run_worker(self.ask(command), exclusive=False)

    async def ask(self, command: wire.AnyCommand) -> None:
        """Ask the table; what it says comes by itself."""
        await self.table.ask(command)

    async def fill(self) -> None:
        """Put computer players in the free seats and begin."""
        assert self.visit.table is not None
        for number, seat in enumerate(self.visit.table.seats):
            if seat.member is None and not seat.bot:
                await self.table.ask(wire.AddBot(number, LEVEL))
        await self.table.ask(wire.Start())

    def again(self) -> None:
        """Another match: at home a new table, at a server's a vote, or the way to the next table."""
        if getattr(self.table, "remote", False) and self.visit.table is not None:
            if self.visit.table.next:
                self.dismiss(f"table:{self.visit.table.next}")
            else:
                self.do(wire.Vote("rematch"))
            return
        self.dismiss("again")

    def on_click(self, event: Click) -> None:
        """Do what was clicked on, or pick it up."""
        meta = event.style.meta
        if "do" in meta:
            self.do(wire.Act(meta["do"]))
        elif "pick" in meta:
            self.action_pick(meta["pick"])

    def action_pick(self, what: str) -> None:
        """Pick up a piece, or put it down again."""
        self.picked = "" if self.picked == what else what
        self.changed()
        self.query_one(ChoiceList).focus()

    def action_let_go(self) -> None:
        """Put down what was picked up, close the line, forget a refusal."""
        self.picked, self.visit.refusal = "", None
        self.close_line()
        self.changed()

    def action_type(self) -> None:
        """Open the line to type in."""
        self.open_line("An action, as it is written, or its number", chatting=False)

    def action_chat(self) -> None:
        """Open the line to talk."""
        self.open_line("Say something to the table", chatting=True)

    def open_line(self, placeholder: str, chatting: bool) -> None:
        """Show the line."""
        line = self.query_one("#line", Input)
        self.chatting, line.placeholder, line.value, line.display = chatting, placeholder, "", True
        line.focus()

    def close_line(self) -> None:
        """Hide the line."""
        self.query_one("#line", Input).display = False
        self.query_one(ChoiceList).focus()

    def on_key(self, event: Any) -> None:
        """A digit begins to type the number of a choice."""
        line = self.query_one("#line", Input)
        if event.character and event.character.isdecimal() and not line.has_focus:
            self.action_type()
            line.insert_text_at_cursor(event.character)
            event.stop()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Do what was typed."""
        text = event.value.strip()
        self.close_line()
        if not text:
            return
        if self.chatting:
            self.do(wire.Chat(text[:500]))
            return
        for item in self.query_one(ChoiceList).items:
            if text == item.label:
                self.on_choice_list_chosen(ChoiceList.Chosen(item.value))
                return
        self.do(wire.Act(text[:400]))

    def action_take_back(self) -> None:
        """Take your last decision back: at a friendly table if all agree, else if nobody has acted since."""
        if self.visit.table is not None and self.visit.seat is not None:
            self.do(wire.Vote("take_back") if self.visit.table.settings.friendly else wire.TakeBack())

    def action_pause(self) -> None:
        """Stop the clocks, or go on."""
        if self.visit.table is not None:
            self.do(wire.Resume() if self.visit.table.phase == "paused" else wire.Pause())

    def action_log(self) -> None:
        """The log wide, or small again."""
        self.query_one("#middle").toggle_class("wide")

    def action_keys(self) -> None:
        """The keys."""
        self.app.push_screen(Page(KEYS))

    def action_rules(self) -> None:
        """The guide, and the rule that the last refusal cites."""
        if self.visit.table is not None:
            self.app.push_screen(RulesScreen(self.visit.game, self.visit.refusal.rule if self.visit.refusal else ""))

    def action_hint(self) -> None:
        """A hint."""
        if self.visit.table is not None and not self.thinking:
            self.run_worker(self.hint())

    async def hint(self) -> None:
        """Ask for a hint and show it."""
        self.thinking = True
        self.changed()
        try:
            choices = await self.table.hint()
        except ParlourError as error:
            self.notify(str(error), severity="warning", markup=False)
            return
        finally:
            self.thinking = False
            self.changed()
        shown = Hint(self.visit.game, choices, self.visit.names)
        self.app.push_screen(shown, lambda text: self.do(wire.Act(text)) if text else None)

    def action_save(self) -> None:
        """Save the match, at home."""
        keep = getattr(self.table, "save", None)
        if keep is None:
            self.notify("The server keeps this match.")
            return
        try:
            path = keep()
        except (OSError, ParlourError) as error:
            self.notify(f"It could not be saved: {error}", severity="error", markup=False)
            return
        self.notify(f"Saved to {path}" if path else "Nothing has been played yet.", markup=False)

    def action_leave(self) -> None:
        """Leave the table."""
        self.dismiss("")


def numbered(items: list[tuple[str, Any]]) -> list[Item]:
    """Items with the number to type for each."""
    return [Item(str(number), text, value) for number, (text, value) in enumerate(items, 1)]


def default_of(game: Any, name: str) -> Any:
    """What an option is when nobody says otherwise."""
    return next((option.default for option in game.options if option.name == name), None)
