"""Loss limits: one per currency, or none."""

import pytest

from accounts import stake_limits
from accounts.models import User

pytestmark = [pytest.mark.django_db, pytest.mark.every_database]


@pytest.fixture
def ada():
    return User.objects.create_user("ada")


def test_there_is_none_at_first(ada):
    assert stake_limits.limits_of(ada) == []
    assert stake_limits.limit_in(ada.pk, "HKD") is None


def test_a_limit_is_for_one_currency_and_one_person(ada):
    stake_limits.set_limit(ada, "HKD", 10_000)
    assert stake_limits.limit_in(ada.pk, "HKD") == 10_000
    assert stake_limits.limit_in(ada.pk, "EUR") is None
    assert stake_limits.limit_in(User.objects.create_user("bo").pk, "HKD") is None


def test_said_again_it_is_changed_and_taken_away_it_is_gone(ada):
    stake_limits.set_limit(ada, "HKD", 10_000)
    stake_limits.set_limit(ada, "HKD", 0)
    stake_limits.set_limit(ada, "EUR", 500)
    assert [(each.currency, each.most_minor) for each in stake_limits.limits_of(ada)] == [
        ("EUR", 500),
        ("HKD", 0),
    ]
    stake_limits.remove_limit(ada, "HKD")
    assert stake_limits.limit_in(ada.pk, "HKD") is None
    assert stake_limits.limit_in(ada.pk, "EUR") == 500
    stake_limits.remove_limit(ada, "HKD")


def test_looking_one_up_costs_one_query(ada, django_assert_max_num_queries):
    with django_assert_max_num_queries(1):
        stake_limits.limit_in(ada.pk, "HKD")
    with django_assert_max_num_queries(1):
        stake_limits.limits_of(ada)
