"""Substitutes at a table, and the ownership of the result.

In events for points an organizer decides. In an event with a stake the player is asked and keeps
the result. Until the table has started, the substitute can take the result over instead, with an
own agreement. With a stake, a bot only replaces a player who is absent or inactive, as at any
table.
"""

from collections.abc import Sequence
from typing import Any

from django.db.models import Q
from django.utils import timezone

from accounts.caller import Caller
from accounts.models import User
from games.agreements.models import Agreement
from games.agreements.services import agree
from games.agreements.terms import digest_of
from games.common.denials import DeniedError, answering
from games.live.users import alerts_changed
from games.tables.denials import PRESENT
from games.tables.max_loss import Cost
from games.tables.selectors import replaceable_seats
from games.tables.services import arranged
from tournaments.events.core.denials import EventCode
from tournaments.events.core.locking import (
    Answer,
    LockedEvent,
    check_accepted,
    locked_event,
    require_name,
    require_reason,
)
from tournaments.events.core.models import Event, EventRecord
from tournaments.events.duplicate.services import check_substitute, note_substitute
from tournaments.events.entries.models import Entry
from tournaments.events.notices.kinds import EventKind
from tournaments.events.notices.services import notify, request_seen
from tournaments.events.rounds import selectors
from tournaments.events.rounds.models import EventSeat
from tournaments.events.substitutes.models import Substitution
from tournaments.events.substitutes.money import may_take_over, substitute_terms
from tournaments.events.terms.max_loss import check_event_limit

_Deed = EventRecord.Deed
_Status = Substitution.Status


@answering
def replace_player(
    caller: Caller,
    event_id: int,
    number: int,
    substitute: User | None,
    reason: str,
    *,
    name: str = "",
) -> Substitution | None:
    """Let a user or a bot play for an entrant at a table in play, or return a request to agree.

    The entrant keeps the result. In an event with a stake the player has to agree to another person
    first.

    :param substitute: None for a bot, unless `name` is given
    :param name: with real cards, the name of a substitute without an account
    """
    reason = require_reason(reason)
    with locked_event(event_id, caller, organizer=True) as event:
        event.check_status(Event.Status.RUNNING)
        entry = event.entry(number)
        check_accepted(entry)
        seat = (
            EventSeat.objects.filter(entry=entry, event_table__finished_at=None)
            .select_related("event_table__table", "event_table__round", "entry")
            .first()
        )
        if seat is None:
            raise DeniedError(EventCode.NOT_AT_TABLE)
        if substitute is not None and _is_playing(substitute, event.row):
            raise DeniedError(EventCode.PLAYS_ELSEWHERE, names=(substitute.shown_name,))
        by = "" if substitute is None else substitute.shown_name
        if event.row.is_on_paper:
            by = require_name(by or name)
        seat.substitutions.filter(status=_Status.ASKED).update(
            status=_Status.REPLACED, answered_at=timezone.now()
        )
        if _needs_consent_of_player(event.row, seat, substitute, by):
            return _request_consent(event, seat, substitute, by, reason)
        _seat_substitute(event, seat, substitute, by, reason)
    return None


def absent_players(event: Event, seats: Sequence[EventSeat]) -> list[Entry] | None:
    """Return the entrants whom a bot may replace now; None if it may replace all (points).

    At most one query.

    :param seats: seats of entrants at app tables in play
    """
    if not event.currency:
        return None
    if not seats:
        return []
    tables = {seat.event_table.table_id for seat in seats if seat.event_table.table_id is not None}
    found = replaceable_seats(tables)
    return [
        seat.entry
        for seat in seats
        if seat.entry is not None and (seat.event_table.table_id, seat.place) in found
    ]


def _needs_consent_of_player(
    event: Event, seat: EventSeat, substitute: User | None, name: str
) -> bool:
    """Return whether the result's owner has to agree: with a stake, to any person but themselves.

    No agreement is needed for a bot or for the player's own return. The organizer answers for a
    player without an account.
    """
    if not event.currency or seat.holder_id is None or not name:
        return False
    return substitute is None or substitute.pk != seat.holder_id


