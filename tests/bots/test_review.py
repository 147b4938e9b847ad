"""A review adds up, blames nobody for noise or for what he could not see, and finds what is plainly a mistake."""

import math
from dataclasses import replace

import pytest
from tests.short import short

import parlour
from parlour import bots
from parlour.bots.bot import Estimate
from parlour.bots.explain import FEWEST
from parlour.bots.judging import DULL, LEAST, Judge, expected, gains, worse
from parlour.bots.review import Account, Judgement, Review, review
from parlour.bots.rivals import ENOUGH
from parlour.bots.searching import SearchBot
from parlour.core.chance import rng_from
from parlour.core.engines import compiled
from parlour.core.match import Match
from parlour.errors import OptionError, SeatError

GAMES = parlour.games() if compiled() else ["kamra", "kardkelly", "honors4"]  # others take minutes in plain Python
ROUNDS = 200 if compiled() else 2
POSITION = "1/1M1/5/5/1m3/3/1 r"  # Camette: one step from the castle
MOVES = 25 if compiled() else 8


def played(name: str, moves: int = 10_000, seed: int = 3) -> Match:
    """A match at random, to its end or up to so many actions."""
    match = parlour.game(name).match(seed=seed, options=short(name))
    player = bots.make(match.game, "random", seed=1)
    while len(match.moves) < moves and not match.over:
        seat = match.actors[0]
        match.play(seat, player.choose(match, seat))
    return match


def choices_made(match: Match) -> int:
    """How often somebody had a choice."""
    again, found = match.rewound(), 0
    for seat, action in match.moves:
        found += seat < match.seats and len(again.legal_ids(seat)) > 1
        again.play(seat, action)
    return found


def assert_adds_up(found: Review) -> None:
    for split in found.splits:
        assert split.start + split.luck + split.others - split.own == pytest.approx(split.result, abs=1e-9)
        assert found.course[split.seat][-1].value == split.result
        own = [each for each in found.mistakes if each.seat == split.seat]
        assert split.own == pytest.approx(sum(each.mistake for each in own))
        assert split.mistakes == len(own)


@pytest.mark.parametrize("name", GAMES)
def test_result_is_start_and_luck_and_mistakes_in_every_game(name: str) -> None:
    match = played(name, MOVES)
    told: list[tuple[int, int]] = []
    found = review(match, rounds=ROUNDS, progress=lambda done, total: told.append((done, total)))
    assert_adds_up(found)
    assert told[-1] == (len(match.moves), len(match.moves))
    assert len(found.judgements) == choices_made(match)
    for each in found.judgements:
        assert each.before == pytest.approx(each.after + each.mistake)
        assert (each.mistake > 0) == bool(each.better) >= bool(each.better_reason)
        assert each.reason
        assert each.action


def test_the_result_of_a_whole_match_is_its_score_and_luck_cancels_out() -> None:
    match = played("honors4")
    found = review(match, rounds=ROUNDS)
    assert found.over
    assert [split.result for split in found.splits] == pytest.approx(gains(match.scores))
    assert sum(split.luck for split in found.splits) == pytest.approx(0.0, abs=1e-9)
    assert sum(split.own for split in found.splits) == pytest.approx(sum(split.others for split in found.splits))
    assert_adds_up(found)


def test_the_same_seed_gives_the_same_review_and_the_match_is_left_alone() -> None:
    match = played("honors4", 20)
    before = bytes(match)
    assert review(match, rounds=ROUNDS, seed=4) == review(match, rounds=ROUNDS, seed=4)
    assert bytes(match) == before


def test_one_seat_can_be_reviewed_alone() -> None:
    found = review(played("kamra", 12 if compiled() else 7), seat=2, rounds=ROUNDS)
    assert found.reviewed == (2,)
    assert {each.seat for each in found.judgements} == {2}
    assert_adds_up(found)
    with pytest.raises(SeatError, match="seats 0 to 3, not 4"):
        review(played("kamra", 4), seat=4)


def test_a_player_that_does_not_search_is_no_judge() -> None:
    with pytest.raises(OptionError, match="at least one round of search, not 0"):
        review(played("honors4", 4), rounds=0)
    with pytest.raises(OptionError, match="makes no estimates"):
        review(played("honors4", 4), level="rulebook")


def test_a_wild_bid_is_a_mistake_and_a_sound_one_is_not() -> None:
    match = parlour.game("kamra").match(seed=7, options={"hand_cap": "1"})
    first, second = match.actors[0], (match.actors[0] + 1) % 4
    match.play(first, "bid 15")
    match.play(second, bots.make(match.game, "rulebook", seed=1).choose(match, second))
    found = review(match, rounds=400 if compiled() else 16)
    assert [each.seat for each in found.mistakes] == [first]
    wild = found.mistakes[0]
    assert wild.mistake > 50
    assert wild.mistake > 3 * wild.error
    assert wild.better != "bid 15"
    assert wild.after < wild.before
    assert sum(split.others for split in found.splits) == pytest.approx(wild.mistake)  # to those who have not bid too
    assert_adds_up(found)
    assert found.splits[first].own == pytest.approx(wild.mistake)
    assert found.splits[second].others == pytest.approx(wild.mistake / 3)


def test_nobody_is_blamed_for_what_he_could_not_see() -> None:
    """Before and after all that the seat does not know is dealt afresh, its decision is judged alike."""
    match = played("kamra", 12 if compiled() else 7)
    seat = match.actors[0]
    judge = Judge.of(match.game, "strong", ROUNDS, 5)
    action = match.legal_ids(seat)[-1]
    real = judge.judge(match, seat, action)
    for number in range(3 if compiled() else 1):
        sample = match.sample(seat, rng_from(number))
        sample.moves = list(match.moves)
        assert judge.judge(sample, seat, action) == real


