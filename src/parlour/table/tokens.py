"""Tokens: how members prove who they are. Only their hashes are kept."""

import base64
import hashlib
import hmac
import secrets

TOKEN_BYTES = 32
CODE_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # 32, none that look alike
CODE_LENGTH = 10
TABLE_BYTES = 10
SALT_BYTES = 16


def new_token() -> str:
    """A token of 256 bits, fit for a link."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def code_from(random: bytes) -> str:
    """A code that people can type, from random bytes."""
    return "".join(CODE_LETTERS[byte % len(CODE_LETTERS)] for byte in random)


def table_id(random: bytes) -> str:
    """The name of a table, from random bytes: nobody guesses it."""
    return base64.b32encode(random).decode().lower()


def digest(token: str) -> bytes:
    """What is kept of a token or a code."""
    return hashlib.sha256(b"parlour token 1:" + token.encode()).digest()


def salt_from(secret: bytes) -> bytes:
    """Salt for a password, from a secret that it does not betray."""
    return hashlib.sha256(b"parlour salt 1:" + secret).digest()[:SALT_BYTES]


def lock(password: str, salt: bytes) -> bytes:
    """What is kept of a password: made slow to guess."""
    return salt + hashlib.scrypt(password.encode(), salt=salt, n=1 << 12, r=8, p=1, dklen=32)


def opens(password: str, kept: bytes) -> bool:
    """Whether a password is the right one."""
    return not kept or hmac.compare_digest(lock(password, kept[:SALT_BYTES]), kept)
