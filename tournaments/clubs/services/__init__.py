"""Services of clubs, the only code that changes them.

Each locks the club's row, appends to the club's activity in the same transaction, and returns a
`Denial` if it changed nothing.
"""

from tournaments.clubs.services.club import change, close, create, hand_over
from tournaments.clubs.services.house import record_house_event
from tournaments.clubs.services.house_rules import add_rules, remove_rules
from tournaments.clubs.services.invitations import (
    accept,
    decline,
    invite_by_link,
    invite_by_mail,
    invite_by_name,
    revoke,
)
from tournaments.clubs.services.members import leave, remove, set_role
from tournaments.clubs.services.news import delete_news, edit_news, write_news
from tournaments.clubs.services.requests import answer_request, ask_to_join, withdraw_request

__all__ = [
    "accept",
    "add_rules",
    "answer_request",
    "ask_to_join",
    "change",
    "close",
    "create",
    "decline",
    "delete_news",
    "edit_news",
    "hand_over",
    "invite_by_link",
    "invite_by_mail",
    "invite_by_name",
    "leave",
    "record_house_event",
    "remove",
    "remove_rules",
    "revoke",
    "set_role",
    "withdraw_request",
    "write_news",
]
