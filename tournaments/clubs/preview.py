"""Link preview picture of a club."""

from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.common.previews.facts import LinkPicture
from games.common.previews.http import picture
from tournaments.clubs import selectors
from tournaments.clubs.models import Club


@require_safe
def club_preview(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Send the picture of a listed club; for other clubs, a general one."""
    found = selectors.club(slug)
    is_open = found is not None and found.is_listed and found.closed_at is None
    return picture(request, preview_of(found) if found is not None and is_open else None)


def preview_of(club: Club) -> LinkPicture:
    """Return the content of the club's picture; it names no member."""
    lines = [club.place] if club.place else []
    lines.append(_("Play Big Two with friends"))
    return LinkPicture(_("Club"), club.name, tuple(lines), cards=("AS", "2S"))
