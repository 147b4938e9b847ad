"""An external player in Python: any legal action, all alike. It needs nothing but Python."""

import json
import random
import sys

actions = []
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"type": "hello", "protocol": 1, "name": "Guess"}', flush=True)
    elif message["type"] == "legal":
        actions = message["actions"]
    elif message["type"] == "choose":
        print(json.dumps({"type": "choose", "id": message["id"], "action": random.choice(actions)}), flush=True)