def test_what_others_give_away_is_theirs_and_the_rest_is_luck() -> None:
    accounts = [Account(seat, 0.0) for seat in range(3)]
    accounts[1].given = 4.0
    accounts[1].decide(Judgement(5, 0, 1, "act", 10.0, 7.0, 1.0, visits=9, reason="", saying="", given={}, mistake=3.0))
    accounts[1].come_to(2.0, 9)
    split = accounts[1].split()
    assert (split.luck, split.others, split.own, split.result) == (6.0 - 5.0, 4.0, 3.0, 2.0)
    assert [point.value for point in accounts[1].course] == [0.0, 10.0, 7.0, 2.0]


def test_a_mistake_tells_what_both_actions_do_and_how_sure_its_cost_is() -> None:
    said = Judgement(5, 0, 1, "act", 10.0, 7.0, 1.0, visits=9, reason="loses", saying="", given={}, mistake=3.0)
    assert said.why == "loses"
    assert replace(said, better="do", better_reason="wins").why == "loses; better: wins"
    assert replace(said, better="do", better_reason="loses").why == "both: loses"
    assert said.cost(1) == "3.0 ± 1.0"
    assert replace(said, error=0.0).cost(2) == "3.00"


def test_a_difference_within_the_noise_is_not_worse() -> None:
    legal = parlour.game("kamra").match(seed=1)
    actions = legal.legal(legal.actors[0])
    best, close = Estimate(actions[1], 10.0, 50, 1.0), Estimate(actions[2], 7.0, 50, 1.0)
    assert not worse(close, best, 3.0)
    assert worse(close, best, 2.0)
    assert not worse(best, best, 0.0)


@pytest.mark.parametrize("name", ["bacarac", "honors1"] if compiled() else ["bacarac"])
def test_actions_tried_in_the_same_worlds_are_measured_with_an_error(name: str) -> None:
    """One alone, compared with itself, would seem to have none, and all noise to be a mistake."""
    match = parlour.game(name).match(seed=3)
    seat, pair = match.actors[0], match.legal_ids(match.actors[0])[:2]
    weigher = Judge.of(match.game, "strong", ROUNDS, 5).weigher
    taken, other = weigher.weigh(match, seat, pair)
    assert [each.action.id for each in (taken, other)] == pair
    assert not compiled() or max(taken.error, other.error) > 0
    assert abs(taken.visits - other.visits) <= 1 + ROUNDS // ENOUGH
    assert min(taken.visits, other.visits) >= 0.9 * ROUNDS
    swapped = weigher.weigh(match, seat, pair[::-1])
    assert [each.action.id for each in swapped] == pair[::-1]


def test_a_judge_misjudges_and_forgets_nothing_and_measures_no_less_than_it_takes() -> None:
    for name, level in (("bacarac", "strong"), ("kardkelly", "novice"), ("honors4", "strong:tries=3")):
        judge = Judge.of(parlour.game(name), level, 1, 5)
        for player in (judge.thinker, judge.weigher):
            assert isinstance(player, SearchBot)
            setting = player.setting
            assert (setting.noise, player.forgetting, setting.prize) == (0, 0, 0)
        assert isinstance(judge.weigher, SearchBot)
        assert judge.weigher.setting.rounds >= (FEWEST if compiled() else 2)


def test_gains_are_ahead_of_the_mean_of_the_others_and_evaluations_become_gains() -> None:
    assert gains([30, 0, 0, 0]) == [30, -10, -10, -10]
    assert sum(gains([1, 5, 9])) == pytest.approx(0)
    assert expected(0) == 0
    assert expected((1 << 20) / 100) == 1
    assert expected(-(1 << 20) / 100) == -1
    assert 0.4 < expected(2) < 0.5
    assert math.isclose(expected(-0.35), -expected(0.35))


def test_a_game_without_secrets_is_reviewed_by_its_evaluation() -> None:
    """Whoever lets a win go, or lets the enemy win, has lost what that is worth of the game's one point."""
    match = parlour.game("cam").match(position=POSITION, options={"board": "camette"})
    found = review(match, rounds=200)
    assert not found.judgements
    seat = match.actors[0]
    wins = next(action for action in match.legal(seat) if wins_with(match, seat, action.id))
    slow = next(action for action in match.legal(seat) if not wins_with(match, seat, action.id))
    judge = Judge.of(match.game, "strong", 200, 1)
    assert judge.judge(match, seat, wins.id).cost == 0
    assert judge.judge(match, seat, wins.id).taken.value == pytest.approx(1)
    match.play(seat, slow)
    again = review(match, rounds=200)
    assert_adds_up(again)
    assert all(-1 <= each.after <= each.before <= 1 for each in again.judgements)
    assert not any(each.error for each in again.judgements)  # nothing was left to chance
    assert again.digits == 2


def wins_with(match: Match, seat: int, action: int) -> bool:
    after = match.clone()
    after.play(seat, action)
    return seat in after.winners


def test_evaluations_that_differ_little_are_no_mistakes() -> None:
    match = parlour.game("cam").match(options=short("cam"))
    judge = Judge.of(match.game, "strong", 50, 1)
    weighed = judge.weigher.weigh(match, 0, match.legal_ids(0)[:3])
    assert all(-1 <= each.value <= 1 for each in weighed)
    best, close = (Estimate(match.legal(0)[place], value, 1, DULL) for place, value in ((0, 0.0), (1, -LEAST)))
    assert not worse(close, best, 3.0)
