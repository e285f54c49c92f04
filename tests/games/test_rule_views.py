"""The pages that tell the rules."""

import re

import pytest
from django.urls import reverse

from accounts.models import User
from games.models import Table
from games.rules import PRESETS

pytestmark = pytest.mark.django_db


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


def test_each_preset_can_be_played_and_changed_from_the_gallery_and_its_page(client):
    gallery = html_of(client, reverse("rules"))
    for name in PRESETS:
        change = f'href="{reverse("house_rules_new")}?from={name}"'
        play = f'name="rules" value="{name}"'
        page = html_of(client, reverse("rules_preset", args=[name]))
        for html in (gallery, page):
            assert change in html
            assert play in html


def test_the_button_of_a_page_opens_one_table_by_its_rules(client):
    html = html_of(client, reverse("rules_preset", args=["lukang"]))
    key = re.search(r'name="opening_key" value="([^"]+)"', html)[1]
    for _ in range(2):
        client.post(reverse("play_now"), {"opening_key": key, "rules": "lukang"})
    assert Table.objects.get().rules_name == "lukang"


def test_members_can_choose_deals_and_stake_first(client):
    url = reverse("rules_preset", args=["lukang"])
    assert "Choose deals and stake" not in html_of(client, url)
    client.force_login(User.objects.create_user("ada", password="correct horse 9"))
    assert f'href="{reverse("home")}?rules=lukang"' in html_of(client, url)
