"""Answers compressed for those who can read that."""

import asyncio
import gzip

from starlette.requests import Request
from starlette.responses import Response

LEAST = 1024  # bytes that are worth it
LONG = 1 << 16  # from here on it is done beside everything else
LEVEL = 6


def reads_gzip(request: Request) -> bool:
    """Whether whoever asks can unpack an answer."""
    return "gzip" in request.headers.get("accept-encoding", "")


async def packed(request: Request, answer: Response) -> Response:
    """The same answer, compressed if that is worth it."""
    text = bytes(answer.body)
    if len(text) < LEAST:
        return answer
    answer.headers["vary"] = "accept-encoding"
    if reads_gzip(request):
        long = len(text) > LONG
        answer.body = await asyncio.to_thread(gzip.compress, text, LEVEL) if long else gzip.compress(text, LEVEL)
        answer.headers.update({"content-encoding": "gzip", "content-length": str(len(answer.body))})
    return answer
