"""System checks of a deployment (`manage.py check --deploy`)."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Tags, Warning, register


@register(Tags.security, deploy=True)
def check_push_endpoints(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:
    """Warn if users can make the server send requests to hosts in its own network."""
    if not settings.PUSH_PRIVATE_ENDPOINTS:
        return []
    return [
        Warning(
            "PUSH_PRIVATE_ENDPOINTS is on: any user can make this server send requests to hosts in"
            " its own network.",
            hint="Remove PUSH_PRIVATE_ENDPOINTS from the environment. It is for tests alone.",
            id="accounts.W001",
        )
    ]
