"""Reasons for which event services deny a request: codes and their sentences."""

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
    """Denial codes; the comment above a code lists the parameters of its sentence."""

    # The caller
    UNKNOWN = auto()
    NO_EVENT = auto()
    NOT_IN_CLUB = auto()
    NOT_ALLOWED = auto()
    NO_GUESTS = auto()
    NO_NOTICE = auto()
    CLUB_CLOSED = auto()
    # Creating and changing an event
    NAMELESS = auto()
    BEGINS_IN_THE_PAST = auto()
    NO_SUCH_FORMAT = auto()
    #: ``why``, ``about``: the code and parameters of the format's error
    FORMAT_WRONG = auto()
    ENTRIES_BELOW_LIMIT = auto()
    FIXED_NOW = auto()
    # Lifecycle of an event
    NOT_OPEN = auto()
    NOT_NOW = auto()
    #: ``least``
    TOO_FEW = auto()
    OVER = auto()
    # Sign-ups
    ENTERED_ALREADY = auto()
    NOT_ENTERED = auto()
    #: ``closed_by``: see `services.format_input.SignUp`
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
    #: ``numbers``
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
    # Tables that play the same packs
    SAME_SIZE = auto()
    NO_WORD = auto()
    WORDS_FROZEN = auto()
    OTHER_SECRET = auto()
    KNOWS_THE_PACKS = auto()
    #: ``minutes``
    TOO_MANY_ANNOUNCEMENTS = auto()
    # Results with a stake
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
    EventCode.NO_EVENT: gettext_noop("This event doesn’t exist."),
    EventCode.NOT_IN_CLUB: gettext_noop("Only members of the club can join this event."),
    EventCode.NOT_ALLOWED: gettext_noop("Only the club’s organizers can do this."),
    EventCode.NO_GUESTS: gettext_noop("Guests can’t join a club. Create an account first."),
    EventCode.NO_NOTICE: gettext_noop("This notification doesn’t exist."),
    EventCode.CLUB_CLOSED: gettext_noop("The club is closed, so its events can’t be changed."),
    EventCode.NAMELESS: gettext_noop("Enter a name for the event."),
    EventCode.BEGINS_IN_THE_PAST: gettext_noop("Choose a start time in the future."),
    EventCode.NO_SUCH_FORMAT: gettext_noop("Choose an event format."),
    EventCode.FORMAT_WRONG: gettext_noop("These settings don’t work with this format."),
    EventCode.ENTRIES_BELOW_LIMIT: gettext_noop(
        "There are already more players signed up than this limit allows. Choose a higher limit."
    ),
    EventCode.FIXED_NOW: gettext_noop("This can’t be changed after the event has started."),
    EventCode.EVENT_ABOVE_LIMIT: gettext_noop(
        "You could lose up to %(worst)s in this event. Your limit is %(limit)s."
    ),
    EventCode.NOT_OPEN: gettext_noop("Sign-up isn’t open for this event."),
    EventCode.NOT_NOW: gettext_noop("This isn’t possible at the event’s current stage."),
    EventCode.TOO_FEW: gettext_noop("You need at least %(least)s checked-in players."),
    EventCode.OVER: gettext_noop("This event is over."),
    EventCode.ENTERED_ALREADY: gettext_noop("You’re already signed up."),
    EventCode.NOT_ENTERED: gettext_noop("No sign-up was found for this event."),
    EventCode.ENTRIES_CLOSED: gettext_noop("It’s too late to sign up for this event."),
    EventCode.TOO_LATE_TO_RETURN: gettext_noop(
        "You can only rejoin before the next round is published, and only if you chose to leave."
        " If you can’t rejoin, ask an organizer."
    ),
    EventCode.WITHDRAWN_ALREADY: gettext_noop("This sign-up was withdrawn."),
    EventCode.LIST_CHANGED: gettext_noop(
        "No players were added: the list or the sign-ups have changed. Check the list again."
    ),
    EventCode.TERMS_CHANGED: gettext_noop(
        "The terms have changed, so nothing was done. Read the new terms and agree again."
    ),
    EventCode.TERMS_FIXED: gettext_noop(
        "The first round is published, so the agreed terms can’t be changed."
    ),
    EventCode.LOSS_TOO_HIGH: gettext_noop(
        "The maximum loss for this event is too high. Choose a lower stake, fewer deals or fewer"
        " rounds."
    ),
    EventCode.HOUSE_OFF: gettext_noop(
        "In this event, bots or sit-outs could cost the club money, but the club doesn’t cover"
        " such costs. Its owner can change that in the club settings."
    ),
    EventCode.HOUSE_CURRENCY: gettext_noop(
        "In this event, bots or sit-outs could cost the club money. The club covers such costs in"
        " one currency only, at stakes of up to %(most)s a point."
    ),
    EventCode.HOUSE_STAKE: gettext_noop(
        "In this event, bots or sit-outs could cost the club money. The club covers such costs"
        " only at stakes of up to %(most)s a point."
    ),
    EventCode.HOUSE_LIMIT: gettext_noop(
        "With this event, the club could owe up to %(could)s for bots and sit-outs. Its limit is"
        " %(limit)s."
    ),
    EventCode.NOT_INVITED: gettext_noop("This invitation is no longer open."),
    EventCode.NOTHING_TO_AGREE: gettext_noop("You’ve already agreed to these terms."),
    EventCode.NOT_ACCEPTED: gettext_noop(
        "%(name)s hasn’t accepted the invitation yet. You can record an agreement made in person."
    ),
    EventCode.NOT_AGREED: gettext_noop(
        "%(name)s hasn’t agreed to the current terms. You can record an agreement made in person."
    ),
    EventCode.AGREED_ALREADY: gettext_noop("%(name)s has already agreed to the terms."),
    EventCode.NO_ROUND: gettext_noop("There is no round to start."),
    EventCode.PLAYS_ELSEWHERE: gettext_noop("%(name)s is playing at another table."),
    EventCode.SEATING_WRONG: gettext_noop(
        "Give each player exactly one seat, or let them sit out."
    ),
    EventCode.PROPOSAL_CHANGED: gettext_noop(
        "The seating has changed since you opened it, so the round wasn’t published. Check the new"
        " seating, then publish it."
    ),
    EventCode.NO_REASON: gettext_noop("Give a reason. Everyone can see it."),
    EventCode.NO_POINTS: gettext_noop("A penalty must be at least 1 point."),
    EventCode.NO_PENALTY: gettext_noop("This penalty doesn’t exist or has already been removed."),
    EventCode.NO_RESULT: gettext_noop("This table has no result yet."),
    EventCode.NOT_ZERO: gettext_noop("Results must add up to 0. These add up to %(sum)s."),
    EventCode.NO_CLOCK_RUNS: gettext_noop("No clock is running, so no time can be added."),
    EventCode.NOT_AT_TABLE: gettext_noop("This player isn’t playing at a table right now."),
    EventCode.PLAYER_PRESENT: gettext_noop(
        "%(name)s is here. In a game for money, a bot can only stand in for a player who has been"
        " offline for 60 seconds, has run out of time, or hasn’t played for 3 minutes after a"
        " reminder."
    ),
    EventCode.NO_BOTS_HERE: gettext_noop("Bots can’t play with real cards."),
    EventCode.NO_SAME_PACKS_HERE: gettext_noop(
        "Only the app can deal the same cards at all tables. Real cards are shuffled at each table."
    ),
    EventCode.NO_NIGHT_HERE: gettext_noop(
        "Club nights are played in the app. To play with real cards, choose a format with rounds."
    ),
    EventCode.NO_CLOCKS_HERE: gettext_noop("Tables with real cards have no clock."),
    EventCode.ACCOUNTS_ONLY: gettext_noop(
        "Players without an account can only take part in events with real cards."
    ),
    EventCode.NAME_MISSING: gettext_noop("Enter a name."),
    EventCode.NAME_TAKEN: gettext_noop(
        "This event already has a player named %(name)s. Choose a different name."
    ),
    EventCode.NAME_LOOKS_ALIKE: gettext_noop(
        "“%(text)s” looks too much like “%(name)s”, the name of another player in this event."
        " Enter a different name."
    ),
    EventCode.OWN_NAME_LOOKS_ALIKE: gettext_noop(
        "The display name “%(text)s” looks like “%(name)s”, another player in this event, but uses"
        " different letters. Change the display name to sign up."
    ),
    EventCode.NOT_YOUR_TABLE: gettext_noop(
        "Only organizers and the players at this table can enter the deals."
    ),
    EventCode.NO_SUCH_DEAL: gettext_noop("This deal hasn’t been entered."),
    EventCode.NEXT_DEAL_FIRST: gettext_noop("Enter deal %(next)s first."),
    EventCode.DEAL_WRITTEN_MEANWHILE: gettext_noop(
        "%(name)s has just entered deal %(number)s. Check the new entry."
    ),
    EventCode.DEAL_CONFIRMED: gettext_noop(
        "This deal is confirmed. Only an organizer can correct it, and has to give a reason."
    ),
    EventCode.OWN_DEAL: gettext_noop("Another player at the table has to confirm your entry."),
    EventCode.DEAL_DISPUTED: gettext_noop("%(name)s disputes this deal. Enter it again."),
    EventCode.TABLE_DONE: gettext_noop(
        "This table is finished. Only an organizer can correct its result, and has to give a"
        " reason."
    ),
    EventCode.DEAL_BY_DEAL: gettext_noop(
        "At a table with real cards, correct each deal on the table’s page."
    ),
    EventCode.SEATING_CHANGED: gettext_noop(
        "Another organizer has changed the seating. Your changes are still here. Compare them with"
        " the new seating, and save again to replace it."
    ),
    EventCode.CANNOT_KEEP_APART: gettext_noop(
        "No seating was found that keeps all these pairs apart: %(names)s. Remove one of the"
        " pairs, or change the number of players."
    ),
    EventCode.APART_ALREADY: gettext_noop("These two players are already kept apart."),
    EventCode.NO_PAIR: gettext_noop("These players aren’t kept apart."),
    EventCode.NO_PAIR_OF_ONE: gettext_noop("Choose two different players."),
    EventCode.NO_SMALLER_FORM: gettext_noop("These rules can’t be played with one player fewer."),
    EventCode.NOTHING_TO_TAKE_BACK: gettext_noop("There is no round in progress to undo."),
    EventCode.PLAYED_ALREADY: gettext_noop(
        "A card has already been played in this round, so the round can’t be undone."
    ),
    EventCode.EVENT_CHANGED: gettext_noop(
        "Another organizer has changed this event. Your changes are still here. Check them, and"
        " save again to overwrite the other organizer’s changes."
    ),
    EventCode.NO_BOTS_ENTER: gettext_noop(
        "Bots can’t be added to a club night. They only fill empty seats at its tables."
    ),
    EventCode.NO_NIGHT: gettext_noop("Players can open tables only at a club night."),
    EventCode.NO_LIMIT_AT_NIGHT: gettext_noop("A club night can’t have a player limit."),
    EventCode.NO_NIGHT_TABLE: gettext_noop("This table is closed or isn’t part of this event."),
    EventCode.SITS_ELSEWHERE: gettext_noop(
        "You have a seat at table %(table)s. Keep playing there, or leave that table first."
    ),
    EventCode.NO_SEASON: gettext_noop("This season doesn’t exist."),
    EventCode.SEASON_NAMELESS: gettext_noop("Enter a name for the season."),
    EventCode.SEASON_CLOSED: gettext_noop("This season is closed."),
    EventCode.SEASON_OPEN: gettext_noop("This season is still open."),
    EventCode.SEASON_TERMS_WRONG: gettext_noop("These scoring settings don’t work for a season."),
    EventCode.NOT_FOR_SEASON: gettext_noop(
        "You can add only events of this club that haven’t been cancelled."
    ),
    EventCode.IN_SEASON_ALREADY: gettext_noop("This event is already in the season."),
    EventCode.NOT_IN_SEASON: gettext_noop("This event isn’t in the season."),
    EventCode.SEASON_PLAYS: gettext_noop(
        "Some events in this season are still in progress: %(names)s. End them before you close the"
        " season."
    ),
    EventCode.SAME_SIZE: gettext_noop(
        "To play the same cards, all tables need the same number of seats. Let bots fill empty"
        " seats, or let players sit out."
    ),
    EventCode.NO_WORD: gettext_noop("Use 1 to 64 letters and digits (A to Z, 0 to 9)."),
    EventCode.WORDS_FROZEN: gettext_noop("The round has started, so words can’t be added."),
    EventCode.OTHER_SECRET: gettext_noop(
        "The cards for this round will be shuffled with a new secret. Save the new fingerprint,"
        " then add your word again."
    ),
    EventCode.TOO_MANY_ANNOUNCEMENTS: gettext_noop(
        "You’ve emailed a lot of announcements. You can send the next one in %(minutes)d min."
    ),
    EventCode.BEYOND_RULES: gettext_noop(
        "A player can lose at most %(most)s at this table, so a loss of %(points)s isn’t possible."
    ),
    EventCode.ABOVE_AGREED: gettext_noop(
        "%(name)s would lose more than the agreed maximum, so nothing was changed."
    ),
    EventCode.OWN_PENALTY: gettext_noop(
        "This is your own penalty. Another organizer has to remove it."
    ),
    EventCode.NO_CORRECTION: gettext_noop(
        "This correction is no longer open. It was answered, replaced or not confirmed in time."
    ),
    EventCode.NOT_YOURS_TO_CONFIRM: gettext_noop(
        "Only another organizer or a player who loses points through this correction can confirm"
        " or decline it."
    ),
    EventCode.CORRECTION_OUTDATED: gettext_noop(
        "The result has changed since this correction was proposed. Propose the correction again."
    ),
    EventCode.PLAYERS_CONFIRM: gettext_noop(
        "A player at the table has to confirm this deal. If no player disputes it, it’s confirmed"
        " automatically one day after it was entered."
    ),
    EventCode.NO_SUBSTITUTION: gettext_noop(
        "This request is no longer open. It has already been answered, or the table has finished."
    ),
    EventCode.PLAYER_DECIDES: gettext_noop(
        "The result at this table can’t count for you. You can still play if the player you’re"
        " replacing accepts."
    ),
    EventCode.KNOWS_THE_PACKS: gettext_noop(
        "This substitute has played at another table in this round and knows the cards."
    ),
}

