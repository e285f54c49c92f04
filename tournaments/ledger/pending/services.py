"""Accepting and declining pending results, and letting them lapse."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.caller import Caller
from accounts.models import User
from games.agreements.models import Agreement
from games.agreements.services import agree
from games.agreements.terms import digest_of
from games.common.denials import DeniedError, answering
from games.tables.models import Session
from tournaments.ledger import links
from tournaments.ledger.access import Answer, keeps_book, require_user
from tournaments.ledger.denials import LedgerCode
from tournaments.ledger.notices.kinds import LedgerKind
from tournaments.ledger.notices.services import dismiss_result_notices, notify_not_accepted
from tournaments.ledger.pending.models import PendingResult
from tournaments.ledger.pending.selectors import first_settlements
from tournaments.ledger.settling.models import Settlement
from tournaments.ledger.settling.services import increment_versions, settle_winnings, winnings_of
from tournaments.ledger.settling.topics import settlement_changed
from tournaments.ledger.settling.winnings import Winnings


def terms_of_result(row: PendingResult) -> dict[str, Any]:
    """Return stake, points, amount and maximum loss that accepting the result agrees to.

    No query.
    """
    return {
        "kind": "result",
        "source": row.source,
        "number": row.session_id or row.event,
        "stake_minor": row.stake_minor,
        "currency": row.currency,
        "points": row.points,
        "amount": row.amount,
        "max_loss": max(0, -row.amount),
    }


def may_answer(user: User, row: PendingResult) -> bool:
    """Return whether the user may accept or decline the result.

    At most one query. Users answer their own; keepers those of players without a user account.
    """
    if row.user_id is not None:
        return row.user_id == user.pk
    return keeps_book(user, row.club_id)


@answering
def accept_result(caller: Caller, result_id: int, *, terms: str | None = None) -> Answer:
    """Accept a pending result and settle the difference; denied if `terms` are outdated.

    :param terms: digest of the terms that the page showed (`terms_of_result`)
    """
    with _locked_result(caller, result_id) as (person, row):
        shown = terms_of_result(row)
        if terms != digest_of(shown):
            raise DeniedError(LedgerCode.RESULT_CHANGED)
        winnings = _whole_winnings(row)
        is_session = row.source == Settlement.Source.SESSION
        row.agreement = agree(
            person,
            Agreement.Subject.SESSION if is_session else Agreement.Subject.EVENT,
            winnings.source_id,
            shown,
            Agreement.Given.RESULT,
            answers_for="" if row.user_id else row.name,
        )
        row.accepted_at = timezone.now()
        row.save(update_fields=["agreement", "accepted_at"])
        dismiss_result_notices(row)
        settle_winnings(winnings, made_by=person, is_acceptance=True)
        if row.event is not None:
            links.event_result_accepted(row.event)
        # Also if nothing is settled yet because another player has to accept first.
        _update_open_pages([row])
    return None


def _whole_winnings(row: PendingResult) -> Winnings:
    """Return the result of the session or event, including the pending one.

    :raises DeniedError: if it is unknown
    """
    found = None
    if row.event is not None:
        found = links.event_winnings(row.event)
    elif row.session_id is not None:
        sessions = Session.objects.select_related("table").prefetch_related("seats", "deals")
        found = winnings_of(sessions.get(pk=row.session_id))
    if found is None:
        raise DeniedError(LedgerCode.RESULT_CHANGED)
    return found


@answering
def decline_result(caller: Caller, result_id: int) -> Answer:
    """Decline a pending result: it is never owed."""
    with _locked_result(caller, result_id) as (_person, row):
        _decline_and_notify(row)
        _update_open_pages([row])
    return None


def decline_all(user: User) -> None:
    """Decline all pending results of a user who closes the account; the caller locks the user.

    They keep the name that the user has afterwards.
    """
    PendingResult.objects.filter(user=user).update(name=user.shown_name)
    rows = list(PendingResult.objects.select_for_update().filter(PendingResult.OPEN, user=user))
    for row in rows:
        _decline_and_notify(row)
    _update_open_pages(rows)


def lapse_waiting() -> None:
    """Let results lapse that have been pending for 30 days, and notify all concerned."""
    with transaction.atomic():
        lapsed = lapse_results()
        for row in lapsed:
            notify_not_accepted(LedgerKind.LAPSED, row)
        _update_open_pages(lapsed)


def _decline_and_notify(row: PendingResult) -> None:
    """Mark the result as declined, and notify the players concerned."""
    row.declined_at = timezone.now()
    row.save(update_fields=["declined_at"])
    notify_not_accepted(LedgerKind.DECLINED, row)


def _update_open_pages(rows: Collection[PendingResult]) -> None:
    """Announce new versions of the results' settlements to open pages. Two statements."""
    found = list(first_settlements(rows)) if rows else []
    if found:
        increment_versions([each.pk for each in found])
    for each in found:
        settlement_changed(each)


@contextmanager
def _locked_result(caller: Caller, result_id: int) -> Iterator[tuple[User, PendingResult]]:
    """Lock the open pending result for the block; yield the caller and the result.

    :raises DeniedError: if it is answered, or another user answers it
    """
    person = require_user(caller)
    with transaction.atomic():
        row = PendingResult.objects.select_for_update().filter(pk=result_id).first()
        if row is None or not may_answer(person, row):
            raise DeniedError(LedgerCode.NO_RESULT)
        if not row.is_open or row.lapses_at <= timezone.now():
            raise DeniedError(LedgerCode.RESULT_ANSWERED)
        yield person, row


def lapse_results() -> list[PendingResult]:
    """Let results lapse that have been pending for 30 days; return them. Two statements.

    Requires a transaction.
    """
    now = timezone.now()
    rows = PendingResult.objects.select_for_update()
    due = list(rows.filter(PendingResult.OPEN, lapses_at__lte=now))
    PendingResult.objects.filter(PendingResult.OPEN, pk__in=[row.pk for row in due]).update(
        lapsed_at=now
    )
    return due
