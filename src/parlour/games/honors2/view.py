"""What a seat may see at the table of Honors No. II, and why an action is refused."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from parlour.core.contract import SPECTATOR, Record
from parlour.core.kernels import States
from parlour.core.pack.books import PACK, corner_sum
from parlour.core.pack.packs import members
from parlour.core.plain import Figures, Plain
from parlour.core.results import Story, Told, best_of, counted, hand_result, line, sentence, sums
from parlour.core.texts import Refusal, seats_in
from parlour.games.honors2 import GAME
from parlour.games.honors2.scoring import winners
from parlour.games.honors2.table import *


def show(s: Plain) -> dict[str, Any]:
    """The table as everybody sees it: what lies open (H2-07)."""
    seats = s.seats
    between = s.phase in (DEALING, OVER)
    return {
        "phase": PHASES[s.phase],
        "dealer": s.dealer,
        "turn": None if between else s.turn,
        "hand": [],
        "held": [cards.bit_count() for cards in s.hands[:seats]],
        "seen": [PACK.names_in(cards) for cards in s.sure[:seats]],
        "laid": [by_book(PACK.names_in(cards)) for cards in s.laid[:seats]],
        "points_laid": FIGURES(s, SPECTATOR).laid[:seats],
        "row": [PACK.names[card] for card in s.row[: s.lying]],
        "stock": s.left,
        "second_stock": bool(s.again),
        "taken": None if s.barred == NO_CARD else PACK.names[s.barred],
        "must_lay": None if s.pledged == NO_CARD else PACK.names[s.pledged],
        "silent": seats_in(s.silent),
        "claimant": None if s.claimant == NOBODY else s.claimant,
        "claimed": None if s.claimed == NO_CARD else PACK.names[s.claimed],
        "quiet": max(0, s.quiet),
        "out": None if s.out == NOBODY else s.out,
        "left": [PACK.names_in(cards) for cards in s.hands[:seats]] if between else None,
        "totals": s.totals[:seats],
        "target": s.target,
        "hands_played": s.hand,
    }


def own(s: Plain, seat: int) -> dict[str, Any]:
    """The seat's own hand."""
    return {"hand": PACK.names_in(s.hands[seat])}


def work_out(states: States, seat: int, out: States, scratch: States) -> None:
    """What the cards count that each seat has laid."""
    s = states[0]
    for other in range(s.seats):
        out[0].laid[other] = corner_sum(s.laid[other])


FIGURES: Final = Figures(GAME, [("laid", np.int16, MOST_SEATS)], work_out)


# --- What a player decides, and what came of it ---------------------------------------------------------------


def asked(s: Plain, seat: int) -> str:
    """What a seat is asked for: to draw, to lay and discard, to claim a fine or let it pass, to give a card for one."""
    return {DRAWING: "draw", PLAYING: "play", CLAIMING: "claim", GIVING: "give"}[s.phase]


def result(s: Plain, story: Story) -> Told | None:
    """What counted for and against everybody (H2-18, H2-20)."""
    if s.phase not in (DEALING, OVER) or s.hand == 0:
        return None
    lines = [sheet_of(s, seat) for seat in range(s.seats)]
    best, won = best_of(sums(lines)), seats_in(winners(s))
    totals = s.totals[: s.seats]
    return hand_result(why_best(s, best, sums(lines)), best, lines, totals, ending=why_won(s, won) if won else None)


def sheet_of(s: Plain, seat: int) -> list[Told]:
    """What a seat has laid and what it is left with, as `scoring.count_hand` counts it."""
    laid, left = s.laid[seat], s.hands[seat]
    lines = []
    if laid:
        count = laid.bit_count()
        lines.append(line(counted("laid", count), corner_sum(np.uint64(laid)), count=count))
    if left:
        lines.append(line("left", -corner_sum(np.uint64(left)), cards=PACK.names_in(left)))
    return lines or [line("nothing", 0)]


def why_best(s: Plain, best: list[int], points: Sequence[float]) -> Told:
    """Who went out, and who scored most."""
    if not best:
        return sentence("nobody" if s.out == NOBODY else "out_nobody", **({} if s.out == NOBODY else {"seat": s.out}))
    given: dict[str, Any] = {"winners": best, "points": points[best[0]]}
    tied = "_tied" if len(best) > 1 else ""
    if s.out == NOBODY:
        return sentence(f"best{tied}", **given)
    if best == [s.out]:
        return sentence("out_best", **given)
    return sentence(f"out_other{tied}", seat=s.out, **given)


