"""The picture of an event's page: what, whose and when."""

from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from games.common.previews import LinkPicture, picture
from tournaments.events import access, presenter, selectors
from tournaments.events.models import Event
from tournaments.events.presenter.words import format_words
from tournaments.events.views.common import IN


@require_safe
def event_preview(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Send the picture of an event, or of the club where outsiders may not see the event."""
    found = selectors.event(slug)
    is_open = found is not None and access.is_for_previews(found)
    return picture(request, preview_of(found) if found is not None and is_open else None)


def preview_of(event: Event) -> LinkPicture:
    """Return what the picture of the event shows. One query; nobody's name."""
    entered = event.entries.filter(status__in=IN).count()
    words = ngettext("%(count)d entry", "%(count)d entries", entered) % {"count": entered}
    if event.entry_limit is not None:
        words = f"{words} / {event.entry_limit}"
    lines = [presenter.when(event), format_words(event), words]
    if event.status != Event.Status.OPEN:
        lines[-1] = event.get_status_display()
    return LinkPicture(event.club.name, event.name, tuple(lines))
