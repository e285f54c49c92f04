"""Invitations of friends to waiting tables: permission, creation and answers.

An invitation is valid while its session waits, the inviter sits there, and the two are friends.
Invalid ones are not deleted: queries leave them out.
"""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from accounts import limits
from accounts.friends import are_friends
from accounts.models import Follow, User
from accounts.notices.services import notify
from games.common.denials import LabelledCode, labelled
from games.live import users
from games.rules.ruleset.rule_set import RuleSet
from games.tables import selectors
from games.tables.models import Seat, Session
from tournaments.people.models import InvitationKind, TableInvitation

#: Maximum rate of invitations per inviter, and per inviter and friend.
RATE, RATE_OF_ONE = "60/hour", "6/hour"
#: Lifetime of an invitation, even if the table waits longer.
LIFETIME = timedelta(hours=2)
#: Age after which rows are deleted; they are only needed to prevent repeated invitations.
RETENTION = timedelta(days=2)

_Answer = TableInvitation.Answer


class InviteCode(LabelledCode):
    """Reasons for which an invitation to a table was not sent."""

    NOT_WAITING = labelled("This table is no longer waiting for players.")
    NOT_SEATED = labelled("Only players seated at this table can invite others.")
    ARRANGED = labelled("You can’t invite players to an event’s table.")
    SEATS_KEPT = labelled("The seats are reserved for the previous players.")
    FULL = labelled("All seats are taken.")
    NO_FRIEND = labelled("You can only invite friends: players you follow who also follow you.")
    NOT_FOR_THEM = labelled("This player can’t join this table.")
    SITS_THERE = labelled("This player is already at this table.")
    ASKED_ALREADY = labelled("This player has already been invited to this table.")
    TOO_OFTEN = labelled("You’ve sent too many invitations. Try again later.")


def waiting_session(slug: str) -> Session | None:
    """Return the table's waiting session with table and seats, or None. Two queries."""
    found = Session.objects.filter(table__slug=slug, status=Session.Status.WAITING)
    return found.select_related("table").prefetch_related("seats").first()


def own_waiting_session(user: User) -> Session | None:
    """Return the newest waiting session at which the user sits; None without one. Two queries."""
    mine = Seat.objects.filter(user=user, left_at=None)
    found = Session.objects.filter(seats__in=mine, status=Session.Status.WAITING)
    return found.select_related("table").prefetch_related("seats").order_by("-pk").first()


def inviter_denial(session: Session, inviter: User) -> InviteCode | None:
    """Return why the user can't invite any friend to the session, such as no free seat; else None.

    The friend and the rate of invitations are not checked. No query.
    """
    table, seats = session.table, list(session.seats.all())
    if all(seat.user_id != inviter.pk for seat in seats):
        return InviteCode.NOT_SEATED
    if table.is_arranged:
        return InviteCode.ARRANGED
    if session.number > 1 and not session.seats_open:
        return InviteCode.SEATS_KEPT
    if len(seats) >= RuleSet.make(options=session.rules).players:
        return InviteCode.FULL
    return None


def invite(inviter: User, slug: str, friend: User) -> InviteCode | None:
    """Invite the friend to the inviter's table; return the reason if it was denied, or None."""
    session = waiting_session(slug)
    if session is None:
        return InviteCode.NOT_WAITING
    if code := inviter_denial(session, inviter) or _friend_denial(session, inviter, friend):
        return code
    if not limits.within(RATE, "invite", str(inviter.pk)):
        return InviteCode.TOO_OFTEN
    if not limits.within(RATE_OF_ONE, "invite", str(inviter.pk), str(friend.pk)):
        return InviteCode.TOO_OFTEN
    with transaction.atomic():
        old = TableInvitation.objects.filter(
            person=friend, created_at__lt=timezone.now() - RETENTION
        )
        old.delete()
        row, is_asked = TableInvitation.objects.get_or_create(
            session=session, person=friend, defaults={"made_by": inviter}
        )
        if not is_asked:
            is_asked = _reuse(row, inviter)
        if is_asked:
            users.alerts_changed(friend.pk)
            # The key makes a renewed invitation replace its notice.
            notify(InvitationKind.INVITED, row, {friend.pk: {}}, "invited")
    return None if is_asked else InviteCode.ASKED_ALREADY


