"""Closed connections leave nothing in the web server's memory, not even reference cycles."""

import gc
import weakref
from dataclasses import dataclass, field
from types import SimpleNamespace

import pytest
from daphne.ws_protocol import WebSocketFactory
from twisted.internet.defer import Deferred
from twisted.internet.error import ConnectionDone
from twisted.internet.testing import StringTransport
from twisted.python.failure import Failure

from config.server import GracefulServer


@pytest.fixture
def server():
    server = GracefulServer(application=None, endpoints=["tcp:0"])
    server.connections = {}
    gc.collect()
    gc.disable()
    yield server
    gc.enable()


@pytest.mark.parametrize("is_opened", [True, False])
def test_a_closed_socket_is_freed_at_once(server, is_opened):
    socket = WebSocketFactory(server, server="daphne").buildProtocol(None)
    socket.makeConnection(StringTransport())
    socket.request = SimpleNamespace(path="/ws/lobby/")
    socket.server = server
    socket.client_addr = None
    server.connections[socket] = {}
    if not is_opened:
        socket.handshake_deferred = Deferred().addCallback(socket.succeedHandshake)
    socket.connectionLost(Failure(ConnectionDone()))
    assert "disconnected" in server.connections.pop(socket)
    gone = weakref.ref(socket)
    del socket
    assert gone() is None


@dataclass(eq=False)
class Request:
    """Daphne's request object, which loses its transport when it becomes a socket."""

    transport: object
    channel: SimpleNamespace = field(default_factory=lambda: SimpleNamespace(requests=[]))


@pytest.mark.parametrize(("transport", "stays"), [(None, False), (StringTransport(), True)])
def test_a_request_that_became_a_socket_is_removed_from_its_channel(server, transport, stays):
    request = Request(transport)
    request.channel.requests.append(request)
    server.connections[request] = {}
    server.protocol_disconnected(request)
    # Other requests are removed after their response.
    assert (request in request.channel.requests) == stays
    # The method may be called twice.
    server.protocol_disconnected(request)
