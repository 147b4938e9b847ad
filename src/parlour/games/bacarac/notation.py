"""Bacarac's notation: actions and positions as text, both ways.

Cards are rank and suit: `KH`, `10H`, `2C`. Actions are `check`, `call`, `fold` (`pass` means to fold, or to check where
`pass_is_check` says so), `bet 2`, `raise 1`, `lead H`, `keep`, `swap`, `pick KH` (or all five at once), `claim K-Q`,
`silent`, and the table's `deal`, `end` and `final`.

A position is one line of these fields:

    | field    | for example     | meaning                                                                 |
    |----------|-----------------|-------------------------------------------------------------------------|
    | phase    | lead            | deal, buy, choose, bet, lead, final, final-bet or over                  |
    | hand     | 3               | hands finished                                                          |
    | dealer   | 2               | who deals, or will deal next                                            |
    | turn     | 0               | who is to choose, speak or lead; `-` for nobody                         |
    | playing  | 0,1,2           | seats still in the match                                                |
    | held     | 9H,4C/JH/-      | cards in hand, by seat                                                  |
    | laid     | -/2D,3D/-       | cards laid, by seat                                                     |
    | dead     | KH,7C           | the dead hand                                                           |
    | board    | 9,3,6,3,...     | chips in the divisions: kitty pot 8-9-10 A K Q J 10 K-Q J-10            |
    | balances | -13,-13,26      | chips won and lost, by seat                                             |
    | earners  | -,-,2,...       | who has earned each division this hand                                  |
    | fives    | -/-/KC,...      | poker fives, shown or chosen, by seat                                   |
    | bets     | 0,3,0:0,1,2:2:1 | put by seat, seats in the Pot, seats to speak, raises; `-` without bets |
    | run      | 2D-5D:1         | the last run and who laid its last card; `-` before the first           |
    | known    | 2222/x52x/2222  | the lowest rank of each suit C D H S that a seat may hold; x for none   |
    | exposed  | 6D              | dead cards that a stop has made known                                   |
    | signs    | swap,1          | `swap` if the dealer swapped; strict: seats that are silent; `-`        |
"""

import re
from functools import cache
from typing import TYPE_CHECKING, Final

from parlour.core.contract import Record
from parlour.core.ordinary import ONE_SUIT, PACK, RANKS, SUIT_LETTERS, SUITS
from parlour.core.positions import fields, number, numbers, one_of, parse_seats, seats_text
from parlour.errors import NotationError, PositionError
from parlour.games.bacarac.positions import check_position
from parlour.games.bacarac.state import *

if TYPE_CHECKING:
    from parlour.core.drafts import Draft

PHASES: Final = ("deal", "buy", "choose", "bet", "lead", "final", "final-bet", "over")
DIVISION_NAMES: Final = ("kitty", "pot", "8-9-10", "A", "K", "Q", "J", "10", "K-Q", "J-10")
SUIT_NAMES: Final = ("Clubs", "Diamonds", "Hearts", "Spades")
FLOORS: Final = "23456789TJQKAx"
FIELD_NAMES: Final = (
    *("phase", "hand", "dealer", "turn", "playing", "held", "laid", "dead", "board", "balances", "earners", "fives"),
    *("bets", "run", "known", "exposed", "signs"),
)
WORDS: Final = {
    **{"check": CHECK, "call": CALL, "fold": FOLD, "keep": KEEP, "swap": SWAP, "silent": SILENT},
    **{"deal": DEAL, "end": END, "final": FINAL_HAND},
}
TEXTS: Final = {action: word for word, action in WORDS.items()}
AMOUNT: Final = re.compile(r"(bet|raise) ([0-9]{1,2})", re.ASCII)
RUN: Final = re.compile(r"(\w+)-(\w+):([0-9])", re.ASCII)
MOST_CHIPS: Final = 9_999_999


def action_text(s: Record, seat: int, action: int) -> str:
    """An action in words of the notation; it does not depend on the state."""
    return action_name(action)


