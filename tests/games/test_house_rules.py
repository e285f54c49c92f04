"""House rules: kept, found, copied and deleted, and the pages that do it."""

import re
from urllib.parse import urlsplit

import pytest
from django.db import IntegrityError
from django.urls import reverse

from accounts.models import User
from accounts.services import create_guest
from games import house
from games.house import HouseRulesError
from games.models import HouseRules, Table
from games.rules import PRESETS, RuleSet

pytestmark = pytest.mark.django_db

RULES = RuleSet.make("hong_kong", {"triples": False, "double_per_two": True})


@pytest.fixture
def ada(db):
    return User.objects.create_user("ada", password="correct horse 9")


@pytest.fixture
def bo(db):
    return User.objects.create_user("bo", password="correct horse 9")


@pytest.fixture
def friday(ada):
    return house.save(ada, "Friday", "hong_kong", RULES)


def page(client, url, status=200):
    response = client.get(url)
    assert response.status_code == status
    return response.content.decode()


# --- Keeping them


def test_what_is_saved_is_found_whole(ada, friday):
    found = house.find(friday.slug)
    assert (found.name, found.base, found.owner) == ("Friday", "hong_kong", ada)
    assert found.rules == RULES
    assert set(found.options) == set(RULES.to_options())
    assert house.own(ada) == [found]
    assert house.find("nosuch") is None


def test_nobody_has_rules_of_their_own(friday, bo):
    assert house.own(None) == []
    assert house.own(bo) == []


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "Give the rules a name"),
        ("  \t ", "Give the rules a name"),
        ("-- !", "Give the rules a name"),
        ("x" * 61, "up to 60 characters"),
        ("a\x00b", "cannot be shown"),
        ("a\u202eb", "cannot be shown"),
        ("friday", "already"),
        ("Friday ", "already"),
        *((title, "name of a game") for title in ("pagat", "Hong Kong", "HONG  kong", "Online")),
    ],
)
def test_names_that_will_not_do(ada, friday, name, why):
    with pytest.raises(HouseRulesError, match=why):
        house.save(ada, name, "pagat", RULES)
    assert HouseRules.objects.count() == 1


def test_another_person_may_use_the_name(friday, bo):
    assert house.save(bo, "Friday", "pagat", RULES).slug != friday.slug


def test_spaces_are_put_right(ada):
    assert house.save(ada, "  Friday   at \n Mei's ", "pagat", RULES).name == "Friday at Mei's"


def test_there_is_a_limit(ada, monkeypatch):
    monkeypatch.setattr(house, "MOST_RULES", 2)
    for name in ("one", "two"):
        house.save(ada, name, "pagat", RULES)
    with pytest.raises(HouseRulesError, match="2 house rules, which is the most"):
        house.save(ada, "three", "pagat", RULES)


def test_a_name_saved_in_another_tab_meanwhile_is_refused(ada, friday, monkeypatch):
    monkeypatch.setattr(house, "checked_name", lambda owner, name, besides=None: name)
    with pytest.raises(HouseRulesError, match="already"):
        house.save(ada, "Friday", "pagat", RULES)


def test_the_database_keeps_names_apart_too(ada, friday):
    with pytest.raises(IntegrityError):
        HouseRules.objects.create(owner=ada, name="Friday", options=RULES.to_options())


def test_overwriting_keeps_the_address(friday):
    other = RuleSet.make("indonesia")
    house.overwrite(friday, "Saturday", other)
    found = house.find(friday.slug)
    assert (found.name, found.rules, found.base) == ("Saturday", other, "hong_kong")
    house.overwrite(found, "saturday", RULES)  # its own name is not taken


def test_copies_are_the_readers_own_and_numbered_where_the_name_is_taken(bo, friday):
    first = house.copy(bo, friday)
    assert (first.owner, first.name, first.rules) == (bo, "Friday", RULES)
    assert house.copy(bo, friday) == first
    house.overwrite(first, "Friday", RuleSet.make("pagat"))
    assert house.copy(bo, friday).name == "Friday 2"
    assert house.find(friday.slug).owner != bo


def test_a_long_name_is_shortened_for_its_number(ada, bo):
    original = house.save(ada, "x" * 60, "pagat", RULES)
    house.overwrite(house.copy(bo, original), "x" * 60, RuleSet.make("online"))
    assert house.copy(bo, original).name == "x" * 58 + " 2"


