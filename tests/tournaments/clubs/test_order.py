"""Tests of the order of clubs, members and house rules, and of members with equal names."""

from importlib import import_module

import pytest
from django.apps import apps

from accounts.models import User
from accounts.sorting import stored_sort_key
from games.rules.ruleset.rule_set import RuleSet
from tests.tournaments.clubs.people import Crew, caller, person
from tournaments.clubs import presenter, selectors
from tournaments.clubs.models import Club, ClubRules, Membership
from tournaments.clubs.policy import Role
from tournaments.clubs.services import club as club_services

pytestmark = pytest.mark.django_db
MIXED = ["Zoe", "Table 10", "Émile", "大文", "adam", "Åsa", "Table 2"]
IN_ORDER = ["adam", "Åsa", "Émile", "Table 2", "Table 10", "Zoe", "大文"]


@pytest.fixture
def clubs():
    for number, name in enumerate(MIXED):
        assert isinstance(club_services.create(caller(person(f"founder{number}")), name=name), Club)


@pytest.mark.every_database
def test_listed_clubs_are_sorted_by_name(clubs):
    assert [each.name for each in selectors.listed_clubs(None)] == IN_ORDER


def test_a_renamed_club_moves_in_the_list(clubs):
    zoe = Club.objects.get(name="Zoe")
    owner = zoe.memberships.get().user
    assert club_services.change(caller(owner), zoe.pk, name="Aaron") is None
    first = selectors.listed_clubs(None).first()
    assert first is not None
    assert first.name == "Aaron"


@pytest.mark.every_database
def test_the_migration_fills_in_sort_keys_of_existing_clubs(clubs):
    Club.objects.update(name_key="")
    import_module("tournaments.migrations.0017_club_name_keys").fill(apps, None)
    assert Club.objects.get(name="Zoe").name_key == stored_sort_key("Zoe")
    assert [each.name for each in selectors.listed_clubs(None)] == IN_ORDER


@pytest.mark.every_database
def test_the_migration_for_more_scripts_updates_sort_keys(clubs):
    Club.objects.filter(name="Zoe").update(name="Іван", name_key="old")
    migration = import_module("tournaments.migrations.0024_name_keys_of_more_scripts")
    migration.fill(apps, None)
    assert Club.objects.get(name="Іван").name_key == stored_sort_key("Іван")


@pytest.mark.every_database
def test_a_members_clubs_are_sorted_by_name_with_closed_clubs_last(clubs):
    me = person("me-too")
    for club in Club.objects.all():
        Membership.objects.create(club=club, user=me)
    assert [each.club.name for each in selectors.memberships_of(me)] == IN_ORDER
    adam = Club.objects.get(name="adam")
    club_services.close(caller(adam.memberships.get(role="owner").user), adam.pk)
    own = [each.club.name for each in selectors.own_memberships(me)]
    assert own == [*IN_ORDER[1:], "adam"]


@pytest.mark.every_database
def test_members_and_house_rules_are_sorted_by_name(crew: Crew):
    for number, name in enumerate(MIXED):
        user = User.objects.create_user(f"member{number}", display_name=name)
        Membership.objects.create(club=crew.club, user=user)
        options = RuleSet.make("pagat").to_options()
        ClubRules.objects.create(club=crew.club, name=name, options=options)
    members = [
        each.user.shown_name
        for each in selectors.members(crew.club)
        if each.user.username.startswith("member")
    ]
    assert members == IN_ORDER
    assert [each.name for each in selectors.house_rules(crew.club)] == IN_ORDER


def test_members_with_the_same_name_are_listed_with_their_usernames(crew: Crew):
    for username in ("mei_l", "mei_c"):
        user = User.objects.create_user(username, display_name="Mei Lin")
        Membership.objects.create(club=crew.club, user=user)
    lines = presenter.member_lines(crew.club, crew.owner, Role.OWNER)
    assert [line.name for line in lines if "Lin" in line.name] == [
        "Mei Lin (mei_l)",
        "Mei Lin (mei_c)",
    ]
