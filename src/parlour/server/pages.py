"""The web client: the files that `tools/web_client.py` has put in the package, served to browsers.

Its addresses are made up by itself, so whatever is no file is answered with `index.html`. The names in `assets/` change
with what is in them, so browsers may keep those for ever. What it would ask for first stands in the page.
"""

import html
import os
import stat
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeAlias

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles

from parlour.server.packing import ASK_FIRST, PackedAnswer, packed, reads_gzip

Tags: TypeAlias = Callable[[Request], Awaitable[str]]

FOLDER = Path(__file__).parents[1] / "web"
INDEX, ASSETS = "index.html", "assets/"
FOR_EVER = "public, max-age=31536000, immutable"
HTML = "text/html"
GAMES = '<script type="application/json" id="games">{}</script>'
MISSING = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Parlour</title></head><body>
<h1>Parlour</h1>
<p>This server is running, but its web client has not been built.
In the source folder, run <code>python tools/web_client.py</code>, then load this page again.</p>
<p>Programs can play all the same: see <a href="api/openapi.json">the description of the interface</a>.</p>
</body></html>
"""


class Pages:
    """The files of the web client, below a base path. `games` gives the games that there are, as JSON, and `tags` what
    else the head of the page has at an address."""

    def __init__(self, folder: Path, games: Callable[[], bytes], base: str = "", tags: Tags | None = None) -> None:
        self.tags = tags
        self.folder = folder
        self.games = games
        self.base = f'<base href="{html.escape(base)}/">'
        self.files = StaticFiles(directory=folder, check_dir=False)
        self.standing: PackedAnswer | None = None

    async def answer(self, request: Request) -> Response:
        """A file, or else the one page that there is."""
        path = str(request.path_params["path"])
        file = self.file(path, request) if path and path != INDEX else None
        if file is not None:
            return file
        if path.startswith(ASSETS):
            raise HTTPException(404)
        tags = await self.tags(request) if self.tags else ""
        page = self.page(tags)
        if page is None:
            return HTMLResponse(MISSING, headers={"cache-control": "no-store"})
        if tags:  # of one table
            return await packed(request, Response(page, media_type=HTML, headers={"cache-control": ASK_FIRST}))
        if self.standing is None or self.standing.text != page:
            self.standing = PackedAnswer(page, HTML)
        return self.standing.answer(request)

    def page(self, tags: str = "") -> bytes | None:
        """The page, if it has been built. It is told where it lies, so that all its other addresses can be relative
        ones, and which games there are, for which it need not ask then."""
        try:
            text = (self.folder / INDEX).read_text(encoding="utf-8")
        except (FileNotFoundError, NotADirectoryError):
            return None
        games = self.games().decode().replace("<", "\\u003c")
        text = text.replace("<head>", f"<head>{self.base}", 1)
        return text.replace("</head>", f"{tags}{GAMES.format(games)}</head>", 1).encode()

    def file(self, path: str, request: Request) -> Response | None:
        """A file as it is, or as it was compressed beforehand for those who can read that."""
        whole, found = self.find(path)
        if found is None or not stat.S_ISREG(found.st_mode):
            return None
        headers = {"cache-control": FOR_EVER if path.startswith(ASSETS) else ASK_FIRST, "vary": "accept-encoding"}
        if reads_gzip(request):
            packed, better = self.find(f"{path}.gz")
            if better is not None:
                whole, found = packed, better
                headers["content-encoding"] = "gzip"
        answer = self.files.file_response(whole, found, request.scope)
        answer.headers.update(headers)
        return answer

    def find(self, path: str) -> tuple[str, os.stat_result | None]:
        """Where a file of the folder lies, and what is known of it: nothing, if that is no name for one."""
        try:
            return self.files.lookup_path(path)
        except (OSError, ValueError):  # too long a name, or one with a zero in it
            return "", None
