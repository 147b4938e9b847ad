"""Somebody who plays through the pages, with the mouse or with the keyboard alone, and looks at every phase."""

import random
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from playwright.sync_api import ElementHandle, Error, Page
from tests.waiting import STEP, until

# What can be chosen now. Games with other ways to choose put `data-action` on them.
CHOICES = (
    "[data-action]:not([aria-disabled='true']), [data-square].can, [data-card].playable, [data-card][aria-pressed]"
)
READY = "[data-ready]"
MOST_STEPS = 2_000
MOST_LOOKS = 3  # every phase is looked at in test_phases.py
TRY = STEP * 1000 / 20  # milliseconds after which one looks again whether something can still be chosen

State: TypeAlias = dict[str, Any]


class Player:
    """Plays at random until the match is over."""

    def __init__(self, page: Page, seed: int = 1, look: Callable[[str], None] | None = None) -> None:
        self.page = page
        self.chance = random.Random(seed)
        self.look = look
        self.seen: set[str] = set()
        self.last: State = {}

    def play_out(self) -> None:
        """Play until it is over."""
        for _ in range(MOST_STEPS):
            if self.go_on() == "over":
                return
        raise AssertionError(f"not over after {MOST_STEPS} steps: {self.last}")

    def go_on(self) -> str:
        """Choose something or wait, until something has happened; whose turn it is then."""

        def happens() -> str | None:
            before = self.last
            turn = self.step()
            return turn if self.last != before else None

        return until(happens, lambda: f"something happens on the page that shows {self.last}")

    def step(self) -> str:
        """Choose something, if it is our turn; whose turn it was."""
        state = self.state()
        self.note(state)
        if state["stands"]:
            self.press_on()
        elif state["turn"] == "yours" and state["choices"]:
            self.choose(state)
        self.last = state
        return str(state["turn"])

    def state(self) -> State:
        """What the page shows."""
        return dict(self.page.evaluate(LOOK, CHOICES))

    def note(self, state: State) -> None:
        """Look closely at each phase once."""
        phase = f"{state['box']} {state['turn']} {' '.join(state['kinds'])}"
        if self.look is not None and phase not in self.seen and len(self.seen) < MOST_LOOKS:
            self.seen.add(phase)
            self.look(phase)

    def choose(self, state: State) -> None:
        """Do something that can be chosen; others may be quicker, and then it is gone."""
        target = self.page.evaluate_handle(ONE, [CHOICES, self.one_of(state)]).as_element()
        if target is not None:
            until(lambda: self.take(target) or not target.evaluate(OPEN, CHOICES), "a choice can be clicked on")

    def press_on(self) -> None:
        """Go on from what stands until everybody has seen it; it may go by itself meanwhile."""
        target = self.page.query_selector(READY)
        if target is not None:
            until(lambda: not target.evaluate("each => each.isConnected") or self.take(target), "one can press on")

    def take(self, target: ElementHandle) -> bool:
        """Click on a thing; whether that was possible."""
        try:
            target.click(timeout=TRY)
        except Error:
            return False
        return True

    def one_of(self, state: State) -> int:
        """What to choose: what finishes a choice that is made in steps, what the last step brought, or anything."""
        if state["refused"]:
            return self.any_of([each for each in state["choices"] if each["pressed"]] or state["choices"])
        free = [each for each in state["choices"] if not each["pressed"]] or state["choices"]
        finishing = [each for each in free if each["bar"]]
        if finishing and (state["picked"] or self.chance.random() < 0.7):
            return self.any_of(finishing)
        known = {each["key"] for each in self.last["choices"]} if state["n"] == self.last.get("n") else set()
        return self.any_of([each for each in free if known and each["key"] not in known] or free)

    def any_of(self, choices: list[State]) -> int:
        """The place of one of them, by chance."""
        return int(self.chance.choice(choices)["at"])


def play_out_together(*players: Player) -> None:
    """Play a match at one table, each in a browser of their own, until it is over for all of them."""
    for _ in range(MOST_STEPS):
        if go_on_together(players) == {"over"}:
            return
    raise AssertionError(f"not over after {MOST_STEPS} steps: {[each.last for each in players]}")


def go_on_together(players: Sequence[Player]) -> set[str]:
    """Choose something or wait, each in turn, until something has happened for somebody; whose turn it is then."""

    def happens() -> set[str] | None:
        before = [each.last for each in players]
        turns = {each.step() for each in players}
        return turns if turns == {"over"} or [each.last for each in players] != before else None

    return until(happens, lambda: f"something happens on the pages that show {[each.last for each in players]}")


ONE = "([choices, at]) => document.querySelectorAll(choices)[at]"
OPEN = """(target, choices) =>
  target.isConnected && target.matches(choices) && document.querySelector('[data-turn]')?.dataset.turn === 'yours'
"""
LOOK = """(choices) => {
  const screen = document.querySelector('[data-turn]');
  const all = [...document.querySelectorAll(choices)].map((each, at) => ({
    at,
    key: each.dataset.action ?? each.dataset.square ?? each.dataset.card,
    shown: each.getClientRects().length > 0,
    pressed: each.getAttribute('aria-pressed') === 'true',
    bar: !!each.closest('[role="group"]'),
  }));
  const shown = all.filter((each) => each.shown);
  return {
    n: screen?.dataset.n,
    box: screen?.dataset.box,
    turn: screen?.dataset.turn,
    kinds: [...new Set(shown.map(({ key }) => /^[a-z]+/.exec(key)?.[0] ?? '*'))].sort(),
    choices: shown,
    picked: document.querySelectorAll('[aria-pressed="true"]').length,
    stands: !!document.querySelector('[data-ready]'),
    refused: !!document.querySelector('.why .line'),
  };
}"""


class Patient(Player):
    """Lets what stands stand."""

    def press_on(self) -> None:
        """See `Player.press_on`."""


class Typist(Player):
    """Plays with the keyboard alone: Tab to what is a stop of its own, the arrow keys within hands and boards."""

    MOST_KEYS = 150

    def take(self, target: ElementHandle) -> bool:
        """Walk to a thing with the keyboard, and press Enter; if it is gone, that is not possible."""
        for _ in range(self.MOST_KEYS):
            key = target.evaluate(WAY)
            if key is None:
                return False
            self.page.keyboard.press(key)
            if key == "Enter":
                return True
        there = target.evaluate("target => target.outerHTML.slice(0, 200)")
        raise AssertionError(f"the keyboard gets to {self.page.evaluate(FOCUS)} and not to {there}")


FOCUS = "document.activeElement?.outerHTML.slice(0, 200)"

# The key that leads from where the focus is to the element; none if the element or the turn is gone.
WAY = """(target) => {
  const active = document.activeElement;
  if (!target.isConnected || target.getAttribute('aria-disabled') === 'true') return null;
  if (document.querySelector('[data-turn]')?.dataset.turn !== 'yours') return null;
  if (active === target) return 'Enter';
  const group = target.closest('[role="grid"], [role="listbox"], [role="toolbar"], ul, ol');
  if (target.tabIndex >= 0 || !group?.contains(active)) return 'Tab';
  if (group.getAttribute('role') !== 'grid')
    return active.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING ? 'ArrowRight' : 'ArrowLeft';
  const from = active.getBoundingClientRect(), to = target.getBoundingClientRect();
  if (Math.abs(to.y - from.y) > 8) return to.y > from.y ? 'ArrowDown' : 'ArrowUp';
  return to.x > from.x ? 'ArrowRight' : 'ArrowLeft';
}"""
