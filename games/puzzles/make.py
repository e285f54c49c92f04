"""Makes the puzzles: ``python -m games.puzzles.make`` (docs/BOTS.md).

Bots of mixed strengths play deals with each other. An ending of such a deal becomes a puzzle if one
action is clearly best (``games.puzzles.finding``).
"""

import argparse
import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Final

from games.bots import bot
from games.bots.strengths import QUICK
from games.puzzles.finding import puzzle_from
from games.puzzles.puzzle import FILE, Puzzle, after, write
from games.rules.deal.start import shuffled_pack, start
from games.rules.deal.state import DealState
from games.rules.ruleset.rule_set import RuleSet
from games.rules.view import view

#: The number of puzzles under each preset.
PRESETS: Final = {
    "pagat": 45,
    "online": 30,
    "wikipedia": 20,
    "taiwan": 14,
    "hong_kong_street": 15,
    "paper": 15,
    "classic": 10,
    "taiwan_today": 10,
    "singapore": 10,
    "pusoy_dos": 5,
    "three_players": 13,
    "two_players": 13,
}


def main() -> None:
    """Make the puzzles and write their file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", type=Path, default=FILE)
    options = parser.parse_args()
    found = []
    for name, count in PRESETS.items():
        source = _puzzles(name, options.seed)
        found += [next(source) for _ in range(count)]
        print(f"{name}: {count}", flush=True)
    Random(options.seed).shuffle(found)
    lines = ",\n".join(json.dumps(write(each)) for each in found)
    options.file.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def _puzzles(preset: str, seed: int) -> Iterator[Puzzle]:
    """Yield puzzles under a preset without end, at most one of each deal."""
    rules = RuleSet.make(preset)
    deal = 0
    while True:
        deal += 1
        found = (puzzle_from(preset, state) for state in _states(rules, f"{seed}/{preset}/{deal}"))
        yield from islice(filter(None, found), 1)


def _states(rules: RuleSet, seed: str) -> list[DealState]:
    """Return the states of a deal that bots play."""
    random = Random(seed)
    players = [bot(random.choice(QUICK)) for _ in range(rules.players)]
    states = [start(rules, shuffled_pack(seed, rules.packs))]
    while (turn := states[-1].turn) is not None:
        states.append(after(states[-1], players[turn].choose(view(states[-1], turn))))
    return states


if __name__ == "__main__":
    main()
