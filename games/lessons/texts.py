"""The coach's texts."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games.language import labels
from games.lessons.coach import Advice, Message, Subject
from games.rules.cards import Cards
from games.rules.combinations.table import classify
from games.rules.deal.refusals import Code, Refusal
from games.rules.view import View


class CoachText(NamedTuple):
    """A title and the text below it."""

    title: str
    text: str


_TITLES: Mapping[Subject, str] = {
    Subject.ORDER: gettext_noop("Order of the cards"),
    Subject.SINGLE: gettext_noop("Single cards"),
    Subject.PAIR: gettext_noop("Pairs"),
    Subject.FIVE: gettext_noop("Five cards"),
    Subject.PASS: gettext_noop("Passing"),
    Subject.TWO: gettext_noop("The two of spades"),
    Subject.OUT: gettext_noop("Going out"),
}
#: Summaries of subjects that didn't come up.
_SUMMARIES: Mapping[Subject, str] = {
    Subject.ORDER: gettext_noop(
        "From low to high: 3 4 5 6 7 8 9 10 J Q K A 2. If ranks tie, the suit decides: ♦ ♣ ♥ ♠."
    ),
    Subject.SINGLE: gettext_noop("Beat a single card with one higher card."),
    Subject.PAIR: gettext_noop("Beat a pair with a higher pair."),
    Subject.FIVE: gettext_noop(
        "Beat a five-card combination with a higher one. From low to high: straight,"
        " flush, full house, four of a kind"
        " (plus any card), straight flush."
    ),
    Subject.PASS: gettext_noop("If you can’t beat a play, or don’t want to, pass."),
    Subject.TWO: gettext_noop("The 2♠ is the highest card. Nothing beats it."),
    Subject.OUT: gettext_noop("The first player to run out of cards wins the deal."),
}
_TEXTS: Mapping[Message, str] = {
    Message.ORDER_LEAD: gettext_noop(
        "From low to high: 3 4 5 6 7 8 9 10 J Q K A 2. If ranks tie, the suit decides: ♦ ♣ ♥ ♠."
        " You have the lowest card, so you start. Select that card in your hand, then press Play."
    ),
    Message.ORDER: gettext_noop(
        "From low to high: 3 4 5 6 7 8 9 10 J Q K A 2. If ranks tie, the suit decides: ♦ ♣ ♥ ♠."
        " Beat the play on the table with a higher one, using the same number of cards."
    ),
    Message.SINGLE: gettext_noop(
        "Beat the single card on the table with a higher one, or pass. Don’t break up your pairs"
        " and five-card combinations."
    ),
    Message.PAIR: gettext_noop(
        "A pair is two cards of the same rank. Only a higher pair beats it. If ranks tie, the pair"
        " with the spade wins."
    ),
    Message.PAIR_LEAD: gettext_noop(
        "You lead, so you can play any combination. Try a pair: two cards of the same rank. Only a"
        " higher pair beats it."
    ),
    Message.FIVE: gettext_noop(
        "Five cards are on the table. Beat them with a higher five-card combination. From low to"
        " high: straight, flush, full house, four of a kind (plus any card), straight flush."
    ),
    Message.FIVE_LEAD: gettext_noop(
        "You lead, so you can play anything. Get rid of five cards at once. From low to high:"
        " straight, flush, full house, four of a kind (plus any card), straight flush."
    ),
    Message.PASS: gettext_noop(
        "Nothing in your hand beats this play, so press Pass. You can still play on"
        " your next turn. When"
        " all the others pass, the last player to play leads the next trick."
    ),
    Message.TWO: gettext_noop(
        "The 2♠ is the highest card, so nothing beats it. The others have to pass, and then you"
        " can lead anything you like."
    ),
    Message.TWO_LEAD: gettext_noop(
        "Nothing beats the 2♠. Lead it now: the others have to pass, and then you lead your last"
        " cards and go out."
    ),
    Message.OUT: gettext_noop(
        "These are your last cards. Play them to win the deal. The others pay for the cards they"
        " still hold."
    ),
    Message.LEAD: gettext_noop(
        "You lead, so play anything you like. Get rid of low cards, as many at once as you can."
    ),
    Message.ANSWER: gettext_noop(
        "Beat the play on the table with a higher one, using the same number of cards, or pass."
    ),
    Message.PASS_AGAIN: gettext_noop("Nothing in your hand beats this play. Pass."),
    Message.WATCH: gettext_noop(
        "The others are playing. You’ll need to play the same number of cards."
    ),
    Message.WATCH_TWO: gettext_noop("Nothing beats your 2♠, so the others pass."),
    Message.WATCH_PASSED: gettext_noop(
        "You passed. The last player to play can lead anything to the next trick."
    ),
    Message.WON: gettext_noop("You got rid of all your cards first. You win the deal."),
    Message.LOST: gettext_noop(
        "Another player ran out of cards first. You pay for the cards you still had."
    ),
    Message.LOST_AHEAD: gettext_noop(
        "Another player ran out of cards first. You had fewer cards left than other players,"
        " so you don’t lose any points."
    ),
    Message.THROWN_IN: gettext_noop("The cards are dealt again."),
}
_PLAIN_TITLES: Mapping[Message, str] = {
    Message.LEAD: gettext_noop("Your lead"),
    Message.ANSWER: gettext_noop("Your turn"),
    Message.PASS_AGAIN: gettext_noop("Your turn"),
    # Translators: the reader watches the others play.
    Message.WATCH: gettext_noop("Watch"),
    Message.WATCH_TWO: gettext_noop("Watch"),
    Message.WATCH_PASSED: gettext_noop("Watch"),
    Message.WON: gettext_noop("Well done"),
    Message.LOST: gettext_noop("You finished a whole deal"),
    Message.LOST_AHEAD: gettext_noop("You finished a whole deal"),
    Message.THROWN_IN: gettext_noop("Redeal"),
}
_WHY: Mapping[Code, str] = {
    Code.MUST_INCLUDE: gettext_noop("The first play of a deal must include its lowest card."),
    Code.WRONG_SIZE: gettext_noop("Play the same number of cards as the play on the table."),
    Code.TOO_LOW: gettext_noop(
        "The rank decides. If ranks tie, the suit decides, from low to high: ♦ ♣ ♥ ♠."
    ),
    Code.KIND_TOO_LOW: gettext_noop(
        "With five cards, the higher type of combination wins. From low to high: straight, flush,"
        " full house, four of a kind, straight flush."
    ),
    Code.TWO_PAIRS_EXCLUDED: gettext_noop(
        "You can’t play four cards. Play one, two, three or five."
    ),
    Code.FOUR_NEEDS_FIFTH: gettext_noop("Play four of a kind together with any fifth card."),
}
_NO_COMBINATION: Mapping[int, str] = {
    2: gettext_noop("You can play two cards only if they’re a pair."),
    3: gettext_noop("You can play three cards only if they’re three of a kind."),
    4: gettext_noop("You can’t play four cards. Play one, two, three or five."),
    5: gettext_noop(
        "Five cards must be a straight (five ranks in a row), a flush (five cards of one suit), a"
        " full house (three of a kind and a pair) or four of a kind with any fifth card."
    ),
}
_TOO_MANY = gettext_noop("You can’t play more than five cards. Play one, two, three or five.")


def title(subject: Subject) -> str:
    """Return the subject's title."""
    return _(_TITLES[subject])


