"""Why something is not done in an event, in codes and in words."""

from enum import StrEnum, auto
from typing import cast

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from accounts.flaws import flaw_sentence
from games.common.denials import Denial
from games.common.numbers import listed
from games.language.refusals import in_words
from tournaments.events.paper import PaperCode


class EventCode(StrEnum):
    """Reasons; what their sentences need stands beside them."""

    # Who asks
    UNKNOWN = auto()
    NO_EVENT = auto()
    NOT_IN_CLUB = auto()
    NOT_ALLOWED = auto()
    NO_GUESTS = auto()
    NO_NOTICE = auto()
    CLUB_CLOSED = auto()
    # Making and changing an event
    NAMELESS = auto()
    BEGINS_IN_THE_PAST = auto()
    NO_SUCH_FORMAT = auto()
    #: ``why``, ``about``: in the format's own words
    FORMAT_WRONG = auto()
    ENTRIES_BELOW_LIMIT = auto()
    FIXED_NOW = auto()
    # Its course
    NOT_OPEN = auto()
    NOT_NOW = auto()
    #: ``least``
    TOO_FEW = auto()
    OVER = auto()
    # Entries
    ENTERED_ALREADY = auto()
    NOT_ENTERED = auto()
    #: ``closed_by``: as `services.planned.SignUp` has it
    ENTRIES_CLOSED = auto()
    WITHDRAWN_ALREADY = auto()
    TOO_LATE_TO_RETURN = auto()
    #: ``worst``, ``limit``
    EVENT_ABOVE_LIMIT = auto()
    LIST_CHANGED = auto()
    # Agreements to terms
    TERMS_CHANGED = auto()
    TERMS_FIXED = auto()
    LOSS_TOO_HIGH = auto()
    HOUSE_OFF = auto()
    #: ``most``
    HOUSE_CURRENCY = auto()
    #: ``most``
    HOUSE_STAKE = auto()
    #: ``could``, ``limit``
    HOUSE_LIMIT = auto()
    NOT_INVITED = auto()
    NOTHING_TO_AGREE = auto()
    #: ``name``
    NOT_ACCEPTED = auto()
    #: ``name``
    NOT_AGREED = auto()
    #: ``name``
    AGREED_ALREADY = auto()
    # Rounds
    NO_ROUND = auto()
    #: ``missing``
    RESULTS_MISSING = auto()
    #: ``name``
    PLAYS_ELSEWHERE = auto()
    SEATING_WRONG = auto()
    PROPOSAL_CHANGED = auto()
    # The desk
    NO_REASON = auto()
    #: ``flaw``
    WORDING_FLAWED = auto()
    NO_POINTS = auto()
    NO_PENALTY = auto()
    NO_RESULT = auto()
    #: ``sum``
    NOT_ZERO = auto()
    NOT_AT_TABLE = auto()
    #: ``name``
    PLAYER_PRESENT = auto()
    NO_CLOCK_RUNS = auto()
    # Real cards
    NO_BOTS_HERE = auto()
    NO_NIGHT_HERE = auto()
    NO_SAME_PACKS_HERE = auto()
    NO_CLOCKS_HERE = auto()
    ACCOUNTS_ONLY = auto()
    NAME_MISSING = auto()
    #: ``name``
    NAME_TAKEN = auto()
    #: ``text``, ``name``
    NAME_LOOKS_ALIKE = auto()
    #: ``text``, ``name``
    OWN_NAME_LOOKS_ALIKE = auto()
    NOT_YOUR_TABLE = auto()
    NO_SUCH_DEAL = auto()
    #: ``next``
    NEXT_DEAL_FIRST = auto()
    #: ``deals``
    NO_FURTHER_DEAL = auto()
    #: ``name``, ``number``
    DEAL_WRITTEN_MEANWHILE = auto()
    DEAL_CONFIRMED = auto()
    OWN_DEAL = auto()
    #: ``name``
    DEAL_DISPUTED = auto()
    TABLE_DONE = auto()
    #: ``deals``
    DEALS_UNCONFIRMED = auto()
    DEAL_BY_DEAL = auto()
    # Seats
    SEATING_CHANGED = auto()
    #: ``names``
    CANNOT_KEEP_APART = auto()
    APART_ALREADY = auto()
    NO_PAIR = auto()
    NO_PAIR_OF_ONE = auto()
    NO_SMALLER_FORM = auto()
    NOTHING_TO_TAKE_BACK = auto()
    PLAYED_ALREADY = auto()
    EVENT_CHANGED = auto()
    # Club nights
    NO_BOTS_ENTER = auto()
    NO_NIGHT = auto()
    NO_NIGHT_TABLE = auto()
    NO_LIMIT_AT_NIGHT = auto()
    #: ``table``
    SITS_ELSEWHERE = auto()
    # Seasons
    NO_SEASON = auto()
    SEASON_NAMELESS = auto()
    SEASON_CLOSED = auto()
    SEASON_OPEN = auto()
    SEASON_TERMS_WRONG = auto()
    NOT_FOR_SEASON = auto()
    IN_SEASON_ALREADY = auto()
    NOT_IN_SEASON = auto()
    #: ``names``
    SEASON_PLAYS = auto()
    # Tables with the same packs
    SAME_SIZE = auto()
    NO_WORD = auto()
    WORDS_FROZEN = auto()
    OTHER_SECRET = auto()
    KNOWS_THE_PACKS = auto()
    #: ``minutes``
    TOO_MANY_ANNOUNCEMENTS = auto()
    # Results that cost money
    #: ``days``
    RESULTS_FINAL = auto()
    #: ``points``, ``most``
    BEYOND_RULES = auto()
    #: ``name``
    ABOVE_AGREED = auto()
    #: ``most``
    PENALTY_TOO_HIGH = auto()
    OWN_PENALTY = auto()
    NO_CORRECTION = auto()
    NOT_YOURS_TO_CONFIRM = auto()
    CORRECTION_OUTDATED = auto()
    PLAYERS_CONFIRM = auto()
    NO_SUBSTITUTION = auto()
    PLAYER_DECIDES = auto()


