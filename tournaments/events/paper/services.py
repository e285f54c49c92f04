"""Deals with real cards: entered by one user, confirmed by another, summed up at the end.

The players of a table enter and confirm its deals. An organizer may do either at any table, with
a reason. In an event for points an organizer's deal is confirmed at once. In an event with a
stake the players are notified, and the deal is confirmed by one of them or after a day without a
dispute; a confirmed deal is corrected in the same way (`corrections`).
"""

from django.db.models import Prefetch
from django.utils import timezone

from accounts.caller import Caller
from games.common.denials import DeniedError, answering
from games.live.users import alerts_changed
from tournaments.events.core.denials import EventCode
from tournaments.events.core.locking import Answer, locked_event, require_reason
from tournaments.events.core.models import Event, EventRecord
from tournaments.events.corrections.models import EventCorrection
from tournaments.events.corrections.services import propose_correction
from tournaments.events.notices.kinds import EventKind
from tournaments.events.notices.services import notify
from tournaments.events.paper.deal import WrittenDeal
from tournaments.events.paper.locked_sheet import (
    DAY,
    Sheet,
    append_to_deal_history,
    deal_changed_error,
)
from tournaments.events.paper.models import PaperDeal, PaperDealRecord, stored_deal
from tournaments.events.rounds.models import EventSeat, EventTable
from tournaments.ledger.corrections.models import is_final

_Deed = EventRecord.Deed
_Step = PaperDealRecord.Step


@answering
def write_deal(
    caller: Caller,
    event_id: int,
    event_table_id: int,
    number: int,
    written: WrittenDeal,
    *,
    version: int = 0,
    reason: str = "",
) -> EventCorrection | None:
    """Enter a deal with real cards or replace its data; a second, equal entry confirms it.

    In an event with a stake, a change of a confirmed deal is only proposed; return that correction.

    :param version: version of the deal that is replaced; 0 for a new deal
    :param reason: an organizer's reason; empty for players of the table
    """
    reason = require_reason(reason) if reason else ""
    with locked_event(event_id, caller) as event:
        sheet = Sheet.opened(event, event_table_id, reason)
        _check_number(sheet, number)
        nets, stored = sheet.nets(written), stored_deal(written)
        deal = sheet.deal(number)
        if deal is None and sheet.is_closed:
            raise DeniedError(EventCode.NO_NEW_DEALS)
        if deal is None:
            deal = PaperDeal(event_table=sheet.row, number=number, version=0)
        elif deal.version != version and not reason and deal.written == stored:
            _confirm_by_same_entry(sheet, deal)
            return None
        elif deal.version != version:
            raise deal_changed_error(deal)
        elif deal.is_confirmed and not reason:
            raise DeniedError(EventCode.DEAL_CONFIRMED)
        if deal.is_confirmed and event.row.currency:
            return propose_correction(
                event, sheet.row, sheet.seats, nets, reason, deal=deal, written=stored
            )
        _store_deal(sheet, deal, stored, nets)
        sheet.update_result()
    return None


def _check_number(sheet: Sheet, number: int) -> None:
    """Raise `DeniedError` unless the deal was entered or is the next one, counted from 1."""
    if not 1 <= number <= sheet.deals_planned:
        raise DeniedError(EventCode.NO_FURTHER_DEAL, deals=sheet.deals_planned)
    coming = sheet.row.paper_deals.count() + 1
    if number > coming:
        raise DeniedError(EventCode.NEXT_DEAL_FIRST, next=coming)


def _confirm_by_same_entry(sheet: Sheet, deal: PaperDeal) -> None:
    """Confirm a deal that a second user entered identically; ignore repeats by the same user."""
    if deal.is_confirmed or deal.entered_by_id == sheet.person.pk:
        sheet.event.is_unchanged = True
        return
    _store_confirmation(sheet, deal)
    sheet.update_result()


