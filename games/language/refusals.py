"""Why something cannot be done, in the reader's language."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext_noop, ngettext

from games.common import money
from games.common.denials import Denial
from games.common.languages import MOST_ABOUT_PEOPLE, kept_by_language
from games.common.languages import gettext as _
from games.common.numbers import listed
from games.common.storage import StorageCode
from games.language.labels import card_label, kind_label
from games.rules.cards import parse_card
from games.rules.deal import Code, Refusal
from games.tables.denials import TableCode
from games.tables.worst import Cost

_REFUSALS = {
    Code.DEAL_OVER: gettext_noop("The deal is over."),
    Code.NO_SUCH_SEAT: gettext_noop("There is no such seat at this table."),
    Code.UNKNOWN_ACTION: gettext_noop("That cannot be done here."),
    Code.NOT_YOUR_TURN: gettext_noop("Not your turn: it is %(turn)s's."),
    Code.SEAT_OUT: gettext_noop("You have no cards left."),
    Code.EXCHANGE_FIRST: gettext_noop("First %(turn)s has to give a card."),
    Code.LOCKED_OUT: gettext_noop("You passed and are out of this trick."),
    Code.CUT_IN_NOTHING_TO_BEAT: gettext_noop(
        "Not your turn: out of turn you can only beat a play that lies on the table."
    ),
    Code.CUT_IN_OWN_PLAY: gettext_noop("Not your turn: out of turn you cannot beat your own play."),
    Code.NO_CARDS: gettext_noop("Choose the cards to play first."),
    Code.UNKNOWN_CARDS: gettext_noop("Those cards are not in this pack."),
    Code.NOT_HELD: gettext_noop("You do not hold the %(cards)s."),
    Code.NO_COMBINATION: gettext_noop("These cards are not a combination."),
    Code.TRIPLES_EXCLUDED: gettext_noop("At this table three of a rank cannot be played alone."),
    Code.FLUSHES_EXCLUDED: gettext_noop("At this table flushes cannot be played."),
    Code.SEQUENCE_EXCLUDED: gettext_noop("At this table %(ranks)s is not a straight."),
    Code.FOUR_NEEDS_FIFTH: gettext_noop("Four of a kind is played with a fifth card."),
    Code.FOUR_IS_BARE: gettext_noop("At this table four of a kind is played without a fifth card."),
    Code.STRAIGHT_FLUSH_NEEDS_TWO: gettext_noop(
        "At this table a straight flush is played with two more cards."
    ),
    Code.MUST_INCLUDE: gettext_noop("The first play must contain the %(card)s."),
    Code.KIND_TOO_LOW: gettext_noop("%(kind)s cannot beat %(over)s."),
    Code.KIND_DIFFERS: gettext_noop("At this table %(kind)s cannot beat %(over)s."),
    Code.TOO_LOW: gettext_noop("That is too low: it takes a higher one."),
    Code.LAST_TOP_CARD: gettext_noop("The %(card)s cannot be your last card."),
    Code.LAST_TWO: gettext_noop("A two cannot be your last card."),
    Code.LAST_PAIR_OF_TWOS: gettext_noop("A pair of twos cannot be your last play."),
    Code.GUARD_PLAY: gettext_noop(
        "%(next)s has one card: if you play a single card, it must be your %(card)s."
    ),
    Code.GUARD_MUST_BEAT: gettext_noop(
        "%(next)s has one card, and your %(card)s beats: you cannot pass."
    ),
    Code.MUST_BEAT: gettext_noop("You can beat this play, and at this table you must."),
    Code.MUST_LEAD: gettext_noop("You lead: you cannot pass."),
    Code.NO_REDEAL: gettext_noop("At this table nobody can ask for a new deal."),
    Code.REDEAL_TOO_LATE: gettext_noop("A new deal can be asked for only before the first play."),
    Code.REDEAL_POINTS: gettext_noop(
        "You were dealt %(points)s points, too many to ask for a new deal."
    ),
    Code.REDEAL_FACES: gettext_noop(
        "You were dealt a picture card, so you cannot ask for a new deal: %(cards)s."
    ),
    Code.NO_EXCHANGE: gettext_noop("There is no card to be given."),
    Code.NOT_YOUR_EXCHANGE: gettext_noop("It is %(turn)s who has to give a card."),
}
_STORAGE: dict[StorageCode, str] = {
    StorageCode.FULL: gettext_noop(
        "The disk of the club is full, so this could not be written down. Nothing has changed, and "
        "nothing is lost: tell whoever runs the club, and try again."
    ),
    StorageCode.AWAY: gettext_noop(
        "The club cannot reach its database just now. Look whether this was done, and try again."
    ),
}
#: Why something was not done.
Refused = Refusal | Denial
_DENIALS: dict[TableCode, str] = {
    TableCode.WATCHING: gettext_noop(
        "You are watching. Sign in, or press Play now, to take a seat."
    ),
    TableCode.SESSION_ENDED: gettext_noop("Your session has ended. Reload the page to go on."),
    TableCode.NO_SEAT: gettext_noop("You are watching this table and have no seat at it."),
    TableCode.CLOSED: gettext_noop("This table was closed."),
    TableCode.SEATS_TAKEN: gettext_noop("This session has begun; all seats are taken."),
    TableCode.BARRED: gettext_noop("The host has asked you to leave this table."),
    TableCode.MONEY_FOR_MEMBERS: gettext_noop(
        "This table plays for money: make an account to take a seat."
    ),
    TableCode.ABOVE_LIMIT: gettext_noop(
        "This session could cost you up to %(worst)s; your limit is %(limit)s."
    ),
    TableCode.TERMS_CHANGED: gettext_noop(
        "The terms have changed, or your page was out of date. Look at the terms here, and press"
        " again if you agree."
    ),
    TableCode.LOSS_TOO_HIGH: gettext_noop(
        "By these rules you could lose more than the club can count. Choose a lower stake, fewer"
        " deals or other rules."
    ),
    TableCode.MEMBERS_ONLY: gettext_noop(
        "This table is for members: make an account to take a seat."
    ),
    TableCode.CLUB_MEMBERS_ONLY: gettext_noop("This table is for the members of a club."),
    TableCode.SEATS_KEPT: gettext_noop(
        "These seats are kept for those who played here before, until the host opens them."
    ),
    TableCode.NO_HOUSE: gettext_noop(
        "Only at a table of a club can the club pay for what bots lose."
    ),
    TableCode.HOUSE_OFF: gettext_noop(
        "This club does not pay for what bots lose. Its owner can allow it in the club's settings."
    ),
    TableCode.HOUSE_RIGHT: gettext_noop(
        "Only the owner and the organizers can open tables at which the club pays for bots."
    ),
    TableCode.HOUSE_CURRENCY: gettext_noop(
        "This club pays for bots in one currency only, up to %(most)s a point."
    ),
    TableCode.HOUSE_STAKE: gettext_noop("This club pays for bots up to %(most)s a point."),
    TableCode.HOUSE_LIMIT: gettext_noop(
        "With this table the club could owe %(could)s as the house; its limit is %(limit)s."
    ),
    TableCode.TOO_MANY_TABLES: gettext_noop(
        "You have opened as many tables as one person may have at a time (%(most)s). "
        "Finish or leave one of them first."
    ),
    TableCode.FULL: gettext_noop("This table is full."),
    TableCode.SEAT_JUST_TAKEN: gettext_noop("That seat was just taken. Choose another."),
    TableCode.NOBODY_THERE: gettext_noop("Nobody else sits there."),
    TableCode.SEATS_FREE: gettext_noop("There are free seats, and this table waits for people."),
    TableCode.BEGUN: gettext_noop("The session has begun already."),
    TableCode.HOST_ONLY: gettext_noop("Only the host can do that."),
    TableCode.NOT_OVER_YET: gettext_noop("This session is not over yet."),
    TableCode.PLAYERS_ABSENT: gettext_noop(
        "For a stake everyone must have the club open when the session begins."
        " Missing: %(names)s. Wait, or free the seat."
    ),
    TableCode.PLAYERS_NOT_READY: gettext_noop(
        "Everyone must agree to another session for a stake. Still to agree: %(names)s."
    ),
    TableCode.PLAYERS_NOT_AGREED: gettext_noop(
        "Everyone must agree to the terms before a session for a stake. Still to agree: %(names)s."
        " They can stand up and sit down again."
    ),
    TableCode.NOT_ABSENT: gettext_noop(
        "You can free the seat of a player at a table with a stake only after 60 seconds without"
        " an open page. %(name)s is here."
    ),
    TableCode.NO_SUCH_CARDS: gettext_noop("Those cards are not in this pack. Choose again."),
    TableCode.CHOOSE_CARDS: gettext_noop("Choose the cards to play first."),
    TableCode.CHOOSE_ONE_CARD: gettext_noop("Choose one card to give."),
    TableCode.NOT_BEGUN: gettext_noop("The session has not begun."),
    TableCode.OVER: gettext_noop("This session is over."),
    TableCode.BETWEEN_DEALS: gettext_noop("This deal is over and the next one has not started."),
    TableCode.PAUSED: gettext_noop("The table is paused."),
    TableCode.BOT_PLAYS: gettext_noop("A bot plays for you. Take your seat back first."),
    TableCode.MOVED_ON: gettext_noop("The table had moved on before that arrived. Look again."),
    TableCode.LEAD_HELD: gettext_noop(
        "The lead is not open yet: whoever may ask for a new deal has a moment to do so."
    ),
    TableCode.NO_NEXT_DEAL: gettext_noop("There is no next deal to be ready for just now."),
    TableCode.NOTHING_TO_VOTE_ON: gettext_noop("There is nothing to vote on just now."),
    TableCode.VOTE_OVER: gettext_noop("That vote is over: it has come to nothing."),
    TableCode.NO_SAY: gettext_noop("You have no say in that."),
    TableCode.PRESENT_WITH_CLOCK: gettext_noop(
        "%(name)s is here. A bot can play only for a player who has let the clock run out, or has"
        " had no page open for 60 seconds."
    ),
    TableCode.PRESENT_WITHOUT_CLOCK: gettext_noop(
        "%(name)s is here. A bot can play only for a player who has had no page open for 60"
        " seconds, or has not played for 3 minutes after a reminder."
    ),
    TableCode.LEFT_FOR_GOOD: gettext_noop(
        "You have left this session for good; the bot plays on for you."
    ),
    TableCode.NOBODY_ASKED: gettext_noop("Nobody has asked for another session."),
    TableCode.ALREADY_OPEN: gettext_noop("The table is open for another session already."),
    TableCode.ARRANGED: gettext_noop("That is up to those who arranged this table."),
    TableCode.TERMS_FIXED: gettext_noop("This table counts for an event, which has set the terms."),
    TableCode.PACE_SHARED: gettext_noop(
        "Others sit here, too: the pace stays as it was when the table was opened."
    ),
    TableCode.LESSON_OVER: gettext_noop("A lesson has one deal. Press Play now to play on."),
    TableCode.NO_LESSON: gettext_noop("This is no lesson."),
    TableCode.MESSAGE_TOO_LONG: gettext_noop("That message was too long to be understood."),
    TableCode.MESSAGE_UNKNOWN: gettext_noop("That message was not understood. Reload the page."),
    TableCode.NO_WORD: gettext_noop("That word cannot be used for the shuffle."),
}
_SEAT_PARAMS = ("turn", "next")
_KIND_PARAMS = ("kind", "over")


def sentence(refusal: Refused, names: Sequence[str] = ()) -> str:
    """Return why something cannot be done, in one sentence.

    :param refusal: what was refused by the rules, or denied by a table's service
    :param names: those of the seats, by their numbers
    """
    if isinstance(refusal, Denial):
        if isinstance(refusal.code, StorageCode):
            return storage_sentence(refusal.code)
        return denial_sentence(TableCode(refusal.code)) % in_words(refusal.params)
    return _by_the_rules(refusal, names)


def in_words(params: Mapping[str, object]) -> dict[str, object]:
    """Return what a sentence needs, with amounts and names as people read them."""
    return {name: _in_words(value) for name, value in params.items()}


def _in_words(value: object) -> object:
    # An amount is a tuple, too.
    if isinstance(value, Cost):
        return money.amount(*value)
    return listed(value) if isinstance(value, tuple) else value


def storage_sentence(code: StorageCode) -> str:
    """Return why nothing could be written, in one sentence or two."""
    return _(_STORAGE[code])


def denial_sentence(code: TableCode) -> str:
    """Return why a table's service does not do something, in one sentence."""
    return _(_DENIALS[code])