def _request_consent(
    event: LockedEvent, seat: EventSeat, substitute: User | None, name: str, reason: str
) -> Substitution:
    """Create a request to the player and the substitute, notify them, and return it."""
    player_id = seat.holder_id
    assert player_id is not None, "the seat has an owner to ask"
    made = Substitution.objects.create(
        seat=seat,
        substitute=substitute,
        name=name,
        player_id=player_id,
        reason=reason,
        asked_by=event.actor,
    )
    event.note(_Deed.ASKED, seat.entry, reason, by=name)
    assert seat.entry is not None, "requests are for entrants"
    table = seat.event_table
    words: dict[str, Any] = {
        "by": name,
        "name": seat.entry.name,
        "round": table.round.number,
        "table": table.number,
    }
    kind = EventKind.SUBSTITUTE
    notify(event, kind, [player_id], made.pk, state="asked-player", **words)
    if substitute is not None:
        notify(event, kind, [substitute.pk], made.pk, state="asked-substitute", **words)
    _alert_users(player_id, substitute)
    return made


def _alert_users(player_id: int | None, substitute: User | None) -> None:
    """Update the alerts of the player and the substitute on open pages."""
    for user_id in (player_id, None if substitute is None else substitute.pk):
        if user_id is not None:
            alerts_changed(user_id)


def _seat_substitute(
    event: LockedEvent, seat: EventSeat, substitute: User | None, name: str, reason: str
) -> None:
    """Seat the substitute or the returning player; with neither, let a bot play."""
    if not event.row.is_on_paper:
        if substitute is not None:
            check_substitute(substitute.pk, seat)
        table, has_stake = seat.event_table.app_table, bool(event.row.currency)
        denied = arranged.replace(table.pk, seat.place, substitute, only_absent=has_stake)
        if denied is not None and denied.code in PRESENT:
            raise DeniedError(EventCode.PLAYER_PRESENT, **denied.params)
        if denied is not None:
            raise DeniedError(EventCode.NOT_AT_TABLE)
        if substitute is not None:
            note_substitute(substitute.pk, seat)
    is_player = substitute is not None and substitute.pk == seat.holder_id
    if not is_player or seat.result_of_id is None:
        seat.substitute = None if is_player else substitute
        seat.substitute_name = "" if is_player else name
    seat.save(update_fields=["substitute", "substitute_name", "result_of"])
    event.note(_Deed.SUBSTITUTED, seat.entry, reason, by=name)
    if substitute is not None and not is_player and seat.entry is not None:
        notify(
            event,
            EventKind.SUBSTITUTE,
            [substitute.pk],
            seat.event_table_id,
            state="plays",
            name=seat.entry.name,
            round=seat.event_table.round.number,
            table=seat.event_table.number,
        )
    _alert_users(seat.entry.user_id if seat.entry is not None else None, substitute)


def _is_playing(person: User, event: Event) -> bool:
    """Return whether the user is playing at a table of this or another event."""
    if selectors.busy_players([person.pk], event):
        return True
    return any(
        table.sessions.filter(seats__user=person, seats__left_at=None).exists()
        for table in selectors.tables_in_play(event)
    )


# --- Answers


