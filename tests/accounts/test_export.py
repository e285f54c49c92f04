"""Export of all data stored about a user."""

import json
from datetime import date

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts import export
from accounts.caller import Caller
from accounts.models import Block, Follow, StakeLimit, User
from games.agreements.models import Agreement
from games.chat.models import ChatLine
from tests.tournaments.ledger.agreements.rows import played_for_money
from tests.tournaments.ledger.debts import owes
from tests.tournaments.ledger.payees.people import enter
from tests.tournaments.ledger.pending.rows import pending_session
from tests.tournaments.rows import finished_session, members
from tournaments.clubs.models import Club, Membership
from tournaments.events.core.models import Event
from tournaments.events.corrections.models import EventCorrection
from tournaments.events.rounds.models import EventSeat, EventTable
from tournaments.events.substitutes.models import Substitution
from tournaments.ledger.bills.models import Bill, BillShare
from tournaments.ledger.corrections.models import SessionCorrection
from tournaments.ledger.dues.models import Dues, DuesCharge, DuesExemption
from tournaments.ledger.payees.models import PayeeDetails
from tournaments.ledger.payments.services import claim
from tournaments.ledger.settling.services import settle_session
from tournaments.ratings.models import Rating

PASSWORD = "correct horse 9"
PARTS = {
    "profile", "stake_limits", "following", "followers", "blocked", "sessions", "chat_lines",
    "muted", "house_rules", "clubs", "events", "balances", "transfers", "payments",
    "payment_details", "ratings", "agreements", "bills", "bill_shares", "dues", "dues_exemptions",
    "pending_results", "session_corrections", "event_corrections", "substitutions", "notices",
    "notification_settings", "push_devices", "puzzles", "reviews",
}  # fmt: skip
pytestmark = pytest.mark.django_db


@pytest.fixture
def ada(client):
    user = User.objects.create_user("ada", "ada@example.org", PASSWORD)
    client.force_login(user)
    return user


def download(client, password=PASSWORD):
    return client.post(reverse("export_account"), {"password": password})


def document(client):
    return json.loads(b"".join(download(client)))


def test_the_export_contains_all_of_the_users_data(client, ada):
    bob, eve = members("bob", "eve")
    session = played_for_money([ada, bob], (-5, 5), (2, -2), stake_minor=10, currency="EUR")
    settle_session(session.pk)
    ChatLine.objects.create(session=session, user=ada, name="ada", text="Well played 👏")
    ChatLine.objects.create(session=session, user=bob, name="bob", text="not ada's")
    StakeLimit.objects.create(person=ada, currency="EUR", most_minor=100)
    Follow.objects.create(person=ada, other=bob)
    Block.objects.create(person=ada, other=eve)
    Block.objects.create(person=eve, other=ada)
    Membership.objects.create(club=Club.objects.create(name="Tea House"), user=ada)
    told = document(client)
    assert set(told) == PARTS
    [profile] = told["profile"]
    assert (profile["username"], profile["email"]) == ("ada", "ada@example.org")
    [played] = told["sessions"]
    assert (played["name"], played["net"], played["currency"]) == ("ada", -3, "EUR")
    assert [line["text"] for line in told["chat_lines"]] == ["Well played 👏"]
    assert told["stake_limits"] == [{"currency": "EUR", "most_minor": 100}]
    assert [each["name"] for each in told["following"]] == ["bob"]
    agreed = told["agreements"][-1]
    assert (agreed["covers"], agreed["covers_number"]) == ("session", session.pk)
    assert (agreed["terms"]["stake_minor"], agreed["currency"]) == (10, "EUR")
    assert agreed["max_loss_minor"] == agreed["terms"]["max_loss"]
    # The export does not reveal who blocks the user.
    assert [each["name"] for each in told["blocked"]] == ["eve"]
    [transfer] = told["transfers"]
    assert (transfer["payer"], transfer["payee"], transfer["open_minor"]) == ("ada", "bob", 30)
    assert told["clubs"][0]["club"] == "Tea House"
    assert "password" not in json.dumps(told)


def test_the_export_contains_results_that_wait_for_the_users_agreement(client, ada):
    bob, eve = members("bob", "eve")
    row = pending_session([ada, bob, eve]).result
    [told] = document(client)["pending_results"]
    assert (told["session"], told["points"], told["amount_minor"]) == (row.session_id, -50, -2500)
    assert (told["accepted_at"], told["declined_at"]) == (None, None)


def test_the_export_contains_corrections_of_the_users_sessions(client, ada):
    bob, eve = members("bob", "eve")
    own, others = finished_session([ada, bob], (-5, 5)), finished_session([bob, eve], (-5, 5))
    for session in (own, others):
        SessionCorrection.objects.create(
            session=session, before=[-5, 5], nets=[-3, 3], reason="misread", proposed_by=bob,
            lapses_at=timezone.now(),
        )  # fmt: skip
    [told] = document(client)["session_corrections"]
    assert (told["session"], told["reason"], told["proposed_by"]) == (own.pk, "misread", "bob")
    assert (told["points_before"], told["points_after"]) == ([-5, 5], [-3, 3])
    assert told["outcome"] == "open"


