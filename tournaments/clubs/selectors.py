"""Queries of clubs, their members, invitations and activity."""

from collections import defaultdict
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Count, Exists, F, Max, OuterRef, Prefetch, Q, QuerySet
from django.utils import timezone

from accounts.models import Block, User
from accounts.names import skeleton
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

#: How long bookkeepers of a club see on the home page what can cost it money.
HOUSE_NOTICE_PERIOD = timedelta(days=2)
#: Maximum number of such records read.
MOST_HOUSE_RECORDS = 50
#: Order of roles in the list of members.
_BY_ROLE = {role.value: place for place, role in enumerate(Role)}


def club(slug: str) -> Club | None:
    """Return the club with this slug, open or closed; None if there is none."""
    return Club.objects.filter(slug=slug).first()


def club_numbers(user_id: int) -> frozenset[int]:
    """Return the ids of the clubs that the user belongs to. One query."""
    return frozenset(Membership.objects.filter(user_id=user_id).values_list("club", flat=True))


def club_numbers_among(
    user_ids: Collection[int], club_ids: Collection[int]
) -> dict[int, frozenset[int]]:
    """Return by user id which of the given clubs each user belongs to. One query."""
    found: dict[int, set[int]] = defaultdict(set)
    rows = Membership.objects.filter(user__in=user_ids, club__in=club_ids)
    for person, club in rows.values_list("user", "club"):
        found[person].add(club)
    return {person: frozenset(numbers) for person, numbers in found.items()}


def memberships_at(user: int, _now: datetime | None = None) -> QuerySet[Membership]:
    """Return the query for the memberships in open clubs of the user with that id."""
    return Membership.objects.filter(user=user, club__closed_at=None)


def memberships_of(user: User) -> list[Membership]:
    """Return the user's memberships in open clubs, ordered by name of the club.

    With the clubs and their house rules. Two queries.
    """
    mine = Membership.objects.filter(user=user, club__closed_at=None).select_related("club")
    return sorted_by(mine.prefetch_related("club__house_rules"), lambda each: each.club.name)


def own_memberships(user: User) -> list[Membership]:
    """Return all of the user's memberships with `member_count` of the club, closed clubs last."""
    mine = Membership.objects.filter(user=user).select_related("club")
    counted = mine.annotate(member_count=Count("club__memberships"))
    found = sorted_by(counted, lambda each: each.club.name)
    return [
        *(each for each in found if each.club.closed_at is None),
        *(each for each in found if each.club.closed_at is not None),
    ]


def listed_clubs(reader: User | None, search_text: str = "") -> QuerySet[Club]:
    """Return the query for open listed clubs that the reader isn't in, most members first.

    Each has `member_count`; equal ones are sorted by name.

    :param search_text: text that the name or location must contain
    """
    found = Club.objects.filter(is_listed=True, closed_at=None)
    if reader is not None:
        found = found.exclude(memberships__user=reader)
    if search_text:
        found = found.filter(Q(name__icontains=search_text) | Q(place__icontains=search_text))
    return found.annotate(member_count=Count("memberships")).order_by(
        "-member_count", "name_key", "name", "pk"
    )


def role_of(club: Club | int | None, user: User | int | None) -> Role | None:
    """Return the user's role in the club, each given by itself or by its ID; None for others."""
    if club is None or user is None:
        return None
    held = Membership.objects.filter(club=club, user=user).values_list("role", flat=True).first()
    return None if held is None else Role(held)


#: Maximum number of users with one display name among whom the inviter can choose.
MOST_NAMESAKES = 5


def user_named(username: str) -> User | None:
    """Return the active user with this username, ignoring case; never a guest."""
    known = User.objects.filter(username__iexact=username.strip(), is_guest=False, is_active=True)
    return known.first()


def users_named(name: str) -> list[User]:
    """Return the active users with this username, or else with this display name; no guests.

    Usernames are unique, display names are not: those that look alike are all returned.
    """
    named = user_named(name)
    if named is not None:
        return [named]
    looks = skeleton(" ".join(name.split()))
    known = User.objects.filter(display_skeleton=looks, is_guest=False, is_active=True)
    return list(known.exclude(display_name="").order_by("username")[:MOST_NAMESAKES])


def invitation(token: str) -> Invitation | None:
    """Return the invitation with this token, valid or not, with its club and its sender."""
    return (
        Invitation.objects.filter(token=token).select_related("club", "made_by", "invitee").first()
    )


def open_invitations(club: Club) -> QuerySet[Invitation]:
    """Return the query for the club's invitations that can still be used, newest first."""
    return (
        club.invitations.filter(
            revoked_at=None, ends_at__gt=timezone.now(), uses__lt=F("most_uses")
        )
        .select_related("made_by", "invitee")
        .order_by("-pk")
    )


def invitations_of(user: User) -> QuerySet[Invitation]:
    """Return the query for the user's open invitations by username, not from blocked users."""
    return invitations_at(user.pk, timezone.now())


def invitations_at(user: int, now: datetime) -> QuerySet[Invitation]:
    """Return the user's invitations by username open at `now`, except from blocked users."""
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
    """Return the query for the club's unanswered join requests, oldest first."""
    return club.requests.filter(answered_at=None).select_related("user").order_by("pk")


