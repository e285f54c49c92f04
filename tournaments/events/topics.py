"""What can be watched of events: each of them, and its desk, which sees the tables besides."""

from games.common.caches import LruCache
from games.live import announce
from games.live.topics import Topic
from tournaments.events.models import EventTable, NightTable

#: Tables whose event is kept at hand in this process.
KEPT_TABLES = 2000

_events: LruCache[int, int] = LruCache(KEPT_TABLES)


def event_topic(event_id: int) -> Topic:
    """Return the topic of the event as everybody may follow it."""
    return Topic("event", event_id)


def desk_topic(event_id: int) -> Topic:
    """Return the topic of the event's desk: the event, and how its tables get on."""
    return Topic("desk", event_id)


def night_topic(event_id: int) -> Topic:
    """Return the topic of a club night: the event, and who plays at its tables."""
    return Topic("night", event_id)


def event_changed(event_id: int, version: int) -> None:
    """Tell every process of the event's new version, once the transaction is committed."""
    announce.changed(event_topic(event_id), version)
    announce.changed(desk_topic(event_id))
    announce.changed(night_topic(event_id))


def table_changed(table_id: int) -> None:
    """Tell those who follow an event that something happened at its table, once it is committed.

    A query for the first time that this process meets the table, and none then.
    """
    event_id = _events.get(table_id)
    if event_id is None:
        event_id = _event_of(table_id)
        if event_id is None:
            return
        _events.put(table_id, event_id)
    announce.changed(desk_topic(event_id))
    announce.changed(night_topic(event_id))


def _event_of(table_id: int) -> int | None:
    rounds = EventTable.objects.filter(table=table_id).values_list("round__event", flat=True)
    nights = NightTable.objects.filter(table=table_id).values_list("event", flat=True)
    return next(iter(rounds.order_by().union(nights.order_by())), None)
