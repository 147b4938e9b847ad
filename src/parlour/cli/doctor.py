"""`parlour doctor`: what works here, what is missing, and how to get it."""

import asyncio
import os
import platform
import re
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from importlib import metadata
from pathlib import Path
from typing import Annotated, Any

import typer

from parlour import __version__
from parlour.cli.common import AsJson, print_json
from parlour.cli.serve import Data, Database
from parlour.core.game import Game
from parlour.errors import MissingExtra, OptionError, ParlourError, StoreError
from parlour.games import all_games
from parlour.terminal.plain.screen import FAILED, console

OK, MISSING, WRONG = "ok", "missing", "wrong"
COLOURS = {"standard": "16 colours", "256": "256 colours", "truecolor": "all colours", "windows": "16 colours"}
FEW_FILES = 1024  # a socket each; below this a server turns people away
NEEDED = re.compile(r"([A-Za-z0-9._-]+)(?:\[[^]]*\])?[^;]*?(?:>=([0-9.]+))?[^;]*(?:;(.*))?")
EXTRA = re.compile(r"""extra == ['"](\w+)['"]""")
PURPOSES = {  # what an extra is for
    "compile": "`parlour compile`, for changing rules",
    "cuda": "matches on an NVIDIA GPU",
    "data": "Parquet files",
    "lab": "matches by the thousand at full speed; play does not need it",
    "openspiel": "the games in OpenSpiel",
    "pettingzoo": "the games in PettingZoo and Gymnasium",
    "plot": "pictures of figures",
    "postgres": "a server with PostgreSQL",
    "ray": "tournaments on many machines",
    "tui": "`parlour tui`, the full screen",
}


@dataclass(frozen=True)
class Finding:
    """What was found of one thing: ok, missing or wrong, in words, and how to get it right.

    Nothing works without what is `essential`; everything else is for those who want it.
    """

    name: str
    state: str
    text: str
    remedy: str = ""
    essential: bool = False


Findings = Iterator[Finding]


def doctor(
    database: Database = None,
    data: Data = None,
    as_json: AsJson = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show only what is missing or wrong.")] = False,
) -> None:
    """Say what works on this computer, what is missing, and how to get it.

    The exit code is 1 if something is broken that Parlour cannot do without.
    """
    from parlour.server.settings import from_environment

    settings = from_environment(data=data, database=database)
    checks: list[Callable[[], Findings]] = [
        python,
        packages,
        engine,
        game_files,
        lambda: folder("data folder", settings.data),
        lambda: kept_tables(settings.url),
        web_client,
        browser,
        terminal,
        open_files,
        gpu,
        extras,
    ]
    found = [finding for check in checks for finding in check() if not quiet or finding.state != OK]
    if as_json:
        print_json({"parlour": __version__, "checks": [asdict(finding) for finding in found]})
    else:
        show(found)
    if any(finding.essential and finding.state != OK for finding in found):
        raise typer.Exit(FAILED)


def show(found: list[Finding]) -> None:
    """The findings for people, a line each, with what to do below those that are not ok."""
    from rich.table import Table as Grid
    from rich.text import Text

    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    colours = {OK: "green", MISSING: "yellow", WRONG: "red"}
    for finding in found:
        text = finding.text if finding.state == OK or not finding.remedy else f"{finding.text}\n-> {finding.remedy}"
        grid.add_row(Text(finding.state, colours[finding.state]), finding.name, Text(text))
    console().print(grid)
    console().print(f"\n{summary(found)}")


def summary(found: list[Finding]) -> str:
    """All of it in a line."""
    bad = [finding for finding in found if finding.state != OK]
    broken = [finding.name for finding in bad if finding.essential]
    if broken:
        return f"Parlour does not work here: {', '.join(broken)}."
    return "Everything that Parlour needs is there." + (" The rest is optional." if bad else "")


# --- Python and what is installed ---------------------------------------------------------------------------------


def python() -> Findings:
    """The language."""
    version, wanted = platform.python_version(), str(metadata.metadata("parlour")["Requires-Python"])
    good = numbers(version) >= numbers(wanted.removeprefix(">="))
    text = f"Parlour {__version__} on Python {version}, {platform.system()} {platform.machine()}"
    yield Finding("python", OK if good else WRONG, text, f"install Python {wanted}", essential=True)


def packages() -> Findings:
    """What Parlour cannot do without."""
    wanted = requirements("")
    bad = [trouble for name, least in wanted.items() if (trouble := package_trouble(name, least))]
    text = "; ".join(bad) or f"all {len(wanted)} are installed"
    yield Finding("packages", WRONG if bad else OK, text, "install Parlour again", essential=True)