def requests_for(user: int, _now: datetime) -> QuerySet[JoinRequest]:
    """Return the query for unanswered requests to open clubs that the user may answer."""
    roles = [role.value for role in Role if may(role, Right.ANSWER_REQUESTS)]
    answering = Membership.objects.filter(user=user, role__in=roles)
    return JoinRequest.objects.filter(
        answered_at=None, club__closed_at=None, club__in=answering.values("club")
    )


def requests_to_answer(user: User) -> list[tuple[Club, int]]:
    """Return clubs whose join requests the user may answer, each with the number of these."""
    roles = [role.value for role in Role if may(role, Right.ANSWER_REQUESTS)]
    found = (
        Club.objects.filter(closed_at=None, memberships__user=user, memberships__role__in=roles)
        .annotate(waiting=Count("requests", filter=Q(requests__answered_at=None), distinct=True))
        .filter(waiting__gt=0)
    )
    return [(each, each.waiting) for each in sorted_by(found, lambda club: club.name)]


def house_records_at(user: int, now: datetime) -> QuerySet[ClubRecord]:
    """Return others' recent records of tables and events that can cost a club money, as a query.

    Only of clubs whose ledger the user keeps, from the last two days before `now`.
    """
    roles = [role.value for role in Role if may(role, Right.KEEP_BOOK)]
    kept = Membership.objects.filter(user=user, role__in=roles)
    return ClubRecord.objects.filter(
        deed=ClubRecord.Deed.HOUSE, at__gt=now - HOUSE_NOTICE_PERIOD, club__in=kept.values("club")
    ).exclude(actor=user)


def newest_house_records(user: User) -> list[ClubRecord]:
    """Return, for the user's clubs, the newest table record and the newest of each event.

    Only recent records by other users, of clubs whose ledger the user keeps. One query.
    """
    found = house_records_at(user.pk, timezone.now()).select_related("club", "actor")
    newest: dict[tuple[int, int], ClubRecord] = {}
    for each in found.order_by("-pk")[:MOST_HOUSE_RECORDS]:
        newest.setdefault((each.club_id, each.params.get("event", 0)), each)
    return list(newest.values())


def has_asked(club: Club, user: User) -> bool:
    """Return whether the user has an unanswered request to the club."""
    return club.requests.filter(user=user, answered_at=None).exists()


def members(club: Club) -> list[Membership]:
    """Return the memberships with their users, by role (owner first) and name. One query."""
    found = list(club.memberships.select_related("user"))
    found.sort(key=lambda each: (_BY_ROLE[each.role], *person_key(each.user)))
    return found


class Attendance(NamedTuple):
    """The number of a member's finished sessions at a club's tables, and the end of the last."""

    #: Finished sessions at tables of the club.
    sessions: int
    last: datetime | None


def attendance(club: Club) -> dict[int, Attendance]:
    """Return by user id the number of finished sessions at club tables and the end of the last.

    One query.
    """
    sat = Seat.objects.filter(
        session__table__club=club.pk, session__status=Session.Status.FINISHED, user__isnull=False
    )
    counted = sat.values("user").annotate(
        sessions=Count("session", distinct=True), last=Max("session__finished_at")
    )
    return {each["user"]: Attendance(each["sessions"], each["last"]) for each in counted}


def sessions_played(club: Club) -> int:
    """Return the number of finished sessions at the club's tables."""
    return Session.objects.filter(table__club=club.pk, status=Session.Status.FINISHED).count()


def open_sessions(club: Club) -> list[Session]:
    """Return the newest 20 waiting and running sessions at club tables, with tables and seats."""
    found = (
        Session.objects.filter(table__club=club.pk, status__in=Session.GOING_ON)
        .exclude(table__phase=Table.Phase.FINISHED)
        .select_related("table")
        .prefetch_related(Prefetch("seats", Seat.objects.order_by("number")))
    )
    return list(found.order_by("-pk")[:20])


def news(club: Club) -> QuerySet[News]:
    """Return the query for the club's news posts with their authors, newest first."""
    return club.news.select_related("author")


def house_rules(club: Club) -> list[ClubRules]:
    """Return the club's house rules, by name."""
    return sorted_by(club.house_rules.all(), lambda each: each.name)


def records(club: Club) -> QuerySet[ClubRecord]:
    """Return the query for the entries of the club's activity log, newest first."""
    return club.records.select_related("actor", "subject")


def why_invalid(invitation: Invitation) -> ClubCode | None:
    """Return why the invitation can't be used; None if it is open."""
    if invitation.revoked_at is not None:
        return ClubCode.REVOKED
    if invitation.uses >= invitation.most_uses:
        return ClubCode.USED_UP
    return ClubCode.ENDED if invitation.ends_at <= timezone.now() else None


def was_removed(club: Club, user: User) -> bool:
    """Return whether the user's last membership ended by removal."""
    deeds = (ClubRecord.Deed.REMOVED, ClubRecord.Deed.LEFT, ClubRecord.Deed.JOINED)
    last = (
        club.records.filter(Q(subject=user) | Q(subject=None, actor=user), deed__in=deeds)
        .order_by("-pk")
        .first()
    )
    return last is not None and last.deed == ClubRecord.Deed.REMOVED
