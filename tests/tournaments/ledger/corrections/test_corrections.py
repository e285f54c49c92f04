"""Corrections of sessions at club tables: limited, and never in the organizer's own favour."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.notices.models import Notice
from games.tables.models import Session
from tests.tournaments.clubs.people import caller, person
from tests.tournaments.clubs.test_pages import browser
from tests.tournaments.rows import finished_session
from tournaments.clubs.models import Membership
from tournaments.ledger import tasks
from tournaments.ledger.corrections.models import SessionCorrection
from tournaments.ledger.corrections.services import confirm_session_correction, correct_session
from tournaments.ledger.denials import LedgerCode as Code
from tournaments.ledger.denials import denial_text
from tournaments.ledger.settling.models import Settlement
from tournaments.ledger.settling.services import settle_session


@pytest.fixture
def session(crew) -> Session:
    """Return a session the organizer lost to a member, at 10 cents a point."""
    made = finished_session(
        [crew.organizer, crew.member], (-20, 20), club=crew.club, stake_minor=10, currency="HKD"
    )
    settle_session(made.pk)
    return made


def correct(crew, session: Session, nets: tuple[int, int], by: str = "organizer") -> object:
    given = dict(enumerate(nets))
    return correct_session(caller(getattr(crew, by)), session.pk, given, "Misread")


def count(session: Session) -> int:
    return Settlement.objects.filter(session=session).count()


def code_of(answer: object) -> object:
    return getattr(answer, "code", None)


def test_a_correction_cannot_exceed_what_the_deals_allow(crew, session):
    answer = correct(crew, session, (-99_999, 99_999), by="owner")
    assert code_of(answer) == Code.BEYOND_RULES
    assert "No one can lose 99999 points in this game" in denial_text(answer)
    assert count(session) == 1


def test_a_result_is_final_after_seven_days(crew, session):
    Session.objects.update(finished_at=timezone.now() - timedelta(days=7))
    answer = correct(crew, session, (-10, 10), by="owner")
    assert code_of(answer) == Code.RESULT_FINAL
    settlement = Settlement.objects.get(session=session)
    shown = browser(crew.owner).get(reverse("settlement", args=[settlement.slug]))
    assert "Correct result" not in shown.content.decode()


@pytest.mark.every_database
def test_an_organizer_who_gains_needs_the_loser_or_another_organizer(crew, session):
    made = correct(crew, session, (-10, 10))
    assert isinstance(made, SessionCorrection)
    assert count(session) == 1
    assert Notice.objects.get(kind="settlement.proposed").user == crew.member
    own = confirm_session_correction(caller(crew.organizer), made.pk)
    assert code_of(own) == Code.NOT_YOURS_TO_CONFIRM
    stranger = confirm_session_correction(caller(crew.stranger), made.pk)
    assert code_of(stranger) == Code.NOT_YOURS_TO_CONFIRM
    assert confirm_session_correction(caller(crew.member), made.pk) is None
    assert count(session) == 2
    second = correct(crew, session, (-5, 5))
    assert confirm_session_correction(caller(crew.owner), second.pk) is None
    assert count(session) == 3
    again = confirm_session_correction(caller(crew.owner), second.pk)
    assert code_of(again) == Code.NO_CORRECTION


def test_every_loser_must_confirm_a_correction(crew):
    third = person("third")
    Membership.objects.create(club=crew.club, user=third)
    session = finished_session(
        [crew.organizer, crew.member, third], (-20, 10, 10), club=crew.club, stake_minor=10,
        currency="HKD",
    )  # fmt: skip
    settle_session(session.pk)
    made = correct_session(caller(crew.organizer), session.pk, {0: 0, 1: 0, 2: 0}, "Misread")
    assert confirm_session_correction(caller(crew.member), made.pk) is None
    assert count(session) == 1
    assert confirm_session_correction(caller(third), made.pk) is None
    assert count(session) == 2


def test_an_organizer_can_correct_against_themselves_at_once(crew, session):
    assert isinstance(correct(crew, session, (-25, 25)), Settlement)


def test_a_player_declines_a_correction_on_its_page(crew, session):
    made = correct(crew, session, (-10, 10))
    slug = Settlement.objects.get(session=session).slug
    url = reverse("session_correction", args=[slug, made.pk])
    client = browser(crew.member)
    assert "Confirm correction" in client.get(url).content.decode()
    shown = client.get(reverse("settlement", args=[slug])).content.decode()
    assert url in shown
    assert client.post(url, {"do": "decline"}).status_code == 302
    made.refresh_from_db()
    assert (made.outcome, count(session)) == ("declined", 1)
    assert Notice.objects.filter(kind="settlement.kept", user=crew.organizer).exists()
    assert browser(crew.stranger).get(url).status_code == 403


def test_an_unconfirmed_correction_lapses_at_its_deadline(crew, session):
    made = correct(crew, session, (-10, 10))
    SessionCorrection.objects.update(lapses_at=timezone.now())
    tasks.sweep()
    made.refresh_from_db()
    assert made.outcome == "lapsed"
    late = confirm_session_correction(caller(crew.member), made.pk)
    assert code_of(late) == Code.NO_CORRECTION
