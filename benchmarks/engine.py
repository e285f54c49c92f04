"""Speed of the rules, strength and speed of the bots, and speed and quality of seatings.

All on one core, without a site. Rates of the rules are the best of several runs, because other work
on the machine only makes a run slower.

A bot plays against a rival in all other seats. Each pack is played once from every seat, so luck in
the cards is equal for all: equally strong players would win each pack exactly once, and the
binomial figures err on the safe side. Decisions are timed in CPU time.

Each seating is of an event whose rounds are all seated in advance. Each criterion has the value
found and, after the slash, a lower bound, which can't always be reached.
"""

import argparse
import math
import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Final, TypeVar

from benchmarks.report import machine, quantile, slowness, table
from games.bots import BOTS, DEFAULT, Bot, bot
from games.rules import record
from games.rules.cards import cards_of
from games.rules.deal.actions import Action, Pass, Play
from games.rules.deal.apply import apply
from games.rules.deal.judge import legal_plays
from games.rules.deal.start import shuffled_pack, start
from games.rules.deal.state import DealState
from games.rules.moves import open_plays
from games.rules.ruleset.presets import PRESETS
from games.rules.ruleset.rule_set import RuleSet
from games.rules.view import View, view
from tests.games.bots.support import match
from tournaments.pairing.rounds import Seating
from tournaments.pairing.seating.quality import quality
from tournaments.pairing.seating.seaters import seat_rounds
from tournaments.pairing.seating.ways import Way, ways

_T = TypeVar("_T")

ROUNDS: Final = 5
SIZE: Final = 4
#: Players, rounds, and the time limit in CPU seconds of an idle core.
TARGETS: Final = ((64, 12, 5.0), (200, 10, 30.0))
#: Numbers of players and rounds that take the longest search.
HARD: Final = ((12, 3), (18, 6), (20, 6), (32, 10), (62, 12), (68, 22), (199, 10))
#: Criteria of a seating, most important first.
CRITERIA: Final = ("repeats", "consecutive", "after", "opposite", "numbers")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of a run."""
    add = parser.add_argument
    add("--bot", default=DEFAULT, choices=sorted(BOTS))
    add("--rival", default="lowest", choices=sorted(BOTS))
    add("--packs", type=int, default=300, help="each is played from every seat (default: 300)")
    add("--rules", default="pagat", choices=sorted(PRESETS))
    add("--all", action="store_true", help="bots with all presets, and difficult seatings")


def run(options: argparse.Namespace) -> list[str]:
    """Print the report; return which seatings took too long."""
    print(f"{machine()}; this core is slower by {slowness():.1f}\n", flush=True)
    print(table(("rules", "a second"), _rules(RuleSet.make(options.rules))), flush=True)
    presets = list(PRESETS) if options.all else [options.rules]
    heads = ("bot, rules", "deals", "won", "share", "z", "net", "±", "ms avg", "p99", "max")
    rows = [
        _match(preset, bot(options.bot), bot(options.rival), options.packs) for preset in presets
    ]
    print("\n" + table(heads, rows) + "\n", flush=True)
    return _seatings(is_long=options.all)


# --- Rules


def _rules(rules: RuleSet) -> list[tuple[str, str]]:
    """Return the rates at which the rules are applied."""
    draw = Random(2)
    hands = [cards_of(draw.sample(range(52), 13)) for _ in range(3_000)]
    states = []
    state = start(rules, shuffled_pack("views"))
    while state.turn is not None:
        states.append(state)
        plays = legal_plays(state)
        state = _applied(state, Play(state.turn, plays[0]) if plays else Pass(state.turn))
    text = record.write(state)
    kinds: dict[str, Callable[[], int]] = {
        "actions of self-play": lambda: _self_play(rules, 300),
        "open plays of 13 cards": lambda: _each(lambda hand: open_plays(rules, hand), hands),
        "views": lambda: _each(lambda state: view(state, state.turn), states),
        "replays of a record": lambda: _each(record.replay, [text] * 50),
    }
    return [(name, f"{_best_rate(kind):,.0f}") for name, kind in kinds.items()]


def _best_rate(work: Callable[[], int]) -> float:
    """Return the best rate of several runs, in items per second."""
    fastest = 0.0
    for _ in range(ROUNDS):
        began = time.perf_counter()
        done = work()
        fastest = max(fastest, done / (time.perf_counter() - began))
    return fastest


def _each(work: Callable[[_T], object], items: Sequence[_T]) -> int:
    """Do the work with each item; return the number of items."""
    for item in items:
        work(item)
    return len(items)


def _applied(state: DealState, action: Play | Pass) -> DealState:
    """Return the deal after a legal action."""
    after = apply(state, action)
    assert isinstance(after, DealState), after
    return after


def _self_play(rules: RuleSet, deals: int) -> int:
    """Play random deals, including shuffling and dealing; return the number of actions."""
    draw = Random(1).random
    actions = 0
    for number in range(deals):
        state: DealState = start(rules, shuffled_pack(str(number)))
        while (seat := state.turn) is not None:
            plays = legal_plays(state)
            choice = int(draw() * (len(plays) + (state.trick.top is not None)))
            state = _applied(
                state, Play(seat, plays[choice]) if choice < len(plays) else Pass(seat)
            )
            actions += 1
    return actions


# --- Bots


class _TimedBot:
    """A bot that notes the CPU time of its decisions."""

    def __init__(self, bot: Bot) -> None:
        self.name, self._bot = bot.name, bot
        self.cut_in, self.redeal = bot.cut_in, bot.redeal
        #: Milliseconds of each decision.
        self.times: list[float] = []

    def choose(self, view: View, /) -> Action:
        """Return the bot's choice."""
        began = time.process_time()
        action = self._bot.choose(view)
        self.times.append(1000 * (time.process_time() - began))
        return action


