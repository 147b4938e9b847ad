"""Teaches a network to bid in Kam-ra!, against three players of the house.

    python -m bidder.train --out bidder.npz

Each hand is one decision: the bid. The cards are then played by the book for everybody, and what the hand brought,
against what it brought the others on average, is the reward. First the network imitates the book's bids; then it is
improved by a policy gradient (PPO, with the worth of the hand as its baseline).
"""

import argparse
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax

from bidder import network
from parlour.adapters import vector

SCALE = 50.0  # points; rewards are counted in these
CLIP = 0.2


@dataclass(frozen=True)
class Setting:
    """How long and how it is trained."""

    rows: int = 2048  # hands played side by side
    imitation: int = 15  # rounds of hands in which the book is imitated
    updates: int = 600  # rounds of hands after that
    hidden: int = 128
    rate: float = 1e-3
    entropy: float = 0.01
    epochs: int = 2
    minibatch: int = 512
    seed: int = 7


class Hands(NamedTuple):
    """A round of hands: what was known at the bid, what was allowed and bid, and what the hand gained."""

    observation: Any
    mask: Any
    bid: Any
    gain: Any


class Table:
    """Many matches, seen from one seat each, from bid to bid."""

    def __init__(self, setting: Setting) -> None:
        players = ("learner", "rulebook", "rulebook", "rulebook")
        self.env = vector("kamra", setting.rows, seats=4, seed=setting.seed, players=players, rotate=True)
        self.batch = self.env.reset()

    def play(self, choose: Callable[[Any], Any]) -> Hands:
        """A hand in every row: `choose` bids, the book plays the cards."""
        before, rows = self.batch, np.arange(self.env.n)
        bids = np.asarray(choose(before))
        self.batch = self.env.step(bids)
        gains = self.batch.rewards.copy()
        while self.batch.mask[0, : network.BIDS].sum() == 0:  # every hand has as many cards, so all rows bid at once
            self.batch = self.env.step(self.env.advice())
            gains += self.batch.rewards
        own, seats = gains[rows, before.seat], gains.shape[1]
        gain = own - (gains.sum(1) - own) / (seats - 1)
        return Hands(before.observation, before.mask[:, : network.BIDS], bids, gain)


def masked(logits: Any, mask: Any) -> Any:
    """Logarithms of chances, those of what is not allowed being nothing."""
    return jax.nn.log_softmax(jnp.where(mask > 0, logits, -1e9))


def imitate(layers: network.Layers, hands: Hands, setting: Setting) -> Any:
    """How far the network is from the book's bids, and from what the hands brought."""
    logits, worth = network.forward(layers, hands.observation)
    chances = jnp.take_along_axis(masked(logits, hands.mask), hands.bid[:, None], 1)[:, 0]
    return -chances.mean() + 0.5 * ((worth - hands.gain) ** 2).mean()


def improve(layers: network.Layers, hands: Hands, old: Any, worth_then: Any, setting: Setting) -> Any:
    """PPO's loss: bids that brought more than was expected become likelier, within bounds."""
    logits, worth = network.forward(layers, hands.observation)
    chances = masked(logits, hands.mask)
    new = jnp.take_along_axis(chances, hands.bid[:, None], 1)[:, 0]
    ratio, advantage = jnp.exp(new - old), hands.gain - worth_then
    bounded = jnp.minimum(ratio * advantage, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * advantage).mean()
    entropy = -(jnp.exp(chances) * chances * (hands.mask > 0)).sum(1).mean()
    return -bounded + 0.5 * ((worth - hands.gain) ** 2).mean() - setting.entropy * entropy


