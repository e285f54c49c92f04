"""Tests of concurrent requests: one succeeds, the other gets the right denial."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import close_old_connections, connection

from games.common.denials import Denial
from tests.tournaments.clubs.people import Crew, caller, crew, person
from tournaments.clubs.denials import ClubCode
from tournaments.clubs.models import Club, Invitation, Membership
from tournaments.clubs.services import club as club_service
from tournaments.clubs.services import invitations, members

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.every_database]


@pytest.fixture(name="crew")
def _crew(transactional_db) -> Crew:
    return crew()


def at_once(*calls: Callable[[], object]) -> list[object]:
    """Run the calls in threads that start together; return the answers."""
    together = threading.Barrier(len(calls))

    def one(call: Callable[[], object]) -> object:
        close_old_connections()
        together.wait()
        try:
            return call()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(one, calls))


def codes(answers: list[object]) -> list[ClubCode]:
    return [ClubCode(each.code) for each in answers if isinstance(each, Denial)]


def test_only_one_of_several_users_gets_the_last_use_of_a_link(crew: Crew):
    made = invitations.invite_by_link(caller(crew.owner), crew.club.pk)
    assert isinstance(made, Invitation)
    people = [person(f"racer{number}") for number in range(4)]
    answers = at_once(
        *(lambda each=each: invitations.accept(caller(each), made.token) for each in people)
    )
    assert codes(answers) == [ClubCode.USED_UP] * 3
    assert Membership.objects.filter(user__in=people).count() == 1


def test_a_user_who_accepts_twice_joins_once(crew: Crew):
    made = invitations.invite_by_link(caller(crew.owner), crew.club.pk, most_uses=5)
    assert isinstance(made, Invitation)
    answers = at_once(*[lambda: invitations.accept(caller(crew.stranger), made.token)] * 2)
    assert codes(answers) == [ClubCode.YOU_ARE_IN]
    made.refresh_from_db()
    assert made.uses == 1


def test_a_club_is_transferred_to_only_one_of_two_members(crew: Crew):
    answers = at_once(
        lambda: club_service.hand_over(caller(crew.owner), crew.club.pk, crew.member.pk),
        lambda: club_service.hand_over(caller(crew.owner), crew.club.pk, crew.organizer.pk),
    )
    # The second caller has become an organizer, who can't transfer the club.
    assert codes(answers) == [ClubCode.NOT_ALLOWED]
    assert crew.club.memberships.filter(role="owner").count() == 1


def test_a_member_cannot_leave_while_becoming_the_owner(crew: Crew):
    answers = at_once(
        lambda: club_service.hand_over(caller(crew.owner), crew.club.pk, crew.member.pk),
        lambda: members.leave(caller(crew.member), crew.club.pk),
    )
    assert codes(answers) in ([ClubCode.OWNER_STAYS], [ClubCode.NO_SUCH_MEMBER])
    assert crew.club.memberships.filter(role="owner").count() == 1


def test_clubs_created_at_once_do_not_exceed_the_limit(transactional_db, monkeypatch):
    monkeypatch.setattr(club_service, "MOST_OWNED", 1)
    ada = caller(person("ada"))
    answers = at_once(*[lambda: club_service.create(ada, name="Tea House")] * 3)
    assert codes(answers) == [ClubCode.OWNS_TOO_MANY] * 2
    assert Club.objects.count() == 1
