"""Statements that are put together once say what the ORM would."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.db.models import Count, F, QuerySet
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.chat.models import ChatLine
from games.common import statements
from games.common.statements import Prepared
from games.tables.models import Session, Table
from tests.players import Person

pytestmark = pytest.mark.django_db


def _joined(name: str, since: datetime, least: int) -> QuerySet:
    """A query with values of all kinds, one of them twice, and constants that look like values."""
    return (
        User.objects.filter(username=name, date_joined__gte=since, pk__gt=least, is_active=True)
        .exclude(display_name=name)
        .annotate(seats_held=Count("seats"), again=F("pk") + 1)
        .order_by("pk")
        .values_list("pk", "username", "date_joined", "is_active", "seats_held", "again")
    )


JOINED = (str, datetime, int)


def test_a_prepared_query_finds_what_the_orm_finds():
    prepared = Prepared(_joined, *JOINED)
    people = [Person().user for _ in range(3)]
    since = timezone.now() - timedelta(hours=1)
    for person in people:
        for least in (0, person.pk - 1, person.pk):
            for moment in (since, timezone.now() + timedelta(hours=1)):
                values = (person.username, moment, least)
                found = prepared.first(*values)
                assert found == _joined(*values).first()
                if found is not None:
                    assert [type(each) for each in found] == [int, str, datetime, bool, int, int]


def test_values_with_percent_signs_and_quotes_stay_values():
    prepared = Prepared(_joined, *JOINED)
    for name in ("100%", "%s", "o'clock", '"; --', "鋤大弟"):
        user = User.objects.create(username=name)
        found = prepared.first(name, datetime(2000, 1, 1, tzinfo=UTC), 0)
        assert found is not None
        assert found[:2] == (user.pk, name)


def test_a_query_is_put_together_once():
    made = []

    def counted(number: int) -> QuerySet:
        made.append(number)
        return User.objects.filter(pk=number).values_list("pk")

    prepared, people = Prepared(counted, int), [Person().user.pk for _ in range(3)]
    assert [prepared.first(number) for number in people] == [(number,) for number in people]
    assert len(made) == 1
    with CaptureQueriesContext(connection) as queries:
        prepared.first(people[0])
    assert len(queries) == 1


def test_a_query_that_decides_by_a_value_is_found_out():
    def decided(number: int) -> QuerySet:
        return User.objects.filter(is_active=number > 7).values_list("pk")

    with pytest.raises(ValueError, match="not among its parameters"):
        Prepared(decided, int).first(3)


def test_a_row_is_added_and_changed_as_the_orm_would(club):
    game = club()
    session, user = Session.objects.get(table=game.table), game.people[0].user
    values = {
        "session_id": session.pk,
        "user_id": user.pk,
        "name": "Ann",
        "text": "50 %s 'quoted' 好",
        "phrase": "",
        "written_at": timezone.now(),
        "cleared": True,
    }
    key = statements.add(ChatLine, **values)
    line = ChatLine.objects.get(pk=key)
    assert {name: getattr(line, name) for name in values} == values
    bystander = statements.add(ChatLine, **values)
    statements.change(ChatLine, key, {"text": "other", "user_id": None, "cleared": False})
    line.refresh_from_db()
    assert (line.text, line.user, line.cleared, line.name) == ("other", None, False, "Ann")
    assert ChatLine.objects.get(pk=bystander).text == values["text"]


def test_a_change_goes_by_the_models_own_key(club):
    chat = club().table.chat
    statements.change(type(chat), chat.pk, {"version": 7})
    chat.refresh_from_db()
    assert (chat.version, Table.objects.get(pk=chat.pk).version == 7) == (7, False)
