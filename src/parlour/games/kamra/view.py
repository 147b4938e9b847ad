"""What a seat may see at Kam-ra's table, what its events mean, and why an action is refused."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from parlour.core.contract import SPECTATOR, Record
from parlour.core.kernels import States
from parlour.core.plain import Figures, Plain
from parlour.core.texts import Argument, Kind, Refusal, Seat, seats_in
from parlour.games.kamra import GAME
from parlour.games.kamra.notation import CARD_NAMES, PHASES, SUIT_NAMES, SUIT_TEXT, cards_in
from parlour.games.kamra.state import *

CARD: Final = Argument("card", CARD_NAMES.__getitem__)

EVENTS: Final = {
    TURNED: Kind("turned", "KR-11", a=CARD, reveals=True),
    DEALER: Kind("dealer", "KR-12", reveals=True),
    DEALT: Kind("dealt", "KR-13", a=Argument("cards", cards_in), reveals=True),
    CONTRACT: Kind("contract", "KR-16", a=Argument("bid")),
    HIGHEST: Kind("highest", "KR-20", a=Argument("bid")),
    ALL_PASSED: Kind("all_passed", "KR-G02", a=Argument("played_out", bool)),
    PLAYED: Kind("played", "KR-04", a=CARD, b=Argument("leads", bool), fades=True),
    TOOK: Kind("took", "KR-40", a=Argument("reel")),
    CALLED: Kind("called", "KR-G13", a=Argument("accused", Seat), b=Argument("proved", bool), reveals=True),
    MADE: Kind("made", "KR-36", a=Argument("bid"), b=Argument("taken")),
    CAPTURED: Kind("captured", "KR-27", a=Argument("stars"), b=Argument("heroes")),
    SCORED: Kind("scored", "KR-36", a=Argument("points"), b=Argument("total")),
    SETTLED: Kind("settled", "KR-33", a=Argument("counters")),
}


def show(s: Plain) -> dict[str, Any]:
    """The table as everybody sees it: what lies open (KR-G21)."""
    seats = s.seats
    hand_over = s.phase in (DEALING, OVER)
    table: dict[str, Any] = {
        "phase": PHASES[s.phase],
        "dealer": None if s.phase == SEEKING else s.dealer,
        "turn": s.turn if s.phase in (BIDDING, PLAYING) else None,
        "hand": [],
        "held": [cards.bit_count() for cards in s.hands[:seats]],
        "contracts": [None if bid == UNBID else bid for bid in s.bids[:seats]],
        "highest": None if s.highest == NOBODY else s.highest,
        "taken": s.taken[:seats],
        "reel": reel(s, s.played - s.lying, s.lying, s.leader),
        "taking": s.taker if s.lying else None,
        "last_reel": last_reel(s),
        "totals": s.totals[:seats],
        "target": s.target,
        "hands_played": s.hand,
        "captured": captured(s) if hand_over else None,  # KR-G21: not before the hand is over
    }
    if s.history == OPEN:
        table["reels"] = all_reels(s)
    if s.manners == STRICT:
        table["suspects"] = seats_in(((1 << seats) - 1) & ~s.examined) if s.phase in (PLAYING, CLAIMS) else []
        table["caught"] = [other for other in range(seats) if s.caught[other] > 0]
    return table


def own(s: Plain, seat: int) -> dict[str, Any]:
    """The seat's own hand."""
    return {"hand": cards_in(s.hands[seat])}


def reel(s: Plain, first: int, cards: int, leader: int) -> list[dict[str, Any]]:
    """The cards of a reel and who played them."""
    return [{"seat": (leader + i) % s.seats, "card": CARD_NAMES[s.pack[first + i]]} for i in range(cards)]


def last_reel(s: Plain) -> dict[str, Any] | None:
    """The last completed reel and its taker, who leads now (KR-40)."""
    if s.played < s.seats:
        return None
    first = s.played - s.lying - s.seats
    return {"cards": reel(s, first, s.seats, s.last_leader), "taker": s.leader}


def all_reels(s: Plain) -> list[dict[str, Any]]:
    """Every completed reel, for tables with open history."""
    led = FIGURES(s, SPECTATOR).leaders
    firsts = range(0, s.played - s.lying, s.seats)
    return [{"cards": reel(s, first, s.seats, led[i]), "taker": led[i + 1]} for i, first in enumerate(firsts)]


