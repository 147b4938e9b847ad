"""The fine: who may claim what, what is given for it, and what the others know of it."""

from typing import Any

import pytest

from parlour import Match
from parlour.core.contract import TABLE
from parlour.errors import IllegalAction, NotYourTurn

from .table import hand, layout, play, points, random_matches, table, texts, told

P, Q, R, S = range(4)


def thrown(**options: Any) -> Match:
    """P has five cards and has just thrown off D-4, whose book lies before Q (T-H2-05)."""
    match = layout(
        ["B-1 B-2 C-1 E-1", "F-1 F-2", "K-1 G-1 G-2", "H-1"],
        laid=["", "D-1 D-2 D-3"],
        stock="D-4 L-1 L-2",
        row="A-1",
        **options,
    )
    play(match, "stock", "discard D-4")
    return match


@pytest.mark.rule("T-H2-05", "H2-15", "H2-G08", "C-14")
def test_a_playable_discard_is_claimed_and_another_card_given() -> None:
    match = thrown()
    assert table(match)["phase"] == "claim"
    play(match, "2: claim")
    assert list(match.actors) == [R]
    assert texts(match) == ["give G-1", "give K-1", "give G-2"]
    play(match, "give K-1")
    assert hand(match, P) == {"B-1", "B-2", "C-1", "E-1", "K-1"}
    assert hand(match, R) == {"D-4", "G-1", "G-2"}
    assert table(match)["row"][-1] == "A-1"
    assert list(match.actors) == [Q]
    assert table(match)["phase"] == "draw"


@pytest.mark.rule("H2-G08", "C-15", "C-08", "H2-15")
def test_anybody_else_may_claim_and_the_first_has_it() -> None:
    match = thrown()
    assert list(match.actors) == [Q, R, S]
    for seat in (Q, R, S):
        assert texts(match, seat) == ["silent", "claim"]
    with pytest.raises(NotYourTurn):
        match.play(P, "claim")
    play(match, "3: silent", "1: claim")
    assert list(match.actors) == [Q]
    with pytest.raises(NotYourTurn):
        match.play(R, "claim")


@pytest.mark.rule("C-15", "H2-G08")
def test_when_all_keep_silent_the_turn_is_over() -> None:
    match = thrown()
    play(match, "3: silent", "1: silent")
    assert list(match.actors) == [R]
    play(match, "2: silent")
    assert list(match.actors) == [Q]
    assert table(match)["row"][-1] == "D-4"
    play(match, "take 1", "fourth D-4")  # it is there for whoever takes it


@pytest.mark.rule("H2-G08", "H2-G16")
def test_the_claimed_card_itself_cannot_be_given() -> None:
    match = thrown()
    play(match, "2: claim")
    with pytest.raises(IllegalAction, match="H2-G08"):
        match.play(R, "give D-4")


@pytest.mark.rule("H2-G10")
def test_a_claimed_card_waits_for_the_claimants_own_turn() -> None:
    match = thrown()
    play(match, "2: claim", "give K-1")
    assert texts(match, R) == []
    play(match, "stock", "discard F-1", "stock")
    assert list(match.actors) == [R]
    play(match, "fourth D-4")
    assert table(match)["points_laid"] == [0, 6, 4, 0]


@pytest.mark.rule("H2-G08", "H2-G15")
@pytest.mark.parametrize(
    ("laid", "card"),
    [("", "discard D-4"), ("D-1 D-2 D-3", "discard A-3"), ("", "discard A-3")],
)
def test_no_window_where_nothing_can_be_discovered(laid: str, card: str) -> None:
    """A card of three in one's own hand, or of a book that is not on the table, is no mistake that others can see."""
    match = layout(["A-1 A-2 A-3 D-4", "F-1", "G-1"], laid=["", laid], stock="K-1")
    play(match, "stock", card)
    assert list(match.actors) == [1]
    with pytest.raises(IllegalAction, match="H2-G15"):
        match.play(1, "claim")


@pytest.mark.rule("H2-G15", "C-08")
def test_windows_open_exactly_after_playable_discards() -> None:
    opened = 0
    for match in random_matches(4, 10):
        for event in told(match, "discarded"):
            opened += event["playable"]
        answered = {seat for seat, action in match.moves if action in (205, 206)}
        assert bool(answered) == any(event["playable"] for event in told(match, "discarded"))
    assert opened


@pytest.mark.rule("H2-G09", "H2-G07")
@pytest.mark.parametrize("claimed", [True, False])
def test_who_throws_off_her_last_card_is_out_only_if_nobody_claims_it(claimed: bool) -> None:
    match = layout(["A-1 A-2 A-3", "F-1 F-2", "G-1"], laid=["", "D-1 D-2 D-3"], stock="D-4 L-1", row="K-1")
    play(match, "stock", "lay A-1 A-2 A-3", "discard D-4")
    assert list(match.actors) == [1, 2]
    assert table(match)["held"][0] == 0
    if claimed:
        play(match, "1: claim", "give F-2")
        assert hand(match, 0) == {"F-2"}
        assert list(match.actors) == [1]
        assert told(match, "went_out") == []
    else:
        play(match, "1: silent", "2: silent")
        assert list(match.actors) == [TABLE]
        assert told(match, "went_out")[0]["seat"] == 0
        assert points(match) == [6, 6 - 3, -1]


@pytest.mark.rule("H2-G16", "C-07")
def test_the_card_given_is_seen_by_the_two_only() -> None:
    match = thrown()
    play(match, "2: claim", "give K-1")
    for concerned in (P, R):
        assert told(match, "gave", concerned)[0]["card"] == "K-1"
    for watcher in (Q, S, None):
        assert told(match, "gave", watcher) == [{"kind": "gave", "seat": R, "rule": "H2-G08", "hidden": True}]
        assert table(match, watcher)["seen"][R] == ["D-4"]


@pytest.mark.rule("H2-G16", "C-18")
def test_what_was_known_of_the_giver_is_no_longer_sure() -> None:
    match = layout(
        ["D-4 B-1", "F-1 F-2 F-3", "G-1"], laid=["", "", "D-1 D-2 D-3"], stock="K-1", known=["", "F-1 F-2", ""]
    )
    play(match, "stock", "discard D-4", "1: claim")
    assert table(match)["seen"][1] == ["D-4", "F-1", "F-2"]
    play(match, "give F-2")
    assert table(match)["seen"] == [[], ["D-4"], []]


@pytest.mark.rule("H2-G08")
def test_prevented_fines() -> None:
    match = layout(["D-4 B-1", "F-1"], laid=["", "D-1 D-2 D-3"], stock="K-1 K-2", fine="prevent")
    play(match, "stock")
    assert "discard D-4" not in texts(match)
    with pytest.raises(IllegalAction, match="H2-15"):
        match.play(0, "discard D-4")
    play(match, "discard B-1")


@pytest.mark.rule("H2-G08", "H2-G04")
def test_prevented_fines_never_leave_a_player_without_an_action() -> None:
    """The playable card can always be laid; then the card just taken is the last, and free."""
    match = layout(["D-4", "F-1"], laid=["", "D-1 D-2 D-3"], row="B-1", stock="K-1", fine="prevent")
    play(match, "take 1")
    assert texts(match) == ["fourth D-4"]
    play(match, "fourth D-4")
    assert texts(match) == ["discard B-1"]


@pytest.mark.rule("H2-G08")
def test_without_fines_a_playable_discard_is_free() -> None:
    match = thrown(fine="off")
    assert list(match.actors) == [Q]
    assert told(match, "discarded")[-1]["playable"]
