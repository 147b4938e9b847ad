"""The web client: the files that `tools/web_client.py` has put in the package, served to browsers.

Its addresses are made up by itself, so whatever is no file is answered with `index.html`. The names in `assets/` change
with what is in them, so browsers may keep those for ever.
"""

import html
import os
import stat
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles

FOLDER = Path(__file__).parents[1] / "web"
INDEX, ASSETS = "index.html", "assets/"
FOR_EVER, ASK_FIRST = "public, max-age=31536000, immutable", "no-cache"
# The lobby asks for these first, and need not wait for its code to do so. The rest of the link must be as `fetch` asks.
GAMES = '<link rel="preload" as="fetch" href="api/games" crossorigin>'
MISSING = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Parlour</title></head><body>
<h1>Parlour</h1>
<p>This server is running, but its web client has not been built.
In the source folder, run <code>python tools/web_client.py</code>, then load this page again.</p>
<p>Programs can play all the same: see <a href="api/openapi.json">the description of the interface</a>.</p>
</body></html>
"""


class Pages:
    """The files of the web client, below a base path."""

    def __init__(self, folder: Path, base: str = "") -> None:
        self.folder = folder
        self.base = f'<base href="{html.escape(base)}/">'
        self.files = StaticFiles(directory=folder, check_dir=False)

    async def answer(self, request: Request) -> Response:
        """A file, or else the one page that there is."""
        path = str(request.path_params["path"])
        if not path or path == INDEX:
            return self.index(GAMES)
        file = self.file(path, request)
        if file is not None:
            return file
        if path.startswith(ASSETS):
            raise HTTPException(404)
        return self.index()

    def index(self, more: str = "") -> Response:
        """The page; it is told where it lies, so that all its other addresses can be relative ones."""
        try:
            text, kept = (self.folder / INDEX).read_text(encoding="utf-8"), ASK_FIRST
        except (FileNotFoundError, NotADirectoryError):
            text, kept, more = MISSING, "no-store", ""
        head = f"<head>{self.base}{more}"
        return HTMLResponse(text.replace("<head>", head, 1), headers={"cache-control": kept})

    def file(self, path: str, request: Request) -> Response | None:
        """A file as it is, or as it was compressed beforehand for those who can read that."""
        whole, found = self.find(path)
        if found is None or not stat.S_ISREG(found.st_mode):
            return None
        headers = {"cache-control": FOR_EVER if path.startswith(ASSETS) else ASK_FIRST, "vary": "accept-encoding"}
        if "gzip" in Headers(scope=request.scope).get("accept-encoding", ""):
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
