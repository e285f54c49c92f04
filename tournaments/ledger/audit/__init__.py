"""The audit of the ledger: recomputes every balance from the recorded actions of every deal.

`deals` replays deals through the rules, `sources` compares results of sessions and events with
their settlements (`chains`), `clubs` checks carried balances, `payments` the payments, `accounts`
the postings themselves, and `agreements` the players' agreements. An error found is a `Fault`;
`sentences` has the messages.
"""

from tournaments.ledger.audit.faults import Fault, FaultCode
from tournaments.ledger.audit.run import KEPT_RUNS, audit, faults_of, is_overdue, latest_run
from tournaments.ledger.audit.scope import AuditScope
from tournaments.ledger.audit.sentences import (
    AuditResult,
    clean_verdict,
    fault_texts,
    latest_result,
)

__all__ = [
    "KEPT_RUNS",
    "AuditResult",
    "AuditScope",
    "Fault",
    "FaultCode",
    "audit",
    "clean_verdict",
    "fault_texts",
    "faults_of",
    "is_overdue",
    "latest_result",
    "latest_run",
]
