"""The page, a whole lesson, and its absence from all lists, sums and ratings."""

import json
from html import escape, unescape

import pytest
from django.urls import reverse

from accounts.models import User
from games import bots
from games.common.partials import partial
from games.lessons.coach import Subject
from games.lessons.presenter import coach_card, lesson_line
from games.rules.cards import cards_text, parse_cards
from games.rules.view import view
from games.screens.table.live_page import hints
from games.screens.table.state import table_state
from games.tables import selectors
from games.tables.denials import TableCode
from games.tables.models import Deal, Session, Table
from games.tables.services import lesson as lesson_services
from games.tables.services import rematch, resting, seating
from games.tables.signals import session_finished
from games.tables.snapshot import snapshot_of
from tests.players import Game, Person
from tournaments.ratings.statistics import own_statistics

pytestmark = pytest.mark.django_db
KEY = "lesson-key-1"


def start_lesson(client) -> Game:
    """Open a lesson from its page as a visitor; return the game of the new guest."""
    answer = client.post(reverse("learn"), {"opening_key": KEY})
    table = Table.objects.get()
    assert answer.status_code == 302
    assert answer.url == table.get_absolute_url()
    return Game([Person(User.objects.get(pk=table.host_id))], table)


def follow_coach(game: Game) -> list[str]:
    """Follow the coach to the end; return the titles of the advice."""
    titles = []
    here = game.now()
    while here.table.phase == Table.Phase.PLAYING:
        if here.state.turn != 0:
            here = game.bots()
            continue
        card = coach_card(here, 0)
        titles.append(card.title)
        assert (game.play(card.cards) if card.cards else game.pass_turn()) is None
        here = game.now()
    return titles


@pytest.fixture
def lesson(client, queued) -> Game:
    return start_lesson(client)


def test_the_page_has_a_start_button_and_says_that_the_pack_is_arranged(client):
    html = client.get(reverse("learn")).content.decode()
    assert "Start lesson" in html
    assert "set up for the lesson" in html
    assert not User.objects.exists()


def test_a_visitor_who_starts_a_lesson_becomes_a_guest_at_a_real_table(lesson):
    here = lesson.now()
    assert lesson.user.is_guest
    assert [seat.is_bot for seat in here.seats] == [False, True, True, True]
    assert {seat.bot for seat in here.seats[1:]} == {bots.DEFAULT}
    assert here.deal.pack_source == Deal.PackSource.GIVEN
    assert here.session.deals_planned == 1
    assert (here.session.stake_minor, here.session.rules_name) == (0, "pagat")
    assert not here.table.spectators


@pytest.mark.every_database
def test_a_lesson_begins_without_the_dealer_and_the_cut_card(client, lesson):
    html = client.get(lesson.table.get_absolute_url()).content.decode()
    assert "Order of the cards" in html
    assert html.count("The cut card is") == 1, "only in the game log"


def test_starting_a_lesson_again_leads_to_the_same_table(client, lesson):
    again = client.post(reverse("learn"), {"opening_key": "lesson-key-2"})
    assert again.url == lesson.table.get_absolute_url()
    assert Table.objects.count() == 1


def test_a_learner_who_follows_the_coach_sees_every_topic(lesson):
    assert len(set(follow_coach(lesson))) == len(Subject) + 1
    card = coach_card(lesson.now(), 0)
    assert card.is_over
    assert card.title == "Well done"
    assert [subject.is_taught for subject in card.subjects] == [True] * len(Subject)


def test_the_coach_summarizes_missed_topics_at_the_end(lesson):
    assert seating.stand_up(lesson.people[0].caller, lesson.table.pk) is None
    resting.watch(lesson.table.pk)
    here = lesson.now()
    while here.table.phase == Table.Phase.PLAYING:
        here = lesson.bots()
    missed = [subject for subject in coach_card(here, 0).subjects if not subject.is_taught]
    assert all(subject.summary for subject in missed)


def test_a_reloaded_lesson_continues_where_it_was(client, lesson):
    lesson.play("3D")
    lesson.bots_until_own_turn()
    html = client.get(lesson.table.get_absolute_url()).content.decode()
    assert 'data-marked="QS"' in html
    assert "2 of 7 topics" in html
    home = client.get(reverse("home")).content.decode()
    assert "Continue your lesson" in home
    assert "2 of 7 topics" in home


def test_the_coach_explains_why_a_selection_is_not_playable(lesson):
    here = lesson.now()
    assert "lowest card" in coach_card(here, 0, "5D 5C").why
    assert "five ranks in a row" in coach_card(here, 0, "5D 5C 5H 7D TD").why
    assert coach_card(here, 0, "3D").why == ""
    assert coach_card(here, 0, "nonsense").why == ""


