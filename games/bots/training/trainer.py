"""Training by self-play: what it keeps, its schedule, and its checkpoints."""

import ctypes
import json
import time
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from games.bots.net.layout import HIDDEN, LAYOUT
from games.bots.net.weights import Floats, read_weights, write_weights
from games.bots.training.library import Rules, library, packed, pointer
from games.bots.training.rule_mix import RuleMix

_SAMPLES = 120_000
_ON_OF_SAMPLE = 200
_BATCH = 256
#: Rates of learning and of random actions, and the samples after which they begin to fall.
_RATE, _RATE_FALLS = 1e-3, 1e6
_EPSILON, _EPSILON_FALLS, _LEAST_EPSILON = 0.08, 1e6, 0.01
#: The network at play is the mean of those of about this many rounds, or of the last eighth.
_MEAN_OF, _MEAN_PART = 80, 8
#: With comparisons a round takes four times as long, so the mean is of the last third of fewer.
_COMPARED_MEAN_PART = 3
#: The older network is replaced after this many rounds, or an eighth of all if these are fewer.
_OLDER, _OLDER_PART = 150, 8
#: The weight of a sample of compared actions, whose target has a third of the variance of results.
_COMPARED_WEIGHT = 2.0
#: Rule sets replaced in a round.
_RENEWED = 15

_Words = NDArray[np.uint16]


class _Samples(ctypes.Structure):
    """Samples as the engine writes them."""

    _fields_ = (
        ("on", ctypes.c_void_p),
        ("starts", ctypes.c_void_p),
        ("targets", ctypes.c_void_p),
        ("weights", ctypes.c_void_p),
        *((name, ctypes.c_int) for name in ("most_on", "most_samples", "samples")),
        *((name, ctypes.c_int64) for name in ("deals", "decisions", "actions", "unfinished")),
        ("comparisons", ctypes.c_int64),
    )


def _first_parameters(seed: int) -> Floats:
    """Return random parameters to begin with."""
    random = np.random.default_rng(seed)
    first, second = HIDDEN
    parts = (
        random.normal(0, 0.1, LAYOUT.size * first),
        np.zeros(first),
        random.normal(0, (2 / first) ** 0.5, first * second),
        np.zeros(second),
        random.normal(0, (1 / second) ** 0.5, second),
        np.zeros(1),
    )
    return np.concatenate(parts).astype(np.float32)


