"""What the profile page shows besides the profile: parts that the rooms above provide.

This room lies under all others and knows none of them; each brings its part with its own forms.
"""

from collections.abc import Callable

from django.http import HttpRequest
from django.utils.safestring import SafeString

#: Makes a part of the page for whoever reads it; empty where there is nothing for them.
ProfilePart = Callable[[HttpRequest], SafeString]

_parts: dict[str, ProfilePart] = {}


def provide(name: str, part: ProfilePart) -> None:
    """Let the page have this part; the parts come in the order in which they were provided."""
    _parts[name] = part


def parts(request: HttpRequest, **made: SafeString) -> list[SafeString]:
    """Return all parts of the page.

    :param made: parts that the caller has made already, by name: a form with its errors, say
    """
    return [made[name] if name in made else part(request) for name, part in _parts.items()]
