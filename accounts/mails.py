"""Mails to members about their account: changes, and sign-ins with a new browser.

They are sent at once, also to an address that was just removed, so they are no notices.
They go only to confirmed addresses, never to one that was merely entered.
"""

import logging
from collections.abc import Mapping
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import get_language
from ua_parser import parse

from accounts import limits
from accounts.languages import language_for, offered
from accounts.models import User

logger = logging.getLogger(__name__)

#: Template prefixes of mails that the library does not send.
ADDRESS_ADDED = "account/email/email_added"
NEW_BROWSER = "account/email/new_browser"


def sends_mail() -> bool:
    """Return whether emails are delivered; the default back end only prints them to the console."""
    return not (prints_mail() or settings.EMAIL_BACKEND.endswith(".dummy.EmailBackend"))


def prints_mail() -> bool:
    """Return whether emails are printed to the console, as in development."""
    return settings.EMAIL_BACKEND.endswith(".console.EmailBackend")


def address_for(user: User, address: str | None = None) -> str:
    """Return the user's confirmed address for mails about the account, or an empty string.

    :param address: the address to use instead of the primary one
    """
    known = EmailAddress.objects.filter(user=user, verified=True)
    if address is not None:
        known = known.filter(email__iexact=address)
    found = known.order_by("-primary", "pk").values_list("email", flat=True).first()
    return found or ""


def language_of_mail(address: str, user: User | None) -> str:
    """Return the language code for a mail about an account: that of its owner, not of the browser.

    :param user: the account's owner, if known; otherwise the owner of the address is looked up
    """
    if user is None:
        user = User.objects.filter(emailaddress__email__iexact=address).order_by("pk").first()
    active = get_language() or ""
    return offered(active) if user is None else language_for(user, active)


def mail_context(request: HttpRequest, user: User) -> Mapping[str, Any]:
    """Return the template context of these mails: the user, the browser, and help links.

    The user agent is untrusted text; only names of known browsers and systems are passed on.
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
