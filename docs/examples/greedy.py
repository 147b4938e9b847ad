"""A computer player as a Python package."""

from parlour import Bot


class Greedy(Bot):
    """Takes whatever scores most at once."""

    level = "greedy"

    def pick(self, world, seat, rng):
        """The number of an action, by what it leads to in a world that could be the true one."""
        return max(world.legal_ids(seat), key=lambda number: score_after(world.clone(), seat, number))


def score_after(world, seat, number):
    """The score of a seat after an action."""
    world.play(seat, number)
    return world.scores[seat]
