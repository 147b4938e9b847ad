"""A program that misbehaves as an external player, in the way that its first argument names; `well` is none of them.

What it is told it also writes to the file named by its second argument, if there is one.
"""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

HOW, NOTES = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else os.devnull


def say(**message: object) -> None:
    print(json.dumps(message), flush=True)


def greet() -> None:
    if HOW == "dies at once":
        sys.exit("no such engine")
    if HOW == "speaks another protocol":
        say(type="hello", protocol=99)
    elif HOW == "never greets":
        signal.pause()
    else:
        say(type="hello", protocol=1, name="Rogue")
    if HOW == "talks early":
        say(type="choose", id=0, action="pack")
    if HOW == "does not read":
        signal.pause()


def answer(number: int, actions: list[str]) -> None:
    right = {"type": "choose", "id": number, "action": actions[-1]}
    if HOW == "hangs":
        signal.pause()
    elif HOW == "dies":
        print("out of cheese", file=sys.stderr)
        sys.exit(3)
    elif HOW == "is killed":
        os.kill(os.getpid(), 9)
    elif HOW == "dies later" and number == 2:
        sys.exit(4)
    elif HOW == "closes its output":
        os.close(1)
        signal.pause()
    elif HOW == "talks nonsense":
        print("Let me think\x1b[31m ...", flush=True)
    elif HOW == "talks bytes":
        os.write(1, b'\xff\xfe{"type"\n')
    elif HOW == "nests deep":
        print("[" * 50_000, flush=True)
    elif HOW == "answers with a number":
        say(**right | {"action": 7})
    elif HOW == "never ends its line":
        while True:
            os.write(1, b"x" * 4096)
    elif HOW == "cheats":
        say(**right | {"action": "win\x1b[2J the match"})
    elif HOW == "answers another question":
        say(**right | {"id": number + 1})
    elif HOW == "says it twice":
        os.write(1, 2 * (json.dumps(right).encode() + b"\n"))
    elif HOW == "complains much":
        for line in range(20_000):
            print(f"complaint {line} " + "." * 100, file=sys.stderr)
        say(**right)
    else:
        say(**right)


def main() -> None:
    if HOW == "has a child":
        child = subprocess.Popen(["sleep", "1000"], stdin=subprocess.DEVNULL)
        print(child.pid, file=sys.stderr, flush=True)
    actions: list[str] = []
    with Path(NOTES).open("a", encoding="utf-8") as notes:
        print("ENVIRONMENT", json.dumps(dict(os.environ)), file=notes, flush=True)
        for line in sys.stdin:
            notes.write(line)
            notes.flush()
            message = json.loads(line)
            if message["type"] == "hello":
                greet()
            elif message["type"] == "legal":
                actions = message["actions"]
            elif message["type"] == "choose":
                answer(message["id"], actions)


if __name__ == "__main__":
    main()
