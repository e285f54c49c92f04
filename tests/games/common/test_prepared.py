"""Prepared queries: same SQL and same results as with the ORM."""

import re
from datetime import UTC, datetime, timedelta
from typing import get_type_hints

import pytest
from django.db import connection
from django.db.models import Count, Exists, F, OuterRef, Prefetch, Value
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from accounts.services import create_guest
from games.common import prepared as module
from games.common.prepared import prepared
from games.screens.notices import home_notices
from games.tables.models import Seat, Session, Table
from tests.players import Game

pytestmark = [pytest.mark.django_db, pytest.mark.every_database]

#: Values of the types that queries take. Of a list there are as many as it has places.
VALUES = {
    int: 7,
    str: "some",
    datetime: datetime(2026, 3, 1, 12, 30, tzinfo=timezone.get_default_timezone()),
    list[int]: [3, 5, 8, 9],
}
APPS = ("accounts.", "games.", "tournaments.")
APP_QUERIES = [each for each in module.registered if each.build.__module__.startswith(APPS)]


@pytest.fixture(autouse=True)
def _restore_registered():
    """Unregister the queries of tests."""
    before = list(module.registered)
    yield
    module.registered[:] = before


@pytest.mark.parametrize("query", APP_QUERIES, ids=lambda query: query.build.__qualname__)
def test_a_prepared_query_has_the_same_sql_as_the_orm(query):
    kinds = get_type_hints(query.build)
    kinds.pop("return")
    values = [VALUES[kind] for kind in kinds.values()]
    for only_exists in (False, True):
        asked = query.build(*values).query
        asked = asked.exists() if only_exists else asked
        sql, params = asked.get_compiler(connection=connection).as_sql()
        plan = query.plan(connection, values, only_exists=only_exists)
        assert plan.sql == sql
        # By what they say of themselves: two wrappers of one JSON value are not equal.
        assert list(map(repr, plan.filled_params(values, connection))) == list(map(repr, params))


def test_queries_of_all_packages_are_registered():
    rooms = {each.build.__module__.split(".")[1] for each in APP_QUERIES}
    assert {"tables", "screens", "rulebook", "chat", "events"} <= rooms
    assert home_notices._hints._statement in APP_QUERIES


# --- What is made of the answer


@pytest.fixture
def games(db):
    return [Game.solo(deals=2), Game.solo(deals=1)]


def contents(instance):
    """Return all fields of a row, and the rows read with it."""
    own = {name: value for name, value in vars(instance).items() if not name.startswith("_")}
    read = instance._state.fields_cache
    return own, {name: row and contents(row) for name, row in read.items()}


def seats_of(numbers: list[int]):
    return Seat.objects.filter(session__pk__in=numbers).order_by("pk")


def sessions(since: datetime):
    return Session.objects.filter(table__created_at__gt=since).order_by("pk")


def with_tables(since: datetime):
    return sessions(since).select_related("table__host")


def counted(since: datetime):
    seats = Seat.objects.filter(session=OuterRef("pk"), bot="")
    return sessions(since).annotate(seat_count=Count("seats"), has_people=Exists(seats))


def with_deferred_fields(since: datetime):
    return sessions(since).select_related("table").only("rules", "table__slug", "started_at")


def seats_with_people(since: datetime):
    return Seat.objects.filter(session__table__created_at__gt=since).select_related("user")


def several_columns(since: datetime):
    return sessions(since).values_list("pk", "rules", "started_at", "table__slug")


def one_column(since: datetime):
    return sessions(since).values_list("started_at", flat=True)


@pytest.mark.parametrize(
    "build", [sessions, with_tables, counted, with_deferred_fields, seats_with_people]
)
def test_a_prepared_query_returns_the_same_rows_as_the_orm(
    games, build, django_assert_max_num_queries
):
    since = timezone.now() - timedelta(days=1)
    expected = list(build(since))
    query = prepared(build)
    for _ in range(2):
        with django_assert_max_num_queries(1):
            found = query(since)
        assert found == expected
        assert list(map(contents, found)) == list(map(contents, expected))
        assert [each._state.adding for each in found] == [False] * len(found)
        assert [each._state.db for each in found] == ["default"] * len(found)
    assert expected
    assert query(timezone.now() + timedelta(days=1)) == []


@pytest.mark.parametrize("build", [several_columns, one_column])
def test_a_prepared_query_returns_the_same_values_as_the_orm(games, build):
    since = timezone.now() - timedelta(days=1)
    assert prepared(build)(since) == list(build(since)) != []


def test_deferred_fields_can_be_read_later(games):
    (first, _second) = prepared(with_deferred_fields)(timezone.now() - timedelta(days=1))
    assert "status" in first.get_deferred_fields()
    assert first.status == Session.objects.get(pk=first.pk).status