def _match(preset: str, bot: Bot, rivals: Bot, packs: int) -> tuple[str, ...]:
    """Play each of `packs` packs from every seat against the rivals; return the bot's row."""
    rules = RuleSet.make(preset)
    timed = _TimedBot(bot)
    results = match(rules, timed, rivals, packs)
    wins, nets = sum(won for won, _net in results), [net for _won, net in results]
    times = timed.times
    deals, share = len(nets), 1 / rules.players
    z = (wins - deals * share) / math.sqrt(deals * share * (1 - share))
    mean = sum(nets) / deals
    error = math.sqrt(sum((net - mean) ** 2 for net in nets)) / deals
    return (
        preset, str(deals), f"{wins / deals:.1%}", f"{share:.0%}", f"{z:.1f}", f"{mean:+.2f}",
        f"{error:.2f}", f"{sum(times) / len(times):.2f}", f"{quantile(times, 0.99):.2f}",
        f"{max(times):.2f}",
    )  # fmt: skip


# --- Seating


def _seatings(*, is_long: bool) -> list[str]:
    """Print time and quality of seatings; return which took too long."""
    rows, late = [], []

    def seat(
        name: str,
        way: Way,
        rounds: int,
        *,
        most: float = math.inf,
        history: tuple[Seating, ...] = (),
        forbidden: frozenset[frozenset[int]] = frozenset(),
    ) -> None:
        """Seat an event, and add its row."""
        slow, began = slowness(), time.process_time()
        ahead = seat_rounds(
            range(way.players), rounds, way, history=history, forbidden=forbidden, seed=1
        )
        seconds = (time.process_time() - began) / slow
        found = quality([*history, *ahead], forbidden)
        measures = [getattr(found, each) for each in CRITERIA]
        rows.append(
            (
                name,
                f"{seconds:.2f}",
                found.forbidden,
                *(f"{each.found}/{each.bound}" for each in measures),
            )
        )
        if seconds > most:
            late.append(f"{name} take {seconds:.1f} s, more than {most:.0f} s")

    for players, rounds, most in TARGETS:
        name = f"{players} players, {rounds} rounds"
        way = ways(players, SIZE)[0]
        seat(name, way, rounds, most=most)
        # Couples kept apart leave no design to follow; neither do rounds that were seated manually.
        couples = frozenset(frozenset((x, x + 1)) for x in range(0, players, 4))
        seat(f"{name}, couples apart", way, rounds, most=most, forbidden=couples)
        first = Seating(tuple(tuple(range(x, x + SIZE)) for x in range(0, players, SIZE)))
        seat(f"{name}, one by hand", way, rounds - 1, most=most, history=(first,))
    for players, rounds in HARD if is_long else ():
        for way in ways(players, SIZE, smaller=True, bots=True):
            kind = f", {way.out} out" if way.out else f", {way.bots} bots" if way.bots else ""
            seat(f"{players} players, {rounds} rounds{kind}", way, rounds)
    print(table(("seating", "s, idle core", "forbidden", *CRITERIA), rows))
    return late
