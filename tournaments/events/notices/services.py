"""Event notifications: stored with the change they are about, mailed after its commit."""

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.caller import Caller
from accounts.services import ONLINE_WINDOW
from games.common.denials import DeniedError, answering
from tournaments.clubs.services.invitations import sends_mail
from tournaments.events import queue
from tournaments.events.core.denials import EventCode
from tournaments.events.core.format_input import standings_of
from tournaments.events.core.locking import Answer, LockedEvent, require_user
from tournaments.events.core.models import Event
from tournaments.events.entries.models import Entry
from tournaments.events.notices.models import EventNotice
from tournaments.events.rounds.models import EventRound

_Kind = EventNotice.Kind
_Mail = EventNotice.MailState
#: Notifications that ask the user for an answer.
ASKING = (_Kind.CORRECTION, _Kind.PAPER_DEAL, _Kind.SUBSTITUTE)
#: How long before an event its entrants are reminded.
AHEAD = timedelta(days=1)
#: Entrants and invited members.


def user_ids_of(event: LockedEvent, *statuses: str) -> list[int]:
    """Return the user IDs of the event's entrants, waiting and invited users. One query.

    :param statuses: limits the result to entries with these statuses
    """
    found = event.row.entries.filter(
        status__in=statuses or Entry.INVOLVED_STATUSES, user__isnull=False
    )
    return [number for number in found.values_list("user", flat=True) if number is not None]


def notify(
    event: LockedEvent,
    kind: str,
    people: Iterable[int | None],
    number: int = 0,
    *,
    by_mail: bool = True,
    **params: Any,
) -> None:
    """Store the same notification for all these users, to be mailed after the commit.

    It replaces one of the same event, user, kind and number; None in `people` is ignored.

    One query.
    """
    told = {each: params for each in people if each is not None}
    notify_each(event.row, kind, told, number, by_mail=by_mail)


def notify_each(
    event: Event,
    kind: str,
    params_by_user: Mapping[int, Mapping[str, Any]],
    number: int = 0,
    *,
    by_mail: bool = True,
) -> None:
    """Store a notification with own parameters for each user, to be mailed after the commit.

    It replaces an earlier one with the same event, user, kind and number. One query.
    """
    if not params_by_user:
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
            for user_id, params in params_by_user.items()
        ],
        update_conflicts=True,
        unique_fields=["event", "user", "kind", "number"],
        update_fields=["params", "created_at", "seen_at", "mail", "mail_turn", "mail_tries"],
    )
    if mailed:
        queue.mail_after_commit(event.pk)


def notify_away_players(event: LockedEvent, row: EventRound) -> None:
    """Notify a new round's players who are not online, also by mail; nothing if mail is not set up.

    At most two queries.
    """
    if not sends_mail():
        return
    here_since = timezone.now() - ONLINE_WINDOW
    away = event.row.entries.filter(number__in=row.seated.seated, user__isnull=False).exclude(
        user__seen_at__gt=here_since
    )
    notify(event, _Kind.TABLE, away.values_list("user", flat=True), row.number, round=row.number)


def notify_results(event: LockedEvent) -> None:
    """Notify all users in the final standings of their places, also by mail. Six queries."""
    notify_each(event.row, _Kind.RESULTS, _place_params(event.row))


def correct_places_in_notices(event: LockedEvent) -> None:
    """Correct the places in the result notifications of an event, if it is finished.

    None is added, mailed again or marked as unseen.
    """
    if event.row.status != Event.Status.FINISHED:
        return
    places = _place_params(event.row)
    changed = []
    for notice in event.row.notices.filter(kind=_Kind.RESULTS):
        if notice.params != (now := places.get(notice.user_id, notice.params)):
            notice.params = now
            changed.append(notice)
    EventNotice.objects.bulk_update(changed, ["params"])


def _place_params(event: Event) -> dict[int, dict[str, Any]]:
    """Return `place`, `shared` and `of` (number of entrants) of each user, by user ID."""
    standings = standings_of(event)
    people = dict(event.entries.filter(user__isnull=False).values_list("number", "user"))
    return {
        user_id: {"place": line.place, "shared": line.shared, "of": len(standings)}
        for line in standings
        if (user_id := people.get(line.entrant)) is not None
    }


def remind_entrants() -> int:
    """Remind entrants of events that start within a day; return the number of reminders.

    Those who signed up less than a day ahead, or were reminded of this start time before, are left
    out.

    Three queries and one for the notifications; none if e-mail isn't set up: the home page shows
    the next event anyway.
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
        event__in=events, user__isnull=False, status__in=Entry.PLACED_STATUSES
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
        # Another worker may be reminding at the same time.
        EventNotice.objects.bulk_create(made, ignore_conflicts=True)
        for event_id in sorted({each.event_id for each in made}):
            queue.mail_after_commit(event_id)
    return len(made)


def _minute(event: Event) -> int:
    """Return the start time in minutes since 1970, which identifies a reminder."""
    return int(event.starts_at.timestamp() // 60)


def notices_seen(user_id: int, event_id: int) -> None:
    """Mark a user's notifications of an event as seen, except requests. One query.

    Those ask for an answer and stay until they are answered or dismissed.
    """
    unseen = EventNotice.objects.filter(event=event_id, user=user_id, seen_at=None)
    unseen = unseen.exclude(kind__in=ASKING)
    unseen.update(seen_at=timezone.now())


def request_seen(event_id: int, user_id: int, kind: str, number: int) -> None:
    """Mark a user's notification of this kind and number as seen, once answered. One query."""
    asked = EventNotice.objects.filter(event=event_id, user=user_id, kind=kind, number=number)
    asked.filter(seen_at=None).update(seen_at=timezone.now())


@answering
def notice_seen(caller: Caller, notice_id: int) -> Answer:
    """Mark a notification of the caller, by primary key, as seen; repeated calls do nothing."""
    person = require_user(caller)
    mine = EventNotice.objects.filter(pk=notice_id, user=person)
    if not mine.update(seen_at=timezone.now()):
        raise DeniedError(EventCode.NO_NOTICE)
    return None
