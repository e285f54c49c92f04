"""CSV export of a statement (docs/LEDGER-DATA.md), with codes instead of sentences."""

from collections.abc import Iterable
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any, Final

from games.common import money, spreadsheets
from tournaments.ledger.book.holders import holder_name
from tournaments.ledger.book.models import Account, Posting
from tournaments.ledger.settling.origins import events_of_rows
from tournaments.ledger.statements.selectors import Span, StatementRow, StatementRows

FIELDS: Final = (
    "number", "at", "kind", "source", "settlement", "table", "session", "event", "deals", "with",
    "reason", "way", "paid_on", "currency", "amount", "balance", "amount_minor", "balance_minor",
)  # fmt: skip


def statement_csv(account: Account, span: Span, rows: StatementRows) -> str:
    """Return the lines as CSV with opening and closing balance. At most one query."""
    events = events_of_rows(row.settlement for row in rows.rows if row.settlement is not None)
    lines = [_balance_row("opening", span.before, span.opening, account.currency)]
    for row in rows.rows:
        line = _csv_row(row, account, rows)
        event = None if row.settlement is None else events.get(row.settlement.event or 0)
        line["event"] = None if event is None else event.name
        lines.append(line)
    lines.append(_balance_row("closing", span.last, span.closing, account.currency))
    return spreadsheets.as_text(
        FIELDS, ([spreadsheets.cell(line.get(name)) for name in FIELDS] for line in lines)
    )


def major(minor: int, currency: str) -> Decimal:
    """Return the amount as a decimal in major units; points are whole."""
    return money.to_major(minor, currency) if currency else Decimal(minor)


def moment(at: datetime) -> str:
    """Return the time in UTC, to the second."""
    return at.astimezone(UTC).isoformat(timespec="seconds")


def _balance_row(kind: str, number: int, balance: int, currency: str) -> dict[str, Any]:
    """Return the CSV row of the opening or closing balance."""
    return {
        "number": number,
        "kind": kind,
        "currency": currency,
        "balance": major(balance, currency),
        "balance_minor": balance,
    }


def _csv_row(row: StatementRow, account: Account, rows: StatementRows) -> dict[str, Any]:
    """Return the CSV row of a statement line."""
    currency = account.currency
    line: dict[str, Any] = {
        "number": row.number,
        "at": moment(row.at),
        "kind": _kind_code(row),
        "currency": currency,
        "amount": major(row.amount, currency),
        "balance": major(row.after, currency),
        "amount_minor": row.amount,
        "balance_minor": row.after,
    }
    if row.settlement is not None:
        names = rows.names.get(row.settlement.pk, {})
        line |= {
            "source": row.settlement.source,
            "settlement": row.settlement.slug,
            "table": row.settlement.table_slug,
            "session": row.settlement.session_number,
            "deals": row.settlement.played,
            "with": _comma_separated(
                name for number, name in names.items() if number != account.pk
            ),
            "reason": row.settlement.reason,
        }
    if row.payment is not None:
        other = row.payment.other_party(account.pk)
        line |= {
            "settlement": row.payment.settlement_slug,
            "with": holder_name(rows.others[other]),
            "way": row.payment.way,
            "paid_on": row.payment.paid_on.isoformat(),
        }
    return line


def _kind_code(row: StatementRow) -> str:
    """Return the kind of the line; "correction" for the settlement of a correction."""
    is_corrected = row.settlement is not None and row.settlement.number > 1
    return "correction" if is_corrected and row.kind == Posting.Kind.SETTLEMENT else row.kind


def _comma_separated(names: Iterable[str]) -> str:
    """Return the names separated by commas, in every language."""
    return ", ".join(names)
