"""Send, revoke, accept and decline invitations by link, username or email."""

from datetime import timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts import limits
from accounts.caller import Caller
from accounts.friends import blocks_by_mail, relation
from accounts.mails import sends_mail
from accounts.models import User
from games.common.denials import Denial, DeniedError, answering
from tournaments.clubs import selectors
from tournaments.clubs.denials import ClubCode
from tournaments.clubs.links import agree_on_joining
from tournaments.clubs.models import Club, ClubRecord, Invitation
from tournaments.clubs.notices.services import invitations_answered, notify_invited
from tournaments.clubs.policy import Right
from tournaments.clubs.services.core import LockedClub, locked_club, member

#: Maximum number of open invitations to a club per sender.
MOST_OPEN = 50
#: Maximum rate of emails per sender, against spam.
MAIL_RATE = "30/day"
#: Maximum rate of usernames per sender, because the answer reveals whether an account exists.
NAME_RATE = "60/hour"
#: Time after a declined invitation during which the user can't be invited to the club by name.
DECLINED_PERIOD = timedelta(days=30)
#: Minimum, maximum and default lifetime of an invitation in days; by name and email the default.
FEWEST_DAYS, MOST_DAYS, USUAL_DAYS = 1, 90, 14


@answering
def invite_by_link(
    caller: Caller, club_id: int, days: int = USUAL_DAYS, most_uses: int = 1
) -> Invitation | Denial:
    """Create a link by which `most_uses` users can join within `days` days."""
    with locked_club(club_id, caller, Right.INVITE) as club:
        if not 1 <= most_uses <= Invitation.MOST_USES:
            raise DeniedError(ClubCode.TOO_MANY_USES, most=Invitation.MOST_USES)
        return _create_invitation(club, Invitation.Way.LINK, days, most_uses=most_uses)


@answering
def invite_by_name(
    caller: Caller, club_id: int, username: str, days: int = USUAL_DAYS
) -> Invitation | Denial:
    """Invite a user by username or by a display name that only one user has.

    Denied if the user is a member, already invited, or declined within 30 days.

    A user who blocks the inviter is not invited; the denial is the same as for an unknown name.
    """
    with locked_club(club_id, caller, Right.INVITE) as club:
        if not limits.within(NAME_RATE, "club-name", str(club.person.pk)):
            raise DeniedError(ClubCode.TOO_MANY_NAMES)
        known = [
            each
            for each in selectors.users_named(username)
            if not relation(club.person, each).is_blocked
        ]
        if not known:
            raise DeniedError(ClubCode.UNKNOWN_USERNAME)
        if len(known) > 1:
            raise DeniedError(ClubCode.NAMESAKES, names=tuple(each.username for each in known))
        invitee = known[0]
        if club.row.memberships.filter(user=invitee).exists():
            raise DeniedError(ClubCode.MEMBER_ALREADY, name=invitee.shown_name)
        declined = club.row.invitations.filter(invitee=invitee, way=Invitation.Way.NAME)
        if declined.filter(declined_at__gt=timezone.now() - DECLINED_PERIOD).exists():
            days = DECLINED_PERIOD.days
            raise DeniedError(ClubCode.DECLINED_RECENTLY, name=invitee.shown_name, days=days)
        earlier = club.row.invitations.filter(invitee=invitee, revoked_at=None, uses=0)
        if earlier.filter(ends_at__gt=timezone.now()).exists():
            raise DeniedError(ClubCode.INVITED_ALREADY, name=invitee.shown_name)
        # An expired invitation makes room for the new one.
        earlier.update(revoked_at=timezone.now())
        return _create_invitation(club, Invitation.Way.NAME, days, invitee=invitee)


@answering
def invite_by_mail(
    caller: Caller, club_id: int, email: str, site: str, days: int = USUAL_DAYS
) -> Invitation | Denial:
    """Email a link that works once; denied while an earlier one to the address is open.

    No email goes to a user who blocks the inviter; the answer is the same.

    :param site: the address of the site, without a slash at its end
    """
    with locked_club(club_id, caller, Right.INVITE) as club:
        if not sends_mail():
            raise DeniedError(ClubCode.NO_MAIL)
        known = club.row.invitations.filter(email__iexact=email, revoked_at=None, uses=0)
        if known.filter(ends_at__gt=timezone.now()).exists():
            raise DeniedError(ClubCode.INVITED_ALREADY, name=email)
        # Counted apart from open invitations: a revoked one has still sent an email.
        if not limits.within(MAIL_RATE, "club-mail", str(club.person.pk)):
            raise DeniedError(ClubCode.TOO_MANY_MAILS)
        made = _create_invitation(club, Invitation.Way.MAIL, days, email=email)
        if blocks_by_mail(email, club.person):
            return made
        from tournaments.clubs import tasks

        # robust: the invitation is stored, and its link is on the page.
        transaction.on_commit(lambda: tasks.mail_invitation.delay(made.pk, site), robust=True)
        return made