class Learner:
    """The network with its optimiser."""

    def __init__(self, setting: Setting, features: int) -> None:
        steps = (setting.imitation + setting.updates) * setting.epochs * max(1, setting.rows // setting.minibatch)
        self.setting, self.rng = setting, np.random.default_rng(setting.seed)
        self.optimiser = optax.adam(optax.linear_schedule(setting.rate, setting.rate / 20, steps))
        self.layers = network.begin(features, setting.hidden, setting.seed)
        self.state = self.optimiser.init(self.layers)
        self.step = {loss: jax.jit(partial(self._step, loss)) for loss in (imitate, improve)}
        self.forward = jax.jit(network.forward)

    def _step(self, loss: Any, layers: Any, state: Any, *given: Any) -> Any:
        change, state = self.optimiser.update(jax.grad(loss)(layers, *given, self.setting), state)
        return optax.apply_updates(layers, change), state

    def sample(self, batch: Any) -> Any:
        """Bids drawn by chance, the better the likelier."""
        logits, _ = self.forward(self.layers, batch.observation)
        noise = self.rng.gumbel(size=logits.shape)
        return np.where(batch.mask[:, : network.BIDS] > 0, np.asarray(logits) + noise, -np.inf).argmax(1)

    def learn(self, loss: Any, hands: Hands, *more: Any) -> None:
        """Go through a round of hands a few times, in small lots."""
        for _ in range(self.setting.epochs):
            order = self.rng.permutation(len(hands.gain))
            for first in range(0, len(order), self.setting.minibatch):
                lot = order[first : first + self.setting.minibatch]
                given = (Hands(*(part[lot] for part in hands)), *(part[lot] for part in more))
                self.layers, self.state = self.step[loss](self.layers, self.state, *given)


def train(
    setting: Setting, tell: Callable[[int, dict[str, float]], None] = lambda at, figures: None
) -> tuple[network.Layers, list[dict[str, float]]]:
    """The trained network, and figures of each round: its gain a hand and its mean bid."""
    table = Table(setting)
    learner = Learner(setting, table.env.features)
    curve = []
    for at in range(setting.imitation + setting.updates):
        book = at < setting.imitation
        hands = table.play((lambda _: table.env.advice()) if book else learner.sample)
        told = {"update": at, "gain": float(hands.gain.mean()), "bid": float(hands.bid.mean()), "book": float(book)}
        hands = hands._replace(gain=(hands.gain / SCALE).astype(np.float32))
        if book:
            learner.learn(imitate, hands)
        else:
            logits, worth = learner.forward(learner.layers, hands.observation)
            old = np.asarray(masked(logits, hands.mask))[np.arange(setting.rows), hands.bid]
            learner.learn(improve, hands, old, np.asarray(worth))
        curve.append(told)
        tell(at, told)
    return [tuple(map(np.asarray, layer)) for layer in learner.layers], curve


class Measured(NamedTuple):
    """A gain a hand beside the others, with the half-width of its 95 % interval."""

    gain: float
    error: float

    def __str__(self) -> str:
        return f"{self.gain:+.2f} ± {self.error:.2f} points a hand"


def measure(layers: network.Layers, rounds: int = 20, rows: int = 2048, seed: int = 1001) -> Measured:
    """What the best bids gain in hands that were not learnt from."""
    table = Table(Setting(rows=rows, seed=seed))
    gains = [
        table.play(lambda batch: network.best_bid(layers, batch.observation, batch.mask)).gain for _ in range(rounds)
    ]
    told = np.concatenate(gains)
    return Measured(float(told.mean()), 1.96 * float(told.std()) / len(told) ** 0.5)


def main() -> None:
    """Train, with a bar, and write the checkpoint."""
    usual = Setting()
    parser = argparse.ArgumentParser(description="Teach a network to bid in Kam-ra!")
    for name, value in asdict(usual).items():
        parser.add_argument(f"--{name}", type=type(value), default=value)
    parser.add_argument("--out", type=Path, default=network.CHECKPOINT)
    given = vars(parser.parse_args())
    out = given.pop("out")
    setting = Setting(**given)
    from rich.progress import Progress

    began = time.perf_counter()
    with Progress() as bar:
        task = bar.add_task("Learning to bid", total=setting.imitation + setting.updates)
        layers, _ = train(
            setting,
            lambda at, told: bar.update(task, advance=1, description=f"{told['gain']:+6.1f} points a hand"),
        )
    network.save(layers, out)
    print(f"Learnt in {time.perf_counter() - began:.0f} s, and written to {out}.")
    print(f"In other hands: {measure(layers)}, beside three players who bid by the book.")


if __name__ == "__main__":
    main()
