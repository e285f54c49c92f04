"""Name rules: real names in all scripts are allowed, look-alikes are not."""

from importlib import import_module

import pytest
from django.apps import apps
from django.core.cache import cache
from django.urls import reverse
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from accounts.forms import GuestNameForm, ProfileForm, check_name
from accounts.models import User, distinct_names
from accounts.names import NameFlaw, name_fault, reason_fault, skeleton, text_fault, title_fault
from accounts.services import create_guest
from config.languages import TRANSLATED

REAL = [
    "Ada", "José Ñuñez", "O'Neil", "Nguyễn Thị Ánh", "Niño", "陳大文", "大老二Fan", "田中さん",
    "김철수 Kim", "Иван Петров", "Аня Smith", "Γιώργος", "محمد", "אורי", "अर्जुन", "สมชาย",
    "Ọlá́", "Ann (β)", "👩\u200d👧 Mum", "❤\ufe0f", "葛\U000e0100城", "علی\u200cرضا", "Robota",
    "Clubber", "Guestav", "Ann @ home", "@mei",
]  # fmt: skip
#: The first two contain a Cyrillic а.
BAD = {
    "\u0430lice": NameFlaw.MIXED,
    "p\u0430ypal 2": NameFlaw.MIXED,
    "ali\u200bce": NameFlaw.UNSEEN,
    "ecila\u202e": NameFlaw.UNSEEN,
    "\u200b\u2060": NameFlaw.UNSEEN,
    "\u3164": NameFlaw.UNSEEN,
    "a\ufe0f\u200db": NameFlaw.UNSEEN,
    "a\ufe00": NameFlaw.UNSEEN,
    "\u00e9\U000e0101": NameFlaw.UNSEEN,
    "\u0301": NameFlaw.UNSEEN,
    "Mei\u115f": NameFlaw.UNSEEN,
    "Mei\u200c": NameFlaw.UNSEEN,
    "\u200cMei": NameFlaw.UNSEEN,
    "a\u0301\u0302\u0303\u0304": NameFlaw.MARKS,
    "b" + "\u0323" * 20: NameFlaw.MARKS,
    "a\u20dd": NameFlaw.MARKS,
    "guest-00000000": NameFlaw.RESERVED,
    "Guest Bamboo": NameFlaw.RESERVED,
    "gone-abc": NameFlaw.RESERVED,
    "Tamu Plum": NameFlaw.RESERVED,
    "bisita 12": NameFlaw.RESERVED,
    "訪客 7": NameFlaw.RESERVED,
    "访客7": NameFlaw.RESERVED,
    "管理員": NameFlaw.RESERVED,
    "Mantan Pemain": NameFlaw.RESERVED,
    "dating manlalaro 0815": NameFlaw.RESERVED,
    "bot2": NameFlaw.RESERVED,
    "B O T": NameFlaw.RESERVED,
    "Adm1n": NameFlaw.RESERVED,
    "Big Two Club": NameFlaw.RESERVED,
    "\uff33\uff54\uff41\uff46\uff46": NameFlaw.RESERVED,
    "ⓐⓓⓜⓘⓝ": NameFlaw.RESERVED,
    "mei@example.org": NameFlaw.ADDRESS,
    "Mei ＠ mei＠example．org": NameFlaw.ADDRESS,
    "Mei (mei﹫example.org)": NameFlaw.ADDRESS,
    "\ue000": NameFlaw.UNSEEN,
    "Mei\U000e0041": NameFlaw.UNSEEN,
}


@pytest.mark.parametrize("name", REAL)
def test_real_names_are_accepted(name):
    assert name_fault(name) is None


@pytest.mark.parametrize("name", BAD)
def test_deceptive_names_are_refused(name):
    assert name_fault(name) == BAD[name]


@pytest.mark.parametrize(
    "other",
    ["ALICE", "AIice", "A1ice", "\u0430lice", "\uff21lice", "a lice", "al\u200bice", "Ali\ufe00ce"],
)
def test_names_that_look_alike_have_the_same_skeleton(other):
    assert skeleton(other) == skeleton("Alice")
    assert skeleton(other) != skeleton("Alicia")


