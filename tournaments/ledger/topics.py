"""What can be watched: the settlement of a session, of an event, or of a club's balances."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Count, Sum

from games.live import announce
from games.live.topics import Source, Topic, register
from tournaments.ledger.models import Settlement

_KIND = "settled-%s"
#: By what the settlements of a source are found.
_FIELDS = {
    Settlement.Source.SESSION: "session",
    Settlement.Source.EVENT: "event",
    Settlement.Source.CLUB: "pk",
}


@dataclass(frozen=True, slots=True)
class Settled:
    """How often something was settled and paid, counted; 0 while it is not settled."""

    version: int


def topic_of(source: Settlement.Source, key: int) -> Topic:
    """Return the topic of a session's or event's settlements, or of one of a club's."""
    return Topic(_KIND % source, key)


def source_topic(settlement: Settlement) -> Topic:
    """Return the topic that the settlement belongs to."""
    source = Settlement.Source(settlement.source)
    key = {
        Settlement.Source.SESSION: settlement.session_id,
        Settlement.Source.EVENT: settlement.event,
        Settlement.Source.CLUB: settlement.pk,
    }[source]
    assert key is not None
    return topic_of(source, key)


def settlement_changed(settlement: Settlement) -> None:
    """Tell every process that the settlement is there, or something of it was paid or answered."""
    announce.changed(source_topic(settlement))


def versions(source: Settlement.Source, keys: Collection[int]) -> dict[int, int]:
    """Return how often each was settled and paid, counted. One query."""
    name = _FIELDS[source]
    rows = (
        Settlement.objects.filter(source=source, **{f"{name}__in": keys})
        .values(name)
        .annotate(settled=Count("pk"), steps=Sum("version"))
    )
    found = {row[name]: row["settled"] + row["steps"] for row in rows}
    # What is not settled yet is there to be waited for.
    return {key: found.get(key, 0) for key in keys}


def register_topics() -> None:
    """Declare how the topics are read; called when the apps are ready."""
    for source in Settlement.Source:
        register(_KIND % source, _source(source))


def _source(source: Settlement.Source) -> Source:
    return Source(
        read=lambda key: Settled(versions(source, [key])[key]),
        versions=lambda keys: versions(source, keys),
    )
