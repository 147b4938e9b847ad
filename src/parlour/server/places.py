"""Where a server listens: at an address, at all those of a name, or everywhere; IPv4 and IPv6 with a socket each.

One socket for both would see people who come by IPv4 under addresses of IPv6, which neither proxies nor limits know.
"""

import socket

from parlour.errors import OptionError

EVERYWHERE, OF_IPV4 = "::", "0.0.0.0"


def listen(host: str, port: int, any_port: bool = False) -> list[socket.socket]:
    """Sockets at an address and a port, which is the same for all of them; at another if it is taken, if so wished."""
    try:
        return bound(host, port)
    except OSError as error:
        if any_port and port:
            return listen(host, 0)
        why = (error.strerror or str(error)).lower()
        wanted = "--host takes an address of this machine, --port one that no other program has"
        raise OptionError(f"no server can listen on {address(host, port)}: {why}; {wanted}") from None


def bound(host: str, port: int) -> list[socket.socket]:
    """The same; `OSError` if it cannot be done."""
    made: list[socket.socket] = []
    try:
        for name in (host, OF_IPV4) if host == EVERYWHERE else (host,):
            for family, kind, protocol, _, where in socket.getaddrinfo(name, port, type=socket.SOCK_STREAM):
                made.append(each := socket.socket(family, kind, protocol))
                each.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                if family == socket.AF_INET6:
                    each.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
                each.bind((where[0], port, *where[2:]))
                each.set_inheritable(True)  # workers listen on it
                port = each.getsockname()[1]
    except OSError:
        for each in made:
            each.close()
        raise
    return made


def address(host: str, port: int) -> str:
    """An address as browsers want it."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
