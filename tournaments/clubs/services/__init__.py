"""Services of clubs, the only code that changes them.

Each locks the club's row, appends to the club's activity in the same transaction, and returns a
`Denial` if it changed nothing.
"""

from tournaments.clubs.services.club import change, close, found, hand_over
from tournaments.clubs.services.house import note_house_event
from tournaments.clubs.services.house_rules import drop_rules, take_rules
from tournaments.clubs.services.invitations import (
    accept,
    decline,
    invite_by_link,
    invite_by_mail,
    invite_by_name,
    revoke,
)
from tournaments.clubs.services.members import leave, remove, set_role
from tournaments.clubs.services.news import change_news, drop_news, write_news
from tournaments.clubs.services.requests import answer_request, ask_to_join, withdraw_request

__all__ = [
    "accept",
    "answer_request",
    "ask_to_join",
    "change",
    "change_news",
    "close",
    "decline",
    "drop_news",
    "drop_rules",
    "found",
    "hand_over",
    "invite_by_link",
    "invite_by_mail",
    "invite_by_name",
    "leave",
    "note_house_event",
    "remove",
    "revoke",
    "set_role",
    "take_rules",
    "withdraw_request",
    "write_news",
]