def test_deleting_leaves_tables_alone(client, ada, friday):
    client.force_login(ada)
    client.post(reverse("play_now"), {"rules": friday.choice})
    house.delete(friday)
    assert house.find(friday.slug) is None
    table = Table.objects.get()
    assert table.rules_name == "Friday"
    assert RuleSet.make(options=table.rules) == RULES


# --- Pages


def test_anyone_with_the_link_reads_the_rules(client, friday):
    html = page(client, friday.get_absolute_url())
    for text in ("Friday", "House rules of ada", "Three of a kind cannot be played alone."):
        assert text in html
    assert "Each two left doubles the loss." in html
    assert f'value="http://testserver{friday.get_absolute_url()}"' in html
    assert "Copy to my rules" in html
    assert reverse("house_rules_edit", args=[friday.slug]) not in html
    assert 'id="rules-scoring"' in html


def test_the_owner_can_edit_and_delete(client, ada, friday):
    client.force_login(ada)
    html = page(client, friday.get_absolute_url())
    for name in ("house_rules_edit", "house_rules_delete"):
        assert reverse(name, args=[friday.slug]) in html
    assert "Copy to my rules" not in html


def test_they_are_listed_for_their_owner_alone(client, ada, bo, friday):
    url = friday.get_absolute_url()
    assert url not in page(client, reverse("rules"))
    client.force_login(bo)
    assert url not in page(client, reverse("rules"))
    client.force_login(ada)
    html = page(client, reverse("rules"))
    assert url in html
    assert html.index("Your house rules") < html.index("For four")


def test_the_gallery_asks_as_much_for_many_rules_as_for_one(client, ada, django_assert_num_queries):
    client.force_login(ada)
    house.save(ada, "one", "pagat", RULES)
    client.get(reverse("rules"))
    with django_assert_num_queries(2):
        client.get(reverse("rules"))
    for name in ("two", "three"):
        house.save(ada, name, "pagat", RULES)
    with django_assert_num_queries(2):
        client.get(reverse("rules"))


@pytest.mark.parametrize("name", ["house_rules", "house_rules_edit", "house_rules_delete"])
def test_an_unknown_address_is_not_found(client, name):
    assert client.get(reverse(name, args=["nosuchrules"])).status_code == 404


def form(**changes):
    """What the editor sends: the options of Hong Kong with changes."""
    return {"base": "hong_kong", "name": "Friday", "save": "1", "triples": "no", **changes}


def test_a_stranger_who_saves_becomes_a_guest_with_rules(client):
    response = client.post(reverse("house_rules_new"), form())
    kept = HouseRules.objects.get()
    assert response.url == kept.get_absolute_url()
    assert kept.owner.is_guest
    assert kept.rules.triples is False
    assert "Edit" in page(client, response.url)


def test_a_guest_who_saves_again_stays_the_same(client):
    for name in ("one", "two"):
        client.post(reverse("house_rules_new"), form(name=name))
    assert User.objects.count() == 1
    assert HouseRules.objects.count() == 2


def test_a_bad_name_loses_nothing_and_makes_no_guest(client):
    response = client.post(reverse("house_rules_new"), form(name="Hong Kong"))
    html = response.content.decode()
    assert response.status_code == 422
    assert "name of a game of the club" in html
    assert 'value="Hong Kong"' in html
    assert re.search(r'id="option-triples-no"[^>]* checked', html)
    assert not User.objects.exists()


def test_too_many_guests_lose_nothing_either(client, settings):
    settings.GUEST_RATE = "1/hour"
    client.post(reverse("house_rules_new"), form())
    client.logout()
    response = client.post(reverse("house_rules_new"), form(name="Saturday"))
    html = response.content.decode()
    assert response.status_code == 429
    assert 'value="Saturday"' in html
    assert re.search(r'id="option-triples-no"[^>]* checked', html)
    assert HouseRules.objects.count() == 1


def test_rules_that_do_not_go_together_are_not_saved(client):
    response = client.post(reverse("house_rules_new"), form(scoring="placement", play_on="no"))
    assert response.status_code == 422
    html = response.content.decode()
    assert html.count("Points by placement need play to go on") == 2
    assert not HouseRules.objects.exists()


