"""Members who leave with open payments: they are warned, and the club's keepers are told."""

import pytest
from django.urls import reverse

from accounts.notices.models import Notice
from accounts.notices.senders import sender_of
from tests.tournaments.clubs.people import caller
from tests.tournaments.ledger.debts import owes
from tests.tournaments.ledger.settling.test_pages import read
from tournaments.clubs.notices import ClubKind
from tournaments.clubs.services import members

pytestmark = pytest.mark.django_db


def told(user) -> list[str]:
    found = Notice.objects.filter(user=user, kind=ClubKind.LEFT_WITH_DEBTS)
    subjects = sender_of(ClubKind.LEFT_WITH_DEBTS).subjects({each.subject_id for each in found})
    texts = [sender_of(each.kind).text(each, subjects[each.subject_id]) for each in found]
    return [f"{each.title}. {each.detail}" for each in texts]


def test_keepers_are_told_what_a_member_who_left_owes(crew, bo):
    owes(bo, crew.member, 950, club=crew.club)
    owes(crew.member, bo, 300, club=crew.club)
    question = read(bo, reverse("club_leave", args=[crew.club.slug]))
    assert "You still owe €9.50." in question
    assert "The club’s organizers and treasurers will be told." in question
    tess = crew.treasurer
    assert members.leave(caller(bo), crew.club.pk) is None
    said = ["bo left Harbour Club with open payments. Still owes €9.50. Is still owed €3.00."]
    assert told(crew.owner) == told(crew.organizer) == told(tess) == said
    assert told(crew.member) == []


def test_a_member_without_open_payments_leaves_without_a_notice(crew, bo):
    assert members.leave(caller(bo), crew.club.pk) is None
    assert not Notice.objects.exists()


def test_the_organizer_who_removes_a_member_is_not_told(crew, bo):
    owes(bo, crew.member, 950, club=crew.club)
    assert members.remove(caller(crew.owner), crew.club.pk, bo.pk) is None
    assert told(crew.owner) == []
    assert len(told(crew.organizer)) == 1
