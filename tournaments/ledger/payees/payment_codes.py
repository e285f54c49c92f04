"""Display data of payment methods and payment codes."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.cipher import DecryptionError
from accounts.models import User
from games.common import money
from tournaments.ledger.codes import picture
from tournaments.ledger.codes.bank import BankDetails
from tournaments.ledger.codes.errors import CodeError
from tournaments.ledger.codes.fps import FpsDetails, ProxyKind
from tournaments.ledger.codes.schemes import SCHEMES, AccountDetails
from tournaments.ledger.payees.models import PayeeDetails
from tournaments.ledger.payees.services import details_of

#: Amount and default currency of the sample code.
SAMPLE_MINOR, SAMPLE_CURRENCY = 100, "EUR"


@dataclass(frozen=True, slots=True)
class SchemeWords:
    """Name, description and steps of a payment scheme, as texts."""

    name: str | Promise
    about: str | Promise
    #: Steps for the payer.
    steps: tuple[str | Promise, ...]


_IN_APP = gettext_lazy("Check the name and the amount, then confirm the payment in your app.")
_ON_PHONE = gettext_lazy("Paying with this phone? Save the image and open it in your banking app.")

WORDS: dict[str, SchemeWords] = {
    "epc": SchemeWords(
        gettext_lazy("Bank transfer in euros"),
        gettext_lazy("EUR: your IBAN, as a code that banking apps can read (GiroCode)."),
        (
            gettext_lazy(
                "Open your banking app and scan the code. Look for “GiroCode” or “photo transfer”."
            ),
            _IN_APP,
            _ON_PHONE,
        ),
    ),
    "paynow": SchemeWords(
        "PayNow",
        gettext_lazy("SGD: the mobile number or UEN you registered with PayNow."),
        (gettext_lazy("Open your banking app and choose Scan and Pay."), _IN_APP, _ON_PHONE),
    ),
    "fps": SchemeWords(
        "FPS",
        gettext_lazy("HKD: the phone number or email address you registered with FPS."),
        (
            gettext_lazy("Open your banking app or wallet and scan the code."),
            gettext_lazy("If the app asks for a message to the payee, enter the reference."),
            _IN_APP,
            _ON_PHONE,
        ),
    ),
    "qr_ph": SchemeWords(
        "QR Ph",
        gettext_lazy("PHP: the code from your bank or wallet in the Philippines."),
        (gettext_lazy("Open your banking app or wallet and scan the code."), _IN_APP, _ON_PHONE),
    ),
    "qris": SchemeWords(
        "QRIS",
        gettext_lazy("IDR: the code from your provider in Indonesia."),
        (gettext_lazy("Open your banking app or wallet and scan the code."), _IN_APP, _ON_PHONE),
    ),
    "duitnow": SchemeWords(
        "DuitNow QR",
        gettext_lazy("MYR: the code from your bank or wallet in Malaysia."),
        (
            gettext_lazy("Open your banking app or wallet and scan the code."),
            gettext_lazy("If the app asks for the amount, enter it."),
            _IN_APP,
            _ON_PHONE,
        ),
    ),
    "promptpay": SchemeWords(
        "PromptPay",
        gettext_lazy("THB: the mobile number, ID or e-wallet you registered with PromptPay."),
        (gettext_lazy("Open your banking app or wallet and scan the code."), _IN_APP, _ON_PHONE),
    ),
    "upi": SchemeWords(
        "UPI",
        gettext_lazy("INR: your UPI ID, such as name@okbank."),
        (
            gettext_lazy("Scan the code with any UPI app, or open the app on this phone."),
            gettext_lazy("Check the name and the amount, then confirm the payment in your app."),
        ),
    ),
    "bank": SchemeWords(
        gettext_lazy("Bank account"),
        gettext_lazy("Any currency: your account number or IBAN, to copy into a transfer."),
        (
            gettext_lazy("Make a transfer in your banking app, and copy these details into it."),
            gettext_lazy("Enter the reference, so that the payment can be recognized."),
        ),
    ),
    "link": SchemeWords(
        gettext_lazy("Payment link"),
        gettext_lazy("Any currency: your page on PayPal, Revolut or a similar site."),
        (
            gettext_lazy("Open the link, or scan the code with your phone."),
            gettext_lazy(
                "Enter the amount in the app or on the site, and say what the payment is for."
            ),
        ),
    ),
}


@dataclass(frozen=True, slots=True)
class PaymentCode:
    """A way to make one payment, as texts: a QR code or details to copy, facts and steps."""

    scheme: str
    #: Unique ID prefix on the page.
    key: str
    title: str
    #: The picture; empty if the scheme has no code.
    svg: SafeString
    #: The picture as a data URL, for saving.
    png: str
    #: The content of the QR code.
    payload: str
    #: URL of the payment page or app; empty if there is none.
    link: str
    #: Text of the link.
    link_label: str
    #: Labelled values for copying, such as the account.
    copies: tuple[tuple[str, str], ...]
    #: Labelled values, such as the payee.
    facts: tuple[tuple[str, str], ...]
    steps: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PaymentMethod:
    """Texts of a payment method on the owner's page, with the masked account if stored."""

    scheme: str
    name: str
    about: str
    #: The masked account; empty if none is stored.
    masked: str = ""
    #: Whether the stored details can no longer be decrypted.
    is_lost: bool = False


