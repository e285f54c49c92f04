"""Corrections above a loser's agreed maximum: they need that player's consent."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.urls import reverse
from django.utils import timezone

from accounts.notices import mails
from accounts.notices.models import Notice
from games.agreements.models import Agreement
from games.agreements.selectors import current_of
from games.agreements.terms import digest_of
from games.tables.models import Session
from tests.tournaments.agreements import with_maximum
from tests.tournaments.clubs.people import caller, person
from tests.tournaments.clubs.test_pages import browser
from tests.tournaments.rows import finished_session
from tournaments.clubs.models import Membership
from tournaments.ledger import tasks
from tournaments.ledger.audit.run import faults_of
from tournaments.ledger.audit.scope import AuditScope
from tournaments.ledger.book.models import Account
from tournaments.ledger.corrections import consent
from tournaments.ledger.corrections.models import SessionCorrection
from tournaments.ledger.corrections.services import (
    confirm_session_correction,
    correct_session,
    decline_session_correction,
    session_correction_role,
)
from tournaments.ledger.denials import LedgerCode as Code
from tournaments.ledger.pending.services import accept_result, terms_of_result
from tournaments.ledger.settling.models import Settlement
from tournaments.ledger.settling.services import settle_session

_SESSION = Agreement.Subject.SESSION


@pytest.fixture
def third(crew):
    made = person("third")
    Membership.objects.create(club=crew.club, user=made)
    return made


@pytest.fixture
def session(crew, third) -> Session:
    """Return a session in which a member lost 20 points at 10 cents, with a maximum of HK$2.50."""
    made = finished_session(
        [crew.organizer, crew.member, third], (20, -20, 0), club=crew.club, stake_minor=10,
        currency="HKD",
    )  # fmt: skip
    settle_session(made.pk)
    with_maximum(_SESSION, made.pk, crew.member, 250)
    return made


def correct(crew, session: Session, nets: tuple[int, ...], by: str = "owner") -> object:
    given = dict(enumerate(nets))
    return correct_session(caller(getattr(crew, by)), session.pk, given, "Misread")


def terms(made: SessionCorrection, user) -> str:
    """Return the terms in the form of the correction's page."""
    role = session_correction_role(made, list(made.session.seats.all()), user)
    return consent.shown_terms(role.to_agree)


def agree(made: SessionCorrection, user, shown: str | None = None) -> object:
    made = SessionCorrection.objects.get(pk=made.pk)
    said = terms(made, user) if shown is None else shown
    return confirm_session_correction(caller(user), made.pk, terms=said)


def count(session: Session) -> int:
    return Settlement.objects.filter(session=session).count()


def balance(user) -> int:
    return Account.objects.get(user=user).lines.order_by("number").last().after


def maximum(session: Session, user) -> int | None:
    return current_of(user.pk, _SESSION, session.pk).max_loss


def code_of(answer: object) -> object:
    return getattr(answer, "code", None)


@pytest.mark.every_database
def test_a_correction_above_the_maximum_waits_for_the_losers_consent(crew, session):
    made = correct(crew, session, (26, -26, 0))
    assert isinstance(made, SessionCorrection)
    assert (count(session), balance(crew.member)) == (1, -200)
    assert agree(made, crew.member) is None
    assert (count(session), balance(crew.member)) == (2, -260)
    held = current_of(crew.member.pk, _SESSION, session.pk)
    assert (held.given, held.max_loss, held.user) == ("correction", 260, crew.member)
    assert not [fault for faults in faults_of(AuditScope()) for fault in faults
                if "deal" not in str(fault.code)]  # fmt: skip


def test_a_correction_up_to_the_maximum_takes_effect_at_once(crew, session):
    assert isinstance(correct(crew, session, (25, -25, 0)), Settlement)


def test_only_the_loser_can_agree_to_a_higher_maximum(crew, session, third):
    made = correct(crew, session, (26, -26, 0))
    shown = terms(made, crew.member)
    for user in (crew.owner, crew.organizer, third, crew.stranger):
        assert code_of(agree(made, user, shown)) == Code.NOT_YOURS_TO_CONFIRM
    for other in ("", "0" * 32):
        assert code_of(agree(made, crew.member, other)) == Code.RESULT_CHANGED
    assert (count(session), maximum(session, crew.member)) == (1, 250)


