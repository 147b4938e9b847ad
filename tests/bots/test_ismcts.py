"""Information-set search, on small positions: what a tree counts, how it widens, what it finds."""

import math
from dataclasses import replace

import numpy as np
import pytest
from tests.games.kamra.table import BLOCKS, KAMRA, bid, layout
from tests.short import short

import parlour
from parlour import Match
from parlour.bots.ismcts import NONE, Top, Tree, ranked
from parlour.bots.levels import Level
from parlour.core.chance import rng_from
from parlour.core.engines import compiled
from parlour.core.game import Game

ROUNDS = 400 if compiled() else 12
PLAIN = Level(rounds=ROUNDS, seconds=math.inf, mixing=0, prize=0.0)


def grown(
    match: Match, level: Level = PLAIN, rounds: int = ROUNDS, room: int = 0, hidden: tuple[int, ...] = ()
) -> Tree:
    """A tree for whoever is to act, grown by so many rounds."""
    tree, seat = Tree(match.game, room or rounds), match.actors[0]
    tree.begin(seat, match.seats, level)
    tree.grow(match.states, unseen(match.game, *hidden), rounds, rng_from(1))
    return tree


def unseen(game: Game, *actions: int) -> np.ndarray:
    marks = np.zeros(len(game.table.ACTIONS), dtype=np.uint8)
    marks[list(actions)] = 1
    return marks


def late(cards: int = 3, seed: int = 1) -> Match:
    """A hand of four, everybody with a few cards left and the leader to play."""
    match, rng = KAMRA.match(4, seed=seed, options={"hand_cap": 1}), rng_from(seed)
    while int(match.state.played) < 60 - 4 * cards:
        match.play(match.actors[0], match.advise(match.actors[0], rng))
    return match


def children(tree: Tree, node: int) -> list[int]:
    found, child = [], int(tree.nodes[node]["first"])
    while child != NONE:
        found.append(child)
        child = int(tree.nodes[child]["next"])
    return found


# --- What is counted --------------------------------------------------------------------------------------------


def test_every_round_goes_through_the_root_and_one_of_its_actions() -> None:
    tree = grown(late())
    assert int(tree.nodes[0]["visits"]) == ROUNDS == sum(top.visits for top in tree.tops())
    assert int(tree.setting["used"][0]) <= ROUNDS + 1


def test_no_child_is_visited_more_often_than_it_was_available() -> None:
    tree = grown(late())
    for node in range(int(tree.setting["used"][0])):
        below = [tree.nodes[child] for child in children(tree, node)]
        assert all(1 <= step["visits"] <= step["available"] for step in below)
        assert sum(int(step["visits"]) for step in below) <= int(tree.nodes[node]["visits"])


