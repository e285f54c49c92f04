"""Names and addresses of what was settled, from unsaved rows."""

from datetime import UTC, datetime
from typing import Any

import pytest

from accounts.models import User
from games.tables.models import Session, Table
from tests.related import set_related
from tournaments.clubs.models import Club
from tournaments.ledger.book.models import Account
from tournaments.ledger.links import SettledEvent
from tournaments.ledger.settling.models import Balance, Settlement
from tournaments.ledger.settling.names import (
    account_name,
    charge_title,
    house_name,
    names_of,
    source_name,
    source_url,
)

AT = datetime(2026, 3, 7, 11, 30, tzinfo=UTC)
CLUB = Club(slug="harbour", name="Harbour Club")
SPRING = {1: SettledEvent("Spring", "/events/spring/")}
SESSION = Session(number=2, finished_at=AT, table=Table(slug="t5"))


def settlement(source: str, **fields: Any) -> Settlement:
    return Settlement(source=source, **{"club": CLUB, "created_at": AT, **fields})


@pytest.mark.parametrize(
    ("row", "name", "url"),
    [
        (settlement("event", event=1), "Spring", "/events/spring/"),
        (settlement("event", event=2), "An event", ""),
        (settlement("club"), "Harbour Club balances", "/clubs/harbour/"),
        (settlement("session", session=SESSION), "Game on 7 March 2026", "/tables/t5/sessions/2/"),
        (settlement("session"), "Game on 7 March 2026", "/clubs/harbour/"),
        (settlement("session", club=None), "Game on 7 March 2026", ""),
        (
            settlement("dues", terms={"period": "month", "period_start": "2027-03-01"}),
            "Dues for March 2027",
            "/clubs/harbour/dues/",
        ),
        (
            settlement("bill", terms={"title": "Pizza", "slug": "b1"}),
            "Pizza",
            "/clubs/harbour/bills/b1/",
        ),
    ],
)
def test_a_settlement_is_named_and_linked_by_what_it_settles(row, name, url):
    assert source_name(row, SPRING) == name
    assert source_url(row, SPRING) == url


@pytest.mark.parametrize(
    ("terms", "title"),
    [
        ({"period": "month", "period_start": "2027-03-01"}, "Dues for March 2027"),
        ({"period": "quarter", "period_start": "2027-01-01"}, "Dues for January to March 2027"),
        ({"period": "year", "period_start": "2027-01-01"}, "Dues for 2027"),
        ({"title": "Pizza"}, "Pizza"),
        ({}, "A shared bill"),
    ],
)
def test_a_charge_is_named_by_its_period_or_title(terms, title):
    assert charge_title(terms) == title


def test_the_house_is_the_club_in_events_and_the_bots_at_tables():
    assert house_name(settlement("event")) == "Harbour Club"
    assert house_name(settlement("session")) == "The bots"
    assert house_name(settlement("session", club=None)) == "The bots"


def test_accounts_have_the_current_name_of_their_holder():
    event = settlement("event")
    assert account_name(Account(kind="person", user=User(username="ann")), event) == "ann"
    assert account_name(Account(kind="name", name="Aunt May"), event) == "Aunt May"
    assert account_name(Account(kind="house"), event) == "Harbour Club"


def test_the_names_at_the_time_of_settling_are_kept():
    first, later = (settlement("event", pk=pk) for pk in (1, 2))
    set_related(first, balances=[Balance(account_id=1, name="Annie"), Balance(account_id=9)])
    set_related(later, balances=[Balance(account_id=1, name="ann")])
    assert names_of([first, later]) == {1: "Annie", 9: "Harbour Club"}
