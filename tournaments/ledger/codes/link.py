"""A page of somebody else's where the payee can be paid: paypal.me, revolut.me and the like.

What can be told of a link is that it leads to where it says: https, a host by its name, nothing
that a reader would take for another host. Who owes sees the host before they follow it.
"""

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from tournaments.ledger.codes.errors import LinkError

#: Any currency: the page decides.
CURRENCY = ""
LONGEST = 200
_HOST = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}")
_ADDRESS = re.compile(r"[!#$%&'()*+,./0-9:;=?@A-Z_a-z~-]+")


@dataclass(frozen=True, slots=True)
class LinkDetails:
    """An address where the payee can be paid."""

    url: str

    @classmethod
    def of(cls, url: str) -> "LinkDetails":
        """Return the details that somebody typed, put right; https may be left out.

        :raises LinkError: if it is not a plain https address of a named host
        """
        text = url.strip()
        if not re.match("[a-z]+:", text, re.IGNORECASE):
            text = f"https://{text}"
        try:
            parts = urlsplit(text)
            port = parts.port
        except ValueError as error:
            raise LinkError("not an address") from error
        host = (parts.hostname or "").lower()
        is_plain = (
            parts.scheme == "https"
            and port is None
            # Neither a port without a number, nor a name before the host.
            and parts.netloc.lower() == host
            and _HOST.fullmatch(host)
            # What looks like letters of another alphabet.
            and "xn--" not in host
            and _ADDRESS.fullmatch(text)
            and len(text) <= LONGEST
        )
        if not is_plain:
            raise LinkError("not a plain https address of a named host")
        return cls(parts._replace(netloc=host).geturl())

    @property
    def name(self) -> str:
        """The host: where the link leads."""
        return urlsplit(self.url).hostname or ""

    @property
    def account(self) -> str:
        """The address, to be read."""
        return self.url.removeprefix("https://")

    @property
    def masked(self) -> str:
        """The same for somebody who looks over the owner's shoulder."""
        return f"{self.name}/••••"


def payload(details: LinkDetails, amount_minor: int, reference: str) -> str:
    """Return the address, for the phone that is to open it.

    :param amount_minor: typed by the payer on that page, as the reference is
    """
    return details.url
