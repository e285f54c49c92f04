"""Delivery to push services at public addresses only.

Endpoints come from browsers, so a user could enter any address, such as one inside our network.
Each delivery resolves the host, refuses private addresses, and connects to exactly the address that
was checked, so that a second answer of the name server can't lead elsewhere. Redirects are not
followed.
"""

import http.client
import ipaddress
import socket
import ssl
import threading
from collections.abc import Iterator, Mapping
from queue import Empty, SimpleQueue
from typing import Any, Final, TypeAlias
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

_Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address

#: Seconds for each step of a delivery, and for all of it.
STEP_SECONDS, ALL_SECONDS = 5.0, 8.0
#: Maximum number of look-ups that wait for a name server at the same time.
MAX_LOOK_UPS = 20
_look_ups = threading.BoundedSemaphore(MAX_LOOK_UPS)
#: All public IPv6 addresses of hosts, and those that translate to IPv4 (RFC 6052).
_UNICAST: Final = ipaddress.IPv6Network("2000::/3")
_NAT64: Final = ipaddress.IPv6Network("64:ff9b::/96")


class EndpointError(Exception):
    """The endpoint is not allowed: no https, or an address that is not public."""


def check_endpoint(endpoint: str) -> SplitResult:
    """Return the parts of the endpoint; its host is not resolved.

    :raises EndpointError: it isn't an https address at the standard port without a user
    """
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError as error:
        raise EndpointError("no address") from error
    if not endpoint.isascii() or any(each <= " " for each in endpoint):
        raise EndpointError("forbidden characters")
    if not parts.hostname or parts.username is not None or parts.password is not None:
        raise EndpointError("no host, or a user")
    if settings.PUSH_PRIVATE_ENDPOINTS and parts.scheme in ("http", "https"):
        return parts
    if parts.scheme != "https" or port not in (None, 443):
        raise EndpointError("not https at port 443")
    return parts


def is_public(address: str) -> bool:
    """Return whether the IP address is public, and so is an IPv4 address that it contains."""
    found = ipaddress.ip_address(address.partition("%")[0])
    return all(map(_is_public_host, _meant(found)))


def _is_public_host(address: _Address) -> bool:
    """Return whether this is the public address of a host, which old kinds of IPv6 ones aren't."""
    is_host = address.version == 4 or address in _UNICAST or address in _NAT64
    return is_host and address.is_global and not address.is_multicast


def _meant(address: _Address) -> Iterator[_Address]:
    """Yield the addresses that this one may lead to: itself, and IPv4 addresses inside it."""
    if not isinstance(address, ipaddress.IPv6Address):
        yield address
        return
    if address.ipv4_mapped is not None:
        yield address.ipv4_mapped
        return
    yield address
    if address.sixtofour is not None:
        yield address.sixtofour
    if address in _NAT64:
        yield ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)


def resolve(host: str, port: int) -> str:
    """Return an IP address of the host.

    :raises EndpointError: one of its addresses is not public
    :raises OSError: it has none, or the name server doesn't answer in time
    """
    try:
        rows = _look_up(host, port)
    except UnicodeError as error:
        raise EndpointError("no host name") from error
    found = [str(row[4][0]) for row in rows]
    if not settings.PUSH_PRIVATE_ENDPOINTS and not all(map(is_public, found)):
        raise EndpointError(f"{host} is not public")
    return found[0]


def _look_up(host: str, port: int) -> list[tuple[Any, ...]]:
    """Return the host's addresses as `socket.getaddrinfo` does, but not after `STEP_SECONDS`.

    A look-up can't be stopped: its thread ends when the system gives up. At most `MAX_LOOK_UPS`
    such threads exist.

    :raises OSError: the host has no address, or is not found in time
    :raises UnicodeError: it is no host name
    """
    places = _look_ups
    if not places.acquire(timeout=STEP_SECONDS):
        raise TimeoutError("too many look-ups without an answer")
    answers: SimpleQueue[list[tuple[Any, ...]] | Exception] = SimpleQueue()

    def ask() -> None:
        """Look up the host; the answer may come too late for anyone to read it."""
        try:
            answers.put(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
        except Exception as error:
            answers.put(error)
        finally:
            places.release()

    threading.Thread(target=ask, name="push look-up", daemon=True).start()
    try:
        answer = answers.get(timeout=STEP_SECONDS)
    except Empty:
        raise TimeoutError(f"{host} was not resolved in time") from None
    if isinstance(answer, Exception):
        raise answer
    return answer


class _PinnedConnection(http.client.HTTPConnection):
    """A connection to a given IP address, in the name of the host; with TLS it proves that name."""

    def __init__(self, host: str, port: int, address: str, *, is_secure: bool) -> None:
        super().__init__(host, port, timeout=STEP_SECONDS)
        self._address, self._is_secure, self._is_aborted = address, is_secure, False
        if is_secure:
            # The host's name is sent without the usual port.
            self.default_port = http.client.HTTPS_PORT

    def connect(self) -> None:
        """Connect to the checked address, without another look-up."""
        self.sock = socket.create_connection((self._address, self.port), STEP_SECONDS)
        if self._is_secure:
            context = ssl.create_default_context()
            # Stored before the handshake, so that it can be aborted, too.
            self.sock = context.wrap_socket(
                self.sock, server_hostname=self.host, do_handshake_on_connect=False
            )
            self.sock.do_handshake()
        if self._is_aborted:
            raise TimeoutError("the connection took too long")

    def abort(self) -> None:
        """End the connection from another thread, so that a slow answer fails."""
        self._is_aborted = True
        if self.sock is not None:
            try:
                # Not that of TLS, whose state the other thread uses.
                socket.socket.shutdown(self.sock, socket.SHUT_RDWR)
            except OSError:
                self.sock.close()


def post(endpoint: str, body: bytes, headers: Mapping[str, str]) -> int:
    """Send the body to the endpoint; return the status of the answer.

    :raises EndpointError: the endpoint is not allowed
    :raises OSError: it can't be reached, or does not answer in time
    :raises http.client.HTTPException: the answer is not HTTP
    """
    parts = check_endpoint(endpoint)
    host, is_secure = parts.hostname or "", parts.scheme == "https"
    port = parts.port or (443 if is_secure else 80)
    target = parts.path + (f"?{parts.query}" if parts.query else "")
    connection = _PinnedConnection(host, port, resolve(host, port), is_secure=is_secure)
    guard = threading.Timer(ALL_SECONDS, connection.abort)
    guard.daemon = True
    guard.start()
    try:
        connection.request("POST", target or "/", body, dict(headers))
        return connection.getresponse().status
    finally:
        guard.cancel()
        connection.close()
