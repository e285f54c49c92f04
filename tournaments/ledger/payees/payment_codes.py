"""Display data of payment methods and payment codes."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from accounts.cipher import DecryptionError
from accounts.models import User
from games.common import money
from tournaments.clubs.models import Club
from tournaments.ledger.codes import picture
from tournaments.ledger.codes.bank import BankDetails
from tournaments.ledger.codes.errors import CodeError
from tournaments.ledger.codes.fps import FpsDetails, ProxyKind
from tournaments.ledger.codes.link import LinkDetails
from tournaments.ledger.codes.schemes import SCHEMES, AccountDetails
from tournaments.ledger.payees.models import PayeeDetails
from tournaments.ledger.payees.scheme_words import STEPS_OF_FULL_LINK, WORDS
from tournaments.ledger.payees.services import details_of

#: Amount and default currency of the sample code.
SAMPLE_MINOR, SAMPLE_CURRENCY = 100, "EUR"


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
    #: Pages that show and change the details, and that remove them.
    url: str
    remove_url: str
    #: The masked account; empty if none is stored.
    masked: str = ""
    #: Whether the stored details can no longer be decrypted.
    is_lost: bool = False


def codes_for(
    payee: User | Club, currency: str, amount_minor: int, reference: str
) -> list[PaymentCode]:
    """Return codes for paying a user or a club this amount; none without details for the currency.

    Callers must check that the reader owes it. One query.

    :param reference: purpose of the payment; shortened if the scheme carries less
    """
    key = f"club-{payee.pk}" if isinstance(payee, Club) else str(payee.pk)
    return codes_of(details_of(payee), currency, amount_minor, reference, key=key)


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

    The amount is in the club's currency where the scheme and the club leave a choice.

    :raises DecryptionError: if no key decrypts the details
    """
    usual = (row.club and row.club.currency) or SAMPLE_CURRENCY
    currency = row.payment_scheme.currency or usual
    return _payment_code(row, currency, SAMPLE_MINOR, _("Sample"), "sample")


def payment_methods(rows: Iterable[PayeeDetails], club: Club | None = None) -> list[PaymentMethod]:
    """Return every payment method, each with the owner's masked account if stored.

    :param club: the owner; None for a user
    """
    kept = {row.scheme: row for row in rows}
    return [payment_method(scheme, kept.get(scheme), club) for scheme in SCHEMES]


def payment_method(
    scheme: str, row: PayeeDetails | None, club: Club | None = None
) -> PaymentMethod:
    """Return the scheme's payment method, with the owner's masked account if stored.

    :param club: the owner; None for a user
    """
    prefix, args = ("payee", [scheme]) if club is None else ("club_payee", [club.slug, scheme])
    url, remove_url = reverse(f"{prefix}_scheme", args=args), reverse(f"{prefix}_remove", args=args)
    words = WORDS[scheme]
    masked, is_lost = "", False
    if row is not None:
        try:
            masked = row.masked_account()
        except DecryptionError:
            is_lost = True
    name, about = str(words.name), str(words.about)
    return PaymentMethod(scheme, name, about, url, remove_url, masked, is_lost)


def _payment_code(
    row: PayeeDetails, currency: str, amount_minor: int, reference: str, key: str
) -> PaymentCode:
    """Return the row's code for one payment, with its texts."""
    scheme, details = row.payment_scheme, row.details()
    steps = WORDS[row.scheme].steps
    if isinstance(details, LinkDetails) and (full := details.with_amount(currency, amount_minor)):
        details, steps = full, STEPS_OF_FULL_LINK
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
        "link": pgettext("verb", "Open %(host)s") % {"host": details.name},
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
        steps=tuple(str(step) for step in steps),
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
