"""What a seat may see at Kard Kelly's table, what its events mean, and why an action is refused.

The table shows what lies open now and no more (KK-19, C-18): of the turned cards only the top one, of the disks out of
play one sorted row that does not say whose they were or why they are out (KK-G23), and nowhere whether a disk that was
kept is a phantom (KK-G09).
"""

from typing import Any, Final

from parlour.core.contract import Record
from parlour.core.plain import Plain
from parlour.core.results import Story, Told, counted, hand_result, sentence
from parlour.core.texts import HEAVY, Argument, Kind, Refusal, Seat, seats_in
from parlour.games.kardkelly.ledger import last_hand
from parlour.games.kardkelly.notation import BETWEEN, CARD_NAMES, PHASES, WINDOWS, disks_of
from parlour.games.kardkelly.pots import winners
from parlour.games.kardkelly.state import *

POT: Final = Argument("pot")
PAID: Final = Argument("paid")
NUMBER: Final = Argument("disk")

MANY: Final = ("", "double", "triple", "quadruple", "quintuple", "sextuple", "septuple", "octuple", "nonuple")


def header_name(headers: int) -> str:
    """What a header is called: the first is a double-header, the next a triple-header (KK-25, KK-26)."""
    return f"{MANY[headers]}-header" if headers < len(MANY) else f"{headers + 1}-fold header"


EVENTS: Final = {
    ANTE: Kind("ante", "KK-09", a=PAID, b=POT),
    DISK: Kind("disk", "KK-06", a=NUMBER, reveals=True, fades=True),
    STARTS: Kind("starts", "KK-07", reveals=True),
    TURNED: Kind("turned", "KK-10", a=Argument("card", CARD_NAMES.__getitem__), reveals=True, fades=True),
    SWEETENED: Kind("sweetened", "KK-12", a=PAID, b=POT),
    PUT_OUT: Kind("put_out", "KK-15", a=Argument("by", Seat), b=PAID, weight=HEAVY),
    BOUGHT: Kind("bought", "KK-17", a=PAID, b=POT),
    DECLINED: Kind("declined", "KK-17"),
    DREW: Kind("drew", "KK-17", a=NUMBER, reveals=True, fades=True),
    STAYS: Kind("kept", "KK-18", a=NUMBER, fades=True),
    REFUSED: Kind("rejected", "KK-18", a=NUMBER, fades=True),
    DOUBTED: Kind(
        "challenged", "KK-20", a=Argument("accused", Seat), b=Argument("right", bool), fades=True, weight=HEAVY
    ),
    STOPPED: Kind("stopped", "KK-G11"),
    TOOK_BACK: Kind("reclaimed", "KK-G11", a=NUMBER, fades=True),
    WON: Kind("won", "KK-13", a=Argument("counters"), b=Argument("alone", bool), weight=HEAVY),
    HEADER: Kind("header", "KK-25", a=Argument("name", header_name), b=POT, weight=HEAVY),
    SHARED: Kind("shared", "KK-G21", a=Argument("counters"), weight=HEAVY),
    BROKE: Kind("broke", "KK-G27", weight=HEAVY),
}


def show(s: Plain) -> dict[str, Any]:
    """The table, which looks the same to everybody."""
    phase, offered, turned = s.phase, s.offered, s.pack[: s.turned]
    between, dealt = phase in BETWEEN, bool(s.pack[0])
    disks = disks_of(s.holders, s.seats)
    pool = s.pool[: s.left] if dealt else range(1, DISKS + 1)
    table: dict[str, Any] = {
        "phase": PHASES[phase],
        "turn": None if between else s.turn,
        "starter": s.first if dealt else None,
        "disks": [disk or None for disk in disks],
        "alive": [seat for seat, disk in enumerate(disks) if disk],
        "in_match": seats_in(s.playing),
        "buyer": None if between or phase == TURNING else s.buyer,
        "offered": offered or None,
        "top": CARD_NAMES[turned[-1]] if turned else None,
        "cards_left": CARDS - len(turned),
        "disks_left": len(pool),
        "out_of_play": sorted(set(range(1, DISKS + 1)) - {*disks, *pool, offered}),  # KK-G08, KK-G23
        "pot": s.pot,
        "balances": s.balances[: s.seats],
        "headers": s.headers,
        "pots_won": s.won,
        "hands": s.hands,
        "turned": [CARD_NAMES[card] for card in turned] if between else None,  # C-07: the hand is over
    }
    if not s.credit:
        table["purses"] = [s.stake + balance for balance in table["balances"]]
    return table


