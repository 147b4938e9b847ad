"""What the server counts, in the text form that Prometheus reads."""

import resource
import time
from bisect import bisect_left
from dataclasses import dataclass, field, fields
from itertools import accumulate

HELP = {
    "tables_opened": "tables opened",
    "commands": "commands carried out",
    "refusals": "commands refused",
    "messages": "messages sent",
    "connections": "sockets opened",
    "limited": "requests and messages over a limit",
    "errors": "requests that failed through our fault",
    "unsaved": "times that it began that nothing could be saved",
    "replaced": "processes of computer players and of advice that hung or died, and were replaced",
    "stood_in": "moves that the rulebook made for a computer player that failed",
}
LIMITS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds


class Waits:
    """How long people waited for the answer to a command, until it was on disk."""

    def __init__(self) -> None:
        self._counts = [0] * (len(LIMITS) + 1)
        self._sum = 0.0

    def note(self, began: float) -> None:
        """Somebody has been answered who had asked then, by `time.perf_counter`."""
        seconds = time.perf_counter() - began
        self._counts[bisect_left(LIMITS, seconds)] += 1
        self._sum += seconds

    def half(self) -> float | None:
        """Seconds within which half of them were answered, as closely as it is counted; None if nobody was yet."""
        *below, count = accumulate(self._counts)
        enough = (limit for limit, each in zip(LIMITS, below, strict=True) if 2 * each >= count)
        return next(enough, LIMITS[-1]) if count else None

    def lines(self, name: str) -> list[str]:
        """As Prometheus wants them: so many waited no longer than that."""
        *below, count = accumulate(self._counts)
        lines = [f'{name}_bucket{{le="{limit:g}"}} {each}' for limit, each in zip(LIMITS, below, strict=True)]
        lines += [f'{name}_bucket{{le="+Inf"}} {count}', f"{name}_sum {self._sum:g}", f"{name}_count {count}"]
        return [f"# HELP {name} how long commands waited for their answer", f"# TYPE {name} histogram", *lines]


@dataclass
class Metrics:
    """Counters of one process."""

    tables_opened: int = 0
    commands: int = 0
    refusals: int = 0
    messages: int = 0
    connections: int = 0
    limited: int = 0
    errors: int = 0
    unsaved: int = 0
    replaced: int = 0
    stood_in: int = 0
    waits: Waits = field(default_factory=Waits)
    begun: float = field(default_factory=time.monotonic)

    def page(self, gauges: dict[str, float]) -> str:
        """Everything counted, and some gauges, as Prometheus wants it."""
        lines = []
        for each in fields(self):
            if each.name in HELP:
                name = f"parlour_{each.name}_total"
                lines += [
                    f"# HELP {name} {HELP[each.name]}",
                    f"# TYPE {name} counter",
                    f"{name} {getattr(self, each.name)}",
                ]
        lines += self.waits.lines("parlour_answer_seconds")
        usage = resource.getrusage(resource.RUSAGE_SELF)
        gauges |= {
            "uptime_seconds": time.monotonic() - self.begun,
            "cpu_seconds": usage.ru_utime + usage.ru_stime,
            "resident_peak_bytes": usage.ru_maxrss * 1024.0,
        }
        for name, value in gauges.items():
            lines += [f"# TYPE parlour_{name} gauge", f"parlour_{name} {value:g}"]
        return "\n".join(lines) + "\n"
