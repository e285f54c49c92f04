"""Direct sending: texts arrive whole and in order, also where the browser reads slowly."""

import asyncio
import base64
import hashlib

import aiohttp
import pytest
from autobahn.websocket.protocol import WebSocketProtocol
from twisted.internet.tcp import Connection

from config.patches.direct_send import DirectSender, frame


@pytest.mark.parametrize("length", [1, 125, 126, 65_535, 65_536, 300_000])
async def test_another_library_reads_the_frame_of_a_text(length):
    text = ("鋤大弟" * length)[:length]

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        key = next(
            line.split(b": ")[1]
            for line in head.split(b"\r\n")
            if line.lower().startswith(b"sec-websocket-key")
        )
        writer.write(
            b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Accept: " + accept_of(key) + b"\r\n\r\n" + frame(text) + frame("end")
        )
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with (
        server,
        aiohttp.ClientSession() as http,
        http.ws_connect(f"http://127.0.0.1:{port}/", max_msg_size=0) as socket,
    ):
        assert (await socket.receive()).data == text
        assert (await socket.receive()).data == "end"


def accept_of(key: bytes) -> bytes:
    """Return the answer to a handshake's key (RFC 6455, section 4.2.2)."""
    digest = hashlib.sha1(key + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest()
    return base64.b64encode(digest)


class Protocol:
    """An open WebSocket of the server, as far as sending uses it."""

    _perMessageCompress = None

    def __init__(self, transport: object = None) -> None:
        self.state = WebSocketProtocol.STATE_OPEN
        self.send_queue: list[bytes] = []
        self.transport = transport
        self.messages: list[bytes] = []

    def sendMessage(self, payload: bytes) -> None:
        self.messages.append(payload)


class Transport:
    """A transport that is not plain TCP, such as one with TLS."""

    def __init__(self) -> None:
        self.written = b""

    def write(self, data: bytes) -> None:
        self.written += data


def test_a_transport_that_is_not_plain_tcp_is_written_to():
    protocol = Protocol(Transport())
    assert DirectSender(protocol)("Pass")
    assert protocol.transport.written == frame("Pass")


class Plain(Connection):
    """A plain TCP connection whose socket takes a few bytes at a time, or fails."""

    def __init__(self, takes: int | OSError, waiting: bytes = b"") -> None:
        self.takes, self.taken, self.written = takes, b"", b""
        self.socket = self
        self.dataBuffer, self._tempDataBuffer = waiting, []

    def send(self, data: bytes) -> int:
        if isinstance(self.takes, OSError):
            raise self.takes
        self.taken += data[: self.takes]
        return min(self.takes, len(data))

    def write(self, data: bytes) -> None:
        self.written += data


@pytest.mark.parametrize("takes", [0, 3, 1000, BlockingIOError(), ConnectionResetError()])
def test_what_the_socket_does_not_take_at_once_is_left_to_the_transport(takes):
    protocol = Protocol(Plain(takes))
    assert DirectSender(protocol)("Pass")
    assert protocol.transport.taken + protocol.transport.written == frame("Pass")


def test_a_text_does_not_overtake_what_the_transport_still_has_to_send():
    protocol = Protocol(Plain(1000, waiting=b"earlier"))
    assert DirectSender(protocol)("Pass")
    assert (protocol.transport.taken, protocol.transport.written) == (b"", frame("Pass"))


def test_a_text_waits_behind_queued_frames():
    protocol = Protocol(Transport())
    protocol.send_queue.append(b"earlier")
    assert DirectSender(protocol)("Pass")
    assert (protocol.messages, protocol.transport.written) == ([b"Pass"], b"")


@pytest.mark.parametrize("state", ["CLOSING", "CLOSED", "CONNECTING"])
def test_nothing_is_sent_over_a_socket_that_is_not_open(state):
    protocol = Protocol(Transport())
    protocol.state = getattr(WebSocketProtocol, f"STATE_{state}")
    assert not DirectSender(protocol)("Pass")
    assert protocol.transport.written == b""


def test_nothing_is_sent_over_a_socket_that_is_gone():
    protocol = Protocol(Transport())
    send = DirectSender(protocol)
    del protocol
    assert not send("Pass")
