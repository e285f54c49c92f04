"""Replays (Python) and tables (JavaScript) show seats in the same places."""

import json

import pytest

from games.replays.presenter import PLACES
from tests.js.node import node

pytestmark = pytest.mark.program

SCRIPT = """
import { getPosition } from "./static/js/table/seat-positions.js";
const places = (players) =>
  Array.from({ length: players }, (_, seat) => getPosition(seat, 0, players));
console.log(JSON.stringify([2, 3, 4, 5, 6, 7, 8].map(places)));
"""


def test_replays_and_tables_show_seats_in_the_same_places():
    done = node("--input-type=module", "--eval", SCRIPT)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [list(PLACES[players]) for players in range(2, 9)]
    assert len(PLACES) == 7