def extras() -> Findings:
    """What is installed on demand."""
    for extra in metadata.metadata("parlour").get_all("Provides-Extra") or []:
        wanted = requirements(extra)
        bad = [trouble for name, least in wanted.items() if (trouble := package_trouble(name, least))]
        here = ", ".join(f"{name} {metadata.version(name)}" for name in wanted) if not bad else "; ".join(bad)
        remedy = f'uv pip install "parlour[{extra}]", or pip install "parlour[{extra}]"'
        purpose = f" (for {PURPOSES[extra]})" if extra in PURPOSES else ""
        yield Finding(f"extra {extra}", MISSING if bad else OK, here + purpose, remedy)


def requirements(extra: str) -> dict[str, str]:
    """The packages of an extra, or those that are always needed, each with its least version."""
    found = {}
    for line in metadata.requires("parlour") or []:
        match = NEEDED.fullmatch(line)
        assert match, line
        name, least, marker = match.groups()
        asked = EXTRA.search(marker or "")
        if (asked[1] if asked else "") == extra and not ("win32" in (marker or "") and os.name == "nt"):
            found[name] = least or "0"
    return found


def package_trouble(name: str, least: str) -> str:
    """What is wrong with a package; nothing if it is there and new enough."""
    try:
        version = metadata.version(name)
    except metadata.PackageNotFoundError:
        return f"{name} is not installed"
    return "" if numbers(version) >= numbers(least) else f"{name} {version} is older than {least}"


def numbers(version: str) -> tuple[int, ...]:
    """A version as numbers that can be compared."""
    return tuple(int(part) for part in re.findall(r"\d+", version)[:3])


# --- What runs the rules ----------------------------------------------------------------------------------------


def engine() -> Findings:
    """What people play with, and what plays by the thousand."""
    from parlour.core.engines import NAMES, VARIABLE, has_numba, told

    remedy = f"unset {VARIABLE}"
    try:
        name = told()
    except OptionError as error:
        yield Finding("engine", WRONG, str(error), remedy, essential=True)
        return
    if name is None:
        text = f"wasm for people, {'numba' if has_numba() else 'wasm too'} for matches by the thousand"
        yield Finding("engine", OK, text)
    elif name == "numba" and not has_numba():
        text = f"{VARIABLE} says numba, which is not installed"
        yield Finding("engine", WRONG, text, f"{remedy}, or install parlour[lab]", essential=True)
    elif name == NAMES[-1]:
        text = f"{VARIABLE} says {name}: everything runs, a thousand times slower"
        yield Finding("engine", WRONG, text, remedy)
    else:
        yield Finding("engine", OK, f"{name} for everything, because {VARIABLE} says so")


def game_files() -> Findings:
    """Which engine each game has, and why: `<game>.wasm` must be there, made from the rules as they are, and load."""
    from parlour.core.engines import told
    from parlour.core.engines.wasm import why_not

    try:
        asked = told()
    except OptionError:  # `engine` tells of it
        return
    good = []
    for one in all_games().values():
        if trouble := why_not(one):
            text = f"{trouble}; it is played with the engine {engine_of(one)}"
            yield Finding(f"game {one.name}", WRONG, text, f"parlour compile {one.name}")
        elif trouble := load_trouble(one):
            yield Finding(
                f"game {one.name}", WRONG, trouble, "install Parlour again", essential=asked in (None, "wasm")
            )
        else:
            good.append(one)
    by_engine: dict[str, list[str]] = {}
    for one in good:
        by_engine.setdefault(engine_of(one), []).append(one.name)
    for name, names in by_engine.items():
        why = "their files are up to date" if asked is None else "as told; their files are fine"
        yield Finding("games", OK, f"{name}: {', '.join(names)} ({why})")


def engine_of(one: Game) -> str:
    """The engine for people at a game; a file that cannot be used is a finding here, not a warning."""
    import warnings

    from parlour.core.engines import for_play

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return for_play(one)


def load_trouble(one: Game) -> str:
    """Why a game's file does not load on this computer; nothing if it does."""
    from parlour.core.engines import make

    try:
        make(one, "wasm")
    except Exception as error:  # whatever wasmtime says of a file, or the system of wasmtime
        return f"{one.name}.wasm does not load: {str(error).splitlines()[0][:200]}"
    return ""


# --- Where things are kept --------------------------------------------------------------------------------------


def folder(name: str, path: Path) -> Findings:
    """Whether a folder can be written, or made."""
    there = next(each for each in (path, *path.parents) if each.exists())
    good = there.is_dir() and os.access(there, os.W_OK)
    text = str(path) if path == there else f"{path} (made when it is needed)"
    remedy = "give another one with --data, or a folder of your own"
    yield Finding(name, OK if good else WRONG, text if good else f"{path} cannot be written", remedy)


