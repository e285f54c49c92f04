"""Figures for Prometheus: what this process has counted, and how the club as a whole stands.

There is no such page unless a token or addresses are set (docs/SETTINGS.md).
"""

from collections.abc import Iterator
from ipaddress import ip_address, ip_network

from django.conf import settings
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from config.queues import waits
from games.tables.selectors import overdue
from tournaments.ledger.audit import newest


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Return the figures, to whom they are meant for."""
    if not _may_ask(request):
        raise Http404
    text = generate_latest(REGISTRY) + generate_latest(_club)
    return HttpResponse(text, content_type=CONTENT_TYPE_LATEST)


def _may_ask(request: HttpRequest) -> bool:
    """Tell whether the request has the token, or comes straight from one of the addresses."""
    if settings.METRICS_TOKEN:
        given = request.headers.get("Authorization", "")
        if constant_time_compare(given, f"Bearer {settings.METRICS_TOKEN}"):
            return True
    # A proxy's own address would be that of everybody.
    if "X-Forwarded-For" in request.headers:
        return False
    try:
        peer = ip_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:
        return False
    return any(peer in ip_network(each) for each in settings.METRICS_ADDRESSES)


class WholeClub(Collector):
    """How the club stands, read at each look: the same from every process."""

    def collect(self) -> Iterator[Metric]:
        """Return what can be found out now; nothing of a database that is away."""
        yield from _queues()
        try:
            yield from _tables()
            yield from _book()
        except DatabaseError:
            return


def _tables() -> Iterator[Metric]:
    count, seconds = overdue()
    yield GaugeMetricFamily(
        "club_late_turns", "Tables where something is overdue that happens by itself.", count
    )
    yield GaugeMetricFamily("club_late_turn_seconds", "By how much the latest is overdue.", seconds)


def _book() -> Iterator[Metric]:
    found = newest()
    if found is None:
        return
    ended_at, faults = found
    yield GaugeMetricFamily("club_audit_faults", "What the last audit found wrong.", faults)
    yield GaugeMetricFamily(
        "club_audit_timestamp_seconds", "When the last audit ended.", ended_at.timestamp()
    )


def _queues() -> Iterator[Metric]:
    waited = GaugeMetricFamily(
        "club_queue_wait_seconds",
        "How long the newest sweep waited in its queue until a worker began it.",
        labels=["queue"],
    )
    begun = GaugeMetricFamily(
        "club_queue_timestamp_seconds", "When a worker last began a sweep.", labels=["queue"]
    )
    for queue, (seconds, at) in waits().items():
        waited.add_metric([queue], seconds)
        begun.add_metric([queue], at)
    yield waited
    yield begun


_club = CollectorRegistry()
_club.register(WholeClub())
