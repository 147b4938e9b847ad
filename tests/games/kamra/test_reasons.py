"""What is said of a bid is true of that bid, and not as true of the one that the book would make."""

import parlour
from parlour.games.kamra.advice import sure_reels


def test_more_than_the_book_counts_on_is_said_to_lead_only_where_the_book_would_not() -> None:
    match = parlour.game("kamra").match(seed=5)
    first, reasons = match.actors[0], match.game.reasons
    assert reasons is not None
    match.play(first, "bid 1")
    seat = match.actors[0]
    sure = int(sure_reels(match.state, seat))
    assert sure > 1
    assert reasons.why(match.state, seat, sure + 1).key == "bid_over"
    match.undo()
    match.play(first, f"bid {sure}")
    assert reasons.why(match.state, seat, sure + 1).key == "bid_over_highest"
