"""Registry of payment code schemes, for forms, pages and tests."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from types import MappingProxyType
from typing import Any, Generic, Protocol, TypeVar

from tournaments.ledger.codes import (
    bank,
    duitnow,
    emv,
    epc,
    fps,
    link,
    paynow,
    promptpay,
    qr_ph,
    qris,
    upi,
)


class AccountDetails(Protocol):
    """A payee's details for one scheme; a dataclass of strings."""

    @property
    def name(self) -> str:
        """The payee's name."""

    @property
    def account(self) -> str:
        """The account for display; empty if only banks can read it."""

    @property
    def masked(self) -> str:
        """The masked account, safe for onlookers."""


D = TypeVar("D", bound=AccountDetails)


@dataclass(frozen=True, slots=True)
class Scheme(Generic[D]):
    """A payment scheme: its currency, class of account details, and functions to make codes."""

    code: str
    #: ISO 4217 code; empty for any currency.
    currency: str
    details: type[D]
    #: Validates typed details; raises a CodeError if they are invalid.
    of: Callable[..., D]
    #: Makes the text of a code; None if the scheme has none.
    payload: Callable[[D, int, str], str] | None
    #: Shortens a reference to what the code can carry.
    fit_reference: Callable[[D, str], str]

    def takes(self, currency: str) -> bool:
        """Return whether the scheme supports payments in the currency."""
        return self.currency in {"", currency}

    def to_data(self, details: D) -> dict[str, str]:
        """Return the details as a dictionary to store."""
        return asdict(details)  # type: ignore[call-overload, no-any-return]

    def from_data(self, data: Mapping[str, str]) -> D:
        """Return the details from a stored dictionary, which was validated when stored."""
        return self.details(**data)


def _emv_reference(details: Any, reference: str) -> str:
    """Return the reference shortened to ASCII of at most 25 characters, for an EMV code."""
    return emv.fit_reference(reference)


def _no_reference(details: Any, reference: str) -> str:
    """Return an empty reference, for schemes that carry none."""
    return ""


#: Schemes by code, in the order in which they are offered.
SCHEMES: Mapping[str, Scheme[Any]] = MappingProxyType(
    {
        scheme.code: scheme
        for scheme in (
            Scheme(
                "epc", epc.CURRENCY, epc.EpcDetails, epc.EpcDetails.of, epc.payload,
                epc.fit_reference,
            ),
            Scheme(
                "paynow", paynow.CURRENCY, paynow.PayNowDetails, paynow.PayNowDetails.of,
                paynow.payload, _emv_reference,
            ),
            Scheme(
                "fps", fps.CURRENCY, fps.FpsDetails, fps.FpsDetails.of, fps.payload, _no_reference
            ),
            Scheme(
                "qr_ph", qr_ph.CURRENCY, qr_ph.QrPhDetails, qr_ph.QrPhDetails.of, qr_ph.payload,
                _no_reference,
            ),
            Scheme(
                "qris", qris.CURRENCY, qris.QrisDetails, qris.QrisDetails.of, qris.payload,
                _no_reference,
            ),
            Scheme(
                "duitnow", duitnow.CURRENCY, duitnow.DuitNowDetails, duitnow.DuitNowDetails.of,
                duitnow.payload, _no_reference,
            ),
            Scheme(
                "promptpay", promptpay.CURRENCY, promptpay.PromptPayDetails,
                promptpay.PromptPayDetails.of, promptpay.payload, _no_reference,
            ),
            Scheme(
                "upi", upi.CURRENCY, upi.UpiDetails, upi.UpiDetails.of, upi.payload,
                upi.fit_reference,
            ),
            Scheme(
                "bank", bank.CURRENCY, bank.BankDetails, bank.BankDetails.of, None, _no_reference
            ),
            Scheme(
                "link", link.CURRENCY, link.LinkDetails, link.LinkDetails.of, link.payload,
                _no_reference,
            ),
        )
    }
)  # fmt: skip
