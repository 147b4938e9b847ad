"""`parlour doctor --host`: what somebody who runs a server relies on. Nothing is changed."""

import asyncio
import os
import shutil
import sqlite3
import stat
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import closing
from functools import partial
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from parlour.cli.findings import MISSING, OK, WRONG, Finding, Findings
from parlour.errors import MissingExtra, OptionError, ParlourError, StoreError

if TYPE_CHECKING:
    from parlour.server.settings import ServerSettings

MEGABYTE = 1 << 20
LEAST_SPACE, GOOD_SPACE = 100 * MEGABYTE, 1024 * MEGABYTE  # below the first nothing may be saved soon
MOST_APART = 2.0  # seconds between this machine's clock and the database's
ENOUGH_FILES = 4096  # for a few hundred people; the unit for systemd has more
OTHER_FILES = 100  # that a server has open besides its sockets
ANSWERS = 5.0  # seconds in which a server that runs answers
ANY = "*"


def checks(settings: "ServerSettings") -> list[Callable[[], Findings]]:
    """What is looked at, in order."""
    every = (writing, clocks, space, secrets, open_files, listening, names, origins, proxies, thinkers, workers, pages)
    return [partial(each, settings) for each in every]


# --- What is kept -------------------------------------------------------------------------------------------------


def writing(settings: "ServerSettings") -> Findings:
    """Whether the database can be written: it is tried, and taken back."""
    from parlour.server.storage.sqlite import Sqlite

    try:
        database = database_of(settings)
        sqlite = isinstance(database, Sqlite)
        told = try_sqlite(database.path) if sqlite else asyncio.run(in_postgres(database, try_postgres))
    except (ParlourError, sqlite3.Error, OSError) as error:
        remedy = "let the server's user own the database, with room on its disk; docs/hosting.md has more"
        yield Finding("writing", WRONG, f"the database cannot be written: {error}", remedy, essential=True)
    else:
        yield Finding("writing", OK, told)


def try_sqlite(path: Path) -> str:
    """Begin to write a file of tables, and leave it at that."""
    folder = existing(path.parent)
    if not os.access(folder, os.W_OK | os.X_OK):
        raise StoreError(f"{folder} is not a folder that this user may write to")
    if not path.exists():
        return f"{path} can be made"
    if not os.access(path, os.W_OK):
        raise StoreError(f"{path} is not a file that this user may write to")
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("ROLLBACK")
    return f"{path} can be written"


async def try_postgres(connection: Any) -> str:
    """Write something, and take it back."""
    async with connection.transaction():
        await connection.execute("CREATE TABLE parlour_doctor (tried BOOLEAN)")
        known = await connection.fetchval("SELECT to_regclass('pulse')")
        if known:
            await connection.execute("UPDATE pulse SET at = at")
        await connection.execute("DROP TABLE parlour_doctor")
    return "PostgreSQL can be written"


def clocks(settings: "ServerSettings") -> Findings:
    """Whether this machine agrees on the time with PostgreSQL, or with what is stored in a file."""
    from parlour.server.storage.sqlite import Sqlite

    try:
        database = database_of(settings)
        if isinstance(database, Sqlite):
            ahead, whose = stored_time(database.path) - time.time(), "what is stored"
            wrong = ahead > MOST_APART
        else:
            ahead, whose = asyncio.run(in_postgres(database, postgres_ahead)), "PostgreSQL"
            wrong = abs(ahead) > MOST_APART
    except (ParlourError, sqlite3.Error, OSError):  # `database` tells of it
        return
    remedy = "set the clocks of all machines by NTP (timedatectl set-ntp true)"
    text = f"this machine's clock is {abs(ahead):.1f} s {'behind' if ahead > 0 else 'ahead of'} {whose}"
    agree = f"this machine's clock and {whose} agree"
    yield Finding("clock", WRONG if wrong else OK, text if wrong else agree, remedy, essential=True)


async def postgres_ahead(connection: Any) -> float:
    """How many seconds the clock of PostgreSQL is ahead of ours."""
    began = time.time()
    theirs = await connection.fetchval("SELECT extract(epoch FROM clock_timestamp())::float8")
    return float(theirs) - (began + time.time()) / 2


def stored_time(path: Path) -> float:
    """The latest time that stands in a file of tables; 0 if none does."""
    if not path.exists():
        return 0.0
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
        known = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'pulse'").fetchone()
        return float(connection.execute("SELECT max(at) FROM pulse").fetchone()[0]) if known else 0.0


