"""The reels: following suit, buying, taking, leading."""

import random
from itertools import pairwise

import pytest

from parlour.core.contract import TABLE
from parlour.core.engines import compiled
from parlour.errors import IllegalAction

from .table import (
    BLOCKS,
    EVEN_BIDS,
    EVEN_FILM,
    KAMRA,
    RANKS,
    bid,
    fall,
    hands_of,
    layout,
    shoot,
    table,
    taker_of,
    texts,
    told,
)

# Seat 0 has all of the Star suit but the 5, which is seat 1's only one.
ONE_STAR = ("*PADSH764321TPADS", "$7TH7654321CPADSH*5", "$PADSH64C7654321QS", "$5321QPADH7654321")
# The Star suit lies between seats 0 and 1, its ranks by turns, so that neighbours in rank are in different hands.
BY_TURNS = ("*PDH642TPADSH7654", "*AS7531CPADSH7654", "T321QPADSH7654321", "C321$PADSH7654321")


# --- Following and buying -------------------------------------------------------------------------------------


@pytest.mark.rule("T-KR-12", "KR-08")
def test_whoever_can_follow_must() -> None:
    match = layout(ONE_STAR)
    bid(match, 1, 0, 0, 0)
    fall(match, "*S")
    assert texts(match, 1) == ["play *5"]
    before = bytes(match)
    with pytest.raises(IllegalAction, match="the 5 of Stars") as refused:
        match.play(1, "play $7")
    assert refused.value.rule == "KR-08"
    assert bytes(match) == before


@pytest.mark.rule("T-KR-12", "KR-41", "KR-G08")
def test_whoever_cannot_follow_plays_what_he_likes() -> None:
    match = layout(ONE_STAR)
    bid(match, 1, 0, 0, 0)
    fall(match, "*S *5")
    assert set(texts(match, 2)) == {f"play {card}" for card in table(match, 2)["hand"]}
    assert {"play $4", "play QS"} <= set(texts(match, 2))


@pytest.mark.rule("KR-08", "KR-G08")
def test_nobody_has_to_beat_or_overbuy() -> None:
    match = layout(BLOCKS)
    bid(match, 1, 0, 0, 0)
    fall(match, "*1 $6 $7")
    assert {"play Q1", "play $P"} <= set(texts(match, 3))
    fall(match, "Q1")
    assert told(match, "took")[-1]["seat"] == 2


@pytest.mark.rule("KR-08", "KR-07")
def test_the_leader_leads_what_he_likes_dollars_too() -> None:
    match = layout(BLOCKS)
    bid(match, 1, 0, 0, 0)
    assert set(texts(match, 0)) == {f"play {card}" for card in table(match, 0)["hand"]}
    fall(match, "$3 $4")
    assert texts(match, 2) == ["play $7", "play $H", "play $S"]  # a Dollar led is followed like any suit


@pytest.mark.rule("C-17")
def test_the_idle_card_is_the_lowest_then_by_suit() -> None:
    match = layout(hands_of(EVEN_FILM))
    bid(match, *EVEN_BIDS)
    hand = table(match, 1)["hand"]
    by_rank = sorted(hand, key=lambda card: (-RANKS.index(card[1]), "TCQ*$".index(card[0])))
    assert texts(match, 1) == [f"play {card}" for card in by_rank]


# --- Taking ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("KR-09", "KR-10")
@pytest.mark.parametrize(("higher", "lower"), list(pairwise(RANKS)))
def test_the_ranks_run_from_the_producer_down_to_the_1(higher: str, lower: str) -> None:
    owner = 0 if higher in "PDH642" else 1
    match = layout(BY_TURNS)
    bid(match, 1, 0, 0, 0)
    for card in (higher, lower) if owner == 0 else (lower, higher):
        fall(match, f"*{card}")
    fall(match, "T1 C1")
    assert told(match, "took")[-1]["seat"] == owner


@pytest.mark.rule("KR-07")
@pytest.mark.parametrize("seat", range(4))
def test_no_plain_suit_outranks_another(seat: int) -> None:
    match = layout(BLOCKS, dealer=(seat - 1) % 4)
    bid(match, *(int(other == seat) for other in range(4)))
    suits = "*TCQ"
    others = " ".join(suits[(seat + place) % 4] + "P" for place in (1, 2, 3))
    fall(match, f"{suits[seat]}1 {others}")  # three Producers thrown on a 1
    assert told(match, "took")[-1]["seat"] == seat


@pytest.mark.rule("KR-07", "KR-08")
def test_the_least_dollar_buys_from_a_producer() -> None:
    match = layout(BLOCKS, dealer=2)
    bid(match, 0, 0, 0, 1)
    fall(match, "QP $1 TP CP")
    assert told(match, "took")[-1]["seat"] == 0


@pytest.mark.rule("KR-G09")
@pytest.mark.parametrize(("cards", "taker"), [("*P $6 $S Q1", 2), ("*P $6 $7 $D", 3), ("*P $6 C1 Q1", 1)])
def test_the_highest_of_several_dollars_takes(cards: str, taker: int) -> None:
    match = layout(BLOCKS)
    bid(match, 1, 0, 0, 0)
    fall(match, cards)
    assert told(match, "took")[-1]["seat"] == taker


@pytest.mark.rule("KR-04", "KR-39", "KR-40", "C-01")
@pytest.mark.parametrize("seats", [4, 5, 6])
def test_reels_close_at_a_card_each_and_the_taker_leads(seats: int) -> None:
    for seed in range(20 if compiled() else 5):
        match = KAMRA.match(seats=seats, seed=seed, hold_table=True)
        match.play(TABLE, "find dealer")
        match.play(TABLE, "deal")
        bid(match, *(seed % 10 for _ in range(seats)) if seed % 10 else (1,) * seats)
        rng = random.Random(seed)
        for reel in range(1, 60 // seats + 1):
            leader, cards = table(match)["turn"], []
            for place in range(seats):
                turn = (leader + place) % seats
                assert match.actors == (turn,)
                assert len(table(match)["reel"]) == place
                card = rng.choice(texts(match, turn))
                match.play(turn, card)
                cards.append(card.removeprefix("play "))
            taker = (leader + taker_of(cards)) % seats
            assert (told(match, "took")[-1]["seat"], told(match, "took")[-1]["reel"]) == (taker, reel)
            assert match.actors == ((taker,) if reel < 60 // seats else (TABLE,))


@pytest.mark.rule("KR-32", "C-06")
@pytest.mark.parametrize("manners", ["auto", "strict"])
def test_a_card_played_stays_played(manners: str) -> None:
    match = layout(hands_of(EVEN_FILM), manners=manners)
    bid(match, *EVEN_BIDS)
    shoot(match, EVEN_FILM, upto=1)
    lead = EVEN_FILM[1][0]
    match.play(0, f"play {lead}")
    before = bytes(match)
    for card in (lead, table(match, 0)["hand"][0]):
        with pytest.raises(IllegalAction):
            match.play(0, f"play {card}")
    with pytest.raises(IllegalAction) as refused:
        match.play(1, f"play {EVEN_FILM[0][1]}")  # played in the reel before
    assert refused.value.rule == "KR-13"
    assert bytes(match) == before
