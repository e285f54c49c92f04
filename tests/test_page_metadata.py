"""Titles, descriptions and link previews of pages: every page has its own."""

import re
from html import unescape
from html.parser import HTMLParser

import pytest
from django.test import Client
from django.urls import NoReverseMatch, URLPattern, URLResolver, get_resolver, reverse

from tests.tournaments.clubs.people import crew
from tests.tournaments.events.rows import played_event
from tournaments.events.core.models import Event

pytestmark = pytest.mark.django_db
#: Files, parts of pages, and a page of the account library that follows another.
NO_PAGES = re.compile(
    r"preview|manifest|service_worker|favicon|robots|sitemap|check_script|_feed|key_done"
)


class Head(HTMLParser):
    """The title and the meta elements of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.metas: dict[str, str] = {}
        self.feed(text)
        self.title = unescape(" ".join(re.search(r"<title>(.*?)</title>", text, re.S)[1].split()))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag == "meta" and (name := found.get("name") or found.get("property")):
            self.metas.setdefault(name, found.get("content") or "")


def names(patterns=None):
    """Return the names of all of the app's own URLs."""
    for each in patterns or get_resolver().url_patterns:
        if isinstance(each, URLResolver):
            if each.app_name != "admin":
                yield from names(each.url_patterns)
        elif isinstance(each, URLPattern) and each.name and not NO_PAGES.search(each.name):
            yield each.name


def head_of(client: Client, url: str) -> Head | None:
    answer = client.get(url)
    if answer.status_code != 200 or not answer["Content-Type"].startswith("text/html"):
        return None
    return Head(answer.content.decode())


@pytest.fixture
def filled(club, queued):
    """Return a club with an event, and a finished session: the objects that URLs need."""
    session = club(deals=1).finished()
    crewed = crew()
    event = played_event(crewed, [[{1: 3, 2: -1, 3: -1, 4: -1}]], ["a", "b", "c", "d"])
    return crewed, session, event


@pytest.mark.long
@pytest.mark.parametrize("reader", ["anonymous", "member", "organizer"])
def test_every_page_has_its_own_title_and_description(filled, reader):
    crewed, session, event = filled
    client = Client()
    if reader != "anonymous":
        client.force_login(getattr(crewed, reader))
    clubs = {"slug": crewed.club.slug}
    tables = {"slug": session.table.slug, "number": session.number}
    known = [
        {},
        clubs,
        {"club": crewed.club.slug},
        {"slug": event.slug},
        tables,
        tables | {"deal": 1},
        {"slug": session.table.slug},
        {"name": "pagat"},
        {"family": "classic"},
    ]
    urls = set()
    for name in set(names()):
        for more in known:
            try:
                urls.add(reverse(name, kwargs=more))
            except NoReverseMatch:
                continue
    heads = {url: head for url in sorted(urls) if (head := head_of(client, url)) is not None}
    assert len(heads) > 15
    for url, head in heads.items():
        assert head.title, url
        assert head.title != "Big Two Club", url
        assert not head.title.startswith("·"), url
        description = head.metas["description"]
        assert 10 < len(description) < 300, (url, description)
        assert "<" not in description, url
    for what in ("title", "description"):
        seen: dict[str, list[str]] = {}
        for url, head in heads.items():
            said = head.title if what == "title" else head.metas["description"]
            seen.setdefault(said, []).append(url)
        assert {said: urls for said, urls in seen.items() if len(urls) > 1} == {}


def test_a_shared_link_shows_title_description_and_image(client, filled):
    _crew, session, event = filled
    for url, picture in (
        ("/", "/static/img/preview.png"),
        (
            reverse("event", args=[event.slug]),
            f"/events/{event.slug}/preview.png?v={event.version}",
        ),
        (
            f"{session.get_absolute_url()}deals/1/",
            f"{session.get_absolute_url()}deals/1/preview.png",
        ),
    ):
        head = head_of(client, url)
        metas = head.metas
        assert metas["og:url"] == f"http://testserver{url}"
        assert metas["og:image"] == f"http://testserver{picture}"
        assert head.title == f"{metas['og:title']} · Big Two Club"
        assert metas["og:description"] == metas["description"]
        assert metas["twitter:card"] == "summary_large_image"
        if "preview" in picture and "static" not in picture:
            assert client.get(picture)["Content-Type"] == "image/png"


def test_texts_by_users_are_escaped(client, filled):
    _crew, _session, event = filled
    Event.objects.filter(pk=event.pk).update(name='"><script>alert(1)</script>')
    text = client.get(reverse("event", args=[event.slug])).content.decode()
    assert "<script>alert" not in text
    assert Head(text).metas["og:title"].startswith('"><script>alert')


def test_the_page_for_an_unpublished_event_does_not_reveal_it(client, filled):
    _crew, _session, event = filled
    Event.objects.filter(pk=event.pk).update(status="draft", name="Secret evening")
    answer = client.get(reverse("event", args=[event.slug]))
    assert answer.status_code == 404
    assert "Secret evening" not in answer.content.decode()
    assert Head(answer.content.decode()).metas["og:image"].endswith("/static/img/preview.png")
