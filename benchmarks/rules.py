"""Speed of the rules: ``python -m benchmarks.rules [--profile] [--deals N] [--rules PRESET]``.

One core, plain CPython. Every figure is the best of several runs, because other work on the machine
only makes a run slower. ``--profile`` profiles self-play; ``--proof N`` plays N deals over random
rule sets to the end and checks that each one replays from its record to the same result.
"""

import argparse
import cProfile
import pstats
import subprocess
import sys
import time
from collections.abc import Callable
from random import Random

from games.rules import record
from games.rules.cards import cards_of
from games.rules.deal.actions import Pass, Play
from games.rules.deal.apply import apply
from games.rules.deal.judge import legal_plays
from games.rules.deal.start import shuffled_pack, start
from games.rules.deal.state import DealState
from games.rules.moves import open_plays
from games.rules.ruleset.rule_set import RuleSet
from games.rules.view import view

ROUNDS = 5


def best(run: Callable[[], int]) -> float:
    """Return the best rate of several runs, in items per second."""
    fastest = 0.0
    for _ in range(ROUNDS):
        began = time.perf_counter()
        done = run()
        fastest = max(fastest, done / (time.perf_counter() - began))
    return fastest


def self_play(rules: RuleSet, deals: int) -> int:
    """Play random deals, including shuffling and dealing; return the number of actions."""
    draw = Random(1).random
    actions = 0
    for number in range(deals):
        state: DealState = start(rules, shuffled_pack(str(number)))
        while (seat := state.turn) is not None:
            plays = legal_plays(state)
            choice = int(draw() * (len(plays) + (state.trick.top is not None)))
            after = apply(state, Play(seat, plays[choice]) if choice < len(plays) else Pass(seat))
            assert isinstance(after, DealState), after
            state = after
            actions += 1
    return actions


def list_plays(rules: RuleSet, hands: list[int]) -> int:
    """List the plays with which each hand could lead; return the number of hands."""
    for hand in hands:
        open_plays(rules, hand)
    return len(hands)


def see(states: list[DealState]) -> int:
    """Build the view of each state for the seat to act; return the number of views."""
    for state in states:
        view(state, state.turn)
    return len(states)


def import_time() -> float:
    """Return the time to import the rules, without starting Python, in seconds."""

    def run(code: str) -> float:
        """Run the code in a new Python; return the seconds that took."""
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        return time.perf_counter() - began

    return min(run("import games.rules") for _ in range(ROUNDS)) - min(
        run("pass") for _ in range(ROUNDS)
    )


def proof(deals: int) -> None:
    """Play deals over random rule sets; check that each ends, sums to zero and replays."""
    from tests.games.rules.test_self_play import play_deals

    began = time.perf_counter()
    endings = play_deals(deals, 10, seed=1)
    seconds = time.perf_counter() - began
    ended = ", ".join(sorted(ending.value for ending in endings))
    print(f"{deals} deals ended ({ended}) and replayed to the same result in {seconds:.0f} s")


def main() -> None:
    """Print the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", default="pagat", help="preset")
    parser.add_argument("--deals", type=int, default=300, help="deals of self-play per run")
    parser.add_argument("--profile", action="store_true", help="profile self-play")
    parser.add_argument("--proof", type=int, metavar="N", help="check N deals of random rules")
    chosen = parser.parse_args()
    if chosen.proof:
        proof(chosen.proof)
        return
    rules = RuleSet.make(chosen.rules)
    self_play(rules, 10)

    draw = Random(2)
    hands = [cards_of(draw.sample(range(52), 13)) for _ in range(3_000)]
    states = []
    state = start(rules, shuffled_pack("views"))
    while state.turn is not None:
        states.append(state)
        plays = legal_plays(state)
        after = apply(state, Play(state.turn, plays[0]) if plays else Pass(state.turn))
        assert isinstance(after, DealState), after
        state = after
    text = record.write(state)

    def replays() -> int:
        """Replay a deal 50 times; return the number of replays."""
        for _ in range(50):
            record.replay(text)
        return 50

    print(f"rules: {chosen.rules}; Python {sys.version.split()[0]}, one core, best of {ROUNDS}")
    print(f"self-play           {best(lambda: self_play(rules, chosen.deals)):>10,.0f} actions/s")
    print(f"open plays, 13 cards{best(lambda: list_plays(rules, hands)):>10,.0f} hands/s")
    print(f"views               {best(lambda: see(states)):>10,.0f} views/s")
    print(f"replays of a record {best(replays):>10,.0f} deals/s")
    print(f"import games.rules  {import_time() * 1000:>10,.0f} ms")
    if chosen.profile:
        profile = cProfile.Profile()
        profile.runcall(self_play, rules, chosen.deals)
        pstats.Stats(profile).sort_stats("tottime").print_stats(20)


if __name__ == "__main__":
    main()
