"""Agreements of players to sessions for a stake: when they are stored and withdrawn.

The caller holds the table's lock (``core.locked_table``), so a seat and its agreement are stored
together. There are no agreements for points.

At an event's table a seat needs two agreements: to the session, and to the event with the sum of
what the player's sessions there can cost. The session is settled with the event or, if the event
ends first, separately.
"""

from collections.abc import Collection, Mapping
from typing import Any, Final

from accounts.models import User
from games.agreements.models import Agreement
from games.agreements.selectors import Party, current, current_among
from games.agreements.services import NewAgreement, agree_all, withdraw_all
from games.common.denials import DeniedError
from games.tables import events
from games.tables.denials import TableCode
from games.tables.max_loss import MAX_STORED
from games.tables.models import Seat, Session, Table
from games.tables.services.core import LockedTable
from games.tables.snapshot import SeatFacts, SessionFacts
from games.tables.stakes import has_stake
from games.tables.terms import agreement_terms, shown_digest

#: The ``kind`` in terms of an agreement to the sessions of a club night.
CLUB_NIGHT: Final = "club_night"

_Subject = Agreement.Subject


def are_terms_shown(table: LockedTable, page_digest: str | None) -> bool:
    """Return whether the page showed the session's current terms; always true for points.

    :param page_digest: the digest of the terms that the page showed
    """
    digest = shown_digest(table.setting.session, table.row.clock)
    return not digest or page_digest == digest


def check_terms_shown(table: LockedTable, page_digest: str | None) -> None:
    """Check that the page showed the session's current terms; nothing is checked for points.

    :raises DeniedError: it showed others, or none
    """
    if not are_terms_shown(table, page_digest):
        raise DeniedError(TableCode.TERMS_CHANGED)


def store_agreements(
    row: Table,
    session: Session | SessionFacts,
    user_ids: Collection[int],
    given: Agreement.Given,
    *,
    event: int | None = None,
) -> None:
    """Store agreements of these users to the session, and to the event that counts it, if any.

    Nothing is stored for points. One query; five more at an event's table.

    :param event: the id of the event that counts the session, if not known from the table
    :raises DeniedError: the maximum loss is too high to be stored
    """
    if not user_ids or not has_stake(session):
        return
    terms = agreement_terms(session, row.clock)
    _check_storable(terms["max_loss"])
    made = [NewAgreement(user, terms, given) for user in user_ids]
    agree_all(made, _Subject.SESSION, session.pk)
    event = event or _counted_event(row)
    if event is not None:
        _add_to_event(event, session.pk, terms, user_ids, given)


def withdraw_agreements(table: LockedTable, user_ids: Collection[int]) -> None:
    """Withdraw agreements of these users to the waiting session; nothing happens for points.

    At an event's table the session is also taken out of their agreements to the event.

    One query; up to four more at an event's table.
    """
    session = table.setting.session
    if not user_ids or not has_stake(session):
        return
    withdraw_all(user_ids, _Subject.SESSION, session.pk)
    event = _counted_event(table.row)
    if event is not None:
        _take_from_event(event, session.pk, user_ids)


def without_agreement(table: LockedTable) -> list[SeatFacts]:
    """Return the seats of players who have not agreed to the waiting session; empty for points.

    A player alone with bots plays for points.

    One query; up to two more at an event's table.
    """
    session = table.setting.session
    seats = [seat for seat in table.setting.seats if seat.user_id is not None]
    if len(seats) < 2 or not has_stake(session):
        return []
    digest = shown_digest(session, table.row.clock)
    agreements = current(_Subject.SESSION, session.pk)
    missing = [
        seat for seat in seats if not _is_agreed(agreements.get(Party(seat.user_id)), digest)
    ]
    event = _counted_event(table.row) if missing else None
    if event is not None:
        of_event = current(_Subject.EVENT, event)
        missing = [
            seat for seat in missing if not _covers_all_sessions(of_event.get(Party(seat.user_id)))
        ]
    return missing


def _is_agreed(agreement: Agreement | None, digest: str) -> bool:
    """Return whether the agreement is to the terms with this digest, or to all sessions."""
    is_same = agreement is not None and agreement.digest == digest
    return is_same or _covers_all_sessions(agreement)


