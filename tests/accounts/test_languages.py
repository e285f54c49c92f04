"""The user's language: chosen in a menu or the profile, until then that of the last page."""

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts.forms import ProfileForm
from accounts.languages import language_for, offered
from accounts.models import User
from accounts.services import choose_language, create_guest
from games.common.languages import language_of, language_of_page
from games.live import users
from tests.rigging import signed_in

pytestmark = pytest.mark.django_db

URL = "/accounts/language/"


@pytest.fixture(autouse=True)
def _languages(settings):
    # Of these, Django has catalogues of its own.
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch"), ("id", "Bahasa Indonesia")]


@pytest.fixture
def ada() -> User:
    return User.objects.create_user("ada", password="x")


def lang_of(answer) -> str:
    return answer.content.decode().split('<html lang="')[1].split('"')[0]


def client_of(user: User, **options) -> Client:
    client = Client(**options)
    client.cookies["sessionid"] = signed_in(user)
    return client


def german(user: User | None = None) -> Client:
    headers = {"accept-language": "de-AT,en;q=0.5"}
    return Client(headers=headers) if user is None else client_of(user, headers=headers)


def test_every_page_has_a_menu_with_the_languages_in_their_own_names(client):
    for url in ("/", "/rules/", reverse("account_login"), "/no-such-page/"):
        html = client.get(url).content.decode()
        assert '<button type="submit" name="language" value="de" lang="de"' in " ".join(
            html.split()
        )
        assert ">Bahasa Indonesia</button>" in html
        assert f'name="next" value="{url}"' in html


def test_there_is_no_menu_while_only_english_is_offered(client, settings, ada):
    settings.LANGUAGES = [("en", "English")]
    assert "data-language-form" not in client.get("/").content.decode()
    assert "language" not in ProfileForm(instance=ada).fields
    client.force_login(ada)
    assert client.post(reverse("profile"), {"display_name": "Ada"}).status_code == 302


def test_a_visitors_choice_is_kept_in_a_cookie_and_leads_back_to_the_page(client):
    answer = client.post(URL, {"language": "de", "next": "/rules/?q=1"})
    assert (answer.status_code, answer["Location"]) == (302, "/rules/?q=1")
    page = client.get("/rules/", headers={"accept-language": "id"})
    assert (lang_of(page), page["Content-Language"]) == ("de", "de")


@pytest.mark.parametrize("next_url", ["https://elsewhere.example/", "//elsewhere.example", ""])
def test_a_choice_leads_to_no_other_site(client, next_url):
    answer = client.post(URL, {"language": "de", "next": next_url})
    assert answer["Location"] == "/"


@pytest.mark.parametrize("code", ["xx", "fr", "", "de\n", "../../etc", "d" * 500])
def test_an_unknown_language_changes_nothing(ada, code):
    client = client_of(ada)
    assert client.post(URL, {"language": code, "next": "/"}).status_code == 302
    ada.refresh_from_db()
    assert ada.language == ""
    assert lang_of(client.get("/")) == "en"


def test_a_users_choice_is_used_in_all_browsers(ada):
    german(ada).post(URL, {"language": "id", "next": "/"})
    ada.refresh_from_db()
    assert ada.language == "id"
    assert lang_of(german(ada).get("/")) == "id"
    assert language_of({"headers": [(b"accept-language", b"de")]}, ada) == "id"


def test_a_guests_choice_is_stored_and_stays_with_the_account():
    guest = create_guest()
    client_of(guest).post(URL, {"language": "de", "next": "/"})
    guest.refresh_from_db()
    assert guest.language == "de"


def test_the_choice_is_announced_to_the_users_other_pages(ada, monkeypatch):
    noted = []
    monkeypatch.setattr(users.announce, "note", lambda *told: noted.append(told))
    choose_language(ada, "de")
    assert noted == [(users.user_topic(ada.pk), "language:de")]


def test_until_a_choice_the_language_of_the_last_page_is_stored(ada):
    assert ada.last_language == "en"
    german(ada).get("/")
    ada.refresh_from_db()
    assert (ada.language, ada.last_language) == ("", "de")
    assert language_for(ada, "id") == "de"


def test_a_page_stores_the_language_only_when_it_changes(ada, django_assert_max_num_queries):
    client = german(ada)
    client.get("/rules/")
    with django_assert_max_num_queries(20) as queries:
        client.get("/rules/")
    assert not [each for each in queries if "last_language" in each["sql"].split("SET")[-1][:20]]


def test_new_users_have_the_language_of_the_page_they_come_from():
    with translation.override("de"):
        assert create_guest().last_language == "de"


@pytest.mark.parametrize(
    ("chosen", "last", "club", "used"),
    [
        ("de", "id", "en", "de"),
        ("", "id", "de", "id"),
        ("", "", "de", "de"),
        # Languages that are no longer offered.
        ("fr", "id", "de", "id"),
        ("fr", "fr", "de", "de"),
        ("fr", "fr", "fr", "en"),
        ("", "", "", "en"),
    ],
)
def test_the_language_of_mails_is_the_first_that_is_offered(chosen, last, club, used):
    assert language_for(User(language=chosen, last_language=last), club) == used


