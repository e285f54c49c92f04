"""Registry of further sections of the profile page, provided by other apps.

This app is the lowest layer and imports no other; each of the others registers a section with its
own forms.
"""

from collections.abc import Callable

from django.http import HttpRequest
from django.utils.safestring import SafeString

#: Renders a section for the request's user; empty if it doesn't apply to the user.
ProfilePart = Callable[[HttpRequest], SafeString]

_parts: dict[str, ProfilePart] = {}


def provide(name: str, part: ProfilePart) -> None:
    """Register a section; sections appear in the order in which they are registered."""
    _parts[name] = part


def parts(request: HttpRequest, **made: SafeString) -> list[SafeString]:
    """Return all sections of the page.

    :param made: sections that the caller has already rendered, by name, such as a form with errors
    """
    return [made[name] if name in made else part(request) for name, part in _parts.items()]
