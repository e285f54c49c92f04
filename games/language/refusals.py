"""Why something cannot be done, in the reader's language."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext_noop, ngettext

from games.common import money
from games.common.denials import Denial
from games.common.languages import MOST_NAME_SENTENCES, cached_by_language
from games.common.languages import gettext as _
from games.common.numbers import listed
from games.common.storage import StorageCode
from games.language.labels import card_label, kind_label
from games.rules.cards import parse_card
from games.rules.deal import Code, Refusal
from games.tables.denials import TableCode
from games.tables.max_loss import Cost

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
        "The server’s disk is full, so nothing was saved. Please tell the administrator, then try"
        " again."
    ),
    StorageCode.AWAY: gettext_noop(
        "The server can’t reach its database. Check whether this was saved, then try again."
    ),
}
#: Why something was not done.
Refused = Refusal | Denial
_DENIALS: dict[TableCode, str] = {
    TableCode.WATCHING: gettext_noop("You’re watching. Sign in or press Play now to take a seat."),
    TableCode.SESSION_ENDED: gettext_noop("You’re signed out. Reload the page to continue."),
    TableCode.NO_SEAT: gettext_noop("You don’t have a seat at this table."),
    TableCode.CLOSED: gettext_noop("This table has been closed."),
    TableCode.SEATS_TAKEN: gettext_noop("The game has started and all seats are taken."),
    TableCode.BARRED: gettext_noop("The host removed you, so you can’t take a seat here."),
    TableCode.MONEY_FOR_MEMBERS: gettext_noop(
        "You need an account to play for money. Create one to take a seat."
    ),
    TableCode.ABOVE_LIMIT: gettext_noop(
        "You could lose up to %(worst)s in this game. Your limit is %(limit)s."
    ),
    TableCode.TERMS_CHANGED: gettext_noop(
        "The terms have changed, or your page is out of date. Check the terms and press again if"
        " you agree."
    ),
    TableCode.LOSS_TOO_HIGH: gettext_noop(
        "The maximum loss is too high. Choose a lower stake, fewer deals or other rules."
    ),
    TableCode.MEMBERS_ONLY: gettext_noop(
        "You need an account to play at this table. Create one to take a seat."
    ),
    TableCode.CLUB_MEMBERS_ONLY: gettext_noop("This table is for club members only."),
    TableCode.SEATS_RESERVED: gettext_noop(
        "These seats are reserved for players from the last game until the host opens them."
    ),
    TableCode.NO_HOUSE: gettext_noop("A club can pay for bots’ losses only at its own tables."),
    TableCode.HOUSE_OFF: gettext_noop(
        "This club doesn’t pay for bots’ losses. The owner can allow it in the club settings."
    ),
    TableCode.HOUSE_RIGHT: gettext_noop(
        "Only the owner and organizers can open tables where the club pays for bots’ losses."
    ),
    TableCode.HOUSE_CURRENCY: gettext_noop(
        "This club pays for bots’ losses in one currency only, at up to %(most)s a point."
    ),
    TableCode.HOUSE_STAKE: gettext_noop(
        "This club pays for bots’ losses at up to %(most)s a point. Choose a lower stake."
    ),
    TableCode.HOUSE_LIMIT: gettext_noop(
        "With this table, the club could owe %(could)s for bots’ losses. Its limit is %(limit)s."
    ),
    TableCode.TOO_MANY_TABLES: gettext_noop(
        "You’ve reached the limit for open tables (%(most)s). Finish or leave a game first."
    ),
    TableCode.FULL: gettext_noop("This table is full."),
    TableCode.SEAT_JUST_TAKEN: gettext_noop("That seat was just taken. Choose another one."),
    TableCode.NOBODY_THERE: gettext_noop("No other player is in that seat."),
    TableCode.SEATS_FREE: gettext_noop(
        "Some seats are still empty, and this table doesn’t use bots. Wait for more players."
    ),
    TableCode.BEGUN: gettext_noop("The game has already started."),
    TableCode.HOST_ONLY: gettext_noop("Only the host can do that."),
    TableCode.NOT_OVER_YET: gettext_noop("This game isn’t over yet."),
    TableCode.PLAYERS_ABSENT: gettext_noop(
        "Every player must be online when a game for money starts. Offline: %(names)s. Wait, or"
        " free the seat."
    ),
    TableCode.PLAYERS_NOT_READY: gettext_noop(
        "Every player must agree to another game for money. Still to agree: %(names)s."
    ),
    TableCode.PLAYERS_NOT_AGREED: gettext_noop(
        "Every player must agree to the terms of a game for money. Still to agree: %(names)s. To"
        " agree, they can leave their seat and take it again."
    ),
    TableCode.NOT_ABSENT: gettext_noop(
        "%(name)s is here. At a table for money, you can free a seat once its player has been"
        " offline for 60 seconds."
    ),
    TableCode.NO_SUCH_CARDS: gettext_noop("Those cards aren’t in this pack. Choose again."),
    TableCode.CHOOSE_CARDS: gettext_noop("Select the cards you want to play."),
    TableCode.CHOOSE_ONE_CARD: gettext_noop("Select one card to give."),
    TableCode.NOT_BEGUN: gettext_noop("The game hasn’t started yet."),
    TableCode.OVER: gettext_noop("This game is over."),
    TableCode.BETWEEN_DEALS: gettext_noop("This deal is over. The next one hasn’t started yet."),
    TableCode.PAUSED: gettext_noop("The game is paused."),
    TableCode.BOT_PLAYS: gettext_noop("A bot is playing for you. Take your seat back first."),
    TableCode.MOVED_ON: gettext_noop(
        "The game moved on before your move arrived. Check the table and try again."
    ),
    TableCode.LEAD_HELD: gettext_noop(
        "You can’t lead yet. Other players have a moment to ask for a redeal."
    ),
    TableCode.NO_NEXT_DEAL: gettext_noop("There’s no next deal to get ready for."),
    TableCode.NOTHING_TO_VOTE_ON: gettext_noop("There’s nothing to vote on."),
    TableCode.VOTE_OVER: gettext_noop("The vote didn’t pass."),
    TableCode.NO_SAY: gettext_noop("You can’t vote on this."),
    TableCode.PRESENT_WITH_CLOCK: gettext_noop(
        "%(name)s is here. A bot can play only for a player who has run out of time or has been"
        " offline for 60 seconds."
    ),
    TableCode.PRESENT_WITHOUT_CLOCK: gettext_noop(
        "%(name)s is here. A bot can play only for a player who has been offline for 60 seconds or"
        " hasn’t played within 3 minutes of a reminder."
    ),
    TableCode.LEFT_FOR_GOOD: gettext_noop("You quit this game. A bot is finishing it for you."),
    TableCode.NOBODY_ASKED: gettext_noop("No one has asked to play again."),
    TableCode.ALREADY_OPEN: gettext_noop("The table is already open for another game."),
    TableCode.ARRANGED: gettext_noop("Only the organizer can change this."),
    TableCode.TERMS_FIXED: gettext_noop(
        "The event sets the terms of this table, so you can’t change them."
    ),
    TableCode.BOT_SPEED_SHARED: gettext_noop(
        "You can’t change the bot speed while other players have a seat here."
    ),
    TableCode.LESSON_OVER: gettext_noop("A lesson is one deal. Press Play now to keep playing."),
    TableCode.NO_LESSON: gettext_noop("This isn’t a lesson."),
    TableCode.MESSAGE_TOO_LONG: gettext_noop("That message is too long."),
    TableCode.MESSAGE_UNKNOWN: gettext_noop("Something went wrong. Reload the page."),
    TableCode.NO_WORD: gettext_noop(
        "You can’t use that word for the shuffle. Use 1 to 64 letters (A–Z) and digits."
    ),
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


@cached_by_language(MOST_NAME_SENTENCES)
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
