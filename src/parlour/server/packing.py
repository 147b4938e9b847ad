"""Answers compressed for those who can read that, and those that stay the same made once."""

import asyncio
import gzip
from hashlib import sha256

from starlette.requests import Request
from starlette.responses import Response

LEAST = 1024  # bytes that are worth it
LONG = 1 << 16  # from here on it is done beside everything else
LEVEL = 6
ASK_FIRST = "no-cache"  # what browsers keep, and use if nothing has changed


def reads_gzip(request: Request) -> bool:
    """Whether whoever asks can unpack an answer."""
    return "gzip" in request.headers.get("accept-encoding", "")


async def packed(request: Request, answer: Response) -> Response:
    """The same answer, compressed if that is worth it."""
    text = bytes(answer.body)
    if len(text) < LEAST or "content-encoding" in answer.headers:
        return answer
    answer.headers["vary"] = "accept-encoding"
    if reads_gzip(request):
        long = len(text) > LONG
        answer.body = await asyncio.to_thread(gzip.compress, text, LEVEL) if long else gzip.compress(text, LEVEL)
        answer.headers.update({"content-encoding": "gzip", "content-length": str(len(answer.body))})
    return answer


class PackedAnswer:
    """An answer that stays the same: compressed once, and not sent again to who has it (`If-None-Match`)."""

    def __init__(self, text: bytes, kind: str = "application/json") -> None:
        self.text = text
        self.kind = kind
        self.short = gzip.compress(text, LEVEL)
        self.tag = f'W/"{sha256(text).hexdigest()[:32]}"'

    def answer(self, request: Request) -> Response:
        """The answer to somebody."""
        headers = {"cache-control": ASK_FIRST, "etag": self.tag, "vary": "accept-encoding"}
        has = [each.strip() for each in request.headers.get("if-none-match", "").split(",")]
        if self.tag in has:
            return Response(status_code=304, headers=headers)
        if not reads_gzip(request):
            return Response(self.text, media_type=self.kind, headers=headers)
        return Response(self.short, media_type=self.kind, headers=headers | {"content-encoding": "gzip"})
