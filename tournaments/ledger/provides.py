"""The settlement as a part of pages that show a finished session."""

from django.urls import reverse
from django.utils.translation import gettext as _

from games.tables import links
from games.tables.links import PagePart


def _settlement(slug: str, number: int) -> PagePart:
    url = reverse("settlement", args=[slug, number])
    return PagePart(url, _("The settlement is being worked out…"))


def provide() -> None:
    """Fill the slot; called when the apps are ready."""
    links.session_parts.put(_settlement)
