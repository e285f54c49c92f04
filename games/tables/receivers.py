"""What tables have to say when somebody closes their account."""

from typing import Any

from django.dispatch import receiver
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.signals import account_closing
from games.tables.models import Seat, Session


@receiver(account_closing)
def keep_who_sits_at_a_table(sender: Any, user: User, **kwargs: Any) -> str | None:
    """Return why somebody who has a seat cannot go. One query."""
    going_on = (Session.Status.WAITING, Session.Status.RUNNING)
    seats = Seat.objects.filter(user=user, left_at=None, session__status__in=going_on)
    if not seats.exists():
        return None
    return _("You have a seat at a table: leave it first.")
