"""Export of a settlement's results as CSV and JSON (docs/LEDGER-DATA.md), with codes."""

from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Any, Final

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.common import money, spreadsheets
from tournaments.ledger.access import Visibility
from tournaments.ledger.settling import selectors
from tournaments.ledger.settling.models import Settlement
from tournaments.ledger.settling.names import events_of, names_of, source_name
from tournaments.ledger.settling.pages import visible_settlement

FIELDS: Final = (
    "name", "kind", "points", "currency", "stake", "fee", "prize", "amount",
    "stake_minor", "fee_minor", "prize_minor", "amount_minor",
)  # fmt: skip


def result_rows(settlements: Iterable[Settlement]) -> list[dict[str, Any]]:
    """Return each holder's result over a settlement and its corrections, highest amount first.

    The amount is the sum of stake, fee and prize, and a fee is negative for a player. Balances are
    prefetched; no query.
    """
    found: dict[int, dict[str, Any]] = {}
    settlements = list(settlements)
    names = names_of(settlements)
    for settlement in settlements:
        for each in settlement.balances.all():
            row = found.setdefault(
                each.account_id,
                {
                    "name": names[each.account_id],
                    "kind": each.account.kind,
                    "currency": settlement.currency,
                    **dict.fromkeys(("points", *_MINOR), 0),
                },
            )
            row["points"] += each.points
            row["stake_minor"] += each.amount + each.fee - each.prize
            row["fee_minor"] -= each.fee
            row["prize_minor"] += each.prize
            row["amount_minor"] += each.amount
    rows = sorted(found.values(), key=lambda row: -row["amount_minor"])
    return [
        row | {name: _major(row, name) for name in ("stake", "fee", "prize", "amount")}
        for row in rows
    ]


_MINOR: Final = ("stake_minor", "fee_minor", "prize_minor", "amount_minor")


def _major(row: dict[str, Any], name: str) -> Decimal:
    """Return an amount of the row as a decimal of its currency; points are whole."""
    minor, currency = row[f"{name}_minor"], row["currency"]
    return money.to_major(minor, currency) if currency else Decimal(minor)


@never_cache
@require_safe
def results(request: HttpRequest, slug: str, form: str) -> HttpResponse:
    """Return the results of a settlement as CSV or JSON to readers who may see its amounts."""
    found, access = visible_settlement(request, slug)
    if access.visibility != Visibility.EVERYTHING:
        raise PermissionDenied
    rows = result_rows(selectors.family_with_relations(found))
    ordered = [{name: row[name] for name in FIELDS} for row in rows]
    if form == "json":
        return JsonResponse({"settlement": slug, "rows": ordered}, json_dumps_params={"indent": 1})
    text = spreadsheets.as_text(
        FIELDS, ([spreadsheets.cell(value) for value in row.values()] for row in ordered)
    )
    return spreadsheets.as_download(text, *_file_names(found), "settlement")


def _file_names(settlement: Settlement) -> Iterator[str]:
    """Yield the names of a file about the settlement: club, and event, game or charge.

    At most one query.
    """
    if settlement.club is not None and settlement.source != Settlement.Source.CLUB:
        yield settlement.club.name
    yield source_name(settlement, events_of([settlement]))
