"""Pending results: pages, lists, notices, and lapsing."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.notices.mails import send_due
from accounts.notices.models import Notice
from accounts.services import close_account
from games.live.topics import Topic
from games.screens.session_lines import NotOwed
from tests.statement_counts import assert_at_most
from tests.tournaments.clubs.people import Crew, person
from tests.tournaments.ledger.pending.rows import PendingSession, pending_session
from tests.tournaments.ledger.settling.test_pages import browser, plain, read
from tournaments.clubs.models import Membership
from tournaments.events.settling.services import sessions_not_owed
from tournaments.ledger.pending.models import PendingResult
from tournaments.ledger.pending.selectors import event_results_not_owed, results_not_owed
from tournaments.ledger.settling.models import Settlement, Transfer
from tournaments.ledger.settling.topics import topic_of, versions
from tournaments.ledger.tasks import lapse_results

pytestmark = pytest.mark.django_db


@pytest.fixture
def pending(db) -> PendingSession:
    return pending_session([person("ken"), person("maya"), person("ann")])


@pytest.fixture
def in_club(crew: Crew) -> PendingSession:
    people = [person("ken"), person("maya"), person("ann")]
    Membership.objects.bulk_create(Membership(club=crew.club, user=each) for each in people)
    return pending_session(people, club=crew.club)


def url_of(pending: PendingSession) -> str:
    return reverse("pending_result", args=[pending.result.pk])


def answer(pending: PendingSession, deed: str, terms: str | None = None, user=None):
    html = read(pending.ken, url_of(pending))
    shown = html.split('name="terms" value="')[1].split('"')[0]
    sent = {"do": deed, "terms": shown if terms is None else terms}
    return browser(user or pending.ken).post(url_of(pending), sent, follow=True)


# --- The player


def test_the_front_page_shows_a_pending_result_until_it_is_answered(pending):
    home = plain(read(pending.ken, "/"))
    assert "You lost HK$25.00. Do you accept the result?" in home
    assert "Do you accept the result" not in plain(read(pending.mei, "/"))
    answer(pending, "decline")
    assert "Do you accept the result" not in plain(read(pending.ken, "/"))


def finished_games_of(user) -> str:
    """The user's finished sessions on the front page."""
    return plain(read(user, "/")).partition("Finished games")[2]


def test_the_list_of_finished_sessions_marks_a_pending_or_declined_loss(pending):
    assert "−HK$25.00 · waiting for you to accept · 3rd of 3" in finished_games_of(pending.ken)
    assert "+HK$20.00 · 1st of 3" in finished_games_of(pending.mei)
    answer(pending, "decline")
    assert "−HK$25.00 · not accepted · 3rd of 3" in finished_games_of(pending.ken)


def test_the_list_of_finished_sessions_shows_an_accepted_loss_unmarked(pending):
    answer(pending, "accept")
    assert "−HK$25.00 · 3rd of 3" in finished_games_of(pending.ken)


def test_a_pending_event_result_does_not_mark_sessions_of_other_events(pending):
    number = pending.session.pk
    PendingResult.objects.update(source="event", session=None, event=7)
    assert results_not_owed(pending.ken.pk, [number]) == {}
    assert event_results_not_owed(pending.ken.pk) == {7: NotOwed.WAITS}
    assert sessions_not_owed(pending.ken.pk, [number]) == {}, "it is of another event"


def test_the_player_sees_the_pending_amounts_the_stake_and_the_deals(pending):
    text = plain(read(pending.ken, url_of(pending)))
    assert "You lost HK$25.00" in text
    assert "HK$20.00 to maya" in text
    assert "HK$5.00 to ann" in text
    assert "HK$0.50 a point" in text
    assert pending.settlement.get_absolute_url() in read(pending.ken, url_of(pending))
    # The player can read the deals before accepting.
    assert "Deal history" in plain(read(pending.ken, pending.settlement.get_absolute_url()))


def test_a_player_who_accepts_owes_the_amount(pending):
    assert not Transfer.objects.exists()
    done = answer(pending, "accept")
    assert "Result accepted: you owe HK$25.00." in plain(done.content.decode())
    paid = Transfer.objects.values_list("payer__user", "payee__user", "amount")
    assert set(paid) == {
        (pending.ken.pk, pending.mei.pk, 2000),
        (pending.ken.pk, pending.ann.pk, 500),
    }
    assert "You lost HK$25.00" in plain(read(pending.ken, "/agreements/"))
    home = plain(read(pending.mei, "/"))
    assert "ken owes you HK$20.00" in home
    assert "ken accepted a result" in home