_WRITTEN_SENTENCES = {
    PaperCode.NOT_ALL_SEATS: gettext_noop("Enter the winner and the cards each player has left."),
    PaperCode.WINNER_HAS_CARDS: gettext_noop("The winner, %(name)s, must have 0 cards left."),
    PaperCode.NOBODY_LEFT_WITH_NONE: gettext_noop(
        "Enter how many cards %(name)s has left. Only the winner has 0."
    ),
    PaperCode.NO_RANKS: gettext_noop("Enter ranks, such as 2 K 10 9. “%(text)s” isn’t a rank."),
    PaperCode.TOO_MANY_OF_A_RANK: gettext_noop(
        "There are only %(most)s cards of each rank. You entered too many of this rank: %(rank)s."
    ),
    PaperCode.ORDER_INCOMPLETE: gettext_noop(
        "Choose a different place for each player, in the order they went out."
    ),
    PaperCode.WHO_PAYS: gettext_noop("There is a tie. Choose who pays: %(names)s."),
    PaperCode.HAS_PLAYED: gettext_noop(
        "%(name)s has fewer cards left than were dealt and must have played some."
    ),
    PaperCode.WHO_LED: gettext_noop("Choose the player who started the deal."),
    PaperCode.LAST_PLAY: gettext_noop("The last play can’t have included this many twos."),
    PaperCode.WINNER_AS_GUARD: gettext_noop("The winner can’t have been the guard."),
}


