"""What is measured, and what it must reach.

A move is one decision of a player: a bid, a card, a turn on the board. Chance is played and timed and never counted:
our `deal`, OpenSpiel's chance nodes. OpenSpiel's C++ rollouts can only be started from dealt hands, so ours start there
too; a second case shows whole matches of ours, deals and all.
"""

from collections.abc import Callable
from functools import partial

from benchmarks import ours, theirs, zoo
from benchmarks.measure import Bound, Duel, Rate
from parlour.games import game, names

OH_HELL = "oh_hell(players=4)"
HANDS = 1_000_000
KAMRA_HAND = 64  # four bids and sixty cards
MATCH_LOOP = "whole matches through Match from Python: actors, legal_ids, random.choice, play"


def kamra_playouts() -> Duel:
    """Kam-ra's rules against Oh Hell's, each in its own machine code, both from dealt hands."""
    return Duel(
        "Kam-ra playouts",
        "random playouts of a hand for four in compiled code, from dealt hands",
        f"{OH_HELL}: random rollouts in C++, from dealt hands of every size",
        ours.rollouts("kamra", deals=1000, each=40, hand_cap=1),
        theirs.rollouts(OH_HELL, each=10_000),
        bar=5,
    )


def kamra_matches() -> Duel:
    """The same with our deals in our time and none of OpenSpiel's in its, for information."""
    return Duel(
        "Kam-ra matches, Oh Hell's deals free",
        "whole matches for four at random, every deal included, in compiled code",
        f"{OH_HELL}: random rollouts in C++, from dealt hands of every size",
        ours.playouts("kamra", matches=1000),
        theirs.rollouts(OH_HELL, each=10_000),
        bar=0,
    )


def cam_playouts() -> Duel:
    """Cam's rules against those of draughts, each in its own machine code."""
    return Duel(
        "Cam playouts",
        "whole games at random in compiled code; a turn of several leaps is one move",
        "checkers: random rollouts in C++; every leap is a move",
        ours.playouts("cam", matches=2000, by_turns=True),
        theirs.rollouts("checkers", each=200),
        bar=5,
    )


def honors1_playouts() -> Duel:
    """Honors No. I beside the nearest relative that OpenSpiel has."""
    return hands("honors1", 4, "go_fish(players=4)", each=2_000, hand_cap=1)


def honors2_playouts() -> Duel:
    """Honors No. II beside gin rummy, which is for two, so both are played by two."""
    return hands("honors2", 2, "gin_rummy", each=100, hand_cap=1)


def bacarac_playouts() -> Duel:
    """Bacarac beside crazy eights; cards that a run forces out are no moves of ours."""
    return hands("bacarac", 4, "crazy_eights(players=4)", each=2_000, hands=1)


def hands(name: str, seats: int, spec: str, each: int, **options: object) -> Duel:
    """Random hands of a game of ours and of one of OpenSpiel's, each in its own machine code, from dealt hands."""
    title = game(name).title
    return Duel(
        f"{title} playouts",
        f"random playouts of a hand for {seats} in compiled code, from dealt hands",
        f"{spec}: random rollouts in C++, from dealt hands",
        ours.rollouts(name, deals=1000, each=10, seats=seats, **options),
        theirs.rollouts(spec, each=each),
        bar=5,
    )


def whole_matches(name: str) -> Rate:
    """Whole random matches of a game that has no relative in OpenSpiel."""
    player = game(name)
    what = f"whole matches for {player.usual} at random, every deal included, in compiled code"
    return Rate(f"{player.title} matches", what, ours.playouts(name, matches=500))


def poker(cards: int, bar: float) -> Rate:
    """How fast poker hands are ranked."""
    what = f"the best five of {cards} random cards ranked, in compiled code"
    return Rate(f"Poker, {cards} cards", what, ours.poker_rankings(200_000, cards), bar)


def cam_search() -> Rate:
    """How fast the search of whole turns is; a node is a position after a turn."""
    what = "nodes of alpha-beta from the start and positions of a game, evaluated and remembered"
    return Rate("Cam search", what, ours.searched("cam", nodes=400_000, positions=4), 1e6)


