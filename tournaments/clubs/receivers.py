"""Signal receivers of clubs for closed accounts."""

from typing import Any

from django.dispatch import receiver
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.signals import account_closed, account_closing
from accounts.sorting import sort_key
from games.common import numbers
from tournaments.clubs.models import ClubRecord, JoinRequest, Membership
from tournaments.clubs.notices.services import requests_answered
from tournaments.clubs.policy import Role


@receiver(account_closing)
def keep_club_owner(sender: Any, user: User, **kwargs: Any) -> str | None:
    """Return why the owner of an open club can't close the account; None for others. One query."""
    owned = Membership.objects.filter(user=user, role=Role.OWNER.value, club__closed_at=None)
    names = sorted(owned.values_list("club__name", flat=True), key=sort_key)
    if not names:
        return None
    return _("First transfer or close the clubs you own: %(clubs)s.") % {
        "clubs": numbers.listed(names)
    }


@receiver(account_closed)
def end_memberships(sender: Any, user: User, **kwargs: Any) -> None:
    """End the user's memberships, except as owner of closed clubs, and unanswered join requests."""
    left = list(Membership.objects.filter(user=user).values_list("club", flat=True))
    Membership.objects.filter(user=user, club__in=left).exclude(role=Role.OWNER.value).delete()
    asked = JoinRequest.objects.filter(user=user, answered_at=None)
    requests_answered(*asked)
    asked.delete()
    ClubRecord.objects.bulk_create(
        ClubRecord(club_id=club, actor=user, deed=ClubRecord.Deed.LEFT) for club in left
    )
