"""The pack, the search for a dealer, and the deal."""

from collections import Counter

import pytest

import parlour
from parlour import Match
from parlour.core.chance import shuffle_all
from parlour.core.contract import TABLE
from parlour.core.engines import compiled
from parlour.core.events import SEAT, A, new_log
from parlour.errors import IllegalAction, NotYourTurn, SeatError
from parlour.games.kamra import rules
from parlour.games.kamra.table import ACTIONS, PACK, SUIT_NAMES, SUIT_SIGNS

from .table import CARDS, EVEN_BIDS, EVEN_FILM, KAMRA, bid, hands_of, layout, screened, shoot, table, texts, told

MANY = 400 if compiled() else 60


def fresh(seats: int = 4, seed: int = 0, **options: object) -> Match:
    """A match before anything has happened."""
    return KAMRA.match(seats=seats, seed=seed, options=options, hold_table=True)


def dealt(seats: int = 4, seed: int = 0, **options: object) -> Match:
    """A match with the first hand dealt."""
    match = fresh(seats, seed, **options)
    match.play(TABLE, "find dealer")
    match.play(TABLE, "deal")
    return match


# --- The pack -------------------------------------------------------------------------------------------------


@pytest.mark.rule("KR-01")
def test_four_five_or_six_play() -> None:
    for seats in (4, 5, 6):
        assert dealt(seats).seats == seats
    for seats in (0, 1, 3, 7):
        with pytest.raises(SeatError, match="4 to 6"):
            KAMRA.match(seats=seats)


@pytest.mark.rule("KR-05")
def test_the_pack_is_five_suits_of_twelve() -> None:
    match = dealt()
    pack = [card for seat in range(4) for card in table(match, seat)["hand"]]
    assert sorted(pack) == sorted(CARDS)
    assert len(set(pack)) == 60
    assert set(Counter(card[0] for card in pack).values()) == {12}


@pytest.mark.rule("KR-06")
def test_suits_have_signs_that_need_no_colour_and_the_page_gives_their_colours() -> None:
    signs = dict(zip(SUIT_NAMES, SUIT_SIGNS, strict=True))
    assert len(set(signs.values())) == 5
    page = KAMRA.text("RULES.md")
    colours = {"Dollar": "black", "Triangle": "red", "Circle": "green", "Star": "orange", "Square": "blue"}
    for suit, colour in colours.items():
        assert f"| `{signs[suit]}` | {suit} | {colour} |" in page


@pytest.mark.rule("KR-15")
def test_a_hand_is_shown_sorted_by_suit_and_rank() -> None:
    hand = table(dealt(seed=3), 1)["hand"]
    assert hand == sorted(hand, key=CARDS.index)


# --- Finding the dealer ---------------------------------------------------------------------------------------


@pytest.mark.rule("KR-11", "KR-12", "KR-G05", "C-01")
def test_cards_are_turned_up_clockwise_until_somebody_gets_a_dollar() -> None:
    for seed in range(MANY):
        match = fresh(seats=4 + seed % 3, seed=seed)
        match.play(TABLE, "find dealer")
        turned = told(match, "turned")
        seats = [event["seat"] for event in turned]
        assert seats == [(seats[0] + i) % match.seats for i in range(len(seats))]
        assert [event["card"][0] == "$" for event in turned] == [False] * (len(turned) - 1) + [True]
        assert len({event["card"] for event in turned}) == len(turned)
        assert table(match)["dealer"] == told(match, "dealer")[0]["seat"] == seats[-1]


@pytest.mark.rule("T-KR-13", "KR-12", "KR-16")
def test_the_third_card_a_dollar_makes_seat_3_dealer() -> None:
    s = fresh().state
    s.pack[:3] = [PACK.parse(card) for card in ("C4", "*H", "$2")]
    log = new_log(64)
    assert rules.turn_for_dealer(s, 0, log) == 3
    turned = [(int(row[SEAT]), PACK.names[row[A]]) for row in log[1 : log[0, 0] + 1]]
    assert turned == [(1, "C4"), (2, "*H"), (3, "$2")]
    match = KAMRA.match(position="seats=4 phase=deal dealer=3", seed=1)
    assert match.actors == (0,)


@pytest.mark.rule("KR-G05", "KR-11")
def test_any_seat_may_shuffle_and_any_may_deal() -> None:
    started, deals = Counter[int](), Counter[int]()
    for seed in range(4 * MANY):
        match = fresh(seed=seed)
        match.play(TABLE, "find dealer")
        started[told(match, "turned")[0]["seat"]] += 1
        deals[table(match)["dealer"]] += 1
    for counted in (started, deals):
        assert all(0.7 * MANY < counted[seat] < 1.3 * MANY for seat in range(4))


@pytest.mark.rule("KR-11")
def test_everybody_sees_the_cards_turned_up() -> None:
    match = fresh(seed=5)
    match.play(TABLE, "find dealer")
    assert told(match, "turned") == told(match, "turned", 0) == told(match, "turned", 3)


@pytest.mark.rule("KR-G05", "C-04")
def test_the_first_dealer_may_be_drawn_instead() -> None:
    dealers = Counter[int]()
    for seed in range(MANY):
        match = fresh(seed=seed, first_dealer="random")
        match.play(TABLE, "find dealer")
        assert not told(match, "turned")
        dealers[table(match)["dealer"]] += 1
    assert all(dealers[seat] > MANY / 8 for seat in range(4))


