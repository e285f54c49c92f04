"""What clubs provide to the rooms below: whose a table for members is, and what waits."""

from collections.abc import Collection

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.screens.notices import HomeNotice, home_notices
from games.tables import clubs as tables
from games.tables.clubs import ClubHouseRules, HostClub
from tournaments.clubs import selectors
from tournaments.clubs.models import Club
from tournaments.clubs.policy import Right, Role, may


def host_club(club: Club) -> HostClub:
    """Return the club as tables know it; its house rules are fetched already."""
    return HostClub(
        number=club.pk,
        slug=club.slug,
        name=club.name,
        default_rules=club.default_rules,
        stake_minor=club.stake_minor,
        currency=club.currency,
        house_rules=tuple(
            ClubHouseRules(kept.choice, kept.name, kept.options)
            for kept in selectors.house_rules(club)
        ),
    )


def _own_clubs(user: User) -> list[HostClub]:
    return [
        host_club(each.club)
        for each in selectors.memberships_of(user)
        if may(Role(each.role), Right.PLAY)
    ]


def _club_names(numbers: Collection[int]) -> dict[int, str]:
    return dict(Club.objects.filter(pk__in=numbers).values_list("pk", "name"))


def _notices(user: User) -> list[HomeNotice]:
    """Return the invitations that wait for the person, and who asks to join. Two queries."""
    if user.is_guest:
        return []
    invited = [
        HomeNotice(
            _("%(by)s invites you to %(club)s.")
            % {"by": each.made_by.shown_name, "club": each.club.name},
            _("Answer"),
            reverse("clubs"),
        )
        for each in selectors.invitations_of(user)
    ]
    asked = [
        HomeNotice(
            ngettext(
                "%(count)d person asks to join %(club)s.",
                "%(count)d people ask to join %(club)s.",
                count,
            )
            % {"count": count, "club": club.name},
            _("Answer"),
            reverse("club_invitations", args=[club.slug]),
        )
        for club, count in selectors.requests_to_answer(user)
    ]
    return [*invited, *asked]


def provide() -> None:
    """Fill the slots; called when the apps are ready."""
    home_notices.put(_notices, selectors.invitations_at, selectors.requests_for)
    tables.own_clubs.fill(_own_clubs)
    tables.memberships.fill(selectors.club_numbers)
    tables.memberships_among.fill(selectors.club_numbers_among)
    tables.club_names.fill(_club_names)