@cache
def action_name(action: int) -> str:
    """An action in words of the notation."""
    if action in TEXTS:
        return TEXTS[action]
    if action <= RAISE:
        return f"bet {action - BET}"
    if action < LEAD:
        return f"raise {action - RAISE}"
    if action < KEEP:
        return f"lead {SUIT_LETTERS[action - LEAD]}"
    if action < CLAIM:
        return f"pick {PACK.names[action - PICK]}"
    return f"claim {DIVISION_NAMES[action - CLAIM]}"


def parse_action(s: Record, seat: int, text: str) -> list[int]:
    """The action of a text, as a list; several picks may be written as one."""
    words = " ".join(text.lower().split())
    if words == "pass":  # BC-G05
        return [CHECK if s.pass_is_check and s.bet == 0 else FOLD]
    if words in WORDS:
        return [WORDS[words]]
    if (amount := AMOUNT.fullmatch(words)) and 1 <= int(amount[2]) <= MOST_BET:
        return [(BET if amount[1] == "bet" else RAISE) + int(amount[2])]
    verb, _, rest = words.partition(" ")
    if verb == "lead" and len(rest) == 1 and rest.upper() in SUIT_LETTERS:
        return [LEAD + SUIT_LETTERS.index(rest.upper())]
    if verb == "pick" and rest:
        return [PICK + card for card in sorted(PACK.parse(name) for name in rest.replace(",", " ").split())]
    names = [name.lower() for name in DIVISION_NAMES]
    if verb == "claim" and rest in names:
        return [CLAIM + names.index(rest)]
    raise NotationError(f"{text[:40]!r} is not an action of Bacarac; try 'check', 'bet 2', 'fold' or 'lead H'")


def unfinished(s: Record, seat: int) -> bool:
    """Whether the seat has picked some of its five and not all (`poker_choose`)."""
    return bool(s.phase == CHOOSING and s.turn == seat and s.fives[seat])


def turn_text(texts: list[str]) -> str:
    """Several picks as one."""
    return "pick " + " ".join(text.removeprefix("pick ") for text in texts) if len(texts) > 1 else texts[0]


# --- Positions ------------------------------------------------------------------------------------------------


def position_text(s: Record) -> str:
    """The whole state in one line, the deal key left out."""
    seats = range(s.seats)
    betting = s.phase in (BETTING, FINAL_BETTING)
    told = [
        *(PHASES[s.phase], str(s.hand), str(s.dealer)),
        str(s.turn) if s.phase in (CHOOSING, BETTING, LEADING, FINAL_BETTING) else "-",
        seats_text(s.playing),
        *("/".join(PACK.set_text(int(cards[seat])) for seat in seats) for cards in (s.held, s.laid)),
        PACK.set_text(int(s.dead)),
        ",".join(str(chips) for chips in s.board),
        ",".join(str(s.balances[seat]) for seat in seats),
        ",".join("-" if seat == NOBODY else str(seat) for seat in s.earners),
        "/".join(PACK.set_text(int(s.fives[seat])) for seat in seats),
        bets_text(s) if betting else "-",
        f"{PACK.names[s.run_low]}-{PACK.names[s.run_high]}:{s.layer}" if s.run_high != NO_CARD else "-",
        "/".join(floors_text(int(s.lacks[seat])) for seat in seats),
        PACK.set_text(int(s.exposed)),
        signs_text(s),
    ]
    return " ".join(told)


def bets_text(s: Record) -> str:
    """How the betting stands."""
    put = ",".join(str(s.bets[seat]) for seat in range(s.seats))
    return f"{put}:{seats_text(s.in_pot)}:{seats_text(s.waiting)}:{s.raised}"


def signs_text(s: Record) -> str:
    """Whether the dealer swapped, and who keeps silent."""
    signs = ["swap"] if s.swapped else []
    return ",".join([*signs, *(seats_text(s.silent),)] if s.silent else signs) or "-"


def floors_text(lacks: int) -> str:
    """What a seat is known to lack, as the lowest rank of each suit that it may hold."""
    suits = [(lacks >> (RANKS * suit)) & int(ONE_SUIT) for suit in range(SUITS)]
    return "".join(FLOORS[suit.bit_count()] for suit in suits)


