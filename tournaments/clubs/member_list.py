"""The list of members as a file for spreadsheets."""

from typing import Final

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.guests import signed_in_user
from games.common import spreadsheets
from tournaments.clubs import presenter
from tournaments.clubs.context import allowed_club
from tournaments.clubs.policy import Right

FIELDS: Final = (
    "name", "username", "role", "joined", "club_games", "last_played", "rating", "note",
)  # fmt: skip


@login_required
@never_cache
@require_safe
def members_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """Download the list of members, with the notes that the reader may see."""
    club, role = allowed_club(request, slug, Right.NOTE)
    lines = presenter.member_lines(club, signed_in_user(request), role)
    rows = (
        [
            line.name,
            line.membership.user.username,
            line.membership.role,
            line.membership.joined_at.date().isoformat(),
            line.attendance.sessions,
            line.attendance.last and line.attendance.last.date().isoformat(),
            line.rating and line.rating.rating,
            line.note,
        ]
        for line in lines
    )
    text = spreadsheets.as_text(FIELDS, ([*map(spreadsheets.cell, row)] for row in rows))
    return spreadsheets.as_download(text, club.name, "members")
