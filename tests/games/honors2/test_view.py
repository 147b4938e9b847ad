"""What a seat, or a spectator, may see."""

import json
import random
import re

import numpy as np
import pytest

from parlour import Match
from parlour.core.engines import compiled
from parlour.core.pack.books import PACK

from .table import HONORS2, hand, layout, play, table
from .test_fine import thrown


def cards_in(shown: object) -> set[str]:
    """Every card that is named anywhere in plain data."""
    return set(re.findall(r"[A-L]-[1-4]", json.dumps(shown)))


def open_cards(match: Match) -> set[str]:
    """What lies open, and what everybody saw somebody take."""
    s = match.state
    laid = [name for seat in range(match.seats) for name in PACK.names_in(s.laid[seat] | s.sure[seat])]
    row = [PACK.names[card] for card in s.row.tolist()[: s.lying]]
    left = [name for seat in range(match.seats) for name in PACK.names_in(s.hands[seat])] if not match.actors else []
    return {*laid, *row, *left}


@pytest.mark.rule("H2-07", "C-07", "H2-02", "H2-03")
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_no_view_names_a_card_that_the_watcher_may_not_see(seats: int) -> None:
    match = HONORS2.match(seats=seats, seed=seats, options={"hand_cap": 1})
    rng = random.Random(seats)
    while not match.over:
        seat = rng.choice(match.actors)
        match.play(seat, rng.choice(match.legal_ids(seat)))
        if rng.random() < (0.3 if compiled() else 0.1):
            for watcher in (*range(seats), None):
                shown = table(match, watcher)
                own = set(shown["hand"])
                assert own == (set() if watcher is None else set(PACK.names_in(match.state.hands[watcher])))
                assert cards_in(shown) <= own | open_cards(match)


@pytest.mark.rule("C-07")
def test_hand_sizes_and_stock_are_open_and_hands_are_not() -> None:
    match = thrown()
    shown = table(match)
    assert (shown["held"], shown["hand"], shown["left"]) == ([4, 2, 3, 1], [], None)
    assert shown["stock"] == 2


@pytest.mark.rule("C-18")
def test_observations_hold_what_may_be_remembered() -> None:
    match = layout(["K-1 K-2", "L-1"], row="C-2 E-4", rest="stock")
    play(match, "take 2")
    for watcher, place in ((0, 0), (1, 1), (None, 0)):
        features = match.observe(watcher)
        seen = {PACK.names[card] for card in np.flatnonzero(features[144 + 48 * place : 192 + 48 * place])}
        assert seen == {"C-2", "E-4"}
        own = {PACK.names[card] for card in np.flatnonzero(features[:48])}
        assert own == (set() if watcher is None else hand(match, watcher))
