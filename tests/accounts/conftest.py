"""What tests of sign-ins and of mails share."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache


@pytest.fixture
def uncounted(settings) -> Iterator[None]:
    """Nothing of other tests is counted by the limits, and a new address need not be confirmed."""
    settings.ACCOUNT_EMAIL_VERIFICATION = "optional"
    cache.clear()
    yield
    cache.clear()
