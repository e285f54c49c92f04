"""Chat services: permissions and effects of writing, muting, clearing and reporting."""

import re

import pytest
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.cached_db import SessionStore
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import limits
from accounts.caller import VISITOR, Caller, of_session
from accounts.models import User
from accounts.services import create_guest
from games.chat import services as chat
from games.chat.denials import ChatCode
from games.chat.models import ChatLine, Mute, Report
from games.chat.phrases import PHRASES, REACTIONS
from games.chat.presenter import (
    chat_html,
    people_of,
    shown_chat,
)
from games.chat.selectors import chat_log, versions
from games.chat.topics import chat_topic
from games.common import caches
from games.common.database import in_database
from games.common.denials import Denial
from games.tables.models import Session, Table
from games.tables.services import opening
from games.tables.snapshot import snapshot_of
from tests.games.chat.support import ChatTable
from tests.players import Person


def test_a_message_is_stored_with_the_session_and_changes_only_the_chat(friends):
    before, version = Table.objects.filter(pk=friends.number).values().get(), friends.version
    assert friends.write(friends.bob, "  Good   luck,\neverybody  ") is None
    line = ChatLine.objects.get()
    assert (line.name, line.text, line.user) == ("Bob", "Good luck, everybody", friends.bob.user)
    assert line.session.table_id == friends.number
    assert friends.version == version + 1
    assert Table.objects.filter(pk=friends.number).values().get() == before


@pytest.mark.every_database
def test_a_message_needs_at_most_three_statements_and_none_on_the_table(friends):
    friends.write(friends.ann, "Hello")
    with CaptureQueriesContext(connection) as queries:
        friends.write(friends.bob, "hello there")
    made = [each["sql"] for each in queries if "SAVEPOINT" not in each["sql"]]
    assert len(made) <= 3
    assert {each.split('"')[1] for each in made} <= {"games_chat", "games_chatline"}


@pytest.mark.every_database
@pytest.mark.skipif(
    not connection.features.has_select_for_update, reason="rows are not locked one by one"
)
def test_writing_locks_the_row_of_the_chat_and_not_of_the_table(friends):
    with CaptureQueriesContext(connection) as queries:
        friends.write(friends.bob, "hello there")
    [lock] = [each["sql"] for each in queries if "FOR UPDATE" in each["sql"]]
    # Rows read by subqueries are not locked.
    assert lock.endswith("FOR UPDATE")
    assert re.findall(r'FROM "games_chat" WHERE', lock)
    assert "JOIN" not in lock.rpartition('FROM "games_chat"')[2]


@pytest.mark.every_database
def test_a_message_is_announced_after_the_commit(
    friends, monkeypatch, queued, django_capture_on_commit_callbacks
):
    sent = []
    monkeypatch.setattr("games.live.announce._send", lambda *message: sent.append(message))
    with django_capture_on_commit_callbacks(execute=True):
        friends.write(friends.ann, "Hello")
        assert sent == []
    [(group, message)] = sent
    assert group == chat_topic(friends.number).group
    assert message["version"] == friends.version
    assert versions([friends.number, 0]) == {friends.number: friends.version}


DENIED = [
    ("", Denial(ChatCode.EMPTY)),
    (" \t\n ", Denial(ChatCode.EMPTY)),
    ("\u200b\u200d\u2060", Denial(ChatCode.EMPTY)),
    ("\x00\x1b\ud800", Denial(ChatCode.EMPTY)),
    ("\u2800" * 5, Denial(ChatCode.EMPTY)),
    ("\u3164", Denial(ChatCode.EMPTY)),
    ("\u115f\u1160 \uffa0", Denial(ChatCode.EMPTY)),
    ("\ufe0f", Denial(ChatCode.EMPTY)),
    ("\u034f\u200d\u0301", Denial(ChatCode.EMPTY)),
    ("x" * 201, Denial(ChatCode.TOO_LONG, {"excess": 1})),
    ("x" * 260, Denial(ChatCode.TOO_LONG, {"excess": 60})),
]


@pytest.mark.parametrize(("text", "why"), DENIED)
def test_an_empty_or_too_long_message_is_denied_and_changes_nothing(friends, text, why):
    before = friends.version
    assert friends.write(friends.ann, text) == why
    assert friends.version == before
    assert not ChatLine.objects.exists()


@pytest.mark.every_database
def test_the_longest_message_fits_into_the_column():
    assert ChatLine._meta.get_field("text").max_length == chat.MAX_LINE_LENGTH


@pytest.mark.every_database
@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("x" * 200, "x" * 200),
        ("a\x00b\x07c", "abc"),
        ("line\r\nline", "line line"),
        ("\u202egnorw\u202c way", "gnorw way"),
        ("👩‍👩‍👧 好牌 Привет", "👩‍👩‍👧 好牌 Привет"),
        ("lone \ud800 half", "lone  half"),
        ("\u2764\ufe0f", "\u2764\ufe0f"),
        ("1\ufe0f\u20e3", "1\ufe0f\u20e3"),
        ("e\u0301 \u2813\u2800\u280a \u1112\u1160", "e\u0301 \u2813\u2800\u280a \u1112\u1160"),
    ],
)
def test_control_characters_are_removed(text, shown):
    assert chat.cleaned(text) == shown


