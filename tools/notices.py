"""Writes `THIRD_PARTY_NOTICES.txt`: whose work the web client contains, as its build has found it out.

python tools/notices.py            builds the client and writes it
python tools/notices.py --check    says whether it is that of the client built last
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OUT, BUILT = ROOT / "THIRD_PARTY_NOTICES.txt", ROOT / "src" / "parlour" / "web" / "notices.txt"


def trouble(out: Path = OUT, built: Path = BUILT) -> str:
    """What is wrong with the notices; nothing if they are those of the client built last."""
    if not built.exists():
        return "the web client is not built: python tools/web_client.py"
    if not out.exists() or out.read_bytes() != built.read_bytes():
        return f"{out.name} is out of date: python tools/notices.py writes it"
    return ""


def main() -> None:
    """Write the notices, or check them."""
    if "--check" in sys.argv:
        sys.exit(trouble() or 0)
    subprocess.run([sys.executable, ROOT / "tools" / "web_client.py"], check=True)
    OUT.write_bytes(BUILT.read_bytes())


if __name__ == "__main__":
    main()
