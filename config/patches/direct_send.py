"""Direct sending: texts go to a WebSocket's transport past the layers between it and a consumer.

A move is one message in and several out. Wrapped ``send`` functions, Daphne, and Autobahn's framing
and logging took a tenth of a move's time, and the event loop waits once more for each socket to
become writable. Frames are as in RFC 6455, section 5.2: unmasked, unfragmented, without extensions.

Upstream: not reported. Unnecessary once a text sent through Channels and Daphne costs about as much
as the system call.
"""

import struct
import weakref
from typing import Any

from autobahn.websocket.protocol import WebSocketProtocol
from twisted.internet.tcp import Connection

_TEXT = 0x81


class DirectSender:
    """Sends texts to one open WebSocket."""

    def __init__(self, protocol: Any) -> None:
        # The protocol keeps its application, which keeps this.
        self._protocol = weakref.ref(protocol)

    def __call__(self, text: str) -> bool:
        """Send the text; return False if the socket is not open, or no longer."""
        protocol = self._protocol()
        if protocol is None or protocol.state != WebSocketProtocol.STATE_OPEN:
            return False
        if protocol.send_queue or protocol._perMessageCompress is not None:
            protocol.sendMessage(text.encode())
        else:
            _write(protocol.transport, frame(text))
        return True


def frame(text: str) -> bytes:
    """Return the WebSocket frame of a text from a server."""
    payload = text.encode()
    length = len(payload)
    if length < 126:
        return bytes((_TEXT, length)) + payload
    if length < 1 << 16:
        return struct.pack("!BBH", _TEXT, 126, length) + payload
    return struct.pack("!BBQ", _TEXT, 127, length) + payload


def _write(transport: Any, data: bytes) -> None:
    """Write the data; at once if the connection is plain TCP with nothing waiting to be sent."""
    sent = 0
    is_plain = isinstance(transport, Connection) and not transport.TLS
    if is_plain and not (transport.dataBuffer or transport._tempDataBuffer):
        try:
            sent = transport.socket.send(data)
        except OSError:
            # Full or broken: the transport waits or reports it.
            sent = 0
    if sent < len(data):
        transport.write(data[sent:])
