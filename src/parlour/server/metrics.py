"""What the server counts, in the text form that Prometheus reads."""

import resource
import time
from dataclasses import dataclass, field, fields

HELP = {
    "tables_opened": "tables opened",
    "commands": "commands carried out",
    "refusals": "commands refused",
    "messages": "messages sent",
    "connections": "sockets opened",
    "limited": "requests and messages over a limit",
    "errors": "requests that failed through our fault",
}


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
        usage = resource.getrusage(resource.RUSAGE_SELF)
        gauges |= {
            "uptime_seconds": time.monotonic() - self.begun,
            "cpu_seconds": usage.ru_utime + usage.ru_stime,
            "resident_peak_bytes": usage.ru_maxrss * 1024.0,
        }
        for name, value in gauges.items():
            lines += [f"# TYPE parlour_{name} gauge", f"parlour_{name} {value:g}"]
        return "\n".join(lines) + "\n"