#: Reasons why sign-up for a running event is closed, by what closes it.
_SIGN_UP_CLOSED = {
    "start": gettext_noop("Sign-up closed when the event started."),
    "first_round": gettext_noop("Sign-up closed when the first round ended."),
    "half": gettext_noop("Sign-up closed when half of the rounds had been played."),
    "half_of_groups": gettext_noop("Sign-up closed when half of the group rounds had been played."),
    "never": gettext_noop("Sign-up closed when the first round of the knock-out started."),
}


def sign_up_closed(closed_by: str) -> str:
    """Return the sentence that says why sign-up for a running event is closed."""
    return _(_SIGN_UP_CLOSED.get(closed_by, _SENTENCES[EventCode.ENTRIES_CLOSED]))


def sentence(denial: Denial) -> str:
    """Return the reason for a denial as a sentence in the reader's language."""
    if denial.code is EventCode.ENTRIES_CLOSED:
        return sign_up_closed(str(denial.params.get("closed_by", "")))
    if denial.code is EventCode.WORDING_FLAWED:
        return flaw_sentence(denial.params.get("flaw"))
    params = {
        name: listed(value) if isinstance(value, tuple) else value
        for name, value in in_words(denial.params).items()
    }
    return (_sentence_with_plural(denial) or _sentence_without_plural(denial)) % params


