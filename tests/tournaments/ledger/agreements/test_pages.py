"""Agreement pages: the list, one agreement, and withdrawing it."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from accounts.models import User
from games.agreements.models import Agreement
from games.agreements.services import withdraw
from games.tables.models import Seat, Session, Table
from games.tables.services import seating, starting
from tests.related import set_related
from tests.statement_counts import assert_at_most
from tests.tournaments.clubs.people import Crew, caller
from tests.tournaments.events.rows import played_event
from tests.tournaments.ledger.agreements.rows import (
    STAKE,
    agreed_to_event,
    agreed_to_session,
    played_for_money,
    waiting_table_with_stake,
)
from tests.tournaments.ledger.settling.test_pages import browser, plain, read
from tests.tournaments.rows import members
from tournaments.events.core.models import Event
from tournaments.events.entries.models import Entry
from tournaments.ledger.agreements.pages import agreement_line, agreement_page, withdraw_question
from tournaments.ledger.agreements.selectors import RelatedObjects
from tournaments.ledger.payments.services import receive
from tournaments.ledger.settling.services import settle_session

pytestmark = pytest.mark.django_db
LIST = "/agreements/"


def agreement_url(agreement: Agreement) -> str:
    return reverse("agreement", args=[agreement.pk])


def newest(user) -> Agreement:
    return Agreement.objects.filter(user=user).latest("pk")


# --- The list


def test_the_list_shows_the_agreed_terms_and_the_result():
    ada, bob = members("ada", "bob")
    session = played_for_money([ada, bob], (-30, 30))
    text = plain(read(ada, LIST))
    assert "A game with bob" in text
    assert "You took a seat." in text
    assert "HK$0.50 a point" in text
    assert "HK$1,000.00" in text
    assert "Not settled yet" in text
    settle_session(session.pk)
    assert "You lost HK$15.00" in plain(read(ada, LIST))
    assert "You won HK$15.00" in plain(read(bob, LIST))


def test_payments_do_not_change_the_result_shown_for_an_agreement():
    ada, bob = members("ada", "bob")
    session = played_for_money([ada, bob], (-30, 30))
    settle_session(session.pk)
    transfer = session.settlements.get().transfers.get()
    assert receive(caller(bob), transfer.pk, 1500) is None
    assert "You lost HK$15.00" in plain(read(ada, LIST))


def test_users_cannot_see_each_others_agreements():
    ada, bob = members("ada", "bob")
    played_for_money([ada], (0,))
    assert "No agreements yet" not in plain(read(ada, LIST))
    assert "No agreements yet." in plain(read(bob, LIST))
    for page in ("agreement", "agreement_withdraw"):
        url = reverse(page, args=[newest(ada).pk])
        assert browser(bob).get(url).status_code == 404
        assert browser(None).get(url).status_code == 302


def test_the_list_can_be_limited_to_current_or_past_agreements(crew: Crew):
    ada, bob = members("ada", "bob")
    over = played_for_money([ada, bob], (2, -2))
    game = waiting_table_with_stake([ada, bob])
    coming = agreed_to_session(ada, Session.objects.get(table=game.table))
    event = played_event(crew, [], [], **STAKE)
    running = agreed_to_event(ada, event)
    shown = {which: read(ada, f"{LIST}?show={which}") for which in ("", "open", "over", "nonsense")}
    old = Agreement.objects.filter(user=ada, subject="session", subject_id=over.pk).latest("pk")
    for agreement, where in ((coming, "open"), (running, "open"), (old, "over")):
        link = f'href="{agreement_url(agreement)}"'
        assert link in shown[""]
        assert link in shown["nonsense"]
        assert (link in shown["open"]) == (where == "open")
        assert (link in shown["over"]) == (where == "over")


def test_the_list_can_be_filtered_by_currency():
    ada, bob = members("ada", "bob")
    played_for_money([ada, bob], (2, -2))
    assert "All currencies" not in read(ada, LIST)
    played_for_money([ada, bob], (2, -2), currency="EUR")
    assert "€0.50 a point" in plain(read(ada, f"{LIST}?currency=EUR"))
    assert "HK$" not in plain(read(ada, f"{LIST}?currency=EUR"))
    assert "HK$0.50 a point" in plain(read(ada, f"{LIST}?currency=XXX"))


def test_a_long_list_is_split_into_pages():
    [ada] = members("ada")
    for _ in range(21):
        played_for_money([ada], (0,))
    assert "Page 1 of" in plain(read(ada, LIST))
    oldest = Agreement.objects.filter(user=ada).earliest("pk")
    assert agreement_url(oldest) not in read(ada, LIST)
    assert agreement_url(oldest) in read(ada, f"{LIST}?page=999&show=over")


@pytest.mark.every_database
def test_the_list_needs_as_many_queries_for_fifty_agreements_as_for_one(crew: Crew):
    ada, bob = members("ada", "bob")
    reader = browser(ada)
    counts = []
    for more in (1, 49):
        for _ in range(more):
            session = played_for_money([ada, bob], (2, -2), club=crew.club)
            settle_session(session.pk)
            agreed_to_event(ada, played_event(crew, [], [], **STAKE))
        with CaptureQueriesContext(connection) as asked:
            assert reader.get(LIST).status_code == 200
        counts.append(len(asked))
    assert_at_most(counts, [17, 17])


# --- One agreement


def test_an_agreement_page_shows_all_its_terms():
    ada, bob = members("ada", "bob")
    played_for_money([ada, bob], (2, -2))
    text = plain(read(ada, agreement_url(newest(ada))))
    assert "HK$0.50 a point" in text
    assert "1 deal" in text
    assert "No time limit" in text
    assert "Full rules" in text
    assert "Open the score sheet" in text


def test_an_agreement_page_is_in_the_readers_language():
    ada, bob = members("ada", "bob")
    played_for_money([ada, bob], (2, -2))
    with translation.override("de"):
        text = plain(read(ada, agreement_url(newest(ada))))
    assert "HK$0.50 a point" in text


def test_a_later_agreement_lists_the_changed_terms(crew: Crew):
    [ada] = members("ada")
    event = played_event(crew, [], [], status="open", **STAKE)
    first = agreed_to_event(ada, event)
    Event.objects.filter(pk=event.pk).update(stake_minor=100)
    event.refresh_from_db()
    second = agreed_to_event(ada, event, 200_000, "change")
    text = plain(read(ada, agreement_url(second)))
    assert "Changes since your earlier agreement" in text
    assert "HK$0.50 a point HK$1.00 a point" in text
    assert "HK$1,000.00 HK$2,000.00" in text
    assert "Replaced by a later agreement" in plain(read(ada, agreement_url(first)))
    assert "Changes since" not in plain(read(ada, agreement_url(first)))


def test_an_event_agreement_names_the_format_and_rounds(crew: Crew):
    [ada] = members("ada")
    event = played_event(crew, [], [], status="open", length=5, **STAKE)
    text = plain(read(ada, agreement_url(agreed_to_event(ada, event))))
    assert "Spring" in text
    assert "Fixed rounds, 5 rounds" in text
    assert "Not started yet" in text


def test_a_club_night_agreement_lists_its_sessions_and_their_max_losses(crew: Crew):
    [ada] = members("ada")
    event = played_event(crew, [], [], **STAKE)
    night = agreed_to_event(ada, event, 300, kind="club_night", sessions={"7": 100, "9": 200})
    text = plain(read(ada, agreement_url(night)))
    assert "2 sessions, maximum losses HK$1.00 and HK$2.00" in text
    assert "In progress" in text


def test_an_agreement_from_before_agreements_were_recorded_shows_no_terms():
    ada, bob = members("ada", "bob")
    session = played_for_money([bob, ada], (2, -2))
    old = Agreement.objects.create(
        user=ada, subject="session", subject_id=session.pk, currency="HKD", given="before"
    )
    text = plain(read(ada, agreement_url(old)))
    assert "You took part before agreements were recorded." in text
    assert "No maximum agreed" in text
    assert "the terms can’t be shown" in text


def test_an_agreement_to_a_session_that_was_not_played_says_so():
    ada, bob = members("ada", "bob")
    session = played_for_money([ada, bob], (2, -2))
    Session.objects.filter(pk=session.pk).delete()
    text = plain(read(ada, agreement_url(newest(ada))))
    assert "A game that wasn’t played" in text
    assert "Not played" in text


def test_an_event_session_is_shown_as_settled_with_its_event():
    ada, bob = members("ada", "bob")
    session = played_for_money([ada, bob], (2, -2))
    Session.objects.filter(pk=session.pk).update(is_part=True)
    assert "Settled with the event" in plain(read(ada, agreement_url(newest(ada))))


def test_an_event_hidden_from_the_reader_is_named_but_not_linked(crew: Crew):
    [ada] = members("ada")
    event = played_event(crew, [], [], status="open", **STAKE)
    agreement = agreed_to_event(ada, event)
    assert f'href="/events/{event.slug}/"' in read(ada, agreement_url(agreement))
    Event.objects.filter(pk=event.pk).update(visibility="members")
    html = read(ada, agreement_url(agreement))
    assert "Spring" in html
    assert f'href="/events/{event.slug}/"' not in html


def test_an_agreement_for_a_named_player_says_so_and_offers_no_withdrawal(crew: Crew):
    event = played_event(crew, [], [], status="open", **STAKE)
    agreement = agreed_to_event(crew.organizer, event, given="answers", answers_for="Faye")
    text = plain(read(crew.organizer, agreement_url(agreement)))
    assert "You’re responsible for Faye’s losses." in text
    assert "Withdraw" not in text


@pytest.mark.every_database
def test_an_agreement_page_needs_few_queries(crew: Crew):
    ada, bob = members("ada", "bob")
    session = played_for_money([ada, bob], (2, -2), club=crew.club)
    settle_session(session.pk)
    reader = browser(ada)
    with CaptureQueriesContext(connection) as asked:
        reader.get(agreement_url(newest(ada)))
    assert_at_most([len(asked)], [14])


# --- Withdrawing


def test_withdrawing_an_agreement_before_the_session_leaves_the_table():
    ada, bob = members("ada", "bob")
    game = waiting_table_with_stake([ada, bob])
    session = Session.objects.get(table=game.table)
    agreement = agreed_to_session(bob, session)
    url = reverse("agreement_withdraw", args=[agreement.pk])
    assert url in read(bob, agreement_url(agreement))
    question = plain(read(bob, url))
    assert "You’ll leave the table, and your seat will be free for another player." in question
    assert Seat.objects.filter(session=session, user=bob).exists()
    assert browser(bob).post(url).url == agreement_url(agreement)
    assert not Seat.objects.filter(session=session, user=bob).exists()


def test_an_agreement_cannot_be_withdrawn_once_the_session_has_begun():
    ada, bob = members("ada", "bob")
    session = played_for_money([ada, bob], (2, -2))
    Session.objects.filter(pk=session.pk).update(status="running", finished_at=None)
    agreement = newest(ada)
    url = reverse("agreement_withdraw", args=[agreement.pk])
    assert url not in read(ada, agreement_url(agreement))
    answer = browser(ada).post(url, follow=True)
    assert "It’s too late to withdraw this agreement." in plain(answer.content.decode())
    assert Seat.objects.filter(session=session, user=ada, left_at=None).exists()


def test_leaving_before_the_start_is_denied_once_the_session_has_begun():
    ada, bob = members("ada", "bob")
    game = waiting_table_with_stake([ada, bob])
    assert game.ask(0, starting.start) is None
    denial = game.ask(1, seating.stand_up, before_start=True)
    assert denial is not None
    assert Seat.objects.get(session__table=game.table, user=bob).left_at is None


def test_withdrawing_from_an_event_withdraws_the_agreement(crew: Crew):
    event = played_event(crew, [], [], status="open", **STAKE)
    Entry.objects.create(event=event, number=1, user=crew.member, name="mei")
    agreement = agreed_to_event(crew.member, event)
    url = reverse("event_withdraw", args=[event.slug])
    assert url in read(crew.member, agreement_url(agreement))
    browser(crew.member).post(url)
    assert url not in read(crew.member, agreement_url(agreement))


def test_a_withdrawn_agreement_shows_when_it_was_withdrawn(crew: Crew):
    ada, bob = members("ada", "bob")
    session = played_for_money([ada, bob], (2, -2))
    agreement = newest(ada)
    withdraw(ada.pk, Agreement.Subject.SESSION, session.pk)
    text = plain(read(ada, agreement_url(agreement)))
    assert "Withdrawn" in text
    assert "You withdrew this agreement on" in text


# --- Titles, links and the question before leaving, from unsaved rows


def related_to(agreement: Agreement, *names: str, status: str = "waiting") -> RelatedObjects:
    """Return the objects of a session in which the first user, and the others named, have seats."""
    session = Session(
        pk=agreement.subject_id, status=status, number=2, table=Table(slug="t5", rules_name="pagat")
    )
    set_related(
        session,
        seats=[
            Seat(number=number, user_id=number + 1, name=name) for number, name in enumerate(names)
        ],
    )
    return RelatedObjects(user=User(pk=1), sessions={session.pk: session})


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (("ada",), "You’ll leave the table. No one else is seated, so the table will be closed."),
        (
            ("ada", "bob"),
            "You’ll leave the table, and your seat will be free for another player.",
        ),
    ],
)
def test_leaving_the_last_seat_closes_the_table(names, said):
    agreement = Agreement(pk=3, subject="session", subject_id=7)
    question = withdraw_question(agreement, related_to(agreement, *names))
    assert question is not None
    assert question.sentences[0] == said


def test_only_the_own_seat_at_a_waiting_table_can_be_left():
    agreement = Agreement(pk=3, subject="session", subject_id=7)
    assert withdraw_question(agreement, RelatedObjects(user=User(pk=1))) is None
    assert withdraw_question(agreement, related_to(agreement, "ada", status="running")) is None
    named = Agreement(pk=3, subject="session", subject_id=7, answers_for="Faye")
    assert withdraw_question(named, related_to(named, "ada")) is None


@pytest.mark.parametrize(
    ("subject", "names", "title"),
    [
        ("session", ("ada", "bob"), "A game with bob"),
        ("session", ("ada",), "A game"),
        ("session", None, "A game that wasn’t played"),
        ("event", None, "An event"),
        ("dues", None, "Club dues"),
    ],
)
def test_an_agreement_is_named_by_what_it_is_about(subject, names, title):
    agreement = Agreement(
        pk=3, subject=subject, subject_id=7, currency="HKD", given="sat",
        terms={"amount_minor": 5000, "period": "month"},
    )  # fmt: skip
    related = RelatedObjects(user=User(pk=1)) if names is None else related_to(agreement, *names)
    assert agreement_line(agreement, related).title == title


@pytest.mark.parametrize(
    ("status", "label"),
    [
        ("waiting", "Go to the table"),
        ("running", "Go to the table"),
        ("finished", "Open the score sheet"),
    ],
)
def test_an_agreement_leads_to_its_table_or_score_sheet(status, label):
    agreement = Agreement(pk=3, subject="session", subject_id=7, currency="HKD", given="sat")
    page = agreement_page(agreement, None, related_to(agreement, "ada", status=status))
    assert page.subject_label == label
    # Users without a seat may not see the table.
    others = related_to(agreement, status=status)
    assert agreement_page(agreement, None, others).subject_url == ""
