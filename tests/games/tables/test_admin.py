"""The administration: secrets that staff must not see."""

from collections.abc import Iterator

import pytest
from django.contrib import admin
from django.db.models import Model
from django.urls import reverse
from django.utils import timezone

from games.rules.cards import card_names
from games.rules.deal.state import Phase
from games.tables.models import Action, Deal, Session

#: What nobody may guess letter by letter.
SECRETS = {
    Deal: {"secret", "start", "words"},
    Session: {"next_secret", "next_words"},
    Action: {"text"},
}
ADMINS = admin.site._registry
#: Ways over more models than these are of no other kind, and there are millions of them.
FARTHEST = 5


def paths(model: type[Model], seen: tuple[type[Model], ...] = ()) -> Iterator[list[str]]:
    """Return the paths from a model to a secret, through relations in either direction."""
    for name in sorted(SECRETS.get(model, ())):
        yield [name]
    if len(seen) == FARTHEST:
        return
    for field in model._meta.get_fields():
        to = field.related_model
        if field.is_relation and isinstance(to, type) and to not in (model, *seen):
            yield from ([field.name, *rest] for rest in paths(to, (*seen, model)))


def test_every_lookup_path_to_a_secret_is_found():
    assert ["deals", "actions", "text"] in list(paths(Session))
    assert ["session", "next_secret"] in list(paths(Deal))
    # Where there is a way at all there is one to each of them: none is left out for being far.
    everything = set().union(*SECRETS.values())
    for model in ADMINS:
        assert {way[-1] for way in paths(model)} in (set(), everything), model


@pytest.mark.parametrize("model", ADMINS, ids=lambda model: model._meta.label)
def test_admin_lists_refuse_lookups_of_secrets(model, rf):
    lookups = ["__".join([*path, *of]) for path in paths(model) for of in ([], ["startswith"])]
    request = rf.get("/")
    assert [each for each in lookups if ADMINS[model].lookup_allowed(each, "x", request)] == []


@pytest.mark.parametrize("model", ADMINS, ids=lambda model: model._meta.label)
def test_admin_lists_do_not_show_search_sort_or_filter_by_secrets(model):
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
def test_an_admin_url_that_looks_up_a_secret_is_refused(admin_client, club, model, lookup):
    club()
    url = reverse(f"admin:games_{model}_changelist")
    assert admin_client.get(f"{url}?{lookup}").status_code == 400


@pytest.mark.every_database
@pytest.mark.parametrize(
    ("model", "lookup"),
    [
        ("deal", "finished_at__isempty=1"),
        ("session", "status__exact=running"),
        ("chatline", "q=hello"),
        ("report", "q=hello"),
    ],
)
def test_an_admin_url_can_look_up_other_fields(admin_client, club, model, lookup):
    club()
    url = reverse(f"admin:games_{model}_changelist")
    assert admin_client.get(f"{url}?{lookup}").status_code == 200


pytestmark = pytest.mark.django_db


@pytest.fixture
def exchanging(club):
    """The second deal of a table where the user won the first."""
    game = club(rules="three_players_exchange", deals=3)
    game.rig("3D", "4D 5D", "6D 7D 8D")
    assert game.play("3D") is None
    assert game.ready() is None
    assert game.now().state.phase is Phase.EXCHANGE
    return game


def test_the_admin_hides_a_gift_until_the_deal_is_over(exchanging, admin_client):
    given = card_names(exchanging.now().state.hands[0])[0]
    assert exchanging.give(given) is None
    deal = exchanging.deal_row()
    gift = deal.actions.get(number=0)
    assert given in gift.text
    address = reverse("admin:games_deal_change", args=[deal.pk])
    assert gift.text not in admin_client.get(address).content.decode()
    Deal.objects.filter(pk=deal.pk).update(finished_at=timezone.now())
    assert gift.text in admin_client.get(address).content.decode()


def test_a_deal_cannot_be_deleted_in_the_admin(admin_client, club):
    deal = club().now().deal
    url = reverse("admin:games_deal_delete", args=[deal.pk])
    assert admin_client.post(url, {"post": "yes"}).status_code == 403


def test_the_admin_lists_deals_and_hides_the_hands_of_running_ones(admin_client, club):
    game = club(deals=2)
    position = game.now()
    for name in ("table", "session", "deal"):
        assert admin_client.get(reverse(f"admin:games_{name}_changelist")).status_code == 200
    url = reverse("admin:games_deal_change", args=[position.deal.pk])
    html = admin_client.get(url).content.decode()
    assert "Shown once the deal is over." in html
    assert position.deal.start.splitlines()[-1] not in html
    game.finish_deal()
    assert "big-two deal" in admin_client.get(url).content.decode()
