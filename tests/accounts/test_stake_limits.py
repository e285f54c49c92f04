"""Loss limits: one per currency, or none."""

import pytest

from accounts import stake_limits
from accounts.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada():
    return User.objects.create_user("ada")


def test_a_new_user_has_no_stake_limit(ada):
    assert stake_limits.limits_of(ada) == []
    assert stake_limits.limit_in(ada.pk, "HKD") is None


def test_a_stake_limit_applies_to_its_currency_and_user(ada):
    stake_limits.set_limit(ada, "HKD", 10_000)
    assert stake_limits.limit_in(ada.pk, "HKD") == 10_000
    assert stake_limits.limit_in(ada.pk, "EUR") is None
    assert stake_limits.limit_in(User.objects.create_user("bo").pk, "HKD") is None


@pytest.mark.every_database
def test_a_stake_limit_can_be_changed_and_removed(ada):
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


def test_looking_up_a_stake_limit_needs_one_query(ada, django_assert_max_num_queries):
    with django_assert_max_num_queries(1):
        stake_limits.limit_in(ada.pk, "HKD")
    with django_assert_max_num_queries(1):
        stake_limits.limits_of(ada)
