"""Access to events, their stakes, and the reasons of organizers' decisions."""

import json
from datetime import UTC, datetime, timedelta
from importlib import import_module

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.notices.models import Notice
from tests.players import Person
from tests.tournaments.clubs.people import Crew
from tests.tournaments.events import agreed
from tests.tournaments.events.evening import Evening
from tournaments.clubs.services import members
from tournaments.events.core import access
from tournaments.events.core.models import Event
from tournaments.events.corrections import penalties
from tournaments.events.desk.services import announce
from tournaments.events.notices.kinds import EventKind
from tournaments.events.seasons.services import add_events, create_season
from tournaments.events.setup.services import create_event, open_sign_up

Visibility = Event.Visibility
#: Before any notice.
SINCE = datetime(2026, 1, 1, tzinfo=UTC)
PAGES = (
    "event", "event_standings", "event_projector", "event_print_standings", "event_ics",
)  # fmt: skip


def browser(user) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def evening_of(crew: Crew, visibility: str, **terms) -> Evening:
    found = Evening.of(crew, name="Secret evening", visibility=visibility, **terms)
    found.well(open_sign_up)
    assert agreed.enter(found.event, Person(crew.member)) is None
    return found


def addresses(event: Event) -> list[str]:
    named = [reverse(name, args=[event.slug]) for name in PAGES]
    lists = [
        reverse("event_data", args=[event.slug, "standings", kind]) for kind in ("csv", "json")
    ]
    return [*named, *lists]


def listed_on_pages(client: Client, crew: Crew, event: Event) -> list[bool]:
    month = timezone.localtime(event.starts_at, timezone.get_fixed_timezone(0))
    pages = [
        crew.club.get_absolute_url(),
        f"{reverse('club_calendar', args=[crew.club.slug])}?month={month:%Y-%m}",
    ]
    return ["Secret evening" in client.get(page).content.decode() for page in pages]


@pytest.mark.parametrize(
    ("visibility", "opens", "lists"),
    [("members", False, False), ("link", True, False), ("public", True, True)],
)
def test_visibility_decides_what_users_outside_the_club_see(crew, visibility, opens, lists):
    event = evening_of(crew, visibility).event
    for user in (None, crew.stranger, crew.guest):
        client = browser(user)
        found = {url: client.get(url).status_code for url in addresses(event)}
        assert set(found.values()) == {200 if opens else 404}, found
        assert listed_on_pages(client, crew, event) == [lists, lists]
    feed = Client().get(reverse("club_feed", args=[crew.club.slug])).content.decode()
    assert ("Secret evening" in feed) == lists
    if opens:
        answer = Client().get(reverse("event", args=[event.slug]))
        assert answer.get("X-Robots-Tag") == (None if lists else "noindex")
    site_map = Client().get(reverse("sitemap")).content.decode()
    assert (event.slug in site_map) == lists
    assert access.is_for_previews(event) == opens


@pytest.mark.parametrize("visibility", Visibility.values)
def test_members_see_every_published_event(crew, visibility):
    event = evening_of(crew, visibility).event
    for user in (crew.member, crew.organizer, crew.owner):
        client = browser(user)
        assert {client.get(url).status_code for url in addresses(event)} == {200}
        assert listed_on_pages(client, crew, event) == [True, True]


def test_a_former_member_still_sees_an_event_they_have_entered(crew):
    event = evening_of(crew, "members").event
    assert members.leave(Person(crew.member).caller, crew.club.pk) is None
    assert browser(crew.member).get(reverse("event", args=[event.slug])).status_code == 200


def test_new_events_are_visible_to_members_only(crew):
    made = create_event(
        Person(crew.organizer).caller,
        crew.club,
        name="New",
        starts_at=timezone.now() + timedelta(days=1),
        rules=Evening.of(crew).event.rule_set,
        rules_name="pagat",
        format_name="fixed_rounds",
        format_settings={"rounds": 3},
    )
    assert made.visibility == Visibility.MEMBERS