def test_related_rows_are_prefetched(games, django_assert_max_num_queries):
    def build(since: datetime):
        seats = Prefetch("seats", Seat.objects.order_by("-number"))
        return sessions(since).prefetch_related(seats)

    query = prepared(build)
    query.plan(connection, [timezone.now()])
    with django_assert_max_num_queries(2):
        for session in query(timezone.now() - timedelta(days=1)):
            assert [seat.number for seat in session.seats.all()] == [3, 2, 1, 0]


@pytest.mark.parametrize("length", range(1, 10))
def test_a_list_argument_can_have_any_length(games, length):
    numbers = list(Session.objects.order_by("pk").values_list("pk", flat=True))[:length]
    numbers += range(10**6, 10**6 + length - len(numbers))
    assert prepared(seats_of)(numbers) == list(seats_of(numbers)) != []


def test_lists_of_like_lengths_share_a_statement():
    query = prepared(seats_of)
    with CaptureQueriesContext(connection) as queries:
        for length in range(1, 65):
            query(list(range(length)))
    assert len({re.sub(r"\d+", "1", each["sql"]) for each in queries}) == 7


def test_an_empty_list_needs_no_query(django_assert_num_queries):
    with django_assert_num_queries(0):
        assert prepared(seats_of)([]) == []


def test_exists_says_whether_there_is_a_row(games, django_assert_max_num_queries):
    query = prepared(with_tables)
    with django_assert_max_num_queries(2):
        assert query.exists(timezone.now() - timedelta(days=1))
        assert not query.exists(timezone.now() + timedelta(days=1))


def test_first_returns_the_first_row_or_none(games):
    query = prepared(sessions)
    assert query.first(timezone.now() - timedelta(days=1)) == Session.objects.get(
        table=games[0].table
    )
    assert query.first(timezone.now()) is None


def test_a_time_can_be_computed_from_a_time_argument(games):
    def build(now: datetime):
        return sessions(now - timedelta(hours=1) + timedelta(minutes=1))

    now = timezone.now()
    query = prepared(build)
    assert query(now + timedelta(minutes=58)) == list(build(now + timedelta(minutes=58))) != []
    assert query(now + timedelta(minutes=60)) == []
    assert query.plan(connection, [now]).sql == str(sessions(now).query.sql_with_params()[0])


def test_a_query_with_a_fixed_current_time_is_refused():
    def build(user: int):
        return Table.objects.filter(host=user, created_at__gt=timezone.now())

    with pytest.raises(ValueError, match="a time in"):
        prepared(build)(1)


def test_a_query_that_returns_dictionaries_is_refused():
    def build(user: int):
        return User.objects.filter(pk=user).values("pk")

    with pytest.raises(TypeError, match="cannot be prepared"):
        prepared(build)(1)


def test_constants_in_a_query_stay_unchanged():
    member = create_guest()

    def build(user: int):
        return User.objects.filter(pk=user).values_list(Value("100 % %s"), "pk")

    assert prepared(build)(member.pk) == [("100 % %s", member.pk)]


def users_by_all_types(name: str, since: datetime, least: int):
    """A query with values of all kinds, one used twice, and constants that look like values."""
    return (
        User.objects.filter(username=name, date_joined__gte=since, pk__gt=least, is_active=True)
        .exclude(display_name=name)
        .annotate(seats_held=Count("seats"), again=F("pk") + 1)
        .order_by("pk")
        .values_list("pk", "username", "date_joined", "is_active", "seats_held", "again")
    )


def test_arguments_of_all_types_find_the_same_rows_as_with_the_orm():
    query = prepared(users_by_all_types)
    people = [create_guest() for _ in range(3)]
    since = timezone.now() - timedelta(hours=1)
    for person in people:
        for least in (0, person.pk - 1, person.pk):
            for moment in (since, timezone.now() + timedelta(hours=1)):
                values = (person.username, moment, least)
                assert query(*values) == list(users_by_all_types(*values))


def test_arguments_with_percent_signs_and_quotes_stay_values():
    query = prepared(users_by_all_types)
    for name in ("100%", "%s", "o'clock", '"; --', "鋤大弟"):
        user = User.objects.create(username=name)
        (found,) = query(name, datetime(2000, 1, 1, tzinfo=UTC), 0)
        assert found[:2] == (user.pk, name)


def test_a_query_is_built_only_once():
    made = []

    def counted(number: int):
        made.append(number)
        return User.objects.filter(pk=number).values_list("pk", flat=True)

    query, people = prepared(counted), [create_guest().pk for _ in range(3)]
    assert [query.first(number) for number in people] == people
    assert len(made) == 1


def test_a_query_that_computes_with_an_argument_is_refused():
    def decided(number: int):
        return User.objects.filter(is_active=number > 7)

    with pytest.raises(TypeError):
        prepared(decided)(3)
