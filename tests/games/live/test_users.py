"""Validity of browser sessions for their user."""

import pytest
from django.contrib.sessions.models import Session as BrowserSession
from django.utils import timezone

from accounts.caller import Caller, of_session
from accounts.models import User
from games.live.users import is_session_valid
from tests.players import Person
from tests.rigging import signed_in

pytestmark = pytest.mark.every_database


@pytest.mark.django_db
def test_checking_a_session_takes_one_statement_and_agrees_with_django(
    django_assert_max_num_queries,
):
    person, other = Person().user, Person().user
    key = signed_in(person)
    with django_assert_max_num_queries(1):
        assert is_session_valid(of_session(person, key))
    assert is_session_valid(Caller(person))
    for stranger in (of_session(other, key), of_session(person, "k" * 32), of_session(person, "")):
        assert not is_session_valid(stranger)
    caller = of_session(person, key)
    BrowserSession.objects.filter(pk=key).update(expire_date=timezone.now())
    assert not is_session_valid(caller)
    caller = of_session(person, signed_in(person))
    User.objects.filter(pk=person.pk).update(is_active=False)
    assert not is_session_valid(caller)
    User.objects.filter(pk=person.pk).update(is_active=True, password="another")
    assert not is_session_valid(caller)
