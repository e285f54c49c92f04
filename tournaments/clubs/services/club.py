"""A club as a whole: founded, changed, handed over, closed."""

from typing import Any, TypedDict, Unpack

from django.db import transaction
from django.utils import timezone

from accounts.caller import Caller
from accounts.models import User
from games.common.denials import Denial, DeniedError, answering
from tournaments.clubs.denials import ClubCode
from tournaments.clubs.links import still_running
from tournaments.clubs.models import Club, ClubRecord, Invitation, Membership
from tournaments.clubs.policy import Right, Role
from tournaments.clubs.services.core import changing, member

#: How many open clubs a person can own: more than anybody can look after, no heap of them.
MOST_OWNED = 5


class ClubTerms(TypedDict, total=False):
    """What its owner says of a club; `Club` says what the fields are."""

    name: str
    picture: str
    description: str
    place: str
    time_zone: str
    language: str
    default_rules: str
    stake_minor: int
    currency: str
    takes_requests: bool
    is_listed: bool


@answering
def found(caller: Caller, **terms: Unpack[ClubTerms]) -> Club | Denial:
    """Found a club, whose owner is who asks."""
    person = member(caller)
    values = _checked(terms)
    with transaction.atomic():
        _hold(person.pk)
        if owned(person.pk) >= MOST_OWNED:
            raise DeniedError(ClubCode.OWNS_TOO_MANY, most=MOST_OWNED)
        club = Club.objects.create(**values)
        Membership.objects.create(club=club, user=person, role=Role.OWNER.value)
        ClubRecord.objects.create(club=club, actor=person, deed=ClubRecord.Deed.FOUNDED)
    return club


@answering
def change(caller: Caller, club_id: int, **terms: Unpack[ClubTerms]) -> Denial | None:
    """Say something else of the club; what stays as it was is not noted."""
    values = _checked(terms)
    with changing(club_id, caller, Right.CHANGE_CLUB) as club:
        changed = [name for name, value in values.items() if getattr(club.row, name) != value]
        if not changed:
            return None
        for name in changed:
            setattr(club.row, name, values[name])
        club.row.save(update_fields=changed)
        club.note(ClubRecord.Deed.CHANGED, what=" ".join(changed))
    return None


@answering
def hand_over(caller: Caller, club_id: int, heir_id: int) -> Denial | None:
    """Make another member the owner; who hands over stays as an organizer."""
    with changing(club_id, caller, Right.HAND_OVER) as club:
        heir = club.member_under(Right.HAND_OVER, heir_id)
        _hold(heir_id)
        if owned(heir_id) >= MOST_OWNED:
            raise DeniedError(ClubCode.TOO_MANY_FOR_HEIR, most=MOST_OWNED)
        # In this order: there is one owner at most at any time.
        club.row.memberships.filter(user=club.person).update(role=Role.ORGANIZER.value)
        club.row.memberships.filter(pk=heir.pk).update(role=Role.OWNER.value)
        club.note(ClubRecord.Deed.HANDED, heir.user)
    return None


@answering
def close(caller: Caller, club_id: int) -> Denial | None:
    """Close the club for good: its members can still look back, and nothing changes any more.

    Events that run have to be ended first.
    """
    with transaction.atomic():
        # Rooms above lock their rows before the club's, as whoever opens a table in an event does.
        still_running(club_id)
        _close(caller, club_id)
    return None


def _close(caller: Caller, club_id: int) -> None:
    with changing(club_id, caller, Right.CLOSE) as club:
        running = [name for names in still_running(club_id) for name in names]
        if running:
            raise DeniedError(ClubCode.STILL_RUNNING, names=tuple(running))
        now = timezone.now()
        Invitation.objects.filter(club=club.row, revoked_at=None).update(revoked_at=now)
        club.row.requests.filter(answered_at=None).delete()
        club.row.closed_at = now
        club.row.save(update_fields=["closed_at"])
        club.note(ClubRecord.Deed.CLOSED)


def owned(user_id: int) -> int:
    """Return how many open clubs the person owns."""
    return Membership.objects.filter(
        user_id=user_id, role=Role.OWNER.value, club__closed_at=None
    ).count()


def _hold(user_id: int) -> None:
    """Hold the person's row, so that two clubs at once are counted one after the other."""
    User.objects.select_for_update().filter(pk=user_id).first()


def _checked(terms: ClubTerms) -> dict[str, Any]:
    """Return the terms with the name's spaces put right.

    :raises DeniedError: the name will not do
    """
    values: dict[str, Any] = dict(terms)
    if "name" in values:
        values["name"] = name = " ".join(values["name"].split())
        if not any(map(str.isalnum, name)):
            raise DeniedError(ClubCode.NAMELESS)
        if not name.isprintable():
            raise DeniedError(ClubCode.NAME_UNSHOWABLE)
    return values