def _create_invitation(
    club: LockedClub,
    way: Invitation.Way,
    days: int,
    *,
    most_uses: int = 1,
    invitee: User | None = None,
    email: str = "",
) -> Invitation:
    """Create and record an invitation to the locked club, within the limits per sender."""
    if not FEWEST_DAYS <= days <= MOST_DAYS:
        raise DeniedError(ClubCode.ENDS_TOO_SOON)
    own_invitations = selectors.open_invitations(club.row).filter(made_by=club.person)
    if own_invitations.count() >= MOST_OPEN:
        raise DeniedError(ClubCode.TOO_MANY_INVITATIONS, most=MOST_OPEN)
    invitation = Invitation.objects.create(
        club=club.row,
        way=way,
        made_by=club.person,
        invitee=invitee,
        email=email,
        most_uses=most_uses,
        ends_at=timezone.now() + timedelta(days=days),
    )
    club.note(ClubRecord.Deed.INVITED, invitee, way=way.value)
    if invitee is not None:
        notify_invited(invitation)
    return invitation


@answering
def revoke(caller: Caller, club_id: int, invitation_id: int) -> Denial | None:
    """Revoke an open invitation of the club, so that it can no longer be used."""
    with locked_club(club_id, caller, Right.INVITE) as club:
        found = club.row.invitations.filter(pk=invitation_id, revoked_at=None).first()
        if found is None:
            raise DeniedError(ClubCode.NO_INVITATION)
        found.revoked_at = timezone.now()
        found.save(update_fields=["revoked_at"])
        if found.invitee_id is not None:
            invitations_answered(found)
        club.note(ClubRecord.Deed.REVOKED, found.invitee, way=found.way)
    return None


@answering
def accept(caller: Caller, token: str, terms_digest: str = "") -> Club | Denial:
    """Join the club by an invitation with uses left; removed members need one by username.

    :param terms_digest: identifies the joining terms that the caller saw; empty for none
    """
    person = member(caller)
    club_id = Invitation.objects.filter(token=token).values_list("club", flat=True).first()
    if club_id is None:
        raise DeniedError(ClubCode.NO_INVITATION)
    with locked_club(club_id, caller) as club:
        # Read under the club's lock, so no other process uses or revokes it at the same time.
        invitation = Invitation.objects.get(token=token)
        if invitation.way == Invitation.Way.NAME and invitation.invitee_id != person.pk:
            raise DeniedError(ClubCode.NO_INVITATION)
        if club.role is not None:
            raise DeniedError(ClubCode.YOU_ARE_IN)
        if code := selectors.why_invalid(invitation):
            raise DeniedError(code)
        if invitation.way != Invitation.Way.NAME and selectors.was_removed(club.row, person):
            # Links and emails can be forwarded, so they don't readmit a removed member.
            raise DeniedError(ClubCode.REMOVED_BEFORE)
        if not agree_on_joining(club.row, person, terms_digest):
            raise DeniedError(ClubCode.TERMS_CHANGED)
        club.admit(person)
        Invitation.objects.filter(pk=invitation.pk).update(uses=F("uses") + 1)
        # A pending invitation by name has become pointless.
        by_name = club.row.invitations.filter(invitee=person)
        invitations_answered(*by_name)
        by_name.filter(uses=0).update(revoked_at=timezone.now())
        club.note(ClubRecord.Deed.JOINED, way=invitation.way)
        return club.row


@answering
def decline(caller: Caller, token: str) -> Denial | None:
    """Decline an invitation by name, which also prevents new ones to this club for 30 days.

    The sender isn't notified.
    """
    person, now = member(caller), timezone.now()
    mine = Invitation.objects.filter(token=token, invitee=person, uses=0, revoked_at=None)
    with transaction.atomic():
        found = mine.first()
        if found is None or not mine.update(revoked_at=now, declined_at=now):
            raise DeniedError(ClubCode.NO_INVITATION)
        invitations_answered(found)
    return None
