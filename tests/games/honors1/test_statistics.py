"""The figures: against a slow count, and against those quoted with the rulings."""

import random
from collections import Counter
from statistics import mean, stdev

import pytest

from parlour.arena import Plan
from parlour.arena.series import Series
from parlour.core.engines import compiled
from parlour.core.statistics import Statistic, add
from parlour.games.honors1.statistics import tables, tally
from parlour.games.honors1.table import ASKED, CLOSED, LAID, SCORED

from .table import HONORS, dealt, told


def series(seats: int, policy: str, **options: object) -> Series:
    return Series(Plan.make(HONORS, seats=seats, options=options, policies=[policy], seed=seats, matches=9))


def named(found: list[Statistic], title: str) -> Statistic:
    return next(table for table in found if table.title == title)


@pytest.mark.parametrize("seats", [2, 5])
def test_figures_agree_with_a_slow_count_and_add_up(seats: int) -> None:
    many = 100 if compiled() else 2
    one = series(seats, "random", hand_cap=2, h1_stagnation=2)
    rows = one.play(0, many).rows
    whole = tally(rows, seats)
    parts = add(tally(one.play(0, 1).rows, seats), tally(one.play(1, many - 1).rows, seats))
    assert all((whole[name] == parts[name]).all() for name in whole)
    kinds = Counter(int(kind) for kind in rows[:, 1])
    turns = [int(row[4]) for row in rows if row[1] == CLOSED]
    hands = named(tables(whole, seats), "Hands").rows[0]
    assert hands[0] == kinds[CLOSED] == kinds[SCORED] // seats
    assert hands[1] == pytest.approx(sum(turns) / len(turns))
    assert hands[3] == pytest.approx(kinds[ASKED] / kinds[CLOSED])
    places = named(tables(whole, seats), "By place from the dealer's left")
    assert places.column("place")[-1] == "dealer"
    assert sum(float(n or 0) for n in places.column("books")) == pytest.approx(kinds[LAID] / kinds[CLOSED])
    points = sum(int(row[3]) for row in rows if row[1] == SCORED) / kinds[CLOSED]
    assert sum(float(n or 0) for n in places.column("points")) == pytest.approx(points)


# Turns a hand of players who remember what was handed over and refused and conclude nothing, by how many they are,
# as counted over many hundred hands by a program of its own; the last turn is not completed.
PLAIN_MEMORY = {2: 33.5, 4: 51.8, 8: 108.0}


def turns_of_plain_memory(seats: int, seed: int) -> int:
    """Play a hand: ask for what was seen to change hands, else at random for what was not refused. How many turns."""
    match = dealt(seats, seed, hand_cap=1)
    rng = random.Random(seed)
    known: dict[str, int] = {}
    refused: set[tuple[int, str]] = set()
    since = len(match.events(None))
    while not match.over:
        seat = match.actors[0]
        asks = [(action.id // 48, str(action)[6:], action) for action in match.legal(seat)]
        sure = [ask for ask in asks if known.get(ask[1]) == ask[0]]
        fresh = [ask for ask in asks if ask[1] not in known and ask[:2] not in refused]
        asked, card, action = rng.choice(sure or fresh or asks)
        match.play(seat, action)
        news = match.events(None, since)
        since += len(news)
        for event in news:
            if event["kind"] == "gave":
                known[card] = seat
                refused.discard((seat, card))
            elif event["kind"] == "refused":
                refused |= {(asked, card), (seat, card)}
            elif event["kind"] == "drew":
                refused = {note for note in refused if note[0] != event["seat"]}
    return int(told(match, "closed")[0]["turns"])


@pytest.mark.all
@pytest.mark.compiled("needs many hands")
@pytest.mark.rule("H1-G12")
@pytest.mark.parametrize("seats", PLAIN_MEMORY)
def test_plain_memory_takes_as_many_turns_as_quoted(seats: int) -> None:
    """Quoted: 35 to 130 turns for two to eight who remember."""
    turns = [turns_of_plain_memory(seats, seed) for seed in range(12)]
    error = stdev(turns) / len(turns) ** 0.5
    assert abs(mean(turns) - PLAIN_MEMORY[seats]) < 3.5 * error
    assert 30 < mean(turns) < 130


@pytest.mark.compiled("needs thousands of hands")
@pytest.mark.rule("H1-G12")
@pytest.mark.parametrize("seats", range(2, 9))
def test_players_who_conclude_finish_soon_and_random_ones_nearly_always(seats: int) -> None:
    """The rulebook player concludes much from every ask. Quoted: random askers complete 98 to 100 % of hands."""
    rulebook = named(tables(tally(series(seats, "rulebook", hand_cap=1).play(0, 500).rows, seats), seats), "Hands")
    _, turns, margin, _, _, completed, *_ = rulebook.rows[0]
    assert completed == 100
    assert isinstance(turns, float)
    assert isinstance(margin, float)
    assert turns - margin > 23
    assert turns + margin < 33
    hands = named(tables(tally(series(seats, "random", hand_cap=1).play(0, 500).rows, seats), seats), "Hands")
    highest = hands.rows[0][7]
    assert isinstance(highest, float)
    assert highest >= 98
