"""Pending results: pages, lists, notices, and lapsing."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.services import close_account
from games.live.topics import Topic
from games.screens.session_lines import NotOwed
from tests.statement_counts import assert_at_most
from tests.tournaments.clubs.people import Crew, person
from tests.tournaments.ledger.pending.rows import Waiting, waiting
from tests.tournaments.ledger.test_pages import browser, plain, read
from tournaments.clubs.models import Membership
from tournaments.events.selectors import sessions_not_owed
from tournaments.ledger.mails import send_due
from tournaments.ledger.models import LedgerNotice, PendingResult, Settlement, Transfer
from tournaments.ledger.pending.selectors import event_results_not_owed, results_not_owed
from tournaments.ledger.tasks import lapse_results
from tournaments.ledger.topics import topic_of, versions

pytestmark = pytest.mark.django_db


@pytest.fixture
def owed(db) -> Waiting:
    return waiting([person("ken"), person("maya"), person("ann")])


@pytest.fixture
def in_club(crew: Crew) -> Waiting:
    people = [person("ken"), person("maya"), person("ann")]
    Membership.objects.bulk_create(Membership(club=crew.club, user=each) for each in people)
    return waiting(people, club=crew.club)


def url_of(owed: Waiting) -> str:
    return reverse("pending_result", args=[owed.result.pk])


def answer(owed: Waiting, deed: str, terms: str | None = None, user=None):
    html = read(owed.ken, url_of(owed))
    shown = html.split('name="terms" value="')[1].split('"')[0]
    sent = {"do": deed, "terms": shown if terms is None else terms}
    return browser(user or owed.ken).post(url_of(owed), sent, follow=True)


# --- The player


def test_the_front_page_shows_a_pending_result_until_it_is_answered(owed):
    home = plain(read(owed.ken, "/"))
    assert "You lost HK$25.00. Do you accept the result?" in home
    assert "Do you accept the result" not in plain(read(owed.mei, "/"))
    answer(owed, "decline")
    assert "Do you accept the result" not in plain(read(owed.ken, "/"))


def finished(user) -> str:
    """The user's finished sessions on the front page."""
    return plain(read(user, "/")).partition("Finished games")[2]


def test_the_list_of_finished_sessions_marks_a_pending_or_declined_loss(owed):
    assert "−HK$25.00 · waiting for you to accept · 3rd of 3" in finished(owed.ken)
    assert "+HK$20.00 · 1st of 3" in finished(owed.mei)
    answer(owed, "decline")
    assert "−HK$25.00 · not accepted · 3rd of 3" in finished(owed.ken)


def test_the_list_of_finished_sessions_shows_an_accepted_loss_unmarked(owed):
    answer(owed, "accept")
    assert "−HK$25.00 · 3rd of 3" in finished(owed.ken)


def test_a_pending_event_result_does_not_mark_sessions_of_other_events(owed):
    number = owed.session.pk
    PendingResult.objects.update(source="event", session=None, event=7)
    assert results_not_owed(owed.ken.pk, [number]) == {}
    assert event_results_not_owed(owed.ken.pk) == {7: NotOwed.WAITS}
    assert sessions_not_owed(owed.ken.pk, [number]) == {}, "it is of another event"


def test_the_player_sees_the_pending_amounts_the_stake_and_the_deals(owed):
    text = plain(read(owed.ken, url_of(owed)))
    assert "You lost HK$25.00" in text
    assert "HK$20.00 to maya" in text
    assert "HK$5.00 to ann" in text
    assert "HK$0.50 a point" in text
    assert owed.settlement.get_absolute_url() in read(owed.ken, url_of(owed))
    # The player can read the deals before accepting.
    assert "Deal history" in plain(read(owed.ken, owed.settlement.get_absolute_url()))


def test_a_player_who_accepts_owes_the_amount(owed):
    assert not Transfer.objects.exists()
    done = answer(owed, "accept")
    assert "Result accepted: you owe HK$25.00." in plain(done.content.decode())
    paid = Transfer.objects.values_list("payer__user", "payee__user", "amount")
    assert set(paid) == {(owed.ken.pk, owed.mei.pk, 2000), (owed.ken.pk, owed.ann.pk, 500)}
    assert "You lost HK$25.00" in plain(read(owed.ken, "/agreements/"))
    assert "ken accepted a result" in plain(read(owed.mei, "/"))


def test_a_player_who_declines_owes_nothing_and_the_others_are_notified(owed):
    done = answer(owed, "decline")
    assert "Result declined. Nothing is owed." in plain(done.content.decode())
    assert not Transfer.objects.exists()
    assert "ken’s result was declined" in plain(read(owed.mei, "/"))
    page = plain(read(owed.mei, owed.settlement.get_absolute_url()))
    assert "ken declined. ken doesn’t owe maya HK$20.00." in page
    again = browser(owed.ken).post(url_of(owed), {"do": "accept", "terms": "x"})
    assert again.status_code == 422
    assert not Transfer.objects.exists()


def test_accepting_a_result_that_has_changed_shows_it_again(owed):
    refused = answer(owed, "accept", terms="0" * 32)
    assert refused.status_code == 422
    assert "The result has changed" in plain(refused.content.decode())
    assert not Transfer.objects.exists()


def test_other_users_cannot_answer_for_a_player(owed):
    for other in (owed.mei, person("sam")):
        assert browser(other).get(url_of(owed)).status_code == 404
        for deed in ("accept", "decline"):
            assert browser(other).post(url_of(owed), {"do": deed}).status_code == 404
    assert owed.result.is_open


def test_anonymous_users_are_asked_to_sign_in(owed):
    assert browser(None).get(url_of(owed)).status_code == 302


