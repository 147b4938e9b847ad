"""Samples of what a seat cannot see: uniform over all worlds that agree with what it has seen, and over no others.

A world is a deal of the unseen cards and a choice of every card given unseen for a fine. Here all of them are played
through the rules, action for action, and those stay in which the seat would have seen just what it saw.
"""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import pytest

from parlour import Match
from parlour.core.chance import rng_from
from parlour.core.engines import compiled
from parlour.core.pack.books import PACK
from parlour.errors import IllegalAction
from parlour.games.honors2.table import TAKE
from tests.core.test_chance import chi_squared_limit

from .table import HONORS2, hand, layout, play, stock_of, table, told_by, written

A_WORLD = 30 if compiled() else 3  # samples for each state that could be
MOST_STATES = 600 if compiled() else 150
World = tuple[tuple[int, ...], tuple[int, ...]]


@dataclass
class Story:
    """A position, what was done from there, and the match that came of it."""

    start: Match
    actions: list[tuple[int, str]]
    match: Match


def tell(start: Match, actions: int, seed: int) -> Story:
    """Play at random from a position, seats inclined to throw what can be claimed, and to claim it."""
    choose = random.Random(seed)
    match = start.clone()
    done: list[tuple[int, str]] = []
    while len(done) < actions and match.actors != (15,):
        seat = choose.choice(match.actors)
        options = [str(action) for action in match.legal(seat)]
        bold = [text for text in options if text == "claim" or text in dangerous(match, options)]
        text = choose.choice(bold if bold and choose.random() < 0.7 else options)
        if text.startswith(("lay", "fourth")) and choose.random() < 0.5:
            text = choose.choice(options)
        trial = match.clone()
        trial.play(seat, text)
        if trial.over or trial.actors == (15,):
            break
        match = trial
        done.append((seat, text))
    return Story(start, done, match)


def dangerous(match: Match, options: list[str]) -> list[str]:
    """Discards that could be claimed."""
    laid = Counter(card[0] for seat in table(match)["laid"] for book in seat for card in book)
    return [text for text in options if text.startswith("discard") and laid[text.split()[1][0]] == 3]


def state_of(match: Match) -> World:
    s = match.state
    return tuple(int(cards) for cards in s.hands[: match.seats]), tuple(s.stock.tolist()[: s.left])


def worlds(story: Story, viewer: int | None) -> Counter[World]:
    """Every state that the viewer must think possible, with the number of ways to get there."""
    found: Counter[World] = Counter()
    seen = watched(story, viewer)
    for start in deals(story.start, viewer):
        for end in live(start, story.actions, seen, viewer):
            found[state_of(end)] += 1
    return found


def deals(start: Match, viewer: int | None) -> Iterator[Match]:
    """Every way to deal what the viewer cannot see in the position."""
    told = told_by(start)
    hands = [hand.split(",") for hand in told["hands"].split("/")]
    known = [set(cards.split(",")) for cards in told.get("known", "/" * (start.seats - 1)).split("/")]
    stock = stock_of(start) if "stock" in told else []
    hidden = [
        [] if seat == viewer else [card for card in cards if card not in known[seat]]
        for seat, cards in enumerate(hands)
    ]
    unseen = [card for cards in hidden for card in cards] + stock
    for order in permutations(unseen):
        new, rest = [], list(order)
        for seat, cards in enumerate(hands):
            drawn, rest = rest[: len(hidden[seat])], rest[len(hidden[seat]) :]
            if drawn != sorted(drawn):
                break
            new.append(",".join(sorted([card for card in cards if card not in hidden[seat]] + drawn)))
        else:
            world = written(told | {"hands": "/".join(new), "stock": ",".join(reversed(rest)) or "-"})
            yield HONORS2.match(position=world, seed=1, options=start.options, hold_table=True)


