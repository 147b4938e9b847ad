"""What Bacarac writes in its own way: what it means to pass, and the picking of five cards at once."""

from parlour.core.contract import Record
from parlour.games.bacarac.table import *


def parse_action(s: Record, seat: int, text: str) -> list[int]:
    """The action of a text, as a list; several picks may be written as one."""
    words = text.replace(",", " ").lower().split()
    if words == ["pass"]:  # BC-G05
        return [CHECK if s.pass_is_check and s.bet == 0 else FOLD]
    if words[:1] == ["pick"] and len(words) > 2:
        return sorted(ACTIONS.parse(f"pick {name}") for name in words[1:])
    return [ACTIONS.parse(text)]


def unfinished(s: Record, seat: int) -> bool:
    """Whether the seat has picked some of its five and not all (`poker_choose`)."""
    return bool(s.phase == CHOOSING and s.turn == seat and s.fives[seat])


def turn_text(texts: list[str]) -> str:
    """Several picks as one."""
    return "pick " + " ".join(text.removeprefix("pick ") for text in texts) if len(texts) > 1 else texts[0]
