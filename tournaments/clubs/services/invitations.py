"""Invitations: by link, by name, by e-mail; called back, accepted, declined."""

from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts import limits
from accounts.caller import Caller
from accounts.friends import blocks_by_mail, relation
from accounts.models import User
from games.common.denials import Denial, DeniedError, answering
from tournaments.clubs import selectors
from tournaments.clubs.denials import ClubCode
from tournaments.clubs.models import Club, ClubRecord, Invitation
from tournaments.clubs.policy import Right
from tournaments.clubs.services.core import ClubChanging, changing, member

#: How many open invitations to one club a person can have made.
MOST_OPEN = 50
#: How many mails one person can have sent: nobody is to be pestered from here.
MAIL_RATE = "30/day"
#: How many usernames one person can try: the answers tell who has an account.
NAME_RATE = "60/hour"
#: For so long after a no the person is not invited to the same club by name again.
AFTER_A_NO = timedelta(days=30)
#: How many days an invitation can last, and how many those by name or mail do.
FEWEST_DAYS, MOST_DAYS, USUAL_DAYS = 1, 90, 14


@answering
def invite_by_link(
    caller: Caller, club_id: int, days: int = USUAL_DAYS, most_uses: int = 1
) -> Invitation | Denial:
    """Make a link by which so many people can join within so many days."""
    with changing(club_id, caller, Right.INVITE) as club:
        if not 1 <= most_uses <= Invitation.MOST_USES:
            raise DeniedError(ClubCode.TOO_MANY_USES, most=Invitation.MOST_USES)
        return _made(club, Invitation.Way.LINK, days, most_uses=most_uses)


@answering
def invite_by_name(
    caller: Caller, club_id: int, username: str, days: int = USUAL_DAYS
) -> Invitation | Denial:
    """Invite a member of the site by username.

    A user who blocks the inviter is not invited, and the answer is the one for an unknown name.
    """
    with changing(club_id, caller, Right.INVITE) as club:
        if not limits.within(NAME_RATE, "club-name", str(club.person.pk)):
            raise DeniedError(ClubCode.TOO_MANY_NAMES)
        invitee = selectors.person_called(username)
        if invitee is None or relation(club.person, invitee).is_blocked:
            raise DeniedError(ClubCode.NOBODY_OF_THAT_NAME)
        if club.row.memberships.filter(user=invitee).exists():
            raise DeniedError(ClubCode.MEMBER_ALREADY, name=invitee.shown_name)
        declined = club.row.invitations.filter(invitee=invitee, way=Invitation.Way.NAME)
        if declined.filter(declined_at__gt=timezone.now() - AFTER_A_NO).exists():
            days = AFTER_A_NO.days
            raise DeniedError(ClubCode.DECLINED_RECENTLY, name=invitee.shown_name, days=days)
        known = club.row.invitations.filter(invitee=invitee, revoked_at=None, uses=0)
        if known.filter(ends_at__gt=timezone.now()).exists():
            raise DeniedError(ClubCode.INVITED_ALREADY, name=invitee.shown_name)
        # One that has ended makes room for the new one.
        known.update(revoked_at=timezone.now())
        return _made(club, Invitation.Way.NAME, days, invitee=invitee)


@answering
def invite_by_mail(
    caller: Caller, club_id: int, email: str, site: str, days: int = USUAL_DAYS
) -> Invitation | Denial:
    """Send an e-mail with a link for one person.

    No mail goes to a user who blocks the inviter; the answer is the same.

    :param site: the address of the site, without a slash at its end
    """
    with changing(club_id, caller, Right.INVITE) as club:
        if not sends_mail():
            raise DeniedError(ClubCode.NO_MAIL)
        known = club.row.invitations.filter(email__iexact=email, revoked_at=None, uses=0)
        if known.filter(ends_at__gt=timezone.now()).exists():
            raise DeniedError(ClubCode.INVITED_ALREADY, name=email)
        # Counted apart from what is open: called back, an invitation was a mail all the same.
        if not limits.within(MAIL_RATE, "club-mail", str(club.person.pk)):
            raise DeniedError(ClubCode.TOO_MANY_MAILS)
        made = _made(club, Invitation.Way.MAIL, days, email=email)
        if blocks_by_mail(email, club.person):
            return made
        from tournaments.clubs import tasks

        # robust: the invitation is kept, and its link is on the page.
        transaction.on_commit(lambda: tasks.mail_invitation.delay(made.pk, site), robust=True)
        return made