def _store_deal(sheet: Sheet, deal: PaperDeal, stored: dict[str, object], nets: list[int]) -> None:
    """Store entered data as the deal's next version.

    In an event for points, an organizer's deal is confirmed at once.
    """
    was_there = deal.pk is not None
    now = timezone.now()
    waits = bool(sheet.reason and sheet.event.row.currency)
    stands = bool(sheet.reason) and not waits
    deal.version += 1
    deal.written, deal.nets = stored, nets
    deal.entered_by, deal.entered_at = sheet.person, now
    deal.disputed_by = None
    deal.confirmed_by = sheet.person if stands else None
    deal.confirmed_at = now if stands else None
    deal.stands_at = now + DAY if waits else None
    deal.save()
    if sheet.reason and was_there:
        sheet.note(deal, _Step.CORRECTED, _Deed.DEAL_CHANGED)
    else:
        sheet.note(deal, _Step.WRITTEN, _Deed.DEAL_WRITTEN)
    if waits:
        _notify_entered(sheet, deal)


def _notify_entered(sheet: Sheet, deal: PaperDeal) -> None:
    """Notify the table's players that an organizer entered a deal for their money."""
    holders = [each for seat in sheet.seats if (each := seat.holder_id) != sheet.person.pk]
    people = {*sheet.other_players(sheet.person.pk), *holders}
    notify(
        sheet.event,
        EventKind.PAPER_DEAL,
        people,
        sheet.row.pk,
        by=sheet.person.shown_name,
        deal=deal.number,
        round=sheet.row.round.number,
        table=sheet.row.number,
    )
    for each in people:
        if each is not None:
            alerts_changed(each)


@answering
def confirm_deal(
    caller: Caller,
    event_id: int,
    event_table_id: int,
    number: int,
    *,
    version: int,
    reason: str = "",
) -> Answer:
    """Confirm a deal entered by another user, in the version seen; repeated calls do nothing.

    :param version: version of the deal that the user has seen
    :param reason: an organizer's reason; empty for players of the table
    """
    reason = require_reason(reason) if reason else ""
    with locked_event(event_id, caller) as event:
        sheet = Sheet.opened(event, event_table_id, reason)
        deal = sheet.deal_in_version(number, version)
        if deal.is_confirmed:
            event.is_unchanged = True
            return None
        if not reason:
            _check_confirmer(sheet, deal)
        elif event.row.currency:
            _check_desk_confirms(sheet, deal)
        _store_confirmation(sheet, deal)
        sheet.update_result()
    return None


def _check_confirmer(sheet: Sheet, deal: PaperDeal) -> None:
    """Raise `DeniedError` if the user entered the deal, or another user disputes it."""
    if deal.entered_by_id == sheet.person.pk:
        raise DeniedError(EventCode.OWN_DEAL)
    # The user who disputed the deal may still confirm it.
    if deal.disputed_by is not None and deal.disputed_by_id != sheet.person.pk:
        raise DeniedError(EventCode.DEAL_DISPUTED, name=deal.disputed_by.shown_name)


def _check_desk_confirms(sheet: Sheet, deal: PaperDeal) -> None:
    """Raise `DeniedError` if the organizer entered this deal, or its players can still answer.

    It is for events with a stake.
    """
    if deal.entered_by_id == sheet.person.pk:
        raise DeniedError(EventCode.OWN_DEAL)
    is_disputed = deal.disputed_by_id is not None
    if deal.stands_at is not None and not is_disputed and sheet.other_players(deal.entered_by_id):
        raise DeniedError(EventCode.PLAYERS_CONFIRM)


def due_deals() -> list[int]:
    """Return the primary keys of organizers' deals whose time for disputes is over. One query."""
    due = PaperDeal.objects.filter(
        stands_at__lte=timezone.now(),
        confirmed_at=None,
        disputed_by=None,
        event_table__round__event__club__closed_at=None,
    )
    return list(due.order_by("pk").values_list("pk", flat=True))


@answering
def let_deal_stand(deal_id: int) -> Answer:
    """Confirm an organizer's deal whose time for disputes is over; runs automatically.

    If the event's results are already final, the deal stays unconfirmed.
    """
    event_id = PaperDeal.objects.values_list("event_table__round__event", flat=True).get(pk=deal_id)
    with locked_event(event_id) as event:
        deal = PaperDeal.objects.select_related("event_table__round", "entered_by").get(pk=deal_id)
        now = timezone.now()
        waits = deal.stands_at is not None and deal.stands_at <= now
        if deal.is_confirmed or deal.disputed_by_id is not None or not waits:
            event.is_unchanged = True
            return None
        if is_final(event.row.finished_at, now):
            deal.stands_at = None
            deal.save(update_fields=["stands_at"])
            return None
        event.person = deal.entered_by
        row = deal.event_table
        seats = row.seats.select_related("entry", "result_of").order_by("place")
        # A new settlement gets the reason of the user who entered the deal.
        written = deal.records.filter(step__in=[_Step.WRITTEN, _Step.CORRECTED]).latest("pk")
        sheet = Sheet(event, row, list(seats), written.text)
        deal.confirmed_by, deal.confirmed_at = deal.entered_by, now
        deal.save(update_fields=["confirmed_by", "confirmed_at"])
        append_to_deal_history(deal, _Step.UNDISPUTED, deal.entered_by, "")
        sheet.update_result()
    return None


