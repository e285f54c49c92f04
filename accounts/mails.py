"""What members are told by mail of their account: what was changed, and a sign-in that is new.

It goes to addresses that are surely theirs, and never to one that somebody only has typed.
"""

import logging
from collections.abc import Mapping
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from ua_parser import parse

from accounts import limits
from accounts.models import User

logger = logging.getLogger(__name__)

#: Mails that the library does not know, by the beginning of their templates' names.
ADDRESS_ADDED = "account/email/email_added"
NEW_BROWSER = "account/email/new_browser"


def address_for(user: User, wanted: str | None = None) -> str:
    """Return where the person is told; empty where no address was ever confirmed.

    :param wanted: the address that it is to go to, rather than the primary one
    """
    known = EmailAddress.objects.filter(user=user, verified=True)
    if wanted is not None:
        known = known.filter(email__iexact=wanted)
    found = known.order_by("-primary", "pk").values_list("email", flat=True).first()
    return found or ""


def facts(request: HttpRequest, user: User) -> Mapping[str, Any]:
    """Return what every such mail says: who did it from where, and what to do about it.

    What a browser calls itself is anybody's text; only names that are known are passed on.
    """
    said = parse(request.headers.get("user-agent", ""))
    return {
        "name": user.shown_name,
        "address": limits.address(request),
        "browser": said.user_agent.family if said.user_agent else "",
        "system": said.os.family if said.os else "",
        "reset_url": settings.SITE_URL + reverse("account_reset_password"),
        "sessions_url": settings.SITE_URL + reverse("sessions"),
    }
