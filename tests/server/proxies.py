"""Caddy and nginx before two servers, set up as docs/hosting.md says: its very lines, with other ports and places."""

import os
import re
import shutil
import ssl
import subprocess
from pathlib import Path
from typing import Any

import httpx
from tests.server.serving import Server, patiently_connected
from tests.waiting import STEP
from websockets.asyncio.client import connect

NAME = "games.example.org"  # by which people reach the servers, in that page too
HOME = "127.0.0.1"
PAGE = Path(__file__).parents[2] / "docs" / "hosting.md"
PLACES = ("/usr/sbin", str(PAGE.parents[1] / ".tools" / "debian"))  # where Debian has programs, and tools/setup.sh
PORTS = ("127.0.0.1:8731", "127.0.0.1:8732")  # of the servers in that page
AROUND = {
    "caddy": "{{\n admin off\n auto_https disable_redirects\n skip_install_trust\n}}\n{snippet}",
    "nginx": "user {user};\nworker_processes 1;\npid nginx.pid;\nerror_log stderr;\nevents {{}}\nhttp {{\n"
    " access_log off;\n client_body_temp_path body;\n proxy_temp_path proxy;\n fastcgi_temp_path fastcgi;\n"
    " uwsgi_temp_path uwsgi;\n scgi_temp_path scgi;\n{snippet}\n}}\n",
}
COMMANDS = {
    "caddy": ["caddy", "run", "--adapter", "caddyfile", "--config", "proxy.conf"],
    "nginx": ["nginx", "-p", ".", "-c", "proxy.conf", "-e", "stderr", "-g", "daemon off;"],
}


def snippet(kind: str) -> str:
    """What the page says to write for a proxy."""
    (found,) = re.findall(rf"^```{kind}\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return str(found)


def replaced(text: str, changes: dict[str, str]) -> str:
    """A text with other words for some, each of which must be there."""
    for old, new in changes.items():
        assert old in text, f"{old!r} is not in docs/hosting.md any more"
        text = text.replace(old, new)
    return text


def certificate(folder: Path) -> Path:
    """A certificate for the name, with its key beside it."""
    made, key = folder / "games.pem", folder / "games.key"
    what = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    names = ["-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"]
    names += ["-addext", "keyUsage=critical,digitalSignature,keyCertSign"]
    command = ["openssl", "req", "-x509", *what, *names, "-keyout", str(key), "-out", str(made)]
    subprocess.run(command, check=True, capture_output=True)
    return made


class Proxy(Server):
    """One of the programs, in a process of its own, before servers."""

    def __init__(self, kind: str, folder: Path, servers: list[Server], base: str = "") -> None:
        super().__init__(folder)
        self.kind = kind
        self.servers = servers
        self.base = base
        self.url = f"https://{NAME}:{self.port}{base}"
        self.trusting = ssl.create_default_context(cafile=certificate(folder))
        (folder / "proxy.conf").write_text(self.configuration(), encoding="utf-8")

    def configuration(self) -> str:
        """The page's lines, with the places that there are."""
        here = {old: f"{HOME}:{each.port}" for old, each in zip(PORTS, self.servers, strict=True)}
        if self.kind == "caddy":
            here |= {f"{NAME} {{": f"{NAME}:{self.port} {{\n bind {HOME} ::1\n tls games.pem games.key"}
            here |= {"reverse_proxy ": f"reverse_proxy {self.base}/* "} if self.base else {}
        else:
            here |= {"/etc/ssl/games": "games", "listen 443": f"listen {HOME}:{self.port}"}
            here |= {"[::]:443": f"[::1]:{self.port}"}
            here |= {"location / {": f"location {self.base}/ {{"} if self.base else {}
        return AROUND[self.kind].format(snippet=replaced(snippet(self.kind), here), user=os.environ.get("USER", "root"))

    def start(self) -> None:
        """Start it."""
        program, *rest = COMMANDS[self.kind]
        found = shutil.which(program, path=os.pathsep.join((os.environ["PATH"], *PLACES)))
        assert found, f"these tests need {program}: on Debian ./test unpacks it, elsewhere have it on the PATH"
        homes = {name: str(self.data / "home") for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [found, *rest], cwd=self.data, env=os.environ | homes, stdout=log, stderr=log
            )

    def client(self, token: str = "", comes_from: str = HOME) -> httpx.AsyncClient:
        """Somebody who sends requests from one of the addresses of this machine."""

        async def asks_for_name(request: httpx.Request) -> None:
            request.extensions["sni_hostname"] = NAME

        headers = {"host": f"{NAME}:{self.port}"} | ({"authorization": f"Bearer {token}"} if token else {})
        return httpx.AsyncClient(
            base_url=f"https://{HOME}:{self.port}{self.base}", headers=headers, timeout=STEP,
            event_hooks={"request": [asks_for_name]},
            transport=httpx.AsyncHTTPTransport(verify=self.trusting, local_address=comes_from),
        )  # fmt: skip

    def socket(self, **more: Any) -> connect:
        """For `async with`: a socket that has said nothing yet."""
        return patiently_connected(self.url, **self.way() | more)

    def way(self) -> dict[str, Any]:
        """How a socket finds the proxy, whatever the name leads to elsewhere."""
        return {"host": HOME, "port": self.port, "ssl": self.trusting}