def test_an_unknown_action_changes_nothing(owed):
    assert browser(owed.ken).post(url_of(owed), {"do": "dance"}).status_code == 404
    assert owed.result.is_open


# --- The others


def test_the_settlement_lists_pending_debts_separately_as_not_owed(owed):
    page = plain(read(owed.mei, owed.settlement.get_absolute_url()))
    assert "Pending until ken accepts: ken would owe maya HK$20.00" in page
    assert "Pending until ken accepts: ken would owe ann HK$5.00" in page
    assert "No one owes anything" in page
    assert not Transfer.objects.exists()
    own = read(owed.ken, owed.settlement.get_absolute_url())
    assert "Pending until you accept: ken would owe maya HK$20.00" in plain(own)
    assert url_of(owed) in own


def test_the_session_page_shows_the_pending_result_too(owed):
    table = owed.session.table
    url = reverse("session_settlement", args=[table.slug, owed.session.number])
    assert "Pending until ken accepts: ken would owe maya HK$20.00" in plain(read(owed.mei, url))


def test_a_debt_between_two_players_who_did_not_agree_waits_for_both():
    ken, maya, ann = person("ken"), person("maya"), person("ann")
    found = waiting([ken, maya, ann])
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


def test_players_outside_clubs_see_pending_results_among_their_payments(owed):
    page = plain(read(owed.mei, reverse("payments")))
    assert "Pending until ken accepts: ken would owe maya HK$20.00" in page
    own = read(owed.ken, reverse("payments"))
    assert "You lost HK$25.00. Do you accept the result?" in plain(own)
    assert url_of(owed) in own
    assert "HK$20.00" not in plain(read(person("sam"), reverse("payments")))


def test_only_organizers_see_pending_results_in_the_club_accounts(in_club, crew):
    accounts = reverse("club_accounts", args=[crew.club.slug])
    page = read(crew.organizer, accounts)
    assert "ken lost HK$25.00 and hasn’t accepted the result yet" in plain(page)
    assert in_club.settlement.get_absolute_url() in page
    assert "hasn’t accepted" not in plain(read(in_club.mei, accounts))
    assert "ken would owe" not in plain(read(in_club.mei, reverse("payments")))


# --- Mails, lapsing, leaving


def test_the_player_gets_a_mail_with_the_amount_and_a_link(owed):
    EmailAddress.objects.create(user=owed.ken, email="ken@example.org", verified=True)
    assert send_due() == 1
    [sent] = mail.outbox
    assert sent.to == ["ken@example.org"]
    assert "You lost HK$25.00" in sent.subject
    assert url_of(owed) in sent.body
    assert "you set a reminder" not in sent.body
    assert send_due() == 0


def test_a_player_who_has_answered_gets_no_mail(owed):
    EmailAddress.objects.create(user=owed.ken, email="ken@example.org", verified=True)
    answer(owed, "decline")
    assert send_due() == 0


@pytest.mark.every_database
def test_an_unanswered_result_lapses_and_both_sides_are_notified(owed):
    lapse_results()
    assert owed.result.is_open
    PendingResult.objects.update(lapses_at=timezone.now() - timedelta(seconds=1))
    for _ in range(2):
        lapse_results()
    assert owed.result.lapsed_at is not None
    told = LedgerNotice.objects.filter(kind="lapsed").values_list("user", flat=True)
    assert sorted(told) == sorted([owed.ken.pk, owed.mei.pk, owed.ann.pk])
    assert owed.accept() is not None
    page = plain(read(owed.mei, owed.settlement.get_absolute_url()))
    assert "ken didn’t answer. ken doesn’t owe maya HK$20.00." in page
    assert "This result lapsed" in plain(read(owed.ken, url_of(owed)))


@pytest.mark.every_database
def test_closing_the_account_declines_pending_results(owed):
    assert close_account(owed.ken) == []
    row = owed.result
    assert row.declined_at is not None
    assert row.name != "ken"
    assert LedgerNotice.objects.filter(kind="declined", user=owed.mei).exists()
    assert not Transfer.objects.exists()


@pytest.fixture
def announced(monkeypatch) -> list[Topic]:
    """Return the topics announced to open pages."""
    found: list[Topic] = []
    monkeypatch.setattr("tournaments.ledger.topics.announce.changed", found.append)
    return found


def lapse(owed: Waiting) -> None:
    PendingResult.objects.update(lapses_at=timezone.now() - timedelta(minutes=1))
    lapse_results()


@pytest.mark.parametrize(
    "do",
    [
        lambda owed: answer(owed, "decline"),
        lambda owed: answer(owed, "accept"),
        lapse,
        lambda owed: close_account(owed.ken),
    ],
    ids=["declined", "accepted", "lapsed", "the account is closed"],
)
def test_open_settlement_pages_are_updated_when_a_result_is_answered(owed, announced, do):
    topic = topic_of(Settlement.Source.SESSION, owed.session.pk)
    before = versions(Settlement.Source.SESSION, [owed.session.pk])
    do(owed)
    assert topic in announced
    assert versions(Settlement.Source.SESSION, [owed.session.pk]) != before


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
            waiting(people, club=crew.club)
        for url, user in pages.items():
            reader = browser(user)
            reader.get(url)
            with CaptureQueriesContext(connection) as asked:
                assert reader.get(url).status_code == 200
            counts.append(len(asked))
    assert_at_most(counts[len(pages) :], counts[: len(pages)])


@pytest.mark.every_database
def test_the_result_page_needs_few_queries(owed):
    reader = browser(owed.ken)
    reader.get(url_of(owed))
    with CaptureQueriesContext(connection) as asked:
        assert reader.get(url_of(owed)).status_code == 200
    assert_at_most([len(asked)], [7])
