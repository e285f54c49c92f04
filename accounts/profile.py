"""Registry of further sections of the profile page, provided by other apps.

This app is the lowest layer and imports no other; each of the others registers a section with its
own forms.
"""

from collections.abc import Callable

from django.http import HttpRequest
from django.utils.safestring import SafeString

#: Renders a section for the request's user; empty if it doesn't apply to the user.
ProfilePart = Callable[[HttpRequest], SafeString]

_sections: dict[str, ProfilePart] = {}


def provide(name: str, render_section: ProfilePart) -> None:
    """Register a section of the profile page under this name."""
    _sections[name] = render_section


def parts(request: HttpRequest, **rendered: SafeString) -> list[SafeString]:
    """Return the rendered sections of the profile page, in order.

    :param rendered: sections already rendered by the caller, by name, such as a form with errors
    """
    return [
        rendered[name] if name in rendered else render_section(request)
        for name, render_section in _sections.items()
    ]
