"""The club's accounts among its pages, for the room of clubs, which does not know the book."""

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.clubs.links import ClubTab, club_tabs
from tournaments.clubs.models import Club
from tournaments.clubs.policy import Right, Role, may

#: What the tab is called where pages say which one they are.
TAB = "accounts"


def _tab(club: Club, role: Role | None) -> ClubTab | None:
    if not may(role, Right.SEE_MEMBERS):
        return None
    return ClubTab(TAB, _("Accounts"), reverse("club_accounts", args=[club.slug]))


def provide() -> None:
    """Fill the shelf; called when the apps are ready."""
    club_tabs.put(_tab)
