"""Fuzzing of forms: arbitrary values, sent by each role to every URL.

No request fails, refused requests change nothing, and no page of a table shows a card that its
reader may not know. Each request is rolled back, so all of them meet the same data.
"""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from django.core.handlers.base import BaseHandler
from django.db import connection, transaction
from django.http import HttpResponseBase
from django.test import RequestFactory
from hypothesis import strategies as st

from accounts import limits
from games.common import caches
from games.tables.models import Table
from games.tables.snapshot import snapshot_of
from tests.config.permissions.scene import Town, town
from tests.config.permissions.table import lines
from tests.config.permissions.test_pages import FILE, ROLES, Writes, cookies, keys
from tests.fuzz.values import Run, values
from tests.games.screens.table.test_leaks import cards_in, may_know

#: Names of fields in a page.
FIELD = re.compile(r'\bname="([^"]+)"')
METHODS = ("POST", "POST", "POST", "GET", "PUT", "HEAD", "DELETE")
FORM = "application/x-www-form-urlencoded"


class Sender(RequestFactory):
    """Sends requests through all middleware to the views.

    Django's test client connects signals for each request and keeps references to them, which would
    count as memory growth here.
    """

    def __init__(self) -> None:
        super().__init__()
        self._handler = BaseHandler()
        self._handler.load_middleware()

    def request(self, **environ: Any) -> HttpResponseBase:
        asked = super().request(**environ)
        asked._dont_enforce_csrf_checks = True
        answer = self._handler.get_response(asked)
        asked.close()
        return answer


def tables_with_hidden_cards(place: Town) -> dict[str, Table]:
    """Return the tables with hidden cards, by slug."""
    return {
        slug: Table.objects.get(slug=slug)
        for slug in (place.places[name] for name in ("table", "shut", "clubs_table"))
    }


def fields_of(client: Sender, path: str, who: dict[str, str | None]) -> list[str]:
    """Return the names of all fields that a role finds in the page."""
    found: set[str] = set()
    for role in ("host", "owner", "anonymous"):
        with transaction.atomic():
            client.cookies = cookies(who[role])
            answer = client.get(path)
            transaction.set_rollback(True)
        if answer.headers.get("Content-Type", "").startswith("text/html"):
            found |= set(FIELD.findall(answer.content.decode()))
    return sorted(found)


@pytest.mark.proof
@pytest.mark.django_db
def test_random_forms_never_fail_and_refused_ones_change_nothing(queued, settings):
    place, run, client = town(), Run("forms"), Sender()
    who, known = keys(place), [str(each) for each in place.places.values()]
    asked = [each.asked.split(maxsplit=2) for each in lines(FILE, ROLES)]
    tables = tables_with_hidden_cards(place)
    fields: dict[str, list[str]] = {}
    everywhere = ["next", "page", "do", "rules", "moment", "csrfmiddlewaretoken", "opening_key"]

    def names(path: str, sent: str) -> list[str]:
        if path not in fields:
            given = [each.partition("=")[0] for each in sent.split("&") if each]
            fields[path] = [*given, *fields_of(client, path, who), *everywhere]
        return fields[path]

    @run.over(
        line=st.sampled_from(asked),
        role=st.sampled_from(ROLES),
        method=st.sampled_from(METHODS),
        data=st.data(),
    )
    def tried(line, role, method, data) -> None:
        _method, template, *sent = line
        places = dict(place.places)
        for name in re.findall(r"{(\w+)}", template):
            if data.draw(st.integers(0, 9)) == 0:
                places[name] = quote(data.draw(values | st.sampled_from(known)), safe="") or "x"
        path = template.format(**places)
        plain = "".join(sent).format(**place.places)
        filled = data.draw(
            st.lists(
                st.tuples(
                    st.sampled_from(names(template.format(**place.places), plain)),
                    values | st.sampled_from(known),
                ),
                max_size=12,
            )
        )
        body = "&".join(filter(None, [data.draw(st.sampled_from(["", plain])), urlencode(filled)]))
        send(path, role, method, body)

    def send(path: str, role: str, method: str, body: str) -> None:
        limits.forget()
        writes = Writes()
        client.cookies = cookies(who[role])
        with transaction.atomic():
            with connection.execute_wrapper(writes):
                if method in ("GET", "HEAD", "DELETE"):
                    answer = client.generic(method, f"{path}?{body}")
                else:
                    answer = client.generic(method, path, body, content_type=FORM)
                content = b"" if answer.streaming else answer.content
            look_for_cards(path, role, content)
            transaction.set_rollback(True)
        if writes.count:
            caches.clear_all()
        assert answer.status_code < 500, (path, answer.status_code)
        if answer.status_code >= 400:
            assert not writes.count, f"{method} {path} was refused, and changed something"
        run.note(f"{answer.status_code // 100}xx")

    def look_for_cards(path: str, role: str, content: bytes) -> None:
        slug = next((slug for slug in tables if path == f"/tables/{slug}/"), None)
        if slug is None or not content:
            return
        here = snapshot_of(tables[slug])
        person = place.people[role]
        own = None if person is None else person.user.pk
        seat = next((each.number for each in here.seats if each.user_id == own and own), None)
        # Cards that the reader typed may be shown as well.
        shown = cards_in(content.decode())
        assert not shown & ~may_know(here, seat), f"{role} was shown a card at {path}"

    tried()
    run.end()
