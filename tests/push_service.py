"""A push service of our own: it decrypts what it gets as a device would, and checks signatures."""

import base64
import json
import queue
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from accounts.notices.push.protocol import decoded, encoded


@dataclass
class Receiver:
    """A device's keys, and the messages that arrived for it at the address `endpoint`."""

    endpoint: str
    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    secret: bytes = b"sixteen bytes ok"
    #: Answers of the service, one after the other; the last one from then on.
    answers: list[int] = field(default_factory=lambda: [201])
    messages: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    #: The same messages, for tests that wait for the next one.
    arriving: queue.SimpleQueue[dict[str, Any]] = field(default_factory=queue.SimpleQueue)

    @property
    def keys(self) -> dict[str, str]:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"p256dh": encoded(point), "auth": encoded(self.secret)}

    @property
    def subscription(self) -> dict[str, str]:
        return {"endpoint": self.endpoint, **self.keys}

    def take(self, body: bytes, headers: dict[str, str]) -> int:
        """Decrypt the body and check the signature; return the answer's status."""
        if headers.get("Content-Encoding") != "aes128gcm":
            return 400
        if not Vapid02.verify(headers["Authorization"]):
            return 403
        status = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if status < 300:
            text = http_ece.decrypt(
                body, private_key=self.key, auth_secret=self.secret, version="aes128gcm"
            )
            self.messages.append(json.loads(text))
            self.headers.append(headers)
            self.arriving.put(self.messages[-1])
        return status


def claims(authorization: str) -> dict[str, Any]:
    """Return the claims of a signature, with the public key as "key"."""
    parts = dict(each.strip().split("=", 1) for each in authorization.split(" ", 1)[1].split(","))
    payload = parts["t"].split(".")[1]
    found = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
    return {**found, "key": parts["k"], "point": decoded(parts["k"])}


class PushService:
    """A server on this machine with an address for each device."""

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self._receivers: dict[str, Receiver] = {}

    def receiver(self, name: str = "phone", **values: Any) -> Receiver:
        made = Receiver(f"{self.url}/send/{name}", **values)
        self._receivers[f"/send/{name}"] = made
        return made

    def answer(self, path: str, body: bytes, headers: dict[str, str]) -> int:
        found = self._receivers.get(path)
        return 404 if found is None else found.take(body, headers)


@contextmanager
def push_service() -> Iterator[PushService]:
    """Run a push service."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(service.answer(self.path, body, dict(self.headers.items())))
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_args: Any) -> None:
            """Keep the test's output short."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    service = PushService(server.server_port)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
