"""Receivers for accounts that are closed, and for guests who sign up."""

from typing import Any

from django.db.models import F
from django.dispatch import receiver
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.signals import account_closed, account_closing, guest_became_member
from games.tables.models import Seat, Session, Table
from games.tables.services.core import locked_table
from games.tables.services.opening import unique_name


@receiver(account_closing)
def deny_closing_with_seat(sender: Any, user: User, **kwargs: Any) -> str | None:
    """Return a message if the user sits in an unfinished session, so cannot close; else None."""
    seats = Seat.objects.filter(user=user, left_at=None, session__status__in=Session.GOING_ON)
    if not seats.exists():
        return None
    return _("You’re still seated at a table. Leave the table before you close your account.")


@receiver(account_closed)
def anonymize_seats(sender: Any, user: User, **kwargs: Any) -> None:
    """Put the closed account's name on the user's seats and remove the picture; results stay."""
    own = Table.objects.filter(sessions__seats__user=user).distinct()
    phases = dict(own.values_list("pk", "phase"))
    Seat.objects.filter(user=user).update(name=user.shown_name, picture="")
    over = [pk for pk, phase in phases.items() if phase == Table.Phase.FINISHED]
    # Processes cache a table by its version, so the version must change.
    Table.objects.filter(pk__in=over).update(version=F("version") + 1, revision=F("revision") + 1)
    for pk in sorted(phases.keys() - over):
        with locked_table(pk) as table:
            table.revise()


@receiver(guest_became_member)
def rename_seats(sender: Any, user: User, **kwargs: Any) -> None:
    """Put the new member's name on their seats in sessions that aren't over."""
    seats = Seat.objects.filter(user=user, session__status__in=Session.GOING_ON)
    for pk in sorted(set(seats.values_list("session__table", flat=True))):
        with locked_table(pk) as table:
            others = [each.name for each in table.setting.seats if each.user_id != user.pk]
            name = unique_name(user.shown_name, others)
            seats.filter(session__table=pk).update(name=name, picture=user.picture)
            table.revise()
