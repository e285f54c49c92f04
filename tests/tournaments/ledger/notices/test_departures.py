"""Notices of settlements name who owes whom, and organizers hear of members who leave owing."""

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.utils import timezone

from accounts.notices import mails
from accounts.notices.models import Notice
from games.screens.notices import notices_for
from tests.tournaments.ledger.debts import owes
from tests.tournaments.ledger.people import Debtors, as_caller, debtors
from tournaments.clubs.models import Membership
from tournaments.clubs.policy import Role
from tournaments.clubs.services import members
from tournaments.ledger.notices.kinds import LedgerKind
from tournaments.ledger.payments import services
from tournaments.ledger.payments.models import Payment

pytestmark = pytest.mark.django_db


@pytest.fixture
def owed() -> Debtors:
    found = debtors()
    for each in (found.ann, found.bob, found.crew.owner):
        address = f"{each.username}@example.org"
        EmailAddress.objects.create(user=each, email=address, verified=True, primary=True)
    return found


def test_a_settlement_is_mailed_with_payee_amount_and_a_button_to_pay(owed):
    Notice.objects.filter(user=owed.cy).delete()
    assert {each.title for each in notices_for(owed.bob)} == {"You owe ann HK$20.00"}
    assert {each.title for each in notices_for(owed.ann)} == {"You’re owed HK$25.00"}
    assert mails.send_due() == 0, "players often pay at once, at the table"
    Notice.objects.update(mail_at=timezone.now())
    mails.send_due()
    sent = {each.to[0]: each for each in mail.outbox}
    assert sent["bob@example.org"].subject == "You owe ann HK$20.00"
    said = sent["bob@example.org"].body
    assert "Pay:\nhttp" in said
    assert f"/payments/{owed.due.pk}/\n" in said
    assert "bob HK$20.00 and cy HK$5.00" in sent["ann@example.org"].body


def test_a_claim_and_a_dispute_are_mailed_with_a_button(owed):
    Notice.objects.all().delete()
    assert services.claim(as_caller(owed.bob), owed.due.pk, 500) is None
    payment = Payment.objects.get()
    Notice.objects.update(mail_at=timezone.now())
    mails.send_due()
    [claimed] = mail.outbox
    assert claimed.subject == "bob says they paid you HK$5.00"
    assert "Confirm or dispute:\n" in claimed.body
    assert services.dispute(as_caller(owed.ann), payment.pk, "No money came") is None
    Notice.objects.update(mail_at=timezone.now())
    mails.send_due()
    disputed = mail.outbox[-1]
    assert disputed.subject == "ann disputed your payment of HK$5.00"
    assert "Reason: No money came" in disputed.body


def test_organizers_are_told_if_a_member_leaves_with_open_payments(owed):
    club = owed.settlement.club
    Notice.objects.all().delete()
    assert members.leave(as_caller(owed.bob), club.pk) is None
    found = Notice.objects.filter(kind=LedgerKind.LEFT_OWING)
    keepers = Membership.objects.filter(club=club, role__in=[Role.OWNER, Role.ORGANIZER])
    assert {each.user_id for each in found} == set(keepers.values_list("user", flat=True))
    owner = owed.crew.owner
    assert "bob left Harbour Club and still owes HK$20.00" in {
        each.title for each in notices_for(owner)
    }
    # Former organizers no longer see it.
    keepers.filter(user=owner).update(role=Role.MEMBER)
    assert not {each.title for each in notices_for(owner)} & {
        "bob left Harbour Club and still owes HK$20.00"
    }


def test_creditors_are_told_what_a_member_who_left_owes_them(owed):
    Notice.objects.all().delete()
    assert members.leave(as_caller(owed.bob), owed.settlement.club.pk) is None
    [told] = Notice.objects.filter(kind=LedgerKind.LEFT_OWING_YOU)
    assert told.user == owed.ann
    [shown] = [each for each in notices_for(owed.ann) if "left" in each.title]
    assert shown.title == "bob left Harbour Club and still owes you HK$20.00"
    assert shown.url == "/payments/"


def test_a_creditor_who_keeps_the_ledger_gets_one_notice(owed):
    club = owed.settlement.club
    club.memberships.filter(user=owed.ann).update(role=Role.ORGANIZER)
    owes(owed.bob, owed.crew.owner, 700, club=club)
    Notice.objects.all().delete()
    assert members.leave(as_caller(owed.bob), club.pk) is None
    for user, yours in ((owed.ann, "HK$20.00"), (owed.crew.owner, "€7.00")):
        [shown] = [each.title for each in notices_for(user) if "left" in each.title]
        assert shown.startswith("bob left Harbour Club and still owes")
        assert shown.endswith(f", {yours} of it to you")
        assert "€7.00 and HK$20.00" in shown


def test_a_member_without_open_payments_leaves_quietly(owed):
    Notice.objects.all().delete()
    assert members.leave(as_caller(owed.crew.member), owed.crew.club.pk) is None
    assert not Notice.objects.filter(kind=LedgerKind.LEFT_OWING).exists()
