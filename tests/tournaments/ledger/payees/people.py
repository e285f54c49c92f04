"""Users with payment details."""

from allauth.account.internal.flows.login import record_authentication
from django.http import HttpRequest
from django.test import Client

from accounts.caller import Caller
from accounts.models import User
from tests.tournaments.ledger.codes.samples import TYPED
from tournaments.ledger.codes.schemes import SCHEMES
from tournaments.ledger.payees import services
from tournaments.ledger.payees.models import PayeeDetails


def person(name: str = "ann") -> User:
    return User.objects.create_user(name, email=f"{name}@example.org", password="x")


def browser(user: User | None, *, is_sure: bool = True) -> Client:
    """Return a browser of the user.

    :param is_sure: whether the user has just confirmed the password
    """
    client = Client()
    if user is not None:
        client.force_login(user)
        request = HttpRequest()
        request.session = client.session
        record_authentication(request, user, method="password", reauthenticated=is_sure)
        request.session.save()
    return client


def enter(user: User, *schemes: str, **typed: str) -> list[PayeeDetails]:
    """Enter each scheme's sample details; with one scheme, the input differs."""
    rows = []
    for scheme in schemes:
        details = SCHEMES[scheme].of(**TYPED[scheme] | typed)
        row = services.save_details(Caller(user), scheme, details)
        assert isinstance(row, PayeeDetails)
        rows.append(row)
    return rows