_SENTENCES = {
    EventCode.UNKNOWN: gettext_noop("Sign in first."),
    EventCode.NO_EVENT: gettext_noop("There is no such event."),
    EventCode.NOT_IN_CLUB: gettext_noop("This event is for members of its club."),
    EventCode.NOT_ALLOWED: gettext_noop("Only those who organize events may do that."),
    EventCode.NO_GUESTS: gettext_noop("Guests cannot belong to a club: make an account first."),
    EventCode.NO_NOTICE: gettext_noop("There is no such notice."),
    EventCode.CLUB_CLOSED: gettext_noop(
        "The club of this event is closed; nothing changes in its events any more."
    ),
    EventCode.NAMELESS: gettext_noop("The event needs a name."),
    EventCode.BEGINS_IN_THE_PAST: gettext_noop("The event would begin in the past."),
    EventCode.NO_SUCH_FORMAT: gettext_noop("Events are not played in that format."),
    EventCode.FORMAT_WRONG: gettext_noop("This format cannot be played like that."),
    EventCode.ENTRIES_BELOW_LIMIT: gettext_noop("More people have entered than that already."),
    EventCode.FIXED_NOW: gettext_noop("That is fixed, since the event has begun."),
    EventCode.EVENT_ABOVE_LIMIT: gettext_noop(
        "This event could cost you up to %(worst)s; your limit is %(limit)s."
    ),
    EventCode.NOT_OPEN: gettext_noop("This event takes no entries."),
    EventCode.NOT_NOW: gettext_noop("The event is not at that point."),
    EventCode.TOO_FEW: gettext_noop("At least %(least)s must be there."),
    EventCode.OVER: gettext_noop("This event is over."),
    EventCode.ENTERED_ALREADY: gettext_noop("You have entered already."),
    EventCode.NOT_ENTERED: gettext_noop("There is no such entry."),
    EventCode.ENTRIES_CLOSED: gettext_noop("It is too late to sign up for this event."),
    EventCode.TOO_LATE_TO_RETURN: gettext_noop(
        "You can come back only until the next round is published, and only if you left by"
        " yourself. Ask the organizers."
    ),
    EventCode.WITHDRAWN_ALREADY: gettext_noop("That entry was withdrawn."),
    EventCode.LIST_CHANGED: gettext_noop(
        "Nobody was entered: the list or the entries have changed meanwhile. Look at it once more."
    ),
    EventCode.TERMS_CHANGED: gettext_noop(
        "Nothing was done: you have not seen the terms as they are now. Look at them, and agree if"
        " they suit you."
    ),
    EventCode.TERMS_FIXED: gettext_noop(
        "The first round is published, so what the event is played for stays as it was agreed."
    ),
    EventCode.LOSS_TOO_HIGH: gettext_noop(
        "The most that this event could cost is too high: it needs a lower stake, fewer deals or"
        " fewer rounds."
    ),
    EventCode.HOUSE_OFF: gettext_noop(
        "This event could cost the club money, for bots or for points for sitting out, and the club"
        " does not pay for these. Its owner can allow it in the club's settings."
    ),
    EventCode.HOUSE_CURRENCY: gettext_noop(
        "This event could cost the club money, for bots or for points for sitting out. The club"
        " pays for these in one currency only, up to %(most)s a point."
    ),
    EventCode.HOUSE_STAKE: gettext_noop(
        "This event could cost the club money, for bots or for points for sitting out. The club"
        " pays for these up to %(most)s a point."
    ),
    EventCode.HOUSE_LIMIT: gettext_noop(
        "With this event the club could owe %(could)s for bots and for points for sitting out; its"
        " limit is %(limit)s."
    ),
    EventCode.NOT_INVITED: gettext_noop("There is no invitation to answer any more."),
    EventCode.NOTHING_TO_AGREE: gettext_noop("You have agreed to these terms already."),
    EventCode.NOT_ACCEPTED: gettext_noop(
        "%(name)s has not accepted the invitation yet. You can record that they agreed in person."
    ),
    EventCode.NOT_AGREED: gettext_noop(
        "%(name)s has not agreed to the terms as they are now. You can record that they agreed in"
        " person."
    ),
    EventCode.AGREED_ALREADY: gettext_noop("%(name)s has agreed to the terms already."),
    EventCode.NO_ROUND: gettext_noop("There is no round to begin."),
    EventCode.RESULTS_MISSING: gettext_noop("%(missing)s tables have no result yet."),
    EventCode.PLAYS_ELSEWHERE: gettext_noop("%(name)s plays at another table."),
    EventCode.SEATING_WRONG: gettext_noop("Everybody has to sit once, or to sit out."),
    EventCode.PROPOSAL_CHANGED: gettext_noop(
        "The round was not published: its seating has changed since you looked at it. Look at the"
        " new one, and publish it if it is right."
    ),
    EventCode.NO_REASON: gettext_noop("Say why: everybody reads it."),
    EventCode.NO_POINTS: gettext_noop("A penalty costs at least one point."),
    EventCode.NO_PENALTY: gettext_noop("There is no such penalty to take back."),
    EventCode.NO_RESULT: gettext_noop("This table has no result yet."),
    EventCode.NOT_ZERO: gettext_noop("The results of a table add up to 0; these to %(sum)s."),
    EventCode.NO_CLOCK_RUNS: gettext_noop("No clock runs there just now."),
    EventCode.NOT_AT_TABLE: gettext_noop("Nobody of that entry sits at a table that is played."),
    EventCode.PLAYER_PRESENT: gettext_noop(
        "%(name)s is here. With a stake a bot can play only for a player who has had no page open"
        " for 60 seconds, has let the clock run out, or has not played for 3 minutes after a"
        " reminder."
    ),
    EventCode.NO_BOTS_HERE: gettext_noop("Bots cannot play with real cards."),
    EventCode.NO_SAME_PACKS_HERE: gettext_noop(
        "Only the app deals the same packs at all tables; real cards are shuffled at each."
    ),
    EventCode.NO_NIGHT_HERE: gettext_noop(
        "A club night is played with the cards of the app; with real cards there are rounds."
    ),
    EventCode.NO_CLOCKS_HERE: gettext_noop("Tables with real cards have no clock."),
    EventCode.ACCOUNTS_ONLY: gettext_noop(
        "Only where real cards are played can somebody take part without an account."
    ),
    EventCode.NAME_MISSING: gettext_noop("Say what they are called."),
    EventCode.NAME_TAKEN: gettext_noop("There is a %(name)s already: add something to the name."),
    EventCode.NAME_LOOKS_ALIKE: gettext_noop(
        "“%(text)s” looks like “%(name)s”, who takes part already. Enter another name."
    ),
    EventCode.OWN_NAME_LOOKS_ALIKE: gettext_noop(
        "“%(text)s” looks like “%(name)s”, who takes part already, but is written with other"
        " letters. A different display name is needed to enter."
    ),
    EventCode.NOT_YOUR_TABLE: gettext_noop(
        "Only those who play at this table, and organizers, write its deals down."
    ),
    EventCode.NO_SUCH_DEAL: gettext_noop("This deal is not written down."),
    EventCode.NEXT_DEAL_FIRST: gettext_noop("Deal %(next)s comes first."),
    EventCode.NO_FURTHER_DEAL: gettext_noop("A table plays %(deals)s deals in this round."),
    EventCode.DEAL_WRITTEN_MEANWHILE: gettext_noop(
        "%(name)s has just written deal %(number)s down; look at it as it is now."
    ),
    EventCode.DEAL_CONFIRMED: gettext_noop(
        "This deal is confirmed. An organizer can correct it, and says why."
    ),
    EventCode.OWN_DEAL: gettext_noop("Somebody else of the table has to confirm what you wrote."),
    EventCode.DEAL_DISPUTED: gettext_noop("%(name)s says that it is wrong: write it down again."),
    EventCode.TABLE_DONE: gettext_noop(
        "This table is done. An organizer can correct it, and says why."
    ),
    EventCode.DEALS_UNCONFIRMED: gettext_noop("Deals that are not confirmed yet: %(deals)s."),
    EventCode.DEAL_BY_DEAL: gettext_noop(
        "With real cards a result is corrected deal by deal, on the page of its table."
    ),
    EventCode.SEATING_CHANGED: gettext_noop(
        "Somebody else has changed the seating meanwhile. Yours is kept here: look at what changed,"
        " and take it once more if it should stand."
    ),
    EventCode.CANNOT_KEEP_APART: gettext_noop(
        "No seating was found that keeps these apart: %(names)s. Let one of the pairs meet, or"
        " change how many play."
    ),
    EventCode.APART_ALREADY: gettext_noop("These two are kept apart already."),
    EventCode.NO_PAIR: gettext_noop("There is no such pair."),
    EventCode.NO_PAIR_OF_ONE: gettext_noop("It takes two different people."),
    EventCode.NO_SMALLER_FORM: gettext_noop("These rules have no form for one player less."),
    EventCode.NOTHING_TO_TAKE_BACK: gettext_noop("No round is played that could be taken back."),
    EventCode.PLAYED_ALREADY: gettext_noop(
        "At one of the tables a card was played already; the round cannot be taken back."
    ),
    EventCode.EVENT_CHANGED: gettext_noop(
        "Somebody else has changed the event meanwhile. What you typed is kept here: compare, and"
        " send it once more if it should stand."
    ),
    EventCode.NO_BOTS_ENTER: gettext_noop("At a club night bots only complete people's tables."),
    EventCode.NO_NIGHT: gettext_noop("At a club night only people open tables."),
    EventCode.NO_LIMIT_AT_NIGHT: gettext_noop(
        "At a club night any member sits down: there is no limit of entries."
    ),
    EventCode.NO_NIGHT_TABLE: gettext_noop("This table is closed, or none of this event."),
    EventCode.SITS_ELSEWHERE: gettext_noop(
        "You sit at table %(table)s. Play on there, or stand up first."
    ),
    EventCode.NO_SEASON: gettext_noop("There is no such season."),
    EventCode.SEASON_NAMELESS: gettext_noop("The season needs a name."),
    EventCode.SEASON_CLOSED: gettext_noop("This season is closed."),
    EventCode.SEASON_OPEN: gettext_noop("This season is not closed."),
    EventCode.SEASON_TERMS_WRONG: gettext_noop("A season cannot be counted like that."),
    EventCode.NOT_FOR_SEASON: gettext_noop(
        "Only the club's own events count for its season, and none that is cancelled."
    ),
    EventCode.IN_SEASON_ALREADY: gettext_noop("That event counts for the season already."),
    EventCode.NOT_IN_SEASON: gettext_noop("That event does not count for the season."),
    EventCode.SEASON_PLAYS: gettext_noop(
        "These events of the season still run: %(names)s. End them first, then close the season."
    ),
    EventCode.SAME_SIZE: gettext_noop(
        "Where all tables get the same packs, all must have the same number of seats. Let bots"
        " complete them, or let some sit out."
    ),
    EventCode.NO_WORD: gettext_noop("A word has 1 to 64 letters and digits, of A to Z and 0 to 9."),
    EventCode.WORDS_FROZEN: gettext_noop("The round has begun; words come too late."),
    EventCode.OTHER_SECRET: gettext_noop(
        "The packs have another secret now. Look at its SHA-256, and add your word again."
    ),
    EventCode.TOO_MANY_ANNOUNCEMENTS: gettext_noop(
        "You have sent many announcements by e-mail. You can send the next one in %(minutes)d min."
    ),
    EventCode.RESULTS_FINAL: gettext_noop(
        "The event ended more than %(days)s days ago, so its results are final."
    ),
    EventCode.BEYOND_RULES: gettext_noop(
        "Nobody can lose %(points)s points at this table: its deals cost at most %(most)s."
    ),
    EventCode.ABOVE_AGREED: gettext_noop(
        "%(name)s would lose more than the maximum they agreed to, so nothing was changed."
    ),
    EventCode.PENALTY_TOO_HIGH: gettext_noop(
        "A penalty costs at most %(most)s points here, as many as the deals of a round can cost."
    ),
    EventCode.OWN_PENALTY: gettext_noop(
        "It is your own penalty: another organizer has to take it back."
    ),
    EventCode.NO_CORRECTION: gettext_noop(
        "This correction is no longer open. It was answered, replaced, or not confirmed in time."
    ),
    EventCode.NOT_YOURS_TO_CONFIRM: gettext_noop(
        "A second organizer has to answer that, or the players who lose by it."
    ),
    EventCode.CORRECTION_OUTDATED: gettext_noop(
        "The result has changed since this was proposed. Propose the correction again."
    ),
    EventCode.PLAYERS_CONFIRM: gettext_noop(
        "A player of the table has to confirm it, or it counts by itself a day after it was"
        " written down."
    ),
    EventCode.NO_SUBSTITUTION: gettext_noop(
        "This question is no longer open. It was answered, or the table is done."
    ),
    EventCode.PLAYER_DECIDES: gettext_noop(
        "You cannot take over the result at this table. You can play if the player agrees."
    ),
    EventCode.KNOWS_THE_PACKS: gettext_noop(
        "That person has sat at another table of this round, and knows its cards."
    ),
}

