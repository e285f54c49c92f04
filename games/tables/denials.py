"""Denial codes of the table services."""

from enum import StrEnum, auto


class TableCode(StrEnum):
    """Codes of reasons to deny a request about a table; the sentences are elsewhere.

    ``games.language.refusals`` has them.
    """

    # The caller
    WATCHING = auto()
    SESSION_ENDED = auto()
    NO_SEAT = auto()
    CLOSED = auto()
    # Taking a seat
    SEATS_TAKEN = auto()
    BARRED = auto()
    MONEY_FOR_MEMBERS = auto()
    ABOVE_LIMIT = auto()
    #: The page showed outdated terms, or none.
    TERMS_CHANGED = auto()
    LOSS_TOO_HIGH = auto()
    MEMBERS_ONLY = auto()
    CLUB_MEMBERS_ONLY = auto()
    SEATS_RESERVED = auto()
    NO_HOUSE = auto()
    HOUSE_OFF = auto()
    HOUSE_RIGHT = auto()
    #: ``most``
    HOUSE_CURRENCY = auto()
    #: ``most``
    HOUSE_STAKE = auto()
    #: ``could``, ``limit``
    HOUSE_LIMIT = auto()
    #: The club pays for bots, and only some strengths may be chosen then.
    HOUSE_STRENGTH = auto()
    NO_STRENGTH = auto()
    TOO_MANY_TABLES = auto()
    FULL = auto()
    SEAT_JUST_TAKEN = auto()
    # Before the start
    NOBODY_THERE = auto()
    SEATS_FREE = auto()
    BEGUN = auto()
    HOST_ONLY = auto()
    NOT_OVER_YET = auto()
    PLAYERS_ABSENT = auto()
    PLAYERS_NOT_READY = auto()
    PLAYERS_NOT_AGREED = auto()
    NOT_ABSENT = auto()
    # Moves
    NO_SUCH_CARDS = auto()
    CHOOSE_CARDS = auto()
    CHOOSE_ONE_CARD = auto()
    NOT_BEGUN = auto()
    OVER = auto()
    BETWEEN_DEALS = auto()
    PAUSED = auto()
    BOT_PLAYS = auto()
    MOVED_ON = auto()
    LEAD_HELD = auto()
    NO_NEXT_DEAL = auto()
    # Votes and seats
    NOTHING_TO_VOTE_ON = auto()
    VOTE_OVER = auto()
    NO_SAY = auto()
    PRESENT_WITH_CLOCK = auto()
    PRESENT_WITHOUT_CLOCK = auto()
    LEFT_FOR_GOOD = auto()
    NOBODY_ASKED = auto()
    ALREADY_OPEN = auto()
    ARRANGED = auto()
    TERMS_FIXED = auto()
    BOT_SPEED_SHARED = auto()
    LESSON_OVER = auto()
    NO_LESSON = auto()
    # Messages from browsers
    MESSAGE_TOO_LONG = auto()
    MESSAGE_UNKNOWN = auto()
    # The shuffle
    NO_WORD = auto()


#: Codes that deny a bot because the player is present.
PRESENT = frozenset({TableCode.PRESENT_WITH_CLOCK, TableCode.PRESENT_WITHOUT_CLOCK})
