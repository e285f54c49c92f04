"""The administration: what staff may not find out while it is a secret."""

from collections.abc import Iterator

import pytest
from django.contrib import admin
from django.db.models import Model
from django.urls import reverse

from games.models import Action, Deal, Session

#: What nobody may guess letter by letter.
SECRETS = {
    Deal: {"secret", "start", "words"},
    Session: {"next_secret", "next_words"},
    Action: {"text"},
}
ADMINS = admin.site._registry


def paths(model: type[Model], seen: tuple[type[Model], ...] = ()) -> Iterator[list[str]]:
    """All ways from a model to a secret, through relations in either direction."""
    for name in sorted(SECRETS.get(model, ())):
        yield [name]
    for field in model._meta.get_fields():
        to = field.related_model
        if field.is_relation and isinstance(to, type) and to not in (model, *seen):
            yield from ([field.name, *rest] for rest in paths(to, (*seen, model)))


def test_the_ways_to_a_secret_are_found():
    assert ["deals", "actions", "text"] in list(paths(Session))
    assert ["session", "next_secret"] in list(paths(Deal))


@pytest.mark.parametrize("model", ADMINS, ids=lambda model: model._meta.label)
def test_no_list_can_be_asked_about_a_secret(model, rf):
    lookups = ["__".join([*path, *of]) for path in paths(model) for of in ([], ["startswith"])]
    request = rf.get("/")
    assert [each for each in lookups if ADMINS[model].lookup_allowed(each, "x", request)] == []


@pytest.mark.parametrize("model", ADMINS, ids=lambda model: model._meta.label)
def test_no_list_shows_searches_sorts_or_filters_by_a_secret(model):
    shown = ADMINS[model]
    filters = [each[0] if isinstance(each, tuple) else each for each in shown.list_filter]
    named = [*shown.list_display, *shown.search_fields, *filters, shown.date_hierarchy or ""]
    parts = {part for name in map(str, named) for part in name.lstrip("^=@-").split("__")}
    assert parts.isdisjoint({"secret", "start", "words", "next_secret", "next_words", "actions"})


@pytest.mark.parametrize(
    ("model", "lookup"),
    [
        ("deal", "start__regex=3D"),
        ("deal", "secret__startswith=a"),
        ("deal", "words__0=maple"),
        ("deal", "actions__text__contains=give"),
        ("deal", "session__next_secret__startswith=a"),
        ("session", "next_secret__startswith=a"),
        ("session", "next_words__has_key=1"),
        ("session", "deals__start__regex=3D"),
        ("table", "sessions__deals__secret__startswith=a"),
        ("chatline", "session__next_secret__startswith=a"),
    ],
)
def test_a_lookup_in_the_address_is_refused(admin_client, club, model, lookup):
    club()
    url = reverse(f"admin:games_{model}_changelist")
    assert admin_client.get(f"{url}?{lookup}").status_code == 400


@pytest.mark.parametrize(
    ("model", "lookup"),
    [
        ("deal", "finished_at__isempty=1"),
        ("session", "status__exact=running"),
        ("chatline", "q=hello"),
        ("report", "q=hello"),
    ],
)
def test_what_is_no_secret_can_be_looked_up(admin_client, club, model, lookup):
    club()
    url = reverse(f"admin:games_{model}_changelist")
    assert admin_client.get(f"{url}?{lookup}").status_code == 200