def parse_floors(text: str) -> int:
    """The cards that a seat is known to lack."""
    if len(text) != SUITS or not set(text) <= set(FLOORS):
        raise PositionError(f"{text[:20]!r} should be four ranks of {FLOORS}, for C D H S")
    return sum(((1 << FLOORS.index(floor)) - 1) << (RANKS * suit) for suit, floor in enumerate(text))


def parse_position(text: str, draft: "Draft") -> None:
    """Set up the position of a text, and make sure that it is one that can be played on."""
    told = dict(zip(FIELD_NAMES, fields(text, FIELD_NAMES, "Bacarac"), strict=True))
    seats = told["held"].count("/") + 1
    s = draft(seats)
    s.phase = one_of(told["phase"], PHASES, "phase")
    s.hand = number(told["hand"], 0, 1_000)
    s.dealer = number(told["dealer"], 0, seats - 1)
    s.turn = 0 if told["turn"] == "-" else number(told["turn"], 0, seats - 1)
    if (told["turn"] == "-") == (s.phase in (CHOOSING, BETTING, LEADING, FINAL_BETTING)):
        raise PositionError(f"in the phase {told['phase']} the turn cannot be {told['turn']}")
    s.playing = parse_seats(told["playing"], seats)
    for cards, name in ((s.held, "held"), (s.laid, "laid"), (s.fives, "fives")):
        cards[:seats] = [PACK.parse_set(part) for part in by_seat(told[name], seats)]
    s.lacks[:seats] = [parse_floors(part) for part in by_seat(told["known"], seats)]
    s.dead = PACK.parse_set(told["dead"])
    s.exposed = PACK.parse_set(told["exposed"])
    s.board[:] = numbers(told["board"], DIVISIONS, 0, MOST_CHIPS)
    s.balances[:seats] = numbers(told["balances"], seats, -MOST_CHIPS, MOST_CHIPS)
    parts = told["earners"].split(",")
    s.earners[:] = numbers(",".join(str(NOBODY) if p == "-" else p for p in parts), DIVISIONS, NOBODY, seats - 1)
    parse_bets(s, told["bets"])
    parse_run(s, told["run"])
    parse_signs(s, told["signs"])
    check_position(s)


def by_seat(text: str, seats: int) -> list[str]:
    """The parts of a field that has one for every seat."""
    parts = text.split("/")
    if len(parts) != seats:
        raise PositionError(f"{text[:40]!r} should have {seats} parts between strokes, one a seat")
    return parts


def parse_bets(s: Record, text: str) -> None:
    """How the betting stands."""
    if (text == "-") == (s.phase in (BETTING, FINAL_BETTING)):
        raise PositionError(f"in the phase {PHASES[s.phase]} the bets cannot be {text[:40]!r}")
    if text == "-":
        return
    bets, in_pot, waiting, raised = fields(
        text.replace(":", " "), ("bets", "in", "waiting", "raises"), "Bacarac's bets"
    )
    s.bets[: s.seats] = numbers(bets, int(s.seats), 0, 1_000)
    s.in_pot = parse_seats(in_pot, int(s.seats))
    s.waiting = parse_seats(waiting, int(s.seats))
    s.raised = number(raised, 0, int(s.raises))
    s.bet = max(s.bets)


def parse_run(s: Record, text: str) -> None:
    """The last run and who laid its last card."""
    if text == "-":
        return
    if not (match := RUN.fullmatch(text)):
        raise PositionError(f"{text[:20]!r} should be a run and a seat, like 2D-5D:1")
    s.run_low, s.run_high = PACK.parse_set(match[1]).bit_length() - 1, PACK.parse_set(match[2]).bit_length() - 1
    s.layer = number(match[3], 0, int(s.seats) - 1)


def parse_signs(s: Record, text: str) -> None:
    """Whether the dealer swapped, and who keeps silent."""
    signs = [] if text == "-" else text.split(",")
    s.swapped = signs[:1] == ["swap"]
    s.silent = parse_seats(",".join(signs[int(s.swapped) :]) or "-", int(s.seats))
