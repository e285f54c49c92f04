"""What the tests of the bots share: tables as somebody sees them, and matches."""

from dataclasses import replace
from math import comb

from games.bots import bot, decide
from games.rules import (
    FULL_PACK,
    Pass,
    Play,
    Refusal,
    RuleSet,
    action_text,
    apply,
    cards_text,
    parse_cards,
    shuffled_pack,
    start,
    start_from_hands,
)
from games.rules.view import view


def seen(*hands, plays=(), rules=None, seat=None, **setup):
    """The view of the seat to act; all cards that nobody holds were played before.

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


def said(action):
    """An action as text without the seat: ``play 3D``, ``pass``, nothing for None."""
    return "" if action is None else action_text(action).partition(" ")[2]


def done(*hands, **table):
    """What the bot does, as text; nothing when it waits."""
    return said(decide(bot(), seen(*hands, **table)))


def spread(text):
    """Cards in the one order in which they are written."""
    return cards_text(parse_cards(text))


def deal_played(state, players):
    """The state at the end of a deal whose seats are played by these bots."""
    while state.turn is not None:
        after = apply(state, decide(players[state.turn], view(state, state.turn)))
        assert not isinstance(after, Refusal), after
        state = after
    return state


def match(rules, one, others, packs):
    """Per deal, whether one bot won against others, and the net.

    Every pack is played once for each seat of the one bot, so that luck in the cards is the
    same for all: players of equal strength would win exactly a quarter of such deals of four.
    """
    results = []
    for number in range(packs):
        pack = shuffled_pack(f"match {number}")
        for seat in range(rules.players):
            players = [others] * rules.players
            players[seat] = one
            result = deal_played(start(rules, pack), players).result
            results.append((result.winner == seat, result.net[seat]))
    return results


def chance_of_so_many(wins, deals, one_in):
    """The exact binomial chance of so many wins or more, if a deal is won once in so many."""
    ways = sum(comb(deals, won) * (one_in - 1) ** (deals - won) for won in range(wins, deals + 1))
    return ways / one_in**deals
