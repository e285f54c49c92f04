"""The audit of the book: every balance is counted anew from the recorded actions of every deal.

`deals` plays them again through the rules, `sources` compares what sessions and events came to
with how they were settled (`chains`), `clubs` what was carried over, `payments` what was paid,
`accounts` the book by itself, `agreements` what players had agreed to. What is wrong is a `Fault`;
`sentences` puts it into words.
"""

from tournaments.ledger.audit.faults import Fault, FaultCode
from tournaments.ledger.audit.run import KEPT_RUNS, audit, faults_of, is_overdue, newest
from tournaments.ledger.audit.scope import AuditScope
from tournaments.ledger.audit.sentences import LastWord, fault_texts, last_word, verdict

__all__ = [
    "KEPT_RUNS",
    "AuditScope",
    "Fault",
    "FaultCode",
    "LastWord",
    "audit",
    "fault_texts",
    "faults_of",
    "is_overdue",
    "last_word",
    "newest",
    "verdict",
]
