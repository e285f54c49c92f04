"""Sizes of the long proofs: CI runs a small part of each, ``make proof`` all of it.

A proof is a test that generates random deals, seatings or histories, or kills processes. It gets
its number of cases from ``size`` and is marked ``proof``; ``conftest.py`` marks Hypothesis tests.
"""

import os
from typing import NamedTuple

#: Whether this run is of the full proofs.
WHOLE = os.environ.get("PROOF") == "1"


class Size(NamedTuple):
    """Number of cases in CI and in ``make proof``."""

    ci: int
    whole: int


SIZES = {
    # Every ``@given`` test without its own number.
    "properties: examples of each": Size(ci=20, whole=1_000),
    # games/rules
    "two packs: random deals": Size(ci=50, whole=200_000),
    "self-play: random deals": Size(ci=50, whole=200_000),
    "dealing: random packs": Size(ci=30, whole=20_000),
    "scoring: random results": Size(ci=400, whole=100_000),
    "views: random deals": Size(ci=12, whole=2_000),
    "options that do not apply: random rules": Size(ci=40, whole=5_000),
    "combinations: random hands": Size(ci=60, whole=20_000),
    "order of combinations: random hands": Size(ci=30, whole=20_000),
    "open plays: random hands": Size(ci=50, whole=20_000),
    "two pairs: random hands": Size(ci=50, whole=20_000),
    "worst loss: random results": Size(ci=60, whole=20_000),
    "worst loss: coarse bounds": Size(ci=20, whole=20_000),
    "worst loss: random deals": Size(ci=15, whole=5_000),
    # games/bots
    "bots: deals of each game": Size(ci=1, whole=100),
    "bots: random rules": Size(ci=6, whole=2_000),
    "search: decisions of random rules": Size(ci=40, whole=2_000),
    "exact values: random deals": Size(ci=40, whole=5_000),
    "strengths: packs": Size(ci=6, whole=300),
    "counting bot: packs": Size(ci=20, whole=500),
    "counting bot: deals of other games": Size(ci=40, whole=2_000),
    # Five deals of each.
    "engine in lockstep: random rules": Size(ci=15, whole=20_000),
    "inputs of the network: positions": Size(ci=400, whole=100_000),
    "inputs of many: decisions": Size(ci=400, whole=100_000),
    "network: decisions of random rules": Size(ci=300, whole=100_000),
    "judging: decisions of random rules": Size(ci=300, whole=100_000),
    # games/puzzles
    "puzzles: solved again": Size(ci=20, whole=200),
    "puzzles: random positions": Size(ci=300, whole=100_000),
    # games/rulebook, games/replays, games/screens
    "prose: random rules": Size(ci=15, whole=1_000),
    "rules editor: random forms": Size(ci=10, whole=1_000),
    "replays: random deals": Size(ci=20, whole=1_000),
    "hidden cards: deals": Size(ci=2, whole=50),
    # tournaments/events
    "bounds: random rules": Size(ci=30, whole=2_000),
    "bounds: random deals": Size(ci=30, whole=5_000),
    "paper: random deals": Size(ci=30, whole=5_000),
    # Steps of 5 include every remainder at tables of three and of four.
    "fields: players from one to the next": Size(ci=5, whole=1),
    "formats: random events": Size(ci=10, whole=500),
    "corrections: sequences of decisions": Size(ci=5, whole=500),
    "terms: events of each format": Size(ci=15, whole=2_000),
    # Planning a rotation of thirty players takes seconds, and each departure has it planned again.
    "terms: most players of a rotation": Size(ci=9, whole=29),
    "terms: most players of other formats": Size(ci=13, whole=29),
    "seating: random fields": Size(ci=8, whole=500),
    "seating: random families": Size(ci=2, whole=100),
    "seating: random seatings": Size(ci=20, whole=2_000),
    # tournaments/ledger
    "book: histories": Size(ci=3, whole=200),
    "book: steps of a history": Size(ci=25, whole=60),
    "book: statements from one kill to the next": Size(ci=8, whole=1),
    "book: settlements under kills": Size(ci=3, whole=500),
    # tournaments, against an organizer with accomplices: whole 200,000 steps
    "consent: histories": Size(ci=5, whole=4_300),
    "consent: steps of a history": Size(ci=50, whole=50),
    # fuzz
    "fuzz: forms": Size(ci=25, whole=50_000),
    "fuzz: messages": Size(ci=25, whole=50_000),
}


def size(name: str) -> int:
    """Return the number of cases of the proof in this run."""
    found = SIZES[name]
    return found.whole if WHOLE else found.ci
