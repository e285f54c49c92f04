"""Who is asking, and who has a say: sessions of browsers, and seats of people and bots."""

from collections.abc import Iterable, Sequence
from importlib import import_module

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Seat, Table

#: Before the number of a seat, in a proposal: that a bot should stand in there.
STAND_IN = "stand_in:"
PAUSE, END = "pause", "end"


def still_signed_in(user: User, session_key: str | None) -> bool:
    """Whether the session lives and is still this person's.

    A socket outlives the request that opened it; signing out elsewhere must end what it may do.
    """
    if session_key is None:
        return False
    store = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    # The hash changes with the password: who changes it signs all other browsers out.
    return str(store.get(SESSION_KEY)) == str(user.pk) and constant_time_compare(
        store.get(HASH_SESSION_KEY, ""), user.get_session_auth_hash()
    )


def played_by_bots(seats: Iterable[Seat]) -> list[int]:
    """The seats that bots play for: their own, and those of people who are away."""
    return [seat.number for seat in seats if seat.is_bot or seat.stand_in]


def voters(seats: Sequence[Seat], proposal: str) -> list[Seat]:
    """Who has a say in a proposal: the people who are there, but for the one it is about."""
    about = seat_about(proposal)
    return [seat for seat in seats if seat.user_id and not seat.stand_in and seat.number != about]


def seat_about(proposal: str) -> int | None:
    """The number of the seat that a proposal is about, if it is about one."""
    number = proposal.removeprefix(STAND_IN)
    return int(number) if proposal.startswith(STAND_IN) and number.isdecimal() else None


def why_no_guests(table: Table) -> str:
    """Why only members take a seat at the table; empty where guests do, too."""
    if table.currency:
        return _("This table plays for money: make an account to take a seat.")
    if table.joining == Table.Joining.MEMBERS:
        return _("This table is for members: make an account to take a seat.")
    return ""
