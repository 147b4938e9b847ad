"""How much a member may say and arrange: everybody at a table is told of it."""

from parlour.server.limits import Buckets, Limit
from parlour.table import wire

WORDS = (wire.Chat, wire.Phrase, wire.Rename, wire.Report)  # what is limited as chat is
ARRANGING = (  # what everybody is told of, and could be done again and again without a match going on
    wire.Sit, wire.Stand, wire.Swap, wire.Wish, wire.AddBot, wire.Empty, wire.Vote, wire.Tempo, wire.Pause, wire.Resume,
    wire.Stir, wire.Stretch, wire.Mute, wire.TakeBack, wire.TakeOver, wire.Return,
)  # fmt: skip
TOGETHER = 3  # times as much of that as one member may do all at a table may do


class Moderation:
    """What members may still say and arrange."""

    def __init__(self, chat: Limit, arranging: Limit) -> None:
        self._chat = Buckets(chat)
        self._arranging = Buckets(arranging)
        self._together = Buckets(Limit(TOGETHER * arranging.burst, TOGETHER * arranging.rate))

    def wait(self, table: str, member: int, command: wire.AnyCommand) -> float:
        """How many seconds a command comes too early, 0 if it may be carried out; from whichever device it comes."""
        if isinstance(command, WORDS):
            return self._chat.take(f"{table} {member}")
        if isinstance(command, ARRANGING):
            return self._arranging.take(f"{table} {member}") or self._together.take(table)
        return 0.0
