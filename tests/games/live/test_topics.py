"""Topics: identified by kind and key, and read by their registered source."""

import pytest

from games.live import topics
from games.live.topics import Source, Topic


@pytest.fixture
def source(monkeypatch) -> Source:
    monkeypatch.setattr(topics, "_sources", {})
    return Source(read=lambda key: None, versions=lambda keys: {})


def test_topics_are_distinguished_by_kind_and_key():
    assert Topic("table", 5) == Topic("table", 5)
    groups = {each.group for each in (Topic("table", 5), Topic("chat", 5), Topic("table", 51))}
    assert groups == {"topic.table.5", "topic.chat.5", "topic.table.51"}
    assert Topic("lobby").group == "topic.lobby.0"


def test_topics_are_read_from_their_registered_source(source):
    topics.register("table", source)
    assert topics.source_of("table") is source


def test_an_unregistered_kind_of_topic_has_no_source(source):
    assert topics.source_of("person") is None


def test_every_kind_that_is_read_has_a_source():
    assert {kind for kind in ("table", "chat", "lobby", "person") if topics.source_of(kind)} == {
        "table",
        "chat",
        "lobby",
    }