def test_the_export_contains_corrections_and_substitutions_of_the_users_events(client, ada):
    [bob] = members("bob")
    club = Club.objects.create(name="Tea House")
    event = Event.objects.create(
        club=club, name="Spring", starts_at=timezone.now(), rules={}, rules_name="pagat",
        format="fixed_rounds", created_by=bob,
    )  # fmt: skip
    table = EventTable.objects.create(round=event.rounds.create(number=1, seating={}), number=2)
    entries = [
        event.entries.create(user=user, name=user.username, number=number)
        for number, user in enumerate((ada, bob), 1)
    ]
    seats = [
        EventSeat.objects.create(event_table=table, place=place, entry=entry)
        for place, entry in enumerate(entries)
    ]
    EventCorrection.objects.create(
        event_table=table, before=[1, -1], nets=[0, 0], reason="misread", proposed_by=bob,
        lapses_at=timezone.now(),
    )  # fmt: skip
    for seat, player, substitute in ((seats[0], ada, bob), (seats[1], bob, ada)):
        Substitution.objects.create(
            seat=seat, player=player, substitute=substitute, name=substitute.username,
            reason="a train", asked_by=bob,
        )  # fmt: skip
    told = document(client)
    [correction] = told["event_corrections"]
    assert (correction["event"], correction["round"], correction["table"]) == ("Spring", 1, 2)
    assert [each["substitute"] for each in told["substitutions"]] == ["bob", "ada"]


def test_the_export_contains_bills_dues_payments_and_ratings(client, ada):
    [bob] = members("bob")
    club = Club.objects.create(name="Tea House")
    money = {"club": club, "currency": "EUR"}
    for paid_by, outcome in ((ada, ""), (None, "lapsed")):
        bill = Bill.objects.create(
            title="Pizza", total=900, paid_by=paid_by, proposed_by=ada, outcome=outcome, **money
        )
        BillShare.objects.create(bill=bill, user=ada, amount=300)
    dues = Dues.objects.create(
        amount=500, period="month", due_day=5, starts_on=date(2027, 1, 1), made_by=bob, **money
    )
    agreement = Agreement.objects.create(
        user=ada, subject="dues", subject_id=dues.pk, currency="EUR", max_loss=6000, given="dues"
    )
    DuesCharge.objects.create(
        dues=dues, user=ada, period_start=date(2027, 3, 1), agreement=agreement
    )
    DuesExemption.objects.create(club=club, user=ada, reason="Founder", made_by=bob)
    assert claim(Caller(ada), owes(ada, bob, 250).pk, 100) is None
    Rating.objects.create(user=ada, family="first-out", sessions=12)
    enter(ada, "bank")
    told = document(client)
    assert [(each["paid_by"], each["outcome"]) for each in told["bills"]] == [
        ("ada", "open"), ("Tea House", "lapsed")
    ]  # fmt: skip
    assert [(each["bill"], each["amount_minor"]) for each in told["bill_shares"]] == [
        ("Pizza", 300)
    ] * 2
    [charged] = told["dues"]
    assert (charged["club"], charged["period_start"], charged["amount_minor"]) == (
        "Tea House", "2027-03-01", 500
    )  # fmt: skip
    assert told["dues_exemptions"][0]["reason"] == "Founder"
    [paid] = told["payments"]
    assert (paid["amount_minor"], paid["status"]) == (100, "claimed")
    assert told["ratings"][0]["sessions"] == 12
    [details] = told["payment_details"]
    assert details["details"]["name"] == "Chan Tai Man"
    # Without the key, only the entered details are missing.
    PayeeDetails.objects.update(data="not encrypted")
    [details] = document(client)["payment_details"]
    assert (details["scheme"], details["details"]) == ("bank", {})


@pytest.mark.every_database
def test_many_rows_are_exported_in_several_pages(
    client, ada, monkeypatch, django_assert_max_num_queries
):
    monkeypatch.setattr(export, "PAGE_ROWS", 2)
    [bob] = members("bob")
    session = finished_session([ada, bob], (-5, 5))
    for number in range(5):
        ChatLine.objects.create(session=session, user=ada, name="ada", text=str(number))
    assert [line["text"] for line in document(client)["chat_lines"]] == list("01234")


def test_the_export_requires_the_password(client, ada):
    answer = download(client, "another horse 9")
    assert answer.status_code == 422
    assert "Wrong password." in answer.content.decode()


def test_the_export_is_a_streamed_file_that_is_not_cached(client, ada):
    answer = download(client)
    assert answer["Content-Disposition"] == 'attachment; filename="big-two-club-ada.json"'
    assert "no-store" in answer["Cache-Control"]
    assert answer.streaming


@pytest.mark.every_database
async def test_the_export_is_streamed_to_a_browser(async_client, transactional_db):
    user = await User.objects.acreate(username="ada")
    user.set_password(PASSWORD)
    await user.asave()
    await async_client.aforce_login(user)
    answer = await async_client.post(reverse("export_account"), {"password": PASSWORD})
    told = json.loads(b"".join([part async for part in answer]))
    assert told["profile"][0]["username"] == "ada"
