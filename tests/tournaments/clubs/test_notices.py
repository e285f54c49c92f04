"""Notices about clubs: news, requests and replies, invitations by username, and roles."""

import pytest
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from accounts.notices import mails
from accounts.notices.models import Notice
from accounts.services import close_account
from games.common.denials import Denial
from games.screens.notices import notices_for
from tests.tournaments.clubs.people import Crew, caller, person
from tests.tournaments.events.notices.test_notices import Person, reachable
from tournaments.clubs.models import Invitation, JoinRequest, Membership, News
from tournaments.clubs.notices.kinds import ClubKind
from tournaments.clubs.services import club as club_services
from tournaments.clubs.services import invitations, members, news


def told(kind: str) -> set[str]:
    return set(Notice.objects.filter(kind=kind).values_list("user__username", flat=True))


def titles(user: User) -> list[str]:
    return [each.title for each in notices_for(user)]


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def mailed(*people: User) -> list[tuple[str, str]]:
    reachable(*(Person(each) for each in people))
    mails.send_due()
    found = [(each.to[0].split("@")[0], each.subject) for each in mail.outbox]
    mail.outbox.clear()
    return sorted(found)


def test_news_reach_all_members_but_their_author_until_they_look(crew: Crew):
    assert news.write_news(caller(crew.owner), crew.club.pk, "Dinner", "At eight") is None
    assert told(ClubKind.NEWS) == {"oscar", "mei"}
    assert titles(crew.member) == ["Harbour Club: Dinner"]
    browser(crew.member).get(reverse("club_news", args=[crew.club.slug]))
    assert titles(crew.member) == []
    # The notice shows the post as it is now.
    found = News.objects.get()
    assert news.edit_news(caller(crew.owner), crew.club.pk, found.pk, "Lunch", "At one") is None
    assert titles(crew.organizer) == ["Harbour Club: Lunch"]
    assert news.delete_news(caller(crew.owner), crew.club.pk, found.pk) is None
    assert titles(crew.organizer) == []


def test_news_for_many_members_take_the_same_queries(crew: Crew):
    def queries() -> int:
        with CaptureQueriesContext(connection) as counted:
            assert news.write_news(caller(crew.owner), crew.club.pk, "Dinner", "At eight") is None
        return len(counted)

    few = queries()
    for number in range(30):
        Membership.objects.create(club=crew.club, user=person(f"p{number}"))
    assert queries() <= few


def test_former_members_see_no_more_news(crew: Crew):
    news.write_news(caller(crew.owner), crew.club.pk, "Dinner", "At eight")
    assert members.leave(caller(crew.member), crew.club.pk) is None
    assert titles(crew.member) == []
    assert Notice.objects.get(user=crew.member).seen_at is not None


def test_organizers_get_a_mail_of_a_request_and_the_user_of_the_reply(crew: Crew):
    assert members.ask_to_join(caller(crew.stranger), crew.club.pk, "Hello") is None
    assert told(ClubKind.REQUEST) == {"olga", "oscar"}
    assert mailed(crew.owner, crew.stranger) == [("olga", "sam wants to join Harbour Club")]
    request = JoinRequest.objects.get()
    answer = members.answer_request
    assert answer(caller(crew.owner), crew.club.pk, request.pk, accepted=False) is None
    assert told(ClubKind.REQUEST) == set(), "there is nothing to answer"
    assert titles(crew.stranger) == ["Your request to join Harbour Club was declined"]
    assert members.ask_to_join(caller(crew.stranger), crew.club.pk) is None
    request = JoinRequest.objects.get(answered_at=None)
    assert answer(caller(crew.owner), crew.club.pk, request.pk, accepted=True) is None
    mails.send_due()
    subjects = [each.subject for each in mail.outbox if each.to == ["sam@example.org"]]
    assert subjects[-1] == "You’re now a member of Harbour Club"