def test_the_form_offers_the_visibility_and_keeps_it(crew):
    event = evening_of(crew, "link").event
    client = browser(crew.organizer)
    new = client.get(reverse("event_new", args=[crew.club.slug])).context["form"]
    assert new["visibility"].value() == "members"
    edit = client.get(reverse("event_edit", args=[event.slug])).context["form"]
    assert edit["visibility"].value() == "link"


@pytest.mark.parametrize("visibility", ["link", "public"])
def test_the_stake_is_shown_only_to_members_and_entrants(crew, visibility):
    terms = {"stake_minor": 37, "currency": "EUR"}
    event = evening_of(crew, visibility, **terms).event
    url = reverse("event", args=[event.slug])
    for user in (None, crew.stranger):
        html = browser(user).get(url).content.decode()
        assert "€" not in html
        assert "0.37" not in html
    assert "€0.37" in browser(crew.organizer).get(url).content.decode()
    assert members.leave(Person(crew.member).caller, crew.club.pk) is None
    assert "€0.37" in browser(crew.member).get(url).content.decode()


def test_a_season_with_a_members_only_event_is_members_only(crew):
    event = evening_of(crew, "members").event
    season = create_season(Person(crew.organizer).caller, crew.club, name="Our season")
    url = season.get_absolute_url()
    assert Client().get(url).status_code == 200
    add_events(Person(crew.organizer).caller, season.pk, event.pk)
    assert Client().get(url).status_code == 404
    assert browser(crew.member).get(url).status_code == 200
    assert "Our season" not in Client().get(crew.club.get_absolute_url()).content.decode()


def test_organizers_of_older_events_are_notified_of_visibility_once(crew):
    event = evening_of(crew, "public").event
    over = Evening.of(crew).event
    Event.objects.filter(pk=over.pk).update(status=Event.Status.FINISHED)
    Notice.objects.all().delete()
    state = MigrationLoader(connection, replace_migrations=False).project_state(
        ("tournaments", "0013_tell_of_visibility")
    )
    migration = import_module("tournaments.migrations.0013_tell_of_visibility")
    for _time in range(2):
        migration.tell(state.apps, None)
    import_module("tournaments.migrations.0026_notices_of_accounts").copy_notices(connection, SINCE)
    told = Notice.objects.filter(kind=EventKind.VISIBILITY)
    assert {(each.subject_id, each.user) for each in told} == {
        (event.pk, crew.owner),
        (event.pk, crew.organizer),
    }
    assert "Choose who sees Secret evening" in browser(crew.owner).get("/").content.decode()


# --- Reasons


def test_only_organizers_and_the_player_concerned_see_a_reason(crew):
    evening = Evening.of(crew).started(people=4, bots=4)
    one, other = evening.people[0].user, evening.people[1].user
    number = evening.event.entries.get(user=one).number
    evening.well(penalties.give_penalty, number, 5, "Spilled the tea.")
    evening.well(announce, "Tea is ready.")
    pages = [
        reverse("event", args=[evening.event.slug]),
        reverse("event_standings", args=[evening.event.slug]),
        reverse("event_print_standings", args=[evening.event.slug]),
    ]
    for user, reads in (
        (one, True), (crew.organizer, True), (crew.owner, True),
        (other, False), (crew.member, False), (crew.stranger, False), (None, False),
    ):  # fmt: skip
        found = [browser(user).get(page).content.decode() for page in pages]
        assert "Spilled the tea." not in found[0] or reads
        assert ("Spilled the tea." in "".join(found)) == reads
        assert "Tea is ready." in found[0]
    for kind in ("csv", "json"):
        url = reverse("event_data", args=[evening.event.slug, "standings", kind])
        answer = Client().get(url).content.decode()
        assert "Spilled" not in answer
        if kind == "json":
            json.loads(answer)
