"""Sitting down to a match, line by line: to play or to watch, from the beginning or where it was left."""

from dataclasses import replace
from pathlib import Path

from parlour.core import record as records
from parlour.core.match import Match
from parlour.core.record import MatchRecord
from parlour.games import game
from parlour.terminal.plain.play import TextPlay
from parlour.terminal.plain.screen import Screen, complain
from parlour.terminal.plain.seating import Seating
from parlour.terminal.plain.watching import Watch


def go_on(record: MatchRecord, seat: int | None, levels: list[str], save: Path, forgetting: float = 0.0) -> int:
    """Continue a saved match; the exit code."""
    match = records.replay(record, game(record.game))
    seating = Seating.of_record(record, match.seats, seat, levels)
    return sit_down(match, replace(seating, forgetting=forgetting), save)


def sit_down(match: Match, seating: Seating, save: Path | None) -> int:
    """Play or watch until the match is over or somebody leaves; the exit code."""
    you, screen = seating.you, Screen()
    table = Watch(match, seating, screen, save) if you is None else TextPlay(match, seating, you, screen, save)
    try:
        return table.run()
    finally:
        for line in seating.dismiss(table.bots):
            complain(line)
