"""The administration of house rules."""

import pytest
from django.urls import reverse

from games.rulebook import house_rules
from tests.games.rulebook.support import RULES, page

pytestmark = pytest.mark.django_db


def test_an_admin_sees_house_rules_and_can_change_only_the_name(admin_client, friday):
    assert "Friday" in page(admin_client, reverse("admin:games_houserules_changelist"))
    url = reverse("admin:games_houserules_change", args=[friday.pk])
    admin_client.post(url, {"name": "Saturday", "options": "{}", "owner": ""})
    found = house_rules.find(friday.slug)
    assert (found.name, found.rules) == ("Saturday", RULES)
