"""The audit of everything, as messages."""

from tournaments.ledger.audit.run import faults_of
from tournaments.ledger.audit.scope import AuditScope
from tournaments.ledger.audit.sentences import fault_texts


def audit_faults() -> list[str]:
    """Return the messages of all faults of the ledger.

    Without those of deals, which sessions made as rows have no actions for.
    """
    found = [fault for faults in faults_of(AuditScope()) for fault in faults]
    return fault_texts([each for each in found if not each.code.name.startswith("DEAL_")])