def why_won(s: Plain, won: list[int]) -> Told:
    """How the match was won (H2-21, H2-G11), or who was ahead at the cap."""
    total, tied = s.totals[won[0]], "_tied" if len(won) > 1 else ""
    if total < s.target:
        return sentence(f"cap{tied}", winners=won, total=total)
    if won == [s.out] and s.h2_win == OUT_FIRST and sum(each >= s.target for each in s.totals[: s.seats]) > 1:
        return sentence("out_first", winners=won, total=total, target=s.target)
    return sentence(f"reached{tied}", winners=won, total=total, target=s.target)


# --- Refusals -------------------------------------------------------------------------------------------------


def refusal(s: Record, seat: int, action: int) -> Refusal:
    """Which rule forbids the action, and why."""
    if action == DEAL:
        return Refusal("H2-02", "table_only", {})
    if action in (CLAIM, SILENT):
        return Refusal("H2-G15", "nothing_to_claim", {})
    if s.phase == CLAIMING:
        return Refusal("H2-G08", "claim_first", {})
    if GIVE <= action < DECLINE:
        return refuse_gift(s, seat, action - GIVE)
    if s.phase == GIVING:
        return Refusal("H2-G08", "give_first", {})
    if action < LAY or action == DECLINE:
        return refuse_draw(s, action)
    if s.phase != PLAYING:
        return Refusal("H2-11", "draw_first", {})
    if action >= DISCARD:
        return refuse_discard(s, seat, action - DISCARD)
    return refuse_lay(s, seat, action)


def refuse_draw(s: Record, action: int) -> Refusal:
    """Drawn already, or nothing there to draw."""
    if s.phase == PLAYING:
        return Refusal("H2-08", "drawn_already", {})
    if action == STOCK:
        return Refusal("H2-G05", "stock_out", {})
    if action == DECLINE:
        return Refusal("H2-G17", "no_decline", {})
    if action - TAKE > s.lying:
        return Refusal("H2-10", "row_too_short", {"row": int(s.lying)})
    return Refusal("H2-G03", "not_usable", {"card": PACK.names[s.row[s.lying - (action - TAKE)]]})


def refuse_lay(s: Record, seat: int, action: int) -> Refusal:
    """Not her cards, not a fourth, or not the card that must be laid first."""
    cards = [action - FOURTH] if action >= FOURTH else list(members(int(lay_cards(action - LAY))))
    missing = [PACK.names[card] for card in cards if not int(s.hands[seat]) >> card & 1]
    if missing:
        return Refusal("H2-05", "not_held", {"card": " ".join(missing)})
    if s.pledged != NO_CARD:
        return Refusal("H2-G17", "must_lay", {"card": PACK.names[s.pledged]})
    return Refusal("H2-12", "no_fourth", {"card": PACK.names[cards[0]]})


def refuse_discard(s: Record, seat: int, card: int) -> Refusal:
    """Not her card, just taken, or something must be laid first."""
    name = PACK.names[card]
    if not int(s.hands[seat]) >> card & 1:
        return Refusal("H2-06", "not_held", {"card": name})
    if s.pledged != NO_CARD:
        return Refusal("H2-G17", "must_lay", {"card": PACK.names[s.pledged]})
    playable = int(layable(s.hands[seat], down(s)))
    if s.forced_lay and playable:
        return Refusal("H2-G01", "lay_first", {"cards": PACK.names_in(playable)})
    if card == s.barred:
        return Refusal("H2-G04", "just_taken", {"card": name})
    return Refusal("H2-15", "would_be_fined", {"card": name})


def refuse_gift(s: Record, seat: int, card: int) -> Refusal:
    """Nobody is fined, not her card, or the very card she claimed."""
    if s.phase != GIVING:
        return Refusal("H2-15", "nobody_fined", {})
    if card == s.claimed:
        return Refusal("H2-G08", "another_card", {"card": PACK.names[card]})
    return Refusal("H2-15", "not_held", {"card": PACK.names[card]})


# --- For the terminal -----------------------------------------------------------------------------------------


def by_book(names: Sequence[str]) -> list[list[str]]:
    """Names of cards, book by book."""
    return [[name for name in names if name[0] == letter] for letter in dict.fromkeys(name[0] for name in names)]