def _made(
    club: ClubChanging,
    way: Invitation.Way,
    days: int,
    *,
    most_uses: int = 1,
    invitee: User | None = None,
    email: str = "",
) -> Invitation:
    if not FEWEST_DAYS <= days <= MOST_DAYS:
        raise DeniedError(ClubCode.ENDS_TOO_SOON)
    mine = selectors.open_invitations(club.row).filter(made_by=club.person)
    if mine.count() >= MOST_OPEN:
        raise DeniedError(ClubCode.TOO_MANY_INVITATIONS, most=MOST_OPEN)
    made = Invitation.objects.create(
        club=club.row,
        way=way,
        made_by=club.person,
        invitee=invitee,
        email=email,
        most_uses=most_uses,
        ends_at=timezone.now() + timedelta(days=days),
    )
    club.note(ClubRecord.Deed.INVITED, invitee, way=way.value)
    return made


@answering
def revoke(caller: Caller, club_id: int, invitation_id: int) -> Denial | None:
    """Call an open invitation back."""
    with changing(club_id, caller, Right.INVITE) as club:
        found = club.row.invitations.filter(pk=invitation_id, revoked_at=None).first()
        if found is None:
            raise DeniedError(ClubCode.NO_INVITATION)
        found.revoked_at = timezone.now()
        found.save(update_fields=["revoked_at"])
        club.note(ClubRecord.Deed.REVOKED, found.invitee, way=found.way)
    return None


@answering
def accept(caller: Caller, token: str) -> Club | Denial:
    """Join the club that an invitation is for; the last use goes to whoever is first."""
    person = member(caller)
    club_id = Invitation.objects.filter(token=token).values_list("club", flat=True).first()
    if club_id is None:
        raise DeniedError(ClubCode.NO_INVITATION)
    with changing(club_id, caller) as club:
        # Read under the club's lock: nobody else uses or calls it back meanwhile.
        invitation = Invitation.objects.get(token=token)
        if invitation.way == Invitation.Way.NAME and invitation.invitee_id != person.pk:
            raise DeniedError(ClubCode.NO_INVITATION)
        if club.role is not None:
            raise DeniedError(ClubCode.YOU_ARE_IN)
        if code := selectors.why_void(invitation):
            raise DeniedError(code)
        if invitation.way != Invitation.Way.NAME and selectors.was_removed(club.row, person):
            # A link goes from hand to hand, and so does a mail: neither was meant for them.
            raise DeniedError(ClubCode.REMOVED_BEFORE)
        club.admit(person)
        Invitation.objects.filter(pk=invitation.pk).update(uses=F("uses") + 1)
        # Whoever came in by another way is not invited by name any more.
        club.row.invitations.filter(invitee=person, uses=0).update(revoked_at=timezone.now())
        club.note(ClubRecord.Deed.JOINED, way=invitation.way)
        return club.row


@answering
def decline(caller: Caller, token: str) -> Denial | None:
    """Decline an invitation by name.

    Nobody is notified. Who invites the person to the same club again within `AFTER_A_NO` is told.
    """
    person, now = member(caller), timezone.now()
    mine = Invitation.objects.filter(token=token, invitee=person, uses=0, revoked_at=None)
    if not mine.update(revoked_at=now, declined_at=now):
        raise DeniedError(ClubCode.NO_INVITATION)
    return None


def sends_mail() -> bool:
    """Tell whether mail goes anywhere: the usual back end only prints it for who runs the club."""
    return not settings.EMAIL_BACKEND.endswith((".console.EmailBackend", ".dummy.EmailBackend"))
