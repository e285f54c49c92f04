"""Mails as text and HTML, made from one description, with headers to unsubscribe by one click."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.core.mail.backends.base import BaseEmailBackend
from django.template.loader import render_to_string
from django.urls import reverse

from accounts.models import User
from accounts.notices import unsubscribing


@dataclass(frozen=True, slots=True)
class MailItem:
    """A notice in a mail of several: its text, and the address that it leads to."""

    title: str
    detail: str
    url: str


@dataclass(frozen=True, slots=True)
class MailText:
    """Content of a mail in the active language; addresses are complete."""

    #: Line that the mail begins with; empty if it is only a list.
    title: str
    #: Label and address of the only button.
    button: str
    url: str
    paragraphs: Sequence[str] = ()
    items: Sequence[MailItem] = field(default_factory=list)
    #: Sentences in small print: place, time, origin.
    lines: Sequence[str] = ()
    #: The sentence that says why the user gets the mail.
    reason: str = ""


def absolute(path: str) -> str:
    """Return the complete address of a path of the site."""
    return f"{settings.SITE_URL}{path}"


def message(
    subject: str,
    text: MailText,
    user: User,
    address: str,
    *,
    topic: str,
    connection: BaseEmailBackend,
) -> EmailMultiAlternatives:
    """Return the mail to the user at this address, in the active language.

    :param topic: code of the notices' group, or `unsubscribing.DIGEST`, which the mail's links stop
    """
    stop_url = absolute(unsubscribing.stop_path(user.pk, topic))
    context = {
        "name": user.shown_name,
        "stop_url": stop_url,
        "settings_url": absolute(reverse("notice_settings")),
    }
    made = message_to_address(subject, text, address, **context)
    made.connection = connection
    made.extra_headers |= {
        "Auto-Submitted": "auto-generated",
        "List-Unsubscribe": f"<{stop_url}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    return made


def message_to_address(
    subject: str, text: MailText, address: str, **context: str
) -> EmailMultiAlternatives:
    """Return a mail to an address that may belong to no user, in the active language."""
    context = {"site_name": settings.SITE_NAME, "site_url": settings.SITE_URL, **context}
    body = render_to_string("accounts/notices/mail.txt", {"text": text, **context})
    # A line break in a name or a reason must not start a new header.
    made = EmailMultiAlternatives(" ".join(subject.split()), body, None, [address])
    html = render_to_string("accounts/notices/mail.html", {"text": text, **context})
    made.attach_alternative(html, "text/html")
    return made
