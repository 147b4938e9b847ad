"""What a seat may see at Kam-ra's table, what its events mean, and why an action is refused."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from parlour.core.contract import SPECTATOR, Record
from parlour.core.kernels import States
from parlour.core.plain import Figures, Plain
from parlour.core.results import Story, Told, best_of, counted, hand_result, line, sentence, settlement, sums
from parlour.core.texts import HEAVY, Argument, Kind, Refusal, Seat, seats_in
from parlour.games.kamra import GAME
from parlour.games.kamra.notation import CARD_NAMES, PHASES, SUIT_NAMES, SUIT_TEXT, cards_in
from parlour.games.kamra.scoring import payment, winners
from parlour.games.kamra.state import *

CARD: Final = Argument("card", CARD_NAMES.__getitem__)

EVENTS: Final = {
    TURNED: Kind("turned", "KR-11", a=CARD, reveals=True),
    DEALER: Kind("dealer", "KR-12", reveals=True),
    DEALT: Kind("dealt", "KR-13", a=Argument("cards", cards_in), reveals=True),
    CONTRACT: Kind("contract", "KR-16", a=Argument("bid")),
    HIGHEST: Kind("highest", "KR-20", a=Argument("bid")),
    ALL_PASSED: Kind("all_passed", "KR-G02", a=Argument("played_out", bool), weight=HEAVY),
    PLAYED: Kind("played", "KR-04", a=CARD, b=Argument("leads", bool), fades=True),
    TOOK: Kind("took", "KR-40", a=Argument("reel"), weight=HEAVY),
    CALLED: Kind(
        "called", "KR-G13", a=Argument("accused", Seat), b=Argument("proved", bool), reveals=True, weight=HEAVY
    ),
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


# --- What a player decides, and what came of it ---------------------------------------------------------------


def asked(s: Plain, seat: int) -> str:
    """What a seat is asked for: a bid, a lead, a card of the suit led, any card, or whether to call a revoke."""
    if s.phase == BIDDING:
        return "bid"
    if s.phase == CLAIMS or seat != s.turn:
        return "call"
    if s.lying == 0:
        return "lead"
    led = CARD_NAMES[s.pack[s.played - s.lying]][0]
    return "follow" if any(card[0] == led for card in cards_in(s.hands[seat])) else "free"


def result(s: Plain, story: Story) -> Told | None:
    """What the hand brought everybody (KR-22..30), and at the end of the match the settlement (KR-33)."""
    if s.phase not in (DEALING, OVER) or s.bids[0] == UNBID:
        return None
    lines = [sheet_of(s, seat) for seat in range(s.seats)]
    best = best_of(sums(lines))
    why, totals, won = why_best(s, best, sums(lines)), s.totals[: s.seats], winners(s)
    if not won:
        return hand_result(why, best, lines, totals)
    ending, settled = why_won(s, seats_in(won)), settled_by(s, won)
    return hand_result(why, best, lines, totals, ending=ending, settled=settled)


def sheet_of(s: Plain, seat: int) -> list[Told]:
    """The lines of a seat on the score pad, as `scoring.hand_score` adds them up."""
    bid, taken = max(s.bids[seat], 0), s.taken[seat]
    if bid == 0:
        return [line("passed", 0)]  # KR-25
    if bid > taken:
        return [line("broken", -10 * bid, bid=bid, taken=taken)]  # KR-24, KR-29
    if s.caught[seat] > 0:
        return [line("revoked", 0)]  # KR-30
    lines = [line("kept", 10 * bid, bid=bid, taken=taken)]
    if seat == s.highest:
        lines = [line("highest", 10 * taken, bid=bid, taken=taken), *feature_of(s, bid, taken)]
    if stars := s.stars[seat]:
        lines.append(line(counted("stars", stars), 20 * stars, stars=stars))  # KR-27
    if heroes := s.heroes[seat]:
        lines.append(line(counted("heroes", heroes), 10 * heroes, heroes=heroes))  # KR-28
    return lines


def feature_of(s: Plain, bid: int, taken: int) -> list[Told]:
    """What the reels past a Program bring besides, if there is a Feature (KR-26, KR-G10)."""
    extra = taken - PROGRAM
    if extra <= 0 or (s.feature_basis == BY_BID and bid <= PROGRAM):
        return []
    return [line(counted("feature", extra), 10 * extra, extra=extra)]


def why_best(s: Plain, best: list[int], points: Sequence[float]) -> Told:
    """Who did best in a hand, and by what."""
    if not best:
        all_passed = max(s.bids[: s.seats]) <= 0
        return sentence("nobody" if not all_passed else "for_nothing" if s.played else "thrown_in")
    seat, most = best[0], points[best[0]]
    if len(best) > 1:
        return sentence("best_tied", winners=best, points=most)
    if seat == s.highest and feature_of(s, s.bids[seat], s.taken[seat]):
        return sentence("best_feature", winners=best, points=most, taken=s.taken[seat])
    captures = 20 * s.stars[seat] + 10 * s.heroes[seat]
    if captures:
        return sentence("best_captures", winners=best, points=most, captures=captures)
    return sentence("best", winners=best, points=most)


def why_won(s: Plain, won: list[int]) -> Told:
    """How the match was won (KR-33..35), or who was ahead at the cap (KR-G19)."""
    total, tied = s.totals[won[0]], "_tied" if len(won) > 1 else ""
    if total >= s.target:
        return sentence(f"reached{tied}", winners=won, total=total, target=s.target)
    return sentence(f"cap{tied}", winners=won, total=total)


def settled_by(s: Plain, won: int) -> Told:
    """Who pays whom, in counters (KR-33, KR-G17, KR-G18)."""
    best, winning = max(s.totals[: s.seats]), seats_in(won)
    how = "gap" if best < s.target else ("short", "signed", "gap", "absolute")[s.settlement]
    divided = len(winning) > 1 and s.tie_settlement == SHARE
    why = sentence(f"settle_{how}", winners=winning, target=s.target, divided=divided)
    return settlement(why, [paid_by(s, seat, won) for seat in range(s.seats)])


def paid_by(s: Plain, seat: int, won: int) -> list[Told]:
    """What a seat pays the winners, or gets of the others."""
    winning = seats_in(won)
    losing = [other for other in range(s.seats) if other not in winning]
    if seat in winning:
        paid = [(other, payment(s, other, seat, won)) for other in losing]
        return [line("gets", points, other=other) for other, points in paid if points]
    dues = [(other, payment(s, seat, other, won)) for other in winning]
    return [line("pays", -points, other=other) for other, points in dues if points] or [line("owes_nothing", 0)]


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


def hand_line(suit: str) -> str:
    """One suit of a hand: `$ P 4 3`."""
    return " ".join(suit[1::2]) if not suit else f"{suit[0]} {' '.join(suit[1::2])}"
