"""Live topics: the settlements of a session, event or club."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Count, Sum

from games.live import announce
from games.live.topics import Source, Topic, register
from tournaments.ledger.settling.models import Settlement

_KIND = "settled-%s"
#: Field that identifies the settlements of each source.
_FIELDS = {
    Settlement.Source.SESSION: "session",
    Settlement.Source.EVENT: "event",
    Settlement.Source.CLUB: "pk",
    Settlement.Source.DUES: "pk",
    Settlement.Source.BILL: "pk",
}


@dataclass(frozen=True, slots=True)
class Settled:
    """Number of changes to the settlements; 0 while unsettled."""

    version: int


def topic_of(source: Settlement.Source, key: int) -> Topic:
    """Return the topic of a session's or event's settlements, or of one other settlement.

    :param key: ID of the session or event; for other settlements their own ID
    """
    return Topic(_KIND % source, key)


def source_topic(settlement: Settlement) -> Topic:
    """Return the topic of the settlement's session or event; for others, its own."""
    source = Settlement.Source(settlement.source)
    key = {
        Settlement.Source.SESSION: settlement.session_id,
        Settlement.Source.EVENT: settlement.event,
    }.get(source, settlement.pk)
    assert key is not None
    return topic_of(source, key)


def settlement_changed(settlement: Settlement) -> None:
    """Notify all processes that the settlement was created or has changed."""
    announce.changed(source_topic(settlement))


def versions(source: Settlement.Source, keys: Collection[int]) -> dict[int, int]:
    """Return the number of changes, 0 if unsettled, by key as in `topic_of`. One query."""
    name = _FIELDS[source]
    rows = (
        Settlement.objects.filter(source=source, **{f"{name}__in": keys})
        .values(name)
        .annotate(settled=Count("pk"), steps=Sum("version"))
    )
    found = {row[name]: row["settled"] + row["steps"] for row in rows}
    # Unsettled sources can be watched, too.
    return {key: found.get(key, 0) for key in keys}


def register_topics() -> None:
    """Register the topics; called when the apps are ready."""
    for source in Settlement.Source:
        register(_KIND % source, _topic_source(source))


def _topic_source(source: Settlement.Source) -> Source:
    """Return how the live hub reads the settlements of this source and their versions."""
    return Source(
        read=lambda key: Settled(versions(source, [key])[key]),
        versions=lambda keys: versions(source, keys),
    )