def test_what_is_open_in_every_world_is_always_available_and_what_is_not_is_not() -> None:
    """At the root a child counts from when it was added; the next seat's cards differ from world to world."""
    tree = grown(late(5), replace(PLAIN, widening=1e9), rounds=800 if compiled() else 40)
    rounds = int(tree.nodes[0]["visits"])
    assert all(int(tree.nodes[child]["available"]) > rounds - 10 for child in children(tree, 0))
    replies = [tree.nodes[step] for child in children(tree, 0) for step in children(tree, child)]
    assert any(int(step["available"]) < int(tree.nodes[0]["visits"]) // 2 for step in replies)


def test_gains_of_all_seats_come_to_nothing() -> None:
    """A gain is a score less the mean of the others', so the mover's is minus the rest's."""
    tree = grown(late(), rounds=1)
    assert sum(tree.gains[:4]) == pytest.approx(0)
    top = tree.tops()[0]
    assert top.gained == tree.gains[int(tree.setting["seat"][0])]
    assert top.squared == pytest.approx(top.gained**2)


def test_winning_the_match_is_worth_the_prize() -> None:
    """The last hand decides the match here, so that the winner's gain goes up and the others' down."""
    with_prize, without = (grown(late(), replace(PLAIN, prize=prize), rounds=1).gains[:4] for prize in (4.0, 0.0))
    more = with_prize - without
    assert sum(more) == pytest.approx(0)
    assert max(more) == more[int(np.argmax(without))] > 0


# --- What is tried ----------------------------------------------------------------------------------------------


def test_the_book_is_tried_first() -> None:
    for seed in range(3):
        match = late(4, seed)
        assert [top.action for top in grown(match, rounds=1).tops()] == [match.advise(match.actors[0]).id]


@pytest.mark.parametrize("widening", [0.15, 1.0])
def test_a_node_widens_with_the_root_of_its_visits(widening: float) -> None:
    """At the root, where the same actions are open in every world."""
    match = late(8)
    for rounds in (1, ROUNDS // 4, ROUNDS):
        tried = len(grown(match, replace(PLAIN, widening=widening), rounds=rounds).tops())
        room = math.floor(widening * math.sqrt(rounds - 1)) + 1
        assert tried == min(room, len(match.legal_ids(match.actors[0])))


def test_what_is_left_aside_is_never_tried_at_the_root_but_further_down() -> None:
    match = late(4)
    legal = match.legal_ids(match.actors[0])
    tree = grown(match, replace(PLAIN, widening=1e9), hidden=tuple(legal[1:]))
    assert [top.action for top in tree.tops()] == legal[:1]
    deeper = {int(step["action"]) for step in tree.nodes[2 : int(tree.setting["used"][0])]}
    assert not compiled() or deeper & set(legal[1:])


def test_who_leaves_everything_aside_still_has_the_idle_move() -> None:
    match = late(4)
    legal = match.legal_ids(match.actors[0])
    assert [top.action for top in grown(match, hidden=tuple(legal)).tops()] == legal[:1]


def test_a_full_tree_grows_no_more_and_learns_on() -> None:
    match = late(5)
    tree = grown(match, rounds=ROUNDS, room=4)
    assert int(tree.setting["used"][0]) == len(tree.nodes) == 5
    assert sum(top.visits for top in tree.tops()) == int(tree.nodes[0]["visits"]) == ROUNDS
    assert np.isfinite([top.mean for top in tree.tops()]).all()


# --- What is found ----------------------------------------------------------------------------------------------


def test_it_bids_what_it_can_take() -> None:
    """Seat 3 holds the highest Dollars and all Squares: nothing would be silly, and so would be everything."""
    match = layout(BLOCKS, dealer=3, hand_cap=1)
    bid(match, 0, 0, 0)
    tree = grown(match, replace(PLAIN, widening=1e9, mixing=50), rounds=2000 if compiled() else 40)
    means = {top.action: top.mean for top in tree.tops()}
    assert max(means, key=lambda action: means[action]) > 0
    assert means[15] == min(means.values())  # and nobody takes everything


def test_with_open_hands_nothing_is_dealt_afresh() -> None:
    """Every world is the real one: what was available to the others are only cards that they hold."""
    match = late(4)
    tree, seat = Tree(KAMRA, ROUNDS), match.actors[0]
    held = {16 + card for card in range(60) for hand in match.state.hands[:4] if int(hand) >> card & 1}
    for open_hands in (True, False):
        tree.begin(seat, 4, replace(PLAIN, widening=1e9), open_hands=open_hands)
        tree.grow(match.states, unseen(KAMRA), ROUNDS, rng_from(1))
        for node in range(1, int(tree.setting["used"][0])):
            mover, action = int(tree.nodes[node]["mover"]), int(tree.nodes[node]["action"])
            assert action in held
            if open_hands:
                assert int(match.state.hands[mover]) >> action - 16 & 1


@pytest.mark.parametrize("name", [name for name in parlour.games() if parlour.game(name).evaluation is None])
def test_playouts_end_in_every_game_however_long_they_are(name: str) -> None:
    match = parlour.game(name).match(seed=2, options={} if compiled() else short(name))
    tree = grown(match, replace(PLAIN, mixing=0), rounds=100 if compiled() else 2)
    assert np.isfinite(tree.gains[: match.seats]).all()
    assert {top.action for top in tree.tops()} <= set(match.legal_ids(match.actors[0]))


# --- Several trees ----------------------------------------------------------------------------------------------


def test_the_same_seed_grows_the_same_tree_whatever_grew_there_before() -> None:
    match = late(4)
    tree = grown(match)
    first = tree.tops()
    again = Tree(KAMRA, ROUNDS)
    for other in (late(5, 2), match):
        again.begin(other.actors[0], 4, PLAIN)
        again.grow(other.states, unseen(KAMRA), ROUNDS, rng_from(1))
    assert again.tops() == first
    parts = Tree(KAMRA, ROUNDS)
    parts.begin(match.actors[0], 4, PLAIN)
    rng = rng_from(1)
    for rounds in (ROUNDS // 2, ROUNDS - ROUNDS // 2):
        parts.grow(match.states, unseen(KAMRA), rounds, rng)
    assert parts.tops() == first


def test_actions_of_several_trees_are_added_up() -> None:
    match = late(4)
    one, other = grown(match), grown(match, replace(PLAIN, mixing=100))
    both = {top.action: top for top in ranked([one, other])}
    for action, top in both.items():
        parts = [part for tree in (one, other) for part in tree.tops() if part.action == action]
        assert top.visits == sum(part.visits for part in parts)
        assert top.gained == pytest.approx(sum(part.gained for part in parts))
        assert top.squared == pytest.approx(sum(part.squared for part in parts))
    visits = [top.visits for top in ranked([one, other])]
    assert visits == sorted(visits, reverse=True)
    assert sum(visits) == 2 * ROUNDS


def test_mean_and_error_of_what_was_gained() -> None:
    gains = [3.0, 5.0, 10.0, -2.0]
    top = Top(7, len(gains), sum(gains), sum(gain**2 for gain in gains))
    assert top.mean == np.mean(gains)
    assert top.error == pytest.approx(np.std(gains) / 2)
    assert Top(7, 0, 0.0, 0.0).mean == 0
