"""Tests that no page of a club has English words in a made-up language."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.rulebook import house_rules
from games.rules.ruleset.rule_set import RuleSet
from games.tables.models import Table
from games.tables.services import opening
from tests.games.screens.test_languages import STRANGE, assert_in_language, strange
from tests.tournaments.clubs.people import Crew, caller
from tournaments.clubs.models import ClubRules, Invitation, JoinRequest
from tournaments.clubs.services import club, invitations, members, news
from tournaments.clubs.services.club import add_rules

__all__ = ["strange"]

#: Texts entered by users, and names that are not translated.
NAMES = [
    "Harbour Club", "Leith", "Tonight", "Bring cards", "Kitchen rules", "olga", "oscar", "mei",
    "sam", "http", "https", "testserver", "clubs", "join", "UTC", "Standard rules",
    "English", "Strange", "Pusoy", "Dos", "Capsa",
]  # fmt: skip
PAGES = (
    "club", "club_members", "club_news", "club_rules", "club_invitations", "club_activity",
    "club_settings", "club_leave", "club_close",
)  # fmt: skip


@pytest.fixture
def busy_crew(crew: Crew, queued) -> Crew:
    owner = caller(crew.owner)
    club.change(owner, crew.club.pk, place="Leith", currency="HKD", stake_minor=50)
    news.write_news(owner, crew.club.pk, "Tonight", "Bring cards")
    invitations.invite_by_link(owner, crew.club.pk, most_uses=5)
    invitations.invite_by_name(owner, crew.club.pk, "sam")
    made = house_rules.save(crew.owner, "Kitchen rules", "pagat", RuleSet.make("pagat"))
    add_rules(owner, crew.club.pk, made.slug)
    members.set_role(owner, crew.club.pk, crew.member.pk, "organizer")
    JoinRequest.objects.create(club=crew.club, user=crew.stranger)
    opening.open_table(crew.owner, joining=Table.Joining.MEMBERS, club=crew.club.pk)
    return crew


def read(crew: Crew, who: str, url: str) -> str:
    client = Client(headers={"accept-language": STRANGE})
    if who:
        client.force_login(getattr(crew, who))
    answer = client.get(url)
    html = answer.content.decode()
    # Names of time zones and tokens of links are not translated.
    html = re.sub(r'<select name="time_zone".*?</select>', "", html, flags=re.DOTALL)
    return re.sub(r"/join/\w+/", "/join/", html)


@pytest.mark.parametrize("name", PAGES)
def test_club_pages_are_in_the_readers_language(busy_crew: Crew, strange, name: str):
    who = "organizer" if name == "club_leave" else "owner"
    html = read(busy_crew, who, reverse(name, args=[busy_crew.club.slug]))
    assert "⟦" in html
    assert_in_language(STRANGE, html, NAMES)


@pytest.mark.parametrize("who", ["", "owner", "stranger", "guest"])
@pytest.mark.parametrize(
    "name", ["home", "clubs", "club_roles", "club_new", "club", "rules", "join"]
)
def test_public_pages_are_in_the_readers_language(busy_crew: Crew, strange, who: str, name: str):
    where = {
        "club": busy_crew.club.get_absolute_url,
        "rules": lambda: reverse(
            "club_rules_page", args=[busy_crew.club.slug, ClubRules.objects.get().slug]
        ),
        "join": lambda: reverse(
            "club_join", args=[Invitation.objects.filter(way="link").get().token]
        ),
    }
    url = where[name]() if name in where else reverse(name)
    html = read(busy_crew, who, url)
    guest = busy_crew.guest.shown_name.split()
    assert_in_language(STRANGE, html, [*NAMES, *guest, busy_crew.guest.username])


def test_the_page_to_manage_a_member_is_in_the_readers_language(busy_crew: Crew, strange):
    url = reverse("club_member", args=[busy_crew.club.slug, busy_crew.organizer.pk])
    assert_in_language(STRANGE, read(busy_crew, "owner", url), NAMES)
