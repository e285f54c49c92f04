"""Prometheus metrics: counters of this process, and the state of the whole site.

The page exists only if a token or addresses are set (docs/SETTINGS.md).
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
from tournaments.ledger.audit.run import latest_run


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Return the metrics to permitted clients; 404 to others."""
    if not _may_ask(request):
        raise Http404
    text = generate_latest(REGISTRY) + generate_latest(_registry)
    return HttpResponse(text, content_type=CONTENT_TYPE_LATEST)


def _may_ask(request: HttpRequest) -> bool:
    """Return whether the client may read the metrics: by token, or by address without a proxy."""
    if settings.METRICS_TOKEN:
        given = request.headers.get("Authorization", "")
        if constant_time_compare(given, f"Bearer {settings.METRICS_TOKEN}"):
            return True
    # Behind a proxy, all clients would have the proxy's address.
    if "X-Forwarded-For" in request.headers:
        return False
    try:
        peer = ip_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:
        return False
    return any(peer in ip_network(each) for each in settings.METRICS_ADDRESSES)


class SiteCollector(Collector):
    """Collector of metrics about the whole site, which are read for each request."""

    def collect(self) -> Iterator[Metric]:
        """Yield the metrics; without the database, only those of the queues."""
        yield from _queue_metrics()
        try:
            yield from _overdue_timer_metrics()
            yield from _audit_metrics()
        except DatabaseError:
            return


def _overdue_timer_metrics() -> Iterator[Metric]:
    """Yield the number of overdue table timers, and the longest delay."""
    count, seconds = overdue()
    yield GaugeMetricFamily("club_late_turns", "Tables with an overdue timer.", count)
    yield GaugeMetricFamily(
        "club_late_turn_seconds", "Delay of the most overdue table timer.", seconds
    )


def _audit_metrics() -> Iterator[Metric]:
    """Yield number of errors and time of the last ledger audit; nothing before the first."""
    found = latest_run()
    if found is None:
        return
    ended_at, faults = found
    yield GaugeMetricFamily("club_audit_faults", "Errors found by the last ledger audit.", faults)
    yield GaugeMetricFamily(
        "club_audit_timestamp_seconds",
        "Time at which the last ledger audit ended.",
        ended_at.timestamp(),
    )


def _queue_metrics() -> Iterator[Metric]:
    """Yield waiting time and start of the latest sweep in each queue."""
    waited = GaugeMetricFamily(
        "club_queue_wait_seconds",
        "Time that the latest sweep waited in its queue.",
        labels=["queue"],
    )
    begun = GaugeMetricFamily(
        "club_queue_timestamp_seconds",
        "Time at which a worker last started a sweep.",
        labels=["queue"],
    )
    for queue, (seconds, at) in waits().items():
        waited.add_metric([queue], seconds)
        begun.add_metric([queue], at)
    yield waited
    yield begun


_registry = CollectorRegistry()
_registry.register(SiteCollector())