# --- Dealing --------------------------------------------------------------------------------------------------


@pytest.mark.rule("KR-13")
@pytest.mark.parametrize(("seats", "cards"), [(4, 15), (5, 12), (6, 10)])
def test_everybody_gets_the_same_number_and_nothing_is_left(seats: int, cards: int) -> None:
    match = dealt(seats)
    hands = [table(match, seat)["hand"] for seat in range(seats)]
    assert [len(hand) for hand in hands] == [cards] * seats
    assert len({card for hand in hands for card in hand}) == 60


@pytest.mark.rule("KR-12", "C-02", "C-01")
@pytest.mark.parametrize("seats", [4, 5, 6])
def test_the_pack_goes_round_from_the_dealers_left_a_card_at_a_time(seats: int) -> None:
    match = fresh(seats, seed=9)
    match.play(TABLE, "find dealer")
    s, dealer = match.state, table(match)["dealer"]
    shuffle_all(s, s.pack)  # as the deal will find it: the generator stands in the record
    match.play(TABLE, "deal")
    for place, card in enumerate(s.pack):
        assert PACK.names[card] in table(match, (dealer + 1 + place) % seats)["hand"]


@pytest.mark.rule("KR-12", "KR-G21")
def test_a_hand_is_dealt_face_down() -> None:
    match = dealt(seed=2)
    for watcher in (0, 1, 2, 3, None):
        for event in told(match, "dealt", watcher):
            assert ("cards" in event) == (event["seat"] == watcher)


@pytest.mark.rule("KR-G04", "C-04")
@pytest.mark.parametrize("dealer", [0, 3])
def test_the_deal_passes_to_the_left_after_a_hand(dealer: int) -> None:
    match = screened(EVEN_FILM, EVEN_BIDS, dealer=dealer)
    assert table(match)["dealer"] == (dealer + 1) % 4
    match.play(TABLE, "deal")
    assert table(match)["turn"] == (dealer + 2) % 4
    assert not told(match, "turned")  # cards are turned up for the first deal only


@pytest.mark.rule("C-03")
def test_seed_and_actions_give_the_same_match_again() -> None:
    one, other = (screened(EVEN_FILM, EVEN_BIDS) for _ in range(2))
    for match in (one, other):
        match.play(TABLE, "deal")
    assert bytes(one) == bytes(other)
    record = KAMRA.match(seats=5, seed="a seed").record()
    assert bytes(parlour.replay(record)) == bytes(KAMRA.match(seats=5, seed="a seed"))
    assert bytes(KAMRA.match(seats=5, seed="a seed")) != bytes(KAMRA.match(seats=5, seed="another"))


# --- What cannot happen at this table -------------------------------------------------------------------------


@pytest.mark.rule("KR-14", "KR-G24", "C-03", "C-19")
@pytest.mark.parametrize("manners", ["auto", "strict"])
def test_a_deal_is_all_or_nothing(manners: str) -> None:
    match = fresh(seed=4, manners=manners)
    match.play(TABLE, "find dealer")
    assert table(match)["held"] == [0] * 4
    match.play(TABLE, "deal")
    assert table(match)["held"] == [15] * 4
    before = bytes(match)
    with pytest.raises(NotYourTurn):
        match.play(TABLE, "deal")  # nobody can deal over
    assert bytes(match) == before
    assert not [event for event in match.events(None) if "cards" in event]  # no card was shown


@pytest.mark.rule("KR-31", "KR-G14", "KR-G30", "C-19")
@pytest.mark.parametrize("manners", ["auto", "strict"])
def test_nobody_can_look_before_the_deal_is_done(manners: str) -> None:
    match = fresh(seed=4, manners=manners)
    match.play(TABLE, "find dealer")
    assert match.actors == (TABLE,)
    for seat in range(4):
        assert table(match, seat)["hand"] == []
        assert texts(match, seat) == []
        with pytest.raises(IllegalAction):
            match.play(seat, "bid 0")
    match.play(TABLE, "deal")
    for _ in range(4):
        match.play(table(match)["turn"], "pass")
    assert match.scores == (0, 0, 0, 0)  # a void deal costs nobody anything


@pytest.mark.rule("KR-31", "KR-G14")
def test_there_is_no_action_for_a_peek() -> None:
    words = {text.split()[0] for text in ACTIONS.texts}
    assert words == {"bid", "play", "call", "silent", "find", "deal"}


@pytest.mark.rule("KR-G20", "KR-G31", "KR-39", "C-05", "C-19")
@pytest.mark.parametrize("manners", ["auto", "strict"])
def test_a_card_out_of_turn_is_refused_and_leaves_no_trace(manners: str) -> None:
    match = layout(hands_of(EVEN_FILM), manners=manners)
    bid(match, *EVEN_BIDS)
    before = bytes(match)
    for seat in (0, 2, 3):
        for card in table(match, seat)["hand"][:2]:
            with pytest.raises(NotYourTurn):
                match.play(seat, f"play {card}")
    assert bytes(match) == before
    shoot(match, EVEN_FILM, upto=1)  # everybody still plays what he likes
    assert told(match, "took")[-1]["seat"] == 0
