"""Reminder mails: sent once, to verified addresses."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.mail import EmailMessage
from django.core.mail.backends.locmem import EmailBackend
from django.utils import timezone

from accounts.notices import mails
from accounts.notices.models import Notice
from tests.tournaments.ledger.people import Debtors, as_caller, debtors
from tournaments.ledger import tasks
from tournaments.ledger.notices.sender import TransferSender
from tournaments.ledger.payments import reminders
from tournaments.ledger.payments.models import Reminder
from tournaments.ledger.payments.services import receive

pytestmark = pytest.mark.django_db


@pytest.fixture
def reminded() -> Debtors:
    """Set a reminder for Bob for today."""
    owed = debtors()
    for each in (owed.ann, owed.bob):
        address = f"{each.username}@example.org"
        EmailAddress.objects.create(user=each, email=address, verified=True, primary=True)
    today = timezone.localdate()
    due = owed.due.pk
    assert reminders.set_reminder(as_caller(owed.ann), due, today, is_for_payer=True) is None
    return owed


def states() -> list[str]:
    return list(Notice.objects.filter(kind="payment.reminder").values_list("mail", flat=True))


@pytest.mark.every_database
def test_a_reminder_is_mailed_only_once(reminded):
    for _ in range(2):
        tasks.remind()
        mails.send_due()
    (sent,) = mail.outbox
    assert sent.to == ["bob@example.org"]
    assert sent.subject == "Reminder from ann: HK$20.00 is still due"
    assert "/payments/" in sent.body
    assert "We never charge fees or move money." in sent.body
    assert states() == ["sent"]


def test_a_second_worker_finds_the_mail_already_claimed(reminded, monkeypatch):
    reminders.remind()
    monkeypatch.setattr(mails, "AT_ONCE", 1)
    notice = Notice.objects.get(kind="payment.reminder")
    notice.pk = None
    notice.save()
    really, of_other_worker = EmailBackend.send_messages, []

    def send(backend: EmailBackend, messages: list[EmailMessage]) -> int:
        monkeypatch.setattr(EmailBackend, "send_messages", really)
        # The other worker sends the second mail during the first.
        of_other_worker.append(mails.send_due())
        return really(backend, messages)

    monkeypatch.setattr(EmailBackend, "send_messages", send)
    assert mails.send_due() == 1
    assert of_other_worker == [1]
    assert len(mail.outbox) == 2
    assert states() == ["sent", "sent"]


@pytest.mark.every_database
def test_a_mail_that_fails_is_retried_until_it_is_too_old(reminded, monkeypatch, caplog):
    reminders.remind()

    def fail(*_args: object) -> None:
        raise OSError("no way")

    monkeypatch.setattr(EmailBackend, "send_messages", fail)
    assert mails.send_due() == 0
    assert states() == ["due"]
    Notice.objects.update(
        created_at=timezone.now() - TransferSender.mail_lifetime - timedelta(hours=1),
        mail_at=timezone.now(),
    )
    assert mails.send_due() == 0
    assert states() == ["failed"]
    assert "was not sent" in caplog.text


@pytest.mark.every_database
@pytest.mark.parametrize("what", ["unverified", "visitor", "seen"])
def test_no_mail_goes_to_an_unverified_address_or_for_a_seen_notice(reminded, what):
    reminders.remind()
    if what == "unverified":
        EmailAddress.objects.update(verified=False)
    elif what == "visitor":
        EmailAddress.objects.all().delete()
    else:
        Notice.objects.update(seen_at=timezone.now())
    assert mails.send_due() == 0
    assert states() == ["none"]


def test_no_reminder_is_sent_for_a_payment_made_in_the_meantime(reminded):
    assert receive(as_caller(reminded.ann), reminded.due.pk, 2000) is None
    assert reminders.remind() == 0
    assert Reminder.objects.get().done_at is not None
