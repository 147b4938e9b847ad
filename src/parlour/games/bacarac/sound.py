"""What must be true of a state of Bacarac that was made up, so that it can be played on."""

from parlour.core.contract import Record
from parlour.core.pack.ordinary import ALL_CARDS, CARDS, suit_of
from parlour.core.pack.poker import best_five
from parlour.core.pack.seating import everybody
from parlour.core.records import require
from parlour.games.bacarac.betting import able_to_bet
from parlour.games.bacarac.table import *

LARGEST_HAND = 18  # two players


def sound(s: Record) -> None:
    """`PositionError` if the state cannot be played on."""
    check_seats(s)
    check_cards(s)
    check_chips(s)
    check_run(s)
    check_known(s)
    check_fives(s)
    if s.phase in (BETTING, FINAL_BETTING):
        check_bets(s)
    if s.phase == LEADING:
        require(bool(s.held[s.turn] & allowed(s)), "the seat to lead has no card of a suit that it may lead")


def seats_of(s: Record) -> list[int]:
    """The seats that are still in the match."""
    return [seat for seat in range(s.seats) if in_match(s, seat)]


def check_seats(s: Record) -> None:
    """Enough seats play, the dealer and the turn among them, and hands are left to be dealt if any is to be."""
    require(in_match(s, int(s.dealer)), "the dealer is not playing")
    if s.credit:
        require(s.playing == everybody(s), "on credit everybody stays in the match")
    if not all_open(s):
        require(len(seats_of(s)) > 1, "it takes two to play a hand")
        playing = s.turn != NOBODY and in_match(s, int(s.turn))
        require(playing or s.phase == BUYING, "the seat whose turn it is is not playing")
    dealing = s.phase not in (FINAL, FINAL_BETTING, OVER)
    require(not dealing or s.hand < min(agreed_hands(s), s.hand_cap), "all hands have been played")
    require(s.phase != BUYING or bool(s.buy_dead), "nobody may buy the dead hand here")
    require(s.phase != CHOOSING or bool(s.poker_choose), "nobody chooses his five here")
    require(s.phase != FINAL_BETTING or bool(s.final_betting), "there is no betting in the final hand here")


def check_cards(s: Record) -> None:
    """Every card of the pack is in one place, or none is dealt."""
    sets = [int(cards) for cards in (*s.held, *s.laid, s.dead)]
    dealt = sum(cards.bit_count() for cards in sets)
    whole_pack = dealt == CARDS and sum(sets) == int(ALL_CARDS)
    require(whole_pack or (dealt == 0 and all_open(s)), "every card must be in one hand, laid or dead, and only there")
    require(dealt == 0 or s.hand > 0 or s.phase != DEALING, "nobody holds cards before the first deal")
    require(all(cards.bit_count() <= LARGEST_HAND for cards in sets[: s.seats]), "a hand is too large")
    if not all_open(s):
        holders = [seat for seat in range(s.seats) if s.held[seat]]
        require(holders == seats_of(s), "all who play hold cards, and nobody else does")
        require(s.phase == LEADING or not s.laid.any(), "no card is laid before the poker hand is played")


def check_chips(s: Record) -> None:
    """What is won, lost and on the board comes to nothing (C-09); a division is earned by who could take it."""
    require(int(s.balances.sum()) + chips_on_board(s) == 0, "balances and board must come to 0 together")
    if not s.credit:
        require(all(s.stake + s.balances[: s.seats] >= 0), "without credit nobody has less than nothing")
    require(s.phase != OVER or chips_on_board(s) == 0, "no chips are left on the board when the match is over")
    earned = [division for division in range(DIVISIONS) if s.earners[division] != NOBODY]
    require(not earned or s.phase in (LEADING, DEALING, FINAL, OVER), "nothing is earned before a card is laid")
    require(POT not in earned and (KITTY not in earned or all_open(s)), "that division cannot have been earned yet")
    if s.manners == AUTO:
        require(not any(s.board[division] for division in earned), "a division that was earned has been taken")
    require(s.silent == 0 or (s.manners == STRICT and bool(earned)), "nobody has anything to be silent about")


