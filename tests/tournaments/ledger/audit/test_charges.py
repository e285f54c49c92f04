"""The audit of charges: each alteration of dues and bills is found."""

import pytest
from django.db import connection

from tests.tournaments.ledger.audited import audit_faults
from tests.tournaments.ledger.bills.test_services import answer, pizza
from tests.tournaments.ledger.dues.test_services import after, agree, introduce
from tournaments.ledger.audit.run import faults_of
from tournaments.ledger.audit.scope import AuditScope
from tournaments.ledger.book import guards
from tournaments.ledger.dues.services import charge_due

pytestmark = pytest.mark.django_db

ALTERED = {
    "a share has another amount": (
        "UPDATE tournaments_billshare SET amount = amount + 1 WHERE settlement_id IS NOT NULL",
        {"charge_amount", "bill_sum"},
    ),
    "a share lost its debt": (
        "UPDATE tournaments_billshare SET settlement_id = NULL",
        {"charge_unknown", "not_charged", "agreement_of_another"},
    ),
    "a bill has another total": (
        "UPDATE tournaments_bill SET total = total + 1",
        {"bill_sum"},
    ),
    "dues have another amount": (
        "UPDATE tournaments_dues SET amount = amount + 1",
        {"charge_amount"},
    ),
    "charged dues lost their debt": (
        "UPDATE tournaments_duescharge SET settlement_id = NULL",
        {"charge_unknown", "not_charged", "agreement_of_another"},
    ),
}


@pytest.mark.parametrize("name", ALTERED)
def test_the_audit_finds_each_alteration_of_a_charge(crew, bo, name):
    bill = pizza(crew, crew.member, {crew.member: 500, bo: 500})
    assert answer(bo, bill) is None
    dues = introduce(crew)
    agree(bo, dues)
    charge_due(after(dues, 0))
    assert audit_faults() == []
    statement, expected = ALTERED[name]
    guards.drop_triggers()
    with connection.cursor() as cursor:
        cursor.execute(statement)
    found = {fault.code.value for faults in faults_of(AuditScope()) for fault in faults}
    assert found == expected
    assert all("%(" not in text for text in audit_faults())
    guards.create_triggers()
