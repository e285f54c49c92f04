"""Every address, requested by each role: pages.txt has the expected outcomes.

A new address fails here until it has a line there for each of its methods. The failure prints the
line, which must be reviewed before it is added.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from http.cookies import SimpleCookie
from typing import Any

import pytest
from django.conf import settings as own_settings
from django.core.cache import cache
from django.db import connection, transaction
from django.http import HttpResponseBase
from django.template.base import Template
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, resolve, reverse
from django.utils.safestring import SafeString

from accounts import limits
from games.common import caches
from tests.config.permissions.scene import Town, town
from tests.config.permissions.table import Line, lines, table_line

ROLES = (
    "anonymous", "guest", "stranger", "member", "player", "host", "organizer", "owner", "staff",
    "superuser",
)  # fmt: skip
#: Columns that every request updates for its user.
NOTED = re.compile(
    r'"django_session"|INSERT INTO "accounts_securityevent"|'
    r'UPDATE "accounts_user" SET "(seen_at|last_login)" = \S+ WHERE'
    r'|(INSERT INTO|UPDATE) "usersessions_usersession"'
)
CHANGING = ("UPDATE", "DELETE", "WITH")
FILE = "pages.txt"
#: Excluded, with tests of its own: the administration.
ELSEWHERE = ("admin/",)


def patterns() -> Iterator[str]:
    """Return the patterns of all addresses, except the admin's, which have their own test."""

    def below(resolver: URLResolver, path: str) -> Iterator[str]:
        for each in resolver.url_patterns:
            if isinstance(each, URLPattern):
                yield path + str(each.pattern).removeprefix("^")
            else:
                yield from below(each, path + str(each.pattern))

    return (each for each in below(get_resolver(), "") if not each.startswith(ELSEWHERE))


def asked(line: Line, places: dict[str, Any]) -> tuple[str, str, str]:
    """Return the method, the path and the form data."""
    method, path, *sent = line.asked.split(maxsplit=2)
    return method, path.format(**places), "".join(sent).format(**places)


class Writes:
    """Counts rows changed by statements, except those that every request updates."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        result = execute(sql, params, many, context)
        word = sql.lstrip("( ").split(" ", 1)[0].upper()
        # The number of inserted rows is known only after the returned rows are fetched.
        is_write = word == "INSERT" or (word in CHANGING and context["cursor"].rowcount)
        if is_write and not NOTED.search(sql):
            self.count += 1
        return result


def outcome(answer: HttpResponseBase, changed: int) -> str:
    """Return the sign for the outcome of a request, as explained at the top of pages.txt."""
    if changed:
        return "+" if answer.status_code < 400 else "!"
    where = answer.headers.get("Location", "")
    if where == reverse("keep_account"):
        return "k"
    if where.startswith((own_settings.LOGIN_URL, "/accounts/signup/", "/accounts/login/")):
        return "i"
    signs = {
        200: "o",
        301: ">",
        302: ">",
        303: ">",
        403: "-",
        404: "0",
        405: "m",
        410: "g",
        422: "f",
    }
    return signs.get(answer.status_code, str(answer.status_code))


def cookies(key: str | None) -> SimpleCookie:
    """Return the cookies of a browser with that session."""
    return SimpleCookie({} if key is None else {own_settings.SESSION_COOKIE_NAME: key})


def ask(client: Client, key: str | None, method: str, path: str, sent: str = "") -> str:
    """Send a request with that session, roll it back, and return the outcome."""
    client.cookies = cookies(key)
    if method == "POST":
        # No rate limit is reached.
        limits.forget()
        cache.clear()
    writes = Writes()
    with transaction.atomic():
        with connection.execute_wrapper(writes):
            answer = client.generic(
                method, path, sent, content_type="application/x-www-form-urlencoded"
            )
        transaction.set_rollback(True)
    if writes.count:
        caches.clear_all()
    return outcome(answer, writes.count)


@pytest.fixture
def place(db, queued, monkeypatch, settings) -> Town:
    settings.ACCOUNT_EMAIL_VERIFICATION = "optional"
    # Only the views' decisions are tested: rendering takes most of the time and has other tests.
    monkeypatch.setattr(Template, "render", lambda *_: SafeString())
    made = town()
    for key in keys(made).values():
        visit(key)
    # On-commit callbacks are copied with every savepoint that is rolled back.
    connection.run_on_commit.clear()
    return made


def keys(place: Town) -> dict[str, str | None]:
    assert tuple(place.people) == ROLES
    return {role: each and each.key for role, each in place.people.items()}


def visit(key: str | None) -> None:
    """Make one request that is not rolled back, so that later ones need not update the session."""
    client = Client()
    client.cookies = cookies(key)
    client.get("/robots.txt")


@pytest.mark.long
def test_each_page_answers_each_role_as_in_the_permission_table(place):
    who, client, wrong = keys(place), Client(), []
    for line in lines(FILE, ROLES):
        request = asked(line, place.places)
        answers = {role: ask(client, key, *request) for role, key in who.items()}
        if answers != line.wanted(ROLES):
            wrong.append(f"{FILE}:{line.number} is\n{table_line(answers, line.asked)}")
    assert not wrong, "\n".join(["Answered otherwise than the table says:", *wrong])


def test_the_permission_table_contains_every_address_and_method(place):
    known: dict[str, set[str]] = {}
    for line in lines(FILE, ROLES):
        method, path, _sent = asked(line, place.places)
        known.setdefault(resolve(path.partition("?")[0]).route, set()).add(method)
    missing = sorted(set(patterns()) - set(known))
    assert not missing, f"Not in {FILE}, for any role: {missing}"
    who, client, taken = keys(place), Client(), []
    paths = {
        resolve(path.partition("?")[0]).route: path
        for _method, path, _sent in (asked(each, place.places) for each in lines(FILE, ROLES))
    }
    for route, path in paths.items():
        for method in {"GET", "POST", "PUT", "DELETE"} - known[route]:
            answer = ask(client, who["owner"], method, path)
            # The account library treats PUT as POST, and ignores DELETE.
            if answer in "+!" if method in ("PUT", "DELETE") else answer not in "m0":
                taken.append(f"{method} {path} ({route}): {answer}")
    assert not taken, f"Taken, though {FILE} has no line for it: {taken}"


def test_restricted_pages_are_not_cached(place):
    who, client, kept = keys(place), Client(), []
    for line in lines(FILE, ROLES):
        method, path, _sent = asked(line, place.places)
        answers = line.wanted(ROLES)
        reader = next((role for role, answer in answers.items() if answer == "o"), None)
        if method != "GET" or reader in (None, "anonymous"):
            continue
        client.cookies = cookies(who[reader])
        said = client.get(path).get("Cache-Control", "")
        if not {"no-store", "private"} & set(said.split(", ")):
            kept.append(f"{path}: {said!r}")
    assert not kept, "\n".join(["Browsers and proxies may keep:", *kept])