@pytest.mark.every_database
def test_each_loser_above_their_maximum_must_agree(crew, session, third):
    with_maximum(_SESSION, session.pk, third, 10)
    made = correct(crew, session, (28, -26, -2))
    assert agree(made, third) is None
    assert (count(session), maximum(session, third)) == (1, 10)
    assert agree(made, crew.member) is None
    assert (count(session), balance(third), balance(crew.member)) == (2, -20, -260)


@pytest.mark.parametrize("ends", ["declined", "lapsed"])
def test_a_declined_or_lapsed_correction_changes_nothing(crew, session, third, ends):
    with_maximum(_SESSION, session.pk, third, 10)
    made = correct(crew, session, (28, -26, -2))
    assert agree(made, third) is None
    if ends == "declined":
        assert decline_session_correction(caller(crew.member), made.pk) is None
    else:
        SessionCorrection.objects.update(lapses_at=timezone.now())
        tasks.sweep()
    made.refresh_from_db()
    assert made.outcome == ends
    assert (count(session), maximum(session, third), maximum(session, crew.member)) == (1, 10, 250)


def test_the_only_losers_consent_is_enough_if_the_organizer_gains(crew, session):
    made = correct(crew, session, (26, -26, 0), by="organizer")
    assert code_of(agree(made, crew.owner)) == Code.NOT_YOURS_TO_CONFIRM
    # The member is the only loser.
    assert agree(made, crew.member) is None
    assert count(session) == 2


def test_another_organizer_confirms_for_a_loser_within_their_maximum(crew, session, third):
    made = correct(crew, session, (28, -26, -2), by="organizer")
    assert agree(made, crew.member) is None
    assert count(session) == 1
    assert agree(made, crew.owner) is None
    assert count(session) == 2


def test_a_player_cannot_agree_to_a_correction_after_seven_days(crew, session):
    made = correct(crew, session, (26, -26, 0))
    Session.objects.update(finished_at=timezone.now() - timedelta(days=7))
    assert code_of(agree(made, crew.member)) == Code.RESULT_FINAL
    assert maximum(session, crew.member) == 250


def test_a_correction_of_an_accepted_result_needs_the_players_consent(crew):
    session = finished_session(
        [crew.organizer, crew.member], (20, -20), club=crew.club, stake_minor=10, currency="HKD",
        max_loss=None,
    )  # fmt: skip
    settle_session(session.pk)
    for user in (crew.organizer, crew.member):
        row = user.pending_results.get()
        shown = digest_of(terms_of_result(row))
        assert accept_result(caller(user), row.pk, terms=shown) is None
    made = correct(crew, session, (21, -21))
    assert isinstance(made, SessionCorrection)
    assert agree(made, crew.member) is None
    assert balance(crew.member) == -210
    agreed = current_of(crew.member.pk, _SESSION, session.pk)
    assert (agreed.terms["points"], agreed.terms["amount"]) == (-21, -210)


def test_the_loser_sees_both_results_and_maximums_before_agreeing(crew, session, third):
    made = correct(crew, session, (26, -26, 0))
    slug = Settlement.objects.get(session=session).slug
    url = reverse("session_correction", args=[slug, made.pk])
    client = browser(crew.member)
    shown = client.get(url).content.decode()
    for amount in ("−HK$2.00", "−HK$2.60", "HK$2.50", "Agree to a max. loss of HK$2.60"):
        assert amount in shown, amount
    other = browser(third).get(url).content.decode()
    assert "This correction takes effect only if mei agrees to a higher maximum loss." in other
    assert "HK$" not in other
    client.post(url, {"do": "confirm"})
    assert maximum(session, crew.member) == 250
    client.post(url, {"do": "confirm", "terms": terms(made, crew.member)})
    assert maximum(session, crew.member) == 260
    assert "You agreed to a corrected result." in client.get(reverse("agreements")).content.decode()


def test_the_loser_sees_both_maximums_on_the_front_page_and_in_a_mail(crew, session):
    EmailAddress.objects.create(user=crew.member, email="mei@example.org", verified=True)
    correct(crew, session, (26, -26, 0))
    said = (
        "Your result would change from −HK$2.00 to −HK$2.60. You agreed to a maximum"
        " loss of HK$2.50. This correction takes effect only if you agree to HK$2.60."
    )
    assert said in browser(crew.member).get("/").content.decode()
    Notice.objects.exclude(kind="settlement.proposed").update(mail="none")
    Notice.objects.update(mail_at=timezone.now())
    assert mails.send_due() == 1
    assert said in mail.outbox[0].body
