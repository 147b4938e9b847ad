"""Fair deals: who deals is bound to a secret before the first card, and everyone can check it afterwards.

The dealer (a server, or this program) publishes the *commitment*, a hash of its secret. Players may then add
entropy of their own. The key of all deals is a hash of the secret and of everything added, so neither side alone chose
it. At the end the secret is revealed: anybody can hash it again and replay the match.
"""

import hashlib
import secrets
from dataclasses import dataclass

import numpy as np

from parlour.core.contract import Words

SECRET_BYTES = 32
MOST_ENTROPY = 256


@dataclass(frozen=True)
class Deal:
    """A secret, and what players added to it."""

    secret: bytes
    entropy: tuple[bytes, ...] = ()

    @classmethod
    def fresh(cls) -> "Deal":
        """A deal that nobody can foresee."""
        return cls(secrets.token_bytes(SECRET_BYTES))

    @classmethod
    def from_seed(cls, seed: int | str) -> "Deal":
        """A deal that anybody can repeat: for local use only."""
        return cls(hashlib.sha256(f"parlour seed 1:{seed}".encode()).digest())

    @property
    def commitment(self) -> str:
        """What is published before the first card."""
        return hashlib.sha256(b"parlour commitment 1:" + self.secret).hexdigest()

    @property
    def key(self) -> Words:
        """The key of all deals of the match."""
        digest = hashlib.sha256(b"parlour key 1:" + self.secret)
        for entropy in self.entropy:
            digest.update(len(entropy).to_bytes(8, "little") + entropy)
        return np.frombuffer(digest.digest(), dtype="<u4").astype(np.uint32)

    def with_entropy(self, entropy: bytes) -> "Deal":
        """The same secret, stirred by a player; an error if that is too much of a good thing."""
        if len(entropy) > MOST_ENTROPY:
            raise ValueError(f"a player may add at most {MOST_ENTROPY} bytes of entropy, not {len(entropy)}")
        return Deal(self.secret, (*self.entropy, entropy))