async def in_postgres(database: Any, ask: Callable[[Any], Any]) -> Any:
    """Ask something of a PostgreSQL server."""
    with database.trouble():
        connection = await database._connect()
        try:
            return await ask(connection)
        finally:
            connection.terminate()


def space(settings: "ServerSettings") -> Findings:
    """How much room there is where this machine keeps tables."""
    free = free_space(existing(settings.data))
    text = f"{free // MEGABYTE:,} MB are free at {settings.data}"
    remedy = f"leave at least {GOOD_SPACE // MEGABYTE:,} MB free: when the disk is full, tables stand still"
    state = OK if free >= GOOD_SPACE else MISSING if free >= LEAST_SPACE else WRONG
    yield Finding("disk", state, text, remedy, essential=free < LEAST_SPACE)


def free_space(folder: Path) -> int:
    """The bytes that are free where a folder is."""
    return shutil.disk_usage(folder).free


def secrets(settings: "ServerSettings") -> Findings:
    """Whether nobody else can read the tables, or the backups beside them: cards and seeds stand in both."""
    folder = settings.data
    files = [] if not folder.is_dir() else [each for each in sorted(folder.iterdir()) if is_secret(each)]
    if folder.is_dir() and folder.stat().st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        yield Finding("permissions", WRONG, f"others can write to {folder}", f"chmod go-w {folder}", essential=True)
        return
    open_ones = [each for each in files if each.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO)]
    if open_ones:
        text = (
            f"others can read {', '.join(str(each) for each in open_ones[:3])}, where the secrets of all tables stand"
        )
        remedy = f"chmod 600 {' '.join(str(each) for each in open_ones)}"
        yield Finding("permissions", WRONG, text, remedy, essential=True)
        return
    yield Finding("permissions", OK, f"only their owner can read the {len(files)} files of tables and backups there")


def is_secret(file: Path) -> bool:
    """Whether a file has tables in it, or is a backup."""
    tables = file.name.startswith("tables.sqlite") and not file.name.endswith("-server")
    return file.is_file() and (tables or file.suffix == ".backup")


# --- Who comes ----------------------------------------------------------------------------------------------------


def open_files(settings: "ServerSettings") -> Findings:
    """How many sockets there can be. A server takes all that the system lets it have."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most == resource.RLIM_INFINITY:
        yield Finding("open files", OK, "no limit")
        return
    one = 4 * settings.sockets  # connections that one address may have
    text = f"{most:,} at a time, and one address may have {one:,} connections (PARLOUR_SOCKETS={settings.sockets})"
    state = WRONG if most < one + OTHER_FILES else OK if most >= ENOUGH_FILES else MISSING
    remedy = "raise the limit (LimitNOFILE= for systemd, ulimit -Hn in a shell), or lower PARLOUR_SOCKETS"
    yield Finding("open files", state, text, remedy, essential=state == WRONG)


def listening(settings: "ServerSettings") -> Findings:
    """Whether the port is free, or a server of ours has it."""
    from parlour.server.places import address, listen

    place = address(settings.host, settings.port)
    try:
        for each in listen(settings.host, settings.port):
            each.close()
    except OptionError as error:
        if answers(settings):
            yield Finding("port", OK, f"a server of Parlour's answers at {place}")
        else:
            yield Finding("port", WRONG, str(error), f"another --port than {settings.port}", essential=True)
    else:
        yield Finding("port", OK, f"{place} is free")


def answers(settings: "ServerSettings") -> bool:
    """Whether there is a server of ours already."""
    from parlour.server.places import address

    local = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)
    try:
        with urllib.request.urlopen(f"{address(local, settings.port)}/health", timeout=ANSWERS) as answer:
            return bool(answer.read(100) == b'{"alive":true}')
    except (OSError, ValueError, urllib.error.URLError):
        return False


def names(settings: "ServerSettings") -> Findings:
    """Whether the names by which people come are names."""
    bad = [each for each in settings.names if each != ANY and (urlsplit(f"//{each}").hostname or "") != each.lower()]
    remedy = "PARLOUR_NAMES=games.example.org: names alone, without https://, port or path"
    if bad:
        yield Finding("names", WRONG, f"PARLOUR_NAMES: {', '.join(bad)} is no name", remedy, essential=True)
    elif ANY in settings.names:
        text = "any name leads to this server, that of a hostile page too"
        yield Finding("names", MISSING, text, remedy)
    elif settings.names:
        yield Finding("names", OK, f"{', '.join(settings.names)}, and those that need no setting")
    else:
        text = "none of the internet: people come by an address, or a name of this network"
        yield Finding("names", MISSING, text, f"if people come by a name of the internet, {remedy}")


def origins(settings: "ServerSettings") -> Findings:
    """Whether the pages that may connect from elsewhere are named as browsers name them."""
    bad = [each for each in settings.origins if not is_origin(each)]
    if bad:
        remedy = "PARLOUR_ORIGINS=https://games.example.org: a scheme and a name, without a path"
        yield Finding("origins", WRONG, f"no page is called {', '.join(bad)}", remedy, essential=True)
    else:
        yield Finding("origins", OK, ", ".join(settings.origins) or "only this server's own pages connect")


def is_origin(text: str) -> bool:
    """Whether a browser would call a page's origin that."""
    try:
        parts = urlsplit(text)
        return parts.scheme in ("http", "https") and bool(parts.netloc) and text == f"{parts.scheme}://{parts.netloc}"
    except ValueError:
        return False


