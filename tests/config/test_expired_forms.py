"""Forms with an outdated token come back filled in, and are never carried out automatically."""

import json
import re
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from config.web.refill import refilled, without_secrets
from tests.tournaments.clubs.people import Crew, crew
from tests.tournaments.events.evening import Evening
from tournaments.clubs.models import Club, News
from tournaments.events.setup.services import open_sign_up

pytestmark = pytest.mark.django_db

CLUB = {
    "name": "Tea & <Cards>",
    "picture": "teapot",
    "description": '\nEvery Tuesday.\n"Bring" cards.',
    "place": "Leith",
    "time_zone": "Asia/Hong_Kong",
    "language": "en",
    "default_rules": "hong_kong",
    "stake": "0,5O",
    "currency": "HKD",
    "takes_requests": "on",
}


@pytest.fixture
def people(db, queued) -> Crew:
    return crew()


def browser(user) -> Client:
    client = Client(enforce_csrf_checks=True)
    client.force_login(user)
    return client


def token(html: str) -> str:
    found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', html)
    assert found, html
    return found[1]


def stale_token(client: Client, url: str) -> str:
    """Return the token of a form that was open when the user signed in again."""
    known = token(client.get(url).content.decode())
    client.get(reverse("home"))
    client.cookies["csrftoken"] = "a" * 32
    return known


def send(client: Client, url: str, page: str = "", **sent: str):
    sent["csrfmiddlewaretoken"] = stale_token(client, page or url)
    headers = {"Referer": f"http://testserver{page or url}", "Origin": "http://testserver"}
    return client.post(url, sent, headers=headers)


def value_of(html: str, name: str) -> str:
    field = re.search(rf'<input[^>]*name="{name}"[^>]*>', html)
    assert field, name
    found = re.search(r' value="([^"]*)"', field[0])
    return unescape(found[1]) if found else ""


def test_a_form_from_before_a_new_sign_in_comes_back_filled_in(people):
    client = browser(people.stranger)
    url = reverse("club_new")
    answer = send(client, url, **CLUB)
    html = answer.content.decode()
    assert answer.status_code == 422
    assert "signed in or out" in html
    assert value_of(html, "name") == CLUB["name"]
    assert value_of(html, "stake") == CLUB["stake"]
    assert (
        unescape(re.search(r"<textarea[^>]*>\n(.*?)</textarea>", html, re.DOTALL)[1])
        == (CLUB["description"])
    )
    for chosen in ("Asia/Hong_Kong", "hong_kong", "HKD"):
        assert re.search(rf'<option[^>]*value="{chosen}"[^>]* selected', html)
    assert re.search(r'<input[^>]*name="takes_requests"[^>]* checked', html)
    assert not re.search(r'<input[^>]*name="is_listed"[^>]* checked', html)
    assert re.search(r'<input[^>]*value="teapot"[^>]* checked', html)
    assert not Club.objects.filter(place="Leith").exists()
    # Sent again, the form is carried out.
    fresh = CLUB | {"stake": "0.50", "csrfmiddlewaretoken": token(html)}
    assert client.post(url, fresh).status_code == 302
    assert Club.objects.get(place="Leith").description.endswith('"Bring" cards.')


def test_a_form_that_posts_to_another_address_comes_back_on_its_page(people):
    client = browser(people.member)
    page = people.club.get_absolute_url()
    Club.objects.update(takes_requests=True)
    client = browser(people.stranger)
    answer = send(client, reverse("club_ask", args=[people.club.slug]), page, words="I play <Big>")
    html = answer.content.decode()
    assert answer.status_code == 422
    assert value_of(html, "words") == "I play <Big>"
    assert people.club.requests.count() == 0


def test_only_the_submitted_form_of_several_is_filled_in(people):
    client = browser(people.owner)
    url = reverse("club_invitations", args=[people.club.slug])
    sent = {"do": "name", "name-username": "sam"}
    html = send(client, url, **sent).content.decode()
    assert value_of(html, "name-username") == "sam"
    assert value_of(html, "link-most_uses") == "10"


def test_a_form_whose_page_is_gone_comes_back_on_a_page_of_its_own(people):
    client = browser(people.owner)
    news = News.objects.create(club=people.club, author=people.owner, title="a", text="b")
    page = reverse("club_news_edit", args=[people.club.slug, news.pk])
    known = stale_token(client, page)
    news.delete()
    answer = client.post(page, {"title": "Tonight", "text": "x", "csrfmiddlewaretoken": known})
    html = answer.content.decode()
    assert answer.status_code == 422
    assert "Tonight" in html
    assert f'action="{page}"' in html
    assert token(html) != known


def test_a_form_with_only_a_button_comes_back_and_is_not_carried_out(people):
    client = browser(people.member)
    url = reverse("club_leave", args=[people.club.slug])
    assert send(client, url).status_code == 422
    assert people.role(people.member) == "member"


def test_passwords_and_codes_do_not_come_back(people):
    client = Client(enforce_csrf_checks=True)
    url = reverse("account_login")
    answer = send(client, url, login="mei", password="hunter2-xyz", code="123456")
    html = answer.content.decode()
    assert answer.status_code == 422
    assert value_of(html, "login") == "mei"
    assert "hunter2-xyz" not in html
    assert "123456" not in html


