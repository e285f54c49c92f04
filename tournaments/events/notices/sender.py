"""Sender of notices about events: home page and mails."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from accounts.notices.models import Notice
from accounts.notices.senders import NoticeText, Sender
from tournaments.events.core.models import Event
from tournaments.events.core.words import when
from tournaments.events.notices.kinds import GROUPS, EventKind
from tournaments.events.notices.words import notice_link, notice_words

#: Age up to which the home page shows unseen notices.
HOME_AGE = timedelta(days=14)
#: Kinds that the home page covers otherwise, or a mail.
_NOT_ON_HOME = (EventKind.REMINDER, EventKind.CHECK_IN, EventKind.TABLE, EventKind.CALLED)
#: Kinds that are still shown after the event is over.
_AFTER_THE_END = (
    EventKind.CANCELLED,
    EventKind.RESULTS,
    EventKind.PENALTY,
    EventKind.CORRECTED,
    EventKind.CORRECTION,
)


class EventSender(Sender[Event]):
    """Notices about events; subjects are events with their clubs."""

    model = Event
    kinds = EventKind
    groups = GROUPS
    mail_lifetime = timedelta(hours=12)

    def subjects(self, ids: Collection[int]) -> Mapping[int, Event]:
        """Return the events with their clubs by primary key. One query."""
        return Event.objects.select_related("club").in_bulk(ids)

    def text(self, notice: Notice, subject: Event) -> NoticeText:
        """Return the notice's text in the active language."""
        words = notice_words(subject, notice.kind, notice.params)
        return replace(words, url=notice_link(subject, notice))

    def shown_on_home(self, user_id: int, now: datetime) -> Q:
        """Return the condition for notices of 14 days whose event isn't over, or that outlast it.

        Outdated are, for instance, announcements of an event that is over, and new events that have
        begun.
        """
        kinds = [each for each in EventKind if each not in (*_NOT_ON_HOME, EventKind.OPENED)]
        events = Event.objects.filter(pk=OuterRef("subject_id"))
        is_current = Q(kind__in=_AFTER_THE_END) | ~Exists(
            events.filter(status__in=Event.OVER_STATUSES)
        )
        takes_entries = events.filter(
            status__in=(Event.Status.OPEN, Event.Status.CHECK_IN),
            club__memberships__user=user_id,
        )
        is_new = Q(Exists(takes_entries), kind=EventKind.OPENED)
        return (is_current & Q(kind__in=kinds) | is_new) & Q(created_at__gt=now - HOME_AGE)

    def mail_language(self, subject: Event) -> str:
        """Return the club's language."""
        return subject.club.language

    def mail_lines(self, notice: Notice, subject: Event) -> list[str]:
        """Return the names of event and club, and the start in the club's time zone."""
        names = {"event": subject.name, "club": subject.club.name}
        return [_("%(event)s · %(club)s") % names, when(subject)]
