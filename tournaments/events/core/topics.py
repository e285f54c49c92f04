"""Live topics of events: the event, and its desk, which also follows the tables."""

from games.common.caches import LruCache
from games.live import announce
from games.live.topics import Topic
from tournaments.events.club_nights.models import NightTable
from tournaments.events.rounds.models import EventTable

#: Number of tables whose event is cached in this process.
KEPT_TABLES = 2000

_events: LruCache[int, int] = LruCache(KEPT_TABLES)


def event_topic(event_id: int) -> Topic:
    """Return the public topic of the event."""
    return Topic("event", event_id)


def desk_topic(event_id: int) -> Topic:
    """Return the topic of the event's desk: the event and the state of its tables."""
    return Topic("desk", event_id)


def night_topic(event_id: int) -> Topic:
    """Return the topic of a club night: the event and the players at its tables."""
    return Topic("night", event_id)


def event_changed(event_id: int, version: int) -> None:
    """Announce the event's new version, also to its desk and club night, after the commit."""
    announce.changed(event_topic(event_id), version)
    announce.changed(desk_topic(event_id))
    announce.changed(night_topic(event_id))


def table_changed(table_id: int) -> None:
    """Announce a change at an event's table to desk and night after the commit; else do nothing.

    One query per process for an unknown table, none afterwards.
    """
    event_id = _events.get(table_id)
    if event_id is None:
        event_id = _event_of_table(table_id)
        if event_id is None:
            return
        _events.put(table_id, event_id)
    announce.changed(desk_topic(event_id))
    announce.changed(night_topic(event_id))


def _event_of_table(table_id: int) -> int | None:
    """Return the primary key of the event or club night of a table; None for other tables."""
    rounds = EventTable.objects.filter(table=table_id).values_list("round__event", flat=True)
    nights = NightTable.objects.filter(table=table_id).values_list("event", flat=True)
    return next(iter(rounds.order_by().union(nights.order_by())), None)