def own(s: Plain, seat: int) -> dict[str, Any]:
    """Nobody sees more than everybody."""
    return {}


# --- What a player decides, and what came of it ---------------------------------------------------------------


def asked(s: Plain, seat: int) -> str:
    """What a seat is asked for: to turn a card, or something about a disk, its own or another's."""
    kinds = {BUYING: "buy", CHOOSING: "disk", REJECTED: "challenge", KEPT: "challenge_kept", DRAWING: "draw"}
    alive = (s.alive >> seat) & 1
    return kinds.get(s.phase, "turn" if alive else "turn_dead")


def result(s: Plain, story: Story) -> Told | None:
    """Who took the pot, and every counter that changed hands on the way."""
    if s.phase not in (DEALING, OVER) or s.headers or not s.won:
        return None
    events = story()
    ends = [event for event in events if event["kind"] in ("won", "shared")]
    if not ends:
        return None  # the match began from a position between two hands
    why, best = sentence("shared", headers=s.header_cap, counters=ends[-1]["counters"]), []
    if ends[-1]["kind"] == "won":
        best = [ends[-1]["seat"]]
        turned = [event["card"] for event in events if event["kind"] == "turned"]
        key = "last_alive" if ends[-1]["alone"] else "pot"
        why = sentence(key, winners=best, counters=ends[-1]["counters"], card=turned[-1])
    won, totals = seats_in(winners(s)), s.balances[: s.seats]
    return hand_result(why, best, last_hand(s, events), totals, "counters", why_won(s, won) if won else None)


def why_won(s: Plain, won: list[int]) -> Told:
    """Most counters win (KK-G17), even if one player alone is left (KK-G27)."""
    given = {"winners": won, "total": s.balances[won[0]], "pots": s.won}
    if s.won < s.hands:
        return sentence("alone", winners=won, total=given["total"])
    return sentence("most_tied" if len(won) > 1 else counted("most", s.won), **given)


# --- Refusals -------------------------------------------------------------------------------------------------


def refusal(s: Record, seat: int, action: int) -> Refusal:
    """Which rule forbids the action, and why."""
    if action == TURN:
        return refuse_turn(s)
    if action in (BUY, DECLINE):
        return refuse_buying(s, seat)
    if action in (KEEP, REJECT):
        return Refusal("KK-18", "no_disk", {})
    if action in (CHALLENGE, SILENT):
        return Refusal("KK-20", "no_window", {})
    if action in (DRAW, STOP):
        return refuse_drawing(s)
    if action == RECLAIM:
        return Refusal("KK-G11", "no_reclaim", {})
    return Refusal("KK-14", "table_only", {})


def refuse_turn(s: Record) -> Refusal:
    """Something comes before the next card."""
    if s.phase in WINDOWS:
        return Refusal("KK-20", "window_first", {"disk": int(s.offered)})
    if s.phase == CHOOSING:
        return Refusal("KK-18", "disk_first", {"disk": int(s.offered)})
    return Refusal("KK-17" if s.phase == BUYING else "KK-23", "answer_first", {})


def refuse_buying(s: Record, seat: int) -> Refusal:
    """Disks are for the dead, at the right time, while there are any."""
    if s.phase != TURNING:
        return Refusal("KK-17", "asked_already", {})
    if (int(s.alive) >> seat) & 1:
        return Refusal("KK-G20", "alive", {})
    if s.left == 0:
        return Refusal("KK-G08", "no_disks", {})
    return Refusal("KK-G06", "too_late", {})


def refuse_drawing(s: Record) -> Refusal:
    """Another disk is drawn only after one went out."""
    if s.phase == DRAWING:
        return Refusal("KK-G08", "no_disks", {})
    return Refusal("KK-23", "no_drawing", {})