class Trainer:
    """A training that can be stopped and resumed; its folder has all that it needs."""

    def __init__(
        self,
        folder: Path,
        seed: int,
        begin_with: Path | None = None,
        against: Path | None = None,
        compared: float = 0.0,
    ) -> None:
        """Resume the training in a folder, or begin one with a seed.

        :param begin_with: weights that a new training begins with, by default random ones
        :param against: weights that play all other seats and never change, so that a new training
            finds a best response to them
        :param compared: the share of the deals of a new training in which actions are compared
        """
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self._file = folder / "training.npz"
        if self._file.exists():
            with np.load(self._file) as saved:
                self._arrays = {name: saved[name] for name in saved.files}
            self.totals: dict[str, Any] = json.loads(str(self._arrays.pop("totals")))
        else:
            self.totals = {
                "seed": seed, "rounds": 0, "deals": 0, "samples": 0, "steps": 0, "hours": 0.0,
                "responds": against is not None, "compared": compared,
            }  # fmt: skip
            if begin_with is None:
                start = _first_parameters(seed)
            else:
                start, cost = read_weights(begin_with)
                self.totals |= {name: cost[name] for name in ("deals", "samples", "hours")}
            zeros = np.zeros_like(start)
            self._arrays = {
                "newest": start,
                "mean": start.copy(),
                "older": start.copy() if against is None else read_weights(against)[0],
                "first_moment": zeros,
                "second_moment": zeros.copy(),
            }
        rounds = self.totals["rounds"]
        self._random = Random(f"{self.totals['seed']}/{rounds}")
        self._numbers = np.random.default_rng((self.totals["seed"], rounds))
        self._mix = RuleMix(self._random)
        self._gradient = np.zeros_like(self._arrays["newest"])
        self._on: _Words = np.empty(_SAMPLES * _ON_OF_SAMPLE, np.uint16)
        self._starts = np.zeros(_SAMPLES + 1, np.uint32)
        self._targets = np.zeros(_SAMPLES, np.float32)
        self._weights = np.ones(_SAMPLES, np.float32)

    def round(self) -> dict[str, float]:
        """Play deals and learn from them; return figures of this round."""
        began = time.process_time()
        totals, arrays = self.totals, self._arrays
        played = self._play()
        played_in = time.process_time() - began
        error = self._learn(played.samples)
        part = _COMPARED_MEAN_PART if totals.get("compared") else _MEAN_PART
        share = max(1 / _MEAN_OF, min(1.0, part / (totals["rounds"] + 1)))
        arrays["mean"] += (arrays["newest"] - arrays["mean"]) * np.float32(share)
        totals["rounds"] += 1
        totals["deals"] += played.deals
        totals["samples"] += played.samples
        replaced = max(1, min(_OLDER, totals["rounds"] // _OLDER_PART))
        if not totals.get("responds") and totals["rounds"] % replaced == 0:
            arrays["older"][:] = arrays["mean"]
        self._mix.renew(_RENEWED)
        seconds = time.process_time() - began
        totals["hours"] += seconds / 3600
        return {
            "error": error,
            "decisions": played.decisions,
            "decisions a second": played.decisions / played_in,
            "samples a second": played.samples / seconds,
            "unfinished": played.unfinished,
            "comparisons": played.comparisons,
        }

    def _play(self) -> _Samples:
        """Fill the samples by self-play."""
        weighted = self._mix.weighted()
        rules = (Rules * len(weighted))(*(packed(each) for each, _ in weighted))
        weights = (ctypes.c_uint32 * len(weighted))(*(weight for _, weight in weighted))
        seed = ctypes.c_uint64(self._random.getrandbits(64))
        samples = _Samples(
            self._on.ctypes.data,
            self._starts.ctypes.data,
            self._targets.ctypes.data,
            self._weights.ctypes.data,
            len(self._on),
            _SAMPLES,
        )
        fallen = min(1.0, (_EPSILON_FALLS / (self.totals["samples"] + 1)) ** 0.5)
        library().club_self_play(
            rules,
            weights,
            len(weighted),
            pointer(self._arrays["newest"]),
            pointer(self._arrays["older"]),
            ctypes.c_int(self.totals.get("responds", False)),
            ctypes.c_float(max(_LEAST_EPSILON, _EPSILON * fallen)),
            ctypes.c_float(self.totals.get("compared", 0.0)),
            ctypes.c_float(_COMPARED_WEIGHT),
            ctypes.byref(seed),
            ctypes.byref(samples),
        )
        return samples

    def _learn(self, samples: int) -> float:
        """Learn from the samples; return the mean squared error before it."""
        order = self._numbers.permutation(samples).astype(np.uint32)
        rate = _RATE * min(1.0, (_RATE_FALLS / (self.totals["samples"] + 1)) ** 0.5)
        steps = ctypes.c_int64(self.totals["steps"])
        arrays, learn = self._arrays, library().club_learn
        learn.restype = ctypes.c_double
        error: float = learn(
            pointer(arrays["newest"]),
            pointer(self._gradient),
            pointer(arrays["first_moment"]),
            pointer(arrays["second_moment"]),
            pointer(self._on),
            pointer(self._starts),
            pointer(self._targets),
            pointer(self._weights),
            pointer(order),
            samples,
            _BATCH,
            ctypes.c_float(rate),
            ctypes.byref(steps),
        )
        self.totals["steps"] = steps.value
        return error

    def save(self) -> None:
        """Write all that resuming needs, and the weights for play."""
        made = self._folder / "training.part.npz"
        np.savez(made, totals=np.array(json.dumps(self.totals)), **self._arrays)
        made.replace(self._file)
        self.write_weights(self._folder / "weights.bin")

    def write_weights(self, path: Path) -> None:
        """Write the weights for play, with what they cost."""
        cost = {name: self.totals[name] for name in ("seed", "deals", "samples")}
        hours = round(self.totals["hours"], 3)
        write_weights(path, self._arrays["mean"], **cost, hours=hours)
