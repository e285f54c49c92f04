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
from games.rules.combinations import FIVE_CARD_KINDS, Combination, Kind, classify, combination_table
from games.rules.deal import Ending, Pass
from games.rules.moves import open_plays
from games.rules.view import View


class Subject(StrEnum):
    """A topic of the lesson, in the order of the list."""

    ORDER = auto()
    SINGLE = auto()
    PAIR = auto()
    FIVE = auto()
    PASS = auto()
    TWO = auto()
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
    THROWN_IN = auto()


#: The highest card by the rules of the lesson.
HIGHEST: Final[Card] = PACK_SIZE - 1
_HIGHEST: Final[Cards] = 1 << HIGHEST
_OF_SIZE = {1: Subject.SINGLE, 2: Subject.PAIR, 5: Subject.FIVE}
_ANSWERS = {Subject.SINGLE: Message.SINGLE, Subject.PAIR: Message.PAIR, Subject.FIVE: Message.FIVE}


@dataclass(frozen=True, slots=True)
class Advice:
    """The coach's current message."""

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


def coach(seen: View, history: Sequence[View]) -> Advice:
    """Return the advice for the learner.

    :param seen: the learner's current view
    :param history: the learner's views on all own turns before, in order
    """
    return advise(seen, subjects_taught(history))


def subjects_taught(
    turns: Sequence[View], taught: frozenset[Subject] = frozenset()
) -> frozenset[Subject]:
    """Return the subjects taught after these turns of the learner.

    :param taught: the subjects taught before
    """
    for seen in turns:
        taught = _on_turn(seen, taught).taught
    return taught


def advise(seen: View, taught: frozenset[Subject]) -> Advice:
    """Return the advice for a learner who was taught these subjects."""
    if seen.result is not None:
        return _end(seen, taught)
    return _on_turn(seen, taught) if seen.on_turn else Advice(_while_waiting(seen), taught=taught)


def _end(seen: View, taught: frozenset[Subject]) -> Advice:
    assert seen.result is not None
    if seen.result.ending is Ending.REDEAL:
        return Advice(Message.THROWN_IN, taught=taught)
    # However the deal ended: a player went out, and the learner saw it.
    message = Message.WON if seen.result.winner == seen.seat else Message.LOST
    return Advice(message, Subject.OUT, taught=taught | {Subject.OUT})


def _while_waiting(seen: View) -> Message:
    if seen.owner == seen.seat and seen.top is not None and seen.top.cards & _HIGHEST:
        return Message.WATCH_TWO
    mine = None if seen.seat is None else seen.last[seen.seat]
    return Message.WATCH_PASSED if isinstance(mine, Pass) else Message.WATCH


def _on_turn(seen: View, taught: frozenset[Subject]) -> Advice:
    plays = _combinations(seen)
    if Subject.ORDER not in taught:
        return _first_turn(seen, plays, taught)
    if not plays:
        message = Message.PASS if Subject.PASS not in taught else Message.PASS_AGAIN
        return _advice(seen, message, Subject.PASS, 0, taught)
    if last := next((play for play in plays if play.cards == seen.hand), None):
        return _advice(seen, Message.OUT, Subject.OUT, last.cards, taught)
    return _lead(seen, plays, taught) if seen.top is None else _answer(seen, plays, taught)


def _first_turn(seen: View, plays: Sequence[Combination], taught: frozenset[Subject]) -> Advice:
    if seen.top is None:
        lowest = min(plays, key=lambda play: (play.size, play.key), default=None)
        return _advice(
            seen, Message.ORDER_LEAD, Subject.ORDER, lowest.cards if lowest else 0, taught
        )
    found = _cheapest(seen, [play for play in plays if play.size == seen.top.size])
    return _advice(seen, Message.ORDER, Subject.ORDER, found.cards if found else 0, taught)


