"""Receivers for the closing of accounts."""

from typing import Any

from django.db.models import F
from django.dispatch import receiver
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.signals import account_closed, account_closing
from games.tables.models import Seat, Session, Table
from games.tables.services.core import locked_table


@receiver(account_closing)
def deny_closing_with_seat(sender: Any, user: User, **kwargs: Any) -> str | None:
    """Return a message if the user sits in an unfinished session, so cannot close; else None."""
    going_on = (Session.Status.WAITING, Session.Status.RUNNING)
    seats = Seat.objects.filter(user=user, left_at=None, session__status__in=going_on)
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