def ismcts() -> Duel:
    """Information-set search, a simulation being a world, a path down the tree and a random playout of the hand."""
    return Duel(
        "Information-set search",
        "Kam-ra for four from its first bid: simulations a second, playouts at random, in compiled code",
        "hearts: simulations a second of ISMCTSBot in C++ from its first pass, one random rollout each",
        ours.simulated("kamra", deals=8, rounds=5000),
        theirs.simulated("hearts", deals=8, rounds=1000),
        bar=10,
    )


def kamra_checked() -> Duel:
    """Kam-ra from Python."""
    return Duel(
        "Kam-ra move by move",
        MATCH_LOOP,
        f"{OH_HELL}: whole hands from Python: legal_actions, random.choice, apply_action",
        ours.checked("kamra", matches=25),
        theirs.loop(OH_HELL, matches=1000),
        bar=1,
    )


def cam_checked() -> Duel:
    """Cam from Python."""
    return Duel(
        "Cam move by move",
        f"{MATCH_LOOP}; every leg of a turn is a move, as it is for OpenSpiel",
        "checkers: whole games from Python: legal_actions, random.choice, apply_action",
        ours.checked("cam", matches=200),
        theirs.loop("checkers", matches=1000),
        bar=1,
    )


def kamra_checked_dealt() -> Duel:
    """The same comparison with OpenSpiel's dealing left out of its time, for information."""
    return Duel(
        "Kam-ra move by move, Oh Hell's deals free",
        MATCH_LOOP,
        f"{OH_HELL}: the same loop, timed from dealt hands",
        ours.checked("kamra", matches=25),
        theirs.loop_from_deals(OH_HELL, matches=1000),
        bar=0,
    )


def kamra_record() -> Bound:
    """The state of a match."""
    return Bound("Kam-ra record", "size of a match's state", "bytes", 256, lambda: ours.state_bytes("kamra"))


def kamra_memory() -> Bound:
    """Memory over many hands."""
    return Bound(
        "Kam-ra memory",
        f"memory gained over {HANDS:,} hands at random in compiled code",
        "MB",
        1,
        lambda: ours.growth("kamra", HANDS * KAMRA_HAND),
    )


def kamra_start() -> Bound:
    """How long somebody waits for his first prompt."""
    return Bound(
        "Start",
        "`parlour play kamra` as ./run installs it, from the command to its first prompt, compiled before",
        "s",
        1.5,
        lambda: ours.seconds_to_prompt("kamra"),
    )


def vector_steps(name: str, classic: str = "leduc_holdem_v4") -> Duel:
    """The vectorised environment of a game beside a card game of PettingZoo, by default the fastest when measured."""
    player = game(name)
    return Duel(
        f"{player.title} for learners",
        f"1,024 matches for {player.usual} stepped at once: observations, masks and rewards copied out, actions random",
        f"{classic}: one match after the other without wrappers, observations and masks, actions random",
        zoo.vector_steps(name, matches=1024, steps=100),
        zoo.classic_steps(classic, matches=150),
        bar=100,
        rival="PettingZoo",
    )


CASES: dict[str, Callable[[], Duel | Rate | Bound]] = {
    "kamra-playouts": kamra_playouts,
    "kamra-matches": kamra_matches,
    "cam-playouts": cam_playouts,
    "honors1-playouts": honors1_playouts,
    "honors2-playouts": honors2_playouts,
    "bacarac-playouts": bacarac_playouts,
    **{f"{name}-matches": partial(whole_matches, name) for name in ("kardkelly", "honors3", "honors4")},
    "cam-search": cam_search,
    "ismcts": ismcts,
    **{f"vector-{name}": partial(vector_steps, name) for name in names()},
    "vector-limit": partial(vector_steps, "kamra", "texas_holdem_v4"),
    "vector-no-limit": partial(vector_steps, "kamra", "texas_holdem_no_limit_v6"),
    "poker-5": partial(poker, 5, 20e6),
    "poker-11": partial(poker, 11, 0),
    "kamra-checked": kamra_checked,
    "kamra-checked-dealt": kamra_checked_dealt,
    "cam-checked": cam_checked,
    "kamra-record": kamra_record,
    "kamra-memory": kamra_memory,
    "kamra-start": kamra_start,
}