_WRITTEN_SENTENCES = {
    PaperCode.NOT_ALL_SEATS: gettext_noop("Say it for everybody, and who won."),
    PaperCode.WINNER_HAS_CARDS: gettext_noop("%(name)s won, and has no cards left."),
    PaperCode.NOBODY_LEFT_WITH_NONE: gettext_noop(
        "How many cards has %(name)s left? Only the winner has none."
    ),
    PaperCode.TOO_MANY_CARDS: gettext_noop("%(name)s cannot have more than %(most)s cards left."),
    PaperCode.NO_RANKS: gettext_noop("These are not ranks: %(text)s. Write them like 2 K 10 9."),
    PaperCode.TOO_MANY_OF_A_RANK: gettext_noop(
        "There are only %(most)s cards of each rank; these are more: %(rank)s."
    ),
    PaperCode.ORDER_INCOMPLETE: gettext_noop(
        "Say of everybody in which place they went out, each place once."
    ),
    PaperCode.WHO_PAYS: gettext_noop("%(names)s are level: say which of them pays."),
    PaperCode.HAS_PLAYED: gettext_noop(
        "%(name)s has fewer cards than were dealt, and so has played some."
    ),
    PaperCode.WHO_LED: gettext_noop("Say who led the deal."),
    PaperCode.LAST_PLAY: gettext_noop("The last play cannot have had so many twos."),
    PaperCode.WINNER_AS_GUARD: gettext_noop("The winner cannot have been the guard."),
}


