"""Requests of browser tests about club news: posts, and the daily mail."""

from django.core import mail
from django.test import override_settings
from django.utils import timezone

from accounts.caller import Caller
from accounts.notices import mails
from accounts.notices.models import Notice
from tournaments.clubs.models import Club
from tournaments.clubs.services.news import write_news

_BACKEND = "django.core.mail.backends.locmem.EmailBackend"


def post_news(club: str, title: str) -> None:
    """Post news in the club as its owner, on a site that sends mail."""
    row = Club.objects.get(slug=club)
    owner = row.memberships.get(role="owner").user
    with override_settings(EMAIL_BACKEND=_BACKEND):
        assert write_news(Caller(owner), row.pk, title, "Bring cards.") is None


def daily_mails(club: str) -> list[dict[str, str]]:
    """Let the time of the club's daily mails come; return their texts, and paths to stop them."""
    mail.outbox = []
    waiting = Notice.objects.filter(mail="digest", user__memberships__club__slug=club)
    Notice.objects.filter(pk__in=list(waiting.values_list("pk", flat=True))).update(
        mail_at=timezone.now()
    )
    with override_settings(EMAIL_BACKEND=_BACKEND):
        mails.send_digests()
    return [
        {
            "subject": each.subject,
            "text": str(each.body),
            "stop": "/" + each.extra_headers["List-Unsubscribe"].strip("<>").split("/", 3)[3],
        }
        for each in mail.outbox
    ]
