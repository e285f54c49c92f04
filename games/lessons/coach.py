"""The coach's advice to a learner, from the learner's view of the table.

Pure functions: from a view and the views of earlier turns to an advice of codes and cards; the
texts are in ``texts``. The coach reacts to the situation instead of following a script: whatever
the learner or a bot does, the next turn has an advice, and each subject is taught when it first
comes up.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum, auto
from typing import Final

from games.rules.cards import PACK_SIZE, Card, Cards, cards_of, rank_of_set
from games.rules.combinations.kinds import FIVE_CARD_KINDS, Combination, Kind
from games.rules.combinations.table import classify, combination_table
from games.rules.deal.actions import Pass
from games.rules.deal.state import Ending
from games.rules.moves import open_plays
from games.rules.view import View


class Subject(StrEnum):
    """A topic of the lesson, in the order in which a learner who follows the coach meets them."""

    ORDER = auto()
    SINGLE = auto()
    TWO = auto()
    FIVE = auto()
    PASS = auto()
    PAIR = auto()
    OUT = auto()


class Message(StrEnum):
    """Key of a message of the coach; ``games.lessons.texts`` has the sentences."""

    # On the learner's turn, about a subject
    ORDER = auto()
    ORDER_LEAD = auto()
    SINGLE = auto()
    PAIR = auto()
    PAIR_LEAD = auto()
    FIVE = auto()
    FIVE_LEAD = auto()
    PASS = auto()
    TWO = auto()
    TWO_LEAD = auto()
    OUT = auto()
    # On the learner's turn, about a subject taught before
    LEAD = auto()
    ANSWER = auto()
    PASS_AGAIN = auto()
    # While others play
    WATCH = auto()
    WATCH_TWO = auto()
    WATCH_PASSED = auto()
    # At the end
    WON = auto()
    LOST = auto()
    LOST_AHEAD = auto()
    THROWN_IN = auto()


#: The highest card by the rules of the lesson.
HIGHEST: Final[Card] = PACK_SIZE - 1
_HIGHEST: Final[Cards] = 1 << HIGHEST
_OF_SIZE = {1: Subject.SINGLE, 2: Subject.PAIR, 5: Subject.FIVE}
_ANSWERS = {Subject.SINGLE: Message.SINGLE, Subject.PAIR: Message.PAIR, Subject.FIVE: Message.FIVE}


@dataclass(frozen=True, slots=True)
class Advice:
    """The coach's current message as data, without text: its key, subject and suggested cards."""

    message: Message
    #: The subject, if the message is about one.
    subject: Subject | None = None
    #: Whether the subject comes up for the first time.
    is_new: bool = False
    #: The suggested cards.
    cards: Cards = 0
    #: The play to beat.
    top: Combination | None = None
    #: The subjects taught so far, including this one.
    taught: frozenset[Subject] = frozenset()


def coach(view: View, history: Sequence[View]) -> Advice:
    """Return the advice for the learner.

    :param view: the learner's current view
    :param history: the learner's views on all own turns before, in order
    """
    return advise(view, subjects_taught(history))


def subjects_taught(
    turns: Sequence[View], taught: frozenset[Subject] = frozenset()
) -> frozenset[Subject]:
    """Return the subjects taught after these turns of the learner.

    :param taught: the subjects taught before
    """
    for view in turns:
        taught = _advice_on_turn(view, taught).taught
    return taught


def advise(view: View, taught: frozenset[Subject]) -> Advice:
    """Return the advice for a learner who was taught these subjects."""
    if view.result is not None:
        return _advice_at_end(view, taught)
    return (
        _advice_on_turn(view, taught)
        if view.on_turn
        else Advice(_waiting_message(view), taught=taught)
    )


def _advice_at_end(view: View, taught: frozenset[Subject]) -> Advice:
    """Return the advice after the end of the deal."""
    assert view.result is not None
    if view.result.ending is Ending.REDEAL:
        return Advice(Message.THROWN_IN, taught=taught)
    if view.result.winner == view.seat:
        return Advice(Message.WON, Subject.OUT, taught=taught | {Subject.OUT})
    # Players with few cards left get more from those with many than they pay the winner.
    has_paid = view.seat is None or view.result.net[view.seat] < 0
    message = Message.LOST if has_paid else Message.LOST_AHEAD
    # The learner may have held the last cards, but has not gone out.
    return Advice(message, Subject.OUT, taught=taught - {Subject.OUT})


def _waiting_message(view: View) -> Message:
    """Return the message for a learner who waits for the others."""
    if view.owner == view.seat and view.top is not None and view.top.cards & _HIGHEST:
        return Message.WATCH_TWO
    own_action = None if view.seat is None else view.last[view.seat]
    return Message.WATCH_PASSED if isinstance(own_action, Pass) else Message.WATCH


def _advice_on_turn(view: View, taught: frozenset[Subject]) -> Advice:
    """Return the advice for the learner's turn."""
    plays = _open_combinations(view)
    if Subject.ORDER not in taught:
        return _first_turn_advice(view, plays, taught)
    if not plays:
        message = Message.PASS if Subject.PASS not in taught else Message.PASS_AGAIN
        return _suggestion(view, message, Subject.PASS, 0, taught)
    if last := next((play for play in plays if play.cards == view.hand), None):
        return _suggestion(view, Message.OUT, Subject.OUT, last.cards, taught)
    return (
        _lead_advice(view, plays, taught)
        if view.top is None
        else _answer_advice(view, plays, taught)
    )


