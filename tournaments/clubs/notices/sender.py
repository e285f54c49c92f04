"""Senders of notices about clubs and their news: home page and mails."""

from collections.abc import Callable, Collection, Mapping
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Exists, OuterRef, Q
from django.urls import reverse
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from accounts.notices.models import Notice
from accounts.notices.senders import NoticeText, Sender
from tournaments.clubs.models import Club, Membership, News
from tournaments.clubs.notices.kinds import ABOUT_CLUBS, GROUPS, ClubKind

#: Age up to which the home page shows unseen notices.
HOME_AGE = timedelta(days=14)
#: Length of the part of a post that its notice shows.
EXCERPT_LENGTH = 300
#: Kinds that the home page shows otherwise, as long as they wait for an answer.
_NOT_ON_HOME = (ClubKind.INVITED, ClubKind.REQUEST)


class ClubSender(Sender[Club]):
    """Notices about clubs."""

    model = Club
    kinds = ABOUT_CLUBS
    groups = GROUPS
    mail_lifetime = timedelta(days=2)

    def subjects(self, ids: Collection[int]) -> Mapping[int, Club]:
        """Return the clubs by primary key. One query."""
        return Club.objects.in_bulk(ids)

    def text(self, notice: Notice, subject: Club) -> NoticeText:
        """Return the notice's text in the active language."""
        return _TEXTS[ClubKind(notice.kind)](notice, subject)

    def shown_on_home(self, user_id: int, now: datetime) -> Q:
        """Return the condition for notices of 14 days, except what waits for an answer.

        The home page shows open invitations and requests otherwise.
        """
        kinds = [each for each in self.kinds if each not in _NOT_ON_HOME]
        return Q(kind__in=kinds, created_at__gt=now - HOME_AGE)

    def mail_language(self, subject: Club) -> str:
        """Return the club's language."""
        return subject.language


class NewsSender(Sender[News]):
    """Notices about news posts; subjects are posts with their clubs and authors."""

    model = News
    kinds = (ClubKind.NEWS,)
    groups = GROUPS
    mail_lifetime = timedelta(days=2)

    def subjects(self, ids: Collection[int]) -> Mapping[int, News]:
        """Return the posts with their clubs and authors by primary key. One query."""
        return News.objects.select_related("club", "author").in_bulk(ids)

    def text(self, notice: Notice, subject: News) -> NoticeText:
        """Return the club's name and the title, the beginning of the post, and its page."""
        return NoticeText(
            _("%(club)s: %(title)s") % {"club": subject.club.name, "title": subject.title},
            Truncator(subject.text).chars(EXCERPT_LENGTH),
            reverse("club_news", args=[subject.club.slug]),
            button=_("Read news"),
        )

    def shown_on_home(self, user_id: int, now: datetime) -> Q:
        """Return the condition for news of 14 days in the user's clubs, without deleted posts."""
        own = Membership.objects.filter(user=user_id).values("club")
        kept = News.objects.filter(pk=OuterRef("subject_id"), club__in=own)
        return Q(Exists(kept), kind=ClubKind.NEWS, created_at__gt=now - HOME_AGE)

    def mail_language(self, subject: News) -> str:
        """Return the club's language."""
        return subject.club.language

    def mail_lines(self, notice: Notice, subject: News) -> list[str]:
        """Return who wrote the post."""
        return [_("Posted by %(author)s") % {"author": subject.author.shown_name}]


def _request(notice: Notice, club: Club) -> NoticeText:
    """Return the notice to organizers about a request to join."""
    words = {"name": notice.params.get("name", ""), "club": club.name}
    return NoticeText(
        _("%(name)s wants to join %(club)s") % words,
        str(notice.params.get("words", "")),
        reverse("club_invitations", args=[club.slug]),
        button=_("Answer request"),
    )


def _invited(notice: Notice, club: Club) -> NoticeText:
    """Return the notice about an invitation by username."""
    words = {"by": notice.params.get("by", ""), "club": club.name}
    return NoticeText(
        _("%(by)s invited you to join %(club)s") % words,
        _("You can accept or decline. The invitation is only for you."),
        reverse("club_join", args=[notice.params.get("token", "")]),
        button=_("View invitation"),
    )


def _by(said: str, notice: Notice) -> str:
    """Return the sentence with the name of the acting user."""
    return said % {"by": notice.params.get("by", "")}


def _about_role(notice: Notice, club: Club) -> NoticeText:
    """Return the notice about a request that was answered, or about a role or membership."""
    title, detail = {
        ClubKind.ACCEPTED: (
            _("You’re now a member of %(club)s"),
            _by(_("%(by)s approved your request to join."), notice),
        ),
        ClubKind.DECLINED: (
            _("Your request to join %(club)s was declined"),
            _("You can still join with an invitation."),
        ),
        ClubKind.OWNER: (
            _("You now own %(club)s"),
            _by(
                _("%(by)s transferred the club to you. You can transfer it to another member."),
                notice,
            ),
        ),
        ClubKind.ORGANIZER: (
            _("You’re now an organizer of %(club)s"),
            _by(_("%(by)s gave you this role. You can run events and invite players."), notice),
        ),
        ClubKind.TREASURER: (
            _("You’re now a treasurer of %(club)s"),
            _by(_("%(by)s gave you this role. You can keep the club’s accounts."), notice),
        ),
        ClubKind.MEMBER: (
            _("You’re now a regular member of %(club)s"),
            _by(_("%(by)s changed your role."), notice),
        ),
        ClubKind.REMOVED: (
            _("You were removed from %(club)s"),
            _("Open payments stay open. Ask an organizer if you think this is a mistake."),
        ),
    }[ClubKind(notice.kind)]
    url = club.get_absolute_url()
    return NoticeText(title % {"club": club.name}, detail, url, button=_("View club"))


_TEXTS: Final[Mapping[ClubKind, Callable[[Notice, Club], NoticeText]]] = {
    **dict.fromkeys(ABOUT_CLUBS, _about_role),
    ClubKind.REQUEST: _request,
    ClubKind.INVITED: _invited,
}
