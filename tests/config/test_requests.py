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


async def answered(headers=(), path="/x/", method="GET"):
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


async def test_a_request_gets_a_name_that_its_answer_has(caplog):
    headers, seen = await answered()
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
async def test_a_name_is_taken_from_a_proxy_alone(settings, given, is_behind, is_taken):
    settings.HTTPS = is_behind
    headers, _seen = await answered([(b"x-request-id", given)])
    assert (headers[b"x-request-id"] == given) == is_taken


async def test_without_an_access_log_nothing_is_said(caplog):
    caplog.set_level(logging.WARNING, logger="access")
    await answered()
    assert caplog.records == []


@pytest.mark.django_db(transaction=True)
async def test_what_is_logged_of_a_request_says_whose_it_is(django_user_model, monkeypatch):
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