def _sentence_without_plural(denial: Denial) -> str:
    """Return the sentence of a denial whose text has no plural forms, before formatting."""
    if isinstance(denial.code, PaperCode):
        return _(_WRITTEN_SENTENCES[denial.code])
    return _(_SENTENCES[EventCode(denial.code)])


def _sentence_with_plural(denial: Denial) -> str:
    """Return the sentence in the right plural form if it counts something; otherwise ""."""

    def count(name: str) -> int:
        """Return an integer parameter of the denial, which chooses the plural form."""
        return cast(int, denial.params[name])

    match denial.code:
        case EventCode.RESULTS_MISSING:
            return ngettext(
                "%(missing)s table has no result yet.",
                "%(missing)s tables have no result yet.",
                count("missing"),
            )
        case EventCode.NO_FURTHER_DEAL:
            return ngettext(
                "Each table plays %(deals)s deal in this round.",
                "Each table plays %(deals)s deals in this round.",
                count("deals"),
            )
        case EventCode.DEALS_UNCONFIRMED:
            return ngettext(
                "Deal %(numbers)s isn’t confirmed yet.",
                "Deals %(numbers)s aren’t confirmed yet.",
                len(cast(tuple[str, ...], denial.params["numbers"])),
            )
        case EventCode.RESULTS_FINAL:
            return ngettext(
                "The event ended more than %(days)s day ago, so its results are final.",
                "The event ended more than %(days)s days ago, so its results are final.",
                count("days"),
            )
        case EventCode.PENALTY_TOO_HIGH:
            return ngettext(
                "A penalty can’t be higher than %(most)s point, the most a player can lose in a"
                " round.",
                "A penalty can’t be higher than %(most)s points, the most a player can lose in a"
                " round.",
                count("most"),
            )
        case PaperCode.TOO_MANY_CARDS:
            return ngettext(
                "%(name)s can’t have more than %(most)s card left.",
                "%(name)s can’t have more than %(most)s cards left.",
                count("most"),
            )
        case PaperCode.MORE_THAN_ALL_CARDS:
            return ngettext(
                "You entered more cards than there are in %(packs)d pack.",
                "You entered more cards than there are in %(packs)d packs.",
                count("packs"),
            )
    return ""
