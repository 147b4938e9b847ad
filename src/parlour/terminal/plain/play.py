"""A match played line by line: the table in words, a prompt, and the small courtesies (help, hint, undo, save)."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from parlour.core import saves
from parlour.core.contract import TABLE
from parlour.core.interrupts import interrupts_noted
from parlour.core.texts import lower_you, say_action
from parlour.errors import ParlourError, RecordError
from parlour.games.rulebooks import find_rule, rule_text
from parlour.terminal.plain.choices import Choices
from parlour.terminal.plain.hints import show_choices
from parlour.terminal.plain.screen import BOLD, DIM, FAILED, INTERRUPTED, Screen, printable
from parlour.terminal.plain.seating import Seating
from parlour.terminal.plain.sitting import Sitting

if TYPE_CHECKING:
    from parlour.core.actions import Action
    from parlour.core.match import Match

HELP = """\
Type an action as it is written ({example}), or its number in the list.
  legal   list everything you can do       hint         your best choices, and why
  table   show the table again             score        the score as it stands
  log     what has happened                rules [ID]   one rule, or how to read them all
  undo    take back your last decision     save [FILE]  write the match to a file
  help    this list                        quit         stop here; the match is saved"""
INLINE = 24  # so many choices are listed without being asked for


class Quit(Exception):
    """Somebody wants to stop."""


class TextPlay(Sitting):
    """You at a table with computer players."""

    def __init__(self, match: "Match", seating: Seating, you: int, screen: Screen, file: Path | None = None) -> None:
        super().__init__(match, seating, you, screen, file)
        self.you = you
        self.choices = Choices((), ())
        self.commands: dict[str, Callable[[str], object]] = {
            "help": self.help, "?": self.help, "legal": self.legal, "hint": self.hint, "table": self.table,
            "score": self.score, "log": self.log, "rules": self.rules, "undo": self.undo, "save": self.save,
            "quit": self.quit, "exit": self.quit, "q": self.quit,
        }  # fmt: skip

    def run(self) -> int:
        """Play to the end, or until somebody stops; the exit code."""
        try:
            self.play_out()
            self.finish()
        except Quit:
            return self.leave()
        except EOFError:
            self.screen.say()
            return self.leave()
        except KeyboardInterrupt:
            self.screen.say()
            return self.leave() or INTERRUPTED
        return 0

    def play_out(self) -> None:
        """Everybody acts in turn until the match is over."""
        self.screen.say(self.match.game.title, BOLD)
        self.screen.say(self.seating.introduce(self.match))
        self.narrator.explain()
        self.screen.say("Type help for help, quit to stop; nothing is lost.\n", DIM)
        if self.match.moves and decisions(self.match, self.you):
            self.narrator.skip()
        while not self.match.over:
            seat = next_seat(self.match)
            bot = self.bots[seat]
            if bot is None:
                self.decide()
            else:
                self.act(seat, bot.choose(self.match, seat))

    def decide(self) -> None:
        """Ask until an action is taken, or one is taken back."""
        self.narrator.news()
        self.show()
        before = len(self.match.moves)
        while len(self.match.moves) == before:
            self.screen.words = [*self.choices.texts, *self.commands]
            line = self.screen.ask()
            word, _, rest = line.partition(" ")
            try:
                if word.lower() in self.commands:
                    self.commands[word.lower()](rest.strip())
                elif line:
                    self.act(self.you, self.choices.text_of(line))
                else:
                    self.screen.say("Type an action or its number, or help.")
            except ParlourError as error:
                self.screen.say(lower_you(printable(str(error))))

    def act(self, seat: int, action: "Action | str") -> None:
        """Carry out an action; Ctrl-C waits until it is done, so that what is saved is whole."""
        with interrupts_noted() as interrupted:
            self.match.play(seat, action)
        if interrupted.is_set():
            raise KeyboardInterrupt

    def show(self) -> None:
        """The table, and what you may do if it fits a line or two."""
        self.narrator.table()
        self.choices = Choices.of(self.match, self.you)
        if len(self.choices.texts) <= INLINE:
            self.screen.say(self.choices.line())
        else:
            self.screen.say(f"You have {len(self.choices.texts)} choices; legal lists them.")

    def finish(self) -> None:
        """The last page."""
        self.narrator.news()
        self.screen.say()
        self.screen.say(self.narrator.result(), BOLD)
        self.narrator.score()
        if self.file is not None or self.screen.agree("Save the record of this match?", usual=False):
            self.save()

    def leave(self) -> int:
        """Save what was played, and say how to go on; the exit code."""
        if self.match.over or not decisions(self.match, self.you):
            self.screen.say("Goodbye.")
            return 0
        with interrupts_noted():  # an impatient second Ctrl-C must not cost the match
            saved = self.save()
        if not saved:
            return FAILED
        self.screen.say(f"Continue with: parlour play --resume {self.file}")
        return 0

    # --- Commands ---------------------------------------------------------------------------------------------

    def help(self, rest: str) -> None:
        """What can be typed."""
        self.narrator.explain()
        self.screen.say(HELP.format(example=self.choices.texts[-1]))

    def legal(self, rest: str) -> None:
        """Everything that you may do."""
        for line in self.choices.lines():
            self.screen.say(line)

    def table(self, rest: str) -> None:
        """The table again."""
        self.show()

    def score(self, rest: str) -> None:
        """The score as it stands."""
        self.narrator.score()

    def log(self, rest: str) -> None:
        """What has happened."""
        self.narrator.log()

    def hint(self, rest: str) -> None:
        """What the best player and the rulebook would do, seeing what you see."""
        if len(self.choices.texts) > 1:
            show_choices(self.match, self.you, self.seating.names, self.choices)
        advised = advised_turn(self.match, self.you)
        self.screen.say(f"The rulebook would choose: {advised}")
        if (told := say_action(self.match.game, advised, self.seating.names)).lower() != advised.lower():
            self.screen.say(f"That is: {told}")

    def rules(self, rest: str) -> None:
        """One rule, or where they all are."""
        game = self.match.game
        if rest:
            self.screen.say(rule_text(find_rule(game, rest)))
        else:
            self.screen.say(f"Type rules and an id, as refusals give them. All of them: parlour rules {game.name}")

    def undo(self, rest: str) -> None:
        """Back to your own last decision."""
        points = decisions(self.match, self.you)
        if not points:
            self.screen.say("You have not decided anything yet, so there is nothing to take back.")
            return
        while len(self.match.moves) > points[-1]:
            self.match.undo()
        self.narrator.skip()
        self.screen.say("Taken back. It is your turn again.")

    def save(self, rest: str = "") -> bool:
        """Write the match to a file; whether that went well."""
        path = Path(rest).expanduser() if rest else self.file or saves.new_file(self.match.game.name)
        try:
            saves.save(self.match.record(self.seating.records()), path)
        except (OSError, RecordError) as error:
            self.screen.say(f"It could not be saved: {error}")
            return False
        self.file = path
        self.screen.say(f"Saved to {path}")
        return True

    def quit(self, rest: str) -> None:
        """Stop here."""
        raise Quit


def next_seat(match: "Match") -> int:
    """Who is asked next: the seat in the middle of a turn, else the nearest clockwise from who acted last (C-15)."""
    last = next((seat for seat, _ in reversed(match.moves) if seat != TABLE), match.seats - 1)
    if last in match.actors and match.unfinished(last):
        return last
    return min(match.actors, key=lambda seat: (seat - last - 1) % match.seats)


def decisions(match: "Match", seat: int) -> list[int]:
    """Where in the list of actions the decisions of a seat begin; a turn of several actions is one."""
    again = match.rewound()
    found = []
    for i, (actor, number) in enumerate(match.moves):
        if actor == seat and not again.unfinished(seat):
            found.append(i)
        again.play(actor, number)
    return found


def advised_turn(match: "Match", seat: int) -> str:
    """What the rulebook's player would do in this seat's place: an action, or a whole turn."""
    from parlour.bots import make

    bot = make(match.game, "rulebook", seed=0)
    world = match.sample(seat)
    taken: list[str] = []
    while not taken or world.unfinished(seat):
        action = bot.choose(world, seat)
        taken.append(str(action))
        world.play(seat, action)
    return match.game.notation.turn_text(taken) if len(taken) > 1 else taken[0]
