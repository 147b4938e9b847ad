"""How a server is set up: flags of `parlour serve`, or variables `PARLOUR_*` of the environment."""

import math
import os
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TypeVar

import platformdirs

from parlour.errors import OptionError
from parlour.server import pages
from parlour.server.limits import Limit

PREFIX = "PARLOUR_"
T = TypeVar("T")

LEAST = {"port": 0, "workers": 1, "thinkers": 1, "sockets": 1, "archive_days": 1, "thought": 1, "advice_time": 1}
MOST = {"port": 65_535}


def data_folder() -> Path:
    """Where tables are kept unless somebody says otherwise."""
    return Path(platformdirs.user_data_dir("parlour"))


@dataclass(frozen=True)
class ServerSettings:
    """What whoever runs a server may choose."""

    host: str = "127.0.0.1"
    port: int = 8731
    data: Path = field(default_factory=data_folder)
    database: str = ""  # an address; a file in the data folder if empty
    workers: int = 1  # processes that serve
    thinkers: int = 1  # (of each) processes in which computer players think
    thought: float = 10.0  # seconds that every computer player may think; the better ones may longer
    advice_time: float = 60.0  # seconds in which a hint is made, or a review gets on
    base_path: str = ""  # where a proxy has put us, such as /games
    web: Path = pages.FOLDER  # where the web client lies
    names: tuple[str, ...] = ()  # under which people reach the server, besides those that are its own anyway
    origins: tuple[str, ...] = ()  # web pages from elsewhere that may connect
    proxies: str = "127.0.0.1,::1"  # whose word on a client's address is taken
    log_json: bool = False
    tables: Limit = Limit(20, 0.5)  # new tables and joins, an address
    requests: Limit = Limit(200, 50)  # other requests, an address
    visits: Limit = Limit(1000, 200)  # requests of any kind, files and /health included, an address
    commands: Limit = Limit(60, 20)  # commands, a socket
    chat: Limit = Limit(6, 0.5)  # lines, a member
    arranging: Limit = Limit(30, 1)  # what changes a table and is no move, a member; a table bears three times that
    advice: Limit = Limit(30, 2)  # hints, replays and looks at a review, an address
    guesses: Limit = Limit(10, 0.2)  # wrong tokens, passwords and codes, an address
    sockets: int = 64  # at a time, an address
    archive_days: float = 90.0  # after which a table nobody uses is archived

    @property
    def base(self) -> str:
        """The base path: empty, or with a slash before it and none behind."""
        path = self.base_path.strip("/")
        return f"/{path}" if path else ""

    @property
    def url(self) -> str:
        """The address of the database."""
        return self.database or f"sqlite:///{self.data / 'tables.sqlite'}"


def from_environment(**given: object) -> ServerSettings:
    """The settings: what is given, else what the environment says, if anything, else what is usual."""
    values: dict[str, object] = {}
    for each in fields(ServerSettings):
        name = PREFIX + each.name.upper()
        if given.get(each.name) is not None:
            values[each.name] = given[each.name]
        elif os.environ.get(name):
            values[each.name] = parse(each.name, name, os.environ[name])
    return ServerSettings(**values)  # type: ignore[arg-type]


def parse(field_name: str, name: str, text: str) -> object:
    """A setting from the environment."""
    usual = getattr(ServerSettings(), field_name)
    try:
        if isinstance(usual, bool):
            return {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}[text.lower()]
        if isinstance(usual, Limit):
            return limit_of(text)
        if isinstance(usual, tuple):
            return tuple(each for part in text.split(",") if (each := part.strip().rstrip("/")))
        return within(field_name, type(usual)(text))
    except (KeyError, ValueError):
        raise OptionError(f"{name} must be {wanted(field_name, usual)}, not {text[:40]!r}") from None


def limit_of(text: str) -> Limit:
    """A limit, `20/0.5`; `ValueError` if nobody could ever do anything under it."""
    burst, rate = map(float, text.split("/"))
    if not (1 <= burst < math.inf and 0 < rate < math.inf):
        raise ValueError("too little, or no number")
    return Limit(burst, rate)


def within(field_name: str, value: T) -> T:
    """A value that may be had; `ValueError` otherwise."""
    number = value if isinstance(value, int | float) else 0
    if field_name in LEAST and not LEAST[field_name] <= number <= MOST.get(field_name, math.inf):
        raise ValueError("too little, or too much")
    return value


def wanted(field_name: str, usual: object) -> str:
    """What a setting must be, in words."""
    if isinstance(usual, bool):
        return "yes or no"
    if isinstance(usual, Limit):
        return "two numbers, at least 1 and more than 0, such as 20/0.5"
    if field_name in MOST:
        return f"a number from {LEAST[field_name]} to {MOST[field_name]}"
    return f"a number, at least {LEAST[field_name]}" if field_name in LEAST else f"a value such as {usual}"