def _store_confirmation(sheet: Sheet, deal: PaperDeal) -> None:
    """Store the user's confirmation of the deal."""
    deal.confirmed_by, deal.confirmed_at = sheet.person, timezone.now()
    deal.disputed_by = None
    deal.save(update_fields=["confirmed_by", "confirmed_at", "disputed_by"])
    sheet.note(deal, _Step.CONFIRMED, _Deed.DEAL_AGREED)


@answering
def dispute_deal(
    caller: Caller, event_id: int, event_table_id: int, number: int, *, version: int, text: str
) -> Answer:
    """Dispute an unconfirmed deal, with a reason, until it is entered again or confirmed.

    Of the players, only the user who disputes it can then confirm it.
    """
    text = require_reason(text)
    with locked_event(event_id, caller) as event:
        sheet = Sheet.opened(event, event_table_id, "")
        deal = sheet.deal_in_version(number, version)
        if deal.is_confirmed:
            raise DeniedError(EventCode.DEAL_CONFIRMED)
        deal.disputed_by = sheet.person
        deal.save(update_fields=["disputed_by"])
        append_to_deal_history(deal, _Step.DISPUTED, sheet.person, text)
    return None


@answering
def close_table(caller: Caller, event_id: int, event_table_id: int, reason: str) -> Answer:
    """End a table with real cards before its last deal, with a reason; its confirmed deals count.

    Denied while an entered deal is unconfirmed.
    """
    reason = require_reason(reason)
    with locked_event(event_id, caller, organizer=True) as event:
        sheet = Sheet.opened(event, event_table_id, reason)
        if sheet.row.finished_at is not None:
            raise DeniedError(EventCode.TABLE_DONE)
        open_deals = sheet.row.paper_deals.filter(confirmed_at=None)
        if waiting := list(open_deals.values_list("number", flat=True)):
            raise DeniedError(EventCode.DEALS_UNCONFIRMED, numbers=tuple(map(str, waiting)))
        event.note(
            _Deed.TABLE_CLOSED, text=reason, round=sheet.row.round.number, table=sheet.row.number
        )
        sheet.finish()
    return None


def paper_table(event: Event, event_table_id: int) -> EventTable | None:
    """Return the event's table with this primary key, its round, seats and deals.

    At most three queries.
    """
    seats = EventSeat.objects.select_related("entry").order_by("place")
    people = ("entered_by", "confirmed_by", "disputed_by")
    deals = PaperDeal.objects.select_related(*people).order_by("number")
    return (
        EventTable.objects.filter(pk=event_table_id, round__event=event)
        .select_related("round", "table")
        .prefetch_related(Prefetch("seats", seats), Prefetch("paper_deals", deals))
        .first()
    )


def disputed_deals(event: Event) -> list[tuple[PaperDeal, str]]:
    """Return the disputed deals of the event's tables, oldest first, each with why. Two queries.

    No query in an event that is not played with real cards.
    """
    if not event.is_on_paper:
        return []
    found = PaperDeal.objects.filter(
        event_table__round__event=event, disputed_by__isnull=False
    ).select_related("event_table__round", "disputed_by")
    deals = list(found.order_by("event_table__round__number", "event_table__number", "number"))
    if not deals:
        return []
    disputes = PaperDealRecord.objects.filter(deal__in=deals, step=_Step.DISPUTED).order_by("pk")
    reasons = dict(disputes.values_list("deal", "text"))
    return [(each, reasons.get(each.pk, "")) for each in deals]


def paper_deal_records(table: EventTable) -> list[PaperDealRecord]:
    """Return who entered, confirmed, disputed or corrected the table's deals, newest first."""
    found = PaperDealRecord.objects.filter(deal__event_table=table)
    return list(found.select_related("actor", "deal").order_by("-pk"))