#: Why others cannot sign up for an event that runs, by what closes sign-up.
_SIGN_UP_CLOSED = {
    "start": gettext_noop("It is too late to sign up: sign-up closed when the event started."),
    "first_round": gettext_noop(
        "It is too late to sign up: sign-up closed when the first round ended."
    ),
    "half": gettext_noop("It is too late to sign up: half of the rounds are played."),
    "half_of_groups": gettext_noop(
        "It is too late to sign up: half of the group rounds are played."
    ),
    "never": gettext_noop(
        "It is too late to sign up: nobody can join a knock-out once its first round has started."
    ),
}


def sign_up_closed(closed_by: str) -> str:
    """Return why others cannot sign up for an event that runs, in a sentence."""
    return _(_SIGN_UP_CLOSED.get(closed_by, _SENTENCES[EventCode.ENTRIES_CLOSED]))


def sentence(denial: Denial) -> str:
    """Return why it was not done, in one sentence of the reader's language."""
    if denial.code is EventCode.ENTRIES_CLOSED:
        return sign_up_closed(str(denial.params.get("closed_by", "")))
    if denial.code is PaperCode.MORE_THAN_ALL_CARDS:
        return ngettext(
            "Together these are more cards than a pack has.",
            "Together these are more cards than %(packs)d packs have.",
            cast(int, denial.params["packs"]),
        ) % dict(denial.params)
    if denial.code is EventCode.WORDING_FLAWED:
        return flaw_sentence(denial.params.get("flaw"))
    if isinstance(denial.code, PaperCode):
        return _(_WRITTEN_SENTENCES[denial.code]) % dict(denial.params)
    params = {
        name: listed(value) if isinstance(value, tuple) else value
        for name, value in in_words(denial.params).items()
    }
    return _(_SENTENCES[EventCode(denial.code)]) % params
