"""What the tests of Cam share: setting pieces on a board, listing whole turns, and reading what came of them."""

import re
from typing import Any

import pytest

import parlour
from parlour import Match
from parlour.core.check.perft import turns
from parlour.errors import IllegalAction

CAM = parlour.game("cam")
RED, YELLOW = 0, 1
START = "1/3/5/2k1k2/1mmmmm1/7/7/7/1MMMMM1/2K1K2/5/3/1 r"
CAMETTE = "1/1k1/1mmm1/5/1MMM1/1K1/1 r"
WIDTHS = {"cam": (1, 3, 5, 7, 7, 7, 7, 7, 7, 7, 5, 3, 1), "camette": (1, 3, 5, 5, 5, 3, 1)}


def written(pieces: str, side: str = "r", board: str = "cam") -> str:
    """The position text of pieces such as "KC4 MC5 mC7"."""
    widths = WIDTHS[board]
    ranks = [["."] * width for width in widths]
    for piece in pieces.split():
        file, rank = "ABCDEFG".index(piece[1]), int(piece[2:])
        width = widths[len(widths) - rank]
        ranks[len(widths) - rank][file - (max(widths) - width) // 2] = piece[0]
    text = "/".join("".join(rank) for rank in ranks)
    return re.sub(r"\.+", lambda run: str(len(run[0])), text) + f" {side}"


def at(position: str, **options: Any) -> Match:
    """A match that goes on from a position text; the world waits to be asked."""
    return CAM.match(position=position, options=options, seed=1, hold_table=True)


def board(pieces: str, side: str = "r", **options: Any) -> Match:
    """A match in which these pieces stand and `side` is to move."""
    return at(written(pieces, side, options.get("board", "cam")), **options)


def play(match: Match, *texts: str) -> Match:
    """Play turns one after the other, each by whoever is to move."""
    for text in texts:
        match.play(match.actors[0], text)
    return match


def open_turns(match: Match, start: str = "") -> set[str]:
    """The turns that can be played, all of them or those that begin on a square."""
    return {turn for turn in turns(match) if re.match(rf"{start}\b", turn)}


def refused(match: Match, action: str | int) -> str:
    """The rule by which a turn is refused; nothing may have changed."""
    before = bytes(match)
    with pytest.raises(IllegalAction) as error:
        match.play(match.actors[0], action)
    assert bytes(match) == before
    return error.value.rule


def table(match: Match) -> dict[str, Any]:
    """The table as everybody sees it."""
    shown: dict[str, Any] = match.view(None)["table"]
    return shown


def pieces(match: Match) -> dict[str, str]:
    """What stands where."""
    standing: dict[str, str] = table(match)["pieces"]
    return standing


def told(match: Match) -> list[str]:
    """The kinds of what has happened."""
    return [event["kind"] for event in match.events(None)]