def test_a_player_who_declines_owes_nothing_and_the_others_are_notified(pending):
    done = answer(pending, "decline")
    assert "Result declined. Nothing is owed." in plain(done.content.decode())
    assert not Transfer.objects.exists()
    assert "ken’s result was declined" in plain(read(pending.mei, "/"))
    page = plain(read(pending.mei, pending.settlement.get_absolute_url()))
    assert "ken declined. ken doesn’t owe maya HK$20.00." in page
    again = browser(pending.ken).post(url_of(pending), {"do": "accept", "terms": "x"})
    assert again.status_code == 422
    assert not Transfer.objects.exists()


def test_accepting_a_result_that_has_changed_shows_it_again(pending):
    refused = answer(pending, "accept", terms="0" * 32)
    assert refused.status_code == 422
    assert "The result has changed" in plain(refused.content.decode())
    assert not Transfer.objects.exists()


def test_other_users_cannot_answer_for_a_player(pending):
    for other in (pending.mei, person("sam")):
        assert browser(other).get(url_of(pending)).status_code == 404
        for deed in ("accept", "decline"):
            assert browser(other).post(url_of(pending), {"do": deed}).status_code == 404
    assert pending.result.is_open


def test_anonymous_users_are_asked_to_sign_in(pending):
    assert browser(None).get(url_of(pending)).status_code == 302


def test_an_unknown_action_changes_nothing(pending):
    assert browser(pending.ken).post(url_of(pending), {"do": "dance"}).status_code == 404
    assert pending.result.is_open


# --- The others


def test_the_settlement_lists_pending_debts_separately_as_not_owed(pending):
    page = plain(read(pending.mei, pending.settlement.get_absolute_url()))
    assert "Pending until ken accepts: ken would owe maya HK$20.00" in page
    assert "Pending until ken accepts: ken would owe ann HK$5.00" in page
    assert "No one owes anything" in page
    assert not Transfer.objects.exists()
    own = read(pending.ken, pending.settlement.get_absolute_url())
    assert "Pending until you accept: ken would owe maya HK$20.00" in plain(own)
    assert url_of(pending) in own


def test_the_session_page_shows_the_pending_result_too(pending):
    table = pending.session.table
    url = reverse("session_settlement", args=[table.slug, pending.session.number])
    client = Client(headers={"hx-request": "true"})
    client.force_login(pending.mei)
    part = client.get(url).content.decode()
    assert "Pending until ken accepts: ken would owe maya HK$20.00" in part


def test_a_debt_between_two_players_who_did_not_agree_waits_for_both():
    ken, maya, ann = person("ken"), person("maya"), person("ann")
    found = pending_session([ken, maya, ann])
    # Maya withdraws hers as well, before anything is settled again.
    row = found.result
    PendingResult.objects.create(
        source="session", session=found.session, user=maya, name="maya", currency="HKD",
        stake_minor=50, points=40, amount=2000,
        parts=[{"user": ken.pk, "name": "ken", "amount": -2000}],
    )  # fmt: skip
    page = plain(read(ann, found.settlement.get_absolute_url()))
    assert page.count("ken would owe maya HK$20.00") == 1
    assert "Pending until ken and maya accept: ken would owe maya HK$20.00" in page
    assert row.is_open


def test_players_outside_clubs_see_pending_results_among_their_payments(pending):
    page = plain(read(pending.mei, reverse("payments")))
    assert "Pending until ken accepts: ken would owe maya HK$20.00" in page
    own = read(pending.ken, reverse("payments"))
    assert "You lost HK$25.00. Do you accept the result?" in plain(own)
    assert url_of(pending) in own
    assert "HK$20.00" not in plain(read(person("sam"), reverse("payments")))


def test_only_organizers_see_pending_results_in_the_club_accounts(in_club, crew):
    accounts = reverse("club_accounts", args=[crew.club.slug])
    page = read(crew.organizer, accounts)
    assert "ken lost HK$25.00 and hasn’t accepted the result yet" in plain(page)
    assert in_club.settlement.get_absolute_url() in page
    assert "hasn’t accepted" not in plain(read(in_club.mei, accounts))
    assert "ken would owe" not in plain(read(in_club.mei, reverse("payments")))


# --- Mails, lapsing, leaving


def half_an_hour_passes() -> None:
    """Let the mails be due that wait for half an hour."""
    Notice.objects.update(mail_at=F("mail_at") - timedelta(minutes=30))


