"""Agreement pages: the list, one agreement, and withdrawing it."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from games.agreements.models import Agreement
from games.agreements.services import withdraw
from games.tables import services as tables
from games.tables.models import Seat, Session
from tests.statement_counts import assert_at_most
from tests.tournaments.clubs.people import Crew, caller
from tests.tournaments.events.rows import played_event
from tests.tournaments.ledger.agreements.rows import (
    STAKE,
    agreed_to_event,
    agreed_to_session,
    played_for_money,
    waiting_for_money,
)
from tests.tournaments.ledger.test_pages import browser, plain, read
from tests.tournaments.rows import members
from tournaments.events.models import Entry, Event
from tournaments.ledger import services

pytestmark = pytest.mark.django_db
LIST = "/agreements/"


def page_of(agreement: Agreement) -> str:
    return reverse("agreement", args=[agreement.pk])


def newest(user) -> Agreement:
    return Agreement.objects.filter(user=user).latest("pk")


# --- The list


def test_the_list_says_what_was_agreed_and_what_came_of_it():
    ada, bob = members("ada", "bob")
    session = played_for_money([ada, bob], (-30, 30))
    text = plain(read(ada, LIST))
    assert "A game with bob" in text
    assert "You took a seat." in text
    assert "HK$0.50 a point" in text
    assert "HK$1,000.00" in text
    assert "Not settled yet" in text
    services.settle_session(session.pk)
    assert "You lost HK$15.00" in plain(read(ada, LIST))
    assert "You won HK$15.00" in plain(read(bob, LIST))


def test_payments_are_no_part_of_what_came_of_an_agreement():
    ada, bob = members("ada", "bob")
    session = played_for_money([ada, bob], (-30, 30))
    services.settle_session(session.pk)
    transfer = session.settlements.get().transfers.get()
    assert services.receive(caller(bob), transfer.pk, 1500) is None
    assert "You lost HK$15.00" in plain(read(ada, LIST))


def test_nobody_sees_the_agreements_of_others():
    ada, bob = members("ada", "bob")
    played_for_money([ada], (0,))
    assert "No agreements yet" not in plain(read(ada, LIST))
    assert "No agreements yet." in plain(read(bob, LIST))
    for page in ("agreement", "agreement_withdraw"):
        url = reverse(page, args=[newest(ada).pk])
        assert browser(bob).get(url).status_code == 404
        assert browser(None).get(url).status_code == 302


def test_the_list_shows_current_agreements_or_those_that_are_over(crew: Crew):
    ada, bob = members("ada", "bob")
    over = played_for_money([ada, bob], (2, -2))
    game = waiting_for_money([ada, bob])
    coming = agreed_to_session(ada, Session.objects.get(table=game.table))
    event = played_event(crew, [], [], **STAKE)
    running = agreed_to_event(ada, event)
    shown = {which: read(ada, f"{LIST}?show={which}") for which in ("", "open", "over", "nonsense")}
    old = Agreement.objects.filter(user=ada, subject="session", subject_id=over.pk).latest("pk")
    for agreement, where in ((coming, "open"), (running, "open"), (old, "over")):
        link = f'href="{page_of(agreement)}"'
        assert link in shown[""]
        assert link in shown["nonsense"]
        assert (link in shown["open"]) == (where == "open")
        assert (link in shown["over"]) == (where == "over")


def test_the_list_is_filtered_by_currency():
    ada, bob = members("ada", "bob")
    played_for_money([ada, bob], (2, -2))
    assert "All currencies" not in read(ada, LIST)
    played_for_money([ada, bob], (2, -2), currency="EUR")
    assert "€0.50 a point" in plain(read(ada, f"{LIST}?currency=EUR"))
    assert "HK$" not in plain(read(ada, f"{LIST}?currency=EUR"))
    assert "HK$0.50 a point" in plain(read(ada, f"{LIST}?currency=XXX"))


def test_a_list_of_many_has_pages():
    [ada] = members("ada")
    for _ in range(21):
        played_for_money([ada], (0,))
    assert "Page 1 of" in plain(read(ada, LIST))
    oldest = Agreement.objects.filter(user=ada).earliest("pk")
    assert page_of(oldest) not in read(ada, LIST)
    assert page_of(oldest) in read(ada, f"{LIST}?page=999&show=over")


@pytest.mark.every_database
def test_the_list_asks_as_much_for_fifty_agreements_as_for_one(crew: Crew):
    ada, bob = members("ada", "bob")
    reader = browser(ada)
    counts = []
    for more in (1, 49):
        for _ in range(more):
            session = played_for_money([ada, bob], (2, -2), club=crew.club)
            services.settle_session(session.pk)
            agreed_to_event(ada, played_event(crew, [], [], **STAKE))
        with CaptureQueriesContext(connection) as asked:
            assert reader.get(LIST).status_code == 200
        counts.append(len(asked))
    assert_at_most(counts, [17, 17])


# --- One agreement


def test_an_agreement_shows_the_whole_of_its_terms():
    ada, bob = members("ada", "bob")
    played_for_money([ada, bob], (2, -2))
    text = plain(read(ada, page_of(newest(ada))))
    assert "HK$0.50 a point" in text
    assert "1 deal" in text
    assert "No time limit" in text
    assert "Full rules" in text
    assert "Open the score sheet" in text


def test_an_agreement_is_told_in_the_language_of_whoever_reads_it():
    ada, bob = members("ada", "bob")
    played_for_money([ada, bob], (2, -2))
    with translation.override("de"):
        text = plain(read(ada, page_of(newest(ada))))
    assert "HK$0.50 a point" in text


def test_a_later_agreement_says_what_is_different(crew: Crew):
    [ada] = members("ada")
    event = played_event(crew, [], [], status="open", **STAKE)
    first = agreed_to_event(ada, event)
    Event.objects.filter(pk=event.pk).update(stake_minor=100)
    event.refresh_from_db()
    second = agreed_to_event(ada, event, 200_000, "change")
    text = plain(read(ada, page_of(second)))
    assert "Changes since your earlier agreement" in text
    assert "HK$0.50 a point HK$1.00 a point" in text
    assert "HK$1,000.00 HK$2,000.00" in text
    assert "Replaced by a later agreement" in plain(read(ada, page_of(first)))
    assert "Changes since" not in plain(read(ada, page_of(first)))


def test_terms_of_an_event_name_its_format_and_rounds(crew: Crew):
    [ada] = members("ada")
    event = played_event(crew, [], [], status="open", length=5, **STAKE)
    text = plain(read(ada, page_of(agreed_to_event(ada, event))))
    assert "Spring" in text
    assert "Fixed rounds, 5 rounds" in text
    assert "Not started yet" in text


def test_terms_of_a_club_night_name_its_sessions(crew: Crew):
    [ada] = members("ada")
    event = played_event(crew, [], [], **STAKE)
    night = agreed_to_event(ada, event, 300, kind="club_night", sessions={"7": 100, "9": 200})
    text = plain(read(ada, page_of(night)))
    assert "2 sessions, maximum losses HK$1.00 and HK$2.00" in text
    assert "In progress" in text


def test_what_was_before_agreements_existed_has_no_terms():
    ada, bob = members("ada", "bob")
    session = played_for_money([bob, ada], (2, -2))
    old = Agreement.objects.create(
        user=ada, subject="session", subject_id=session.pk, currency="HKD", given="before"
    )
    text = plain(read(ada, page_of(old)))
    assert "You took part before agreements were recorded." in text
    assert "No maximum agreed" in text
    assert "the terms can’t be shown" in text


def test_a_session_that_was_never_played_is_called_so():
    ada, bob = members("ada", "bob")
    session = played_for_money([ada, bob], (2, -2))
    Session.objects.filter(pk=session.pk).delete()
    text = plain(read(ada, page_of(newest(ada))))
    assert "A game that wasn’t played" in text
    assert "Not played" in text


def test_a_session_of_an_event_is_settled_with_it():
    ada, bob = members("ada", "bob")
    session = played_for_money([ada, bob], (2, -2))
    Session.objects.filter(pk=session.pk).update(is_part=True)
    assert "Settled with the event" in plain(read(ada, page_of(newest(ada))))


def test_an_event_that_is_not_open_to_the_reader_is_named_and_not_linked(crew: Crew):
    [ada] = members("ada")
    event = played_event(crew, [], [], status="open", **STAKE)
    agreement = agreed_to_event(ada, event)
    assert f'href="/events/{event.slug}/"' in read(ada, page_of(agreement))
    Event.objects.filter(pk=event.pk).update(visibility="members")
    html = read(ada, page_of(agreement))
    assert "Spring" in html
    assert f'href="/events/{event.slug}/"' not in html


def test_who_answers_for_a_player_by_name_is_shown_their_result(crew: Crew):
    event = played_event(crew, [], [], status="open", **STAKE)
    agreement = agreed_to_event(crew.organizer, event, given="answers", answers_for="Faye")
    text = plain(read(crew.organizer, page_of(agreement)))
    assert "You’re responsible for Faye’s losses." in text
    assert "Withdraw" not in text


@pytest.mark.every_database
def test_one_agreement_asks_for_little(crew: Crew):
    ada, bob = members("ada", "bob")
    session = played_for_money([ada, bob], (2, -2), club=crew.club)
    services.settle_session(session.pk)
    reader = browser(ada)
    with CaptureQueriesContext(connection) as asked:
        reader.get(page_of(newest(ada)))
    assert_at_most([len(asked)], [14])


# --- Withdrawing


def test_an_agreement_is_withdrawn_by_leaving_the_table_before_the_session_begins():
    ada, bob = members("ada", "bob")
    game = waiting_for_money([ada, bob])
    session = Session.objects.get(table=game.table)
    agreement = agreed_to_session(bob, session)
    url = reverse("agreement_withdraw", args=[agreement.pk])
    assert url in read(bob, page_of(agreement))
    question = plain(read(bob, url))
    assert "You’ll leave the table, and your seat will be free for another player." in question
    assert Seat.objects.filter(session=session, user=bob).exists()
    assert browser(bob).post(url).url == page_of(agreement)
    assert not Seat.objects.filter(session=session, user=bob).exists()


def test_when_the_session_has_begun_it_is_too_late_to_withdraw():
    ada, bob = members("ada", "bob")
    session = played_for_money([ada, bob], (2, -2))
    Session.objects.filter(pk=session.pk).update(status="running", finished_at=None)
    agreement = newest(ada)
    url = reverse("agreement_withdraw", args=[agreement.pk])
    assert url not in read(ada, page_of(agreement))
    answer = browser(ada).post(url, follow=True)
    assert "It’s too late to withdraw this agreement." in plain(answer.content.decode())
    assert Seat.objects.filter(session=session, user=ada, left_at=None).exists()


def test_leaving_before_the_start_leaves_no_game_that_runs():
    ada, bob = members("ada", "bob")
    game = waiting_for_money([ada, bob])
    assert game.ask(0, tables.start) is None
    denial = game.ask(1, tables.stand_up, before_start=True)
    assert denial is not None
    assert Seat.objects.get(session__table=game.table, user=bob).left_at is None


def test_an_agreement_to_an_event_is_withdrawn_with_the_entry(crew: Crew):
    event = played_event(crew, [], [], status="open", **STAKE)
    Entry.objects.create(event=event, number=1, user=crew.member, name="mei")
    agreement = agreed_to_event(crew.member, event)
    url = reverse("event_withdraw", args=[event.slug])
    assert url in read(crew.member, page_of(agreement))
    browser(crew.member).post(url)
    assert url not in read(crew.member, page_of(agreement))


def test_a_withdrawn_agreement_says_when(crew: Crew):
    ada, bob = members("ada", "bob")
    session = played_for_money([ada, bob], (2, -2))
    agreement = newest(ada)
    withdraw(ada.pk, Agreement.Subject.SESSION, session.pk)
    text = plain(read(ada, page_of(agreement)))
    assert "Withdrawn" in text
    assert "You withdrew this agreement on" in text
