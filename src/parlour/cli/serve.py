"""`parlour serve`: tables for everybody who has the link."""

from pathlib import Path
from typing import Annotated

import typer

Database = Annotated[
    str | None,
    typer.Option("--database", metavar="URL", help="postgresql://USER@HOST/NAME; a file in --data otherwise."),
]
Data = Annotated[Path | None, typer.Option("--data", metavar="FOLDER", help="Where tables are kept.")]


def serve(
    host: Annotated[str | None, typer.Option("--host", help="The address to listen on; :: is everywhere.")] = None,
    port: Annotated[int | None, typer.Option("--port", min=0, max=65535, help="The port to listen on.")] = None,
    data: Data = None,
    database: Database = None,
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, help="Processes that serve; several need PostgreSQL.")
    ] = None,
    thinkers: Annotated[
        int | None, typer.Option("--thinkers", min=1, help="Processes in which computer players think.")
    ] = None,
    base_path: Annotated[
        str | None, typer.Option("--base-path", metavar="/PATH", help="The path under which a proxy serves it.")
    ] = None,
    show: Annotated[bool, typer.Option("--open", help="Open it in the browser, on any free port.")] = False,
    log_json: Annotated[bool | None, typer.Option("--log-json", help="Log JSON objects, one on each line.")] = None,
) -> None:
    """Serve tables over HTTP and WebSocket.

    Every flag can be set as a variable as well, such as PARLOUR_PORT; docs/hosting.md lists them all.
    """
    from parlour.server.running import run
    from parlour.server.settings import from_environment

    run(
        from_environment(
            host=host,
            port=port,
            data=data,
            database=database,
            workers=workers,
            thinkers=thinkers,
            base_path=base_path,
            log_json=log_json,
        ),
        show,
    )
