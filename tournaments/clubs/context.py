"""Shared code of the pages of clubs: the club, the reader's rights, and messages."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from accounts.guests import person
from games.common.denials import Denial
from tournaments.clubs import presenter, selectors
from tournaments.clubs.denials import ClubCode, denial_sentence
from tournaments.clubs.models import Club
from tournaments.clubs.policy import Right, Role, may


def club_and_role(request: HttpRequest, slug: str) -> tuple[Club, Role | None]:
    """Return the club with this slug and the reader's role; raise Http404 if there is none."""
    found = selectors.club(slug)
    if found is None:
        raise Http404(_("This club doesn’t exist."))
    return found, selectors.role_of(found, person(request))


def allowed_club(
    request: HttpRequest, slug: str, right: Right, *, needs_open: bool = False
) -> tuple[Club, Role]:
    """Return the club and the reader's role; raise PermissionDenied if the role lacks the right.

    :raises PermissionDenied: the role does not have the right
    :raises Http404: there is no such club, or it is closed and `needs_open`
    """
    found, role = club_and_role(request, slug)
    if role is None or not may(role, right):
        raise PermissionDenied
    if needs_open and found.closed_at is not None:
        raise Http404(_("This club is closed and can’t be changed."))
    return found, role


def show_page(
    request: HttpRequest,
    template: str,
    club: Club,
    role: Role | None,
    *,
    status: int = 200,
    **context: Any,
) -> HttpResponse:
    """Render a page of the club; the current tab is `tab`, or named like the template."""
    context |= presenter.club_context(club, role, context.pop("tab", template))
    return render(request, f"tournaments/clubs/{template}.html", context, status=status)


def flash_result(request: HttpRequest, answer: object, success_message: str = "") -> bool:
    """Flash the reason for a denial, or the success message; return True on success."""
    if isinstance(answer, Denial):
        messages.error(request, denial_sentence(answer))
        return False
    if success_message:
        messages.success(request, success_message)
    return True


#: Denials that get a 403 page; all others a message.
_FORBIDDEN = {ClubCode.NOT_A_MEMBER, ClubCode.NOT_ALLOWED, ClubCode.NO_GUESTS, ClubCode.UNKNOWN}


def raise_if_forbidden(answer: object) -> None:
    """Raise PermissionDenied if the answer is a denial for lack of permission; else do nothing."""
    if isinstance(answer, Denial) and answer.code in _FORBIDDEN:
        raise PermissionDenied
