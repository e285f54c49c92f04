"""Lines of a club's open payments in tables."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts.models import User
from games.common import money
from tournaments.ledger.book.holders import holder_names
from tournaments.ledger.payments.lines import transfer_url
from tournaments.ledger.payments.models import Payment
from tournaments.ledger.settling.models import Transfer


@dataclass(frozen=True, slots=True)
class OpenTransferLine:
    """Texts of an open payment in the club's list: parties, amount, age, claim and link."""

    payer: str
    payee: str
    #: Whether payer or payee are no longer members.
    payer_left: bool
    payee_left: bool
    amount: str
    #: Text of the link: the amount, or for the reader's own unclaimed debt that it can be paid.
    link_label: str
    since: datetime
    claim_status: str
    url: str


_CLAIM_TEXTS: Final = {
    Payment.Status.CLAIMED: gettext_noop("marked as paid"),
    Payment.Status.DISPUTED: gettext_noop("disputed"),
}


def open_transfer_lines(
    transfers: Iterable[Transfer], currency: str, reader: User
) -> list[OpenTransferLine]:
    """Return the open payments as lines of a table; the reader is "You"."""
    transfers, lines = list(transfers), []
    names = holder_names(
        account for transfer in transfers for account in (transfer.payer, transfer.payee)
    )
    names |= {
        account.pk: _("You")
        for transfer in transfers
        for account in (transfer.payer, transfer.payee)
        if account.user_id == reader.pk
    }
    for transfer in transfers:
        status = transfer.claim_status  # type: ignore[attr-defined]
        amount = money.amount(transfer.open_amount, currency)
        is_to_pay = transfer.payer.user_id == reader.pk and not status
        lines.append(
            OpenTransferLine(
                payer=names[transfer.payer_id],
                payee=names[transfer.payee_id],
                payer_left=transfer.payer_left,  # type: ignore[attr-defined]
                payee_left=transfer.payee_left,  # type: ignore[attr-defined]
                amount=amount,
                link_label=_("Pay %(amount)s") % {"amount": amount} if is_to_pay else amount,
                since=timezone.localtime(transfer.settlement.created_at),
                claim_status=_(_CLAIM_TEXTS[status]) if status else "",
                url=reverse("payment", args=[transfer.pk])
                if is_to_pay
                else transfer_url(transfer.settlement.slug, transfer.pk),
            )
        )
    return lines