def _lead(seen: View, plays: Sequence[Combination], taught: frozenset[Subject]) -> Advice:
    rest = seen.hand & ~_HIGHEST
    if rest != seen.hand and classify(seen.rules, rest, seen.twos_low) is not None:
        # Nothing beats it, and the other cards go out at the next lead.
        message = Message.TWO_LEAD if Subject.TWO not in taught else Message.LEAD
        return _advice(seen, message, Subject.TWO, _HIGHEST, taught)
    fives = [play for play in plays if play.kind in FIVE_CARD_KINDS]
    if five := _cheapest(seen, fives):
        message = Message.FIVE_LEAD if Subject.FIVE not in taught else Message.LEAD
        return _advice(seen, message, Subject.FIVE, five.cards, taught)
    loose = [play for play in plays if play.size == 1 and not play.cards & _HIGHEST]
    single, pair = _cheapest(seen, loose), _cheapest(seen, _of_kind(plays, Kind.PAIR))
    if pair and (single is None or Subject.PAIR not in taught or _is_lower(pair, single)):
        message = Message.PAIR_LEAD if Subject.PAIR not in taught else Message.LEAD
        return _advice(seen, message, Subject.PAIR, pair.cards, taught)
    chosen = single or pair or min(plays, key=lambda play: (play.size, play.key))
    return _advice(seen, Message.LEAD, None, chosen.cards, taught)


def _answer(seen: View, plays: Sequence[Combination], taught: frozenset[Subject]) -> Advice:
    assert seen.top is not None
    same = [play for play in plays if play.size == seen.top.size] or list(plays)
    subject = _OF_SIZE.get(seen.top.size)
    if subject is Subject.SINGLE:
        kept = _kept_together(seen)
        free = [play for play in same if not play.cards & (kept | _HIGHEST)]
        if not free and any(play.cards == _HIGHEST for play in same):
            message = Message.TWO if Subject.TWO not in taught else Message.ANSWER
            return _advice(seen, message, Subject.TWO, _HIGHEST, taught)
    chosen = _cheapest(seen, same)
    assert chosen is not None, "there is a play"
    if subject is None or subject in taught:
        return _advice(seen, Message.ANSWER, subject, chosen.cards, taught)
    return _advice(seen, _ANSWERS[subject], subject, chosen.cards, taught)


def _advice(
    seen: View, message: Message, subject: Subject | None, cards: Cards, taught: frozenset[Subject]
) -> Advice:
    is_new = subject is not None and subject not in taught
    after = taught | {subject} if subject is not None else taught
    return Advice(message, subject, is_new, cards, seen.top, after)


def _combinations(seen: View) -> list[Combination]:
    tables = combination_table(seen.rules, seen.twos_low)
    return [found for cards in seen.open_plays() if (found := tables.classify(cards)) is not None]


def _of_kind(plays: Sequence[Combination], kind: Kind) -> list[Combination]:
    return [play for play in plays if play.kind is kind]


def _cheapest(seen: View, plays: Sequence[Combination]) -> Combination | None:
    """Return the lowest play that breaks up no combination; if there is none, the lowest."""
    if not plays:
        return None
    kept = _kept_together(seen)

    def price(play: Combination) -> tuple[bool, bool, int, Cards]:
        breaks = play.size < 5 and bool(play.cards & _kept_beside(kept, seen, play))
        return bool(play.cards & _HIGHEST), breaks, play.key, play.cards

    return min(plays, key=price)


def _kept_beside(kept: Cards, seen: View, play: Combination) -> Cards:
    """Return the cards that the play should keep together; pairs can be played as pairs."""
    return kept if play.size == 1 else _best_five(seen)


def _kept_together(seen: View) -> Cards:
    """Return the cards in hand that are worth more together than alone."""
    five = _best_five(seen)
    rest = seen.hand & ~five
    same_rank = [card for card in range(PACK_SIZE) if rest >> card & 1]
    ranks = [card // 4 for card in same_rank]
    return five | cards_of(card for card in same_rank if ranks.count(card // 4) > 1)


def _best_five(seen: View) -> Cards:
    """Return the lowest five-card combination in hand, or no cards."""
    tables = combination_table(seen.rules, seen.twos_low)
    leads = open_plays(seen.rules, seen.hand, twos_low=seen.twos_low)
    fives = [
        found
        for cards in leads
        if (found := tables.classify(cards)) is not None and found.kind in FIVE_CARD_KINDS
    ]
    best = min(fives, key=lambda five: (bool(five.cards & _HIGHEST), five.key), default=None)
    return best.cards if best else 0


def _is_lower(one: Combination, other: Combination) -> bool:
    return rank_of_set(one.cards) <= rank_of_set(other.cards)
