"""Requests whose body exceeds the limit, in daphne and in the application."""

import asyncio

import pytest
from daphne import http_protocol
from twisted.internet.testing import StringTransport

from config.asgi import application
from config.patches.request_size_limit import LimitedRequest

LIMIT = 100_000
PART = b"x" * 8_192


@pytest.fixture(autouse=True)
def _limit(settings):
    settings.MAX_BODY_BYTES = LIMIT
    settings.ALLOWED_HOSTS = ["localhost"]


class Sender:
    """Client that posts a body part by part, for ever or until it is refused."""

    def __init__(self, parts, *headers):
        self.left = parts
        self.sent = 0
        self.answer = []
        self.scope = {
            "type": "http", "http_version": "1.1", "method": "POST", "path": "/play/",
            "raw_path": b"/play/", "query_string": b"", "root_path": "", "scheme": "http",
            "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 2),
            "headers": [
                (b"host", b"localhost"),
                (b"content-type", b"application/x-www-form-urlencoded"),
                *headers,
            ],
        }  # fmt: skip

    async def receive(self):
        if not self.left:
            await asyncio.Event().wait()  # stays there, and says nothing more
        self.left -= 1
        self.sent += len(PART)
        return {"type": "http.request", "body": PART, "more_body": bool(self.left)}

    async def send(self, message):
        self.answer.append(message)

    async def post(self):
        await application(self.scope, self.receive, self.send)
        return self.answer[0]["status"]


async def test_a_body_announced_as_too_large_is_not_read():
    sender = Sender(1_000, (b"content-length", b"%d" % (LIMIT + 1)))
    assert await sender.post() == 413
    assert sender.sent == 0
    assert b"This request is too large." in sender.answer[1]["body"]


@pytest.mark.parametrize("headers", [(), ((b"content-length", b"10"),)], ids=["none", "false"])
async def test_reading_stops_when_a_body_exceeds_the_limit(headers):
    sender = Sender(1_000, *headers)
    assert await sender.post() == 413
    assert sender.sent <= LIMIT + len(PART)


async def test_a_body_within_the_limit_reaches_the_application():
    # Forms without a token are refused by the application.
    assert await Sender(3).post() == 403


class Daphne:
    """The parts of the server that a connection needs; records complete requests."""

    server_name = "test"

    def __init__(self):
        self.complete = []
        self.connections = set()

    def protocol_connected(self, protocol):
        self.connections.add(protocol)

    def protocol_disconnected(self, protocol):
        self.connections.discard(protocol)


@pytest.fixture
def connection(monkeypatch):
    server = Daphne()
    monkeypatch.setattr(
        LimitedRequest.__base__,
        "process",
        lambda request: server.complete.append(request.content.read()),
    )
    factory = http_protocol.HTTPFactory(server)
    factory.timeOut = None
    protocol = factory.buildProtocol(None)
    protocol.server = server
    protocol.makeConnection(StringTransport())
    return protocol


def chunks(count):
    return (b"%x\r\n%s\r\n" % (len(PART), PART)) * count


@pytest.mark.parametrize(
    ("header", "body"),
    [
        (b"Content-Length: 1500000000", PART),
        (b"Transfer-Encoding: chunked", chunks(1_000)),
    ],
    ids=["announced", "chunked"],
)
def test_daphne_buffers_no_more_than_the_limit(connection, header, body):
    connection.dataReceived(b"POST / HTTP/1.1\r\nHost: localhost\r\n" + header + b"\r\n\r\n")
    request = connection._channel.requests[-1]
    for start in range(0, len(body), 50_000):
        connection.dataReceived(body[start : start + 50_000])
    transport = connection._channel.transport
    assert transport.value().startswith(b"HTTP/1.1 413 ")
    assert transport.disconnecting
    assert request.content.tell() <= LIMIT
    assert connection.server.complete == []


def test_daphne_accepts_a_body_within_the_limit(connection):
    connection.dataReceived(
        b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
        + chunks(2)
        + b"0\r\n\r\n"
    )
    assert connection.server.complete == [PART * 2]
