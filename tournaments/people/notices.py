"""Notices of new followers and friends: home page and mails."""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, TextChoices
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Follow, User
from accounts.notices.groups import Choice, NoticeGroup
from accounts.notices.models import Notice
from accounts.notices.senders import NoticeText, Sender
from accounts.notices.services import store
from games.common.players import page_among_friends

#: Age up to which the home page shows unseen notices.
HOME_AGE = timedelta(days=14)


class PeopleKind(TextChoices):
    """Occasions of a notice about a member."""

    FOLLOWED = "people.followed", gettext_lazy("New follower")
    FRIENDS = "people.friends", gettext_lazy("Followed back")


class FollowSender(Sender[User]):
    """Notices about followers; subjects are the followers."""

    model = User
    kinds = PeopleKind
    groups = (
        NoticeGroup(
            "followers", gettext_lazy("New followers and friends"), PeopleKind, default=Choice.HERE
        ),
    )
    mail_lifetime = timedelta(days=2)

    def subjects(self, ids: Collection[int]) -> Mapping[int, User]:
        """Return the followers with an open account by primary key. One query."""
        return User.objects.filter(is_active=True).in_bulk(ids)

    def text(self, notice: Notice, subject: User) -> NoticeText:
        """Return who follows the reader, and whether they are friends."""
        name, url = {"name": subject.shown_name}, page_among_friends(subject)
        if notice.kind == PeopleKind.FRIENDS:
            title = _("You and %(name)s are friends now") % name
            return NoticeText(title, "", url or reverse("friends"), button=_("View player"))
        return NoticeText(
            _("%(name)s follows you") % name,
            _("Follow back to be friends and invite each other to tables."),
            url or reverse("friends"),
            button=_("View player"),
        )

    def shown_on_home(self, user_id: int, now: datetime) -> Q:
        """Return the condition for notices of 14 days about members who still follow the user."""
        follows = Follow.objects.filter(person=OuterRef("subject_id"), other=user_id)
        return Q(Exists(follows), kind__in=self.kinds, created_at__gt=now - HOME_AGE)

    def mail_language(self, subject: User) -> str:
        """Return the site's language."""
        return settings.LANGUAGE_CODE


def notify_followed(follower: User, followed: User, *, is_friend: bool) -> None:
    """Notify a member of a new follower or friend; once only, however often they are followed.

    Following back answers the follower's own notice.
    """
    Notice.objects.filter(
        user=follower, kind=PeopleKind.FOLLOWED, subject_id=followed.pk
    ).mark_seen()
    kind = PeopleKind.FRIENDS if is_friend else PeopleKind.FOLLOWED
    notice = Notice(user=followed, kind=kind, subject_id=follower.pk, key="")
    store([notice], keep_existing=True)
