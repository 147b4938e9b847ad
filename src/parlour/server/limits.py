"""Limits: how much of anything one address or one member may ask for. They are buckets that fill up with time."""

import time
from collections import OrderedDict
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address

NETWORK = 64  # bits of an IPv6 address that say whose it is
MOST_BUCKETS = 50_000  # remembered at a time; the longest unused is forgotten first


@dataclass(frozen=True)
class Limit:
    """So many at once, and so many a second on the whole."""

    burst: float
    rate: float


class Buckets:
    """A bucket for everybody, for one kind of thing."""

    def __init__(self, limit: Limit) -> None:
        self.limit = limit
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, who: str, now: float | None = None) -> float:
        """Take one; 0 if there was one, else the seconds until there will be."""
        now = time.monotonic() if now is None else now
        left, then = self._left.pop(who, (self.limit.burst, now))
        left = min(self.limit.burst, left + (now - then) * self.limit.rate)
        waits = 0.0 if left >= 1 else (1 - left) / self.limit.rate
        self._left[who] = (left - 1 if left >= 1 else left, now)
        if len(self._left) > MOST_BUCKETS:
            self._left.popitem(last=False)
        return waits


@lru_cache(maxsize=MOST_BUCKETS)
def household(host: str) -> str:
    """What of an address is limited: with IPv6 its network, for whoever has one address there has all of them."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(IPv6Network((int(address), NETWORK), strict=False))