def test_an_htmx_form_stays_and_gets_a_new_token(people):
    client = browser(people.owner)
    url = reverse("club_new")
    known = stale_token(client, url)
    headers = {"HX-Request": "true", "X-CSRFToken": known, "Sec-Fetch-Site": "same-origin"}
    answer = client.post(url, CLUB, headers=headers)
    assert answer.status_code == 403
    assert "no-store" in answer["Cache-Control"]
    told = json.loads(answer["HX-Trigger"])["form-expired"]
    assert "Try again" in told["sentence"]
    assert not Club.objects.filter(place="Leith").exists()
    # With the new token the form is carried out.
    fresh = headers | {"X-CSRFToken": told["token"]}
    assert client.post(url, CLUB | {"stake": "0.50"}, headers=fresh).status_code == 302
    # Pages of other sites get no token.
    for more in ({"Sec-Fetch-Site": "cross-site"}, {"Origin": "https://elsewhere.example"}):
        answer = client.post(url, CLUB, headers=headers | more)
        assert (answer.status_code, "HX-Trigger" in answer) == (403, False)


def test_rules_about_passing_are_not_taken_for_passwords(people):
    page = (
        '<form method="post"><select name="passing"><option value="a" selected>A<option value="b">B'
        '</select><input type="checkbox" name="draw_on_pass"><input name="spin" value="1"></form>'
    )
    sent = {"passing": ["b"], "draw_on_pass": ["on"], "spin": ["2"]}
    assert without_secrets(sent) == sent
    html = refilled(page, "/page/", "/page/", sent)
    assert '<option value="b" selected>' in html
    assert '<option value="a">' in html
    assert '<input type="checkbox" name="draw_on_pass" checked>' in html
    assert 'name="spin" value="2"' in html


@pytest.mark.parametrize(
    "name",
    [
        "password", "password1", "oldpassword", "new-password", "PASSWORD2", "passphrase",
        "passkey", "pass_code", "pass", "pin", "card_pin", "otp", "otp_code", "code", "backup-code",
        "recovery_codes", "client_secret", "csrfmiddlewaretoken", "credential", "token-1",
    ],
)  # fmt: skip
def test_secrets_do_not_come_back(name):
    page = f'<form method="post"><input name="who"><input name="{name}"></form>'
    sent = {"who": ["mei"], name: ["hunter2-xyz"]}
    assert without_secrets(sent) == {"who": ["mei"]}
    assert "hunter2-xyz" not in refilled(page, "/page/", "/page/", without_secrets(sent))


def test_a_file_must_be_chosen_again_and_other_fields_come_back(people):
    evening = Evening.of(people).well(open_sign_up)
    client = browser(people.organizer)
    url = reverse("event_name_list", args=[evening.event.slug])
    html = send(
        client, url, act="look", text="mei;1\nsam;2", file=SimpleUploadedFile("a.csv", b"mei;1")
    ).content.decode()
    assert "Choose the file again" in html
    assert "mei;1\nsam;2</textarea>" in html
    assert not evening.event.entries.exists()


def test_cleared_checkboxes_stay_cleared(people):
    page = (
        '<form method="post"><input type="checkbox" name="day" value="mon" checked>'
        '<input type="checkbox" name="day" value="tue"><input type="checkbox" name="all" checked>'
        '<input name="note"></form>'
    )
    html = refilled(page, "/page/", "/page/", {"day": ["tue"], "note": [""]})
    assert '<input type="checkbox" name="day" value="mon">' in html
    assert '<input type="checkbox" name="day" value="tue" checked>' in html
    assert '<input type="checkbox" name="all">' in html


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://elsewhere.example"},
        {"Origin": "null"},
        {"Referer": "http://elsewhere.example/page"},
        {"Sec-Fetch-Site": "cross-site"},
        {"HX-Request": "true"},
        {"Accept": "application/json"},
    ],
)
def test_forms_from_other_sites_are_refused(people, headers):
    client = browser(people.owner)
    url = reverse("club_new")
    known = stale_token(client, url)
    answer = client.post(url, CLUB | {"csrfmiddlewaretoken": known}, headers=headers)
    assert answer.status_code == 403
    assert "Leith" not in answer.content.decode()


def test_a_browser_without_cookies_is_asked_to_allow_them(people):
    client = Client(enforce_csrf_checks=True)
    sent = {"login": "mei", "csrfmiddlewaretoken": "a" * 64}
    answer = client.post(reverse("account_login"), sent)
    assert answer.status_code == 422
    assert "cookies" in answer.content.decode()
    # A request without a token is not a form of this site.
    del sent["csrfmiddlewaretoken"]
    assert client.post(reverse("account_login"), sent).status_code == 403


def test_hidden_values_lists_and_the_query_of_the_address_are_kept():
    page = (
        '<form method="post"><input type="hidden" name="made_from" value="new">'
        '<select name="who" multiple><option value="1">A<option value="2" selected>B</select>'
        '<textarea name="note"></textarea></form>'
        '<form method="post" action="/other/"><input name="note"></form>'
    )
    sent = {"made_from": ["old"], "who": ["1"], "note": ["</textarea><b>"]}
    html = refilled(page, "/page/?a=1", "/page/", sent)
    assert html is not None
    assert 'name="made_from" value="old"' in html
    assert '<option value="1" selected>' in html
    assert '<option value="2">' in html
    assert "&lt;/textarea&gt;&lt;b&gt;" in html
    assert '<form method="post" action="/page/?a=1">' in html
    assert refilled(page, "/page/", "/elsewhere/", sent) is None
    assert refilled(page, "/page/", "/page/", sent | {"more": ["typed"]}) is None
    assert without_secrets({"csrfmiddlewaretoken": ["x"], "password1": ["y"], "otp": ["z"]}) == {}