def test_the_owner_edits(client, ada, friday):
    client.force_login(ada)
    url = reverse("house_rules_edit", args=[friday.slug])
    html = page(client, url)
    assert 'value="Friday"' in html
    assert re.search(r'id="option-double_per_two-yes"[^>]* checked', html)
    client.post(reverse("play_now"), {"rules": friday.choice})
    response = client.post(url, form(name="Sunday", flushes="no"))
    assert response.url == friday.get_absolute_url()
    found = house.find(friday.slug)
    assert (found.name, found.rules.flushes) == ("Sunday", False)
    table = Table.objects.get()
    assert table.rules_name == "Friday"
    assert RuleSet.make(options=table.rules) == RULES


def test_nobody_else_edits_or_deletes(client, bo, friday):
    client.force_login(bo)
    for name in ("house_rules_edit", "house_rules_delete"):
        url = reverse(name, args=[friday.slug])
        assert client.get(url).url == friday.get_absolute_url()
        client.post(url, form(name="Mine now"))
    found = house.find(friday.slug)
    assert (found.name, found.rules) == ("Friday", RULES)


def test_a_signed_out_owner_keeps_what_was_typed(client, friday):
    url = reverse("house_rules_edit", args=[friday.slug])
    response = client.post(url, form(name="Sunday", valid="{}"))
    html = response.content.decode()
    assert response.status_code == 422
    assert "Save makes them your own" in html
    assert 'value="Sunday"' in html
    assert f'action="{reverse("house_rules_new")}"' in html
    assert house.find(friday.slug).name == "Friday"


def test_deleting_asks_first(client, ada, friday):
    client.force_login(ada)
    url = reverse("house_rules_delete", args=[friday.slug])
    assert "Delete “Friday”?" in page(client, url)
    assert HouseRules.objects.exists()
    assert client.post(url).url == reverse("rules")
    assert not HouseRules.objects.exists()


def test_a_stranger_copies_as_a_guest(client, friday):
    url = reverse("house_rules_copy", args=[friday.slug])
    assert client.get(url).status_code == 405
    response = client.post(url)
    copied = HouseRules.objects.exclude(pk=friday.pk).get()
    assert response.url == copied.get_absolute_url()
    assert copied.owner.is_guest
    assert copied.rules == RULES


def test_a_copy_too_many_is_told(client, bo, friday, monkeypatch):
    monkeypatch.setattr(house, "MOST_RULES", 0)
    client.force_login(bo)
    response = client.post(reverse("house_rules_copy", args=[friday.slug]), follow=True)
    assert "which is the most" in response.content.decode()


def test_a_guest_who_makes_an_account_keeps_the_rules(client, settings):
    settings.ACCOUNT_EMAIL_VERIFICATION = "optional"
    client.post(reverse("house_rules_new"), form())
    guest = User.objects.get()
    passwords = {"password1": "correct horse 9", "password2": "correct horse 9"}
    data = {"username": "grace", "email": "grace@example.org", **passwords}
    client.post(reverse("keep_account"), data)
    guest.refresh_from_db()
    assert not guest.is_guest
    assert [kept.name for kept in house.own(guest)] == ["Friday"]


def test_names_are_never_markup(client, ada):
    kept = house.save(ada, "<b>Friday</b>", "pagat", RULES)
    client.force_login(ada)
    for url in (
        kept.get_absolute_url(),
        reverse("rules"),
        reverse("home"),
        reverse("house_rules_edit", args=[kept.slug]),
        reverse("house_rules_delete", args=[kept.slug]),
    ):
        assert "<b>Friday" not in page(client, url)


def test_the_address_on_the_page_leads_back_to_it(client, friday):
    html = page(client, friday.get_absolute_url())
    address = re.search(r'id="share-link" readonly value="([^"]+)"', html)[1]
    assert "Friday" in page(client, urlsplit(address).path)


def test_a_preset_that_is_gone_is_the_basic_game(client, ada, friday):
    HouseRules.objects.update(base="gone")
    client.force_login(ada)
    for url in (friday.get_absolute_url(), reverse("house_rules_edit", args=[friday.slug])):
        assert PRESETS["pagat"].title in page(client, url)


def test_admin_shows_them_and_changes_the_name_alone(admin_client, friday):
    assert "Friday" in page(admin_client, reverse("admin:games_houserules_changelist"))
    url = reverse("admin:games_houserules_change", args=[friday.pk])
    admin_client.post(url, {"name": "Saturday", "options": "{}", "owner": ""})
    found = house.find(friday.slug)
    assert (found.name, found.rules) == ("Saturday", RULES)


def test_a_person_takes_their_rules_along(friday):
    guest = create_guest()
    house.copy(guest, friday)
    guest.delete()
    assert list(HouseRules.objects.all()) == [friday]
