"""What tests of sign-ins and of mails share."""

from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from django.core.cache import cache


@pytest.fixture
def uncounted(settings, monkeypatch) -> Iterator[None]:
    """Nothing of other tests is counted by the limits, and a new address need not be confirmed."""
    # A code holds for half a minute by the clock, which must not turn before it is entered.
    clock = SimpleNamespace(time=lambda: 1.8e9)
    monkeypatch.setattr("allauth.mfa.totp.internal.auth.time", clock)
    settings.ACCOUNT_EMAIL_VERIFICATION = "optional"
    cache.clear()
    yield
    cache.clear()