def _first_turn_advice(
    view: View, plays: Sequence[Combination], taught: frozenset[Subject]
) -> Advice:
    """Return the advice on the order of cards, for the learner's first turn."""
    if view.top is None:
        lowest = min(plays, key=lambda play: (play.size, play.key), default=None)
        return _suggestion(
            view, Message.ORDER_LEAD, Subject.ORDER, lowest.cards if lowest else 0, taught
        )
    found = _cheapest(view, [play for play in plays if play.size == view.top.size])
    return _suggestion(view, Message.ORDER, Subject.ORDER, found.cards if found else 0, taught)


def _lead_advice(view: View, plays: Sequence[Combination], taught: frozenset[Subject]) -> Advice:
    """Return the advice for a lead: 2♠ before the last play, or five cards, a pair, a single."""
    rest = view.hand & ~_HIGHEST
    if rest != view.hand and classify(view.rules, rest, view.twos_low) is not None:
        # Nothing beats it, and the other cards go out at the next lead.
        message = Message.TWO_LEAD if Subject.TWO not in taught else Message.LEAD
        return _suggestion(view, message, Subject.TWO, _HIGHEST, taught)
    fives = [play for play in plays if play.kind in FIVE_CARD_KINDS]
    if five := _cheapest(view, fives):
        message = Message.FIVE_LEAD if Subject.FIVE not in taught else Message.LEAD
        return _suggestion(view, message, Subject.FIVE, five.cards, taught)
    loose = [play for play in plays if play.size == 1 and not play.cards & _HIGHEST]
    single, pair = _cheapest(view, loose), _cheapest(view, _of_kind(plays, Kind.PAIR))
    if pair and (single is None or Subject.PAIR not in taught or _is_no_higher(pair, single)):
        message = Message.PAIR_LEAD if Subject.PAIR not in taught else Message.LEAD
        return _suggestion(view, message, Subject.PAIR, pair.cards, taught)
    chosen = single or pair or min(plays, key=lambda play: (play.size, play.key))
    return _suggestion(view, Message.LEAD, None, chosen.cards, taught)


def _answer_advice(view: View, plays: Sequence[Combination], taught: frozenset[Subject]) -> Advice:
    """Return the advice for a play that beats the one on the table."""
    assert view.top is not None
    same = [play for play in plays if play.size == view.top.size] or list(plays)
    subject = _OF_SIZE.get(view.top.size)
    if subject is Subject.SINGLE:
        kept = _kept_together(view)
        free = [play for play in same if not play.cards & (kept | _HIGHEST)]
        if not free and any(play.cards == _HIGHEST for play in same):
            message = Message.TWO if Subject.TWO not in taught else Message.ANSWER
            return _suggestion(view, message, Subject.TWO, _HIGHEST, taught)
    chosen = _cheapest(view, same)
    assert chosen is not None, "there is a play"
    if subject is None or subject in taught:
        return _suggestion(view, Message.ANSWER, subject, chosen.cards, taught)
    return _suggestion(view, _ANSWERS[subject], subject, chosen.cards, taught)


def _suggestion(
    view: View, message: Message, subject: Subject | None, cards: Cards, taught: frozenset[Subject]
) -> Advice:
    """Return the advice to play some cards (0 to pass), with its subject counted as taught."""
    is_new = subject is not None and subject not in taught
    after = taught | {subject} if subject is not None else taught
    return Advice(message, subject, is_new, cards, view.top, after)


def _open_combinations(view: View) -> list[Combination]:
    """Return the combinations that the learner may play now."""
    tables = combination_table(view.rules, view.twos_low)
    return [found for cards in view.open_plays() if (found := tables.classify(cards)) is not None]


def _of_kind(plays: Sequence[Combination], kind: Kind) -> list[Combination]:
    """Return the plays of one kind."""
    return [play for play in plays if play.kind is kind]


def _cheapest(view: View, plays: Sequence[Combination]) -> Combination | None:
    """Return the cheapest play: without the highest card, breaking up nothing, then the lowest."""
    if not plays:
        return None
    kept = _kept_together(view)

    def cost_key(play: Combination) -> tuple[bool, bool, int, Cards]:
        """Return the sort key of a play: highest card used, combination broken up, strength."""
        breaks = play.size < 5 and bool(play.cards & _cards_not_to_break(kept, view, play))
        return bool(play.cards & _HIGHEST), breaks, play.key, play.cards

    return min(plays, key=cost_key)


def _cards_not_to_break(kept_together: Cards, view: View, play: Combination) -> Cards:
    """Return the cards that a play should leave: groups for a single, else the best five."""
    return kept_together if play.size == 1 else _lowest_five(view)


def _kept_together(view: View) -> Cards:
    """Return the cards of a five-card combination in hand and of pairs or more in the rest."""
    five = _lowest_five(view)
    rest = view.hand & ~five
    same_rank = [card for card in range(PACK_SIZE) if rest >> card & 1]
    ranks = [card // 4 for card in same_rank]
    return five | cards_of(card for card in same_rank if ranks.count(card // 4) > 1)


def _lowest_five(view: View) -> Cards:
    """Return the lowest five-card combination in hand, if possible without the 2♠, or no cards."""
    tables = combination_table(view.rules, view.twos_low)
    leads = open_plays(view.rules, view.hand, twos_low=view.twos_low)
    fives = [
        found
        for cards in leads
        if (found := tables.classify(cards)) is not None and found.kind in FIVE_CARD_KINDS
    ]
    best = min(fives, key=lambda five: (bool(five.cards & _HIGHEST), five.key), default=None)
    return best.cards if best else 0


def _is_no_higher(combination: Combination, other_combination: Combination) -> bool:
    """Return whether the rank of a combination is not above that of another."""
    return rank_of_set(combination.cards) <= rank_of_set(other_combination.cards)
