"""Bacarac: the board of ten divisions with its chips, the four runs as rails, the colour that is due."""

from collections.abc import Sequence
from typing import Any

from parlour.terminal.pen import QUIET, STRONG, Pen, marks_of

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
TURNS = ("buy", "choose", "bet", "lead", "final-bet")
ACROSS, CELL = 5, 9


def draw(pen: Pen, view: dict[str, Any]) -> None:
    """The board, the players, the rails or the betting, the hand."""
    table = view["table"]
    board(pen, table)
    players(pen, view)
    if table["poker"]:
        betting(pen, table["poker"])
    for seat, cards in enumerate(table["shown"]):
        if cards and pen.plain:
            pen.line(f"{pen.names[seat]} showed {' '.join(cards)}")
    for seat, cards in enumerate(table["left"] or ()):
        if cards and seat != pen.you:
            pen.line(f"{pen.names[seat]} was left with {' '.join(cards)}", QUIET)
    if pen.plain:
        runs(pen, table)
    else:
        rails(pen, table)
    if table["required"]:
        pen.adorn("▌ ", STRONG).adorn(f"{table['required']}\n", STRONG)
    if table.get("best"):
        pen.line(f"{pen.word('label', 'best')} {' '.join(table['best']['cards'])}, {table['best']['poker']}", QUIET)
    if table.get("hand"):
        pen.put(f"{pen.word('label', 'hand')}: ", STRONG).line("  ".join(table["hand"]))


def board(pen: Pen, table: dict[str, Any]) -> None:
    """Ten divisions in two rows, each with its sign and its chips."""
    signs = {"kitty": pen.word("label", "sign_kitty"), "pot": pen.word("label", "sign_pot")}
    if pen.plain:
        pen.line(
            f"{pen.word('label', 'board')}: " + "  ".join(f"{name} {chips}" for name, chips in table["board"].items())
        )
        return
    items = [
        (signs.get(name, f"{name}♥" if name != "8-9-10" else name), chips) for name, chips in table["board"].items()
    ]
    for first in range(0, len(items), ACROSS):
        row = items[first : first + ACROSS]
        pen.line("│".join(f"{sign:^{CELL}}" for sign, _ in row), QUIET)
        pen.line(
            "│".join(f"{('●' * min(3, chips // 8) + ' ' + str(chips)).strip():^{CELL}}" for _, chips in row), STRONG
        )


def players(pen: Pen, view: dict[str, Any]) -> None:
    """Chips, cards, who deals, who is out."""
    table = view["table"]
    marks = marks_of(view["seats"], dealer=table["dealer"])
    for seat in range(view["seats"]):
        if seat not in table["playing"]:
            marks[seat] = pen.word("label", "gone")
        elif table["poker"]:
            inside = seat in table["poker"]["in"]
            bet = pen.word("label", "put", chips=table["poker"]["put"][seat]) if inside else pen.word("label", "folded")
            marks[seat] = f"{marks[seat]} {bet}".strip()
    pen.seats([("chips", table["balances"]), (pen.word("label", "cards_word"), table["held"])], marks)


def betting(pen: Pen, poker: dict[str, Any]) -> None:
    """How the bet stands."""
    if poker["bet"]:
        pen.line(pen.word("label", "bet_stands", bet=poker["bet"], left=poker["raises_left"]), QUIET)
    else:
        pen.line(pen.word("label", "no_bet"), QUIET)


def runs(pen: Pen, table: dict[str, Any]) -> None:
    """The same in words: the last run, what was laid of every suit, and what is dead."""
    if run := table["run"]:
        pen.line(
            f"last run: {' to '.join(dict.fromkeys((run['cards'][0], run['cards'][-1])))}, by {pen.names[run['layer']]}"
        )
    laid = {card for cards in table["laid"] for card in cards}
    dead = {*(table["known_dead"] or ()), *(table["dead"] or ())}
    for suit in SUITS:
        here, gone = ([rank for rank in RANKS if f"{rank}{suit}" in cards] for cards in (laid, dead))
        if here or gone:
            told = {"laid": " ".join(here) or "-", "dead": " ".join(gone) or "-"}
            pen.line(pen.word("label", "rail", suit=suit, **told))


def rails(pen: Pen, table: dict[str, Any]) -> None:
    """The four runs: what was laid, what is dead, what you hold."""
    laid = {card for cards in table["laid"] for card in cards}
    dead, mine = set(table["known_dead"] or ()) | set(table["dead"] or ()), set(table.get("hand") or ())
    if not laid and not mine:
        return
    lead = {text.split()[1]: text for text in pen.legal if text.startswith("lead ")}
    for suit, sign in SUITS.items():
        pen.put(f"{sign} {suit} ", "bold $error" if suit in "DH" else STRONG, do=lead.get(suit, ""))
        for rank in RANKS:
            card = f"{rank}{suit}"
            if card in laid:
                pen.put(f" {rank} ")
            elif card in mine:
                pen.put(f"[{rank}]", "bold $accent", do=lead.get(suit, ""))
            else:
                pen.put(" x " if card in dead else " · ", QUIET)
        pen.line()


def prompt(view: dict[str, Any], you: int | None) -> tuple[str, dict[str, Any]] | None:
    """The turn line."""
    table, legal = view["table"], view["legal"]
    phase, turn = table["phase"], table["turn"]
    if phase not in TURNS:
        return ("your_claim" if legal else phase), {}
    mine = you is not None and turn == you and you in view["actors"]
    if not mine and any(text.startswith("claim") for text in legal):
        return "your_claim", {}
    if mine and phase in ("bet", "final-bet"):
        return what_to_bet(table, legal, turn)
    key = "bet" if phase == "final-bet" else phase
    return (f"your_{key}" if mine else key), {"turn": turn, "required": table["required"]}


def what_to_bet(table: dict[str, Any], legal: Sequence[str], you: int) -> tuple[str, dict[str, Any]]:
    """What can be done now, by name: nobody raises where there is nothing to raise."""
    poker = table["poker"]
    if not (poker and poker["bet"]):
        most = max([int(text[4:]) for text in legal if text.startswith("bet ")], default=0)
        return ("your_bet", {"most": most}) if most else ("your_check", {})
    raises = any(text.startswith("raise ") for text in legal)
    return ("your_answer" if raises else "your_last_answer"), {"due": poker["bet"] - poker["put"][you]}
