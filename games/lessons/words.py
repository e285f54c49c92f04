"""What the coach says, in the reader's language."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games.language import labels
from games.lessons.coach import Advice, Say, Subject
from games.rules.cards import Cards
from games.rules.combinations import classify
from games.rules.deal import Code, Refusal
from games.rules.view import View


class CoachWords(NamedTuple):
    """A heading and what stands below it."""

    title: str
    text: str


_TITLES: Mapping[Subject, str] = {
    Subject.ORDER: gettext_noop("The order of the cards"),
    Subject.SINGLE: gettext_noop("Single cards"),
    Subject.PAIR: gettext_noop("Pairs"),
    Subject.FIVE: gettext_noop("Five cards"),
    Subject.PASS: gettext_noop("Passing"),
    Subject.TWO: gettext_noop("The two of spades"),
    Subject.OUT: gettext_noop("Going out"),
}
#: For the subjects that did not come up.
_IN_SHORT: Mapping[Subject, str] = {
    Subject.ORDER: gettext_noop(
        "From low to high: 3 4 5 6 7 8 9 10 J Q K A 2; of one rank ♦ ♣ ♥ ♠."
    ),
    Subject.SINGLE: gettext_noop("One card is beaten by one higher card."),
    Subject.PAIR: gettext_noop("Two cards of one rank are beaten by a higher pair."),
    Subject.FIVE: gettext_noop(
        "Five cards beat five: straight, flush, full house, four of a kind with any card, straight"
        " flush, each higher than the one before."
    ),
    Subject.PASS: gettext_noop("Who cannot beat, or does not want to, passes."),
    Subject.TWO: gettext_noop("The two of spades is the highest card: nothing beats it."),
    Subject.OUT: gettext_noop("Who is first without cards wins the deal."),
}
_SAID: Mapping[Say, str] = {
    Say.ORDER_LEAD: gettext_noop(
        "From low to high: 3 4 5 6 7 8 9 10 J Q K A 2. Of one rank the suit decides: ♦ ♣ ♥ ♠. The"
        " lowest card begins. Choose it in your hand, then press Play."
    ),
    Say.ORDER: gettext_noop(
        "From low to high: 3 4 5 6 7 8 9 10 J Q K A 2. Of one rank the suit decides: ♦ ♣ ♥ ♠. Beat"
        " what lies on the table with as many cards, higher ones."
    ),
    Say.SINGLE: gettext_noop(
        "One card lies on the table. Beat it with one that is higher, or pass. Keep together what"
        " makes a pair or five cards."
    ),
    Say.PAIR: gettext_noop(
        "Two cards of one rank are a pair. Only a higher pair beats it; of two pairs of one rank,"
        " the one with the spade."
    ),
    Say.PAIR_LEAD: gettext_noop(
        "You lead. Two cards of one rank are a pair, and only a higher pair beats it."
    ),
    Say.FIVE: gettext_noop(
        "Five cards are beaten by five: straight, flush, full house, four of a kind with any card,"
        " straight flush, each higher than the one before."
    ),
    Say.FIVE_LEAD: gettext_noop(
        "You lead, and may play what you like: five cards at once, say. A straight, flush, full"
        " house, four of a kind with any card, straight flush: each beats the one before."
    ),
    Say.PASS: gettext_noop(
        "Nothing in your hand beats this, so press Pass. You may play again at your next turn. When"
        " all the others have passed, whoever played last leads anew."
    ),
    Say.TWO: gettext_noop(
        "It is the highest card of all: nothing beats it. The others have to pass, and you lead"
        " what you like."
    ),
    Say.TWO_LEAD: gettext_noop(
        "Nothing beats the two of spades. Lead it now: the others pass, and at your next lead you"
        " go out."
    ),
    Say.OUT: gettext_noop(
        "These are your last cards. Play them, and the deal is yours: the others pay for the cards"
        " that they still hold."
    ),
    Say.LEAD: gettext_noop(
        "You lead: play what you like. Get rid of low cards, and of many at once."
    ),
    Say.ANSWER: gettext_noop("Beat it with as many cards, higher ones; or pass and keep yours."),
    Say.PASS_AGAIN: gettext_noop("Nothing in your hand beats this: pass."),
    Say.WATCH: gettext_noop(
        "The others are on turn. See how many cards they play: you answer with as many."
    ),
    Say.WATCH_TWO: gettext_noop("Nothing beats your two of spades: the others pass."),
    Say.WATCH_PASSED: gettext_noop(
        "You have passed. Who plays last leads anew, with what they like."
    ),
    Say.WON: gettext_noop("You were the first without cards: the deal is yours."),
    Say.LOST: gettext_noop(
        "Another player was the first without cards. You pay for those that you still held."
    ),
    Say.THROWN_IN: gettext_noop("The cards are dealt anew."),
}
_PLAIN_TITLES: Mapping[Say, str] = {
    Say.LEAD: gettext_noop("Your lead"),
    Say.ANSWER: gettext_noop("Your turn"),
    Say.PASS_AGAIN: gettext_noop("Your turn"),
    Say.WATCH: gettext_noop("Watch"),
    Say.WATCH_TWO: gettext_noop("Watch"),
    Say.WATCH_PASSED: gettext_noop("Watch"),
    Say.WON: gettext_noop("Well done"),
    Say.LOST: gettext_noop("That was a whole deal"),
    Say.THROWN_IN: gettext_noop("A new deal"),
}
_WHY: Mapping[Code, str] = {
    Code.MUST_INCLUDE: gettext_noop("The very first play of a deal contains its lowest card."),
    Code.WRONG_SIZE: gettext_noop("A play is answered with as many cards as it has."),
    Code.TOO_LOW: gettext_noop("The rank decides, and of one rank the suit: ♦ ♣ ♥ ♠, from low up."),
    Code.KIND_TOO_LOW: gettext_noop(
        "Of five cards a higher kind wins: straight, flush, full house, four of a kind, straight"
        " flush."
    ),
    Code.FOUR_NEEDS_FIFTH: gettext_noop("Four of a rank are played with any fifth card."),
}
_NO_COMBINATION: Mapping[int, str] = {
    2: gettext_noop("Two cards go together when they have the same rank."),
    3: gettext_noop("Three cards go together when they have the same rank."),
    4: gettext_noop("Four cards never go alone: play one, two, three or five."),
    5: gettext_noop(
        "Five cards go together as five ranks in a row, five of a suit, three and two of a rank, or"
        " four of a rank and any card."
    ),
}
_TOO_MANY = gettext_noop("One, two, three or five cards are played together, never more.")


def title(subject: Subject) -> str:
    """Return what the subject is called."""
    return _(_TITLES[subject])


def in_short(subject: Subject) -> str:
    """Return what there is to know of the subject, in one sentence."""
    return _(_IN_SHORT[subject])


def words(advice: Advice) -> CoachWords:
    """Return what the coach says as this advice."""
    plain = _PLAIN_TITLES.get(advice.say)
    assert plain or advice.subject, "it is about something"
    return CoachWords(
        _(plain) if plain else title(advice.subject or Subject.ORDER), _(_SAID[advice.say])
    )


def marked(advice: Advice, seen: View) -> str:
    """Return which cards the coach means, in words; nothing where it means none."""
    play = classify(seen.rules, advice.cards, seen.twos_low) if advice.cards else None
    if play is None:
        return ""
    return _("Marked in your hand: %(play)s.") % {"play": labels.combination_label(play)}


def why(refusal: Refusal, chosen: Cards) -> str:
    """Return what explains a refusal to who does not know the rules yet, or nothing."""
    if refusal.code == Code.NO_COMBINATION:
        return _(_NO_COMBINATION.get(chosen.bit_count(), _TOO_MANY))
    return _(_WHY[refusal.code]) if refusal.code in _WHY else ""


def progress(number: int, count: int) -> str:
    """Return "3 of 7 topics"."""
    return ngettext("%(number)d of %(count)d topic", "%(number)d of %(count)d topics", count) % {
        "number": number,
        "count": count,
    }
