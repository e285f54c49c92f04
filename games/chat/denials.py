"""Denial codes of the chat services, with their messages."""

from enum import auto

from games.common.denials import LabelledCode, labelled


class ChatCode(LabelledCode):
    """Reasons why a chat service refuses to write, clear, mute, unmute or report."""

    NOT_SIGNED_IN = labelled("You’re watching. To take a seat, sign in or choose “Play now”.")
    SESSION_ENDED = labelled("You’ve been signed out. Reload the page to continue.")
    TABLE_CLOSED = labelled("This table was closed.")
    EMPTY = labelled("Write something first.")
    #: Parameter ``excess``: number of characters over the limit.
    TOO_LONG = auto()
    UNKNOWN_PHRASE = labelled("That phrase no longer exists. Reload the page.")
    TOO_QUICK = labelled("You’re sending messages too quickly. Wait a few seconds and try again.")
    TOO_MUCH = labelled("You’ve sent a lot of messages. Wait a few minutes and try again.")
    NO_SEAT = labelled("Spectators can’t chat.")
    SAME_PACKS = labelled(
        "You can chat only at your own table until every table has finished the round, because"
        " all tables play the same cards."
    )
    NOT_HOST = labelled("Only the host can clear the chat.")
    OWN_MUTE = labelled("You can’t mute yourself.")
    NOT_HERE = labelled("That player isn’t at this table.")
    MUTES_TOO_OFTEN = labelled(
        "You’ve muted or unmuted players too many times. Wait a minute and try again."
    )
    NO_LINE = labelled("That message no longer exists.")
    OWN_LINE = labelled("You can’t report your own message.")
    REPORTED_ALREADY = labelled("You’ve already reported that message.")
    REPORTS_TOO_OFTEN = labelled("You’ve sent a lot of reports. Try again in an hour.")