def kept_tables(url: str) -> Findings:
    """The database of a server: whether it answers, and how old its tables are. Nothing is changed in it."""
    from parlour.server.storage.databases import database_of
    from parlour.server.storage.sqlite import Sqlite

    try:
        database = database_of(url)
        text = sqlite_text(url) if isinstance(database, Sqlite) else asyncio.run(postgres_text(database))
    except MissingExtra as error:
        yield Finding("database", MISSING, str(error), 'pip install "parlour[postgres]"')
    except (StoreError, sqlite3.Error) as error:
        yield Finding("database", WRONG, str(error), "see docs/hosting.md", essential=True)
    else:
        yield Finding("database", OK, text)


def sqlite_text(url: str) -> str:
    """What is known of a file of tables."""
    path = Path(url.partition("://")[2].removeprefix("/").partition("?")[0])
    about = f"SQLite {sqlite3.sqlite_version}, {path}"
    if not path.exists():
        return f"{about} (made when a server first starts)"
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
        known = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'schema'").fetchone()
        return f"{about}, {level(connection.execute('SELECT version FROM schema').fetchone() if known else None)}"


async def postgres_text(database: Any) -> str:
    """What is known of a PostgreSQL server."""
    with database.trouble():
        connection = await database._connect()
        try:
            version = (await connection.fetchval("SHOW server_version")).split()[0]
            known = await connection.fetchval("SELECT to_regclass('schema')")
            row = await connection.fetchrow("SELECT version FROM schema") if known else None
        finally:
            connection.terminate()
    return f"PostgreSQL {version} answers, {level(row)}"


def level(row: Any) -> str:
    """How old the tables of a database are."""
    from parlour.server.storage.schema import VERSION

    if row is None:
        return "no tables yet"
    if row[0] > VERSION:
        raise StoreError(f"tables of version {row[0]}; this Parlour knows versions up to {VERSION}")
    return f"tables of version {row[0]}" + ("" if row[0] == VERSION else f", brought to {VERSION} by the next server")


# --- What people see --------------------------------------------------------------------------------------------


def web_client() -> Findings:
    """Whether there are pages for browsers."""
    from parlour.server.pages import FOLDER, INDEX

    there = (FOLDER / INDEX).exists()
    text = "built in" if there else "not built: a server can talk only to programs"
    yield Finding("web client", OK if there else MISSING, text, "in the source folder, python tools/web_client.py")


def browser() -> Findings:
    """Whether `parlour serve --open` finds a browser."""
    import webbrowser

    try:
        found = webbrowser.get()
    except webbrowser.Error:
        text = "none found here; any browser that can reach the server will do"
        yield Finding("browser", MISSING, text, "install one, or name it in the variable BROWSER")
        return
    yield Finding("browser", OK, str(getattr(found, "name", "") or type(found).__name__))


def terminal() -> Findings:
    """What can be shown here."""
    wide, high = shutil.get_terminal_size()
    signs = (sys.stdout.encoding or "ascii").lower().replace("-", "")
    if not sys.stdout.isatty():
        yield Finding("terminal", OK, f"none: output goes to a file or a program, as {signs}")
        return
    colours = COLOURS.get(console().color_system or "", "no colour")
    text = f"{os.environ.get('TERM', 'unknown')}, {wide} x {high}, {colours}, {signs}"
    good = (wide >= 80 and high >= 24) and signs == "utf8"
    yield Finding("terminal", OK if good else WRONG, text, "80 x 24 or more, and UTF-8 (LANG=C.UTF-8)")


def open_files() -> Findings:
    """How many people a server here can have at a time: a socket each."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    many = soft == resource.RLIM_INFINITY or soft >= FEW_FILES
    text = "no limit" if soft == resource.RLIM_INFINITY else f"{soft:,} at a time, a socket for each player of a server"
    yield Finding("open files", OK if many else WRONG, text, f"ulimit -n {hard if hard > 0 else 65536}")


def gpu() -> Findings:
    """Whether `--engine cuda` plays."""
    from parlour.arena.series import require_extra_cuda

    try:
        require_extra_cuda()
        from parlour.arena.gpu.cuda import require_cuda

        require_cuda()
    except MissingExtra as error:
        yield Finding("GPU", MISSING, str(error), 'pip install "parlour[cuda]", on a machine with an NVIDIA GPU')
    except ParlourError as error:
        yield Finding("GPU", MISSING, str(error), "everything else plays on the processor")
    else:
        yield Finding("GPU", OK, gpu_name())


def gpu_name() -> str:
    """The GPU that would play."""
    from numba import cuda

    name = cuda.get_current_device().name
    return f"{name.decode() if isinstance(name, bytes) else name} plays"
