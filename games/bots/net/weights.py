"""The file with the network's weights, and the network itself.

The file begins with a line with the SHA-256 of the rest, then a line of JSON with the sizes and
what the training cost, then all parameters as 16-bit floats.
"""

import hashlib
import json
import logging
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.bots.net.layout import HIDDEN, LAYOUT

logger = logging.getLogger(__name__)

Floats = NDArray[np.float32]

FILE = Path(__file__).with_name("weights.bin")


class WeightsError(ValueError):
    """A file that does not contain weights for this network."""


class Network(NamedTuple):
    """The parameters of a network with two hidden layers."""

    #: A row for each input, first those of states.
    inputs: Floats
    input_bias: Floats
    hidden: Floats
    hidden_bias: Floats
    value: Floats
    value_bias: float

    def values(self, state: NDArray[np.uint8], rows: NDArray[np.uint8]) -> Floats:
        """Return the value of each action, in multiples of the usual swing.

        :param state: the inputs that all actions share
        :param rows: the inputs of each action
        """
        shared = self.input_bias + self.inputs[np.flatnonzero(state)].sum(axis=0)
        first = rows.astype(np.float32) @ self.inputs[LAYOUT.state_size :] + shared
        second = np.maximum(first, 0) @ self.hidden + self.hidden_bias
        found: Floats = np.maximum(second, 0) @ self.value + np.float32(self.value_bias)
        return found

    def values_of_batch(
        self, states: NDArray[np.uint8], rows: NDArray[np.uint8], counts: list[int]
    ) -> list[Floats]:
        """Return the values of the actions of several decisions.

        They may differ from those of `values` in the last bits, because larger products are rounded
        otherwise.

        :param states: the inputs that all actions of a decision share, by decision
        :param rows: the inputs of all actions, one decision after another
        :param counts: the number of actions of each decision
        """
        shared = states.astype(np.float32) @ self.inputs[: LAYOUT.state_size] + self.input_bias
        first = rows.astype(np.float32) @ self.inputs[LAYOUT.state_size :]
        first += np.repeat(shared, counts, axis=0)
        second = np.maximum(first, 0) @ self.hidden + self.hidden_bias
        found: Floats = np.maximum(second, 0) @ self.value + np.float32(self.value_bias)
        return np.split(found, np.cumsum(counts)[:-1])


def network_of(parameters: Floats) -> Network:
    """Return the network of a vector of all parameters, in the order of `learn.c`."""
    sizes = (LAYOUT.size * HIDDEN[0], HIDDEN[0], HIDDEN[0] * HIDDEN[1], HIDDEN[1], HIDDEN[1], 1)
    if len(parameters) != sum(sizes):
        raise WeightsError(f"{len(parameters)} parameters instead of {sum(sizes)}")
    parts = np.split(parameters, np.cumsum(sizes)[:-1])
    return Network(
        parts[0].reshape(LAYOUT.size, HIDDEN[0]),
        parts[1],
        parts[2].reshape(HIDDEN),
        parts[3],
        parts[4],
        float(parts[5][0]),
    )


def layout_digest() -> str:
    """Return a digest of the layout of inputs, which weights were trained for."""
    return hashlib.sha256(json.dumps(LAYOUT.places).encode()).hexdigest()[:16]


def write_weights(path: Path, parameters: Floats, **training: Any) -> None:
    """Write a file of weights.

    :param training: what the training cost, for the file's header
    """
    header = json.dumps({"layout": layout_digest(), **training}).encode()
    content = header + b"\n" + parameters.astype("<f2").tobytes()
    digest = hashlib.sha256(content).hexdigest().encode()
    path.write_bytes(digest + b"\n" + content)


def read_weights(path: Path) -> tuple[Floats, dict[str, Any]]:
    """Return the parameters in a file, and its header.

    :raises WeightsError: if the file was altered or is for other inputs
    :raises OSError: if it cannot be read
    """
    digest, _, content = path.read_bytes().partition(b"\n")
    if hashlib.sha256(content).hexdigest().encode() != digest:
        raise WeightsError("the content does not have the hash in its first line")
    header, _, numbers = content.partition(b"\n")
    description: dict[str, Any] = json.loads(header)
    if description["layout"] != layout_digest():
        raise WeightsError("the weights are for other inputs")
    return np.frombuffer(numbers, "<f2").astype(np.float32), description


@cache
def version(path: Path = FILE) -> str:
    """Return the version of the weights in a file: the start of its SHA-256; empty without one."""
    try:
        with path.open("rb") as file:
            return file.read(16).decode("ascii")
    except (OSError, ValueError):
        return ""


@cache
def network(path: Path = FILE) -> Network | None:
    """Return the network of the app; None, logged once, if its file is missing or altered."""
    try:
        return network_of(read_weights(path)[0])
    except (OSError, ValueError) as error:
        logger.error("Weights of bots cannot be read: %s (%s)", path.name, error)  # noqa: TRY400
        return None