def test_a_withdrawn_request_is_not_mailed_later(crew: Crew):
    for end in (
        lambda: members.withdraw_request(caller(crew.stranger), crew.club.pk),
        lambda: close_account(crew.stranger) or None,
    ):
        assert members.ask_to_join(caller(crew.stranger), crew.club.pk) is None
        assert told(ClubKind.REQUEST)
        assert end() is None
        assert not Notice.objects.filter(kind=ClubKind.REQUEST).exists()


def test_an_invitation_by_username_is_mailed_until_it_is_answered(crew: Crew):
    made = invitations.invite_by_name(caller(crew.owner), crew.club.pk, "sam")
    assert isinstance(made, Invitation)
    reachable(Person(crew.stranger))
    mails.send_due()
    [sent] = mail.outbox
    assert sent.subject == "olga invited you to join Harbour Club"
    assert reverse("club_join", args=[made.token]) in sent.body
    assert invitations.decline(caller(crew.stranger), made.token) is None
    assert told(ClubKind.INVITED) == set()


@pytest.mark.parametrize("answer", ["accept", "revoke"])
def test_an_answered_invitation_is_no_longer_in_a_mail(crew: Crew, answer):
    made = invitations.invite_by_name(caller(crew.owner), crew.club.pk, "sam")
    assert told(ClubKind.INVITED) == {"sam"}
    if answer == "accept":
        assert invitations.accept(caller(crew.stranger), made.token) == crew.club
    else:
        assert invitations.revoke(caller(crew.owner), crew.club.pk, made.pk) is None
    assert told(ClubKind.INVITED) == set()


def test_new_owners_organizers_and_removed_members_are_told(crew: Crew):
    owner, club = caller(crew.owner), crew.club.pk
    assert members.set_role(owner, club, crew.member.pk, "organizer") is None
    assert titles(crew.member) == ["You’re now an organizer of Harbour Club"]
    browser(crew.member).get(reverse("club", args=[crew.club.slug]))
    assert titles(crew.member) == []
    assert members.set_role(owner, club, crew.member.pk, "member") is None
    assert titles(crew.member) == ["You’re now a regular member of Harbour Club"]
    assert members.remove(owner, club, crew.member.pk) is None
    assert titles(crew.member) == ["You were removed from Harbour Club"]
    assert club_services.hand_over(owner, club, crew.organizer.pk) is None
    assert titles(crew.organizer) == ["You now own Harbour Club"]
    assert mailed(crew.organizer, crew.member) == [
        ("mei", "You were removed from Harbour Club"),
        ("oscar", "You now own Harbour Club"),
    ]


def test_joining_by_link_says_why_it_is_refused(crew: Crew):
    members.remove(caller(crew.owner), crew.club.pk, crew.member.pk)
    link = invitations.invite_by_link(caller(crew.owner), crew.club.pk)
    assert not isinstance(link, Denial)
    answer = browser(crew.member).post(reverse("club_join", args=[link.token]))
    assert answer.status_code == 409
    assert "You were removed from this club." in answer.content.decode()


def test_only_organizers_read_of_declined_requests_in_the_activity(crew: Crew):
    members.ask_to_join(caller(crew.stranger), crew.club.pk)
    request = JoinRequest.objects.get()
    members.answer_request(caller(crew.owner), crew.club.pk, request.pk, accepted=False)
    url = reverse("club_activity", args=[crew.club.slug])
    said = "declined sam’s request to join"
    assert said in browser(crew.organizer).get(url).content.decode()
    assert said not in browser(crew.member).get(url).content.decode()


def test_addresses_in_news_are_links_and_deleting_asks_first(crew: Crew):
    news.write_news(caller(crew.owner), crew.club.pk, "Map", "See https://maps.example <b>here</b>")
    client = browser(crew.owner)
    page = client.get(reverse("club_news", args=[crew.club.slug])).content.decode()
    assert '<a href="https://maps.example" rel="nofollow">' in page
    assert "&lt;b&gt;here" in page
    url = reverse("club_news_delete", args=[crew.club.slug, News.objects.get().pk])
    assert url in page
    assert "Delete “Map”?" in client.get(url).content.decode()
    assert News.objects.exists()
    client.post(url)
    assert not News.objects.exists()
