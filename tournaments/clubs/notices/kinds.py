"""Kinds of notices about clubs, and the groups in which users switch them."""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.notices.groups import Choice, NoticeGroup


class ClubKind(TextChoices):
    """Occasion of a notice about a club, or about a news post."""

    #: To members; about the post.
    NEWS = "news.posted", _("Club news")
    #: To organizers; the key is the request's primary key.
    REQUEST = "club.request", _("Request to join")
    ACCEPTED = "club.accepted", _("Request approved")
    DECLINED = "club.declined", _("Request declined")
    #: The key is the invitation's primary key.
    INVITED = "club.invited", _("Invitation to a club")
    OWNER = "club.owner", _("Club transferred")
    ORGANIZER = "club.organizer", _("Made an organizer")
    TREASURER = "club.treasurer", _("Made a treasurer")
    MEMBER = "club.member", _("Made a regular member")
    REMOVED = "club.removed", _("Removed from a club")


ABOUT_CLUBS = tuple(each for each in ClubKind if each.startswith("club."))

_CLUBS = pgettext_lazy("organisations", "Clubs")
_Kind = ClubKind
GROUPS = (
    NoticeGroup("club-news", _("Club news"), (_Kind.NEWS,), _CLUBS, Choice.DIGEST),
    NoticeGroup(
        "club-membership",
        _("Invitations, replies and your role"),
        (
            _Kind.INVITED,
            _Kind.ACCEPTED,
            _Kind.DECLINED,
            _Kind.OWNER,
            _Kind.ORGANIZER,
            _Kind.TREASURER,
            _Kind.MEMBER,
            _Kind.REMOVED,
        ),
        _CLUBS,
    ),
    NoticeGroup("club-requests", _("Requests to join a club you run"), (_Kind.REQUEST,), _CLUBS),
)
