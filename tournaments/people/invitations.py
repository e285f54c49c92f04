"""Invitations to tables that wait: who may be asked, by whom, and what became of it.

An invitation holds for as long as its session waits, who made it still sits there, and the two
are friends. Nothing has to be done when one lapses: reads leave it out.
"""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from accounts import limits
from accounts.friends import are_friends
from accounts.models import Follow, User
from games.live import users
from games.rules.ruleset import RuleSet
from games.tables import selectors
from games.tables.models import Seat, Session
from tournaments.people.denials import InviteCode
from tournaments.people.models import TableInvitation

#: How often one person invites, and how often the same friend.
RATE, RATE_OF_ONE = "60/hour", "6/hour"
#: So long after it was made nobody is told of an invitation, however long the table waits.
HOLDS = timedelta(hours=2)
#: Rows older than this are not needed to tell who was asked already.
KEPT = timedelta(days=2)

_Answer = TableInvitation.Answer


def waiting_session(slug: str) -> Session | None:
    """Return the session that waits at the table, with table and seats. Two queries."""
    found = Session.objects.filter(table__slug=slug, status=Session.Status.WAITING)
    return found.select_related("table").prefetch_related("seats").first()


def own_waiting_session(user: User) -> Session | None:
    """Return the newest session that waits for people at which the person sits. Two queries."""
    mine = Seat.objects.filter(user=user, left_at=None)
    found = Session.objects.filter(seats__in=mine, status=Session.Status.WAITING)
    return found.select_related("table").prefetch_related("seats").order_by("-pk").first()


def why_nobody(session: Session, inviter: User) -> InviteCode | None:
    """Return why the person invites nobody to the session; None where they may. No query."""
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
    """Ask the friend to the table at which the inviter sits; return why not."""
    session = waiting_session(slug)
    if session is None:
        return InviteCode.NOT_WAITING
    if code := why_nobody(session, inviter) or _why_not(session, inviter, friend):
        return code
    if not limits.within(RATE, "invite", str(inviter.pk)):
        return InviteCode.TOO_OFTEN
    if not limits.within(RATE_OF_ONE, "invite", str(inviter.pk), str(friend.pk)):
        return InviteCode.TOO_OFTEN
    with transaction.atomic():
        old = TableInvitation.objects.filter(person=friend, created_at__lt=timezone.now() - KEPT)
        old.delete()
        row, is_asked = TableInvitation.objects.get_or_create(
            session=session, person=friend, defaults={"made_by": inviter}
        )
        if not is_asked:
            is_asked = _take_over(row, inviter)
        if is_asked:
            users.alerts_changed(friend.pk)
    return None if is_asked else InviteCode.ASKED_ALREADY


def _take_over(invitation: TableInvitation, inviter: User) -> bool:
    """Make an invitation the inviter's that holds no more; tell whether it does not.

    Who has said no is not asked again, by whomever.
    """
    lapsed = TableInvitation.objects.filter(pk=invitation.pk).exclude(answer=_Answer.DECLINED)
    lapsed = lapsed.exclude(pk__in=standing(invitation.person).values("pk"))
    changed = lapsed.update(made_by=inviter, created_at=timezone.now(), answer=_Answer.NONE)
    return bool(changed)


def _why_not(session: Session, inviter: User, friend: User) -> InviteCode | None:
    if not are_friends(inviter.pk, friend.pk) or not friend.is_active:
        return InviteCode.NO_FRIEND
    if any(seat.user_id == friend.pk for seat in session.seats.all()):
        return InviteCode.SITS_THERE
    barred = friend.pk in session.table.barred
    if barred or selectors.table_to_watch(session.table.slug, friend) is None:
        return InviteCode.NOT_FOR_THEM
    return None


def asked(session: Session, friends: Collection[int]) -> dict[int, str]:
    """Return the answers of those of the friends who were asked to the session. One query."""
    found = TableInvitation.objects.filter(session=session, person__in=friends)
    return dict(found.values_list("person", "answer"))


def standing(user: User) -> QuerySet[TableInvitation]:
    """Return the person's invitations that hold and were not declined, newest first."""
    return standing_at(user.pk, timezone.now())


def standing_at(user: int, now: datetime) -> QuerySet[TableInvitation]:
    """Return the same for the person of that number at that moment."""
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
            created_at__gt=now - HOLDS,
        )
        .exclude(answer=_Answer.DECLINED)
        .select_related("made_by", "session__table")
        .order_by("-pk")
    )


def calling(user: User) -> TableInvitation | None:
    """Return the newest invitation that the person has not looked at. One query.

    None for somebody who plays: they find it on the front page.
    """
    return calling_at(user.pk, timezone.now()).first()


def calling_at(user: int, now: datetime) -> QuerySet[TableInvitation]:
    """Return those for the person of that number at that moment."""
    playing = Seat.objects.filter(
        user=user, left_at=None, stand_in=False, session__status=Session.Status.RUNNING
    )
    return standing_at(user, now).filter(~Exists(playing), answer=_Answer.NONE)


def look(user: User, number: int) -> TableInvitation | None:
    """Note that the person goes to the table, and return the invitation; None where it lapsed."""
    found = standing(user).filter(pk=number).first()
    if found is not None and found.answer == _Answer.NONE:
        _note(found, _Answer.SEEN)
    return found


def decline(user: User, number: int) -> bool:
    """Note that the person will not come; tell whether there was anything to decline."""
    found = TableInvitation.objects.filter(pk=number, person=user).first()
    if found is not None:
        _note(found, _Answer.DECLINED)
    return found is not None


def _note(invitation: TableInvitation, answer: TableInvitation.Answer) -> None:
    """Store the answer, and let all pages of the person take the notice away."""
    with transaction.atomic():
        TableInvitation.objects.filter(pk=invitation.pk).update(answer=answer)
        users.alerts_changed(invitation.person_id)
