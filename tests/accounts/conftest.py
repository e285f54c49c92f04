"""Fixtures shared by tests of sign-ins and mails."""

from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from django.core.cache import cache


@pytest.fixture
def no_rate_limits(settings, monkeypatch) -> Iterator[None]:
    """Reset all rate limits, and make confirming a new email address optional."""
    # A code is valid for 30 seconds, and must not expire before it is entered.
    clock = SimpleNamespace(time=lambda: 1.8e9)
    monkeypatch.setattr("allauth.mfa.totp.internal.auth.time", clock)
    settings.ACCOUNT_EMAIL_VERIFICATION = "optional"
    cache.clear()
    yield
    cache.clear()
