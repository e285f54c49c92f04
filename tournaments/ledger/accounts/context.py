"""Context of the pages of a club's accounts: the club, the reader, and the currency."""

from dataclasses import dataclass
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from accounts.guests import person
from accounts.models import User
from tournaments.clubs import presenter as club_pages
from tournaments.clubs import selectors as clubs
from tournaments.clubs.models import Club
from tournaments.clubs.policy import Right, Role, may
from tournaments.ledger.accounts import selectors
from tournaments.ledger.book.models import ClubBook

#: Key of the tab of accounts on a club's pages.
TAB = "accounts"


@dataclass(frozen=True, slots=True)
class ClubContext:
    """The club, its ledger settings, the reader, and the reader's role and permissions."""

    club: Club
    reader: User
    #: None for a former member.
    role: Role | None
    book: ClubBook

    @property
    def keeps_book(self) -> bool:
        """Return whether the reader may manage the club's ledger."""
        return may(self.role, Right.KEEP_BOOK)

    @property
    def sees_all(self) -> bool:
        """Return whether the reader sees all amounts, as in `access.may_see_amounts`."""
        return self.keeps_book or self.book.seen_by == ClubBook.SeenBy.MEMBERS

    @property
    def only_user(self) -> User | None:
        """The user whose amounts are shown; None if the reader sees all."""
        return None if self.sees_all else self.reader


def club_context(request: HttpRequest, slug: str, *, keeps_book: bool = False) -> ClubContext:
    """Return the club with the reader's role and the ledger settings.

    The reader must be a member or, with `keeps_book`, keep its ledger. Three queries.

    :raises Http404: if there is no such club
    :raises PermissionDenied: if the reader is no member or lacks the right
    """
    club = clubs.club(slug)
    if club is None:
        raise Http404(_("This club doesn’t exist."))
    reader = person(request)
    role = clubs.role_of(club, reader)
    right = Right.KEEP_BOOK if keeps_book else Right.SEE_MEMBERS
    if reader is None or role is None or not may(role, right):
        raise PermissionDenied
    return ClubContext(club, reader, role, selectors.book_of(club))


def render_page(
    request: HttpRequest,
    template: str,
    club_context: ClubContext,
    *,
    status: int = 200,
    **context: Any,
) -> HttpResponse:
    """Render the club template with the club's heading and the reader's permissions."""
    context |= {
        **club_pages.club_context(club_context.club, club_context.role, TAB),
        "keeps_book": club_context.keeps_book,
        "sees_all": club_context.sees_all,
    }
    return render(request, f"tournaments/ledger/club_{template}.html", context, status=status)


def requested_currency(request: HttpRequest, currencies: list[str]) -> str:
    """Return the currency asked for, or the club's first; empty for points or none at all."""
    asked = request.GET.get("currency")
    if asked is not None and asked in currencies:
        return asked
    return next(iter(currencies), "")
