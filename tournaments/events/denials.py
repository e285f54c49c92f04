"""Why something is not done in an event, in codes and in words."""

from enum import StrEnum, auto

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.common.denials import Denial


class EventCode(StrEnum):
    """Reasons; what their sentences need stands beside them."""

    # Who asks
    UNKNOWN = auto()
    NO_EVENT = auto()
    NOT_IN_CLUB = auto()
    NOT_ALLOWED = auto()
    NO_GUESTS = auto()
    NO_NOTICE = auto()
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
    ENTRIES_CLOSED = auto()
    WITHDRAWN_ALREADY = auto()
    # Rounds
    NO_ROUND = auto()
    #: ``missing``
    RESULTS_MISSING = auto()
    #: ``name``
    PLAYS_ELSEWHERE = auto()
    SEATING_WRONG = auto()
    # The desk
    NO_REASON = auto()
    NO_POINTS = auto()
    NO_PENALTY = auto()
    NO_RESULT = auto()
    #: ``sum``
    NOT_ZERO = auto()
    NOT_AT_TABLE = auto()
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


_SENTENCES = {
    EventCode.UNKNOWN: gettext_noop("Sign in first."),
    EventCode.NO_EVENT: gettext_noop("There is no such event."),
    EventCode.NOT_IN_CLUB: gettext_noop("This event is for members of its club."),
    EventCode.NOT_ALLOWED: gettext_noop("Only those who organize events may do that."),
    EventCode.NO_GUESTS: gettext_noop("Guests belong to no club: make an account first."),
    EventCode.NO_NOTICE: gettext_noop("There is no such notice."),
    EventCode.NAMELESS: gettext_noop("The event needs a name."),
    EventCode.BEGINS_IN_THE_PAST: gettext_noop("The event would begin in the past."),
    EventCode.NO_SUCH_FORMAT: gettext_noop("Events are not played in that format."),
    EventCode.FORMAT_WRONG: gettext_noop("This format cannot be played like that."),
    EventCode.ENTRIES_BELOW_LIMIT: gettext_noop("More people have entered than that already."),
    EventCode.FIXED_NOW: gettext_noop("That is fixed, since the event has begun."),
    EventCode.NOT_OPEN: gettext_noop("This event takes no entries."),
    EventCode.NOT_NOW: gettext_noop("The event is not at that point."),
    EventCode.TOO_FEW: gettext_noop("At least %(least)s must be there."),
    EventCode.OVER: gettext_noop("This event is over."),
    EventCode.ENTERED_ALREADY: gettext_noop("You have entered already."),
    EventCode.NOT_ENTERED: gettext_noop("There is no such entry."),
    EventCode.ENTRIES_CLOSED: gettext_noop("It is too late to enter: half of it is played."),
    EventCode.WITHDRAWN_ALREADY: gettext_noop("That entry was withdrawn."),
    EventCode.NO_ROUND: gettext_noop("There is no round to begin."),
    EventCode.RESULTS_MISSING: gettext_noop("%(missing)s tables have no result yet."),
    EventCode.PLAYS_ELSEWHERE: gettext_noop("%(name)s plays at another table."),
    EventCode.SEATING_WRONG: gettext_noop("Everybody has to sit once, or to sit out."),
    EventCode.NO_REASON: gettext_noop("Say why: everybody reads it."),
    EventCode.NO_POINTS: gettext_noop("A penalty costs at least one point."),
    EventCode.NO_PENALTY: gettext_noop("There is no such penalty to take back."),
    EventCode.NO_RESULT: gettext_noop("This table has no result yet."),
    EventCode.NOT_ZERO: gettext_noop("The results of a table add up to 0; these to %(sum)s."),
    EventCode.NOT_AT_TABLE: gettext_noop("Nobody of that entry sits at a table that is played."),
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
}


def sentence(denial: Denial) -> str:
    """Return why it was not done, in one sentence of the reader's language."""
    return _(_SENTENCES[EventCode(denial.code)]) % dict(denial.params)
