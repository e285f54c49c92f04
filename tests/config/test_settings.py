"""Settings that apply to every page."""

import pytest
from django.urls import reverse

pytestmark = pytest.mark.django_db


def test_pages_have_strict_security_headers(client):
    headers = client.get(reverse("home")).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert headers["X-Frame-Options"] == "DENY"
    assert {"camera=()", "microphone=()", "geolocation=()", "payment=()"} <= {
        *headers["Permissions-Policy"].split(", ")
    }
