"""Every game as a state machine that Hypothesis drives: what must hold, whatever is done."""

import random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

import parlour
from parlour.core.check.conformance import check_secrecy
from parlour.core.contract import TABLE
from parlour.core.engines import compiled
from parlour.core.game import Game
from parlour.core.match import Match

from .pairs import pairwise
from .test_every_game import games, invariant_of, short

STEPS = 60 if compiled() else 25
EXAMPLES = 40 if compiled() else 5


class Table(RuleBasedStateMachine):
    """A match at which anybody who may act does anything that he may do."""

    game: Game
    match: Match

    @initialize(data=st.data())
    def begin(self, data: st.DataObject) -> None:
        mixes = pairwise(self.game)
        self.wrong = invariant_of(self.game)
        self.match = self.game.match(
            data.draw(st.integers(self.game.fewest, self.game.most)),
            seed=data.draw(st.integers(0, 2**32)),
            options=short(self.game) | data.draw(st.sampled_from(mixes)),
            hold_table=True,
        )

    @rule(data=st.data())
    @precondition(lambda self: not self.match.over)
    def act(self, data: st.DataObject) -> None:
        seat = data.draw(st.sampled_from(self.match.actors))
        self.match.play(seat, data.draw(st.sampled_from(self.match.legal_ids(seat))))

    @rule(hurry=st.integers(0, 2**32))
    @precondition(lambda self: not self.match.over)
    def go_on_for_a_while(self, hurry: int) -> None:
        choose = random.Random(hurry)
        for _ in range(choose.randrange(20)):
            if not self.match.over:
                seat = choose.choice(self.match.actors)
                self.match.play(seat, choose.choice(self.match.legal_ids(seat)))

    @rule(seed=st.integers(0, 2**32))
    def look(self, seed: int) -> None:
        """Nothing that a seat or a spectator sees depends on what it cannot know."""
        choose = random.Random(seed)
        check_secrecy(self.match, choose.choice([None, *range(self.match.seats)]), choose)

    @rule()
    @precondition(lambda self: any(seat != TABLE for seat, _ in self.match.moves))
    def take_back_and_do_again(self) -> None:
        before, moves = bytes(self.match), list(self.match.moves)
        self.match.undo()
        for seat, action in moves[len(self.match.moves) :]:
            self.match.play(seat, action)
        assert bytes(self.match) == before

    @invariant()
    def all_is_well(self) -> None:
        if hasattr(self, "match"):
            assert self.wrong is None or self.wrong(self.match.state) is None
            assert self.match.over or all(self.match.legal_ids(seat) for seat in self.match.actors)

    def teardown(self) -> None:
        if hasattr(self, "match"):
            assert bytes(parlour.replay(self.match.record())) == bytes(self.match)


@games
@pytest.mark.rule("C-03", "C-05", "C-09")
@pytest.mark.uncounted
def test_whatever_is_done(game: Game) -> None:
    machine = type(f"TableOf{game.name.title()}", (Table,), {"game": game})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=EXAMPLES,
            stateful_step_count=STEPS,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )
