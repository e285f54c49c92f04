"""The security log: sign-ins, account changes and staff actions, and access to it."""

from datetime import timedelta

import pytest
from allauth.account import signals as account
from allauth.account.models import EmailAddress
from allauth.mfa import signals as mfa
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.contrib.auth.signals import user_login_failed
from django.contrib.sessions.backends.cached_db import SessionStore
from django.db import DatabaseError, connection
from django.test import RequestFactory
from django.urls import reverse
from django.utils import timezone

from accounts.models import SecurityEvent, User
from accounts.security import record
from tournaments.cleanup import clean_up

pytestmark = pytest.mark.django_db

Kind = SecurityEvent.Kind
SECRET = "Tall.gate.7.rivers"


@pytest.fixture(autouse=True)
def _optional_email_verification(settings):
    settings.ACCOUNT_EMAIL_VERIFICATION = "optional"


@pytest.fixture
def ann():
    return User.objects.create_user("ann", "ann@example.org", SECRET)


def events() -> list[tuple[str, str | None]]:
    """Return the recorded events and their users, oldest first."""
    found = SecurityEvent.objects.order_by("pk").values_list("kind", "person__username")
    return [(str(kind), name) for kind, name in found]


def recorded_event(signal, ann, **more) -> SecurityEvent:
    """Send a signal of the account library for Ann; return the recorded event."""
    request = RequestFactory().post("/", REMOTE_ADDR="2001:db8:1:2::7")
    request.user = ann
    request.session = SessionStore()
    signal.send(sender=User, request=request, user=ann, **more)
    return SecurityEvent.objects.get()


def sign_in(client, name: str = "ann", password: str = SECRET):
    return client.post(reverse("account_login"), {"login": name, "password": password})


def test_sign_ins_and_sign_outs_are_recorded_with_their_ip_address(client, ann, caplog):
    sign_in(client)
    client.post(reverse("account_logout"))
    assert events() == [("signed_in", "ann"), ("signed_out", "ann")]
    assert set(SecurityEvent.objects.values_list("address", flat=True)) == {"127.0.0.1"}
    lines = [each for each in caplog.records if each.name == "security"]
    assert [(line.event, line.of, line.levelname) for line in lines] == [
        ("signed_in", ann.pk, "INFO"),
        ("signed_out", ann.pk, "INFO"),
    ]


@pytest.mark.parametrize("name", ["ann", "ann@example.org", "Ann@Example.org"])
def test_a_failed_sign_in_is_recorded_for_the_account_that_was_tried(client, ann, name):
    EmailAddress.objects.create(user=ann, email=ann.email, primary=True, verified=True)
    sign_in(client, name, "wrong")
    assert events() == [("sign_in_failed", "ann")]


def test_an_unknown_login_name_and_its_password_are_not_recorded(client, ann, caplog):
    sign_in(client, SECRET, "wrong and secret")
    (event,) = SecurityEvent.objects.all()
    assert event.person is None
    assert event.details == f"unknown login name of {len(SECRET)} characters"
    assert SECRET not in caplog.text
    assert "wrong and secret" not in caplog.text


def test_a_password_change_is_recorded(client, ann):
    client.force_login(ann)
    SecurityEvent.objects.all().delete()
    new = {"oldpassword": SECRET, "password1": "Nine.small.6.hills", "password2": ""}
    new["password2"] = new["password1"]
    client.post(reverse("account_change_password"), new)
    assert ("password_changed", "ann") in events()


@pytest.mark.parametrize(
    ("signal", "kind"),
    [
        (account.password_set, "password_set"),
        (account.password_reset, "password_reset"),
        (account.user_signed_up, "signed_up"),
        (account.email_added, "mail_added"),
        (account.email_changed, "mail_changed"),
        (account.email_removed, "mail_removed"),
    ],
)
def test_signals_of_the_account_library_are_recorded(ann, signal, kind):
    event = recorded_event(signal, ann, email_address=EmailAddress(email="secret@example.org"))
    assert (event.kind, event.person, event.address) == (kind, ann, "2001:db8:1:2::")
    assert event.details == ""


@pytest.mark.parametrize(
    ("signal", "kind"),
    [
        (mfa.authenticator_added, "factor_added"),
        (mfa.authenticator_removed, "factor_removed"),
        (mfa.authenticator_reset, "factor_renewed"),
        (mfa.authentication_failed, "factor_failed"),
    ],
)
def test_changes_of_a_second_factor_are_recorded_without_its_secret(ann, signal, kind):
    event = recorded_event(
        signal, ann, authenticator=Authenticator(type="totp", data={"secret": SECRET})
    )
    assert (event.kind, event.person, event.details) == (kind, ann, "totp")


