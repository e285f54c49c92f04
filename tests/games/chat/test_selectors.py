"""Queries of the chat, and their number."""

from accounts.services import create_guest
from games.chat.models import ChatLine, Mute
from games.chat.presenter import (
    chat_html,
    people_of,
    shown_chat,
)
from games.chat.selectors import LINES_SHOWN
from games.tables.models import Session
from games.tables.snapshot import snapshot_of
from tests.players import Person


def test_the_chat_shows_the_newest_messages_with_the_oldest_first(friends):
    session = Session.objects.get(table=friends.number)
    ChatLine.objects.bulk_create(
        ChatLine(session=session, user=friends.bob.user, name="Bob", text=f"line {number}")
        for number in range(LINES_SHOWN + 5)
    )
    assert friends.texts() == [f"line {number}" for number in range(5, LINES_SHOWN + 5)]


def test_showing_the_chat_needs_no_query(friends, django_assert_num_queries):
    friends.write(friends.bob, "Hello")
    log, people = friends.log(), people_of(snapshot_of(friends.row()))
    with django_assert_num_queries(0):
        for who in (friends.ann.user, friends.bob.user, None):
            assert "Hello" in chat_html(shown_chat(log, people, who), None)


def test_the_log_needs_no_more_queries_for_more_messages(friends, django_assert_max_num_queries):
    session = Session.objects.get(table=friends.number)
    people = [create_guest() for _ in range(8)]
    Mute.objects.bulk_create(Mute(user=friends.ann.user, muted=each) for each in people[:4])
    ChatLine.objects.bulk_create(
        ChatLine(session=session, user=people[number % 8], name="Guest", text="Hi")
        for number in range(200)
    )
    with django_assert_max_num_queries(3):
        assert len(friends.log().lines) == LINES_SHOWN


def test_a_spectator_who_sits_down_can_write_without_a_new_message(friends):
    watcher = Person()
    friends.write(friends.bob, "Hello")
    log = friends.log()
    before = friends.shown(watcher, log)
    assert 'data-may-write="false"' in chat_html(before, None)
    friends.seat(2, name="Cat", user=watcher.user, bot="")
    assert 'data-may-write="true"' in chat_html(friends.shown(watcher, log), before)
