"""The menu: what to play, with whom and how, chosen from lists."""

from typing import TYPE_CHECKING

from parlour.core import saves
from parlour.core.game import Game
from parlour.errors import OptionError, ParlourError
from parlour.games import all_games, game
from parlour.games.rulebooks import book_text
from parlour.terminal.house import Setup
from parlour.terminal.plain.client import go_on, sit_down
from parlour.terminal.plain.screen import DIM, Screen, at_a_terminal, printable, show_book
from parlour.terminal.plain.seating import Seating
from parlour.terminal.saying import seats_text, value_text

if TYPE_CHECKING:
    from parlour.core.options import Option

WAYS = ("Play", "Watch computer players", "Read the rules", "Continue a saved match", "Quit")


def open_menu() -> None:
    """Show the menu until somebody quits."""
    screen = Screen()
    if not at_a_terminal():
        screen.say("Type the number of your choice, or Enter for the one in brackets.", DIM)
    ways = {0: play, 1: watch, 2: read, 3: resume}
    try:
        while (way := screen.choose("\nParlour: vintage games as their rulebooks printed them", WAYS)) in ways:
            try:
                ways[way](screen)
            except ParlourError as error:
                screen.say(printable(str(error)))
    except EOFError:
        screen.say()


def play(screen: Screen) -> None:
    """Play a match."""
    begin(setup(screen, playing=True), screen)


def watch(screen: Screen) -> None:
    """Watch a match."""
    begin(setup(screen, playing=False), screen)


def begin(wanted: Setup, screen: Screen) -> None:
    """Set up the match and go."""
    match = game(wanted.game).match(wanted.seats, seed=wanted.seed, options=wanted.options)
    screen.say()
    sit_down(match, Seating.make(match.seats, wanted.you, wanted.levels), None)


def setup(screen: Screen, playing: bool) -> Setup:
    """Ask for everything, with the usual thing an Enter away."""
    one = choose_game(screen)
    seats = choose_seats(screen, one)
    you = choose_your_seat(screen, one, seats) if playing else None
    wanted = Setup(one.name, seats, you, tuple(choose_levels(screen, one, seats, you)))
    if screen.agree("Change any option, or the seed?", usual=False):
        wanted.options = choose_options(screen, one)
        wanted.seed = screen.ask("Seed for the deals (Enter for none: the deals are secret) > ") or None
    return wanted


def choose_game(screen: Screen) -> Game:
    """Which game."""
    games = list(all_games().values())
    width = max(len(one.title) for one in games)
    items = [f"{one.title:{width}}  {one.year}, {seats_text(one)} players. {one.summary}" for one in games]
    return games[screen.choose("Which game?", items)]


def choose_seats(screen: Screen, one: Game) -> int:
    """How many play."""
    if one.fewest == one.most:
        return one.usual
    numbers = range(one.fewest, one.most + 1)
    return numbers[screen.choose("How many players?", [str(n) for n in numbers], one.usual - one.fewest)]


def choose_your_seat(screen: Screen, one: Game, seats: int) -> int:
    """Where you sit; only where seats have names of their own does it matter enough to ask."""
    if not one.seat_names:
        return 0
    return screen.choose("Which side is yours?", [one.seat_name(seat) for seat in range(seats)])


def choose_levels(screen: Screen, one: Game, seats: int, you: int | None) -> list[str]:
    """Who the computer players are."""
    from parlour.bots import names

    levels = sorted(names(), key=lambda level: level != "rulebook")
    others = [seat for seat in range(seats) if seat != you]
    kinds = [f"all {level}" for level in levels] if len(others) > 1 else levels
    mixed = ["choose for each seat"] if len(others) > 1 else []
    picked = screen.choose("Computer players?", [*kinds, *mixed])
    if picked < len(levels):
        return [levels[picked]]
    return [levels[screen.choose(f"{one.seat_name(seat)}?", levels)] for seat in others]


def choose_options(screen: Screen, one: Game) -> dict[str, str]:
    """Change options, each with its help, until somebody is content."""
    settings: dict[str, str] = {}
    while True:
        items = [f"{o.name} = {settings.get(o.name, value_text(o.default))}" for o in one.options]
        picked = screen.choose("Change which option?", ["no more", *items])
        if picked == 0:
            try:
                one.check_options(one.complete_options(settings))
            except OptionError as error:
                screen.say(str(error))
                continue
            return settings
        option = one.options[picked - 1]
        settings[option.name] = ask_value(screen, option)


def ask_value(screen: Screen, option: "Option") -> str:
    """A value for an option."""
    screen.say(f"{option.help} ({option.rule})")
    usual = value_text(option.default)
    return (
        screen.get(f"{option.name}: {option.values} [{usual}] > ", lambda text: option.encode(text or usual)) or usual
    )


def read(screen: Screen) -> None:
    """Read the rules of a game."""
    show_book(book_text(choose_game(screen)))


def resume(screen: Screen) -> None:
    """Continue a saved match."""
    found = saves.latest()
    if not found:
        screen.say(f"There are no unfinished matches in {saves.folder()}.")
        return
    items = [f"{game(record.game).title}, {len(record.actions)} actions: {path.name}" for path, record in found]
    path, record = found[screen.choose("Which match?", items)]
    go_on(record, None, ["rulebook"], path)
