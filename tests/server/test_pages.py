"""The web client's files, as browsers get them."""

import asyncio
import gzip
import json
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Route

from parlour.server.pages import Pages
from parlour.server.settings import from_environment
from parlour.server.shield import Shield

PAGE = '<!doctype html><html><head><script type="module" src="assets/app-1.js"></script></head></html>'
GAMES = b'[{"name": "</script><script>"}]' + 1024 * b" "


def get(folder: Path, path: str, base: str = "", **headers: str) -> httpx.Response:
    """What a browser gets; the names of headers with a low line for a hyphen."""
    settings = from_environment(web=folder, base_path=base)
    app = Starlette(routes=[Route("/{path:path}", Pages(settings.web, lambda: GAMES, settings.base).answer)])
    sent = {"accept-encoding": "identity"} | {name.replace("_", "-"): value for name, value in headers.items()}

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(Shield(app, settings))
        async with httpx.AsyncClient(transport=transport, base_url="http://parlour") as client:
            return await client.get(path, headers=sent)

    return asyncio.run(ask())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    built = tmp_path / "web"
    (built / "assets").mkdir(parents=True)
    (built / "index.html").write_text(PAGE)
    (built / "icon.svg").write_text("<svg/>")
    (built / "assets" / "app-1.js").write_text("play()")
    (built / "assets" / "app-1.js.gz").write_bytes(gzip.compress(b"play()"))
    (tmp_path / "secret.txt").write_text("secret")
    return built


@pytest.mark.parametrize("path", ["/", "/index.html", "/t/abcdefgh", "/no/such.thing", "/a%00b", "/" + 5000 * "x"])
def test_whatever_is_no_file_is_the_page_with_the_games_in_it(folder: Path, path: str) -> None:
    answer = get(folder, path)
    before, rest = answer.text.split('<script type="application/json" id="games">')
    told, after = rest.split("</script>", 1)
    assert (before + after, json.loads(told)) == (PAGE.replace("<head>", '<head><base href="/">'), json.loads(GAMES))
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-cache")
    assert "script-src 'self'; style-src 'self'" in answer.headers["content-security-policy"]
    assert "unsafe" not in answer.headers["content-security-policy"]


def test_the_page_is_compressed_for_who_can_read_that(folder: Path) -> None:
    plain, packed = get(folder, "/"), get(folder, "/", accept_encoding="gzip")
    assert (packed.text, packed.headers["content-encoding"]) == (plain.text, "gzip")
    assert int(packed.headers["content-length"]) < int(plain.headers["content-length"])


def test_assets_are_kept_for_ever_and_other_files_are_asked_for_again(folder: Path) -> None:
    asset, icon = get(folder, "/assets/app-1.js"), get(folder, "/icon.svg")
    assert (asset.text, icon.text) == ("play()", "<svg/>")
    assert asset.headers["content-type"].startswith("text/javascript")
    assert asset.headers["cache-control"].endswith("immutable")
    assert icon.headers["cache-control"] == "no-cache"
    assert get(folder, "/icon.svg", if_none_match=icon.headers["etag"]).status_code == 304
    assert get(folder, "/assets/app-0.js").status_code == 404


def test_a_compressed_file_is_sent_to_who_can_read_it(folder: Path) -> None:
    answer = get(folder, "/assets/app-1.js", accept_encoding="br, gzip")
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["vary"] == "accept-encoding"
    assert answer.text == "play()"


@pytest.mark.parametrize(
    "path", ["/../secret.txt", "/%2e%2e/secret.txt", "/assets/%2e%2e/%2e%2e/secret.txt", "/%2fetc/passwd"]
)
def test_no_path_leads_out_of_the_folder(folder: Path, path: str) -> None:
    assert get(folder, path).text in (get(folder, "/t/abcdefgh").text, "Not Found")


@pytest.mark.parametrize("path", ["/games/", "/games", "/games/t/abcd", "/t/abcd"])
def test_below_a_base_path_whether_the_proxy_leaves_it_or_not(folder: Path, path: str) -> None:
    assert '<base href="/games/">' in get(folder, path, "/games/").text
    assert get(folder, "/games/assets/app-1.js", "/games/").text == "play()"


def test_without_a_client_the_page_says_how_to_build_it(tmp_path: Path) -> None:
    answer = get(tmp_path / "nothing", "/")
    assert "tools/web_client.py" in answer.text
    assert answer.headers["cache-control"] == "no-store"
