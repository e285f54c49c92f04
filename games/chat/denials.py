"""Why somebody may not write, clear, mute or report; the sentences are the presenter's."""

from enum import StrEnum, auto


class ChatCode(StrEnum):
    """Why it was not done."""

    NOT_SIGNED_IN = auto()
    SESSION_ENDED = auto()
    TABLE_CLOSED = auto()
    EMPTY = auto()
    #: ``excess``: by how many characters.
    TOO_LONG = auto()
    UNKNOWN_PHRASE = auto()
    TOO_QUICK = auto()
    TOO_MUCH = auto()
    NO_SEAT = auto()
    SAME_PACKS = auto()
    NOT_HOST = auto()
    OWN_MUTE = auto()
    NOT_HERE = auto()
    MUTES_TOO_OFTEN = auto()
    NO_LINE = auto()
    OWN_LINE = auto()
    REPORTED_ALREADY = auto()
    REPORTS_TOO_OFTEN = auto()
