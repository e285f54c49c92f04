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


def is_shown(table: LockedTable, shown: str | None) -> bool:
    """Return whether the page showed the current terms; true for points.

    :param shown: the digest of the terms that the page showed
    """
    digest = shown_digest(table.setting.session, table.row.clock)
    return not digest or shown == digest


def check_shown(table: LockedTable, shown: str | None) -> None:
    """Check that the page showed the current terms.

    :raises DeniedError: it showed others, or none
    """
    if not is_shown(table, shown):
        raise DeniedError(TableCode.TERMS_CHANGED)


def store_agreements(
    row: Table,
    session: Session | SessionFacts,
    users: Collection[int],
    given: Agreement.Given,
    *,
    event: int | None = None,
) -> None:
    """Store that these users agree to the session. One query; five more at an event's table.

    :param event: the id of the event that counts the session, if not known from the table
    :raises DeniedError: the maximum loss is too high to be stored
    """
    if not users or not has_stake(session):
        return
    terms = agreement_terms(session, row.clock)
    _check_countable(terms["max_loss"])
    made = [NewAgreement(user, terms, given) for user in users]
    agree_all(made, _Subject.SESSION, session.pk)
    event = event or _event_of(row)
    if event is not None:
        _add_to_event(event, session.pk, terms, users, given)


def withdraw_agreements(table: LockedTable, users: Collection[int]) -> None:
    """Withdraw these users' agreements before the session has started.

    One query; up to four more at an event's table.
    """
    session = table.setting.session
    if not users or not has_stake(session):
        return
    withdraw_all(users, _Subject.SESSION, session.pk)
    event = _event_of(table.row)
    if event is not None:
        _take_from_event(event, session.pk, users)


def without_agreement(table: LockedTable) -> list[SeatFacts]:
    """Return the seats of players who have not agreed to the waiting session.

    One query; up to two more at an event's table. A player alone with bots plays for points.
    """
    session = table.setting.session
    seats = [seat for seat in table.setting.seats if seat.user_id is not None]
    if len(seats) < 2 or not has_stake(session):
        return []
    digest = shown_digest(session, table.row.clock)
    held = current(_Subject.SESSION, session.pk)
    missing = [seat for seat in seats if not _covers(held.get(Party(seat.user_id)), digest)]
    event = _event_of(table.row) if missing else None
    if event is not None:
        of_event = current(_Subject.EVENT, event)
        missing = [
            seat for seat in missing if not _is_from_before(of_event.get(Party(seat.user_id)))
        ]
    return missing


def _covers(agreement: Agreement | None, digest: str) -> bool:
    is_same = agreement is not None and agreement.digest == digest
    return is_same or _is_from_before(agreement)


def _is_from_before(agreement: Agreement | None) -> bool:
    """Return whether the agreement stands for all sessions from before agreements existed."""
    return agreement is not None and agreement.given == Agreement.Given.BEFORE


def _check_countable(max_loss: int) -> None:
    if max_loss > MAX_STORED:
        raise DeniedError(TableCode.LOSS_TOO_HIGH)


# --- Tables of an event


def _event_of(row: Table) -> int | None:
    is_counted = row.purpose == Table.Purpose.COUNTS and not row.is_arranged
    return events.event_of(row.pk) if is_counted else None


def _add_to_event(
    event: int,
    session_id: int,
    terms: Mapping[str, Any],
    users: Collection[int],
    given: Agreement.Given,
) -> None:
    """Store that these users agree to the total maximum loss of their sessions at the event."""
    # Serialize seats that the same user takes at two tables of the event.
    list(User.objects.select_for_update(no_key=True).filter(pk__in=users).order_by("pk"))
    held = _of_users(event, users)
    earlier = {user: _sessions_of(held.get(user), terms["currency"]) for user in users}
    numbers = {int(each) for sessions in earlier.values() for each in sessions}
    seats = Seat.objects.filter(user__in=users, session__in=numbers)
    sat = set(seats.values_list("user", "session")) if numbers else set()
    made = []
    for user in users:
        if _is_from_before(held.get(user)):
            # It covers the event without a maximum; one with a maximum would cover less.
            continue
        sessions = {each: most for each, most in earlier[user].items() if (user, int(each)) in sat}
        sessions[str(session_id)] = terms["max_loss"]
        made.append(NewAgreement(user, _terms_of_sessions(terms, sessions), given))
    agree_all(made, _Subject.EVENT, event)


def _take_from_event(event: int, session_id: int, users: Collection[int]) -> None:
    """Remove a session that these users left before its start from their event agreements."""
    held = _of_users(event, users)
    left = {user: each for user, each in held.items() if str(session_id) in _sessions_of(each)}
    if not left:
        return
    withdraw_all(list(left), _Subject.EVENT, event)
    made = []
    for user, agreement in left.items():
        sessions = _sessions_of(agreement)
        del sessions[str(session_id)]
        if sessions:
            # A part of what the user agreed to, with nothing added.
            terms = _terms_of_sessions(agreement.terms, sessions)
            made.append(NewAgreement(user, terms, agreement.given))
    agree_all(made, _Subject.EVENT, event)


def _of_users(event: int, users: Collection[int]) -> dict[int, Agreement]:
    """Return each user's current agreement to the event. One query."""
    held = current_among(users, _Subject.EVENT, event)
    return {party.user_id: each for party, each in held.items() if party.user_id is not None}


def _sessions_of(agreement: Agreement | None, currency: str = "") -> dict[str, int]:
    """Return the maximum loss of each session in an agreement to an event, by session id."""
    if agreement is None or (currency and agreement.currency != currency):
        return {}
    return dict(agreement.terms.get("sessions", {}))


def _terms_of_sessions(terms: Mapping[str, Any], sessions: Mapping[str, int]) -> dict[str, Any]:
    max_loss = sum(sessions.values())
    _check_countable(max_loss)
    return {**terms, "kind": CLUB_NIGHT, "sessions": dict(sessions), "max_loss": max_loss}
