"""Kam-ra!: contracts and totals, the reel as a strip of film, the hand by suits."""

from typing import Any

from parlour.terminal.pen import QUIET, STRONG, Pen, marks_of

SUITS = {"$": "follow_dollar", "T": "follow_triangle", "C": "follow_circle", "Q": "follow_square", "*": "follow_star"}
INKS = {"$": "$warning", "T": "$error", "C": "$success", "Q": "$secondary", "*": "$primary"}


def draw(pen: Pen, view: dict[str, Any]) -> None:
    """The score pad, the reel, the hand."""
    table = view["table"]
    bids = ["-" if bid is None else bid for bid in table["contracts"]]
    marks = marks_of(view["seats"], dealer=table["dealer"], highest=table["highest"])
    word = pen.word
    columns = [
        ("bid", bids), (word("label", "contract").lower(), table["taken"]), ("held", table["held"]),
        (word("label", "total").lower(), table["totals"]),
    ]  # fmt: skip
    pen.seats(columns, marks).line()
    film(pen, table)
    hand(pen, table.get("hand") or [])


def film(pen: Pen, table: dict[str, Any]) -> None:
    """The reel that lies, card by card, and the last one."""
    last = table["last_reel"]
    if last is not None:
        cards = "  ".join(f"{pen.names[each['seat']]} {each['card']}" for each in last["cards"])
        taken = pen.word("label", "taken_by", taker=last["taker"])
        pen.line(f"{pen.word('label', 'last_reel')}: {cards}, {taken}", QUIET)
    number = pen.word("label", "reel", reel=sum(table["taken"]) + 1)
    if not table["reel"]:
        pen.line()
        return
    pen.put(number, QUIET).adorn("  " + "░▒" * len(table["reel"]), QUIET).line()
    for each in table["reel"]:
        pen.put(f"  {pen.names[each['seat']]} ").put(each["card"], f"{INKS[each['card'][0]]} bold")
        if each["seat"] == table["taking"]:
            pen.put(f" ({pen.word('label', 'best')})", QUIET)
    pen.line().line()


def hand(pen: Pen, cards: list[str]) -> None:
    """Your cards, suit by suit; those that may be played in brackets."""
    if not cards:
        return
    pen.line(pen.word("label", "your_hand"), STRONG)
    for suit in SUITS:
        held = [card for card in cards if card[0] == suit]
        if held:
            for card in held:
                pen.card(card, f"play {card}", INKS[suit])
            pen.line()


def prompt(view: dict[str, Any], you: int | None) -> tuple[str, dict[str, Any]] | None:
    """The turn line."""
    table = view["table"]
    phase, turn, reel = table["phase"], table["turn"], table["reel"]
    given = {"turn": turn}
    if phase in ("seek", "deal"):
        return phase, {}
    if phase == "claims":
        return ("claims" if you in view["actors"] else "claims_wait"), {}
    if phase == "bid":
        return ("your_bid" if turn == you else "bids"), given
    if phase != "play":
        return None
    if turn != you:
        return ("may_call" if view["legal"] else "plays" if reel else "leads"), given
    return (SUITS[reel[0]["card"][0]] if reel else "your_lead"), {}