def check_run(s: Record) -> None:
    """The last run was laid, in one suit, upwards."""
    if s.run_high == NO_CARD:
        require(not s.laid.any(), "cards have been laid, so there was a run")
        return
    require(s.run_low <= s.run_high and suit_of(s.run_low) == suit_of(s.run_high), "a run goes up one suit")
    laid = int(s.laid.sum())
    require(all((laid >> card) & 1 for card in range(s.run_low, s.run_high + 1)), "the run has not been laid")
    require(bool((int(s.laid[s.layer]) >> int(s.run_high)) & 1), "the last card of the run was laid by another")


def check_known(s: Record) -> None:
    """What everybody is said to know is true."""
    require(not (s.held & s.lacks).any(), "a seat holds a card that it is known to lack")
    require(not s.exposed & ~s.dead, "a card that is known to be dead is not")
    told = s.lacks.any() or bool(s.exposed)
    require(s.phase == LEADING or not told, "nothing is known of the hands before and after the stops")
    require(not s.swapped or bool(s.buy_dead), "nobody may swap here")
    require(not s.swapped or s.phase not in (BUYING, FINAL_BETTING), "nobody has swapped yet")


def check_fives(s: Record) -> None:
    """Poker fives are those that were shown, or those that have been chosen."""
    if s.phase == CHOOSING:
        check_choosing(s)
        return
    for seat in range(s.seats):
        five, cards = s.fives[seat], s.held[seat] | s.laid[seat]
        chosen = s.poker_choose and s.phase != OVER
        if s.phase in (BUYING, FINAL_BETTING) or (s.phase == BETTING and not s.poker_choose):
            require(not five, "no five are shown before the showdown")
        elif s.phase == BETTING:
            require(is_five(int(five), int(cards)), "everybody who plays has chosen five cards of his own")
        elif five and chosen:
            require(is_five(int(five), int(cards)), "the five that are shown were dealt to the seat")
        elif five:
            require(five == best_five(cards, PAY_CARDS), "the five that are shown are not the best")


def is_five(five: int, cards: int) -> bool:
    """Whether they are five of the cards, or all if there are fewer."""
    return five & ~cards == 0 and five.bit_count() == min(FIVE, cards.bit_count())


def check_choosing(s: Record) -> None:
    """Those before the turn have chosen, the turn has begun, the others have not."""
    order = [seat for seat in seats_of(s) if seat > s.dealer] + [seat for seat in seats_of(s) if seat <= s.dealer]
    at = order.index(int(s.turn))
    for seat in order[:at]:
        require(is_five(int(s.fives[seat]), int(s.held[seat])), "a seat before the turn has not chosen its five")
    require(not any(s.fives[seat] for seat in order[at + 1 :]), "a seat after the turn has chosen already")
    five, cards = int(s.fives[s.turn]), int(s.held[s.turn])
    above = (cards >> five.bit_length()).bit_count()
    begun = five & ~cards == 0 and five.bit_count() < FIVE and above >= FIVE - five.bit_count()
    require(begun and cards.bit_count() > FIVE, "the seat to choose cannot have chosen these")


def check_bets(s: Record) -> None:
    """Who is to speak has a choice, and all who have spoken have answered the bet."""
    in_pot, waiting = int(s.in_pot), int(s.waiting)
    require(in_pot & ~int(s.playing) == 0 and in_pot.bit_count() > 1, "at least two who play are in the Pot")
    require(waiting & ~able_to_bet(s) == 0 and bool((waiting >> int(s.turn)) & 1), "who is to speak must be able to")
    require(s.board[POT] >= s.bets.sum(), "the bets are more than the Pot")
    require(
        s.bet <= int(s.bet_most) * (int(s.raised) + 1) and (s.bet > 0 or s.raised == 0), "the bet is beyond the limits"
    )
    require(s.bet == s.bets.max(), "the bet is not the highest of the bets")
    for seat in range(s.seats):
        answered = (able_to_bet(s) & ~waiting) >> seat & 1
        require(not answered or s.bets[seat] == s.bet, "a seat that has spoken has not answered the bet")
