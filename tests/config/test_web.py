"""Manifest, service worker, offline page, robots.txt and sitemap."""

import json
import re
import xml.etree.ElementTree as ET
from datetime import timedelta
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.staticfiles import finders
from django.db import OperationalError
from django.urls import resolve, reverse
from django.utils import timezone
from PIL import Image

from accounts.services import create_guest
from config.web import pages
from tests.disk import full_disk
from tests.tournaments.clubs.people import crew
from tests.tournaments.events.rows import played_event
from tournaments.events.core.models import Event

pytestmark = pytest.mark.django_db


def test_the_icons_in_the_manifest_exist_in_the_stated_sizes(client):
    answer = client.get("/manifest.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    assert "public" in answer["Cache-Control"]
    found = answer.json()
    assert (found["start_url"], found["scope"], found["display"]) == ("/", "/", "standalone")
    assert {icon["purpose"] for icon in found["icons"]} == {"any", "maskable"}
    for icon in found["icons"]:
        path = finders.find(icon["src"].removeprefix("/static/"))
        with Image.open(path) as picture:
            assert f"{picture.width}x{picture.height}" == icon["sizes"]


def test_the_service_worker_covers_the_whole_site_and_is_not_cached(client):
    answer = client.get("/sw.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert (answer["Service-Worker-Allowed"], answer["Cache-Control"]) == ("/", "no-cache")
    text = answer.content.decode()
    offline = json.loads(re.search(r"const OFFLINE_PAGES = (\[.*\]);", text)[1])
    assert offline[0] == "/offline/?language=en"
    assert client.get(offline[0]).status_code == 200
    for url in json.loads(re.search(r"const STATIC_FILES = (\[.*\]);", text)[1]):
        name = url.removeprefix("/static/")
        # The committed bundles are built from the sources beside them.
        assert finders.find(name) or name.startswith("built/"), name


def test_a_change_of_offline_assets_changes_the_version_of_the_service_worker(client, monkeypatch):
    version = r'const VERSION = "(\w+)"'
    first = re.search(version, client.get("/sw.js").content.decode())[1]
    assert re.search(version, client.get("/sw.js").content.decode())[1] == first
    monkeypatch.setattr(pages, "OFFLINE_ASSETS", pages.OFFLINE_ASSETS[:-1])
    assert re.search(version, client.get("/sw.js").content.decode())[1] != first


def test_the_offline_page_contains_no_user_data(client):
    crewed = crew()
    client.force_login(crewed.member)
    text = client.get("/offline/").content.decode()
    assert "No connection" in text
    assert crewed.member.username not in text
    assert "csrf" not in text.lower()
    assert "<form" not in text


@pytest.mark.parametrize(
    ("url", "kind"),
    [("/favicon.ico", "image/x-icon"), ("/robots.txt", "text/plain; charset=utf-8")],
)
def test_favicon_and_robots_txt_are_served_at_fixed_addresses(client, url, kind):
    answer = client.get(url)
    assert (answer.status_code, answer["Content-Type"]) == (200, kind)


def test_robots_txt_excludes_private_pages_only(client, settings):
    settings.SITE_URL = "https://club.example"
    lines = client.get("/robots.txt").content.decode().splitlines()
    assert "Sitemap: https://club.example/sitemap.xml" in lines
    closed = [line.removeprefix("Disallow: ") for line in lines if line.startswith("Disallow")]
    assert "/payments/" in closed
    for path in closed:
        assert path.startswith("/")
        assert path.endswith("/")
    for public in ("/", "/rules/", "/clubs/", "/ratings/", "/events/x/"):
        assert not any(public.startswith(path) for path in closed)


@pytest.mark.every_database
def test_the_sitemap_contains_public_pages_only(client, settings, queued):
    settings.SITE_URL = "https://club.example"
    crewed = crew()
    hidden = crewed.club
    shown = type(hidden).objects.create(slug="shown", name="Shown")
    type(hidden).objects.filter(pk=hidden.pk).update(is_listed=False)
    now = timezone.now() + timedelta(days=1)

    def event(club, name, status):
        made = played_event(crewed, [], [], status=status, length=1)
        Event.objects.filter(pk=made.pk).update(club=club, name=name, starts_at=now)
        return made

    public = event(shown, "Public", "open")
    draft = event(shown, "Draft", "draft")
    elsewhere = event(hidden, "Hidden", "open")
    answer = client.get("/sitemap.xml")
    urls = [each.text for each in ET.fromstring(answer.content).iter() if each.tag.endswith("loc")]
    assert "https://club.example/" in urls
    assert "https://club.example/rules/pagat/" in urls
    assert "https://club.example/clubs/shown/" in urls
    assert f"https://club.example/events/{public.slug}/" in urls
    text = " ".join(urls)
    assert hidden.slug not in text
    assert draft.slug not in text
    assert elsewhere.slug not in text
    for url in urls:
        resolve(url.removeprefix("https://club.example"))


def test_preview_image_and_icons_have_their_sizes():
    icons = Path(settings.BASE_DIR) / "static" / "img"
    with Image.open(icons / "preview.png") as picture:
        assert picture.size == (1200, 630)
    with Image.open(icons / "icons" / "apple-touch-icon.png") as picture:
        assert picture.size == (180, 180)
    with Image.open(icons / "icons" / "favicon.ico") as picture:
        assert {16, 32, 48} <= {size for size, _size in picture.info["sizes"]}


def _away(*_given, **_named):
    raise OperationalError("gone")


@pytest.mark.parametrize(
    ("error", "words"),
    [(full_disk, "The server’s disk is full"), (_away, "We can’t reach our database")],
)
def test_a_page_explains_that_the_disk_is_full_or_the_database_unavailable(
    client, monkeypatch, error, words
):
    client.raise_request_exception = False
    monkeypatch.setattr("games.tables.services.opening.open_solo_table", error)
    answer = client.post(reverse("play_now"), {"rules": "pagat", "deals": "1"})
    assert answer.status_code == 503
    assert answer["Retry-After"] == "30"
    assert words in answer.content.decode()


def test_a_bug_is_not_shown_as_a_problem_of_the_disk(client, monkeypatch):
    client.raise_request_exception = False
    monkeypatch.setattr("games.tables.services.opening.open_solo_table", lambda *_, **__: 1 / 0)
    answer = client.post(reverse("play_now"), {"rules": "pagat", "deals": "1"})
    assert answer.status_code == 500
    assert "Something went wrong" in answer.content.decode()


def test_pages_open_when_the_disk_is_full(client, monkeypatch):
    client.force_login(create_guest())
    monkeypatch.setattr("django.db.models.query.QuerySet.update", full_disk)
    assert client.get(reverse("lobby")).status_code == 200


def test_manifest_and_offline_page_have_the_language_of_their_address(client, settings):
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch"), ("id", "Bahasa Indonesia")]
    asked = {"accept-language": "de"}
    for query, code in (("?language=id", "id"), ("?language=xx", "de"), ("", "de")):
        manifest = client.get("/manifest.webmanifest" + query, headers=asked)
        assert manifest.json()["lang"] == code
        assert f'lang="{code}"' in client.get("/offline/" + query, headers=asked).content.decode()
    page = client.get("/rules/", headers=asked).content.decode()
    assert 'href="/manifest.webmanifest?language=de"' in page


def test_the_service_worker_is_the_same_for_readers_of_all_languages(client, settings):
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    worker = client.get("/sw.js", headers={"accept-language": "de"}).content
    assert worker == client.get("/sw.js").content
    assert b'["/offline/?language=en", "/offline/?language=de"]' in worker.replace(
        b"const OFFLINE_PAGES = ", b""
    )


@pytest.mark.parametrize("error", [full_disk, RuntimeError])
def test_error_pages_name_the_language_they_are_in(client, monkeypatch, settings, error):
    def fail(*_given, **_named):
        raise error

    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    client.raise_request_exception = False
    monkeypatch.setattr("games.tables.services.opening.open_solo_table", fail)
    answer = client.post(
        reverse("play_now"), {"rules": "pagat", "deals": "1"}, headers={"accept-language": "de"}
    )
    assert answer.status_code in (500, 503)
    assert '<html lang="de">' in answer.content.decode()


def test_languages_that_cannot_be_offered_are_logged_once_at_the_start(settings, caplog):
    settings.LANGUAGE_PROBLEMS = ["django.mo can't be read, so id is not offered: bad magic"]
    apps.get_app_config("admin").ready()
    assert [each.message for each in caplog.records] == settings.LANGUAGE_PROBLEMS
