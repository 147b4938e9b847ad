"""The time of the event loop, shared among addresses: who asks for much waits for itself, and for nobody else.

Whatever anybody asks (a request, a socket, a frame) is begun at once while little is asked. When more comes than can be
done, so much of it is done in each turn of the loop, an address after the other, and who has asked for least comes
first. So somebody who does one thing in a while waits for no more than a turn, whatever others do.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from heapq import heappop, heappush

MOST = 4  # things begun in a turn of the loop
FORGOTTEN = 10_000  # addresses whose shares are remembered while there is much to do


class Shares:
    """What is asked and not begun yet, by address."""

    def __init__(self) -> None:
        self.left = MOST
        self._turning = False
        self._waiting: dict[str, deque[Callable[[], None]]] = {}
        self._next: list[tuple[int, int, str]] = []  # a heap of the addresses that wait: who has had least comes first
        self._had: dict[str, int] = {}  # how much an address has had
        self._least = 0  # what the address whose turn came last had had
        self._count = 0

    def ask(self, who: str, go: Callable[[], None]) -> None:
        """Have something done for an address, now or when it is its turn."""
        if self._waiting or not self.left:
            if who in self._waiting:
                return self._waiting[who].append(go)
            self._waiting[who] = deque([go])
            return self._line_up(who)
        return self._do(go)

    def _line_up(self, who: str) -> None:
        """An address waits. Who has asked for nothing for a while comes before all who have, but saves nothing up."""
        self._had[who] = max(self._had.get(who, 0), self._least - 1)
        self._count += 1
        heappush(self._next, (self._had[who], self._count, who))
        self._begin_turn()

    def _do(self, go: Callable[[], None]) -> None:
        self.left -= 1
        self._begin_turn()
        go()

    def _begin_turn(self) -> None:
        if not self._turning:
            self._turning = True
            asyncio.get_running_loop().call_soon(self._turn)

    def _turn(self) -> None:
        """A turn of the loop: some of what waits is done."""
        self._turning, self.left = False, MOST
        while self._next and self.left:
            self._least, _, who = heappop(self._next)
            self._had[who] = self._least + 1
            go = self._waiting[who].popleft()
            if self._waiting[who]:
                self._line_up(who)
            else:
                del self._waiting[who]
            self._do(go)
        if not self._waiting or len(self._had) > FORGOTTEN:
            self._had = {who: self._had[who] for who in self._waiting}
            self._least = min(self._had.values(), default=0)
