"""Helpers for bot tests: views of made-up deals, and matches."""

from dataclasses import replace
from math import comb

from games.bots import Bot, bot, decide
from games.rules.cards import FULL_PACK, cards_text, parse_cards
from games.rules.deal.actions import Pass, Play, action_text
from games.rules.deal.apply import apply
from games.rules.deal.refusals import Refusal
from games.rules.deal.start import shuffled_pack, start, start_from_hands
from games.rules.ruleset.rule_set import RuleSet
from games.rules.view import view


def table_view(*hands, plays=(), rules=None, seat=None, **setup):
    """Return the view of the seat to act; all cards that no player holds were played before.

    :param hands: per seat, as text; seat 0 leads
    :param plays: what is played, from seat 0 on; an empty text is a pass
    """
    rules = rules or RuleSet.make("pagat")
    held = [parse_cards(hand) for hand in hands]
    state = start_from_hands(rules, held, leader=0, **setup)
    for text in plays:
        action = Play(state.turn, parse_cards(text)) if text else Pass(state.turn)
        after = apply(state, action)
        assert not isinstance(after, Refusal), after
        state = after
    gone = FULL_PACK & ~sum(held)
    found = view(state, state.turn if seat is None else seat)
    return replace(found, played=found.played | gone)


def move_text(action):
    """Return an action as text without the seat: ``play 3D``, ``pass``, empty for None."""
    return "" if action is None else action_text(action).partition(" ")[2]


def bot_move(*hands, **table):
    """Return the action of the bot as text, empty if it waits."""
    return move_text(decide(bot(), table_view(*hands, **table)))


def in_card_order(text):
    """Return cards as text in the standard order."""
    return cards_text(parse_cards(text))


def play_deal(state, players):
    """Return the final state of a deal played by these bots."""
    while state.turn is not None:
        after = apply(state, decide(players[state.turn], view(state, state.turn)))
        assert not isinstance(after, Refusal), after
        state = after
    return state


def match(rules: RuleSet, one: Bot, others: Bot, packs: int) -> list[tuple[bool, int]]:
    """Return for each deal whether a bot won against others, and its net.

    Every pack is played once for each seat of the one bot, so that luck in the cards is the
    same for all: players of equal strength would win exactly a quarter of such deals of four.
    """
    results = []
    for number in range(packs):
        pack = shuffled_pack(f"match {number}")
        for seat in range(rules.players):
            players = [others] * rules.players
            players[seat] = one
            result = play_deal(start(rules, pack), players).result
            results.append((result.winner == seat, result.net[seat]))
    return results


def chance_of_wins(wins, deals, one_in):
    """Return the exact binomial chance of at least so many wins, given the chance of one win."""
    ways = sum(comb(deals, won) * (one_in - 1) ** (deals - won) for won in range(wins, deals + 1))
    return ways / one_in**deals
