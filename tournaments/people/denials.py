"""Reasons for which an invitation is denied, with their messages."""

from games.common.denials import LabelledCode, labelled


class InviteCode(LabelledCode):
    """Reasons for which an invitation to a table was not sent."""

    NOT_WAITING = labelled("This table is no longer waiting for players.")
    NOT_SEATED = labelled("Only players seated at this table can invite others.")
    ARRANGED = labelled("You can’t invite players to an event’s table.")
    SEATS_KEPT = labelled("The seats are reserved for the previous players.")
    FULL = labelled("All seats are taken.")
    NO_FRIEND = labelled("You can only invite friends: players you follow who also follow you.")
    NOT_FOR_THEM = labelled("This player can’t join this table.")
    SITS_THERE = labelled("This player is already at this table.")
    ASKED_ALREADY = labelled("This player has already been invited to this table.")
    TOO_OFTEN = labelled("You’ve sent too many invitations. Try again later.")
