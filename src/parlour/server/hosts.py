"""The names by which a server is asked for.

A web page from anywhere can let its own name lead to this machine (DNS rebinding), and would pass for one of ours. So a
name is either given by whoever runs the server, or one that nobody on the internet can have: an address, a name without
a dot, one that ends as only those of home networks do.
"""

import socket
from collections.abc import Iterable
from ipaddress import ip_address
from urllib.parse import urlsplit

AT_HOME = (".localhost", ".local", ".lan", ".internal", ".home.arpa", ".test")
ANY = "*"
LONGEST = 100  # of a name that is repeated


class Hosts:
    """The names of a server."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self.names = {name.lower().rstrip(".") for name in (*names, socket.gethostname()) if name}

    def known(self, host: str | None) -> bool:
        """Whether a request with this header is meant for us; a program may send none, a browser always does."""
        if not host or ANY in self.names:
            return True
        name = name_of(host)
        return name in self.names or (bool(name) and nobodys(name))


def name_of(host: str) -> str:
    """The name in a header `Host`, without the port; empty if it is no such header."""
    try:
        return (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def nobodys(name: str) -> bool:
    """Whether nobody on the internet can have a name."""
    if "." not in name and ":" not in name:
        return True
    try:
        return bool(ip_address(name.partition("%")[0]))
    except ValueError:
        return name.endswith(AT_HOME)


def stranger(host: str) -> str:
    """What to say to who asks for somebody else."""
    name = name_of(host)[:LONGEST]
    if not name:
        return "the header Host names no host"
    return f"this server does not go by the name of {name}; if it should, start it with PARLOUR_NAMES={name}"
