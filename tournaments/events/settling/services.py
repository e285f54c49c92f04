"""Settlement of events: once when the event is over, and again after each correction.

The first settlement of an event for points is made by a task, which may be lost or run twice. An
event for money is settled by an organizer who has checked the results, or by the sweep after
`Event.CHECKING_TIME`. A correction is settled in the transaction that corrects, so the two are
always consistent. All of them lock the event's row first, then the accounts.
"""

from collections.abc import Collection

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from accounts.caller import Caller
from accounts.models import User
from games.common.denials import DeniedError, answering
from games.screens.session_lines import NotOwed
from games.tables.models import Session
from tournaments.events.core.denials import EventCode
from tournaments.events.core.locking import Answer, LockedEvent, locked_event, raise_version
from tournaments.events.core.models import Event, EventRecord
from tournaments.events.corrections.models import EntryPenalty
from tournaments.events.entries.models import Entry
from tournaments.events.notices.services import correct_result_notices
from tournaments.events.rounds.models import EventRound, EventSeat
from tournaments.events.settling.winnings import winnings_of
from tournaments.events.terms.services import withdraw_outdated
from tournaments.ledger.pending.selectors import event_results_not_owed
from tournaments.ledger.settling.models import Settlement
from tournaments.ledger.settling.services import settle_winnings


def settlements_of(event_id: int) -> QuerySet[Settlement]:
    """Return the query for the settlements of the event, oldest first."""
    found = Settlement.objects.filter(source=Settlement.Source.EVENT, event=event_id)
    return found.order_by("number")


def unsettled() -> QuerySet[Event]:
    """Return the query for finished events with seats or penalties but no settlement."""
    settled = Settlement.objects.filter(source=Settlement.Source.EVENT, event=OuterRef("pk"))
    played = EventSeat.objects.filter(event_table__round__event=OuterRef("pk"))
    fined = EntryPenalty.objects.filter(entry__event=OuterRef("pk"), reversed_at=None)
    return Event.objects.filter(
        ~Exists(settled), Exists(played) | Exists(fined), status=Event.Status.FINISHED
    )


def settle_event(event_id: int) -> None:
    """Settle a finished event once; repeated calls do nothing.

    Does nothing while a result is missing: the sweep tries again.
    """
    with transaction.atomic():
        row = (
            Event.objects.select_for_update()
            .filter(pk=event_id, status=Event.Status.FINISHED)
            .first()
        )
        if row is None or settlements_of(event_id).exists():
            return
        if _settle(row):
            # Shows the settlement on the event's pages.
            raise_version(row)


@answering
def settle_now(caller: Caller, event_id: int) -> Answer:
    """Settle a finished event before it settles itself; repeated calls do nothing.

    Denied while a result is missing.
    """
    with locked_event(event_id, caller, organizer=True, in_closed_club=True) as event:
        event.check_status(Event.Status.FINISHED)
        if settlements_of(event_id).exists():
            event.is_unchanged = True
            return None
        if not _settle(event.row):
            raise DeniedError(EventCode.NOT_COMPLETE)
        event.note(EventRecord.Deed.SETTLED)
    return None


def _settle(row: Event) -> bool:
    """Make the first settlement of a finished event with a locked row; False if one isn't possible.

    The caller raises the version.
    """
    winnings = winnings_of(row)
    if winnings is None:
        return False
    withdraw_outdated(row)
    if settle_winnings(winnings) is None:
        return False
    correct_result_notices(row)
    return True


def result_accepted(event_id: int) -> None:
    """Update the notices of an event's results after a player accepted a pending result."""
    correct_result_notices(Event.objects.get(pk=event_id))


def results_corrected(event: LockedEvent, reason: str) -> None:
    """Update notifications and settlement of an event after its results have changed.

    Before the end, nothing needs an update; an unsettled event is settled later. Raise `ValueError`
    if the reason is empty.

    :param reason: why the results changed
    :raises ValueError: the reason is empty: the ledger would take the correction for a repeated
        first settlement and post nothing
    """
    if not reason:
        raise ValueError("a corrected result needs a reason")
    if event.row.status != Event.Status.FINISHED:
        return
    if settlements_of(event.row.pk).exists():
        winnings = winnings_of(event.row)
        if winnings is not None:
            reason = reason[: Settlement.REASON_LENGTH]
            settle_winnings(winnings, made_by=event.person, reason=reason)
    correct_result_notices(event.row)


def sessions_not_owed(user: int, sessions: Collection[int]) -> dict[int, NotOwed]:
    """Return by session id why the user does not owe its result, for those of event tables.

    At most two queries.
    """
    events = event_results_not_owed(user)
    if not events:
        return {}
    event = Coalesce("table__event_table__round__event", "night_session__event_table__round__event")
    rows = Session.objects.filter(pk__in=sessions).annotate(of_event=event)
    counted = rows.filter(of_event__in=list(events)).values_list("pk", "of_event")
    return {session: events[number] for session, number in counted}


def unsettled_for(user: User) -> list[str]:
    """Return up to five names of unfinished or unsettled events that keep the user's account open.

    They are unfinished and the user is an entrant, or they were for money and are not settled. One
    query.
    """
    here = OuterRef("pk")
    settled = Settlement.objects.filter(event=here)
    entered = Entry.objects.filter(event=here, user=user)
    seats = EventSeat.objects.filter(event_table__round__event=here)
    played = seats.filter(Q(entry__user=user, result_of=None) | Q(result_of=user))
    penalties = EntryPenalty.objects.filter(entry__event=here, entry__user=user, reversed_at=None)
    rounds = EventRound.objects.filter(event=here).exclude(status=EventRound.Status.PROPOSED)
    may_owe = Exists(played) | Exists(penalties)
    is_paid_apart = Q(sit_out_points__gt=0) | Q(fee_minor__gt=0) | Q(pot_minor__gt=0)
    may_be_owed = is_paid_apart & Exists(entered) & Exists(rounds)
    outside = (Entry.Status.WITHDRAWN, Entry.Status.INVITED)
    is_in = ~Q(status__in=Event.OVER_STATUSES) & Exists(entered.exclude(status__in=outside))
    is_held = ~Q(currency="") & (may_owe | may_be_owed) & ~Exists(settled)
    rows = Event.objects.filter(is_in | is_held).order_by("starts_at", "pk")
    return list(rows.values_list("name", flat=True)[:5])
