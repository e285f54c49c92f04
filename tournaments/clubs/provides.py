"""Functions that clubs provide to lower packages: clubs of tables, and notices on the home page."""

from collections.abc import Collection

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from accounts.notices import senders
from games.screens.notices import HomeNotice, home_notices, waiting
from games.tables import clubs as tables
from games.tables.clubs import ClubHouseRules, HostClub, HouseTerms
from tournaments.clubs import selectors
from tournaments.clubs.models import Club, ClubRecord
from tournaments.clubs.notices.sender import ClubSender, NewsSender
from tournaments.clubs.policy import Right, Role, may
from tournaments.clubs.sentences import house_sentence


def host_club(club: Club) -> HostClub:
    """Return the club as the tables package needs it; its house rules must be prefetched."""
    return HostClub(
        number=club.pk,
        slug=club.slug,
        name=club.name,
        default_rules=club.default_rules,
        stake_minor=club.stake_minor,
        currency=club.currency,
        house_rules=tuple(
            ClubHouseRules(kept.choice, kept.name, kept.options, kept.max_loss)
            for kept in selectors.house_rules(club)
        ),
    )


def _house_of(club_id: int, *, lock: bool = False) -> HouseTerms | None:
    """Return the limits within which the club pays for bots; None if it doesn't. One query."""
    found = Club.objects.filter(pk=club_id, plays_house=True, closed_at=None)
    # Rows with a foreign key to the club can still be written.
    club = (found.select_for_update(no_key=True) if lock else found).first()
    if club is None:
        return None
    return HouseTerms(club.house_currency, club.house_stake_minor, club.house_limit_minor)


def _may_open_house_tables(user_id: int, club_id: int) -> bool:
    """Return whether the user's role in the club allows tables that cost club money. One query."""
    return may(selectors.role_of(club_id, user_id), Right.PLAY_AGAINST_THE_HOUSE)


def _record_house_table(user: User, club_id: int, max_loss: str) -> None:
    """Record in the club's activity that the user opened a table that can cost it `max_loss`."""
    ClubRecord.objects.create(
        club_id=club_id, actor=user, deed=ClubRecord.Deed.HOUSE, params={"worst": max_loss}
    )


def _own_clubs(user: User) -> list[HostClub]:
    """Return the user's open clubs, as the tables package needs them. Two queries."""
    return [
        host_club(each.club)
        for each in selectors.memberships_of(user)
        if may(Role(each.role), Right.PLAY)
    ]


def _club_names(club_ids: Collection[int]) -> dict[int, str]:
    """Return the names of clubs by id. One query."""
    return dict(Club.objects.filter(pk__in=club_ids).values_list("pk", "name"))


def _notices(user: User) -> list[HomeNotice]:
    """Return home notices of invitations, join requests and club money at risk; none for guests.

    Three queries.
    """
    if user.is_guest:
        return []
    invited = [
        HomeNotice(
            _("%(by)s invited you to join %(club)s")
            % {"by": each.made_by.shown_name, "club": each.club.name},
            "",
            reverse("clubs"),
            press_label=_("View invitation"),
        )
        for each in selectors.invitations_of(user)
    ]
    asked = [
        HomeNotice(
            ngettext(
                "%(count)d player wants to join %(club)s",
                "%(count)d players want to join %(club)s",
                count,
            )
            % {"count": count, "club": club.name},
            "",
            reverse("club_invitations", args=[club.slug]),
            press_label=_("View requests"),
        )
        for club, count in selectors.requests_to_answer(user)
    ]
    at_stake = [
        HomeNotice(
            _("%(club)s could lose money") % {"club": each.club.name},
            house_sentence(each),
            reverse("club_activity", args=[each.club.slug]),
        )
        for each in selectors.newest_house_records(user)
    ]
    return [*invited, *asked, *at_stake]


def provide() -> None:
    """Fill the slots; called when the apps are ready."""
    senders.register(NewsSender())
    home_notices.add(
        _notices, selectors.invitations_at, selectors.requests_for, selectors.house_records_at
    )
    waiting.add(selectors.invitations_at, selectors.requests_for)
    senders.register(ClubSender())
    tables.own_clubs.fill(_own_clubs)
    tables.memberships.fill(selectors.club_numbers)
    tables.memberships_among.fill(selectors.club_numbers_among)
    tables.club_names.fill(_club_names)
    tables.house_of.fill(_house_of)
    tables.may_open_house_tables.fill(_may_open_house_tables)
    tables.house_table_opened.fill(_record_house_table)
