"""The databases that there are."""

from pathlib import Path

from parlour.errors import StoreError
from parlour.server.storage.lines import Database
from parlour.server.storage.postgres import Postgres
from parlour.server.storage.sqlite import Sqlite


def database_of(url: str, must_exist: bool = False) -> Database:
    """The database that a URL names. What is wrong with it is said without repeating it, for it may hold a password."""
    scheme, _, rest = url.partition("://")
    kind = scheme.partition("+")[0]
    if kind == "sqlite" and (path := rest.removeprefix("/").partition("?")[0]) not in ("", ":memory:"):
        if must_exist and not Path(path).is_file():
            raise StoreError(f"there is no database {path}")
        return Sqlite(Path(path))
    if kind in ("postgresql", "postgres") and rest:
        return Postgres(f"postgresql://{rest}")
    raise StoreError("a database is named sqlite:///PATH or postgresql://USER:PASSWORD@HOST/NAME")
