"""The file of weights: written, read, and refused if it was altered."""

import logging

import numpy as np
import pytest

from games.bots.counting import Counting
from games.bots.net import Net, is_standing_in
from games.bots.net import weights as weights_module
from games.bots.net.weights import FILE, WeightsError, network, read_weights, write_weights
from games.rules.deal.start import shuffled_pack, start
from games.rules.ruleset.rule_set import RuleSet
from games.rules.view import view

from .support import random_parameters

MOST_BYTES = 3_000_000


@pytest.fixture
def written(tmp_path):
    """Return the path of a file of random weights."""
    path = tmp_path / "weights.bin"
    write_weights(path, random_parameters(), deals=5)
    return path


def test_weights_are_read_as_they_were_written(written):
    parameters, header = read_weights(written)
    assert np.array_equal(parameters, random_parameters().astype(np.float16).astype(np.float32))
    assert header["deals"] == 5


@pytest.mark.parametrize("place", [0, 70, -1], ids=["hash", "header", "last weight"])
def test_altered_weights_are_refused(written, place):
    content = bytearray(written.read_bytes())
    content[place] ^= 1
    written.write_bytes(content)
    with pytest.raises(WeightsError, match="hash"):
        read_weights(written)


def test_weights_for_other_inputs_are_refused(written, monkeypatch):
    monkeypatch.setattr(weights_module, "layout_digest", lambda: "other")
    with pytest.raises(WeightsError, match="other inputs"):
        read_weights(written)


@pytest.mark.parametrize("is_there", [False, True], ids=["missing", "altered"])
def test_without_weights_the_heuristic_plays_and_the_log_says_so_once(
    tmp_path, monkeypatch, caplog, is_there
):
    path = tmp_path / "bad-weights.bin"
    if is_there:
        path.write_bytes(b"0123\n{}\n")
    monkeypatch.setattr("games.bots.net.network", lambda: network(path))
    seen = start(RuleSet.make("pagat"), shuffled_pack("without"))
    seen = view(seen, seen.turn)
    with caplog.at_level(logging.ERROR):
        actions = [Net().choose(seen) for _ in range(3)]
        assert is_standing_in()
    assert actions == [Counting().choose(seen)] * 3
    assert ["bad-weights.bin" in record.getMessage() for record in caplog.records] == [True]


def test_the_weights_of_the_app_are_small_and_intact():
    assert FILE.stat().st_size < MOST_BYTES
    assert network() is not None
    assert not is_standing_in()