def test_spectators_and_visitors_cannot_write(friends):
    watcher = Person()
    assert friends.write(watcher, "Play the 2!") == Denial(ChatCode.NO_SEAT)
    assert chat.write(VISITOR, friends.number, "Hi") == Denial(ChatCode.NOT_SIGNED_IN)
    assert not ChatLine.objects.exists()


def test_a_player_who_left_cannot_write(friends):
    first = Session.objects.get(table=friends.number)
    friends.seat(1, left_at=first.started_at)
    assert friends.write(friends.bob, "Still here") == Denial(ChatCode.NO_SEAT)
    friends.seat(1, left_at=None)
    assert friends.write(friends.bob, "Back again") is None


def test_a_player_who_does_not_play_on_can_say_goodbye_until_the_next_game_starts(friends):
    first = Session.objects.get(table=friends.number)
    again = Session.objects.create(
        table_id=friends.number,
        number=2,
        rules=first.rules,
        deals_planned=1,
        status=Session.Status.WAITING,
    )
    caches.clear_all()
    assert friends.write(friends.bob, "Good night!") is None
    assert friends.shown(friends.bob).may_write
    Table.objects.update(barred=[friends.bob.user.pk])
    caches.clear_all()
    assert friends.write(friends.bob, "Let me in") == Denial(ChatCode.NO_SEAT)
    assert not friends.shown(friends.bob).may_write
    Table.objects.update(barred=[])
    again.seats_open = True
    again.save()
    caches.clear_all()
    assert friends.write(friends.bob, "And now?") == Denial(ChatCode.NO_SEAT)
    Session.objects.filter(pk=again.pk).update(seats_open=False, status=Session.Status.RUNNING)
    assert friends.write(friends.bob, "Well played") == Denial(ChatCode.NO_SEAT)
    assert friends.write(Person(), "Hello") == Denial(ChatCode.NO_SEAT)


def test_players_can_chat_while_they_wait_for_others(db, queued):
    host = create_guest()
    table = opening.open_table(host)
    assert chat.write(Caller(host), table.pk, "Anybody there?") is None
    people = people_of(snapshot_of(Table.objects.get(pk=table.pk)))
    log = chat_log(table.pk)
    assert "Anybody there?" in chat_html(shown_chat(log, people, None), None)


def test_the_chat_goes_on_in_a_rematch(friends):
    friends.write(friends.bob, "Hello")
    first = Session.objects.get(table=friends.number)
    for number, texts in ((2, ["Hello"]), (3, [])):
        Session.objects.create(
            table_id=friends.number, number=number, rules=first.rules, deals_planned=1
        )
        log = friends.log()
        assert [line.text for line in log.lines] == texts
        assert log.session > first.pk


def test_a_signed_out_user_cannot_write_through_an_open_page(friends):
    store = SessionStore(friends.bob.key)
    del store[SESSION_KEY]
    store.save()
    assert friends.write(friends.bob, "Hello") == Denial(ChatCode.SESSION_ENDED)
    User.objects.filter(pk=friends.ann.user.pk).update(is_active=False)
    assert friends.write(friends.ann, "Hello") == Denial(ChatCode.SESSION_ENDED)


def test_closed_tables_visitors_and_ended_sessions_deny_every_action(friends):
    ann, bob = friends.ann.caller, friends.bob.user.pk
    for caller, table, code in (
        (ann, 0, ChatCode.TABLE_CLOSED),
        (VISITOR, friends.number, ChatCode.NOT_SIGNED_IN),
        (of_session(friends.ann.user, None), friends.number, ChatCode.SESSION_ENDED),
    ):
        assert [
            chat.write(caller, table, "Hello"),
            chat.write_phrase(caller, table, "sorry"),
            chat.clear(caller, table),
            chat.mute(caller, table, bob),
            chat.unmute(caller, table, bob),
            chat.report(caller, table, 1),
        ] == [Denial(code)] * 6
    assert chat_log(0) is None


def test_a_player_can_write_every_phrase(friends):
    for key, phrase in (PHRASES | REACTIONS).items():
        limits.forget()
        assert chat.write_phrase(friends.bob.caller, friends.number, key) is None
        assert friends.shown(None).lines[-1].text == str(phrase)
    before = friends.version
    denied = chat.write_phrase(friends.bob.caller, friends.number, "rude")
    assert denied == Denial(ChatCode.UNKNOWN_PHRASE)
    assert friends.version == before


