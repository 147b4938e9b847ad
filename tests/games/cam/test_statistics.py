"""What a series of matches is counted by."""

import numpy as np

from parlour import Match
from parlour.core.tables import Rows, Table, add
from parlour.games.cam.statistics import KINDS, tables, tally

from .board import board, play
from .test_endings import THERE_AND_BACK


def rows_of(*matches: Match) -> Rows:
    """The events that are counted, with the number of the match in front."""
    rows = [[number, *row] for number, match in enumerate(matches) for row in match.event_rows()]
    return np.array([row for row in rows if row[1] in KINDS], dtype=np.int64).reshape(-1, 6)


def tables_of(*matches: Match) -> list[Table]:
    return tables(tally(rows_of(*matches), 2), 2)


def test_every_ending_is_counted_for_whom_it_was() -> None:
    endings, lost = tables_of(
        play(board("MD12 kG10"), "D12-D13"),
        play(board("mD2 KG10", "y"), "D2-D1"),
        play(board("MC4 mC5"), "C4xC6"),
        play(board("KC12 KE12 MD12 MB11 MD11 MF10 kD13"), "F10-F11"),
        play(board("KA4 kG10", repetition=2), *THERE_AND_BACK),
        play(board("KA4 kG10", quiet_plies=2), *THERE_AND_BACK[:2]),
        play(board("KC4 MC5 kC7 mD9"), "C4-C6xC8xE10"),
        play(board("MD12 kG10"), "D12-D13"),
    )
    assert endings.rows == (
        ("castle", 3, 37.5, 2, 1),
        ("captured", 2, 25.0, 2, 0),
        ("no move", 1, 12.5, 1, 0),
        ("repetition", 1, 12.5, 0, 0),
        ("quiet", 1, 12.5, 0, 0),
    )
    assert lost.rows == (("Red", 0.0, 0.0), ("Yellow", 0.25, 0.125))


def test_no_games_no_figures() -> None:
    endings, lost = tables_of(board("MD12 kG10"))
    assert endings.column("share %") == [None] * 5
    assert lost.column("men") == [None, None]


def test_pieces_of_a_series_add_up() -> None:
    first, second = play(board("MD12 kG10"), "D12-D13"), play(board("MC4 mC5"), "C4xC6")
    both = tally(rows_of(first, second), 2)
    apart = add(tally(rows_of(first), 2), tally(rows_of(second), 2))
    assert all(np.array_equal(both[name], apart[name]) for name in both)