def summary(subject: Subject) -> str:
    """Return a short summary of the subject."""
    return _(_SUMMARIES[subject])


def advice_text(advice: Advice) -> CoachText:
    """Return the coach's title and text for an advice."""
    plain = _PLAIN_TITLES.get(advice.message)
    assert plain or advice.subject, "an advice has its own title or a subject"
    return CoachText(
        _(plain) if plain else title(advice.subject or Subject.ORDER), _(_TEXTS[advice.message])
    )


def marked(advice: Advice, view: View) -> str:
    """Return the sentence on suggested cards, "Try this: a pair of nines."; empty without any."""
    play = classify(view.rules, advice.cards, view.twos_low) if advice.cards else None
    if play is None:
        return ""
    return _("Try this: %(play)s.") % {"play": labels.combination_label(play)}


def why(refusal: Refusal, chosen_cards: Cards) -> str:
    """Return the explanation of a refusal for a beginner; empty if there is none."""
    if refusal.code == Code.NO_COMBINATION:
        return _(_NO_COMBINATION.get(chosen_cards.bit_count(), _TOO_MANY))
    return _(_WHY[refusal.code]) if refusal.code in _WHY else ""


def progress(number: int, count: int) -> str:
    """Return the progress: "3 of 7 topics"."""
    return ngettext("%(number)d of %(count)d topic", "%(number)d of %(count)d topics", count) % {
        "number": number,
        "count": count,
    }