def test_a_chosen_language_that_is_no_longer_offered_gives_the_browsers(ada, settings):
    choose_language(ada, "id")
    settings.LANGUAGES = settings.LANGUAGES[:2]
    assert lang_of(german(ada).get("/")) == "de"
    assert ProfileForm(instance=ada).initial["language"] == ""
    assert offered("id") == "en"


def test_the_profile_changes_the_language_and_answers_in_it(ada):
    client = client_of(ada)
    page = client.get(reverse("profile")).content.decode()
    assert '<option value="de">Deutsch</option>' in page
    answer = client.post(reverse("profile"), {"display_name": "Ada", "language": "de"}, follow=True)
    ada.refresh_from_db()
    assert ada.language == "de"
    assert lang_of(answer) == "de"
    assert client.post(reverse("profile"), {"language": "fr"}).status_code == 200
    client.post(reverse("profile"), {"display_name": "Ada", "language": ""})
    ada.refresh_from_db()
    assert ada.language == ""


@pytest.mark.parametrize("who", ["known", "owner of the address"])
def test_mails_about_an_account_are_in_its_owners_language_not_the_requests(
    ada, who, monkeypatch, settings
):
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    EmailAddress.objects.create(user=ada, email="ada@example.org", verified=True, primary=True)
    choose_language(ada, "id")
    seen = []
    monkeypatch.setattr(
        "allauth.account.adapter.DefaultAccountAdapter.send_mail",
        lambda *_: seen.append(translation.get_language()),
    )
    if who == "known":
        german().post(reverse("account_reset_password"), {"email": "ada@example.org"})
    else:
        typed = {"username": "bob", "email": "ada@example.org", "password1": "Tr0ub4dor&3x"}
        german().post(reverse("account_signup"), typed)
    assert seen == ["id"]
    assert mail.outbox == []


def test_mails_to_unknown_addresses_are_in_the_language_of_the_request(monkeypatch):
    seen = []
    monkeypatch.setattr(
        "allauth.account.adapter.DefaultAccountAdapter.send_mail",
        lambda *_: seen.append(translation.get_language()),
    )
    german().post(reverse("account_reset_password"), {"email": "nobody@example.org"})
    assert seen == ["de"]


HOSTILE = (
    "", "*", "xx", "zz-ZZ", "de;q=x", "de;q=1e9", ";;;,,,", "\x00", "../../../etc/passwd",
    "%(name)s", "<script>", "en" * 3000, ",".join(f"x{n}" for n in range(500)), "ÿ", "de\x7f",
    "i-klingon", "a-b-c-d-e-f-g-h", "-", "de-" * 200,
)  # fmt: skip


@pytest.mark.parametrize("header", HOSTILE)
def test_an_unknown_or_hostile_accept_language_gives_a_page_in_some_offered_language(header):
    answer = Client().get("/rules/", headers={"accept-language": header})
    assert answer.status_code == 200
    assert lang_of(answer) in ("en", "de")
    assert language_of({"headers": [(b"accept-language", header.encode())]}) in ("en", "de")


@pytest.mark.parametrize("cookie", ["xx", "", "de%00", "../..", "x" * 4000])
def test_a_hostile_language_cookie_gives_english(client, settings, cookie):
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = cookie
    assert lang_of(client.get("/rules/")) == "en"


@pytest.mark.parametrize(
    ("query", "code"),
    [(b"language=de", "de"), (b"version=3&language=id", "id"), (b"", ""), (b"language=xx", ""),
     (b"language=%ff%fe", ""), (b"language=de&language=", ""), (b"\xff=&&&", "")],
)  # fmt: skip
def test_a_socket_is_in_the_language_of_its_page(query, code):
    assert language_of_page({"query_string": query}) == code


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ("zh", "zh-hans"), ("zh-CN", "zh-hans"), ("zh-SG", "zh-hans"), ("zh-MY", "zh-hans"),
        ("zh-Hans-CN", "zh-hans"), ("zh-TW", "zh-hant"), ("zh-HK", "zh-hant"), ("zh-MO", "zh-hant"),
        ("zh-Hant-HK", "zh-hant"), ("yue", "zh-hant"), ("yue-HK", "zh-hant"),
        ("id-ID", "id"), ("in", "id"), ("in-ID", "id"), ("fil-PH", "fil"), ("tl", "fil"),
        ("tl-PH", "fil"), ("ms", "en"),
    ],
)  # fmt: skip
def test_regional_codes_lead_to_our_languages(client, settings, monkeypatch, asked, code):
    settings.LANGUAGES = [(each, each) for each in ("en", "zh-hans", "zh-hant", "id", "fil")]
    monkeypatch.setattr(translation.trans_real, "check_for_language", lambda code: True)
    assert lang_of(client.get("/rules/", headers={"accept-language": asked})) == code
