"""The administration of house rules."""

import pytest
from django.urls import reverse

from games.rulebook import house_rules
from tests.games.rulebook.support import RULES, page

pytestmark = pytest.mark.django_db


def test_admin_shows_them_and_changes_the_name_alone(admin_client, friday):
    assert "Friday" in page(admin_client, reverse("admin:games_houserules_changelist"))
    url = reverse("admin:games_houserules_change", args=[friday.pk])
    admin_client.post(url, {"name": "Saturday", "options": "{}", "owner": ""})
    found = house_rules.find(friday.slug)
    assert (found.name, found.rules) == ("Saturday", RULES)
