"""The pages that tell the rules."""

import re

import pytest
from django.urls import include, path, reverse

from config.urls import urlpatterns as club
from games.rules import PRESETS

#: The club's pages with those of the rules, wherever the club itself puts them.
urlpatterns = [path("rules/", include("games.rule_urls")), *club]

pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]


def html_of(client, url):
    response = client.get(url)
    assert response.status_code == 200
    return response.content.decode()


def check_markup(html):
    assert "data-card=" not in html
    assert "style=" not in html
    assert "<style" not in html
    ids = re.findall(r'\bid="([^"]+)"', html)
    assert len(ids) == len(set(ids))


def test_the_gallery_leads_to_every_preset(client):
    html = html_of(client, reverse("rules"))
    check_markup(html)
    for name, preset in PRESETS.items():
        assert reverse("rules_preset", args=[name]) in html
        assert preset.title.replace("'", "&#x27;") in html


@pytest.mark.parametrize("name", PRESETS)
def test_each_preset_has_a_page(client, name):
    html = html_of(client, reverse("rules_preset", args=[name]))
    check_markup(html)
    assert html.count("data-face=") > 100
    for chapter in ("deal", "combinations", "play", "scoring"):
        assert f'id="rules-{chapter}"' in html


@pytest.mark.parametrize("name", ["unknown", "PAGAT", "pagat-2"])
def test_there_are_no_other_pages(client, name):
    assert client.get(reverse("rules_preset", args=[name])).status_code == 404


def test_rules_are_only_read(client):
    assert client.post(reverse("rules")).status_code == 405
    assert client.head(reverse("rules")).status_code == 200
