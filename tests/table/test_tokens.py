"""Tokens, codes and passwords."""

from parlour.table import tokens


def test_tokens_are_of_256_bits_and_never_the_same() -> None:
    made = {tokens.new_token() for _ in range(100)}
    assert len(made) == 100
    assert all(len(token) == 43 for token in made)
    assert len({tokens.digest(token) for token in made}) == 100


def test_codes_are_easily_typed() -> None:
    code = tokens.code_from(bytes(range(200, 210)))
    assert len(code) == tokens.CODE_LENGTH
    assert not set(code) & set("01IO")
    counts = dict.fromkeys(tokens.CODE_LETTERS, 0)
    for byte in range(256):
        counts[tokens.code_from(bytes([byte]))] += 1
    assert set(counts.values()) == {8}  # all as likely


def test_table_names_fit_in_an_address() -> None:
    assert tokens.table_id(bytes(tokens.TABLE_BYTES)) == "a" * 16
    assert tokens.table_id(b"\xff" * 10).isalnum()


def test_passwords_are_kept_scrambled() -> None:
    salt = tokens.salt_from(b"secret")
    kept = tokens.lock("sesame", salt)
    assert b"sesame" not in kept
    assert tokens.opens("sesame", kept)
    assert not tokens.opens("Sesame", kept)
    assert not tokens.opens("", kept)
    assert tokens.opens("anything", b"")
    assert tokens.lock("sesame", tokens.salt_from(b"other")) != kept
