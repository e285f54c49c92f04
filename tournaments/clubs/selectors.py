"""Reads: clubs, who belongs to them, and what has happened there."""

from collections import defaultdict
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Count, Exists, F, Max, OuterRef, Prefetch, Q, QuerySet
from django.utils import timezone

from accounts.models import Block, User
from accounts.sorting import person_key, sorted_by
from games.tables.models import Seat, Session, Table
from tournaments.clubs.denials import ClubCode
from tournaments.clubs.models import (
    Club,
    ClubRecord,
    ClubRules,
    Invitation,
    JoinRequest,
    Membership,
    News,
)
from tournaments.clubs.policy import Right, Role, may

#: How long those who keep a club's book see on their front page what can cost it money.
HOUSE_TOLD_FOR = timedelta(days=2)
#: Maximum number of such records that are read.
MOST_HOUSE_RECORDS = 50
#: In which order members are listed.
_BY_ROLE = {role.value: place for place, role in enumerate(Role)}


def club(slug: str) -> Club | None:
    """Return the club of that address."""
    return Club.objects.filter(slug=slug).first()


def club_numbers(user_id: int) -> frozenset[int]:
    """Return the numbers of the clubs that the person belongs to. One query."""
    return frozenset(Membership.objects.filter(user_id=user_id).values_list("club", flat=True))


def club_numbers_among(
    people: Collection[int], clubs: Collection[int]
) -> dict[int, frozenset[int]]:
    """Return for each of the people the clubs that they belong to among those. One query."""
    found: dict[int, set[int]] = defaultdict(set)
    rows = Membership.objects.filter(user__in=people, club__in=clubs)
    for person, club in rows.values_list("user", "club"):
        found[person].add(club)
    return {person: frozenset(numbers) for person, numbers in found.items()}


def memberships_of(user: User) -> list[Membership]:
    """Return the person's memberships in open clubs, by the names of the clubs.

    With the clubs and their house rules. Two queries.
    """
    mine = Membership.objects.filter(user=user, club__closed_at=None).select_related("club")
    return sorted_by(mine.prefetch_related("club__house_rules"), lambda each: each.club.name)


def own_memberships(user: User) -> list[Membership]:
    """Return all of them, closed clubs last, each with how many members its club has."""
    mine = Membership.objects.filter(user=user).select_related("club")
    counted = mine.annotate(member_count=Count("club__memberships"))
    found = sorted_by(counted, lambda each: each.club.name)
    return [
        *(each for each in found if each.club.closed_at is None),
        *(each for each in found if each.club.closed_at is not None),
    ]


def listed_clubs(reader: User | None, words: str = "") -> QuerySet[Club]:
    """Return the open clubs that are listed, those with most members first, then by name.

    :param words: what the name or the place is to have in it
    """
    found = Club.objects.filter(is_listed=True, closed_at=None)
    if reader is not None:
        found = found.exclude(memberships__user=reader)
    if words:
        found = found.filter(Q(name__icontains=words) | Q(place__icontains=words))
    return found.annotate(member_count=Count("memberships")).order_by(
        "-member_count", "name_key", "name", "pk"
    )


def role_of(club: Club, user: User | None) -> Role | None:
    """Return the person's role in the club; None for somebody outside."""
    if user is None:
        return None
    held = club.memberships.filter(user=user).values_list("role", flat=True).first()
    return None if held is None else Role(held)


def person_called(username: str) -> User | None:
    """Return the person with an account who signs in by that name."""
    known = User.objects.filter(username__iexact=username.strip(), is_guest=False, is_active=True)
    return known.first()


def invitation(token: str) -> Invitation | None:
    """Return the invitation of that address, with its club and who made it."""
    return (
        Invitation.objects.filter(token=token).select_related("club", "made_by", "invitee").first()
    )


def open_invitations(club: Club) -> QuerySet[Invitation]:
    """Return the invitations to the club by which somebody can join still, the newest first."""
    return club.invitations.filter(
        revoked_at=None, ends_at__gt=timezone.now(), uses__lt=F("most_uses")
    ).order_by("-pk")


def invitations_of(user: User) -> QuerySet[Invitation]:
    """Return the open invitations by name that wait for the person's answer."""
    return invitations_at(user.pk, timezone.now())


def invitations_at(user: int, now: datetime) -> QuerySet[Invitation]:
    """Return the same for the person of that number at that moment.

    An invitation by a user whom the person blocks is left out.
    """
    blocked = Block.objects.filter(person=user, other=OuterRef("made_by"))
    return (
        Invitation.objects.filter(
            ~Exists(blocked),
            invitee=user,
            revoked_at=None,
            uses=0,
            ends_at__gt=now,
            club__closed_at=None,
        )
        .select_related("club", "made_by")
        .order_by("-pk")
    )


def open_requests(club: Club) -> QuerySet[JoinRequest]:
    """Return the requests that wait for an answer, the oldest first."""
    return club.requests.filter(answered_at=None).select_related("user").order_by("pk")


