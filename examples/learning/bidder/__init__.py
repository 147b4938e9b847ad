"""A computer player of Kam-ra! that has learnt to bid, and plays its cards as the rulebook advises."""

import os
from pathlib import Path

import numpy as np

from bidder import network
from parlour import Bot
from parlour.errors import UnknownBot


class Bidder(Bot):
    """Bids as a trained network says. The variable `BIDDER` names another checkpoint than the one beside this file."""

    level = "bidder"

    def __init__(self, game, seed=None, forgetting=0.0):
        super().__init__(game, seed, forgetting)
        if game.name != "kamra":
            raise UnknownBot(f"bidder plays Kam-ra!, not {game.title}")
        self.layers = network.load(Path(os.environ.get("BIDDER", network.CHECKPOINT)))

    def pick(self, world, seat, rng):
        """The best bid, or the book's card."""
        legal = world.legal(seat).ids
        if legal[0] >= network.BIDS:
            return world.advise(seat, rng).id
        mask = np.isin(np.arange(network.BIDS), legal)
        return int(network.best_bid(self.layers, world.observe(seat), mask))
