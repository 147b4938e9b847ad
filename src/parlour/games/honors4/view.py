"""What a seat may see at the table of Honors No. IV, what its events mean, and why an action is refused."""

from typing import Any, Final

import numpy as np

from parlour.core.books import PACK as CARD_NAMES
from parlour.core.contract import SPECTATOR, Record
from parlour.core.kernels import States
from parlour.core.plain import Figures, Plain
from parlour.core.results import Story, Told, counted, hand_result, line, sentence, settlement
from parlour.core.texts import HEAVY, Argument, Kind, Refusal, seats_in
from parlour.games.honors4 import GAME
from parlour.games.honors4.notation import PHASES, card_text, top_card
from parlour.games.honors4.rules import winners
from parlour.games.honors4.state import *

CARD: Final = Argument("card", card_text)

EVENTS: Final = {
    OPENER: Kind("opener", "H4-02", reveals=True),
    DEALT: Kind("dealt", "H4-03", a=CARD, reveals=True),
    DREW: Kind("drew", "H4-07", a=CARD, reveals=True),
    TOOK: Kind("took", "H4-07", a=CARD),
    THREW: Kind("threw", "H4-06", a=CARD, reveals=True),
    OUT: Kind(
        "out", "H4-04", a=Argument("held", card_text), b=Argument("drawn", card_text), reveals=True, weight=HEAVY
    ),
    SCORED: Kind("scored", "H4-G08", a=Argument("total")),
    SPENT: Kind("spent", "H4-G06", a=Argument("times")),
    RECYCLED: Kind("recycled", "H4-G06", a=Argument("cards")),
    VOID: Kind("void", "H4-G06", weight=HEAVY),
}


def show(s: Plain) -> dict[str, Any]:
    """The table as everybody sees it: the top of the exposed pile (C-18), and a card taken from it."""
    playing = s.phase in (TURN, THROW)
    return {
        "phase": PHASES[s.phase],
        "opener": s.opener if playing or s.hand else None,
        "turn": s.turn if playing else None,
        "hand": [],
        "drawn": CARD_NAMES.names[s.fresh] if s.phase == THROW and s.takes > 0 else None,
        "drawn_from": ("pile" if s.takes else "pack") if s.phase == THROW else None,
        "pack": s.left,
        "exposed": CARD_NAMES.names[top_card(s)] if s.lying else None,
        "exposed_cards": s.lying,
        "recycled": s.recycled,
        "takes": s.takes,
        "most_takes": FIGURES(s, SPECTATOR).most_takes,
        "out": [card_text(s.held[s.opener]), card_text(s.fresh)] if not playing and s.fresh != NO_CARD else None,
        "totals": s.totals[: s.seats],
        "match": s.h4_match,
        "hands_played": s.hand,
    }


def own(s: Plain, seat: int) -> dict[str, Any]:
    """The seat's own cards."""
    drawn = {"drawn": CARD_NAMES.names[s.fresh]} if s.phase == THROW and seat == s.turn else {}
    return {"hand": hand(s, seat) if s.phase in (TURN, THROW) else []} | drawn


def work_out(states: States, seat: int, out: States, scratch: States) -> None:
    """After how many takes in a row the next player must draw."""
    out[0].most_takes = most_takes(states[0])


FIGURES: Final = Figures(GAME, [("most_takes", np.int16)], work_out)


def hand(s: Plain | Record, seat: int) -> list[str]:
    """The seat's own card, and after it the one it has just drawn or taken."""
    if seat not in range(s.seats):
        return []
    own = [int(s.held[seat])]
    return [CARD_NAMES.names[card] for card in (own + [int(s.fresh)] if s.phase == THROW and seat == s.turn else own)]


# --- What a player decides, and what came of it ---------------------------------------------------------------


def asked(s: Plain, seat: int) -> str:
    """What a seat is asked for: to draw, to draw or take, to throw."""
    if s.phase == THROW:
        return "throw"
    return "take" if s.lying else "draw"


def result(s: Plain, story: Story) -> Told | None:
    """Who went out with what (H4-04), for a point (H4-G08)."""
    if s.phase in (TURN, THROW) or s.hand == 0:
        return None
    lines: list[list[Told]] = [[] for _ in range(s.seats)]
    best, why = [], sentence("void")
    if s.fresh != NO_CARD:
        best, pair = [s.opener], {"held": card_text(s.held[s.opener]), "drawn": card_text(s.fresh)}
        why, lines[s.opener] = sentence("out", winners=best, **pair), [line("out", 1, **pair)]
    won, totals = seats_in(winners(s)), s.totals[: s.seats]
    if not won:
        return hand_result(why, best, lines, totals)
    return hand_result(why, best, lines, totals, ending=why_won(s, won), settled=settled_by(s, won))


def settled_by(s: Plain, won: list[int]) -> Told:
    """As if everybody had put in a counter, and the winners shared them (H4-G08)."""
    shares = [[line("share", s.seats / len(won))] if seat in won else [] for seat in range(s.seats)]
    key = "settle_tied" if len(won) > 1 else "settle"
    return settlement(sentence(key, winners=won), [[line("stake", -1), *share] for share in shares])


def why_won(s: Plain, won: list[int]) -> Told:
    """How the match was won (H4-G08), or who was ahead at the cap (C-16)."""
    total, tied = s.totals[won[0]], "_tied" if len(won) > 1 else ""
    if total >= s.h4_match:
        return sentence(counted("reached", total), winners=won, total=total)
    return sentence(f"cap{tied}", winners=won, total=total)


# --- Refusals -------------------------------------------------------------------------------------------------


def refusal(s: Record, seat: int, action: int) -> Refusal:
    """Which rule forbids the action, and why."""
    if action == DEAL:
        return Refusal("H4-02", "table_only", {})
    if s.phase == DEALING:
        return Refusal("H4-03", "not_dealt", {})
    if action in (PACK, TAKE) and s.phase == THROW:
        return Refusal("H4-06", "must_throw", {"cards": hand(s, seat)})
    if action == PACK:
        return Refusal("H4-G11", "no_pack", {"card": card_text(top_card(s))})
    if action == TAKE:
        return refuse_take(s)
    if s.phase == TURN:
        return Refusal("H4-07", "must_draw", {})
    return Refusal("H4-G04", "not_taken_card", {"card": card_text(s.fresh), "held": card_text(s.held[seat])})


def refuse_take(s: Record) -> Refusal:
    """There is nothing to take, or too much has been taken."""
    if s.lying == 0:
        return Refusal("H4-G05", "nothing_exposed", {})
    return Refusal("H4-G07", "too_many_takes", {"takes": int(s.takes)})


# --- For the terminal -----------------------------------------------------------------------------------------


def hand_line(table: dict[str, Any]) -> str:
    """The card held, and what has just come to it."""
    held, *drawn = table["hand"]
    how = "took" if table["drawn_from"] == "pile" else "drew"
    return f"You hold: {held}" + (f", and {how} {drawn[0]}" if drawn else "")
