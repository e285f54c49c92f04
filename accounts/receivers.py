"""The log of failed sign-ins: where they came from."""

import logging
from typing import Any

from django.contrib.auth.signals import user_login_failed
from django.dispatch import receiver
from django.http import HttpRequest

from accounts import limits

logger = logging.getLogger(__name__)


@receiver(user_login_failed)
def log_failed_sign_in(
    sender: Any, credentials: dict[str, Any], request: HttpRequest | None = None, **kwargs: Any
) -> None:
    """Log where a failed sign-in came from; not the name, which may be a mistyped password."""
    name = credentials.get("username") or credentials.get("email") or ""
    address = limits.address(request) if request is not None else "no request"
    logger.warning("failed sign-in from %s with a name of %d characters", address, len(str(name)))
