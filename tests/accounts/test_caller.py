"""Callers and their proofs: of requests, of sockets, and without a user."""

import pytest
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.cached_db import SessionStore

from accounts.caller import (
    VISITOR,
    Caller,
    Evidence,
    SessionProof,
    fingerprint,
    of_request,
    of_session,
    session_user,
)
from accounts.guests import BACKEND
from accounts.models import User
from accounts.services import create_guest

pytestmark = [pytest.mark.django_db, pytest.mark.every_database]


@pytest.fixture
def guest(db):
    return create_guest()


def test_a_visitor_has_no_user():
    assert not VISITOR.is_known
    assert VISITOR.person() is None
    assert of_session(None, "a" * 32) == VISITOR


def test_the_caller_of_a_request_is_its_user(rf, guest):
    request = rf.get("/")
    request.user = AnonymousUser()
    assert of_request(request) == Caller(None)
    # A visitor has just become a guest.
    assert of_request(request, guest).person() is guest
    request.user = guest
    assert of_request(request).person() is guest


def test_a_socket_loses_its_user_when_the_session_ends(guest, sign_in):
    key = sign_in(guest)
    caller = of_session(guest, key)
    assert caller.person() == guest
    SessionStore(key).flush()
    assert caller.person() is None
    # The user is still known: an ended session is not the same as a visitor.
    assert caller.is_known


def test_a_caller_returns_the_user_as_stored_now(guest, sign_in):
    caller = of_session(guest, sign_in(guest))
    type(guest).objects.filter(pk=guest.pk).update(display_name="Ada")
    assert caller.person().display_name == "Ada"


def test_a_session_does_not_identify_another_user(guest, sign_in):
    other = create_guest()
    key = sign_in(guest)
    assert session_user(other, key) is None
    assert session_user(guest, None) is None
    assert session_user(guest, "a" * 32) is None
    session = SessionStore(key)
    session[SESSION_KEY] = str(other.pk)
    session.save()
    assert session_user(guest, key) is None


def test_a_password_change_or_closing_the_account_invalidates_the_session(guest, sign_in):
    caller = of_session(guest, sign_in(guest))
    guest.set_password("another horse 7")
    guest.save()
    assert caller.person() is None
    caller = of_session(guest, sign_in(guest))
    type(guest).objects.filter(pk=guest.pk).update(is_active=False)
    assert caller.person() is None


@pytest.mark.parametrize(
    ("changed", "holds"),
    [
        ({}, True),
        ({SESSION_KEY: "8"}, False),
        ({BACKEND_SESSION_KEY: "accounts.backends.Removed"}, False),
        ({HASH_SESSION_KEY: "of an earlier password"}, False),
        ({HASH_SESSION_KEY: None}, False),
    ],
)
def test_a_proof_holds_only_for_a_session_of_its_user(changed, holds):
    user = User(pk=7, password="secret")
    right = {
        SESSION_KEY: "7",
        BACKEND_SESSION_KEY: BACKEND,
        HASH_SESSION_KEY: user.get_session_auth_hash(),
    }
    stored = {name: value for name, value in (right | changed).items() if value is not None}
    proof = SessionProof(user, "k" * 32)
    evidence = Evidence(SessionStore().encode(stored), user.password, True)
    # The second answer is the same as the first.
    assert (proof.holds(evidence), proof.holds(evidence)) == (holds, holds)
    assert not proof.holds(evidence._replace(is_active=False))
    assert not proof.holds(None)


def test_fingerprints_differ_between_sessions_and_do_not_contain_the_key():
    key = "k" * 32
    assert fingerprint(key) == fingerprint(key) != fingerprint("l" * 32)
    assert key not in fingerprint(key)