@answering
def answer_substitution(
    caller: Caller,
    event_id: int,
    substitution_id: int,
    *,
    accepts: bool,
    terms: str | None = None,
    agreed: Cost | None = None,
) -> Answer:
    """Answer a request for a substitute, as the player or as the substitute.

    A player who accepts keeps the result; a substitute who accepts takes it over with an own
    agreement.

    :param terms: digest of the terms that the substitute was shown
    :param agreed: maximum loss above their own limit that the substitute has confirmed
    """
    with locked_event(event_id, caller) as event:
        substitution = (
            Substitution.objects.filter(
                pk=substitution_id, seat__event_table__round__event=event.row
            )
            .select_related(
                "seat__event_table__round", "seat__event_table__table", "seat__entry", "substitute"
            )
            .first()
        )
        concerned = (
            () if substitution is None else (substitution.player_id, substitution.substitute_id)
        )
        if substitution is None or event.actor.pk not in concerned:
            raise DeniedError(EventCode.NO_SUBSTITUTION)
        if (
            substitution.status != _Status.ASKED
            or substitution.seat.event_table.finished_at is not None
        ):
            raise DeniedError(EventCode.NO_SUBSTITUTION)
        if not accepts:
            substitution.status = _Status.DECLINED
        elif event.actor.pk == substitution.player_id:
            substitution.status = _Status.FOR_ENTRANT
            _check_free(substitution, event.row)
            _seat_substitute(
                event,
                substitution.seat,
                substitution.substitute,
                substitution.name,
                substitution.reason,
            )
        else:
            _take_over_result(event, substitution, terms, agreed)
        request_seen(event_id, event.actor.pk, EventKind.SUBSTITUTE, substitution.pk)
        substitution.answered_at = timezone.now()
        substitution.save(update_fields=["status", "answered_at"])
        _notify_answered(event, substitution)
    return None


def _check_free(substitution: Substitution, event: Event) -> None:
    """Raise `DeniedError` if the substitute plays at a table of the event."""
    if substitution.substitute is not None and _is_playing(substitution.substitute, event):
        raise DeniedError(EventCode.PLAYS_ELSEWHERE, names=(substitution.name,))


def _take_over_result(
    event: LockedEvent, substitution: Substitution, terms: str | None, agreed: Cost | None
) -> None:
    """Let the substitute play for their own money, with an agreement of their own.

    Raise `DeniedError` if it is too late, or if the terms shown have changed.
    """
    user, seat, row = substitution.substitute, substitution.seat, event.row
    assert user is not None, "only users can answer"
    if not may_take_over(row, substitution):
        raise DeniedError(EventCode.PLAYER_DECIDES)
    wanted = substitute_terms(row, seat, user)
    if terms != digest_of(wanted):
        raise DeniedError(EventCode.TERMS_CHANGED)
    cost = Cost(wanted["max_loss"], row.currency)
    check_event_limit(user, cost, agreed)
    _check_free(substitution, row)
    agree(user, Agreement.Subject.EVENT, row.pk, wanted, Agreement.Given.SUBSTITUTE)
    _seat_substitute(event, seat, user, substitution.name, substitution.reason)
    seat.result_of, seat.substitute, seat.substitute_name = user, user, substitution.name
    seat.save(update_fields=["substitute", "substitute_name", "result_of"])
    substitution.status = _Status.FOR_SUBSTITUTE


def _notify_answered(event: LockedEvent, substitution: Substitution) -> None:
    """Notify the other user and the requesting organizer of the answer."""
    people = {substitution.player_id, substitution.substitute_id, substitution.asked_by_id} - {
        event.actor.pk
    }
    assert substitution.seat.entry is not None, "requests are for entrants"
    notify(
        event,
        EventKind.SUBSTITUTE,
        people,
        substitution.pk,
        state=str(substitution.status),
        by=substitution.name,
        name=substitution.seat.entry.name,
        answered_by=event.actor.shown_name,
        round=substitution.seat.event_table.round.number,
        table=substitution.seat.event_table.number,
    )
    for each in people:
        if each is not None:
            alerts_changed(each)


# --- Queries


def substitution(event: Event, substitution_id: int) -> Substitution | None:
    """Return a request for a substitute by primary key, answered or not. One query."""
    found = Substitution.objects.filter(pk=substitution_id, seat__event_table__round__event=event)
    return found.select_related("seat__event_table__round", "seat__entry", "substitute").first()


def substitutions_for(event: Event, user: User) -> list[Substitution]:
    """Return the open requests for a substitute that concern the user. One query."""
    found = Substitution.objects.filter(
        Q(player=user) | Q(substitute=user),
        status=Substitution.Status.ASKED,
        seat__event_table__round__event=event,
        seat__event_table__finished_at=None,
    )
    return list(found.select_related("seat__event_table__round", "seat__entry").order_by("pk"))