def test_a_player_can_write_five_messages_in_ten_seconds(friends):
    for number in range(5):
        assert friends.write(friends.ann, f"line {number}") is None
    assert friends.write(friends.ann, "line 5") == Denial(ChatCode.TOO_QUICK)
    assert friends.write(friends.bob, "me too") is None
    assert len(friends.texts()) == 6


def test_a_player_can_write_thirty_messages_in_five_minutes(friends, monkeypatch):
    monkeypatch.setattr(chat, "WRITING", chat.WRITING[1:])
    for number in range(30):
        assert friends.write(friends.ann, f"line {number}") is None
    assert friends.write(friends.ann, "one more") == Denial(ChatCode.TOO_MUCH)


def test_muting_a_player_twice_has_no_further_effect(friends):
    friends.mute(friends.ann, friends.bob)
    version = friends.version
    assert friends.mute(friends.ann, friends.bob) is None
    assert Mute.objects.count() == 1
    friends.unmute(friends.ann, friends.bob)
    assert friends.unmute(friends.ann, friends.bob) is None
    assert friends.version == version + 1


def test_a_player_can_mute_only_other_people_at_the_table(friends):
    stranger = Person()
    assert friends.mute(friends.ann, friends.ann) == Denial(ChatCode.OWN_MUTE)
    assert friends.mute(friends.ann, stranger) == Denial(ChatCode.NOT_HERE)
    nobody = chat.mute(friends.ann.caller, friends.number, 0)
    assert nobody == Denial(ChatCode.NOT_HERE)
    assert chat.mute(VISITOR, friends.number, stranger.user.pk) == Denial(ChatCode.NOT_SIGNED_IN)
    assert not Mute.objects.exists()


def test_repeated_muting_and_unmuting_is_limited(friends):
    turns = [friends.mute, friends.unmute] * 11
    answers = [turn(friends.ann, friends.bob) for turn in turns]
    assert answers[:20] == [None] * 20
    assert answers[20:] == [Denial(ChatCode.MUTES_TOO_OFTEN)] * 2


def test_the_host_clears_all_messages_and_they_stay_stored(friends):
    friends.write(friends.ann, "One")
    friends.write(friends.bob, "Two")
    assert chat.clear(friends.ann.caller, friends.number) is None
    assert friends.texts() == []
    assert "Two" not in friends.read(friends.bob)
    assert ChatLine.objects.filter(cleared=True).count() == 2
    friends.write(friends.bob, "Three")
    assert friends.texts() == ["Three"]


def test_clearing_an_empty_chat_changes_nothing(friends):
    friends.write(friends.bob, "Hello")
    for _ in range(2):
        assert chat.clear(friends.ann.caller, friends.number) is None
    assert friends.version == 2


def test_only_the_host_can_clear_the_chat(friends):
    friends.write(friends.bob, "Two")
    denied = chat.clear(friends.bob.caller, friends.number)
    assert denied == Denial(ChatCode.NOT_HOST)
    assert chat.clear(VISITOR, friends.number) == Denial(ChatCode.NOT_SIGNED_IN)
    assert friends.texts() == ["Two"]


def test_each_user_can_report_a_message_once(friends):
    friends.write(friends.bob, "Rude")
    line = ChatLine.objects.get()
    ann = friends.ann
    assert chat.report(ann.caller, friends.number, line.pk) is None
    again = chat.report(ann.caller, friends.number, line.pk)
    assert again == Denial(ChatCode.REPORTED_ALREADY)
    watcher = Person()
    assert chat.report(watcher.caller, friends.number, line.pk) is None
    assert Report.objects.count() == 2


def test_own_unknown_and_inaccessible_messages_cannot_be_reported(friends, club):
    friends.write(friends.bob, "Rude")
    line = ChatLine.objects.get()
    bob, watcher = friends.bob, Person()
    own = chat.report(bob.caller, friends.number, line.pk)
    assert own == Denial(ChatCode.OWN_LINE)
    assert chat.report(VISITOR, friends.number, line.pk) == Denial(ChatCode.NOT_SIGNED_IN)
    gone = chat.report(watcher.caller, friends.number, line.pk + 1)
    assert gone == Denial(ChatCode.NO_LINE)
    elsewhere = chat.report(watcher.caller, club().table.pk, line.pk)
    assert elsewhere == Denial(ChatCode.NO_LINE)
    Table.objects.filter(pk=friends.number).update(spectators=False)
    closed = chat.report(watcher.caller, friends.number, line.pk)
    assert closed == Denial(ChatCode.TABLE_CLOSED)
    assert not Report.objects.exists()


def test_a_cleared_message_can_still_be_reported(friends):
    friends.write(friends.bob, "Rude")
    chat.clear(friends.ann.caller, friends.number)
    line = ChatLine.objects.get()
    assert chat.report(friends.ann.caller, friends.number, line.pk) is None


@pytest.fixture
async def table(club, sockets):
    return await in_database(ChatTable)(club)
