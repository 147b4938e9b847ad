"""Fair deals: commitment, entropy, verification."""

import msgspec
import pytest

import parlour
from parlour.core.fairness import Deal
from parlour.errors import NotVerified

GAME = parlour.game("kamra")


def test_seeds_repeat_and_fresh_deals_do_not() -> None:
    assert Deal.from_seed(7) == Deal.from_seed(7) != Deal.from_seed(8)
    assert Deal.fresh() != Deal.fresh()


def test_the_key_depends_on_every_contribution_and_its_order() -> None:
    deal = Deal.from_seed(1)
    keys = [
        deal,
        deal.with_entropy(b"a"),
        deal.with_entropy(b"b"),
        deal.with_entropy(b"a").with_entropy(b"b"),
        deal.with_entropy(b"b").with_entropy(b"a"),
        deal.with_entropy(b"ab"),
        deal.with_entropy(b"ab").with_entropy(b""),
    ]
    assert len({key.key.tobytes() for key in keys}) == len(keys)
    assert len({key.commitment for key in keys}) == 1


def test_too_much_entropy_is_refused() -> None:
    with pytest.raises(ValueError, match="at most 256 bytes"):
        Deal.fresh().with_entropy(bytes(257))


def test_the_commitment_does_not_give_the_secret_away() -> None:
    deal = Deal.from_seed(1)
    assert deal.secret.hex() not in deal.commitment
    assert len(deal.commitment) == 64


def test_a_record_verifies_against_the_commitment_published_before() -> None:
    deal = Deal.fresh().with_entropy(b"shuffled by the player on the left")
    published = deal.commitment
    match = GAME.match(4, deal=deal, options={"hand_cap": 1})
    while not match.over:
        seat = match.actors[0]
        match.play(seat, match.legal(seat)[-1])
    assert parlour.verify(match.record().to_json(), published).scores == match.scores


def test_another_secret_does_not_verify() -> None:
    record = GAME.match(4, seed=1).record()
    with pytest.raises(NotVerified, match="was promised"):
        parlour.verify(record, Deal.from_seed(2).commitment)
    other = msgspec.structs.replace(record.deal, secret=Deal.from_seed(2).secret.hex())
    with pytest.raises(NotVerified):
        parlour.verify(msgspec.structs.replace(record, deal=other).sealed().to_json())
