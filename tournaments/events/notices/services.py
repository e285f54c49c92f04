"""Notices to users about events."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.db.models import Sum
from django.utils import timezone

from accounts.mails import sends_mail
from accounts.notices import services as notices
from accounts.notices.models import Notice
from accounts.services import ONLINE_WINDOW
from tournaments.clubs.models import Membership
from tournaments.events.core.format_input import standings_of
from tournaments.events.core.locking import LockedEvent
from tournaments.events.core.models import Event
from tournaments.events.entries.models import Entry
from tournaments.events.notices.kinds import EventKind
from tournaments.events.rounds.models import EventRound, EventSeat
from tournaments.events.settling.winnings import winnings_of
from tournaments.ledger.settling.models import Balance, Settlement

#: Kinds that ask the user for an answer.
ASKING = (EventKind.CORRECTION, EventKind.PAPER_DEAL, EventKind.SUBSTITUTE)
#: How long before an event its entrants are reminded.
AHEAD = timedelta(days=1)


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
    kind: EventKind,
    people: Iterable[int | None],
    number: int = 0,
    *,
    by_mail: bool = True,
    **params: Any,
) -> None:
    """Notify all these users alike, also by mail; None in `people` is ignored. At most one query.

    The notice replaces one of the same event, user, kind and number.
    """
    told = {each: params for each in people if each is not None}
    notices.notify(kind, event.row, told, number, by_mail=by_mail)


def notify_away_players(event: LockedEvent, row: EventRound) -> None:
    """Notify a new round's players who are not online, also by mail; nothing if mail is not set up.

    At most three queries.
    """
    if not sends_mail():
        return
    here_since = timezone.now() - ONLINE_WINDOW
    seats = EventSeat.objects.filter(event_table__round=row, entry__user__isnull=False)
    away = seats.exclude(entry__user__seen_at__gt=here_since)
    told = {
        user_id: {"round": row.number, "table": table}
        for user_id, table in away.values_list("entry__user", "event_table__number")
        if user_id is not None
    }
    notices.notify(EventKind.TABLE, event.row, told, row.number)


def notify_opened(event: LockedEvent) -> None:
    """Notify the club's other members that they can sign up. At most three queries."""
    members = Membership.objects.filter(club=event.row.club_id).exclude(user=event.actor)
    notify(event, EventKind.OPENED, members.values_list("user", flat=True))


def notify_results(event: LockedEvent) -> None:
    """Notify all users in the final standings of their places, also by mail. At most 15 queries."""
    notices.notify(EventKind.RESULTS, event.row, _place_params(event.row), 0)


def correct_result_notices(event: Event) -> None:
    """Correct places and amounts in the notices of an event's results, if it is finished.

    None is added, mailed again or marked as unseen.
    """
    if event.status != Event.Status.FINISHED:
        return
    places = _place_params(event)
    changed = []
    for notice in Notice.objects.filter(kind=EventKind.RESULTS, subject_id=event.pk):
        if notice.params != (now := places.get(notice.user_id, notice.params)):
            notice.params = now
            changed.append(notice)
    Notice.objects.bulk_update(changed, ["params"])


def _place_params(event: Event) -> dict[int, dict[str, Any]]:
    """Return the parameters of each user's result, by user ID.

    These are `place`, `shared` and `of` (number of entrants) and, with a stake, an entry fee or
    prizes, those of `_amount_params`.
    """
    standings = standings_of(event)
    people = dict(event.entries.filter(user__isnull=False).values_list("number", "user"))
    amounts = _amount_params(event) if event.currency else {}
    return {
        user_id: {
            "place": line.place,
            "shared": line.shared,
            "of": len(standings),
            **amounts.get(user_id, {}),
        }
        for line in standings
        if (user_id := people.get(line.entrant)) is not None
    }


def _amount_params(event: Event) -> dict[int, dict[str, Any]]:
    """Return the parameters of the amount that each user won or lost, by user ID.

    These are `amount`, with fee and prize, in minor units of the `currency`, below zero for a loss,
    and `awaits_settlement`. Empty without any result. Two queries once the event is settled.
    """
    settlements = Settlement.objects.filter(source=Settlement.Source.EVENT, event=event.pk)
    if is_settled := settlements.exists():
        # Results that wait for their players' answers have no balance.
        balances = Balance.objects.filter(settlement__in=settlements, account__user__isnull=False)
        sums = balances.order_by().values_list("account__user").annotate(Sum("amount"))
        amounts = {user_id: amount for user_id, amount in sums if user_id is not None}
    else:
        winnings = winnings_of(event)
        by_holder = {} if winnings is None else winnings.amounts_by_holder()
        amounts = {
            holder.user_id: amount
            for holder, amount in by_holder.items()
            if holder.user_id is not None
        }
    return {
        user_id: {
            "amount": amount,
            "currency": event.currency,
            "awaits_settlement": not is_settled,
        }
        for user_id, amount in amounts.items()
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
    reminded = Notice.objects.filter(kind=EventKind.REMINDER, subject_id__in=events)
    done = set(reminded.values_list("subject_id", "user", "key"))
    entries = Entry.objects.filter(
        event__in=events, user__isnull=False, status__in=Entry.PLACED_STATUSES
    )
    made = []
    for event_id, user_id, entered in entries.values_list("event", "user", "created_at"):
        starts_at = events[event_id].starts_at
        # The start time in minutes since 1970 tells a reminder from one of an earlier time.
        key = str(int(starts_at.timestamp() // 60))
        if user_id is None or (event_id, user_id, key) in done or entered > starts_at - AHEAD:
            continue
        made.append(Notice(kind=EventKind.REMINDER, subject_id=event_id, user_id=user_id, key=key))
    # Another worker may be reminding at the same time.
    notices.store(made, keep_existing=True)
    return len(made)


def notices_seen(user_id: int, event_id: int) -> None:
    """Mark a user's notices of an event as seen, except requests. One query.

    Those ask for an answer and stay until they are answered or dismissed.
    """
    own = Notice.objects.about(Event, event_id).filter(user=user_id)
    own.exclude(kind__in=ASKING).mark_seen()


def request_seen(event_id: int, user_id: int, kind: EventKind, number: int) -> None:
    """Mark a user's notice of this kind and number as seen, once answered. One query."""
    asked = Notice.objects.filter(kind=kind, subject_id=event_id, user=user_id, key=str(number))
    asked.mark_seen()
