"""Queries: a club's dues, and which members agreed to them, are exempt or were not asked."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum, auto

from django.db.models import Count

from accounts.models import User
from games.agreements.models import Agreement
from games.agreements.selectors import current_of, in_force
from tournaments.clubs import selectors as clubs
from tournaments.clubs.models import Club, Membership
from tournaments.ledger.dues.models import Dues, DuesCharge, DuesExemption

_DUES = Agreement.Subject.DUES


class DuesState(StrEnum):
    """State of a member's agreement to the dues: agreed, used up, not agreed, or exempt."""

    AGREED = auto()
    #: All periods of the agreement were charged.
    USED_UP = auto()
    NOT_AGREED = auto()
    EXEMPT = auto()


@dataclass(frozen=True, slots=True)
class MemberDues:
    """A member, their agreement to the dues and what is left of it, or their exemption."""

    membership: Membership
    state: DuesState
    agreement: Agreement | None
    #: Number of periods that the agreement still covers.
    periods_left: int
    exemption: DuesExemption | None


def dues_of(club: Club | int) -> Dues | None:
    """Return the club's current dues with their club; None if it has none. One query."""
    return Dues.objects.select_related("club").filter(club=club, ended_at=None).first()


def agreements_to(dues: Dues) -> dict[int, list[Agreement]]:
    """Return the agreements in force to the dues by user ID, oldest first. One query."""
    found: dict[int, list[Agreement]] = {}
    for each in in_force(_DUES, [dues.pk]):
        assert each.user_id is not None
        found.setdefault(each.user_id, []).append(each)
    return found


def periods_charged(dues: Dues) -> Mapping[int, int]:
    """Return the number of periods charged under each agreement, by its ID. One query."""
    rows = DuesCharge.objects.filter(dues=dues).order_by()
    return dict(rows.values_list("agreement").annotate(count=Count("pk")))


def exemptions_of(club_id: int) -> dict[int, DuesExemption]:
    """Return the club's exemptions by user ID. One query."""
    rows = DuesExemption.objects.filter(club=club_id).select_related("made_by")
    return {each.user_id: each for each in rows}


def member_dues(dues: Dues) -> list[MemberDues]:
    """Return all members with the state of their agreement. Four queries."""
    agreements, charged = agreements_to(dues), periods_charged(dues)
    exemptions = exemptions_of(dues.club_id)
    return [
        _member_dues(
            each,
            own[-1] if (own := agreements.get(each.user_id)) else None,
            exemptions.get(each.user_id),
            charged,
        )
        for each in clubs.members(dues.club)
    ]


def _member_dues(
    membership: Membership,
    agreement: Agreement | None,
    exemption: DuesExemption | None,
    charged: Mapping[int, int],
) -> MemberDues:
    """Return the member with the state of their agreement.

    :param charged: the number of periods charged under each agreement, by its ID
    """
    left = 0 if agreement is None else _periods_left(agreement, charged)
    if exemption is not None:
        state = DuesState.EXEMPT
    elif agreement is None:
        state = DuesState.NOT_AGREED
    else:
        state = DuesState.AGREED if left else DuesState.USED_UP
    return MemberDues(membership, state, agreement, left, exemption)


def _periods_left(agreement: Agreement, charged: Mapping[int, int]) -> int:
    """Return how many periods the agreement still covers."""
    periods: int = agreement.terms["periods"]
    return periods - charged.get(agreement.pk, 0)


def own_state(dues: Dues, user: User) -> MemberDues | None:
    """Return the state of the user's agreement; None for others than members. Four queries."""
    membership = Membership.objects.filter(club=dues.club_id, user=user).first()
    if membership is None:
        return None
    agreement = current_of(user.pk, _DUES, dues.pk)
    exemption = DuesExemption.objects.filter(club=dues.club_id, user=user).first()
    charged = {} if agreement is None else periods_charged(dues)
    return _member_dues(membership, agreement, exemption, charged)


def charges_of(dues: Dues, user: User) -> list[DuesCharge]:
    """Return what the user was charged under these dues, newest first. Two queries."""
    rows = DuesCharge.objects.filter(dues=dues, user=user).select_related("settlement")
    return list(rows.prefetch_related("settlement__transfers").order_by("-period_start"))
