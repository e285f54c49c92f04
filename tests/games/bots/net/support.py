"""A network with random parameters, for tests of what does not depend on how well it plays."""

import numpy as np

from games.bots.net.layout import HIDDEN, LAYOUT
from games.bots.net.weights import network_of

MANY = LAYOUT.size * HIDDEN[0] + HIDDEN[0] + HIDDEN[0] * HIDDEN[1] + 2 * HIDDEN[1] + 1


def random_parameters(seed=1):
    """Return random parameters."""
    return np.random.default_rng(seed).normal(0, 0.05, MANY).astype(np.float32)


def random_network(seed=1):
    """Return a network with random parameters."""
    return network_of(random_parameters(seed))
