"""The book's own analysis: a four-handed hand of fifteen reels, move by move (T-KR-01)."""

import pytest

from parlour import Match

from .table import KAMRA, bid, fall, layout, points, table, taker_of, texts, told

K, A, M, R = range(4)
NAMES = "KAMR"
HANDS = (
    "$P43TADS2CD61QS53*D4",
    "$7TH5CA42QAH642*P521",
    "$AS65TP764CP7Q7*ASH3",
    "$DH21T31CSH53QPD1*76",
)
BIDS = (2, 3, 5, 2)
# Who leads, the cards as they fell, and who takes the reel, as printed.
REELS = (
    (M, "$5 $1 $P $7", K),
    (K, "T2 T5 TP T1", M),
    (M, "$A $2 $3 *1", M),
    (M, "CP C3 C1 C2", M),
    (M, "Q7 QP Q3 Q2", R),
    (R, "C5 C6 CA C7", A),
    (A, "*P *3 *6 *4", A),
    (A, "QA $6 Q1 Q5", M),
    (M, "*A *7 *D *2", M),
    (M, "*S $H QS *5", R),
    (R, "$D $4 C4 $S", R),
    (R, "QD TS Q4 T4", R),
    (R, "CH CD Q6 T6", K),
    (K, "TA TH T7 T3", K),
    (K, "TD QH *H CS", K),
)
CAPTURED = {K: "CH TH QH *H CS", A: "", M: "", R: "$H *S QS $S TS"}
POINTS = [80, -30, 50, 110]


@pytest.fixture
def match() -> Match:
    """The printed deal, R dealing, with the printed bids made."""
    match = layout(HANDS, dealer=R)
    bid(match, *BIDS)
    return match


@pytest.mark.rule("T-KR-01", "KR-38", "KR-39", "KR-40", "KR-G06", "KR-G22")
def test_every_reel_falls_as_printed(match: Match) -> None:
    assert table(match)["highest"] == M
    for number, (leader, cards, taker) in enumerate(REELS, start=1):
        for place, card in enumerate(cards.split()):
            turn = (leader + place) % 4
            assert match.actors == (turn,), f"reel {number}: {NAMES[turn]} plays {card}"
            assert f"play {card}" in texts(match, turn)
            match.play(turn, f"play {card}")
        assert told(match, "took")[-1] == {"kind": "took", "seat": taker, "rule": "KR-40", "reel": number}
        assert (leader + taker_of(cards.split())) % 4 == taker
    assert match.actors == (15,)  # the world is to deal again


@pytest.mark.rule("T-KR-01", "KR-22", "KR-23", "KR-24", "KR-29", "KR-42", "KR-G16")
def test_scores_are_those_printed(match: Match) -> None:
    for _, cards, _ in REELS:
        fall(match, cards)
    assert table(match)["taken"] == [4, 2, 5, 4]
    assert points(match) == POINTS
    assert match.scores == (80, -30, 50, 110)
    assert not match.over


@pytest.mark.rule("T-KR-01", "KR-27", "KR-28", "KR-43", "KR-44")
def test_captures_are_those_printed(match: Match) -> None:
    for _, cards, _ in REELS:
        fall(match, cards)
    taken_in = {
        seat: [card for _, cards, taker in REELS if taker == seat for card in cards.split()] for seat in CAPTURED
    }
    for seat, cards in CAPTURED.items():
        assert sorted(card for card in taken_in[seat] if card[1] in "SH") == sorted(cards.split())
        counts = {"stars": sum(card[1] == "S" for card in cards.split()), "heroes": cards.count("H")}
        assert table(match)["captured"][seat] == counts
    assert {"seat": R, "card": "$H"}.items() <= told(match, "played")[37].items()  # R's own Hero counts for R


@pytest.mark.rule("T-KR-01", "KR-41", "KR-G08")
def test_k_out_of_stars_keeps_his_dollar(match: Match) -> None:
    for _, cards, _ in REELS[:9]:
        fall(match, cards)
    fall(match, "*S $H")
    assert not any(card.startswith("*") for card in table(match, K)["hand"])
    assert {"play $4", "play QS", "play TA"} <= set(texts(match, K))
    match.play(K, "play QS")
    assert "$4" in table(match, K)["hand"]


@pytest.mark.rule("T-KR-01")
def test_the_text_after_any_card_goes_on_the_same(match: Match) -> None:
    cards = [card for _, reel, _ in REELS for card in reel.split()]
    for played, card in enumerate(cards):
        again = KAMRA.match(position=match.position, seed=1, hold_table=True)
        assert bytes(again) == bytes(match)
        fall(again, " ".join(cards[played : played + 1]))
        fall(match, card)
        assert again.position == match.position