def _covers_all_sessions(agreement: Agreement | None) -> bool:
    """Return whether the agreement is for all sessions: one made for users of earlier releases."""
    return agreement is not None and agreement.given == Agreement.Given.BEFORE


def _check_storable(max_loss: int) -> None:
    """Raise DeniedError if the maximum loss is too high to be stored."""
    if max_loss > MAX_STORED:
        raise DeniedError(TableCode.LOSS_TOO_HIGH)


# --- Tables of an event


def _counted_event(row: Table) -> int | None:
    """Return the id of the event that counts the table's sessions; None if none, or if arranged."""
    is_counted = row.purpose == Table.Purpose.COUNTS and not row.is_arranged
    return events.event_of(row.pk) if is_counted else None


def _add_to_event(
    event_id: int,
    session_id: int,
    terms: Mapping[str, Any],
    user_ids: Collection[int],
    given: Agreement.Given,
) -> None:
    """Add the session to these users' agreements to the event, with its maximum loss.

    Agreements that cover all sessions stay as they are; sessions that a user has left drop out.
    """
    # Serialize seats that the same user takes at two tables of the event.
    list(User.objects.select_for_update(no_key=True).filter(pk__in=user_ids).order_by("pk"))
    agreements = _event_agreements(event_id, user_ids)
    earlier = {
        user: _losses_by_session(agreements.get(user), terms["currency"]) for user in user_ids
    }
    numbers = {int(each) for sessions in earlier.values() for each in sessions}
    seats = Seat.objects.filter(user__in=user_ids, session__in=numbers)
    sat = set(seats.values_list("user", "session")) if numbers else set()
    made = []
    for user in user_ids:
        if _covers_all_sessions(agreements.get(user)):
            # It covers the event without a maximum; one with a maximum would cover less.
            continue
        sessions = {
            each: max_loss for each, max_loss in earlier[user].items() if (user, int(each)) in sat
        }
        sessions[str(session_id)] = terms["max_loss"]
        made.append(NewAgreement(user, _event_terms(terms, sessions), given))
    agree_all(made, _Subject.EVENT, event_id)


def _take_from_event(event_id: int, session_id: int, user_ids: Collection[int]) -> None:
    """Remove the session, left before its start, from these users' event agreements.

    An agreement without any other session is withdrawn.
    """
    agreements = _event_agreements(event_id, user_ids)
    left = {
        user: each
        for user, each in agreements.items()
        if str(session_id) in _losses_by_session(each)
    }
    if not left:
        return
    withdraw_all(list(left), _Subject.EVENT, event_id)
    made = []
    for user, agreement in left.items():
        sessions = _losses_by_session(agreement)
        del sessions[str(session_id)]
        if sessions:
            # A part of what the user agreed to, with nothing added.
            terms = _event_terms(agreement.terms, sessions)
            made.append(NewAgreement(user, terms, agreement.given))
    agree_all(made, _Subject.EVENT, event_id)


def _event_agreements(event_id: int, user_ids: Collection[int]) -> dict[int, Agreement]:
    """Return the current agreements of these users to the event, by user id. One query."""
    agreements = current_among(user_ids, _Subject.EVENT, event_id)
    return {party.user_id: each for party, each in agreements.items() if party.user_id is not None}


def _losses_by_session(agreement: Agreement | None, currency: str = "") -> dict[str, int]:
    """Return the maximum loss of each session in an event agreement, by session id as text.

    Empty without an agreement, or if it is in another currency than the one given.
    """
    if agreement is None or (currency and agreement.currency != currency):
        return {}
    return dict(agreement.terms.get("sessions", {}))


def _event_terms(terms: Mapping[str, Any], losses: Mapping[str, int]) -> dict[str, Any]:
    """Return the terms of an agreement to these sessions of an event and their total loss.

    :param losses: the maximum loss of each session, by session id as text
    :raises DeniedError: the total is too high to be stored
    """
    max_loss = sum(losses.values())
    _check_storable(max_loss)
    return {**terms, "kind": CLUB_NIGHT, "sessions": dict(losses), "max_loss": max_loss}