def requests_for(user: int, _now: datetime) -> QuerySet[JoinRequest]:
    """Return the requests to open clubs that the person of that number may answer."""
    roles = [role.value for role in Role if may(role, Right.ANSWER_REQUESTS)]
    answering = Membership.objects.filter(user=user, role__in=roles)
    return JoinRequest.objects.filter(
        answered_at=None, club__closed_at=None, club__in=answering.values("club")
    )


def requests_to_answer(user: User) -> list[tuple[Club, int]]:
    """Return the open clubs where somebody asks to join whom the person may answer. One query."""
    roles = [role.value for role in Role if may(role, Right.ANSWER_REQUESTS)]
    found = (
        Club.objects.filter(closed_at=None, memberships__user=user, memberships__role__in=roles)
        .annotate(waiting=Count("requests", filter=Q(requests__answered_at=None), distinct=True))
        .filter(waiting__gt=0)
    )
    return [(each, each.waiting) for each in sorted_by(found, lambda club: club.name)]


def house_records_at(user: int, now: datetime) -> QuerySet[ClubRecord]:
    """Return the recent records of tables and events of other users that can cost a club money
    whose book the user keeps."""
    roles = [role.value for role in Role if may(role, Right.KEEP_BOOK)]
    kept = Membership.objects.filter(user=user, role__in=roles)
    return ClubRecord.objects.filter(
        deed=ClubRecord.Deed.HOUSE, at__gt=now - HOUSE_TOLD_FOR, club__in=kept.values("club")
    ).exclude(actor=user)


def house_records_to_read(user: User) -> list[ClubRecord]:
    """Return the newest record of a table of each club, and of each event. One query."""
    found = house_records_at(user.pk, timezone.now()).select_related("club", "actor")
    newest: dict[tuple[int, int], ClubRecord] = {}
    for each in found.order_by("-pk")[:MOST_HOUSE_RECORDS]:
        newest.setdefault((each.club_id, each.params.get("event", 0)), each)
    return list(newest.values())


def has_asked(club: Club, user: User) -> bool:
    """Tell whether the person waits for an answer."""
    return club.requests.filter(user=user, answered_at=None).exists()


def members(club: Club) -> list[Membership]:
    """Return the members with their people, the owner first, then by role and name. One query."""
    found = list(club.memberships.select_related("user"))
    found.sort(key=lambda each: (_BY_ROLE[each.role], *person_key(each.user)))
    return found


class Attendance(NamedTuple):
    """How often somebody sat down in a club."""

    #: Finished sessions at tables of the club.
    sessions: int
    last: datetime | None


def attendance(club: Club) -> dict[int, Attendance]:
    """Return how many sessions each person finished at the club's tables, and when. One query."""
    sat = Seat.objects.filter(
        session__table__club=club.pk, session__status=Session.Status.FINISHED, user__isnull=False
    )
    counted = sat.values("user").annotate(
        sessions=Count("session", distinct=True), last=Max("session__finished_at")
    )
    return {each["user"]: Attendance(each["sessions"], each["last"]) for each in counted}


def sessions_played(club: Club) -> int:
    """Return how many sessions were finished at the club's tables."""
    return Session.objects.filter(table__club=club.pk, status=Session.Status.FINISHED).count()


def open_sessions(club: Club) -> list[Session]:
    """Return the sessions at the club's tables that wait or go on, with tables and seats."""
    going_on = (Session.Status.WAITING, Session.Status.RUNNING)
    found = (
        Session.objects.filter(table__club=club.pk, status__in=going_on)
        .exclude(table__phase=Table.Phase.FINISHED)
        .select_related("table")
        .prefetch_related(Prefetch("seats", Seat.objects.order_by("number")))
    )
    return list(found.order_by("-pk")[:20])


def news(club: Club) -> QuerySet[News]:
    """Return the news with their authors, the newest first."""
    return club.news.select_related("author")


def house_rules(club: Club) -> list[ClubRules]:
    """Return the club's house rules, by name."""
    return sorted_by(club.house_rules.all(), lambda each: each.name)


def records(club: Club) -> QuerySet[ClubRecord]:
    """Return what has happened in the club, the newest first."""
    return club.records.select_related("actor", "subject")


def why_void(invitation: Invitation) -> ClubCode | None:
    """Return why nobody can join by the invitation; None where it is open."""
    if invitation.revoked_at is not None:
        return ClubCode.REVOKED
    if invitation.uses >= invitation.most_uses:
        return ClubCode.USED_UP
    return ClubCode.ENDED if invitation.ends_at <= timezone.now() else None


def was_removed(club: Club, user: User) -> bool:
    """Return whether it was by being removed that the person ceased to be a member."""
    deeds = (ClubRecord.Deed.REMOVED, ClubRecord.Deed.LEFT, ClubRecord.Deed.JOINED)
    last = (
        club.records.filter(Q(subject=user) | Q(subject=None, actor=user), deed__in=deeds)
        .order_by("-pk")
        .first()
    )
    return last is not None and last.deed == ClubRecord.Deed.REMOVED
