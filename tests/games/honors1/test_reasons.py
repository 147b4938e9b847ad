"""What is said of an ask is true: the odds are those of the hands that agree with all that was said and done."""

import parlour
from parlour import Match, bots
from parlour.core.chance import rng_from
from parlour.core.engines import compiled
from parlour.core.pack.books import CARDS

WORLDS = 300 if compiled() else 10
NEAR = 0.17 if compiled() else 1.0  # more than two such counts ever differ by chance
CERTAIN = {"seen": 1.0, "only_there": 1.0, "seen_elsewhere": 0.0, "not_there": 0.0}


def hand_under_way(moves: int) -> Match:
    """After so many asks most of what is hidden follows from what was said."""
    match = parlour.game("honors1").match(seed=1)
    player = bots.make(match.game, "rulebook", seed=1)
    while len(match.moves) < moves:
        seat = match.actors[0]
        match.play(seat, player.choose(match, seat))
    return match


def test_the_odds_of_an_ask_are_those_of_the_hands_that_agree_with_all_that_was_said() -> None:
    for moves in range(24, 60, 4) if compiled() else [6]:
        match = hand_under_way(moves)
        seat, reasons = match.actors[0], match.game.reasons
        assert reasons is not None
        worlds = [match.sample(seat, rng_from(number)).state for number in range(WORLDS)]
        for action in match.legal_ids(seat):
            asked, card = divmod(action, CARDS)
            share = sum((int(world.hands[asked]) >> card) & 1 for world in worlds) / WORLDS
            reason = reasons.why(match.state, seat, action)
            told = CERTAIN.get(reason.key, reason.arguments.get("percent", 0) / 100)
            assert abs(told - share) < NEAR, (moves, action, reason)