def proxies(settings: "ServerSettings") -> Findings:
    """Whether it is a proxy, and nobody else, who may say where somebody comes from."""
    told = [each.strip() for each in settings.proxies.split(",") if each.strip()]
    bad = [each for each in told if each != ANY and not is_network(each)]
    remedy = "PARLOUR_PROXIES takes addresses and networks with commas between them: 127.0.0.1,::1,10.0.0.0/8"
    if bad:
        text = f"PARLOUR_PROXIES: {', '.join(bad)} is no address, so nobody is believed for it"
        yield Finding("proxies", WRONG, text, remedy, essential=True)
    elif ANY in told and not is_loopback(settings.host):
        text = "everybody may say where they come from, so no limit holds"
        yield Finding("proxies", WRONG, text, remedy, essential=True)
    else:
        yield Finding("proxies", OK, f"believed about people's addresses: {', '.join(told) or 'nobody'}")


def is_network(text: str) -> bool:
    """Whether this is an address, or a network of them."""
    try:
        return bool(ip_network(text))
    except ValueError:
        return False


def is_loopback(host: str) -> bool:
    """Whether only this machine can come to an address."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


# --- What works -----------------------------------------------------------------------------------------------------


def thinkers(settings: "ServerSettings") -> Findings:
    """Whether processes in which computer players think can be started."""
    from parlour.core.kinship import serve
    from parlour.server.crew import START, Crew, nothing
    from parlour.server.metrics import Metrics

    async def begin() -> None:
        crew = Crew(1, Metrics(), serve, os.getpid())
        try:
            await crew.do(nothing, START)
        finally:
            crew.close()

    try:
        asyncio.run(begin())
    except Exception as error:  # whatever keeps a process from starting
        remedy = "let the server's user start processes, and leave it memory"
        yield Finding("thinkers", WRONG, f"no process of computer players starts: {error!r}", remedy, essential=True)
    else:
        yield Finding("thinkers", OK, f"{settings.thinkers * settings.workers} can be started")


def workers(settings: "ServerSettings") -> Findings:
    """Whether several processes have a database that they can share."""
    from parlour.server.running import check

    try:
        check(settings)
    except MissingExtra as error:
        yield Finding("workers", MISSING, str(error), 'pip install "parlour[postgres]"')
    except StoreError as error:
        yield Finding("workers", WRONG, str(error), "--workers 1, or --database postgresql://...", essential=True)
    else:
        cores = os.cpu_count() or 1
        yield Finding("workers", OK, f"{settings.workers}, on {cores} cores")


def pages(settings: "ServerSettings") -> Findings:
    """Whether there are pages for browsers where they are looked for."""
    from parlour.server.pages import INDEX

    there = (settings.web / INDEX).is_file()
    text = f"in {settings.web}" if there else f"none in {settings.web}: a server can talk only to programs"
    remedy = "in the source folder, python tools/web_client.py; or unset PARLOUR_WEB"
    yield Finding("web client", OK if there else WRONG, text, remedy, essential=True)


def database_of(settings: "ServerSettings") -> Any:
    """The database."""
    from parlour.server.storage import databases

    return databases.database_of(settings.url)


def existing(folder: Path) -> Path:
    """A folder, or the first above it that is there."""
    return next(each for each in (folder, *folder.parents) if each.exists())
