"""Every address of the Django admin, requested by each role: see admin.txt."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.template.base import Template
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, resolve
from django.utils.safestring import SafeString

from accounts.models import User
from tests.config.permissions.scene import town
from tests.config.permissions.table import lines, table_line
from tests.config.permissions.test_pages import ask
from tests.rigging import signed_in

ROLES = ("anonymous", "guest", "member", "staff", "viewer", "superuser")
FILE = "admin.txt"


def patterns() -> Iterator[str]:
    """Return the patterns of all admin addresses."""

    def below(resolver: URLResolver, path: str) -> Iterator[str]:
        for each in resolver.url_patterns:
            if isinstance(each, URLPattern):
                yield path + str(each.pattern).removeprefix("^")
            else:
                yield from below(each, path + str(each.pattern))

    return (each for each in below(get_resolver(), "") if each.startswith("admin/"))


def row_of(path: str) -> str:
    """Return the path with the key of an existing row filled in."""
    _admin, app, model, *_more = [*path.strip("/").split("/"), "", ""]
    if "{row}" not in path:
        return path
    first = apps.get_model(app, model).objects.order_by("pk").first()
    return path.format(row=first.pk if first else 1)


@pytest.mark.long
@pytest.mark.django_db
def test_each_admin_address_answers_each_role_as_in_the_permission_table(queued, monkeypatch):
    # Only the views' decisions are tested, so pages are not rendered.
    monkeypatch.setattr(Template, "render", lambda *_: SafeString())
    place = town()
    viewer = User.objects.create_user("vera", is_staff=True)
    viewer.user_permissions.set(Permission.objects.filter(codename__startswith="view_"))
    who = {role: each and each.key for role, each in place.people.items() if role in ROLES}
    who = {role: who[role] if role in who else signed_in(viewer) for role in ROLES}
    # Only staff with a second factor may use the administration (tests/accounts).
    for staff in User.objects.filter(is_staff=True):
        Authenticator.objects.create(user=staff, type=Authenticator.Type.TOTP, data={})
    client, wrong, known = Client(), [], set()
    for line in lines(FILE, ROLES):
        method, path = line.asked.split()
        path = row_of(path)
        known.add(resolve(path).route)
        answers = {role: ask(client, key, method, path) for role, key in who.items()}
        if answers != line.wanted(ROLES):
            wrong.append(f"{FILE}:{line.number} is\n{table_line(answers, line.asked)}")
    assert not wrong, "\n".join(["Answered otherwise than the table says:", *wrong])
    missing = sorted(set(patterns()) - known)
    assert not missing, f"Not in {FILE}, for any role: {missing}"
    assert admin.site.is_registered(User)