def codes_for(payee: User, currency: str, amount_minor: int, reference: str) -> list[PaymentCode]:
    """Return payment codes for paying the user this amount; none without details for the currency.

    Callers must check that the reader owes it. One query.

    :param reference: purpose of the payment; shortened if the scheme carries less
    """
    return codes_of(details_of(payee), currency, amount_minor, reference, key=str(payee.pk))


def codes_of(
    rows: Iterable[PayeeDetails], currency: str, amount_minor: int, reference: str, *, key: str
) -> list[PaymentCode]:
    """Return the payment codes of prefetched details (`services.details_of_all`).

    No query. Details of other currencies are left out, and those that cannot be decrypted or carry
    the amount.

    :param key: unique ID prefix on the page
    """
    codes = []
    for row in rows:
        if row.payment_scheme.takes(currency):
            try:
                codes.append(_payment_code(row, currency, amount_minor, reference, key))
            except (DecryptionError, CodeError):
                continue
    return codes


def sample_code(row: PayeeDetails) -> PaymentCode:
    """Return the code that payers will see, with a sample amount.

    :raises DecryptionError: if no key decrypts the details
    """
    currency = row.payment_scheme.currency or SAMPLE_CURRENCY
    return _payment_code(row, currency, SAMPLE_MINOR, _("Sample"), "sample")


def payment_methods(rows: Iterable[PayeeDetails]) -> list[PaymentMethod]:
    """Return every payment method, each with the user's masked account if stored."""
    kept = {row.scheme: row for row in rows}
    return [payment_method(scheme, kept.get(scheme)) for scheme in SCHEMES]


def payment_method(scheme: str, row: PayeeDetails | None) -> PaymentMethod:
    """Return the scheme's payment method, with the user's masked account if stored."""
    words = WORDS[scheme]
    masked, is_lost = "", False
    if row is not None:
        try:
            masked = row.masked_account()
        except DecryptionError:
            is_lost = True
    return PaymentMethod(scheme, str(words.name), str(words.about), masked, is_lost)


def _payment_code(
    row: PayeeDetails, currency: str, amount_minor: int, reference: str, key: str
) -> PaymentCode:
    """Return the row's code for one payment, with its texts."""
    scheme, details = row.payment_scheme, row.details()
    carried = scheme.fit_reference(details, reference)
    payload = scheme.payload(details, amount_minor, carried) if scheme.payload else ""
    name = str(WORDS[row.scheme].name)
    amount = money.amount(amount_minor, currency)
    title = _("%(way)s: %(amount)s to %(payee)s") % {
        "way": name,
        "amount": amount,
        "payee": details.name,
    }
    drawn = picture.render(payload, title) if payload else picture.CodePicture("", "")
    labels = {
        "link": _("Open %(host)s") % {"host": details.name},
        "upi": _("Open UPI app"),
    }
    facts = tuple(_code_facts(row.scheme, details, amount, reference, carried))
    return PaymentCode(
        scheme=row.scheme,
        key=f"{key}-{row.scheme}",
        title=name,
        svg=mark_safe(drawn.svg),  # noqa: S308  (made of squares; segno escapes the title)
        png=drawn.png,
        payload=payload,
        link=payload if row.scheme in labels else "",
        link_label=labels.get(row.scheme, ""),
        copies=_copies(row.scheme, details, facts, money.typed(amount_minor, currency), currency),
        facts=() if row.scheme == "bank" else facts,
        steps=tuple(str(step) for step in WORDS[row.scheme].steps),
    )


_RECOGNIZED: Final = {
    ProxyKind.IDENTIFIER: gettext_lazy("Saved as FPS identifier %(account)s."),
    ProxyKind.MOBILE: gettext_lazy("Saved as mobile number %(account)s."),
    ProxyKind.EMAIL: gettext_lazy("Saved as email address %(account)s."),
}


def recognized(details: AccountDetails) -> str:
    """Return as what a proxy was recognized, in a sentence; empty for other details.

    For its owner: an FPS identifier looks like a mobile number with a missing digit.
    """
    if not isinstance(details, FpsDetails):
        return ""
    return str(_RECOGNIZED[details.kind]) % {"account": details.account}


def _code_facts(
    scheme: str, details: AccountDetails, amount: str, reference: str, carried: str
) -> Iterable[tuple[str, str]]:
    """Yield the payee, the amount and the reference, labelled."""
    yield (_("Site") if scheme == "link" else _("Payee")), details.name
    yield _("Amount"), amount
    if reference and carried:
        yield _("Reference"), carried
    elif reference:
        yield _("Reference to enter"), reference


def _copies(
    scheme: str,
    details: AccountDetails,
    facts: tuple[tuple[str, str], ...],
    typed: str,
    currency: str,
) -> tuple[tuple[str, str], ...]:
    """Return what payers can copy into a transfer, labelled: the account, or all of a bank's.

    :param typed: the amount as it is typed, without a currency
    """
    if isinstance(details, BankDetails):
        (_payee, name), _amount, *others = facts
        return (
            (_("Account holder"), name),
            (_("IBAN") if details.is_iban else _("Account number"), details.account),
            (_("Bank"), details.bank),
            *details.labelled_others(),
            (_("Amount (%(currency)s)") % {"currency": currency}, typed),
            *others,
        )
    if scheme == "link" or not details.account:
        return ()
    return ((_("Or pay into this account"), details.account),)
