"""Texts of agreements to dues and to shares of bills."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.agreements.models import Agreement
from games.common import money
from games.common.dates import date_format
from games.rulebook.terms_text import TermLine
from tournaments.ledger.agreements.selectors import RelatedObjects
from tournaments.ledger.dues.periods import Period
from tournaments.ledger.dues.texts import amount_of_period, due_sentence, dues_url

_Subject = Agreement.Subject
CHARGES: Final = (_Subject.DUES, _Subject.BILL)


def charge_title(agreement: Agreement, related: RelatedObjects) -> str:
    """Return the title of the dues or the bill."""
    if agreement.subject == _Subject.BILL:
        title: str = agreement.terms["title"]
        return title
    dues = related.dues.get(agreement.subject_id)
    return _("Club dues") if dues is None else _("Dues of %(club)s") % {"club": dues.club.name}


def charge_amount(agreement: Agreement) -> str:
    """Return what was agreed to as text: "HK$50 a month", or a share of a bill."""
    terms = agreement.terms
    amount = money.amount(terms["amount_minor"], agreement.currency)
    if agreement.subject == _Subject.DUES:
        return amount_of_period(Period(terms["period"])) % {"amount": amount}
    if not terms["amount_minor"]:
        return _("You paid the bill")
    return _("Your share: %(amount)s") % {"amount": amount}


def charge_terms(agreement: Agreement) -> list[TermLine]:
    """Return the terms of the dues or the bill as labelled lines."""
    terms, currency = agreement.terms, agreement.currency
    if agreement.subject == _Subject.BILL:
        return [
            TermLine(_("What for"), terms["title"]),
            TermLine(_("Total"), money.amount(terms["total_minor"], currency)),
            TermLine(_("Amount"), charge_amount(agreement)),
        ]
    lines = [
        TermLine(_("Amount"), charge_amount(agreement)),
        TermLine(
            pgettext("day of a payment", "Due"),
            due_sentence(Period(terms["period"]), terms["due_day"]),
        ),
        TermLine(_("Number of payments"), str(terms["periods"])),
    ]
    return [*lines, TermLine(_("What for"), terms["text"])] if terms["text"] else lines


def charge_link(agreement: Agreement, related: RelatedObjects) -> tuple[str, str]:
    """Return URL and label of the link to the bill, or to the club's dues."""
    if agreement.subject == _Subject.BILL:
        bill = related.bills.get(agreement.subject_id)
        return ("", "") if bill is None else (bill.get_absolute_url(), _("Go to the bill"))
    dues = related.dues.get(agreement.subject_id)
    return ("", "") if dues is None else (dues_url(dues.club), _("Go to the dues"))


def charge_outcome_text(agreement: Agreement, amount: int | None) -> str:
    """Return what became due under the agreement, or its status.

    :param amount: negative for what the user owed; None if nothing was charged
    """
    if amount:
        words = {"amount": money.amount(abs(amount), agreement.currency)}
        return (_("Charged: %(amount)s") if amount < 0 else _("To you: %(amount)s")) % words
    if agreement.withdrawn_at is not None:
        return _("Ended on %(date)s") % {"date": date_format(agreement.withdrawn_at)}
    return _("Nothing charged yet")
