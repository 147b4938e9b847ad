"""Every chip that changed hands in a hand, told from what happened: a state keeps no more than balances."""

from collections.abc import Sequence

from parlour.core.plain import Plain
from parlour.core.results import Sheet, Told, counted, line
from parlour.core.texts import Event, seats_in
from parlour.games.bacarac.table import ANTE

BEGINS = ("anted", "last_hand")


def hand_of(events: Sequence[Event]) -> list[Event]:
    """What has happened since the last ante, or since the final hand was dealt."""
    begins = [place for place, event in enumerate(events) if event["kind"] in BEGINS]
    return list(events[begins[-1] :]) if begins else []


def who_anted(s: Plain, events: Sequence[Event]) -> set[int]:
    """The seats that paid the ante: those in the match, and those that could not pay the next one (KK-G27)."""
    if events[0]["kind"] != "anted":
        return set()
    return {*seats_in(s.playing), *(event["seat"] for event in events if event["kind"] == "dropped")}


def lines_of(s: Plain, events: Sequence[Event]) -> Sheet:
    """The lines of everybody for a hand."""
    anted = who_anted(s, events)
    out = [event["seat"] for event in events if event["kind"] == "went_out"]
    final = events[0]["kind"] == "last_hand"
    return [
        ([line("ante", -ANTE)] if seat in anted else [])
        + poker_lines(events, seat, final)
        + board_lines(events, seat)
        + card_lines(events, seat, seat in out)
        for seat in range(s.seats)
    ]


def poker_lines(events: Sequence[Event], seat: int, final: bool) -> list[Told]:
    """What a seat has bet, and what it has won at poker (BC-15, BC-16)."""
    own = [event for event in events if event["seat"] == seat]
    bets = sum(event["chips"] for event in own if event["kind"] in ("made_bet", "called"))
    bets += sum(event["paid"] for event in own if event["kind"] == "raised")
    won = sum(event["chips"] for event in own if event["kind"] == "won")
    lines = [line("bets", -bets)] if bets else []
    return lines + ([line("final" if final else "pot", won)] if won else [])


def board_lines(events: Sequence[Event], seat: int) -> list[Told]:
    """The divisions that a seat has emptied (BC-26..32)."""
    took = [event for event in events if event["kind"] == "took" and event["seat"] == seat]
    return [line("division", event["chips"], division=event["division"]) for event in took if event["chips"]]


def card_lines(events: Sequence[Event], seat: int, out: bool) -> list[Told]:
    """What was paid for cards left in hand, where that is played (BC-G26)."""
    paid = [event for event in events if event["kind"] == "paid" and event["chips"]]
    if out:
        return [line("cards_paid", event["chips"], other=event["seat"]) for event in paid]
    own = [event["chips"] for event in paid if event["seat"] == seat]
    return [line(counted("cards", chips), -chips, count=chips) for chips in own]
