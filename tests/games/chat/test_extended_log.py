"""Tests that a chat extended by a new message equals the chat read from the database."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.chat import services
from games.chat.models import Chat
from games.chat.selectors import LINES_SHOWN
from games.common import caches
from tests.games.chat.support import ChatTable

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.every_database]


@pytest.fixture
def friends(club) -> ChatTable:
    return ChatTable(club)


@pytest.fixture
def no_rate_limits(monkeypatch) -> None:
    """Turn off the rate limits."""
    monkeypatch.setattr(services, "WRITING", ())


@pytest.fixture
def announced_logs(monkeypatch) -> list:
    """Record the value announced with each change."""
    logs: list = []
    monkeypatch.setattr(
        services, "chat_changed", lambda _table, _version, log=None: logs.append(log)
    )
    return logs


def test_an_extended_log_equals_the_log_read_from_the_database(
    friends, no_rate_limits, announced_logs
):
    for number in range(LINES_SHOWN + 3):
        writer = (friends.ann, friends.bob)[number % 2]
        assert friends.write(writer, f"line {number}") is None
        given = announced_logs.pop()
        with CaptureQueriesContext(connection) as queries:
            known = friends.log()
        # The mutes of a new writer have to be read.
        assert (given is None) == (number < 2)
        assert len(queries) <= (3 if number < 2 else 1)
        caches.clear_all()
        assert friends.log() == known
        assert given in (None, known)
    assert len(known.lines) == LINES_SHOWN


def test_an_extended_log_contains_mutes_and_is_dropped_when_the_chat_is_cleared(
    friends, no_rate_limits, announced_logs
):
    friends.write(friends.bob, "Hello")
    friends.log()
    friends.mute(friends.ann, friends.bob)
    assert friends.log().mutes == {friends.ann.user.pk: {friends.bob.user.pk}}
    friends.write(friends.bob, "Are you there?")
    assert announced_logs.pop().mutes == {friends.ann.user.pk: {friends.bob.user.pk}}
    assert services.clear(friends.ann.caller, friends.number) is None
    friends.write(friends.bob, "Anybody?")
    assert announced_logs.pop() is None
    assert [line.text for line in friends.log().lines] == ["Anybody?"]


def test_an_uncommitted_message_is_not_in_the_log(friends, no_rate_limits, monkeypatch):
    friends.write(friends.bob, "Hello")
    before = friends.log()

    def fail(*_given: object) -> None:
        raise RuntimeError

    with monkeypatch.context() as broken:
        broken.setattr(services, "chat_changed", fail)
        with pytest.raises(RuntimeError):
            friends.write(friends.bob, "Lost")
    assert friends.log() == before
    Chat.objects.update(version=before.version + 1)
    assert friends.log().lines == before.lines