def test_the_player_gets_a_mail_with_the_amount_and_a_link(pending):
    EmailAddress.objects.create(user=pending.ken, email="ken@example.org", verified=True)
    assert send_due() == 0, "the player may answer at the table"
    half_an_hour_passes()
    assert send_due() == 1
    [sent] = mail.outbox
    assert sent.to == ["ken@example.org"]
    assert "You lost HK$25.00" in sent.subject
    assert url_of(pending) in sent.body
    assert "you set a reminder" not in sent.body
    assert send_due() == 0


def test_a_player_who_has_answered_gets_no_mail(pending):
    EmailAddress.objects.create(user=pending.ken, email="ken@example.org", verified=True)
    answer(pending, "decline")
    half_an_hour_passes()
    assert send_due() == 0


@pytest.mark.every_database
def test_an_unanswered_result_lapses_and_both_sides_are_notified(pending):
    lapse_results()
    assert pending.result.is_open
    PendingResult.objects.update(lapses_at=timezone.now() - timedelta(seconds=1))
    for _ in range(2):
        lapse_results()
    assert pending.result.lapsed_at is not None
    told = Notice.objects.filter(kind="settlement.lapsed").values_list("user", flat=True)
    assert sorted(told) == sorted([pending.ken.pk, pending.mei.pk, pending.ann.pk])
    assert pending.accept() is not None
    page = plain(read(pending.mei, pending.settlement.get_absolute_url()))
    assert "ken didn’t answer. ken doesn’t owe maya HK$20.00." in page
    assert "This result lapsed" in plain(read(pending.ken, url_of(pending)))


@pytest.mark.every_database
def test_closing_the_account_declines_pending_results(pending):
    assert close_account(pending.ken) == []
    row = pending.result
    assert row.declined_at is not None
    assert row.name != "ken"
    assert Notice.objects.filter(kind="settlement.declined", user=pending.mei).exists()
    assert not Transfer.objects.exists()


@pytest.fixture
def announced(monkeypatch) -> list[Topic]:
    """Return the topics announced to open pages."""
    found: list[Topic] = []
    monkeypatch.setattr("tournaments.ledger.settling.topics.announce.changed", found.append)
    return found


def lapse(pending: PendingSession) -> None:
    PendingResult.objects.update(lapses_at=timezone.now() - timedelta(minutes=1))
    lapse_results()


@pytest.mark.parametrize(
    "do",
    [
        lambda pending: answer(pending, "decline"),
        lambda pending: answer(pending, "accept"),
        lapse,
        lambda pending: close_account(pending.ken),
    ],
    ids=["declined", "accepted", "lapsed", "account closed"],
)
def test_open_settlement_pages_are_updated_when_a_result_is_answered(pending, announced, do):
    topic = topic_of(Settlement.Source.SESSION, pending.session.pk)
    before = versions(Settlement.Source.SESSION, [pending.session.pk])
    do(pending)
    assert topic in announced
    assert versions(Settlement.Source.SESSION, [pending.session.pk]) != before


def test_an_organizer_answers_for_a_named_player(crew):
    row = PendingResult.objects.create(
        source="event", event=7, club=crew.club, user=None, name="Faye", currency="HKD",
        stake_minor=50, points=-2, amount=-100,
        parts=[{"user": crew.member.pk, "name": "mei", "amount": 100}],
    )  # fmt: skip
    url = reverse("pending_result", args=[row.pk])
    text = plain(read(crew.organizer, url))
    assert "Faye lost HK$1.00" in text
    assert "No one is responsible for" in text
    assert browser(crew.member).get(url).status_code == 404
    assert url in read(crew.organizer, reverse("club_accounts", args=[crew.club.slug]))


# --- Cost


@pytest.mark.every_database
def test_pages_need_as_many_queries_for_many_results_as_for_one(crew):
    people = [person("ken"), person("maya"), person("ann")]
    Membership.objects.bulk_create(Membership(club=crew.club, user=each) for each in people)
    pages = {
        "/": crew.organizer,
        reverse("payments"): people[0],
        "/agreements/": people[0],
        reverse("club_accounts", args=[crew.club.slug]): crew.organizer,
    }
    counts = []
    for more in (1, 6):
        for _ in range(more):
            pending_session(people, club=crew.club)
        for url, user in pages.items():
            reader = browser(user)
            reader.get(url)
            with CaptureQueriesContext(connection) as asked:
                assert reader.get(url).status_code == 200
            counts.append(len(asked))
    assert_at_most(counts[len(pages) :], counts[: len(pages)])


@pytest.mark.every_database
def test_the_result_page_needs_few_queries(pending):
    reader = browser(pending.ken)
    reader.get(url_of(pending))
    with CaptureQueriesContext(connection) as asked:
        assert reader.get(url_of(pending)).status_code == 200
    assert_at_most([len(asked)], [7])
