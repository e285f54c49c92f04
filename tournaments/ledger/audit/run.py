"""Runs the audit: recomputes the ledger from what was played and stores the faults."""

import logging
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

from django.utils import timezone

from tournaments.ledger.audit.accounts import check_accounts, check_orphans, check_postings
from tournaments.ledger.audit.agreements import check_agreements
from tournaments.ledger.audit.charges import check_charges
from tournaments.ledger.audit.clubs import check_clubs
from tournaments.ledger.audit.faults import Fault, FaultCode
from tournaments.ledger.audit.models import AuditRun
from tournaments.ledger.audit.payments import check_payments
from tournaments.ledger.audit.scope import AuditScope
from tournaments.ledger.audit.sources import check_events, check_sessions

logger = logging.getLogger(__name__)

#: Number of runs kept.
KEPT_RUNS = 30
#: The nightly audit counts as missed after this time.
OVERDUE = timedelta(hours=26)

_PARTS: tuple[Callable[[AuditScope], Iterator[list[Fault]]], ...] = (
    check_sessions,
    check_events,
    check_clubs,
    check_charges,
    check_payments,
    check_accounts,
    check_postings,
    check_agreements,
    check_orphans,
)


def faults_of(scope: AuditScope) -> Iterator[list[Fault]]:
    """Yield the faults of the ledger in batches, and count the rows checked."""
    for part in _PARTS:
        for faults in part(scope):
            if faults:
                yield faults


def is_overdue() -> bool:
    """Return whether no audit began in the last 26 hours (`OVERDUE`). One query."""
    return not AuditRun.objects.filter(began_at__gte=timezone.now() - OVERDUE).exists()


def latest_run() -> tuple[datetime, int] | None:
    """Return when the last audit ended and how many faults it found; None before the first."""
    run = AuditRun.objects.filter(ended_at__isnull=False).first()
    return (run.ended_at, len(run.faults)) if run is not None and run.ended_at else None


def audit(
    on_faults: Callable[[list[Fault]], None] | None = None, scope: AuditScope | None = None
) -> AuditRun:
    """Audit the whole ledger, store at most 100 faults for keepers, and return the stored run.

    Only the last 30 runs are kept. Faults are also logged as an error.

    :param on_faults: called with faults as they are found
    :param scope: counts the rows checked
    """
    run = AuditRun.objects.create()
    scope = scope or AuditScope()
    assert scope.is_whole, "stored runs cover the whole ledger"
    kept: list[Fault] = []
    more: Counter[int | None] = Counter()
    for faults in faults_of(scope):
        if on_faults is not None:
            on_faults(faults)
        room = AuditRun.MAX_FAULTS - len(kept)
        kept += faults[:room]
        more.update(fault.club_id for fault in faults[room:])
    kept += [
        Fault(FaultCode.MORE, "AuditRun", run.pk, club, {"count": count})
        for club, count in more.items()
    ]
    run.ended_at = timezone.now()
    run.settlements, run.postings = scope.settlements, scope.postings
    run.faults = [fault.to_data() for fault in kept]
    run.save()
    old = AuditRun.objects.order_by("-pk").values_list("pk", flat=True)[KEPT_RUNS:]
    AuditRun.objects.filter(pk__in=list(old)).delete()
    if kept:
        logger.error("audit %s found faults in the ledger: %s", run.pk, kept[0])
    return run
