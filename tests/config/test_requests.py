"""Request IDs in responses and in the log."""

import logging

import pytest
from django.test import AsyncClient

from accounts import log_context
from config import requests
from config.requests import RequestIds


@pytest.fixture(autouse=True)
def _access_log(caplog):
    caplog.set_level(logging.INFO, logger="access")


async def send_request(headers=(), path="/x/", method="GET"):
    """Return the messages sent by the wrapper, and the request ID seen by the application."""
    sent, seen = [], {}

    async def application(scope, receive, send):
        seen.update(name=log_context.request_id.get(), address=log_context.address.get())
        await send({"type": "http.response.start", "status": 418, "headers": [(b"a", b"b")]})
        await send({"type": "http.response.body", "body": b""})

    async def send(message):
        sent.append(message)

    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "headers": list(headers),
        "client": ("192.0.2.7", 80),
    }
    await RequestIds(application)(scope, None, send)
    return dict(sent[0]["headers"]), seen


async def test_a_request_gets_an_id_that_its_response_contains(caplog):
    headers, seen = await send_request()
    assert headers[b"a"] == b"b"
    assert headers[b"x-request-id"].decode() == seen["name"]
    assert len(seen["name"]) == 16
    assert seen["address"] == "192.0.2.7"
    (record,) = caplog.records
    assert record.getMessage().startswith("GET /x/ 418 in ")
    assert (record.status, record.path, record.address) == (418, "/x/", "192.0.2.7")


@pytest.mark.parametrize(
    ("given", "is_behind", "is_taken"),
    [
        (b"0123456789abcdef", True, True),
        (b"0123456789abcdef", False, False),
        (b"short", True, False),
        (b'evil"}\n{"level":"ERROR"', True, False),
        (b"x" * 65, True, False),
        (b"\xff" * 16, True, False),
    ],
)
async def test_a_valid_request_id_is_accepted_only_from_a_proxy(
    settings, given, is_behind, is_taken
):
    settings.HTTPS = is_behind
    headers, _seen = await send_request([(b"x-request-id", given)])
    assert (headers[b"x-request-id"] == given) == is_taken


async def test_nothing_is_logged_if_the_access_log_is_off(caplog):
    caplog.set_level(logging.WARNING, logger="access")
    await send_request()
    assert caplog.records == []


@pytest.mark.django_db(transaction=True)
async def test_log_lines_of_a_request_name_its_user(django_user_model, monkeypatch):
    seen = {}
    show = requests.TraceUser.__call__

    def noted(self, request):
        answer = show(self, request)
        seen["person"] = log_context.person_id.get()
        return answer

    monkeypatch.setattr(requests.TraceUser, "__call__", noted)
    person = await django_user_model.objects.acreate(username="ann")
    client = AsyncClient()
    await client.get("/robots.txt")
    assert seen["person"] is None
    await client.aforce_login(person)
    await client.get("/robots.txt")
    assert seen["person"] == person.pk
