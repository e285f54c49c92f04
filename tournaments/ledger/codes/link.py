"""Links to external payment pages: paypal.me, revolut.me and similar.

Validation ensures that a link goes where it appears to go: https, a named host, and nothing that
could be mistaken for another host. The payer sees the host before following it.
"""

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from tournaments.ledger.codes.errors import CodeError, CodeFault

#: Any currency: the payment page decides.
CURRENCY = ""
MAX_LENGTH = 200
_HOST = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}")
_ADDRESS = re.compile(r"[!#$%&'()*+,./0-9:;=?@A-Z_a-z~-]+")


@dataclass(frozen=True, slots=True)
class LinkDetails:
    """A URL of the payee's payment page."""

    url: str

    @classmethod
    def of(cls, url: str) -> "LinkDetails":
        """Return details from a typed URL, validated; https may be left out.

        :raises CodeError: if it is not a plain https URL of a named host
        """
        text = url.strip()
        if not re.match("[a-z]+:", text, re.IGNORECASE):
            text = f"https://{text}"
        try:
            parts = urlsplit(text)
            port = parts.port
        except ValueError as error:
            raise CodeError(CodeFault.LINK, "not a URL") from error
        host = (parts.hostname or "").lower()
        is_plain = (
            parts.scheme == "https"
            and port is None
            # Rejects an empty port and user info before the host.
            and parts.netloc.lower() == host
            and _HOST.fullmatch(host)
            # Rejects lookalike letters of other alphabets.
            and "xn--" not in host
            and _ADDRESS.fullmatch(text)
            and len(text) <= MAX_LENGTH
        )
        if not is_plain:
            raise CodeError(CodeFault.LINK, "not a plain https URL of a named host")
        return cls(parts._replace(netloc=host).geturl())

    @property
    def name(self) -> str:
        """The link's host."""
        return urlsplit(self.url).hostname or ""

    @property
    def account(self) -> str:
        """The URL for display."""
        return self.url.removeprefix("https://")

    @property
    def masked(self) -> str:
        """The URL's host, safe for onlookers."""
        return f"{self.name}/••••"


def payload(details: LinkDetails, amount_minor: int, reference: str) -> str:
    """Return the URL of the payment page, which is the code's content, without the amount.

    :param amount_minor: not carried, like the reference: the payer types both on the page
    """
    return details.url
