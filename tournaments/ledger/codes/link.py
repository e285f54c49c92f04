"""Links to external payment pages: paypal.me, revolut.me and similar.

Links to sites that take an amount carry it, so that the payer need not type it:
paypal.me/name/10EUR, monzo.me/name/10 in pounds, cash.app/$name/10 in US dollars. These formats are
in common use; no specification of them was found, so the payer is asked to check the amount.

Validation ensures that a link goes where it appears to go: https, a named host, and nothing that
could be mistaken for another host. The payer sees the host before following it.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from urllib.parse import urlsplit

from tournaments.ledger.codes import emv
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

    def with_amount(self, currency: str, amount_minor: int) -> "LinkDetails | None":
        """Return the URL of a page with the amount filled in; None if the site's links carry none.

        :raises CodeError: if the amount is not positive or too large
        """
        parts = urlsplit(self.url)
        site = _SITES.get(self.name.removeprefix("www."))
        if site is None or currency not in site.currencies or parts.query or parts.fragment:
            return None
        if not site.path.fullmatch(parts.path):
            return None
        amount = emv.two_decimals(amount_minor)
        if site.names_currency:
            amount += currency
        return LinkDetails(f"{self.url.rstrip('/')}/{amount}")


@dataclass(frozen=True, slots=True)
class _Site:
    """A payment site whose links can end in an amount with two decimals."""

    #: The path of a payee's own page.
    path: re.Pattern[str]
    currencies: frozenset[str]
    #: Whether the currency's code follows the amount.
    names_currency: bool = False


#: PayPal takes whole amounts only of HUF, JPY and TWD, so its links carry none.
_PAYPAL = frozenset(
    "AUD BRL CAD CHF CZK DKK EUR GBP HKD ILS MXN MYR NOK NZD PHP PLN SEK SGD THB USD".split()  # noqa: SIM905
)
#: Sites by host without "www.".
_SITES: Mapping[str, _Site] = MappingProxyType(
    {
        "paypal.me": _Site(re.compile(r"/[A-Za-z0-9]+/?"), _PAYPAL, names_currency=True),
        "paypal.com": _Site(re.compile(r"/paypalme/[A-Za-z0-9]+/?"), _PAYPAL, names_currency=True),
        "monzo.me": _Site(re.compile(r"/[A-Za-z0-9]+/?"), frozenset({"GBP"})),
        "cash.app": _Site(re.compile(r"/\$[A-Za-z0-9_-]+/?"), frozenset({"USD"})),
    }
)


def payload(details: LinkDetails, amount_minor: int, reference: str) -> str:
    """Return the URL of the payment page, which is the code's content.

    :param amount_minor: in the URL already if the site's links carry it (`LinkDetails.with_amount`)
    :param reference: not carried
    """
    return details.url
