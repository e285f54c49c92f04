"""Facts of a rule set for the network: its options as inputs, and its usual swing."""

from functools import lru_cache
from math import ceil

from games.bots.net.layout import CHOICES, NUMBERS, OPTION_PLACES
from games.rules.cards import Cards, cards_of
from games.rules.deal.start import shuffled_pack
from games.rules.ruleset.rule_set import RuleSet
from games.rules.scoring import CARD_VALUES, Outcome, score

#: Made-up results from which the usual swing is computed.
_RESULTS = 16
#: Shares of the hand that losers have left in these.
_LEFT = (0.1, 0.55, 0.25, 0.75, 0.4, 0.15, 0.9)


@lru_cache(maxsize=4096)
def option_inputs(rules: RuleSet) -> tuple[int, ...]:
    """Return the inputs that are on for the options of a rule set, in ascending order."""
    values = rules.to_options()
    found = [OPTION_PLACES.get((name, values[name])) for name in CHOICES]
    found += [OPTION_PLACES[name, True] for name in NUMBERS if values[name]]
    return tuple(sorted(place for place in found if place is not None))


@lru_cache(maxsize=4096)
def scale(rules: RuleSet) -> int:
    """Return the usual swing of a rule set in sixteenths of a point, at least 1.

    It is the mean of what a player wins or pays in a few made-up results. The network's values are
    multiples of it, so that they compare between rule sets.
    """
    players, total = rules.players, 0
    for number in range(_RESULTS):
        pack = shuffled_pack(f"scale {number}", rules.packs)
        winner = number % players
        left: list[Cards] = []
        for seat in range(players):
            share = _LEFT[(seat + number) % len(_LEFT)]
            cards = 0 if seat == winner else ceil(share * rules.hand_size)
            left.append(cards_of(pack[:cards]))
            pack = pack[cards:]
        order = [(winner + away) % players for away in range(players)]
        if rules.play_on:
            # All but the last are out.
            left = [cards if seat == order[-1] else 0 for seat, cards in enumerate(left)]
        outcome = Outcome(
            left=tuple(left),
            winner=winner,
            starter=number // 2 % players,
            played_none=(False,) * players,
            last_play=1,
            out=tuple(order[:-1]) if rules.play_on else (winner,),
        )
        total += sum(map(abs, score(rules, outcome).net))
    results = _RESULTS * players
    return max(1, (16 * total + results // 2) // results)


def usual_swing(rules: RuleSet) -> float:
    """Return what a player usually wins or pays in a deal under a rule set, in points."""
    return scale(rules) / 16


def mean_card_value(rules: RuleSet) -> int:
    """Return the mean value of a card left, in sixteenths of a point."""
    if not rules.has_losses:
        return 16
    return 16 * sum(CARD_VALUES[rules.card_values]) // 13