TITLES = [
    "鋤大弟 Night", "Café Cup", "T恤 Night", "Вечер in Paris", "7", "Bot night", "Club", "🎉 Party",
]  # fmt: skip
BAD_TITLES = {
    "\u200b": NameFlaw.UNSEEN,
    "\u3164\u3164": NameFlaw.UNSEEN,
    "Spring\u202e": NameFlaw.UNSEEN,
    "Spr\u00ading": NameFlaw.UNSEEN,
    "Caf\u0435 Cup": NameFlaw.MIXED,
    "S\u0301\u0302\u0303\u0304pring": NameFlaw.MARKS,
    "♠♥": NameFlaw.LETTERLESS,
    "...": NameFlaw.LETTERLESS,
    "ـــ": NameFlaw.LETTERLESS,
    "ʼ ː": NameFlaw.LETTERLESS,
    "\ufff9Cup\ufffb": NameFlaw.UNSEEN,
}
#: Persian and Sinhala joiners, direction marks, a soft hyphen, blank lines.
TEXTS = [
    "", "می\u200cخواهم", "ශ්\u200dරී", "a\u200eb", "Un\u00adabhängigkeit", "a\n\n\tb\r\n", "👍",
    "M\u0430y",
]  # fmt: skip
BAD_TEXTS = {
    "\u3164": NameFlaw.BLANK,
    "\u200b\u2060\ufeff": NameFlaw.BLANK,
    "\u2800 \n": NameFlaw.BLANK,
    "paid \u202ekrow": NameFlaw.TURNED,
    "\u2067a": NameFlaw.TURNED,
    "a\x07": NameFlaw.TURNED,
}
REASONS = ["late", "2", "迟到", "Ken kam später", "می\u200cخواهم"]
BAD_REASONS = {
    **BAD_TEXTS,
    "...": NameFlaw.LETTERLESS,
    "👍": NameFlaw.LETTERLESS,
    "ـ": NameFlaw.LETTERLESS,
    "\u3164.\u3164": NameFlaw.LETTERLESS,
    "\U000f0000": NameFlaw.BLANK,
}


@pytest.mark.parametrize("title", TITLES)
def test_titles_may_mix_scripts_between_words(title):
    assert title_fault(title) is None


@pytest.mark.parametrize("title", BAD_TITLES)
def test_titles_with_flaws_are_refused(title):
    assert title_fault(title) == BAD_TITLES[title]


@pytest.mark.parametrize("text", TEXTS)
def test_texts_in_all_languages_are_accepted(text):
    assert text_fault(text) is None


@pytest.mark.parametrize("text", BAD_TEXTS)
def test_blank_texts_and_texts_with_control_characters_are_refused(text):
    assert text_fault(text) == BAD_TEXTS[text]


@pytest.mark.parametrize("reason", REASONS)
def test_a_reason_with_a_letter_or_a_digit_is_accepted(reason):
    assert reason_fault(reason) is None


@pytest.mark.parametrize("reason", BAD_REASONS)
def test_a_reason_without_letters_or_digits_is_refused(reason):
    assert reason_fault(reason) == BAD_REASONS[reason]


@given(st.text(max_size=24))
def test_a_valid_title_is_a_valid_reason(text):
    if title_fault(text) is None:
        assert reason_fault(text) is None
    if text and reason_fault(text) is None:
        assert text_fault(text) is None


@given(st.text(max_size=24))
def test_every_text_has_a_skeleton_and_can_be_checked(text):
    assert skeleton(text.upper()) is not None
    assert len(skeleton(text * 20)) <= 200
    name_fault(text)


@pytest.fixture
def alice(db):
    cache.clear()
    return User.objects.create_user("alice", display_name="Alice W")


@pytest.mark.every_database
@pytest.mark.parametrize("name", ["a1ice", "Alice-W", "\u0430lice", "admin2"])
def test_a_user_cannot_sign_up_with_a_name_like_another_users(client, alice, settings, name):
    settings.ACCOUNT_EMAIL_VERIFICATION = "optional"
    data = {"username": name, "password1": "three ducks at dusk", "email": "x@example.org"}
    page = client.post(reverse("account_signup"), data)
    if name == "Alice-W":
        assert page.status_code == 302  # a dash tells the two apart
        return
    assert page.context["form"].errors["username"]
    assert name in page.content.decode()
    assert User.objects.count() == 1


