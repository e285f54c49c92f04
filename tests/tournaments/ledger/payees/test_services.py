"""Payment details: encrypted, one per scheme, private, and deleted when removed."""

import pytest
from django.contrib import admin
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction

from accounts.caller import VISITOR, Caller
from accounts.cipher import DecryptionError
from accounts.services import create_guest
from games.common.denials import Denial
from tests.tournaments.ledger.codes.samples import TYPED
from tests.tournaments.ledger.payees.people import enter, person
from tournaments.ledger.codes.schemes import SCHEMES
from tournaments.ledger.payees import services
from tournaments.ledger.payees.denials import PayeeCode, denial_text
from tournaments.ledger.payees.models import PayeeDetails, cipher
from tournaments.ledger.payees.services import details_of, details_of_all

pytestmark = pytest.mark.django_db


def stored_bytes() -> str:
    """Return the raw contents of the table."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {PayeeDetails._meta.db_table}")
        return repr(cursor.fetchall())


@pytest.mark.parametrize("scheme", SCHEMES)
def test_payment_details_are_stored_only_encrypted(scheme):
    (row,) = enter(person(), scheme)
    kept = row.payment_scheme.to_data(row.details())
    stored = stored_bytes()
    for value in [*kept.values(), row.details().name, row.details().account]:
        assert not value or value not in stored
    assert row.details() == SCHEMES[scheme].of(**TYPED[scheme])


def test_payment_details_are_not_in_the_admin_site():
    assert PayeeDetails not in admin.site._registry


def test_saving_details_again_replaces_those_of_the_same_scheme():
    ann = person()
    enter(ann, "epc", "paynow")
    enter(ann, "epc", name="Ann Other")
    assert [row.scheme for row in details_of(ann)] == ["epc", "paynow"]
    assert details_of(ann)[0].details().name == "Ann Other"


@pytest.mark.every_database
def test_the_database_refuses_a_second_row_for_the_same_scheme():
    (row,) = enter(person(), "epc")
    with pytest.raises(IntegrityError), transaction.atomic():
        PayeeDetails.objects.create(user=row.user, scheme="epc", data=row.data)


def test_details_moved_to_another_user_cannot_be_decrypted():
    ann, bob = person("ann"), person("bob")
    (of_ann,), (of_bob,) = enter(ann, "epc"), enter(bob, "epc", name="Bob")
    PayeeDetails.objects.filter(pk=of_ann.pk).update(data=of_bob.data)
    of_ann.refresh_from_db()
    with pytest.raises(DecryptionError):
        of_ann.details()


def test_removing_details_leaves_other_schemes_and_users_alone():
    ann, bob = person("ann"), person("bob")
    enter(ann, "epc", "paynow")
    enter(bob, "epc")
    assert services.remove_details(Caller(ann), "epc") is None
    assert services.remove_details(Caller(ann), "epc") is None
    left = PayeeDetails.objects.values_list("user__username", "scheme")
    assert set(left) == {("ann", "paynow"), ("bob", "epc")}


def test_deleting_a_user_deletes_their_payment_details():
    ann = person()
    enter(ann, "epc")
    ann.delete()
    assert not PayeeDetails.objects.exists()


def test_guests_anonymous_users_and_unknown_schemes_are_refused():
    details = SCHEMES["epc"].of(**TYPED["epc"])
    guest = Caller(create_guest())
    for caller, code in ((VISITOR, PayeeCode.UNKNOWN), (guest, PayeeCode.NO_GUESTS)):
        answer = services.save_details(caller, "epc", details)
        assert answer == Denial(code)
        assert services.remove_details(caller, "epc") == Denial(code)
        assert denial_text(answer)
    other = services.save_details(Caller(person()), "cash", details)
    assert other == Denial(PayeeCode.NO_SUCH_SCHEME)
    assert not PayeeDetails.objects.exists()


def test_reading_the_details_of_many_users_takes_one_query(django_assert_max_num_queries):
    people = [person(name) for name in ("ann", "bob", "cy")]
    for each in people:
        enter(each, "link", "epc")
    with django_assert_max_num_queries(1):
        found = details_of_all([each.pk for each in people])
    assert {key: [row.scheme for row in rows] for key, rows in found.items()} == {
        each.pk: ["epc", "link"] for each in people
    }


def test_reencrypting_changes_the_key_of_all_readable_details(settings, capsys):
    settings.PAYMENT_KEYS = ["old"]
    (kept,) = enter(person("ann"), "epc")
    (lost,) = enter(person("bob"), "epc")
    changed_at = kept.changed_at
    settings.PAYMENT_KEYS = ["gone"]
    PayeeDetails.objects.filter(pk=lost.pk).update(data=cipher.encrypt("{}"))
    settings.PAYMENT_KEYS = ["new", "old"]
    call_command("reencrypt")
    assert "1 encrypted" in capsys.readouterr().out
    settings.PAYMENT_KEYS = ["new"]
    kept.refresh_from_db()
    assert kept.details().name == "Ann Müller"
    assert kept.changed_at == changed_at
