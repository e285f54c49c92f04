"""Organizers' seating decisions: undoing a round, keeping players apart, leftover players."""

from typing import Any

from accounts.caller import Caller
from games.common.denials import DeniedError, answering
from games.tables.services import arranged
from tournaments.events.core.denials import EventCode
from tournaments.events.core.locking import (
    Answer,
    LockedEvent,
    clean_remark,
    locked_event,
    require_reason,
)
from tournaments.events.core.models import Event
from tournaments.events.core.record import EventRecord
from tournaments.events.duplicate.services import commit_to_secret
from tournaments.events.entries.models import Entry
from tournaments.events.manual_seating.models import ApartPair
from tournaments.events.paper.models import PaperDeal
from tournaments.events.rounds.format_input import smaller_rules
from tournaments.events.rounds.models import EventRound
from tournaments.events.rounds.proposal import reseat, update_proposed_round
from tournaments.events.rounds.taken_back import TakenBackTable
from tournaments.events.terms.house import check_house
from tournaments.events.terms.services import asking_again, check_terms_open

_Deed = EventRecord.Deed


@answering
def undo_round(caller: Caller, event_id: int, reason: str) -> Answer:
    """Undo a published round before the first play at any of its tables, with a reason.

    Its tables are deleted. The round is proposed again with the same seating, as far as results and
    entries are unchanged.
    """
    reason = require_reason(reason)
    with locked_event(event_id, caller, organizer=True) as event:
        event.check_status(Event.Status.RUNNING)
        row = event.row.rounds.filter(status=EventRound.Status.RUNNING).first()
        if row is None:
            raise DeniedError(EventCode.NOTHING_TO_TAKE_BACK)
        if row.tables.exclude(finished_at=None).exists():
            raise DeniedError(EventCode.PLAYED_ALREADY)
        if PaperDeal.objects.filter(event_table__round=row).exists():
            raise DeniedError(EventCode.PLAYED_ALREADY)
        tables = [each.table for each in row.tables.select_related("table") if each.table]
        row.tables.all().delete()
        for table in tables:
            # A table with a play aborts the whole change.
            if arranged.close(table.pk) is not None:
                raise DeniedError(EventCode.PLAYED_ALREADY)
        TakenBackTable.objects.bulk_create(
            TakenBackTable(event=event.row, slug=table.slug) for table in tables
        )
        row.status, row.started_at = EventRound.Status.PROPOSED, None
        row.save(update_fields=["status", "started_at"])
        number = row.number
        event.note(_Deed.TAKEN_BACK, text=reason, round=row.number)
        # Players have seen cards, so shared packs must be drawn again.
        commit_to_secret(event, row.number)
        _move_arrivals_and_departures(event, number)
        update_proposed_round(event, "taken_back", round=number)
    return None


def _move_arrivals_and_departures(event: LockedEvent, number: int) -> None:
    """Change the first and last rounds of entrants as if the undone round had not begun."""
    entries = event.row.entries
    # Without a played round, an entrant counts as never seated and may return.
    entries.filter(left=number, joined=number).update(left=None)
    entries.filter(left=number).update(left=number - 1)
    entries.filter(joined=number + 1, status=Entry.Status.HERE).update(joined=number)


@answering
def keep_apart(
    caller: Caller, event_id: int, number: int, other_number: int, reason: str = ""
) -> Answer:
    """Keep two entrants, by entry number, at different tables from now on.

    A proposed round is seated again; if that is impossible, the request is denied.
    """
    reason = clean_remark(reason)
    with locked_event(event_id, caller, organizer=True) as event:
        event.check_status(*Event.UPCOMING_STATUSES, Event.Status.RUNNING)
        if number == other_number:
            raise DeniedError(EventCode.NO_PAIR_OF_ONE)
        one, other = sorted(
            (event.entry(number), event.entry(other_number)), key=lambda entry: entry.pk
        )
        _made, is_new = ApartPair.objects.get_or_create(
            event=event.row,
            one=one,
            other=other,
            defaults={"set_by": event.actor, "reason": reason[: ApartPair.REASON_LENGTH]},
        )
        if not is_new:
            raise DeniedError(EventCode.APART_ALREADY)
        event.note(_Deed.APART, one, reason, other=other.name)
        pair = frozenset((number, other_number))
        _reseat_proposed(event, "apart", apart=pair, name=one.name, other=other.name)
    return None


@answering
def stop_keeping_apart(caller: Caller, event_id: int, pair_id: int) -> Answer:
    """Allow two entrants who were kept apart to meet again, by primary key of the pair."""
    with locked_event(event_id, caller, organizer=True) as event:
        event.check_status(*Event.UPCOMING_STATUSES, Event.Status.RUNNING)
        pair = event.row.apart_pairs.select_related("one", "other").filter(pk=pair_id).first()
        if pair is None:
            raise DeniedError(EventCode.NO_PAIR)
        pair.delete()
        event.note(_Deed.TOGETHER, pair.one, other=pair.other.name)
        _reseat_proposed(event, "together", name=pair.one.name, other=pair.other.name)
    return None


@answering
def choose_leftover(caller: Caller, event_id: int, uneven: str) -> Answer:
    """Choose what happens to leftover players who don't fill a table.

    With a stake this is part of the terms: everyone who agreed is asked again, and the choice is
    fixed once the first round is published.
    """
    with locked_event(event_id, caller, organizer=True) as event:
        event.check_status(*Event.UPCOMING_STATUSES, Event.Status.RUNNING)
        if uneven not in Event.Uneven.values:
            raise DeniedError(EventCode.NOT_NOW)
        if uneven == Event.Uneven.BOTS and event.row.is_on_paper:
            raise DeniedError(EventCode.NO_BOTS_HERE)
        if uneven == Event.Uneven.SMALLER and smaller_rules(event.row) is None:
            raise DeniedError(EventCode.NO_SMALLER_FORM)
        event.is_unchanged = uneven == event.row.uneven
        if uneven != event.row.uneven:
            check_terms_open(event)
            with asking_again(event):
                event.row.uneven = uneven
            check_house(event.row, event.actor)
            # The seating code reads the row.
            event.note(_Deed.UNEVEN, way=uneven)
            if event.row.status == Event.Status.RUNNING:
                reseat(event, "uneven", strict=True)
    return None


def _reseat_proposed(
    event: LockedEvent, cause: str, *, apart: frozenset[int] = frozenset(), **params: Any
) -> None:
    """Seat the proposed round again, if there is one; deny if pairs can't be kept apart."""
    if event.row.rounds.filter(status=EventRound.Status.PROPOSED).exists():
        reseat(event, cause, strict=True, apart=apart, **params)