def display_name_errors(user, name) -> list[str]:
    form = ProfileForm({"display_name": name}, instance=User.objects.get(pk=user.pk))
    return form.errors.get("display_name", [])


@pytest.mark.parametrize("name", ["alice", "ALICE W", "Al\u0456ce", *BAD])
def test_a_member_cannot_choose_a_display_name_like_another_users(alice, name):
    assert len(display_name_errors(User.objects.create_user("eve"), name)) == 1


def test_a_member_can_keep_a_display_name_and_change_its_case(alice):
    assert not display_name_errors(alice, "ALICE")
    twin = User.objects.create_user("twin", display_name="Alice W")
    assert not display_name_errors(twin, "Alice W")
    assert display_name_errors(twin, "A1ice W")


def test_a_guest_cannot_choose_a_members_name(alice):
    assert "already uses this name" in GuestNameForm({"name": "Alice"}).errors["name"][0]
    assert GuestNameForm({"name": "Bob"}).is_valid()
    # There are many guests, and they come and go.
    create_guest("Carol")
    check_name("Carol")


@pytest.mark.every_database
def test_skeletons_are_updated_when_only_the_name_is_saved(alice):
    alice.display_name = "Zo\u00eb"
    alice.save(update_fields=["display_name"])
    alice.refresh_from_db()
    assert alice.display_skeleton == skeleton("Zo\u00eb")


@pytest.mark.every_database
def test_the_migration_fills_in_skeletons_of_existing_users(alice):
    User.objects.update(username_skeleton="", display_skeleton="")
    import_module("accounts.migrations.0008_name_skeletons_of_all").reckon(apps, None)
    alice.refresh_from_db()
    assert (alice.username_skeleton, alice.display_skeleton) == ("allce", skeleton("Alice W"))


@pytest.mark.every_database
def test_a_guest_cannot_choose_the_name_of_a_player_at_the_table(db):
    taken = GuestNameForm({"name": " ann  lee"}, taken=["Ann Lee", "Bob"])
    assert taken.errors["name"] == [
        "Someone at this table is already called Ann Lee. Choose another name."
    ]
    assert GuestNameForm({"name": "Ann Li"}, taken=["Ann Lee", "Bob"]).is_valid()
    # Each of its words is Cyrillic.
    looks = GuestNameForm({"name": "\u0410\u0440\u0441"}, taken=["Apc"])
    assert "already called Apc" in looks.errors["name"][0]


@pytest.mark.django_db
def test_players_with_the_same_name_are_listed_with_their_usernames():
    one = User.objects.create_user("mei_c", display_name="Mei")
    two = User.objects.create_user("mei_l", display_name="MEI")
    plain = User.objects.create_user("ben", display_name="Ben")
    unnamed = User.objects.create_user("ken")
    assert distinct_names([one, two, plain, unnamed]) == {
        one.pk: "Mei (mei_c)",
        two.pk: "MEI (mei_l)",
        plain.pk: "Ben",
        unnamed.pk: "ken",
    }
    assert distinct_names([one, plain]) == {one.pk: "Mei", plain.pk: "Ben"}
    assert distinct_names([plain], ["ben"]) == {plain.pk: "Ben (ben)"}


@pytest.mark.django_db
def test_the_migration_removes_variation_selectors_from_skeletons(alice):
    User.objects.filter(pk=alice.pk).update(display_skeleton="allce\ufe0f w")
    import_module("accounts.migrations.0011_usernames_without_at_sign").recompute(apps, None)
    alice.refresh_from_db()
    assert alice.display_skeleton == skeleton("Alice W")


@pytest.mark.parametrize("code", ["en", *TRANSLATED])
def test_words_for_guests_and_bots_are_reserved_in_every_language(code):
    with translation.override(code):
        words = [
            translation.gettext("Bot"),
            translation.gettext("The bots"),
            translation.gettext("Guest"),
            translation.gettext("Guest %(name)s") % {"name": "Plum"},
        ]
    # The names that bots have at tables are names of people: another bot then takes the seat.
    assert {word: name_fault(word) for word in words} == dict.fromkeys(words, NameFlaw.RESERVED)
