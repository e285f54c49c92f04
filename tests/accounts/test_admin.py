"""Access to the Django admin."""

import pytest
from django.urls import reverse

from accounts.services import create_guest

pytestmark = [pytest.mark.django_db, pytest.mark.every_database]


def test_a_guest_cannot_open_the_admin(client, db):
    client.force_login(create_guest())
    assert client.get(reverse("admin:index")).status_code == 302
