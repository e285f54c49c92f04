"""Lock order of the event services: another order could end in a deadlock."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest
from django.db import connection
from django.db.models import Value
from django.db.models.functions import Concat

from accounts.caller import Caller
from accounts.models import User
from tests.tournaments.events.evening import Evening
from tests.tournaments.events.paper_evening import PaperEvening
from tests.tournaments.events.settling.test_pages import played
from tournaments.clubs.models import Club
from tournaments.clubs.services import club as club_services
from tournaments.clubs.services import members
from tournaments.events import tasks
from tournaments.events.core.models import Event
from tournaments.events.entries.signing_up import enter_bot
from tournaments.events.seasons.services import close_season, create_season
from tournaments.events.setup.services import open_sign_up
from tournaments.ledger.book.models import Account, ClubBook
from tournaments.ledger.settling.models import Settlement

pytestmark = [pytest.mark.django_db, pytest.mark.every_database]


@pytest.fixture
def paper(crew) -> PaperEvening:
    """A finished event that is not settled yet."""
    return played(crew)


@dataclass
class RowLock:
    """A statement that locks rows: its table, values, and column."""

    table: str
    values: tuple[object, ...]
    #: Order of its rows, such as ``"id" ASC``; empty without an order.
    order: str


@contextmanager
def row_locks(monkeypatch) -> Iterator[list[RowLock]]:
    """Collect the statements that lock rows, in order; on SQLite those that would."""
    found: list[RowLock] = []
    mark = "FOR UPDATE"
    if not connection.features.has_select_for_update:
        mark = "/* FOR UPDATE */"
        monkeypatch.setattr(connection.features, "has_select_for_update", True)
        monkeypatch.setattr(connection.features, "has_select_for_no_key_update", True)
        monkeypatch.setattr(connection.features, "has_select_for_update_of", True)
        monkeypatch.setattr(connection.ops, "for_update_sql", lambda **_kinds: mark)

    def look(execute, sql, params, many, context):
        if mark in sql or "FOR NO KEY UPDATE" in sql:
            order = re.search(r'ORDER BY (?:"\w+"\.)?([^,]*?) (?:LIMIT|FOR|/\*)', sql)
            table = re.search(r'FROM "(\w+)"', sql)[1]
            found.append(RowLock(table, tuple(params or ()), order[1] if order else ""))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(look):
        yield found


@pytest.mark.parametrize("change", ["leave", "remove", "time zone", "close"])
def test_a_club_that_changes_its_events_locks_them_before_its_own_row(crew, change, monkeypatch):
    """Event services lock an event, then its club: the other order would be a deadlock."""
    owner, member, pk = Caller(crew.owner), Caller(crew.member), crew.club.pk
    evenings = [Evening.of(crew).event.pk, Evening.of(crew).event.pk]
    do = {
        "leave": lambda: members.leave(member, pk),
        "remove": lambda: members.remove(owner, pk, crew.member.pk),
        "time zone": lambda: club_services.change(owner, pk, time_zone="Asia/Tokyo"),
        "close": lambda: club_services.close(owner, pk),
    }[change]
    with row_locks(monkeypatch) as locks:
        assert do() is None
    tables = [lock.table for lock in locks]
    event, club = Event._meta.db_table, Club._meta.db_table
    assert tables.index(event) < tables.index(club)
    assert tables.count(club) == 1
    assert Event.objects.filter(pk__in=evenings).count() == 2


def test_an_event_that_can_cost_its_club_money_is_locked_before_the_club(crew, monkeypatch):
    evening = Evening.of(crew, stake_minor=10, currency="EUR").well(open_sign_up)
    with row_locks(monkeypatch) as locks:
        evening.well(enter_bot)
    tables = [lock.table for lock in locks]
    assert tables.index(Event._meta.db_table) < tables.index(Club._meta.db_table)


def test_closing_a_season_locks_all_events_before_any_account(paper, crew, monkeypatch):
    """Settling an event locks it, then accounts: the other order would be a deadlock."""
    ClubBook.objects.create(club=crew.club, settles=ClubBook.Settles.SEASON)
    # The other event's players have the same names.
    User.objects.filter(username__startswith="player").update(
        username=Concat(Value("x"), "username")
    )
    events = [paper.event.pk, played(crew).event.pk]
    season = create_season(paper.desk, crew.club, name="Spring")
    with row_locks(monkeypatch) as locks:
        assert close_season(paper.desk, season.pk) is None
    assert Settlement.objects.filter(source="event").count() == 2
    tables = [lock.table for lock in locks]
    account = tables.index(Account._meta.db_table)
    first = tables.index(Event._meta.db_table)
    # In the order of their primary keys, by one statement.
    assert locks[first].order == '"id" ASC'
    assert set(events) <= set(locks[first].values)
    held = {value for lock in locks[:account] for value in lock.values}
    later = [lock for lock in locks[account:] if lock.table == Event._meta.db_table]
    assert later, "each is locked by whoever settles it, too"
    assert all(set(lock.values) & set(events) <= held for lock in later)


def test_settling_an_event_locks_it_before_any_account(paper, monkeypatch):
    with row_locks(monkeypatch) as locks:
        tasks.settle_event(paper.event.pk)
    tables = [lock.table for lock in locks]
    account, event = Account._meta.db_table, Event._meta.db_table
    assert event not in tables[tables.index(account) :]
    assert tables.index(event) < tables.index(account)