def watched(story: Story, viewer: int | None) -> list[list[dict[str, Any]]]:
    """What the viewer saw of each action."""
    match, seen = story.start.clone(), []
    for seat, text in story.actions:
        since = len(match.event_rows())
        match.play(seat, text)
        seen.append(match.events(viewer, since))
    return seen


def live(match: Match, actions: list[tuple[int, str]], seen: list[Any], viewer: int | None) -> Iterator[Match]:
    """Every way to live through the actions so that the viewer sees the same."""
    if not actions:
        yield match
        return
    (seat, text), offender = actions[0], table(match)["turn"]
    choices = [text]
    if text.startswith("give") and viewer not in (seat, offender):
        choices = [str(action) for action in match.legal(seat)]
    for choice in choices:
        after = match.clone()
        since = len(after.event_rows())
        try:
            after.play(seat, choice)
        except IllegalAction:
            continue
        events = after.events(viewer, since)
        if events == seen[0]:
            shuffled = any(event["kind"] == "recycled" for event in events)
            for world in every_stack(after) if shuffled else [after]:
                yield from live(world, actions[1:], seen[1:], viewer)


def every_stack(match: Match) -> Iterator[Match]:
    """The match with its stock in every order."""
    told = told_by(match)
    for order in permutations(told["stock"].split(",")):
        text = written(told | {"stock": ",".join(order)})
        yield HONORS2.match(position=text, seed=1, options=match.options, hold_table=True)


def check_samples(match: Match, viewer: int | None, possible: Counter[World], seed: int) -> None:
    """As many samples as it takes to see every world, and to see that they are alike."""
    rng = rng_from(seed)
    times = A_WORLD * len(possible)
    drawn = Counter(state_of(match.sample(viewer, rng)) for _ in range(times))
    assert set(drawn) <= set(possible)
    ways = sum(possible.values())
    expected = {world: times * n / ways for world, n in possible.items()}
    if len(possible) > 1 and min(expected.values()) > 2:
        chi_squared = sum((drawn[world] - much) ** 2 / much for world, much in expected.items())
        assert chi_squared < chi_squared_limit(len(possible))


# Nearly everything is laid; three of D and of E, so that D-4 and E-4 can be claimed, and K, L and J are in play.
LAID = ("A-1,2,3,4 B-1,2,3,4 C-1,2,3,4", "D-1,2,3 F-1,2,3,4 G-1,2,3,4", "E-1,2,3 H-1,2,3,4 I-1,2,3,4")


def small(seed: int, **options: Any) -> Match:
    """Three seats with a few cards each, some of them known, two or three in the row, one or two in the stock."""
    cards = [f"{book}-{number}" for book in "JKL" for number in range(1, 5)]
    random.Random(seed).shuffle(cards)
    hands = [["D-4", *cards[:3]], ["E-4", *cards[3:5]], cards[5:8]]
    seen = [" ".join(some[1:3]) for some in hands]
    left = 1 if options.get("stock_out") == "recycle" else 2
    return layout(
        [" ".join(some) for some in hands],
        LAID,
        row=" ".join(cards[8:-left]),
        stock=" ".join(cards[-left:]),
        known=seen,
        h2_stagnation=5,
        **options,
    )


CASES: list[dict[str, Any]] = [
    {},
    {"forced_lay": True},
    {"stock_out": "recycle"},
    {"stock_out": "recycle", "forced_lay": True},
    {"must_use_deep": True},
    {"fine": "off", "stock_out": "recycle"},
]


@pytest.mark.rule("C-18", "H2-G16", "H2-G17", "H2-G01", "C-07")
@pytest.mark.parametrize("options", CASES)
@pytest.mark.parametrize("seed", range(6) if compiled() else range(2))
@pytest.mark.uncounted
def test_samples_are_uniform_over_the_worlds_that_could_be(options: dict[str, Any], seed: int) -> None:
    story = tell(small(seed, **options), 6 + 2 * seed, seed)
    for viewer in (seed % 3, None) if compiled() and seed < 3 else (seed % 3,):
        possible = worlds(story, viewer)
        assert state_of(story.match) in possible
        if len(possible) <= MOST_STATES:
            check_samples(story.match, viewer, possible, seed)