@kept_by_language(MOST_ABOUT_PEOPLE)
def _not_your_turn(turn: str) -> str:
    """Return what most are told who wait."""
    return _(_REFUSALS[Code.NOT_YOUR_TURN]) % {"turn": turn}


def _by_the_rules(refusal: Refusal, names: Sequence[str]) -> str:
    if refusal.code is Code.NOT_YOUR_TURN:
        return _not_your_turn(names[int(str(refusal.params["turn"]))])
    words: dict[str, object] = {}
    for key, value in refusal.params.items():
        if key in _SEAT_PARAMS and isinstance(value, int):
            words[key] = names[value]
        elif key in _KIND_PARAMS:
            words[key] = kind_label(str(value))
        elif key == "card":
            words[key] = card_label(parse_card(str(value)))
        elif key == "cards" and isinstance(value, list):
            words[key] = listed([card_label(parse_card(name)) for name in value])
        else:
            words[key] = value
    if refusal.code is Code.WRONG_SIZE:
        needed = int(str(refusal.params["needed"]))
        return ngettext(
            "Play %(needed)d card, as many as the play to beat.",
            "Play %(needed)d cards, as many as the play to beat.",
            needed,
        ) % {"needed": needed}
    told = _(_REFUSALS[refusal.code]) % words
    return told[:1].upper() + told[1:]
