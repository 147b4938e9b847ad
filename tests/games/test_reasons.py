"""Every game says in a line what an action is good for, and says it from what the seat knows."""

import pytest

import parlour
from parlour import bots
from parlour.core import texts
from parlour.core.chance import below, rng_from
from parlour.core.match import Match
from parlour.core.values import Seat
from tests.short import short

pytestmark = pytest.mark.compiled("reasons are plain Python anyway, and some count deals")

GAMES = parlour.games()
VARIANTS = {  # options under which there is more to choose
    "kamra": {"manners": "strict"},
    "cam": {"board": "cam", "quiet_plies": "30"},
    "kardkelly": {"challenge_keep": "on", "reclaim": "on", "revive_cost": "per_disk", "hands": "6"},
    "honors1": {"must_hold": "off"},
    "honors2": {"forced_lay": "off", "stock_out": "decline", "hand_cap": "4"},
    "honors3": {"pace": "live", "h3_directed": "one"},
    "honors4": {"h4_ascending": "on"},
    "bacarac": {"manners": "strict", "buy_dead": "on", "poker_choose": "on"},
}
LOOKED_AT = 60  # positions of a match
MOST_LISTED = 40  # actions from either end of the list


def positions(name: str, options: dict[str, str], level: str) -> list[Match]:
    """Positions of a match, some of those that come up."""
    match = parlour.game(name).match(seed=11, options=options)
    player = bots.make(match.game, level, seed=2)
    found: list[Match] = []
    rng = rng_from(5)
    while not match.over and len(found) < LOOKED_AT:
        seat = match.actors[below(rng, len(match.actors))]
        if below(rng, 3) == 0 and len(match.legal_ids(seat)) > 1:
            found.append(match.clone())
        match.play(seat, player.choose(match, seat))
    return found


def some(ids: list[int]) -> list[int]:
    """All of the actions, or the first and the last of them."""
    return list(dict.fromkeys(ids[:MOST_LISTED] + ids[-MOST_LISTED:]))


def all_reasons(match: Match) -> dict[tuple[int, int], texts.Reason]:
    reasons = match.game.reasons
    assert reasons is not None
    state = match.state
    return {
        (seat, number): reasons.why(state, seat, number)
        for seat in match.actors
        for number in some(match.legal_ids(seat))
    }


@pytest.mark.parametrize("level", ["random", "rulebook"])
@pytest.mark.parametrize("name", GAMES)
def test_every_action_has_a_reason_that_can_be_said_and_tells_no_secret(name: str, level: str) -> None:
    keys = set()
    for options in (short(name), short(name) | VARIANTS[name]):
        for match in positions(name, options, level):
            told = all_reasons(match)
            for seat in match.actors:
                again = all_reasons(match.sample(seat, rng_from(len(match.moves))))
                assert {key: again[key] for key in again if key[0] == seat} == {
                    key: told[key] for key in told if key[0] == seat
                }
            for reason in told.values():
                line = texts.say_reason(match.game, reason)
                assert line
                assert not set("{}") & set(line)
                assert not line.endswith(".")
                keys.add(reason.key)
    assert len(keys) >= 4


@pytest.mark.parametrize("name", GAMES)
def test_players_are_called_by_their_names(name: str) -> None:
    match = parlour.game(name).match(seed=3, options=short(name))
    names = [f"Player {seat}" for seat in range(match.seats)]
    for seat, number in all_reasons(match):
        assert match.game.reasons is not None
        reason = match.game.reasons.why(match.state, seat, number)
        mentioned = [value for value in reason.arguments.values() if isinstance(value, Seat)]
        line = texts.say_reason(match.game, reason, names)
        assert game_name_missing(match, line, mentioned), line


def game_name_missing(match: Match, line: str, mentioned: list[Seat]) -> bool:
    """Whether no seat that a reason speaks of is called by its number."""
    return all(match.game.seat_name(seat) not in line for seat in mentioned)


RARE = [("honors2", "fourth"), ("honors2", "claim"), ("honors2", "give"), ("bacarac", "swap"), ("cam", "done")]


@pytest.mark.parametrize(("name", "verb"), RARE)
def test_what_comes_up_seldom_has_reasons_too(name: str, verb: str) -> None:
    """Matches at random, laying what can be laid, until somebody may do it."""
    for seed in range(40):
        match = parlour.game(name).match(seed=seed, options=short(name) | VARIANTS[name])
        rng = rng_from(seed)
        while not match.over and len(match.moves) < 400:
            seat = match.actors[below(rng, len(match.actors))]
            legal = match.legal(seat)
            if any(str(action).startswith(verb) for action in legal):
                lines = [texts.say_reason(match.game, reason) for reason in all_reasons(match).values()]
                assert all(lines)
                return
            lays = [action for action in legal if str(action).startswith("lay")]
            match.play(seat, lays[0] if lays else legal[below(rng, len(legal))])
    pytest.fail(f"nobody came to {verb}")
