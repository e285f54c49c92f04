"""Sentences for refusals of the rules and denials of a table's services."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext_noop, ngettext

from games.common import money
from games.common.denials import Denial
from games.common.languages import MAX_NAME_SENTENCES, cached_by_language
from games.common.languages import gettext as _
from games.common.numbers import listed
from games.common.storage import StorageCode
from games.language.labels import card_label, kind_label
from games.rules.cards import parse_card
from games.rules.deal.refusals import Code, Refusal
from games.tables.denials import TableCode
from games.tables.max_loss import Cost

_REFUSALS = {
    Code.DEAL_OVER: gettext_noop("The deal is over."),
    Code.NO_SUCH_SEAT: gettext_noop("This table doesn’t have that seat."),
    Code.UNKNOWN_ACTION: gettext_noop("You can’t do that here."),
    Code.NOT_YOUR_TURN: gettext_noop("It’s %(turn)s’s turn."),
    Code.SEAT_OUT: gettext_noop("You have no cards left."),
    Code.EXCHANGE_FIRST: gettext_noop("%(turn)s has to give a card first."),
    Code.LOCKED_OUT: gettext_noop("You passed, so you’re out of this trick."),
    Code.CUT_IN_NOTHING_TO_BEAT: gettext_noop(
        "It’s not your turn. You can only cut in on a play already on the table."
    ),
    Code.CUT_IN_OWN_PLAY: gettext_noop("It’s not your turn. You can’t cut in on your own play."),
    Code.NO_CARDS: gettext_noop("Choose cards to play."),
    Code.UNKNOWN_CARDS: gettext_noop("Those cards aren’t in this pack."),
    Code.NOT_HELD: gettext_noop("You don’t have the %(cards)s."),
    Code.NO_COMBINATION: gettext_noop("Not a valid combination."),
    Code.TRIPLES_EXCLUDED: gettext_noop(
        "At this table, you can’t play three of a kind on its own."
    ),
    Code.TWO_PAIRS_EXCLUDED: gettext_noop("At this table, you can’t play two pairs together."),
    Code.FLUSHES_EXCLUDED: gettext_noop("At this table, you can’t play flushes."),
    Code.SEQUENCE_EXCLUDED: gettext_noop("At this table, %(ranks)s isn’t a straight."),
    Code.FOUR_NEEDS_FIFTH: gettext_noop("Add a fifth card to your four of a kind."),
    Code.FOUR_IS_BARE: gettext_noop(
        "At this table, four of a kind is played without a fifth card."
    ),
    Code.STRAIGHT_FLUSH_NEEDS_TWO: gettext_noop(
        "At this table, a straight flush needs two extra cards."
    ),
    Code.MUST_INCLUDE: gettext_noop("The first play must include the %(card)s."),
    Code.KIND_TOO_LOW: gettext_noop("You can’t beat %(over)s with %(kind)s."),
    Code.KIND_DIFFERS: gettext_noop("At this table, you can’t beat %(over)s with %(kind)s."),
    Code.TOO_LOW: gettext_noop("Too low. Play something higher."),
    Code.LAST_TOP_CARD: gettext_noop("You can’t go out on the %(card)s."),
    Code.LAST_TWO: gettext_noop("You can’t go out on a two."),
    Code.LAST_PAIR_OF_TWOS: gettext_noop("You can’t go out on a pair of twos."),
    Code.GUARD_PLAY: gettext_noop(
        "%(next)s has one card left. If you play a single card, it must be your %(card)s."
    ),
    Code.GUARD_MUST_BEAT: gettext_noop(
        "You can’t pass: %(next)s has one card left and your %(card)s beats this play."
    ),
    Code.MUST_BEAT: gettext_noop("You can’t pass: at this table you must beat a play if you can."),
    Code.MUST_LEAD: gettext_noop("You can’t pass when you lead."),
    Code.NO_REDEAL: gettext_noop("At this table, you can’t ask for a redeal."),
    Code.REDEAL_TOO_LATE: gettext_noop("You can ask for a redeal only before the first play."),
    Code.REDEAL_POINTS: gettext_noop(
        "Your hand is worth %(points)s points, which is too many to ask for a redeal."
    ),
    Code.REDEAL_FACES: gettext_noop(
        "You can’t ask for a redeal because you were dealt picture cards: %(cards)s."
    ),
    Code.NO_EXCHANGE: gettext_noop("There’s no card to give."),
    Code.NOT_YOUR_EXCHANGE: gettext_noop("Only %(turn)s has to give a card."),
}
_STORAGE: dict[StorageCode, str] = {
    StorageCode.FULL: gettext_noop(
        "The server’s disk is full, so your last action wasn’t saved. Everything saved"
        " earlier is safe. Please tell the "
        "administrator and try again later."
    ),
    StorageCode.AWAY: gettext_noop(
        "The database can’t be reached right now. Check whether your last action was saved before"
        " you try again."
    ),
}
#: A refusal of the rules, or a denial of a service.
Refused = Refusal | Denial
_DENIALS: dict[TableCode, str] = {
    TableCode.WATCHING: gettext_noop(
        "You’re watching. To take a seat, sign in or choose “Play now”."
    ),
    TableCode.SESSION_ENDED: gettext_noop("You’ve been signed out. Reload the page to continue."),
    TableCode.NO_SEAT: gettext_noop("You’re watching this table and don’t have a seat."),
    TableCode.CLOSED: gettext_noop("This table was closed."),
    TableCode.SEATS_TAKEN: gettext_noop("The game has started and all seats are taken."),
    TableCode.BARRED: gettext_noop("The host removed you from this table."),
    TableCode.MONEY_FOR_MEMBERS: gettext_noop("You need an account to play for money."),
    TableCode.ABOVE_LIMIT: gettext_noop(
        "You could lose up to %(worst)s in this game. Your limit is %(limit)s."
    ),
    TableCode.TERMS_CHANGED: gettext_noop(
        "The terms have changed, or your page was out of date. Check the terms and, if you agree,"
        " try again."
    ),
    TableCode.LOSS_TOO_HIGH: gettext_noop(
        "The maximum loss would be too high to track. Choose a lower stake, fewer deals or other "
        "rules."
    ),
    TableCode.MEMBERS_ONLY: gettext_noop("You need an account to sit at this table."),
    TableCode.CLUB_MEMBERS_ONLY: gettext_noop("Only members of the club can sit at this table."),
    TableCode.SEATS_RESERVED: gettext_noop(
        "These seats are reserved for the previous players until the host opens them to everyone."
    ),
    TableCode.NO_HOUSE: gettext_noop("A club can pay for bots’ losses only at its own tables."),
    TableCode.HOUSE_OFF: gettext_noop(
        "This club doesn’t pay for bots’ losses. Its owner can change that in the club’s settings."
    ),
    TableCode.HOUSE_RIGHT: gettext_noop(
        "Only the club’s owner and organizers can open tables where the club pays for bots."
    ),
    TableCode.HOUSE_CURRENCY: gettext_noop(
        "This club pays for bots’ losses in one currency only, at up to %(most)s a point."
    ),
    TableCode.HOUSE_STAKE: gettext_noop(
        "This club pays for bots’ losses at up to %(most)s a point. Choose a lower stake."
    ),
    TableCode.HOUSE_LIMIT: gettext_noop(
        "With this table, the club could owe up to %(could)s for bots. The club’s limit is"
        " %(limit)s."
    ),
    TableCode.HOUSE_STRENGTH: gettext_noop(
        "Where the club pays for bots, choose casual or club strength."
    ),
    TableCode.NO_STRENGTH: gettext_noop("Choose a bot strength from the list."),
    TableCode.TOO_MANY_TABLES: gettext_noop(
        "You’ve reached the limit of open tables (%(most)s). Finish a game or leave a table first."
    ),
    TableCode.FULL: gettext_noop("This table is full."),
    TableCode.SEAT_JUST_TAKEN: gettext_noop("That seat was just taken. Choose another."),
    TableCode.NOBODY_THERE: gettext_noop("There’s no other player in that seat."),
    TableCode.SEATS_FREE: gettext_noop("The game at this table starts when all seats are taken."),
    TableCode.BEGUN: gettext_noop("The game has already started."),
    TableCode.HOST_ONLY: gettext_noop("Only the host can do that."),
    TableCode.NOT_OVER_YET: gettext_noop("This game isn’t over yet."),
    TableCode.PLAYERS_ABSENT: gettext_noop(
        "To play for money, everyone must be here at the start. Away: %(names)s. Wait for"
        " them, or free their seats."
    ),
    TableCode.PLAYERS_NOT_READY: gettext_noop(
        "Everyone must agree to another game for money. Waiting for: %(names)s."
    ),
    TableCode.PLAYERS_NOT_AGREED: gettext_noop(
        "Everyone must agree to the terms of a game for money. Waiting for: %(names)s. To agree, "
        "stand up and sit down again."
    ),
    TableCode.NOT_ABSENT: gettext_noop(
        "You can free a seat once its player has been away for %(seconds)d seconds. %(name)s"
        " hasn’t been."
    ),
    TableCode.NO_SUCH_CARDS: gettext_noop("Those cards aren’t in this pack. Choose again."),
    TableCode.CHOOSE_CARDS: gettext_noop("Choose cards to play."),
    TableCode.CHOOSE_ONE_CARD: gettext_noop("Choose one card to give."),
    TableCode.NOT_BEGUN: gettext_noop("The game hasn’t started."),
    TableCode.OVER: gettext_noop("This game is over."),
    TableCode.BETWEEN_DEALS: gettext_noop("This deal is over and the next one hasn’t started."),
    TableCode.PAUSED: gettext_noop("The game is paused."),
    TableCode.BOT_PLAYS: gettext_noop("A bot is playing for you. Press “I’m back” first."),
    TableCode.MOVED_ON: gettext_noop(
        "The game moved on before your move arrived. Check the table."
    ),
    TableCode.LEAD_HELD: gettext_noop("Wait a moment: players can still ask for a redeal."),
    TableCode.NO_NEXT_DEAL: gettext_noop("There’s no next deal to get ready for."),
    TableCode.NOTHING_TO_VOTE_ON: gettext_noop("There’s nothing to vote on right now."),
    TableCode.VOTE_OVER: gettext_noop("The vote didn’t pass."),
    TableCode.NO_SAY: gettext_noop("You can’t vote on this."),
    TableCode.PRESENT_WITH_CLOCK: gettext_noop(
        "A bot can’t play for %(name)s yet. It can once a player has run out of time or has been"
        " away for %(seconds)d seconds."
    ),
    TableCode.PRESENT_WITHOUT_CLOCK: gettext_noop(
        "A bot can’t play for %(name)s yet. It can once a player has been away for %(seconds)d"
        " seconds or hasn’t played for 3 minutes after a reminder."
    ),
    TableCode.LEFT_FOR_GOOD: gettext_noop("You quit this game. A bot is finishing it for you."),
    TableCode.NOBODY_ASKED: gettext_noop("Nobody has asked to play again."),
    TableCode.ALREADY_OPEN: gettext_noop("A new game is already open at this table."),
    TableCode.ARRANGED: gettext_noop("Only the organizer can change this."),
    TableCode.TERMS_FIXED: gettext_noop(
        "This table is part of an event, and the event sets the terms."
    ),
    TableCode.BOT_SPEED_SHARED: gettext_noop(
        "Other players are at this table, so you can’t change the bot speed."
    ),
    TableCode.LESSON_OVER: gettext_noop("A lesson is one deal. Choose “Play now” to keep playing."),
    TableCode.NO_LESSON: gettext_noop("This isn’t a lesson."),
    TableCode.MESSAGE_TOO_LONG: gettext_noop("That message is too long."),
    TableCode.MESSAGE_UNKNOWN: gettext_noop("Something went wrong. Reload the page."),
    TableCode.NO_WORD: gettext_noop("That word can’t be added to the shuffle."),
}
_SEAT_PARAMS = ("turn", "next")
_KIND_PARAMS = ("kind", "over")


def sentence(refusal: Refused, names: Sequence[str] = ()) -> str:
    """Return the sentence for a refusal or denial.

    :param names: the players' names by seat number
    """
    if isinstance(refusal, Denial):
        if isinstance(refusal.code, StorageCode):
            return storage_sentence(refusal.code)
        return denial_sentence(TableCode(refusal.code)) % in_words(refusal.params)
    return _rules_refusal_sentence(refusal, names)


def in_words(params: Mapping[str, object]) -> dict[str, object]:
    """Return the parameters of a sentence, with amounts and lists of names in words."""
    return {name: _in_words(value) for name, value in params.items()}


def _in_words(value: object) -> object:
    """Return an amount of money or a list of names as text, and other values unchanged."""
    # A Cost is also a tuple, so it comes first.
    if isinstance(value, Cost):
        return money.amount(*value)
    return listed(value) if isinstance(value, tuple) else value


def storage_sentence(code: StorageCode) -> str:
    """Return the message for a failed write to the database."""
    return _(_STORAGE[code])


def denial_sentence(code: TableCode) -> str:
    """Return the message of a denial, with placeholders such as ``%(name)s`` not yet filled in."""
    return _(_DENIALS[code])


@cached_by_language(MAX_NAME_SENTENCES)
def _not_your_turn(turn: str) -> str:
    """Return the refusal for a play out of turn, cached by the name of the player on turn."""
    return _(_REFUSALS[Code.NOT_YOUR_TURN]) % {"turn": turn}


def _rules_refusal_sentence(refusal: Refusal, names: Sequence[str]) -> str:
    """Return the sentence for a refusal of the rules, with names of seats, kinds and cards."""
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
            "You need to play %(needed)d card.",
            "You need to play %(needed)d cards.",
            needed,
        ) % {"needed": needed}
    return _(_REFUSALS[refusal.code]) % words
