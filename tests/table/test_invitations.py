"""Four words lead to a table."""

import random

import pytest

from parlour.errors import Refused
from parlour.table import tokens, wire
from parlour.table.fourwords import WORDS
from parlour.table.invitations import beginning, words
from parlour.table.room import Room
from parlour.table.telling import table_view
from tests.table.house import House


def test_there_are_enough_words_short_and_plain_and_none_in_two_languages() -> None:
    every = [word for known in WORDS.values() for word in known]
    assert [len(known) for known in WORDS.values()] == [1024, 1024]
    assert len({*every}) == len(every)
    assert all(word.isascii() and word.isalpha() and word.islower() and 2 < len(word) < 9 for word in every)


def test_the_words_of_a_table_lead_to_it_in_both_languages_and_to_no_other() -> None:
    chance = random.Random(1)
    said = set()
    for _ in range(500):
        table = tokens.table_id(chance.randbytes(tokens.TABLE_BYTES))
        for language, text in words(table).items():
            assert len(text.split()) == 4
            assert {*text.split()} <= {*WORDS[language]}
            assert beginning(text) == table[:8]
            said.add(text)
    assert len(said) == 1000


@pytest.mark.parametrize(
    "written",
    ["acorn actor agree zoo", "Acorn-Actor-Agree-Zoo", " ACORN, actor;  agree. zoo!", "acórn+actor_agree/zoo"],
)
def test_words_may_be_written_in_any_way(written: str) -> None:
    assert beginning(written) == beginning("acorn actor agree zoo")


@pytest.mark.parametrize("written", ["", "acorn actor agree", "acorn actor agree zoo zoo", "acorn actor agree xyzzy"])
def test_other_words_are_refused(written: str) -> None:
    with pytest.raises(Refused) as caught:
        beginning(written)
    assert caught.value.code == "wrong_words"


def test_a_table_tells_its_words_while_it_gathers() -> None:
    house = House("cam")
    room = Room.of("abcdefghijklmnop", house.log)
    assert table_view(room).words == words("abcdefghijklmnop") != {}
    house.do(0, wire.Sit(0))
    house.do(0, wire.AddBot(1, "random"))
    house.do(0, wire.Start())
    assert table_view(Room.of("abcdefghijklmnop", house.log)).words == {}
    assert words("table") == {}
