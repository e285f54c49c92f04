"""Skipping a round: the entrant stays in the event and is seated again afterwards."""

from accounts.caller import Caller
from games.common.denials import DeniedError, answering
from tournaments.events.core.denials import EventCode
from tournaments.events.core.format_input import format_of, is_night, next_round_to_skip
from tournaments.events.core.locking import Answer, LockedEvent, locked_event
from tournaments.events.core.models import Event, EventRecord
from tournaments.events.entries.models import Entry
from tournaments.events.entries.signing_up import reseat_coming
from tournaments.events.rounds.models import EventRound

_Deed = EventRecord.Deed


@answering
def set_own_skip(caller: Caller, event_id: int, round_number: int, *, skips: bool) -> Answer:
    """Store whether the caller skips the next round, until it is published; repeating is harmless.

    :param round_number: the round that the user was shown as the next one
    """
    with locked_event(event_id, caller) as event:
        mine = event.row.entries.filter(user=event.actor).first()
        if mine is None:
            raise DeniedError(EventCode.NOT_ENTERED)
        _store_skip(event, mine, round_number, skips=skips)
    return None


@answering
def set_skip(
    caller: Caller, event_id: int, number: int, round_number: int, *, skips: bool
) -> Answer:
    """Store whether an entrant, by entry number, skips the next round; for organizers."""
    with locked_event(event_id, caller, organizer=True) as event:
        _store_skip(event, event.entry(number), round_number, skips=skips)
    return None


def _store_skip(event: LockedEvent, entry: Entry, round_number: int, *, skips: bool) -> None:
    """Store and log whether the entrant skips the round, and seat its proposal again.

    :raises DeniedError: the round is published, or the event has no round that can be skipped
    """
    event.check_status(Event.Status.RUNNING)
    row = event.row
    if is_night(row) or not format_of(row).rounds_can_be_skipped:
        raise DeniedError(EventCode.NO_ROUND_TO_SKIP if is_night(row) else EventCode.NO_SKIPPING)
    if entry.status != Entry.Status.HERE:
        raise DeniedError(EventCode.NOT_PLAYING)
    published = list(row.rounds.exclude(status=EventRound.Status.PROPOSED))
    if round_number <= len(published):
        raise DeniedError(EventCode.TOO_LATE_TO_SKIP, round=round_number)
    if round_number != next_round_to_skip(row, list(row.entries.all()), published):
        raise DeniedError(EventCode.NO_ROUND_TO_SKIP)
    if skips == (round_number in entry.skipped):
        event.is_unchanged = True
        return
    others = [each for each in entry.skipped if each != round_number]
    entry.skipped = sorted([*others, round_number]) if skips else others
    entry.save(update_fields=["skipped"])
    event.note(_Deed.SKIPS if skips else _Deed.PLAYS, entry, round=round_number)
    reseat_coming(event, "skips" if skips else "plays", name=entry.name)
