"""Denial codes of the chat services. The presenter has their messages."""

from enum import StrEnum, auto


class ChatCode(StrEnum):
    """Reasons why a chat service refuses to write, clear, mute, unmute or report."""

    NOT_SIGNED_IN = auto()
    SESSION_ENDED = auto()
    TABLE_CLOSED = auto()
    EMPTY = auto()
    #: Parameter ``excess``: number of characters over the limit.
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
