"""What people are told of an event: written with the deed it is about, mailed once that is kept."""

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.caller import Caller
from accounts.services import ONLINE
from games.common.denials import DeniedError, answering
from tournaments.clubs.services.invitations import sends_mail
from tournaments.events import queue
from tournaments.events.denials import EventCode
from tournaments.events.models import Entry, Event, EventNotice, EventRound
from tournaments.events.services.core import Answer, EventChanging, known
from tournaments.events.services.planned import standings_of

_Kind = EventNotice.Kind
_Mail = EventNotice.MailState
#: What asks the user something.
ASKING = (_Kind.CORRECTION, _Kind.PAPER_DEAL, _Kind.SUBSTITUTE)
#: How long before an event those who have entered are reminded of it.
AHEAD = timedelta(days=1)
#: Those who have entered: they take part, or wait to.
ENTERED = (Entry.Status.ENTERED, Entry.Status.HERE, Entry.Status.WAITING)
#: The same, and those who are invited.
_INVOLVED = (Entry.Status.INVITED, *ENTERED)


def people_of(event: EventChanging, *statuses: str) -> list[int]:
    """Return who has entered, waits or is invited, by their numbers. One query.

    :param statuses: only those whose entry has one of these
    """
    found = event.row.entries.filter(status__in=statuses or _INVOLVED, user__isnull=False)
    return [number for number in found.values_list("user", flat=True) if number is not None]


def tell(
    event: EventChanging,
    kind: str,
    people: Iterable[int | None],
    number: int = 0,
    *,
    by_mail: bool = True,
    **params: Any,
) -> None:
    """Tell all of these people the same. One query, for any number of them."""
    told = {each: params for each in people if each is not None}
    tell_each(event.row, kind, told, number, by_mail=by_mail)


def tell_each(
    event: Event,
    kind: str,
    told: Mapping[int, Mapping[str, Any]],
    number: int = 0,
    *,
    by_mail: bool = True,
) -> None:
    """Tell each of these users something of their own; who was told before is told again."""
    if not told:
        return
    mailed = by_mail and sends_mail()
    EventNotice.objects.bulk_create(
        [
            EventNotice(
                event=event,
                user_id=user_id,
                kind=kind,
                number=number,
                params=dict(params),
                mail=_Mail.DUE if mailed else _Mail.NONE,
            )
            for user_id, params in told.items()
        ],
        update_conflicts=True,
        unique_fields=["event", "user", "kind", "number"],
        update_fields=["params", "created_at", "seen_at", "mail", "mail_turn", "mail_tries"],
    )
    if mailed:
        queue.mail_after_commit(event.pk)


def tell_of_tables(event: EventChanging, row: EventRound) -> None:
    """Mail those of a round that begins who have no page of the club open. At most two queries."""
    if not sends_mail():
        return
    here_since = timezone.now() - ONLINE
    away = event.row.entries.filter(number__in=row.seated.seated, user__isnull=False).exclude(
        user__seen_at__gt=here_since
    )
    tell(event, _Kind.TABLE, away.values_list("user", flat=True), row.number, round=row.number)


def tell_results(event: EventChanging) -> None:
    """Tell all who played which place they came in. Six queries."""
    tell_each(event.row, _Kind.RESULTS, _places(event.row))


def renew_results(event: EventChanging) -> None:
    """Let what people were told of the results be what they are now; it is not mailed again."""
    if event.row.status != Event.Status.FINISHED:
        return
    places = _places(event.row)
    changed = []
    for notice in event.row.notices.filter(kind=_Kind.RESULTS):
        if notice.params != (now := places.get(notice.user_id, notice.params)):
            notice.params = now
            changed.append(notice)
    EventNotice.objects.bulk_update(changed, ["params"])


def _places(event: Event) -> dict[int, dict[str, Any]]:
    """Return the places of the people who played."""
    standings = standings_of(event)
    people = dict(event.entries.filter(user__isnull=False).values_list("number", "user"))
    return {
        user_id: {"place": line.place, "shared": line.shared, "of": len(standings)}
        for line in standings
        if (user_id := people.get(line.entrant)) is not None
    }


def remind() -> int:
    """Remind those who have entered of what begins within a day; return how many were told.

    Once for each time that the event is set for, however often this is done. Who entered less than
    a day ahead knows it. Three queries and one for the notices; none where mail goes nowhere: the
    front page has the next event anyway.
    """
    if not sends_mail():
        return 0
    now = timezone.now()
    coming = Event.objects.filter(
        status__in=(Event.Status.OPEN, Event.Status.CHECK_IN),
        starts_at__gt=now,
        starts_at__lte=now + AHEAD,
    )
    events = {each.pk: each for each in coming}
    if not events:
        return 0
    reminded = EventNotice.objects.filter(event__in=events, kind=_Kind.REMINDER)
    done = set(reminded.values_list("event", "user", "number"))
    entries = Entry.objects.filter(
        event__in=events, user__isnull=False, status__in=(Entry.Status.ENTERED, Entry.Status.HERE)
    )
    made = []
    for event_id, user_id, entered in entries.values_list("event", "user", "created_at"):
        event = events[event_id]
        number = _minute(event)
        if user_id is None or (event_id, user_id, number) in done:
            continue
        if entered <= event.starts_at - AHEAD:
            made.append(
                EventNotice(
                    event=event,
                    user_id=user_id,
                    kind=_Kind.REMINDER,
                    number=number,
                    mail=_Mail.DUE,
                )
            )
    with transaction.atomic():
        # Another worker may be at it, too.
        EventNotice.objects.bulk_create(made, ignore_conflicts=True)
        for event_id in sorted({each.event_id for each in made}):
            queue.mail_after_commit(event_id)
    return len(made)


def _minute(event: Event) -> int:
    """Return what tells one time of beginning from another."""
    return int(event.starts_at.timestamp() // 60)


def notices_seen(user_id: int, event_id: int) -> None:
    """Note that the person has looked at the event, so needs to be told no more. One query.

    What asks the user something stays until it is answered or put away.
    """
    unseen = EventNotice.objects.filter(event=event_id, user=user_id, seen_at=None)
    unseen = unseen.exclude(kind__in=ASKING)
    unseen.update(seen_at=timezone.now())


def asked_seen(event_id: int, user_id: int, kind: str, number: int) -> None:
    """Put away what asked the user something that is answered now. One query."""
    asked = EventNotice.objects.filter(event=event_id, user=user_id, kind=kind, number=number)
    asked.filter(seen_at=None).update(seen_at=timezone.now())


@answering
def notice_seen(caller: Caller, notice_id: int) -> Answer:
    """Put a notice of one's own away; twice is once."""
    person = known(caller)
    mine = EventNotice.objects.filter(pk=notice_id, user=person)
    if not mine.update(seen_at=timezone.now()):
        raise DeniedError(EventCode.NO_NOTICE)
    return None
