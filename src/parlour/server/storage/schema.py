"""The tables of the database, how they came to be, and what is asked of them.

    steps     the logs: one row a step, until a host erases the table; (room, number) decides who was first
    rooms     one row a table: its summary, as of its last step
    pulse     one row: when a server was last known to run
    outages   the times in which none was, or in which what was restored lay in a backup
    schema    one row: the version that the tables are of

Statements are written as PostgreSQL wants them. SQLite is given the same, `for_sqlite`.
"""

from parlour.errors import StoreError

# Each entry leads from the version before it to the next. Entries are never changed, only added.
MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE steps (
            room TEXT /* COLLATE "C" */ NOT NULL, number BIGINT NOT NULL, step BYTEA NOT NULL,
            PRIMARY KEY (room, number)
        ) /* WITHOUT ROWID */""",
        """CREATE TABLE rooms (
            room TEXT /* COLLATE "C" */ NOT NULL PRIMARY KEY, game TEXT NOT NULL, phase TEXT NOT NULL,
            public BOOLEAN NOT NULL, title TEXT NOT NULL, seats INTEGER NOT NULL, free INTEGER NOT NULL,
            due DOUBLE PRECISION, touched DOUBLE PRECISION NOT NULL
        ) /* WITHOUT ROWID */""",
    ),
    (
        "ALTER TABLE steps ADD COLUMN mark BIGINT NOT NULL DEFAULT 0",
        "ALTER TABLE rooms ADD COLUMN archived BOOLEAN NOT NULL DEFAULT FALSE",
        "CREATE INDEX rooms_due ON rooms (due) WHERE due IS NOT NULL AND NOT archived",
        "CREATE INDEX rooms_lobby ON rooms (touched) WHERE public AND phase <> 'over' AND NOT archived",
    ),
    (
        "CREATE TABLE pulse (at DOUBLE PRECISION NOT NULL)",
        "INSERT INTO pulse (at) VALUES (0)",
        "CREATE TABLE outages (began DOUBLE PRECISION NOT NULL, ended DOUBLE PRECISION NOT NULL)",
    ),
)
VERSION = len(MIGRATIONS)

SCHEMA = "CREATE TABLE IF NOT EXISTS schema (version INTEGER NOT NULL)"
GET_VERSION = "SELECT version FROM schema"
CLEAR_VERSION = "DELETE FROM schema"
SET_VERSION = "INSERT INTO schema (version) VALUES ($1)"

SUMMARY = "game, phase, public, title, seats, free, due, touched"
READ = "SELECT number, step FROM steps WHERE room = $1 AND number >= $2 ORDER BY number"
LOBBY = f"""SELECT room, {SUMMARY} FROM rooms WHERE public AND phase <> 'over' AND NOT archived
    ORDER BY touched DESC LIMIT $1"""
FOUND = f"""SELECT room, {SUMMARY} FROM rooms
    WHERE room /* COLLATE "C" */ >= $1 AND room /* COLLATE "C" */ < $2 AND phase = 'gathering' AND NOT archived
    ORDER BY touched DESC LIMIT 1"""
WAITING = "SELECT room FROM rooms WHERE due <= $1 AND due IS NOT NULL AND NOT archived ORDER BY due LIMIT $2"
ARCHIVE = """UPDATE rooms SET archived = TRUE WHERE room IN (
    SELECT room FROM rooms WHERE touched < $1 AND NOT archived LIMIT $2 /* FOR UPDATE SKIP LOCKED */) RETURNING room"""
UNUSED = "SELECT room FROM rooms WHERE touched < $1 ORDER BY touched"
ERASE = ("DELETE FROM steps WHERE room = $1", "DELETE FROM rooms WHERE room = $1")
PULSE = "UPDATE pulse SET at = $1 WHERE at < $1"
LAST_PULSE = "SELECT at FROM pulse"
NEWEST = "SELECT at FROM pulse UNION ALL SELECT coalesce(max(touched), 0) FROM rooms"
RESTORED = """INSERT INTO outages (began, ended)
    SELECT latest, CAST($1 AS DOUBLE PRECISION) FROM (SELECT max(touched) AS latest FROM rooms) AS backup
    WHERE latest < $1"""  # nobody has played since the backup
OUTAGE = "INSERT INTO outages (began, ended) VALUES ($1, $2)"
OUTAGES = "SELECT began, ended FROM outages ORDER BY began"
HOLDS = "SELECT 1 FROM steps LIMIT 1"
REPLACE = """ON CONFLICT (room) DO UPDATE SET archived = FALSE, game = excluded.game, phase = excluded.phase,
    public = excluded.public, title = excluded.title, seats = excluded.seats, free = excluded.free,
    due = excluded.due, touched = excluded.touched"""

# What a backup holds.
COLUMNS = {"steps": "room, number, step", "rooms": f"room, {SUMMARY}, archived"}
ALL_ROWS = {
    "steps": f"SELECT {COLUMNS['steps']} FROM steps ORDER BY room, number",
    "rooms": f"SELECT {COLUMNS['rooms']} FROM rooms ORDER BY room",
}


def for_sqlite(query: str) -> str:
    """A statement in SQLite's dialect, which numbers values with `?` and clusters a table on demand only."""
    return query.replace("$", "?").replace("/* WITHOUT ROWID */", "WITHOUT ROWID").replace("BYTEA", "BLOB")


def for_postgres(query: str) -> str:
    """A statement in PostgreSQL's dialect: names sort as bytes, and who is busy with a table is not waited for."""
    for words in ('COLLATE "C"', "FOR UPDATE SKIP LOCKED"):
        query = query.replace(f"/* {words} */", words)
    return query


def missing(version: int) -> list[str]:
    """The statements that bring tables of a version up to date; `StoreError` if they are of a later one than ours."""
    if not 0 <= version <= VERSION:
        raise StoreError(f"the database is of version {version}; this Parlour knows versions up to {VERSION}")
    return [statement for migration in MIGRATIONS[version:] for statement in migration]
