"""Bacarac (1938): the facts."""

from parlour.core.game import Box, Game, Seats
from parlour.core.options import Choice, Number, Switch

GAME = Game(
    name="bacarac",
    title="Bacarac",
    options=(
        Number("hands", "Hands to play; 0 means two for each seat.", "BC-G17", usual=0, least=0, most=1_000),
        Number("hand_cap", "The most hands that are dealt.", "C-16", usual=100, least=1, most=1_000),
        Number("bet_most", "The most chips in one bet or raise.", "BC-G06", usual=3, least=1, most=10),
        Number("raises", "The most raises in one round of betting.", "BC-G06", usual=3, least=0, most=10),
        Switch("dead_first", "The dead hand gets the first card of every round, not the last.", "BC-G02"),
        Switch("poker_choose", "Players choose their own five cards for poker.", "BC-G04"),
        Switch("pass_is_check", "Passing means checking: nobody drops out before there is a bet.", "BC-G05"),
        Choice("change", "What a stop makes you change: the colour, or only the suit.", "BC-G11", ("colour", "suit")),
        Choice(
            "lead",
            "What you lead: the lowest card of a suit, of a colour, or of your hand.",
            "BC-G12",
            ("suit_low", "colour_low", "hand_low"),
        ),
        Switch("pay_per_card", "For every card left in hand, losers pay a chip to the player who goes out.", "BC-G16"),
        Switch("final_betting", "A round of betting in the last hand.", "BC-G18"),
        Switch("buy_dead", "The dealer may swap hands with the dead hand.", "BC-G23"),
        Switch("credit", "Players may owe chips; if not, they play with what they have.", "BC-G21", usual=True),
        Number(
            "stake", "Chips each player starts with when there is no credit.", "KK-G27", usual=50, least=13, most=10_000
        ),
        Choice(
            "manners",
            "auto: chips are paid as they are earned. strict: they must be claimed before the next deal.",
            "C-05",
            ("auto", "strict"),
        ),
    ),
    seats=Seats(2, 10, usual=4),
    # 132 actions, 8 seconds each
    box=Box(1938, "Milton Bradley Company, Springfield", minutes=20, depth=2, short={"hands": "seats"}, place=4),
    summary="Ante to ten divisions, bet on your best five, then race to lay your cards.",
    score_word="chips",
    package=__name__,
)
