"""What a seat may see at Bacarac's table, what its events mean, and why an action is refused."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from parlour.core.contract import SPECTATOR, TABLE, Record
from parlour.core.kernels import States
from parlour.core.pack.chips import purse
from parlour.core.pack.ordinary import BLACK, PACK, suit_cards, suit_of
from parlour.core.pack.poker import best_five, kind_of_rank, poker_rank
from parlour.core.plain import Figures, Plain
from parlour.core.results import Story, Told, hand_result, sentence
from parlour.core.texts import Event, Refusal, seats_in
from parlour.core.values import Seat
from parlour.games.bacarac import GAME
from parlour.games.bacarac.knowledge import is_dead_known
from parlour.games.bacarac.ledger import hand_of, lines_of
from parlour.games.bacarac.scoring import winners
from parlour.games.bacarac.table import *


def show(s: Plain) -> dict[str, Any]:
    """The table as everybody sees it: the board, and all that lies face up."""
    seats, told = s.seats, FIGURES(s, SPECTATOR)
    turns = s.phase in (CHOOSING, BETTING, LEADING, FINAL_BETTING)
    table: dict[str, Any] = {
        "phase": PHASES[s.phase],
        "hand_number": s.hand,
        "hands_agreed": min(told.agreed, s.hand_cap),
        "dealer": s.dealer,
        "turn": s.dealer if s.phase == BUYING else s.turn if turns else None,
        "playing": seats_in(s.playing),
        "board": dict(zip(DIVISION_NAMES, s.board, strict=True)),
        "balances": s.balances[:seats],
        "hand": [],
        "best": None,
        "held": [cards.bit_count() for cards in s.held[:seats]],
        "laid": [PACK.names_in(cards) for cards in s.laid[:seats]],
        "shown": [PACK.names_in(s.fives[other]) if told.shown[other] else None for other in range(seats)],
        "poker": poker(s) if s.phase in (BETTING, FINAL_BETTING) else None,
        "run": run(s),
        "required": required(s, told.allowed) if s.phase == LEADING else None,
        "known_dead": PACK.names_in(s.exposed),
        "dead": PACK.names_in(s.dead) if told.dead_seen else None,
        "left": [PACK.names_in(cards) for cards in s.held[:seats]] if told.all_open else None,
        "earned": {name: earner for name, earner in zip(DIVISION_NAMES, s.earners, strict=True) if earner != NOBODY},
        "swapped": bool(s.swapped),
    }
    if not s.credit:
        table["chips"] = told.purses[:seats]
    return table


def own(s: Plain, seat: int) -> dict[str, Any]:
    """The seat's own cards, and the dead hand if it gave it for its own (BC-G27)."""
    told = FIGURES(s, seat)
    shown = {"hand": PACK.names_in(s.held[seat]), "best": best_of(told)}
    if told.dead_seen:
        shown["dead"] = PACK.names_in(s.dead)
    if s.poker_choose:
        shown["picked"] = PACK.names_in(s.fives[seat])
    return shown


def work_out(states: States, seat: int, out: States, scratch: States) -> None:
    """What may be seen and led, what everybody has, and the best five of the hand that the seat, if it is one, had."""
    s, told = states[0], out[0]
    told.agreed = agreed_hands(s)
    told.all_open = all_open(s)
    told.dead_seen = all_open(s) or is_dead_known(s, seat)
    told.allowed = allowed(s)
    for other in range(s.seats):
        told.shown[other] = is_shown(s, other)
        told.purses[other] = purse(s, other)
    if seat != SPECTATOR:
        told.five = best_five(s.held[seat] | s.laid[seat], PAY_CARDS)
        told.kind = kind_of_rank(poker_rank(told.five))


FIGURES: Final = Figures(
    GAME,
    [
        *(("five", np.uint64), ("allowed", np.uint64), ("purses", np.int64, MOST_SEATS), ("agreed", np.int32)),
        *(("kind", np.int8), ("all_open", np.int8), ("dead_seen", np.int8), ("shown", np.int8, MOST_SEATS)),
    ],
    work_out,
)


def best_of(told: Plain) -> dict[str, Any] | None:
    """The best five of the hand that the seat was dealt."""
    return {"cards": PACK.names_in(told.five), "poker": POKER_NAMES[told.kind]} if told.five else None


def poker(s: Plain) -> dict[str, Any]:
    """How the betting stands."""
    return {
        "bet": s.bet,
        "put": s.bets[: s.seats],
        "in": seats_in(s.in_pot),
        "to_speak": seats_in(s.waiting),
        "raises_left": s.raises - s.raised,
    }


def run(s: Plain) -> dict[str, Any] | None:
    """The last run: its cards, and who laid the last of them."""
    if s.run_high == NO_CARD:
        return None
    return {"cards": list(PACK.names[s.run_low : s.run_high + 1]), "layer": s.layer}


def required(s: Plain | Record, suits: int) -> str:
    """What must be led now, the cards that are `allowed` being those of these suits."""
    if s.run_high == NO_CARD:
        return "any suit"
    if s.change == SUIT:
        return f"any suit but {SUIT_NAMES[suit_of(s.run_high)]}"
    return "a black suit" if suits == BLACK else "a red suit"


# --- What a player decides, and what came of it ---------------------------------------------------------------


def asked(s: Plain, seat: int) -> str:
    """What a seat is asked for: a hand, its five, a bet or the answer to one, a lead, a claim."""
    if s.phase in (BUYING, CHOOSING):
        return "buy" if s.phase == BUYING else "pick"
    if s.phase in (BETTING, FINAL_BETTING):
        return "answer" if s.bet else "bet"
    if s.phase != LEADING or seat != s.turn:
        return "claim"
    if s.run_high == NO_CARD:
        return "lead"
    return "change_suit" if s.change == SUIT else "change"


