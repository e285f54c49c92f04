"""Pages that list a club's open payments and its settlements."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.common import money
from tournaments.clubs.models import Club
from tournaments.ledger.accounts import pages, selectors
from tournaments.ledger.accounts.context import club_context, render_page, requested_currency
from tournaments.ledger.accounts.open_lines import open_transfer_lines
from tournaments.ledger.accounts.selectors import SettlementSums
from tournaments.ledger.book.holders import currency_name
from tournaments.ledger.settling.models import Settlement
from tournaments.ledger.settling.names import settlement_url
from tournaments.ledger.settling.origins import (
    SETTLED_FIELDS,
    SessionNames,
    SettledRow,
    events_of_rows,
    names_of_sessions,
    origin,
)

#: Items per page: settlements, and open payments.
SETTLEMENTS_LENGTH: Final = 50
OPEN_LENGTH: Final = 100


@dataclass(frozen=True, slots=True)
class SettlementLine:
    """Texts of a settlement in the club's list: title, amount won, status and link."""

    at: datetime
    title: str
    detail: str
    url: str
    moved: str
    state: str
    is_open: bool


def settlement_lines(
    club: Club,
    settlements: Sequence[Settlement],
    rows: Sequence[SettledRow],
    names: SessionNames,
    sums: Mapping[int, SettlementSums],
) -> list[SettlementLine]:
    """Return the settlements as lines of a table. At most one query.

    :param rows: the columns of the same settlements, in the same order
    :param sums: amounts by settlement ID
    """
    events = events_of_rows(rows)
    lines = []
    for settlement, row in zip(settlements, rows, strict=True):
        title, known = origin(row, names, events).name, sums[settlement.pk]
        if settlement.is_correction:
            title = _("Correction: %(what)s") % {"what": title}
        lines.append(
            SettlementLine(
                at=timezone.localtime(settlement.created_at),
                title=title,
                detail=settlement.reason,
                url=settlement_url(settlement.slug),
                moved=money.amount(known.moved, settlement.currency),
                state=_status_text(settlement, known),
                is_open=bool(known.open_amount),
            )
        )
    return lines


def _status_text(settlement: Settlement, sums: SettlementSums) -> str:
    """Return the settlement's status: for points, carried over, settled, or the amount due."""
    states: list[tuple[bool, Callable[[], str]]] = [
        (not settlement.currency, lambda: _("played for points")),
        (settlement.is_carried, lambda: _("carried over")),
        (not sums.transfers, lambda: _("nothing to pay")),
        (not sums.open_amount, lambda: pgettext("a settlement", "settled")),
    ]
    for holds, words in states:
        if holds:
            return words()
    return _("%(amount)s due") % {"amount": money.amount(sums.open_amount, settlement.currency)}


@login_required
@never_cache
@require_safe
def open_payments(request: HttpRequest, slug: str) -> HttpResponse:
    """List the open payments in a currency that the reader may see, oldest first."""
    here = club_context(request, slug)
    currency = requested_currency(request, selectors.currencies_of(here.club))
    asked = request.GET.get("age", "")
    ages = {str(at): at for at in range(len(pages.AGE_LABELS))}
    age = ages.get(asked)
    found = selectors.listed_transfers(here.club, currency, age, only_user=here.only_user)
    page = Paginator(found, OPEN_LENGTH).get_page(request.GET.get("page"))
    return render_page(
        request,
        "open",
        here,
        currency=currency,
        currency_name=currency_name(currency),
        age=_(pages.AGE_LABELS[age]) if age is not None else "",
        lines=open_transfer_lines(page, currency, here.reader),
        page=page,
        query=urlencode({"currency": currency, "age": asked}),
    )


@login_required
@never_cache
@require_safe
def settlements(request: HttpRequest, slug: str) -> HttpResponse:
    """List the club's settlements that the reader may see, newest first."""
    here = club_context(request, slug)
    rows = selectors.settlements_of(here.club, only_user=here.only_user)
    page = Paginator(rows.select_related("session__table"), SETTLEMENTS_LENGTH).get_page(
        request.GET.get("page")
    )
    found = list(page.object_list)
    numbers = [each.pk for each in found]
    # The same rows as tuples, which the titles are made from.
    values = {
        row[0]: SettledRow(*row) for row in rows.filter(pk__in=numbers).values_list(*SETTLED_FIELDS)
    }
    lines = settlement_lines(
        here.club,
        found,
        [values[number] for number in numbers],
        names_of_sessions(Q(settlement__in=numbers)),
        selectors.settlement_sums(numbers),
    )
    return render_page(request, "settlements", here, lines=lines, page=page)
