"""Prometheus metrics: access and values."""

import json
import re
import time
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import ClassVar

import pytest
from django.urls import reverse
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from config import celery, queues
from games.tables.models import Table
from tests.sockets import Browser
from tournaments.ledger.audit.models import AuditRun

pytestmark = pytest.mark.every_database

BOARD = Path(__file__).resolve().parents[2] / "docs" / "deploy" / "grafana.json"
TOKEN = "figures for us alone"


@pytest.fixture
def figures(settings, client, db):
    """Return a function that reads a sample's value by its name and labels."""
    settings.METRICS_TOKEN = TOKEN

    def read(name: str, **labels: str) -> float | None:
        for family in text_string_to_metric_families(text(client)):
            for sample in family.samples:
                if sample.name == name and sample.labels == labels:
                    return sample.value
        return None

    return read


def text(client) -> str:
    answer = client.get("/metrics", headers={"authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 200
    return answer.content.decode()


def test_metrics_are_unavailable_unless_an_operator_enables_them(client):
    assert client.get("/metrics").status_code == 404
    assert client.get("/metrics", headers={"authorization": "Bearer "}).status_code == 404


@pytest.mark.parametrize("given", ["", TOKEN, f"bearer {TOKEN}", "Bearer figures", "Bearer \xff"])
def test_metrics_are_not_served_for_a_wrong_token(settings, client, given):
    settings.METRICS_TOKEN = TOKEN
    assert client.get("/metrics", headers={"authorization": given}).status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("peer", "forwarded", "status"),
    [
        ("127.0.0.1", {}, 200),
        ("10.3.7.7", {}, 200),
        ("10.4.0.1", {}, 404),
        ("", {}, 404),
        # All clients of a proxy on the same machine have this address.
        ("127.0.0.1", {"x-forwarded-for": "127.0.0.1"}, 404),
    ],
)
def test_allowed_addresses_can_read_metrics_only_directly(
    settings, client, peer, forwarded, status
):
    settings.METRICS_ADDRESSES = ["127.0.0.1", "10.3.0.0/16"]
    settings.HTTPS = settings.SECURE_SSL_REDIRECT = True
    answer = client.get("/metrics", REMOTE_ADDR=peer, headers=forwarded)
    assert answer.status_code == status


def test_requests_are_counted_by_view_and_status(figures, client):
    before = figures("club_requests_total", view="robots", status="200") or 0
    lost = figures("club_requests_total", view="none", status="404") or 0
    client.get(reverse("robots"))
    client.get("/nowhere-at-all/")
    assert figures("club_requests_total", view="robots", status="200") == before + 1
    assert figures("club_requests_total", view="none", status="404") == lost + 1
    assert figures("club_request_seconds_count", view="robots") >= 1


def test_overdue_turns_are_counted(figures, club):
    club()
    assert figures("club_late_turns") == 0
    assert figures("club_late_turn_seconds") == 0
    Table.objects.update(due_at=timezone.now() - timedelta(minutes=2))
    assert figures("club_late_turns") == 1
    assert 120 <= figures("club_late_turn_seconds") < 180
    Table.objects.update(paused_at=timezone.now())
    assert figures("club_late_turns") == 0


def test_the_result_of_the_last_finished_audit_is_reported(figures):
    assert figures("club_audit_faults") is None
    now = timezone.now()
    AuditRun.objects.create(ended_at=now, faults=[{}, {}])
    # A sweep that is still running has not reported yet.
    AuditRun.objects.create()
    assert figures("club_audit_faults") == 2
    assert figures("club_audit_timestamp_seconds") == pytest.approx(now.timestamp())


def test_the_waiting_time_of_each_queue_is_reported(figures):
    queues.note_wait(queues.TABLES, time.time() - 7)
    assert 7 <= figures("club_queue_wait_seconds", queue="tables") < 60
    assert figures("club_queue_timestamp_seconds", queue="tables") >= time.time() - 60


def test_a_starting_sweep_records_how_long_it_waited(monkeypatch):
    noted = []
    monkeypatch.setattr(queues, "note_wait", lambda *given: noted.append(given))

    class Asked(dict):
        delivery_info: ClassVar = {"routing_key": "tables"}

    sweep = SimpleNamespace(name="games.tables.tasks.sweep", request=Asked(sent_at=5.0))
    celery.measure_wait(task=sweep)
    sweep.name = "games.tables.tasks.move_on"
    celery.measure_wait(task=sweep)
    # Sent by a release that did not store the time.
    celery.measure_wait(task=SimpleNamespace(name=sweep.name, request=Asked()))
    assert noted == [("tables", 5.0)]


@pytest.mark.usefixtures("sockets")
@pytest.mark.django_db(transaction=True)
async def test_moves_sockets_and_refusals_are_counted(figures, club, sign_in):
    from asgiref.sync import sync_to_async

    read = sync_to_async(figures)
    game = await sync_to_async(club)()
    await sync_to_async(game.rig)("3D 4C 5H 6S", "7D 8C 9H TS", "7C 8H 9S TD", "7H 8S 9D TC")
    key = await sync_to_async(sign_in)(game.people[0].user)
    was = {
        "moves": await read("club_moves_total", kind="play", by="person") or 0,
        "seconds": await read("club_move_seconds_count") or 0,
        "refusals": await read("club_refusals_total", code="not_held") or 0,
    }
    page = Browser(game.table.slug, key)
    first = await page.open()
    assert await read("club_sockets", consumer="TableConsumer") == 1
    moment = re.search(r'data-position-id="([^"]+)"', first).group(1)
    await page.ask(do="play", cards="AS", moment=moment)
    assert await read("club_refusals_total", code="not_held") == was["refusals"] + 1
    assert await read("club_move_seconds_count") == was["seconds"]
    await page.ask(do="play", cards="3D", moment=moment)
    assert await read("club_moves_total", kind="play", by="person") == was["moves"] + 1
    assert await read("club_move_seconds_count") == was["seconds"] + 1
    await page.close()
    assert await read("club_sockets", consumer="TableConsumer") == 0


def test_the_dashboard_shows_exactly_the_existing_metrics(figures, client):
    figures("club_late_turns")
    AuditRun.objects.create(ended_at=timezone.now())
    families = list(text_string_to_metric_families(text(client)))
    known = {sample.name for family in families for sample in family.samples}
    # Metrics with labels have samples only after their first use.
    known |= {f"{family.name}_total" for family in families if family.type == "counter"}
    known |= {f"{family.name}_bucket" for family in families if family.type == "histogram"}
    known |= {family.name for family in families if family.type == "gauge"}
    panels = json.loads(BOARD.read_text())["panels"]
    asked = {
        name
        for panel in panels
        for target in panel["targets"]
        for name in re.findall(r"\b(?:club|process)_\w+", target["expr"])
    }
    assert len(panels) == len({panel["title"] for panel in panels}) == 15
    assert asked - known == set()
    # Every metric of ours is on the dashboard.
    own = {family.name for family in families if re.match(r"club_.*(?<!_created)$", family.name)}
    assert {name for name in own if not any(each.startswith(name) for each in asked)} == set()