@pytest.mark.rule("C-18", "H2-G16")
def test_a_sample_of_a_sample_knows_the_same() -> None:
    story = tell(small(1), 10, 1)
    assert any(text.startswith("give") for _, text in story.actions)
    possible = worlds(story, 0)
    rng = rng_from(3)
    twice = {state_of(story.match.sample(0, rng).sample(0, rng)) for _ in range(200 if compiled() else 20)}
    assert twice <= set(possible)


@pytest.mark.rule("H2-G16", "C-18")
def test_whoever_gave_a_card_knows_where_it_is() -> None:
    match = small(0)
    play(match, "take 1", "discard D-4", "2: claim")
    gift = str(match.legal(2)[0])
    play(match, gift)
    for seed in range(50 if compiled() else 10):
        assert gift.split()[1] in hand(match.sample(2, rng_from(seed)), 0)
    elsewhere = {gift.split()[1] in hand(match.sample(1, rng_from(seed)), 0) for seed in range(100)}
    assert elsewhere == {True, False}  # seat 1 cannot know


@pytest.mark.rule("H2-G17", "C-18")
def test_who_took_deep_can_lay_the_card_in_every_sample() -> None:
    match = layout(["K-1 K-2 L-1", "J-1 J-2 L-2"], row="K-3 A-1", rest="stock", must_use_deep=True)
    play(match, "take 2")
    for seed in range(30 if compiled() else 5):
        assert {"K-1", "K-2", "K-4"} & hand(match.sample(1, rng_from(seed)), 0)
        assert str(match.sample(1, rng_from(seed)).legal(0)[0]).startswith("lay K-")


@pytest.mark.rule("C-18")
def test_a_hand_too_long_to_follow_is_sampled_from_what_is_sure() -> None:
    """A full diary begins again, and samples still agree with the table."""
    match = HONORS2.match(seats=6, seed=5, options={"h2_stagnation": 20, "hand_cap": 1, "forced_lay": True})
    noted, choose = 0, random.Random(1)
    while match.state.noted >= noted:
        noted = int(match.state.noted)
        actions = match.legal_ids(match.actors[0])
        match.play(match.actors[0], choose.choice(actions if actions[0] != TAKE + 1 else actions[:1]))
    assert noted > 250
    assert not match.over
    for seat in range(6):
        assert match.sample(seat, rng_from(seat)).view(seat) == match.view(seat)


@pytest.mark.rule("H2-G16", "C-18")
@pytest.mark.parametrize("gift", ["J-1", "K-1"])
def test_a_card_shown_after_a_gift_makes_it_likelier_that_another_was_given(gift: str) -> None:
    """Seat 1 gave K-1, which all knew she had, or one of two others; then she shows another that nobody knew.

    Had she given one of the two, she would have had one card to show, not two: so the odds are even, not one in three.
    """
    start = layout(
        ["D-4 L-1", "K-1 J-1 J-2", "L-2"], LAID, row="K-2 K-3", stock="L-3", known=["", "K-1", ""], rest="row"
    )
    actions = ["0: stock", "0: discard D-4", "1: claim", f"1: give {gift}", "1: take 1", "1: discard J-2"]
    story = Story(start, [(int(action[0]), action[3:]) for action in actions], start.clone())
    play(story.match, *actions)
    possible = worlds(story, None)
    if compiled():
        check_samples(story.match, None, possible, 1)
    times, rng, card = (3_000 if compiled() else 150), rng_from(2), PACK.names.index("K-1")
    given = sum(state_of(story.match.sample(None, rng))[0][0] >> card & 1 for _ in range(times))
    even = sum(n for (hands, _), n in possible.items() if hands[0] >> card & 1) / sum(possible.values())
    assert even == 0.5
    assert abs(given / times - even) < 4 * (0.25 / times) ** 0.5