def test_confirming_an_email_address_is_recorded(ann):
    address = EmailAddress.objects.create(user=ann, email=ann.email)
    request = RequestFactory().get("/")
    account.email_confirmed.send(sender=EmailAddress, request=request, email_address=address)
    assert events() == [("mail_confirmed", "ann")]


def test_no_events_are_recorded_for_guests(client):
    guest = User.objects.create(username="guest-1", is_guest=True)
    client.force_login(guest)
    client.post(reverse("account_logout"))
    assert events() == []


def test_changes_by_staff_are_recorded(admin_client, admin_user, ann):
    url = reverse("admin:auth_user_password_change", args=[ann.pk])
    SecurityEvent.objects.all().delete()
    new = {
        "password1": "Nine.small.6.hills",
        "password2": "Nine.small.6.hills",
        "usable_password": "true",
    }
    assert admin_client.post(url, new).status_code == 302
    admin_client.post(reverse("admin:accounts_user_delete", args=[ann.pk]), {"post": "yes"})
    assert events() == [("staff_acted", "admin"), ("staff_acted", "admin")]
    details = SecurityEvent.objects.order_by("pk").values_list("details", flat=True)
    assert list(details) == [f"Change: user {ann.pk}", f"Deletion: user {ann.pk}"]


def test_each_user_of_a_bulk_deletion_is_recorded(admin_client, ann):
    people = [ann, User.objects.create_user("bob")]
    SecurityEvent.objects.all().delete()
    chosen = {
        "action": "delete_selected",
        "_selected_action": [each.pk for each in people],
        "post": "yes",
    }
    admin_client.post(reverse("admin:accounts_user_changelist"), chosen)
    details = set(SecurityEvent.objects.values_list("details", flat=True))
    assert details == {f"Deletion: user {each.pk}" for each in people}


def test_only_superusers_can_read_the_security_log_and_it_cannot_be_changed(
    client, admin_client, ann
):
    record(Kind.PASSWORD_CHANGED, ann, "192.0.2.7")
    event = SecurityEvent.objects.latest("pk")
    page = reverse("admin:accounts_securityevent_changelist")
    one = reverse("admin:accounts_securityevent_change", args=[event.pk])
    assert "192.0.2.7" in admin_client.get(page).content.decode()
    assert admin_client.get(one).status_code == 200
    assert admin_client.post(one, {"kind": "signed_in"}).status_code == 403
    for act in ("add", "delete"):
        args = [] if act == "add" else [event.pk]
        url = reverse(f"admin:accounts_securityevent_{act}", args=args)
        assert admin_client.post(url, {"post": "yes"}).status_code == 403
    for may_all in (False, True):
        ann.is_staff, ann.is_superuser = True, may_all
        request = RequestFactory().get(page)
        request.user = ann
        assert admin.site._registry[SecurityEvent].has_view_permission(request) == may_all


def test_users_can_sign_in_when_the_security_log_cannot_be_written(
    client, ann, monkeypatch, caplog
):
    def fail(*args, **named):
        raise DatabaseError("the disk is full")

    monkeypatch.setattr(SecurityEvent, "save", fail)
    assert sign_in(client).status_code == 302
    assert client.session["_auth_user_id"] == str(ann.pk)
    assert "signed_in could not be recorded" in caplog.text


def test_old_events_are_deleted_with_their_ip_addresses(ann, settings):
    settings.SECURITY_DAYS = 90
    for days in (91, 89):
        record(Kind.SIGNED_IN, ann, "192.0.2.7", str(days))
        newest = SecurityEvent.objects.latest("pk").pk
        then = timezone.now() - timedelta(days=days)
        SecurityEvent.objects.filter(pk=newest).update(at=then)
    assert ("security log entries", 1) in list(clean_up())
    assert [each.details for each in SecurityEvent.objects.all()] == ["89"]


def test_events_of_a_deleted_account_remain_without_its_user(ann):
    record(Kind.SIGNED_IN, ann, "192.0.2.7")
    ann.delete()
    assert events() == [("signed_in", None)]


def test_a_failed_sign_in_without_a_request_is_recorded(ann):
    user_login_failed.send(sender=User, credentials={"username": "ann"}, request=None)
    assert events() == [("sign_in_failed", "ann")]
    assert connection.in_atomic_block