def _reuse(invitation: TableInvitation, inviter: User) -> bool:
    """Renew an invitation that is no longer valid; return False if it is, or was declined.

    A user who declined is not invited again, not even by another player.
    """
    lapsed = TableInvitation.objects.filter(pk=invitation.pk).exclude(answer=_Answer.DECLINED)
    lapsed = lapsed.exclude(pk__in=valid_invitations(invitation.person).values("pk"))
    changed = lapsed.update(made_by=inviter, created_at=timezone.now(), answer=_Answer.NONE)
    return bool(changed)


def _friend_denial(session: Session, inviter: User, friend: User) -> InviteCode | None:
    """Return why this friend in particular can't be invited to the session; None if allowed.

    The inviter's own permission is not checked.
    """
    if not are_friends(inviter.pk, friend.pk) or not friend.is_active:
        return InviteCode.NO_FRIEND
    if any(seat.user_id == friend.pk for seat in session.seats.all()):
        return InviteCode.SITS_THERE
    barred = friend.pk in session.table.barred
    if barred or selectors.table_to_watch(session.table.slug, friend) is None:
        return InviteCode.NOT_FOR_THEM
    return None


def answers_of(session: Session, friends: Collection[int]) -> dict[int, str]:
    """Return by user id the answers of friends who were invited to the session. One query."""
    found = TableInvitation.objects.filter(session=session, person__in=friends)
    return dict(found.values_list("person", "answer"))


def valid_invitations(user: User) -> QuerySet[TableInvitation]:
    """Return the query for the user's invitations that are valid now (`valid_at`), newest first."""
    return valid_at(user.pk, timezone.now())


def valid_at(user: int, now: datetime) -> QuerySet[TableInvitation]:
    """Return the query for the user's undeclined invitations by seated friends to waiting tables.

    They are valid at `now`: at most two hours old, and the user doesn't sit there yet.
    """
    seats = Seat.objects.filter(session=OuterRef("session"), left_at=None)
    friendship = Follow.objects.filter(person=user, other=OuterRef("made_by"))
    back = Follow.objects.filter(person=OuterRef("made_by"), other=user)
    return (
        TableInvitation.objects.filter(
            Exists(seats.filter(user=OuterRef("made_by"))),
            ~Exists(seats.filter(user=user)),
            Exists(friendship),
            Exists(back),
            person=user,
            session__status=Session.Status.WAITING,
            created_at__gt=now - LIFETIME,
        )
        .exclude(answer=_Answer.DECLINED)
        .select_related("made_by", "session__table")
        .order_by("-pk")
    )


def newest_unopened(user: User) -> TableInvitation | None:
    """Return the newest valid invitation not opened by the user; None while they play. One query.

    The home page still lists it.
    """
    return unopened_at(user.pk, timezone.now()).first()


def unopened_at(user: int, now: datetime) -> QuerySet[TableInvitation]:
    """Return the query for the user's unopened invitations, valid at `now`; none while playing."""
    playing = Seat.objects.filter(
        user=user, left_at=None, stand_in=False, session__status=Session.Status.RUNNING
    )
    return valid_at(user, now).filter(~Exists(playing), answer=_Answer.NONE)


def mark_opened(user: User, invitation_id: int) -> TableInvitation | None:
    """Mark the invitation as opened and return it; None if it is no longer valid."""
    found = valid_invitations(user).filter(pk=invitation_id).first()
    if found is not None and found.answer == _Answer.NONE:
        _store_answer(found, _Answer.SEEN)
    return found


def decline(user: User, invitation_id: int) -> bool:
    """Mark the user's invitation as declined; return False if there is none with this id."""
    found = TableInvitation.objects.filter(pk=invitation_id, person=user).first()
    if found is not None:
        _store_answer(found, _Answer.DECLINED)
    return found is not None


def _store_answer(invitation: TableInvitation, answer: TableInvitation.Answer) -> None:
    """Store the answer, and update the alerts on all open pages of the user."""
    with transaction.atomic():
        TableInvitation.objects.filter(pk=invitation.pk).update(answer=answer)
        users.alerts_changed(invitation.person_id)