def result(s: Plain, story: Story) -> Told | None:
    """Who was out first, or won the last hand of poker, and every chip that changed hands."""
    if s.phase not in (DEALING, FINAL, OVER):
        return None
    events = hand_of(story())
    if not events:
        return None  # nothing has been played, or the match began from a position between two hands
    best = [event["seat"] for event in events if event["kind"] == "went_out"]
    why = why_out(best, events)
    if events[0]["kind"] == "last_hand":
        best = [event["seat"] for event in events if event["kind"] == "won"]
        why = why_last(best, events)
    ending = why_won(s, seats_in(winners(s))) if s.phase == OVER else None
    return hand_result(why, best, lines_of(s, events), s.balances[: s.seats], "chips", ending)


def why_out(out: list[int], events: Sequence[Event]) -> Told:
    """Who laid the last card first, for the Kitty (BC-32), or nobody (BC-35)."""
    kitty = [event["chips"] for event in events if event["kind"] == "took" and event["division"] == "kitty"]
    if not out:
        return sentence("blocked")
    return sentence("out", winners=out, chips=kitty[0]) if kitty else sentence("out_unclaimed", winners=out)


def why_last(best: list[int], events: Sequence[Event]) -> Told:
    """Who won the chips left on the board, with what (BC-41)."""
    shown = {event["seat"]: event["poker"] for event in events if event["kind"] == "showed"}
    chips = sum(event["chips"] for event in events if event["kind"] == "won")
    if best[0] not in shown:
        return sentence("last_unseen", winners=best, chips=chips)
    return sentence("last_tied" if len(best) > 1 else "last", winners=best, chips=chips, poker=shown[best[0]])


def why_won(s: Plain, won: list[int]) -> Told:
    """Whoever has won the most chips has won (BC-G21)."""
    return sentence("most_tied" if len(won) > 1 else "most", winners=won, total=s.balances[won[0]])


# --- Refusals -------------------------------------------------------------------------------------------------


def refusal(s: Record, seat: int, action: int) -> Refusal:
    """Which rule forbids the action, and why."""
    if action < LEAD:
        return refuse_bet(s, seat, action)
    if action < KEEP:
        return refuse_lead(s, seat, action - LEAD)
    if action < PICK:
        return Refusal("BC-G27", "not_buying", {}) if s.buy_dead else Refusal("BC-G23", "no_buying", {})
    if action < CLAIM:
        return refuse_pick(s, seat, action - PICK)
    if action <= SILENT:
        return refuse_claim(s, action - CLAIM)
    if seat == TABLE:
        return Refusal("BC-G17", "not_between_hands", {})
    return Refusal("BC-38", "table_only", {})


def refuse_bet(s: Record, seat: int, action: int) -> Refusal:
    """Not the time, no such word now, or too many chips."""
    if s.phase not in (BETTING, FINAL_BETTING):
        return Refusal("BC-13", "not_betting", {})
    raising = action > RAISE
    if s.bet == 0 and (action == CALL or raising):
        return Refusal("BC-14", "no_bet_yet", {})
    if s.bet == 0 and action == FOLD:
        return Refusal("BC-G05", "pass_is_check", {})
    if s.bet > 0 and action == CHECK:
        return Refusal("BC-G05", "bet_stands", {"bet": int(s.bet)})
    if s.bet > 0 and not raising:
        return Refusal("BC-G06", "raise_instead", {})
    if raising and s.raised == s.raises:
        return Refusal("BC-G06", "no_more_raises", {"raises": int(s.raises)})
    if action - (RAISE if raising else BET) > s.bet_most:
        return Refusal("BC-G06", "bet_too_high", {"most": int(s.bet_most)})
    return Refusal("BC-G21", "not_so_many_chips", {"chips": int(purse(s, seat))})


def refuse_lead(s: Record, seat: int, suit: int) -> Refusal:
    """Not the time, not his lead, not the colour, or not a card of his."""
    if s.phase != LEADING:
        return Refusal("BC-17", "not_leading", {})
    if seat != s.turn:
        return Refusal("BC-G10", "not_your_lead", {"turn": Seat(s.turn)})
    if not allowed(s) & suit_cards(suit):
        return Refusal("BC-23", "must_change", {"required": required(s, int(allowed(s)))})
    if not s.held[seat] & suit_cards(suit):
        return Refusal("BC-18", "not_held", {"suit": SUIT_NAMES[suit]})
    return Refusal("BC-G25", "not_lowest", {"suit": SUIT_NAMES[suit]})


def refuse_pick(s: Record, seat: int, card: int) -> Refusal:
    """Nobody chooses, not now, not his card, or out of order."""
    if not s.poker_choose:
        return Refusal("BC-G04", "no_choosing", {})
    if s.phase != CHOOSING:
        return Refusal("BC-G27", "not_choosing", {})
    if not (int(s.held[seat]) >> card) & 1:
        return Refusal("BC-11", "card_not_held", {"card": PACK.names[card]})
    return Refusal("BC-G27", "pick_in_order", {"card": PACK.names[card]})


def refuse_claim(s: Record, division: int) -> Refusal:
    """Nothing to claim, or not his."""
    if s.manners == AUTO:
        return Refusal("C-05", "no_claims", {})
    if division == SILENT - CLAIM:
        return Refusal("BC-G28", "nothing_to_pass", {})
    if division == POT:
        return Refusal("BC-G28", "pot_is_paid", {})
    return Refusal("BC-G28", "not_earned", {"division": DIVISION_NAMES[division]})
