"""A deal of the self-play engine beside the same deal of `games.rules`."""

import ctypes

from games.bots.net.layout import KINDS
from games.bots.training.library import (
    MOST_CARDS,
    MOST_PLAYS,
    State,
    engine_card,
    engine_set,
    library,
    packed,
    rules_set,
)
from games.rules.cards import PACK_SIZE, iter_cards, without
from games.rules.deal.actions import Give, Pass, Play
from games.rules.deal.leader import previous_loser
from games.rules.deal.start import shuffled
from games.rules.deal.state import Phase

KIND_NAMES = tuple(kind.value for kind in KINDS)
ENDINGS = ("out", "dragon", "nobody_leads")
PHASES = (Phase.EXCHANGE, Phase.PLAY, Phase.OVER)

_words = (ctypes.c_uint64 * (2 * MOST_PLAYS))()


def _octets(values):
    return (ctypes.c_uint8 * MOST_CARDS)(*values)


class EngineDeal:
    """A deal of the engine, started like a deal of the rules."""

    def __init__(self, state, dealt, leftover):
        """Start it from the hands and the leftover as they were dealt."""
        setup, self.rules = state.setup, state.rules
        self.packed, self.state = packed(self.rules), State()
        previous = setup.previous
        winner = loser = -1
        if previous is not None and previous.winner is not None:
            winner = previous.winner
            loser = previous_loser(self.rules, previous, setup.number)
        hands = [word for hand in dealt for word in engine_set(self.rules, hand)]
        stock = leftover if self.rules.has_stock else ()
        rest = 0
        if not stock:
            for card in leftover:
                rest |= 1 << (card if not rest >> card & 1 else card + PACK_SIZE)
        library().club_begin(
            ctypes.byref(self.packed),
            ctypes.byref(self.state),
            (ctypes.c_uint64 * len(hands))(*hands),
            (ctypes.c_uint64 * 2)(*engine_set(self.rules, rest)),
            _octets(engine_card(self.rules, card) for card in stock),
            len(stock),
            *(ctypes.c_int(number) for number in (setup.number, setup.dealer, winner, loser)),
        )

    def plays(self, seat):
        """Return the legal plays of a seat, in turn or out of it, and whether it may pass."""
        may_pass = ctypes.c_int()
        found = library().club_plays(
            ctypes.byref(self.packed),
            ctypes.byref(self.state),
            seat,
            _words,
            ctypes.byref(may_pass),
        )
        assert found >= 0, "too many plays"
        pairs = [
            rules_set(self.rules, _words[2 * place], _words[2 * place + 1])
            for place in range(found)
        ]
        return pairs, bool(may_pass.value)

    def apply(self, before, action):
        """Do an action of the rules; `before` is the deal of the rules before it."""
        both = ctypes.byref(self.packed), ctypes.byref(self.state)
        match action:
            case Play(seat, cards):
                words = map(ctypes.c_uint64, engine_set(self.rules, cards))
                assert library().club_play(*both, seat, *words) == 1
            case Pass():
                order = self._next_stock(before)
                library().club_pass(*both, _octets(order), len(order))
            case Give(_, card):
                library().club_give(*both, engine_card(self.rules, card))

    def _next_stock(self, before):
        """Return the order of a stock that would be shuffled now."""
        if not self.rules.stock_recycle:
            return []
        recycled = without(before.played, before.trick_cards)
        seed = f"{before.setup.seed}/{before.recycles + 1}"
        return [engine_card(self.rules, card) for card in shuffled(iter_cards(recycled), seed)]

    def summary(self):
        """Return what the rules must agree with."""
        state, rules = self.state, self.rules
        top = state.top
        seats = range(rules.players)
        found = {
            "phase": PHASES[state.phase],
            "turn": state.turn if state.turn >= 0 else None,
            "hands": tuple(rules_set(rules, hand.a, hand.b) for hand in state.hands)[
                : rules.players
            ],
            "top": (
                (KIND_NAMES[top.kind], top.key, top.size, top.rank, rules_card(rules, top.top))
                if state.has_top
                else None
            ),
            "owner": state.owner if state.has_top else None,
            "passes": state.passes,
            "locked": state.locked,
            "out": tuple(state.out[: state.outs]),
            "leader": state.leader if state.leader >= 0 else None,
            "taker": state.taker if state.taker >= 0 else None,
            "stock": tuple(rules_card(rules, card) for card in state.stock[: state.stocked]),
            "recycles": state.recycles,
            "played": rules_set(rules, state.played.a, state.played.b),
            "trick_cards": rules_set(rules, state.trick_cards.a, state.trick_cards.b),
            "active": state.active,
            "starter": state.starter if state.starter >= 0 else None,
            "twos_low": bool(state.twos_low),
            "bombs": state.bombs,
            "must_include": (
                rules_card(rules, state.must_include) if state.must_include >= 0 else None
            ),
            "breach": (
                (
                    state.breach_guard,
                    state.breach_guarded,
                    rules_card(rules, state.breach_highest),
                )
                if state.breach_guard >= 0
                else None
            ),
            "specials": [
                (seat, KIND_NAMES[kind], rank, bool(last))
                for seat, kind, rank, last in state.special[: state.specials]
            ],
        }
        if state.phase == len(PHASES) - 1:
            found |= {
                "ending": ENDINGS[state.ending],
                "winner": state.winner if state.winner >= 0 else None,
                "loser": state.loser if state.loser >= 0 else None,
                "foul": state.foul if state.foul >= 0 else None,
                "points": tuple(state.points[seat] for seat in seats),
                "net": tuple(state.net[seat] for seat in seats),
            }
        return found


def rules_card(rules, card):
    """Return a card of the engine as one of the rules."""
    return rules_set(rules, 1 << card, 0).bit_length() - 1


def summary(state):
    """Return the same of a deal of the rules."""
    trick, top = state.trick, state.trick.top
    over = state.phase is Phase.OVER
    found = {
        "phase": state.phase,
        "turn": state.turn,
        "hands": state.hands,
        "top": None if top is None else (top.kind.value, top.key, top.size, top.rank, top.top),
        "owner": None if top is None else trick.owner,
        "passes": trick.passes,
        "locked": trick.locked,
        "out": state.out,
        "leader": state.leader,
        "taker": state.taker,
        "stock": state.stock,
        "recycles": state.recycles,
        "played": state.played,
        "trick_cards": state.trick_cards,
        "active": state.active,
        "starter": state.starter,
        "twos_low": state.twos_low,
        "bombs": state.bombs,
        "must_include": state.must_include,
        "breach": None if state.breach is None else tuple(state.breach),
        "specials": [
            (seat, each.kind.value, each.rank, last) for seat, each, last in state.specials
        ],
    }
    if over:
        result = state.result
        found |= {
            "ending": result.ending.value,
            "winner": result.winner,
            "loser": result.loser,
            "foul": result.foul,
            "points": result.points,
            "net": result.net,
        }
    return found
