"""The schemes that there are: for forms, pages and tests the one list of them."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from types import MappingProxyType
from typing import Any, Generic, Protocol, TypeVar

from tournaments.ledger.codes import emv, epc, fps, link, paynow, qr_ph, qris


class AccountDetails(Protocol):
    """What a payee has entered for one scheme; a dataclass of texts."""

    @property
    def name(self) -> str:
        """Whom a payment reaches."""

    @property
    def account(self) -> str:
        """What the account goes by, to be read; empty where only a bank can read it."""

    @property
    def masked(self) -> str:
        """The same for somebody who looks over the owner's shoulder."""


D = TypeVar("D", bound=AccountDetails)


@dataclass(frozen=True, slots=True)
class Scheme(Generic[D]):
    """A way to be paid by a code that a banking app reads."""

    code: str
    #: In ISO 4217; empty for any.
    currency: str
    details: type[D]
    #: Puts right what was typed; raises a CodeError where that cannot be done.
    of: Callable[..., D]
    payload: Callable[[D, int, str], str]
    #: As much of a reference as the code carries.
    fitted: Callable[[D, str], str]

    def takes(self, currency: str) -> bool:
        """Tell whether a payment of that currency can be made so."""
        return self.currency in {"", currency}

    def kept(self, details: D) -> dict[str, str]:
        """Return the details as they are kept."""
        return asdict(details)  # type: ignore[call-overload, no-any-return]

    def found(self, kept: Mapping[str, str]) -> D:
        """Return details as they were kept: they were put right then."""
        return self.details(**kept)


def _emv_reference(details: Any, reference: str) -> str:
    return emv.fitted(reference)


def _no_reference(details: Any, reference: str) -> str:
    return ""


#: By their code, in the order in which they are offered.
SCHEMES: Mapping[str, Scheme[Any]] = MappingProxyType(
    {
        scheme.code: scheme
        for scheme in (
            Scheme(
                "epc", epc.CURRENCY, epc.EpcDetails, epc.EpcDetails.of, epc.payload, epc.fitted
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
                "link", link.CURRENCY, link.LinkDetails, link.LinkDetails.of, link.payload,
                _no_reference,
            ),
        )
    }
)  # fmt: skip
