"""What a link to a table looks like where it is sent: the tags from which chats and mails make a preview (Open Graph).

They say what an invitation says, and of a table with a password no more than the game.
"""

import html
from pathlib import Path

from starlette.requests import Request

from parlour.errors import ParlourError, Refused
from parlour.server.hub import Hub
from parlour.server.limits import Buckets, household
from parlour.table.room import Room

TABLE = "table/"
BOX, ICON = "boxes/{}.png", "icon-512.png"


class Previews:
    """Tags for the page that is served at a table's address."""

    def __init__(self, hub: Hub, guesses: Buckets, base: str, pages: Path) -> None:
        self.hub = hub
        self.guesses = guesses
        self.base = base
        self.pages = pages

    async def tags(self, request: Request) -> str:
        """The tags; none where there is no table, or where somebody tries too many addresses."""
        path = str(request.path_params["path"])
        table, _, rest = path.removeprefix(TABLE).partition("/")
        if not path.startswith(TABLE) or rest or not table:
            return ""
        try:
            room = (await self.hub.table(table)).certain()
        except ParlourError as error:
            if isinstance(error, Refused):
                self.guesses.take(household(request.client.host) if request.client else "?")
            return ""
        address = f"{request.url.scheme}://{request.url.netloc}{self.base}/"
        told = {"site_name": "Parlour", "type": "website", "title": title_of(room), "description": room.game.summary}
        told["image"] = address + self.picture(room.game.name)
        return "".join(f'<meta property="og:{name}" content="{html.escape(text)}">' for name, text in told.items())

    def picture(self, game: str) -> str:
        """The game's box, or Parlour's icon for a game that came without one."""
        box = BOX.format(game)
        return box if (self.pages / box).is_file() else ICON


def title_of(room: Room) -> str:
    """The game, and who invites to it."""
    host = next((member.name for member in room.present if member.host), "")
    return room.game.title if room.lock or not host else f"{host} invites you to play {room.game.title}"
