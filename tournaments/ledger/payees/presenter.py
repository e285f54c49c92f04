"""Payment codes and ways to be paid, in words and pictures."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.cipher import DecryptionError
from accounts.models import User
from games.common import money
from tournaments.ledger.codes import picture
from tournaments.ledger.codes.errors import CodeError
from tournaments.ledger.codes.schemes import SCHEMES, AccountDetails
from tournaments.ledger.payees.models import PayeeDetails
from tournaments.ledger.payees.selectors import details_of

#: What a sample is made of: one unit of the currency.
SAMPLE_MINOR, SAMPLE_CURRENCY = 100, "EUR"


@dataclass(frozen=True, slots=True)
class SchemeWords:
    """What a scheme is called, and what it is for."""

    name: str | Promise
    about: str | Promise
    #: What the payer does with the code.
    steps: tuple[str | Promise, ...]


_IN_APP = gettext_lazy(
    "Check the name and the amount that it shows, then send the payment there yourself."
)
_ON_PHONE = gettext_lazy(
    "Are you on the phone that you pay with? Save the picture, and open it in that app instead."
)

WORDS: dict[str, SchemeWords] = {
    "epc": SchemeWords(
        gettext_lazy("Bank transfer in euros"),
        gettext_lazy("EUR: an IBAN, as a code that banking apps read (GiroCode)."),
        (
            gettext_lazy("Open your banking app and scan the code (photo transfer, GiroCode)."),
            _IN_APP,
            _ON_PHONE,
        ),
    ),
    "paynow": SchemeWords(
        "PayNow",
        gettext_lazy("SGD: the mobile number or UEN that you have registered in Singapore."),
        (gettext_lazy("Open your banking app and choose Scan and Pay."), _IN_APP, _ON_PHONE),
    ),
    "fps": SchemeWords(
        "FPS",
        gettext_lazy("HKD: the number or address that you have registered in Hong Kong."),
        (
            gettext_lazy("Open your banking app or wallet and scan the code."),
            gettext_lazy("If it asks for a message to the payee, type the reference."),
            _IN_APP,
            _ON_PHONE,
        ),
    ),
    "qr_ph": SchemeWords(
        "QR Ph",
        gettext_lazy("PHP: the code of your bank or wallet in the Philippines."),
        (gettext_lazy("Open your bank's app or wallet and scan the code."), _IN_APP, _ON_PHONE),
    ),
    "qris": SchemeWords(
        "QRIS",
        gettext_lazy("IDR: the code of your provider in Indonesia."),
        (gettext_lazy("Open your bank's app or wallet and scan the code."), _IN_APP, _ON_PHONE),
    ),
    "link": SchemeWords(
        gettext_lazy("A link"),
        gettext_lazy("Any currency: your page at PayPal, Revolut and the like."),
        (
            gettext_lazy("Open the link, or scan the code with your phone."),
            gettext_lazy("Enter the amount there, and write what it is for."),
        ),
    ),
}


@dataclass(frozen=True, slots=True)
class CodeFact:
    """One thing that a code says, in words."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class PaymentCode:
    """A code for one payment, with what it says and what to do with it."""

    scheme: str
    #: Tells it from all others on a page, in identifiers of elements.
    key: str
    title: str
    svg: SafeString
    #: The picture inside an address, to be saved.
    png: str
    #: What the picture holds.
    payload: str
    #: Where to pay, for a link; otherwise empty.
    link: str
    #: The site that the link leads to.
    host: str
    #: What the account goes by, to be copied; empty where only a bank can read it.
    account: str
    facts: tuple[CodeFact, ...]
    steps: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PayWay:
    """A scheme on the page of somebody who says how they are paid."""

    scheme: str
    name: str
    about: str
    #: The account, masked; empty where none is entered.
    shown: str = ""
    #: Whether something is kept that no key opens.
    is_lost: bool = False


def codes_for(payee: User, currency: str, amount_minor: int, reference: str) -> list[PaymentCode]:
    """Return the ways to pay the person that amount. One query.

    To be called only for who owes it to them: whoever calls this checks that. Empty where the
    payee has entered nothing that takes the currency.

    :param reference: what the payment is for; cut where a scheme carries less
    """
    return codes_of(details_of(payee), currency, amount_minor, reference, key=str(payee.pk))


def codes_of(
    rows: Iterable[PayeeDetails], currency: str, amount_minor: int, reference: str, *, key: str
) -> list[PaymentCode]:
    """Return the same of what was read before (selectors.details_of_all). No query.

    What no key opens any more, and what cannot carry the amount, is left out.

    :param key: tells these codes from all others on the page
    """
    codes = []
    for row in rows:
        if row.way.takes(currency):
            try:
                codes.append(_code(row, currency, amount_minor, reference, key))
            except (DecryptionError, CodeError):
                continue
    return codes


def sample_code(row: PayeeDetails) -> PaymentCode:
    """Return what who owes will see, with a sample amount.

    :raises DecryptionError: if no key opens the details
    """
    currency = row.way.currency or SAMPLE_CURRENCY
    return _code(row, currency, SAMPLE_MINOR, _("A sample"), "sample")


def pay_ways(rows: Iterable[PayeeDetails]) -> list[PayWay]:
    """Return all schemes, with what the person has entered for them."""
    kept = {row.scheme: row for row in rows}
    return [pay_way(scheme, kept.get(scheme)) for scheme in SCHEMES]


def pay_way(scheme: str, row: PayeeDetails | None) -> PayWay:
    """Return one scheme, with what the person has entered for it."""
    words = WORDS[scheme]
    shown, is_lost = "", False
    if row is not None:
        try:
            shown = row.shown()
        except DecryptionError:
            is_lost = True
    return PayWay(scheme, str(words.name), str(words.about), shown, is_lost)


def _code(
    row: PayeeDetails, currency: str, amount_minor: int, reference: str, key: str
) -> PaymentCode:
    way, details = row.way, row.details()
    carried = way.fitted(details, reference)
    payload = way.payload(details, amount_minor, carried)
    name = str(WORDS[row.scheme].name)
    amount = money.amount(amount_minor, currency)
    link = payload if row.scheme == "link" else ""
    title = _("%(way)s: %(amount)s to %(payee)s") % {
        "way": name,
        "amount": amount,
        "payee": details.name,
    }
    drawn = picture.drawn(payload, title)
    return PaymentCode(
        scheme=row.scheme,
        key=f"{key}-{row.scheme}",
        title=name,
        svg=mark_safe(drawn.svg),  # noqa: S308  (made of squares; segno escapes the title)
        png=drawn.png,
        payload=payload,
        link=link,
        host=details.name if link else "",
        account="" if link else details.account,
        facts=tuple(_facts(row.scheme, details, amount, reference, carried)),
        steps=tuple(str(step) for step in WORDS[row.scheme].steps),
    )


def _facts(
    scheme: str, details: AccountDetails, amount: str, reference: str, carried: str
) -> Iterable[CodeFact]:
    yield CodeFact(_("Site") if scheme == "link" else _("Payee"), details.name)
    yield CodeFact(_("Amount"), amount)
    if reference and carried:
        yield CodeFact(_("Reference"), carried)
    elif reference:
        yield CodeFact(_("Reference, to be typed"), reference)