def work_out(states: States, seat: int, out: States, scratch: States) -> None:
    """Who led each reel of the hand: who took the one before it."""
    s, leaders = states[0], out[0].leaders
    leaders[0] = first_leader(s) if s.played else 0
    for i in range((s.played - s.lying) // s.seats):
        leaders[i + 1] = taker_of(s, i * s.seats, int(leaders[i]))


FIGURES: Final = Figures(GAME, [("leaders", np.int8, CARDS)], work_out)


def captured(s: Plain) -> list[dict[str, int]]:
    """Stars and Heroes taken in, by seat."""
    return [{"stars": s.stars[seat], "heroes": s.heroes[seat]} for seat in range(s.seats)]


# --- Refusals -------------------------------------------------------------------------------------------------


def refusal(s: Record, seat: int, action: int) -> Refusal:
    """Which rule forbids the action, and why."""
    if action < PLAY:
        return refuse_bid(s, seat, action)
    if action < CALL:
        return refuse_card(s, seat, action - PLAY)
    if action <= SILENT:
        return refuse_call(s, seat, action - CALL)
    return Refusal("KR-12", "table_only", {})


def refuse_bid(s: Record, seat: int, bid: int) -> Refusal:
    """Too late, too many or too few."""
    most = CARDS // int(s.seats)
    if s.phase != BIDDING:
        return Refusal("KR-21", "bidding_over", {})
    if bid > most:
        return Refusal("KR-G03", "bid_too_high", {"most": most})
    if s.min_bid == 1:
        return Refusal("KR-G01", "must_bid", {})
    return Refusal("KR-G02", "must_bid_now", {})


def refuse_card(s: Record, seat: int, card: int) -> Refusal:
    """Not the time, not his card, or not the suit led."""
    name = CARD_NAMES[card]
    if s.phase == CLAIMS:
        return Refusal("KR-G25", "all_played", {})
    if s.phase != PLAYING:
        return Refusal("KR-16", "not_playing", {})
    if seat != s.turn:
        return Refusal("KR-39", "not_your_card", {"turn": Seat(s.turn)})
    if not (int(s.hands[seat]) >> card) & 1:
        return Refusal("KR-13", "not_held", {"card": name})
    led = SUIT_TEXT.index(CARD_NAMES[s.pack[s.played - s.lying]][0])
    held = [card for card in cards_in(s.hands[seat]) if card[0] == SUIT_TEXT[led]]
    return Refusal("KR-08", "must_follow", {"suit": SUIT_NAMES[led], "cards": held})


def refuse_call(s: Record, seat: int, accused: int) -> Refusal:
    """Nothing to call, or nobody to call it on."""
    if s.manners == AUTO:
        return Refusal("C-05", "no_calls", {})
    if s.phase not in (PLAYING, CLAIMS):
        return Refusal("KR-G25", "no_calls_now", {})
    if accused == SILENT - CALL:
        return Refusal("KR-G25", "nothing_to_pass", {})
    if accused == seat:
        return Refusal("KR-G25", "not_yourself", {})
    return Refusal("KR-G25", "nothing_to_call", {"accused": Seat(accused)})


# --- For the terminal -----------------------------------------------------------------------------------------


def render(table: dict[str, Any], names: Sequence[str]) -> str:
    """The table in plain text: the pad, the reel, the hand."""
    width = max(len(name) for name in names)
    lines = [f"{'':{width}}  contract  taken  held  total"]
    for seat, name in enumerate(names):
        bid = table["contracts"][seat]
        marks = ", ".join(
            mark
            for mark, wanted in (("dealer", table["dealer"]), ("highest bidder", table["highest"]))
            if wanted == seat
        )
        lines.append(
            f"{name:{width}}  {'-' if bid is None else bid:>8}  {table['taken'][seat]:>5}  {table['held'][seat]:>4}"
            f"  {table['totals'][seat]:>5}" + (f"  {marks}" if marks else "")
        )
    if table["last_reel"] is not None:
        lines.append(f"Last reel: {reel_line(table['last_reel']['cards'], names)}")
        lines[-1] += f"; taken by {names[table['last_reel']['taker']]}"
    if table["reel"]:
        lines.append(f"This reel: {reel_line(table['reel'], names)}; best so far: {names[table['taking']]}")
    if table["hand"]:
        suits = ["".join(card for card in table["hand"] if card[0] == suit) for suit in "$TCQ*"]
        lines.append("Your hand: " + "  ".join(hand_line(suit) for suit in suits if suit))
    return "\n".join(lines)


def reel_line(cards: Sequence[dict[str, Any]], names: Sequence[str]) -> str:
    """Who played what."""
    return ", ".join(f"{names[item['seat']]} {item['card']}" for item in cards)


def hand_line(suit: str) -> str:
    """One suit of a hand: `$ P 4 3`."""
    return " ".join(suit[1::2]) if not suit else f"{suit[0]} {' '.join(suit[1::2])}"