def test_the_coachs_text_stays_beside_the_reason(lesson):
    card = coach_card(lesson.now(), 0, "5D 5C")
    shown = partial("games/lessons/coach.html", coach=card, slug=lesson.table.slug)
    assert escape(card.why) in shown
    assert escape(card.text) in shown


def test_hints_in_a_lesson_are_the_coachs_play_until_it_is_turned_off(lesson):
    def hinted() -> list[str]:
        html = hints(table_state(lesson.table.pk), lesson.user)
        return json.loads(unescape(html.split('data-hints="')[1].split('"')[0]))

    lesson.play("3D")
    lesson.bots_until_own_turn()
    # Among others, half of a pair would be lower.
    assert hinted() == [coach_card(lesson.now(), 0).cards] == ["QS"]
    caller = lesson.people[0].caller
    assert lesson_services.set_coach(caller, lesson.table.pk, is_on=False) is None
    assert len(hinted()) > 1


def test_the_coach_can_be_turned_off_and_on_again(lesson):
    caller = lesson.people[0].caller
    assert lesson_services.set_coach(caller, lesson.table.pk, is_on=False) is None
    assert coach_card(lesson.now(), 0).is_skipped
    assert lesson_services.set_coach(caller, lesson.table.pk, is_on=True) is None
    assert not coach_card(lesson.now(), 0).is_skipped


def test_only_the_learner_has_a_coach(club, lesson):
    other = Person()
    answer = lesson_services.set_coach(other.caller, lesson.table.pk, is_on=False)
    assert answer.code is TableCode.NO_SEAT
    game = club()
    assert game.ask(0, lesson_services.set_coach, is_on=False).code is TableCode.NO_LESSON
    assert coach_card(game.now(), 0) is None
    assert coach_card(lesson.now(), None) is None


def test_a_lesson_appears_in_no_list_statistics_or_rating(client, lesson):
    heard = []

    def hear(sender, session, **more):
        heard.append(session)

    session_finished.connect(hear)
    user = lesson.user
    assert list(selectors.unfinished_sessions(user)) == []
    follow_coach(lesson)
    session_finished.disconnect(hear)
    session = Session.objects.get()
    assert (session.status, heard) == (Session.Status.LESSON, [])
    assert session.finished_at is not None
    assert lesson.now().table.phase == Table.Phase.FINISHED
    assert list(selectors.finished_sessions(user)) == []
    assert selectors.finished_session(lesson.table.slug, 1, user) is None
    assert selectors.joinable_sessions() == []
    assert own_statistics(user).total is None
    assert lesson_line(user) is None
    url = reverse("session", args=[lesson.table.slug, 1])
    assert client.get(url).status_code == 404


def test_a_finished_lesson_offers_a_table_and_a_new_lesson(client, lesson):
    follow_coach(lesson)
    html = client.get(lesson.table.get_absolute_url()).content.decode()
    assert 'id="coach-play-form"' in html
    assert "Deal history" not in html
    assert "Play again" not in html
    assert lesson.ask(0, rematch.play_again).code is TableCode.LESSON_OVER
    assert client.post(reverse("learn"), {"opening_key": "lesson-key-3"}).status_code == 302
    assert Table.objects.count() == 2


def test_a_lesson_is_visible_only_to_its_learner(lesson, client):
    client.logout()
    assert client.get(lesson.table.get_absolute_url()).status_code == 404


def test_the_coach_suggests_only_cards_from_the_own_hand(lesson):
    here = lesson.now()
    meant = parse_cards(coach_card(here, 0).cards)
    assert meant & ~view(here.state, 0).hand == 0
    assert cards_text(meant) == "3D"


def test_the_coach_card_needs_no_query(lesson, django_assert_num_queries):
    lesson.play("3D")
    here = snapshot_of(Table.objects.get(pk=lesson.table.pk))
    with django_assert_num_queries(0):
        coach_card(here, 0, "5D")


def test_a_visitor_who_starts_too_many_lessons_is_refused(client, lesson, settings):
    follow_coach(lesson)
    settings.TABLE_RATE = "1/hour"
    answers = [client.post(reverse("learn"), {"opening_key": KEY + name}) for name in "ab"]
    for table in Table.objects.filter(phase="playing"):
        Session.objects.filter(table=table).update(finished_at=table.created_at)
    answers.append(client.post(reverse("learn"), {"opening_key": KEY + "c"}))
    assert answers[-1].status_code == 429
