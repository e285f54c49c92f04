"""What people may be called: real names of all scripts, and nothing that passes for another."""

from importlib import import_module

import pytest
from django.apps import apps
from django.core.cache import cache
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from accounts.forms import GuestNameForm, ProfileForm, check_name
from accounts.models import User
from accounts.names import NameFlaw, fault, skeleton
from accounts.services import create_guest

REAL = [
    "Ada", "José Ñuñez", "O'Neil", "Nguyễn Thị Ánh", "Niño", "陳大文", "大老二Fan", "田中さん",
    "김철수 Kim", "Иван Петров", "Аня Smith", "Γιώργος", "محمد", "אורי", "अर्जुन", "สมชาย",
    "Ọlá́", "Ann (β)", "👩\u200d👧 Mum", "❤\ufe0f", "Robota", "Clubber", "Guestav",
]  # fmt: skip
#: Cyrillic а stands in the first two.
BAD = {
    "\u0430lice": NameFlaw.MIXED,
    "p\u0430ypal 2": NameFlaw.MIXED,
    "ali\u200bce": NameFlaw.UNSEEN,
    "ecila\u202e": NameFlaw.UNSEEN,
    "\u200b\u2060": NameFlaw.UNSEEN,
    "\u3164": NameFlaw.UNSEEN,
    "a\ufe0f\u200db": NameFlaw.UNSEEN,
    "a\u0301\u0302\u0303\u0304": NameFlaw.MARKS,
    "b" + "\u0323" * 20: NameFlaw.MARKS,
    "a\u20dd": NameFlaw.MARKS,
    "guest-00000000": NameFlaw.RESERVED,
    "Guest Bamboo": NameFlaw.RESERVED,
    "gone-abc": NameFlaw.RESERVED,
    "bot2": NameFlaw.RESERVED,
    "B O T": NameFlaw.RESERVED,
    "Adm1n": NameFlaw.RESERVED,
    "Big Two Club": NameFlaw.RESERVED,
    "\uff33\uff54\uff41\uff46\uff46": NameFlaw.RESERVED,
}


@pytest.mark.parametrize("name", REAL)
def test_real_names_will_do(name):
    assert fault(name) is None


@pytest.mark.parametrize("name", BAD)
def test_what_deceives_is_refused(name):
    assert fault(name) == BAD[name]


@pytest.mark.parametrize(
    "other", ["ALICE", "AIice", "A1ice", "\u0430lice", "\uff21lice", "a lice", "al\u200bice"]
)
def test_what_looks_alike_has_one_skeleton(other):
    assert skeleton(other) == skeleton("Alice")
    assert skeleton(other) != skeleton("Alicia")


@given(st.text(max_size=24))
def test_any_text_has_a_skeleton_and_is_judged(text):
    assert skeleton(text.upper()) is not None
    assert len(skeleton(text * 20)) <= 200
    fault(text)


@pytest.fixture
def alice(db):
    cache.clear()
    return User.objects.create_user("alice", display_name="Alice W")


@pytest.mark.every_database
@pytest.mark.parametrize("name", ["a1ice", "Alice-W", "\u0430lice", "admin2"])
def test_nobody_signs_up_as_somebody_else(client, alice, settings, name):
    settings.ACCOUNT_EMAIL_VERIFICATION = "optional"
    data = {"username": name, "password1": "three ducks at dusk", "email": "x@example.org"}
    page = client.post(reverse("account_signup"), data)
    if name == "Alice-W":
        assert page.status_code == 302  # a dash tells the two apart
        return
    assert page.context["form"].errors["username"]
    assert name in page.content.decode()
    assert User.objects.count() == 1


def named(user, name) -> list[str]:
    form = ProfileForm({"display_name": name}, instance=User.objects.get(pk=user.pk))
    return form.errors.get("display_name", [])


@pytest.mark.parametrize("name", ["alice", "ALICE W", "Al\u0456ce", *BAD])
def test_a_profile_takes_no_name_of_others(alice, name):
    assert len(named(User.objects.create_user("eve"), name)) == 1


def test_who_has_a_name_keeps_it_and_may_write_it_otherwise(alice):
    assert not named(alice, "ALICE")
    twin = User.objects.create_user("twin", display_name="Alice W")
    assert not named(twin, "Alice W")
    assert named(twin, "A1ice W")


def test_a_guest_at_a_table_is_not_called_like_a_member(alice):
    assert "looks like the name" in GuestNameForm({"name": "Alice"}).errors["name"][0]
    assert GuestNameForm({"name": "Bob"}).is_valid()
    # Guests are many, and come and go.
    create_guest("Carol")
    check_name("Carol")


@pytest.mark.every_database
def test_skeletons_follow_the_names_however_they_are_stored(alice):
    alice.display_name = "Zo\u00eb"
    alice.save(update_fields=["display_name"])
    alice.refresh_from_db()
    assert alice.display_skeleton == skeleton("Zo\u00eb")


@pytest.mark.every_database
def test_the_migration_reckons_those_that_are_there(alice):
    User.objects.update(username_skeleton="", display_skeleton="")
    import_module("accounts.migrations.0008_name_skeletons_of_all").reckon(apps, None)
    alice.refresh_from_db()
    assert (alice.username_skeleton, alice.display_skeleton) == ("allce", skeleton("Alice W"))


@pytest.mark.every_database
def test_nobody_sits_down_by_the_name_of_somebody_at_the_table(db):
    taken = GuestNameForm({"name": " ann  lee"}, taken=["Ann Lee", "Bob"])
    assert taken.errors["name"] == [
        "Somebody at this table is called Ann Lee already: choose another name."
    ]
    assert GuestNameForm({"name": "Ann Li"}, taken=["Ann Lee", "Bob"]).is_valid()
