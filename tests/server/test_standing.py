"""What stays the same while the server runs: made once, and not sent to who has it."""

import httpx
import pytest
from tests.server.serving import Server
from tests.waiting import STEP

ADDRESSES = [
    "/api/openapi.json",
    "/api/games",
    "/api/games/kamra/words",
    "/api/games/kamra/words?language=es",
    "/api/games/kamra/guide",
    "/api/games/kamra/rules",
    "/api/games/kamra/rules?language=es",
    "/api/games/kamra/coaching",
    "/api/games/kamra/lesson",
    "/",
]


@pytest.mark.parametrize("address", ADDRESSES)
def test_who_has_it_is_not_sent_it_again(server: Server, address: str) -> None:
    with httpx.Client(base_url=server.url, timeout=STEP) as client:
        packed = client.get(address)
        plain = client.get(address, headers={"accept-encoding": "identity"})
        again = client.get(address, headers={"if-none-match": f'"other", {packed.headers["etag"]}'})
        other = client.get(address, headers={"if-none-match": '"other"'})
    assert (packed.headers["content-encoding"], packed.content) == ("gzip", plain.content)
    assert "content-encoding" not in plain.headers
    assert (packed.headers["cache-control"], packed.headers["vary"]) == ("no-cache", "accept-encoding")
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", packed.headers["etag"])
    assert (other.status_code, other.content) == (200, plain.content)


def test_each_language_has_its_own(server: Server) -> None:
    with httpx.Client(base_url=server.url, timeout=STEP) as client:
        spanish, english, klingon = [
            client.get(f"/api/games/cam/rules?language={language}") for language in ("es", "en", "tlh")
        ]
    assert english.headers["etag"] == klingon.headers["etag"] != spanish.headers["etag"]
