"""Loss limits: when a player has to confirm a seat for money."""

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import stake_limits
from accounts.models import User
from games.common.denials import DeniedError
from games.rules.ruleset.rule_set import RuleSet
from games.tables import selectors
from games.tables.denials import TableCode
from games.tables.max_loss import Cost
from games.tables.models import Seat, Session, Table, validate_currency
from games.tables.services import opening, rematch, seating, starting
from tests.players import Person

pytestmark = pytest.mark.django_db

CLASSIC = RuleSet.make("classic")  # 39 points a deal
STAKE = {"rules": CLASSIC, "deals_planned": 2, "stake_minor": 200, "currency": "HKD"}
WORST = Cost(2 * 39 * 200, "HKD")


@pytest.fixture
def ada():
    return Person(User.objects.create_user("ada"))


@pytest.fixture
def bo():
    return Person(User.objects.create_user("bo"))


@pytest.fixture
def table(bo):
    return opening.open_table(bo.user, **STAKE, joining=Table.Joining.ANYONE)


def set_limit(person, most):
    stake_limits.set_limit(person.user, "HKD", most)


def is_asked(answer, limit):
    return answer.code is TableCode.ABOVE_LIMIT and answer.params == {
        "worst": WORST,
        "limit": Cost(limit, "HKD"),
    }


def test_a_player_without_a_limit_is_not_asked(ada, table):
    assert ada.asks(seating.sit, table, None) is None


@pytest.mark.parametrize("most", [WORST.minor, WORST.minor + 1])
def test_a_player_is_not_asked_within_the_limit(ada, table, most):
    set_limit(ada, most)
    assert ada.asks(seating.sit, table, None) is None


def test_a_limit_does_not_apply_to_another_currency(ada, table):
    stake_limits.set_limit(ada.user, "EUR", 0)
    assert ada.asks(seating.sit, table, None) is None


def test_a_player_is_asked_above_the_limit_and_gets_no_seat(ada, table):
    set_limit(ada, WORST.minor - 1)
    assert is_asked(ada.asks(seating.sit, table, None), WORST.minor - 1)
    assert not Seat.objects.filter(user=ada.user).exists()


def test_a_player_who_agrees_to_the_amount_gets_the_seat(ada, table):
    set_limit(ada, 0)
    assert ada.asks(seating.sit, table, 2, agreed=WORST) is None
    assert Seat.objects.get(user=ada.user).number == 2
    # Who sits there changes the chair without being asked again.
    assert ada.asks(seating.sit, table, 3) is None


@pytest.mark.parametrize("agreed", [Cost(WORST.minor - 1, "HKD"), Cost(WORST.minor, "EUR")])
def test_agreeing_to_a_lower_amount_or_another_currency_is_not_enough(ada, table, agreed):
    set_limit(ada, 0)
    assert is_asked(ada.asks(seating.sit, table, None, agreed=agreed), 0)


def test_the_limits_of_others_at_the_table_do_not_matter(ada, bo, table):
    set_limit(bo, 0)
    assert ada.asks(seating.sit, table, None) is None
    assert bo.asks(starting.start, table) is None


def test_a_host_above_the_limit_is_asked_before_the_table_opens(ada):
    set_limit(ada, 100)
    with pytest.raises(DeniedError) as error:
        opening.open_table(ada.user, **STAKE)
    assert is_asked(error.value.denial, 100)
    assert not Table.objects.exists()
    opening.open_table(ada.user, **STAKE, agreed=WORST)
    assert Seat.objects.get(user=ada.user)


def test_a_player_alone_with_bots_is_not_asked(ada):
    set_limit(ada, 0)
    table = opening.open_solo_table(
        ada.user, rules=CLASSIC, deals=2, stake_minor=200, currency="HKD"
    )
    assert Seat.objects.get(user=ada.user).session.table == table


def test_play_now_takes_no_seat_for_a_stake_before_its_terms_are_shown(ada, table):
    wanted = selectors.TableCriteria(rules=CLASSIC, players=4, stake_minor=200, currency="HKD")
    assert seating.sit_anywhere(ada.caller, wanted) is None
    assert not Seat.objects.filter(user=ada.user).exists()


def test_every_rematch_above_the_limit_asks_again(ada, bo, table):
    set_limit(ada, 0)
    assert ada.asks(seating.sit, table, None, agreed=WORST) is None
    Session.objects.update(status=Session.Status.FINISHED)
    Table.objects.update(phase=Table.Phase.FINISHED)
    assert is_asked(ada.asks(rematch.play_again, table), 0)
    assert Session.objects.count() == 1
    assert bo.asks(rematch.play_again, table) is None
    assert bo.asks(rematch.open_again, table) is None
    # Now it waits; sitting down again is asked about just the same.
    assert is_asked(ada.asks(rematch.play_again, table), 0)
    assert is_asked(ada.asks(seating.sit, table, None), 0)
    assert ada.asks(rematch.play_again, table, agreed=WORST) is None


def limit_queries(do):
    with CaptureQueriesContext(connection) as queries:
        assert do() is None
    return sum("accounts_stakelimit" in each["sql"] for each in queries)


def test_sitting_down_reads_the_limit_once_for_money_and_never_for_points(ada, bo, table):
    assert limit_queries(lambda: ada.asks(seating.sit, table, None)) <= 1
    free = opening.open_table(bo.user)
    assert limit_queries(lambda: ada.asks(seating.sit, free, None)) == 0


def test_only_currencies_in_use_are_valid():
    validate_currency("KWD")
    for code in ("XXX", "DEM", "hkd", "HK"):
        with pytest.raises(ValidationError):
            validate_currency(code)
    Session._meta.get_field("currency").clean("", None)
