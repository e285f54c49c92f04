"""Organizers' seating decisions: seating by hand, keeping players apart, leftover players."""

from typing import Any

from accounts.caller import Caller
from games.common.denials import DeniedError, answering
from tournaments.events.core.denials import EventCode
from tournaments.events.core.format_input import smaller_rules
from tournaments.events.core.locking import Answer, LockedEvent, clean_remark, locked_event
from tournaments.events.core.models import Event, EventRecord
from tournaments.events.manual_seating.models import ApartPair
from tournaments.events.rounds.models import EventRound, stored_seating
from tournaments.events.rounds.proposal import check_seating, proposed_round, reseat
from tournaments.events.terms.house import check_house
from tournaments.events.terms.services import asking_again, check_terms_open
from tournaments.pairing.rounds import Seating

_Deed = EventRecord.Deed


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


@answering
def seat_by_hand(
    caller: Caller,
    event_id: int,
    seating: Seating,
    reason: str = "",
    *,
    made_from: Seating | None = None,
) -> Answer:
    """Replace the seating of the proposed round; denied if it is no longer `made_from`.

    :param made_from: the seating that the organizer edited; a newer one is not overwritten
    """
    reason = clean_remark(reason)
    with locked_event(event_id, caller, organizer=True) as event:
        proposed = proposed_round(event)
        if made_from is not None and made_from != proposed.seated:
            raise DeniedError(EventCode.SEATING_CHANGED)
        check_seating(event, proposed, seating)
        proposed.drawn = proposed.drawn or proposed.seating
        proposed.seating = stored_seating(seating)
        proposed.save(update_fields=["drawn", "seating"])
        event.note(_Deed.SEATED, text=reason, round=proposed.number)
    return None
