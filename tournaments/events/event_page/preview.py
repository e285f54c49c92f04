"""The link preview picture of an event: its name, club and date."""

from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from games.common.previews.facts import LinkPicture
from games.common.previews.http import picture
from tournaments.events.core import access, selectors
from tournaments.events.core.models import Event
from tournaments.events.core.words import format_words, when
from tournaments.events.entries.models import Entry


@require_safe
def event_preview(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Send the picture of an event, or of the club if outsiders may not see the event."""
    found = selectors.event(slug)
    is_open = found is not None and access.is_for_previews(found)
    return picture(request, preview_of(found) if found is not None and is_open else None)


def preview_of(event: Event) -> LinkPicture:
    """Return the content of the event's picture, without names of users. One query."""
    entered = event.entries.filter(status__in=Entry.PLACED_STATUSES).count()
    words = (
        ngettext("%(count)d signed up", "%(count)d signed up", entered)
        if event.entry_limit is None
        else ngettext(
            "%(count)d of %(limit)d signed up", "%(count)d of %(limit)d signed up", entered
        )
    ) % {"count": entered, "limit": event.entry_limit}
    lines = [when(event), format_words(event), words]
    if event.status != Event.Status.OPEN:
        lines[-1] = event.get_status_display()
    return LinkPicture(event.club.name, event.name, tuple(lines))
