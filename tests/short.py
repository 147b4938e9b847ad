"""Short matches for tests that are not about a game: options that end it soon, and players that think little."""

from parlour.core.engines import compiled
from parlour.games import game

LENGTHS = ("hand_cap", "hands", "games")  # the options that say how many hands are played
SHORTER: dict[str, dict[str, str]] = {  # what else makes a match at random short
    "cam": {"board": "camette", "quiet_plies": "12"},
    "honors3": {"h3_ticks": "12"},
}
QUICK = "rulebook" if compiled() else "random"  # uncompiled, some rulebooks think for seconds


def short(name: str) -> dict[str, str]:
    """Options of a short match."""
    options = {option.name for option in game(name).options}
    return {length: "1" for length in LENGTHS if length in options} | SHORTER.get(name, {})


def flags(name: str) -> list[str]:
    """The same for the command line."""
    return [part for option, value in short(name).items() for part in ("-o", f"{option}={value}")]
