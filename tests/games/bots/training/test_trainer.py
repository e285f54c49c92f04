"""Training: seeded, resumable, and learning something."""

import sys

import numpy as np
import pytest

from games.bots.net.weights import read_weights
from games.bots.training import rule_mix, trainer
from games.bots.training.library import compiler, library
from games.bots.training.trainer import Trainer

pytestmark = pytest.mark.skipif(compiler() is None, reason="no C compiler")


@pytest.fixture(autouse=True)
def small_rounds(monkeypatch):
    """Make a round short."""
    monkeypatch.setattr(rule_mix, "_POOL", 3)
    monkeypatch.setattr(trainer, "_SAMPLES", 2_000)
    monkeypatch.setattr(trainer, "_RENEWED", 1)


def test_training_learns_and_goes_on_where_it_stopped(tmp_path):
    training = Trainer(tmp_path / "run", seed=3)
    errors = [training.round()["error"] for _ in range(12)]
    assert sum(errors[-4:]) < sum(errors[:4])
    training.save()
    parameters, header = read_weights(tmp_path / "run" / "weights.bin")
    assert header["deals"] == training.totals["deals"] > 0
    assert np.isfinite(parameters).all()
    resumed = Trainer(tmp_path / "run", seed=99)
    assert resumed.totals == training.totals
    resumed.round()
    assert resumed.totals["rounds"] == 13


def test_the_same_seed_trains_the_same_network(tmp_path):
    written = []
    for name in ("one", "two"):
        training = Trainer(tmp_path / name, seed=3)
        training.round()
        training.write_weights(tmp_path / f"{name}.bin")
        written.append(read_weights(tmp_path / f"{name}.bin")[0])
    assert np.array_equal(*written)


def test_a_new_training_can_begin_with_older_weights(tmp_path):
    first = Trainer(tmp_path / "first", seed=3)
    first.round()
    first.save()
    next_one = Trainer(tmp_path / "next", seed=4, begin_with=tmp_path / "first" / "weights.bin")
    assert next_one.totals["samples"] == first.totals["samples"]
    next_one.write_weights(tmp_path / "copied.bin")
    weights = [
        read_weights(path)[0] for path in (tmp_path / "copied.bin", tmp_path / "first/weights.bin")
    ]
    assert np.array_equal(*weights)
    next_one.round()
    assert next_one.totals["deals"] > first.totals["deals"]


def test_a_best_response_learns_against_weights_that_do_not_change(tmp_path):
    first = Trainer(tmp_path / "first", seed=3)
    first.round()
    first.save()
    frozen = tmp_path / "first" / "weights.bin"
    response = Trainer(tmp_path / "response", seed=4, begin_with=frozen, against=frozen)
    figures = response.round()
    # Of at least two seats, one learns.
    learned = response.totals["samples"] - first.totals["samples"]
    assert 0 < learned < 0.6 * figures["decisions"]
    response.save()
    resumed = Trainer(tmp_path / "response", seed=4)
    resumed.round()
    resumed.save()
    with np.load(tmp_path / "response" / "training.npz") as saved:
        assert np.array_equal(saved["older"], read_weights(frozen)[0])
        assert not np.array_equal(saved["newest"], read_weights(frozen)[0])


def test_training_that_compares_actions_is_seeded_and_goes_on_where_it_stopped(tmp_path):
    written = []
    for name in ("one", "two"):
        training = Trainer(tmp_path / name, seed=3, compared=0.3)
        assert training.round()["comparisons"] > 0
        training.save()
        written.append(read_weights(tmp_path / name / "weights.bin")[0])
    assert np.array_equal(*written)
    assert np.isfinite(written[0]).all()
    resumed = Trainer(tmp_path / "one", seed=99)
    assert resumed.totals == training.totals | {"hours": resumed.totals["hours"]}
    assert resumed.round()["comparisons"] > 0


def test_the_library_leaves_tiny_numbers_of_its_process_alone():
    library()
    assert sys.float_info.min / 2 > 0
    assert 5e-324 + 5e-324 == 1e-323
