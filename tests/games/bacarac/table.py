"""What the tests of Bacarac share: laying out positions, playing them, and reading what came of it."""

import random
from collections.abc import Callable, Sequence
from typing import Any

import parlour
from parlour import Match
from parlour.core.contract import TABLE
from parlour.core.pack.ordinary import PACK
from parlour.games.bacarac.table import DIVISION_NAMES

BACARAC = parlour.game("bacarac")
ANTES = (3, 1, 2, 1, 1, 1, 1, 1, 1, 1)
EVERYTHING = (1 << 52) - 1


def cards(text: str) -> int:
    """A set of cards from their names between blanks."""
    return PACK.parse_set(text.replace(" ", ",") or "-")


def layout(
    *hands: str,
    dead: str = "",
    laid: str | None = None,
    run: str = "-",
    phase: str = "lead",
    dealer: int | None = None,
    turn: int | None = 0,
    hand: int = 0,
    board: Sequence[int] | None = None,
    balances: Sequence[int] | None = None,
    bets: str = "-",
    signs: str = "-",
    **options: Any,
) -> Match:
    """A match in the middle of a hand: these cards are held, the rest is dead or, after a run, laid by the last seat.

    `laid` are the cards laid; what is neither held, laid nor in `dead` is dead as well. With `laid` None all the rest
    but `dead` is laid.
    """
    seats = len(hands)
    held = [cards(text) for text in hands]
    rest = EVERYTHING & ~sum(held)
    laid_cards = rest & ~cards(dead) if laid is None else cards(laid)
    dead_cards = rest & ~laid_cards
    layer = int(run.partition(":")[2] or seats - 1)
    board = board or [seats * chips for chips in ANTES]
    shares = [-(sum(board) // seats)] * seats
    shares[0] -= sum(board) + sum(shares)
    told = {
        "seats": seats,
        "phase": phase,
        "hand": hand,
        "dealer": (seats - 1) if dealer is None else dealer,
        "turn": turn or 0,
        "held": "/".join(PACK.set_text(hand) for hand in held),
        "laid": "/".join(PACK.set_text(laid_cards if seat == layer else 0) for seat in range(seats)),
        "dead": PACK.set_text(dead_cards),
        "board": ",".join(map(str, board)),
        "balances": ",".join(map(str, balances or shares)),
    }
    text = " ".join(f"{name}={value}" for name, value in told.items())
    text += laid_run(run) + laid_bets(bets)
    return BACARAC.match(position=text, seed=1, options=options, hold_table=True)


def laid_run(run: str) -> str:
    """The last run and who laid its last card: `2D-5D:1`."""
    if run == "-":
        return ""
    cards, _, layer = run.partition(":")
    low, _, high = cards.partition("-")
    return f" run_low={low} run_high={high} layer={layer}"


def laid_bets(bets: str) -> str:
    """How the betting stands: put by seat, seats in the Pot, seats to speak, raises: `0,3,0:0,1,2:2:1`."""
    if bets == "-":
        return ""
    put, in_pot, waiting, raised = bets.split(":")
    return f" bets={put} bet={max(map(int, put.split(',')))} in_pot={in_pot} waiting={waiting} raised={raised}"


def betting(*hands: str, **given: Any) -> Match:
    """A match about to bet, these hands dealt and all other cards dead."""
    seats = len(hands)
    everybody = ",".join(map(str, range(seats)))
    bets = f"{','.join('0' * seats)}:{everybody}:{everybody}:0"
    return layout(*hands, laid="", **({"bets": bets, "phase": "bet"} | given))


def table(match: Match, seat: int | None = None) -> dict[str, Any]:
    """The table as a spectator, or a seat, sees it."""
    shown: dict[str, Any] = match.view(seat)["table"]
    return shown


def told(match: Match, kind: str, seat: int | None = None) -> list[dict[str, Any]]:
    """The events of a kind, as a spectator or a seat sees them."""
    return [event for event in match.events(seat) if event["kind"] == kind]


def texts(match: Match, seat: int) -> list[str]:
    """What a seat may do, in notation."""
    return [str(action) for action in match.legal(seat)]


def speak(match: Match, words: str) -> None:
    """Words of the betting, between commas, each from the seat whose turn it is."""
    for word in words.split(","):
        match.play(table(match)["turn"], word.strip())


def took(match: Match) -> dict[str, tuple[int, int]]:
    """Which division was taken by whom, and how many chips there were."""
    return {event["division"]: (event["seat"], event["chips"]) for event in told(match, "took")}


def won(match: Match) -> dict[int, int]:
    """What each seat has won at poker."""
    chips: dict[int, int] = {}
    for event in told(match, "won"):
        chips[event["seat"]] = chips.get(event["seat"], 0) + event["chips"]
    return chips


def dealt(seats: int, seed: int = 0, **options: Any) -> Match:
    """A fresh match with its first hand dealt."""
    match = BACARAC.match(seats, seed=seed, options=options, hold_table=True)
    match.play(TABLE, "deal")
    return match


def play_on(match: Match, rng: random.Random, until: Callable[[Match], bool] = lambda match: False) -> None:
    """Play at random, the world's moves too (but never its `end`), until the match is over or `until` says so."""
    while not match.over and not until(match):
        seat = rng.choice(match.actors)
        actions = list(match.legal(seat))
        match.play(seat, actions[0] if seat == TABLE else rng.choice(actions))


def between_hands(match: Match) -> bool:
    """Whether the next hand waits to be dealt."""
    return match.actors == (TABLE,)


def chips(match: Match, division: str) -> int:
    """What lies in a division."""
    return int(table(match)["board"][division])


def fresh_board(seats: int, **piles: int) -> list[int]:
    """The board after one ante, some piles changed: `kitty`, `pot`, `eight` for 8-9-10."""
    board = [seats * chips for chips in ANTES]
    for name, pile in piles.items():
        board[DIVISION_NAMES.index({"eight": "8-9-10"}.get(name, name))] = pile
    return board
