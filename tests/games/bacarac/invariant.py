"""What must hold in every state of Bacarac: cards and chips are where they should be, and runs go up one suit."""

from parlour.core.contract import Record
from parlour.core.pack.ordinary import ALL_CARDS, CARDS, suit_of
from parlour.games.bacarac.table import BETTING, BUYING, CHOOSING, FINAL_BETTING, LEADING, NO_CARD, OVER, POT

IN_PLAY = (BUYING, CHOOSING, BETTING, LEADING, FINAL_BETTING)


def wrong(s: Record) -> str | None:
    return wrong_cards(s) or wrong_chips(s) or wrong_run(s)


def wrong_cards(s: Record) -> str | None:
    sets = [int(cards) for cards in (*s.held, *s.laid, s.dead)]
    dealt = sum(cards.bit_count() for cards in sets)
    if dealt not in (0, CARDS) or (dealt == CARDS and sum(sets) != int(ALL_CARDS)):
        return "a card exists twice or has vanished"
    if s.phase in IN_PLAY and dealt == 0:
        return "a hand is played without cards"
    if (s.held & s.lacks).any() or s.exposed & ~s.dead:
        return "what everybody knows is wrong"
    if s.pack.any() or s.could.any():
        return "scratch is left behind"
    return None


def wrong_chips(s: Record) -> str | None:
    chips = int(s.balances.sum()) + int(s.board.sum())
    if chips:
        return f"balances and board come to {chips}"
    if (s.board < 0).any() or s.board[POT] < s.bets.sum():
        return "a pile owes chips"
    if not s.credit and (int(s.stake) + s.balances[: s.seats] < 0).any():
        return "somebody has less than nothing"
    if s.phase == OVER and s.board.any():
        return "chips are left on the board"
    return None


def wrong_run(s: Record) -> str | None:
    if s.run_high == NO_CARD:
        return None
    laid = int(s.laid.sum())
    if s.run_low > s.run_high or suit_of(s.run_low) != suit_of(s.run_high):
        return "a run leaves its suit"
    if not all((laid >> card) & 1 for card in range(s.run_low, s.run_high + 1)):
        return "a run has a gap"
    return None
