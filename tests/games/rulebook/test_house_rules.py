"""House rules: saving, naming, copying and deleting."""

import pytest
from django.db import IntegrityError
from django.urls import reverse

from accounts.services import create_guest
from games.common.denials import Denial, DeniedError
from games.rulebook import house_rules
from games.rulebook.denials import RulebookCode, denial_sentence
from games.rulebook.models import HouseRules
from games.rules.ruleset.rule_set import RuleSet
from games.tables.models import Table
from tests.games.rulebook.support import RULES

pytestmark = pytest.mark.django_db


def test_saved_house_rules_are_found_with_all_their_data(ada, friday):
    found = house_rules.find(friday.slug)
    assert (found.name, found.base, found.owner) == ("Friday", "hong_kong", ada)
    assert found.rules == RULES
    assert set(found.options) == set(RULES.to_options())
    assert house_rules.own(ada) == [found]
    assert house_rules.find("nosuch") is None


@pytest.mark.every_database
def test_an_address_with_nul_is_not_looked_up(django_assert_num_queries):
    """PostgreSQL refuses texts with NUL."""
    with django_assert_num_queries(0):
        assert house_rules.find("\x00a") is None


def test_visitors_and_new_members_have_no_house_rules(friday, bo):
    assert house_rules.own(None) == []
    assert house_rules.own(bo) == []


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", RulebookCode.NAMELESS),
        ("  \t ", RulebookCode.NAMELESS),
        ("-- !", RulebookCode.NAMELESS),
        ("x" * 61, RulebookCode.NAME_TOO_LONG),
        ("a\x00b", RulebookCode.NAME_FLAWED),
        ("a\u202eb", RulebookCode.NAME_FLAWED),
        ("\u3164", RulebookCode.NAME_FLAWED),
        ("Frid\u0430y", RulebookCode.NAME_FLAWED),
        ("friday", RulebookCode.NAME_TAKEN),
        ("Friday ", RulebookCode.NAME_TAKEN),
        ("pagat", RulebookCode.NAME_OF_A_GAME),
        ("Hong Kong", RulebookCode.NAME_OF_A_GAME),
        ("HONG  kong", RulebookCode.NAME_OF_A_GAME),
        ("Online", RulebookCode.NAME_OF_A_GAME),
    ],
)
def test_unsuitable_names_are_denied_with_the_reason(ada, friday, name, why):
    with pytest.raises(DeniedError) as denied:
        house_rules.save(ada, name, "pagat", RULES)
    assert denied.value.denial.code is why
    assert HouseRules.objects.count() == 1


def test_another_member_can_use_the_same_name(friday, bo):
    assert house_rules.save(bo, "Friday", "pagat", RULES).slug != friday.slug


def test_extra_spaces_in_a_name_are_removed(ada):
    assert (
        house_rules.save(ada, "  Friday   at \n Mei's ", "pagat", RULES).name == "Friday at Mei's"
    )


def test_a_member_can_save_a_limited_number_of_house_rules(ada, monkeypatch):
    monkeypatch.setattr(house_rules, "MAX_RULES", 2)
    for name in ("one", "two"):
        house_rules.save(ada, name, "pagat", RULES)
    with pytest.raises(DeniedError) as denied:
        house_rules.save(ada, "three", "pagat", RULES)
    assert denied.value.denial == Denial(RulebookCode.TOO_MANY, {"most": 2})


@pytest.mark.every_database
def test_a_name_just_saved_in_another_tab_is_denied(ada, friday, monkeypatch):
    monkeypatch.setattr(house_rules, "checked_name", lambda owner, name, current=None: name)
    with pytest.raises(DeniedError) as denied:
        house_rules.save(ada, "Friday", "pagat", RULES)
    assert denied.value.denial == Denial(RulebookCode.NAME_TAKEN, {"name": "Friday"})


@pytest.mark.parametrize("code", RulebookCode)
def test_every_denial_has_a_sentence(code):
    said = denial_sentence(Denial(code, {"name": "Friday", "most": 2, "length": 3}))
    assert said.endswith(".")


@pytest.mark.every_database
def test_the_database_refuses_two_house_rules_of_one_name(ada, friday):
    with pytest.raises(IntegrityError):
        HouseRules.objects.create(owner=ada, name="Friday", options=RULES.to_options())


def test_overwriting_keeps_the_address(friday):
    other = RuleSet.make("indonesia")
    house_rules.overwrite(friday, "Saturday", other)
    found = house_rules.find(friday.slug)
    assert (found.name, found.rules, found.base) == ("Saturday", other, "hong_kong")
    house_rules.overwrite(found, "saturday", RULES)  # its own name is no conflict


def test_a_copy_belongs_to_the_copying_member_and_gets_a_free_name(bo, friday):
    first = house_rules.copy(bo, friday)
    assert (first.owner, first.name, first.rules) == (bo, "Friday", RULES)
    assert house_rules.copy(bo, friday) == first
    house_rules.overwrite(first, "Friday", RuleSet.make("pagat"))
    assert house_rules.copy(bo, friday).name == "Friday 2"
    assert house_rules.find(friday.slug).owner != bo


def test_a_long_name_is_shortened_to_fit_its_number(ada, bo):
    original = house_rules.save(ada, "x" * 60, "pagat", RULES)
    house_rules.overwrite(house_rules.copy(bo, original), "x" * 60, RuleSet.make("online"))
    assert house_rules.copy(bo, original).name == "x" * 58 + " 2"


def test_deleting_house_rules_leaves_tables_unchanged(client, ada, friday):
    client.force_login(ada)
    client.post(reverse("play_now"), {"rules": friday.choice})
    house_rules.delete(friday)
    assert house_rules.find(friday.slug) is None
    table = Table.objects.get()
    assert table.rules_name == "Friday"
    assert RuleSet.make(options=table.rules) == RULES


def test_deleting_a_user_deletes_their_house_rules(friday):
    guest = create_guest()
    house_rules.copy(guest, friday)
    guest.delete()
    assert list(HouseRules.objects.all()) == [friday]
