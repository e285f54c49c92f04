"""Texts of statements."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts.sorting import sort_key, sorted_by
from games.common import money, numbers
from games.tables.links import Origin
from tournaments.clubs.zones import zone_of
from tournaments.ledger.book.account import Account
from tournaments.ledger.book.models import Posting
from tournaments.ledger.book.names import currency_name, holder_name, holder_names
from tournaments.ledger.charts.balance import BalanceChart, BalancePoint, balance_chart
from tournaments.ledger.charts.won_from import WonFrom, WonFromChart, won_from_chart
from tournaments.ledger.links import SettledEvent
from tournaments.ledger.payments.models import Payment
from tournaments.ledger.settling.addresses import settlement_url, statement_url, transfer_url
from tournaments.ledger.settling.models import Transfer
from tournaments.ledger.settling.origins import SessionNames, SettledRow, events_of_rows, origin
from tournaments.ledger.statements.pairs import PairRow, PairSums
from tournaments.ledger.statements.period import Period
from tournaments.ledger.statements.selectors import BalanceRowAt, Span, StatementRow, StatementRows

_Kind = Posting.Kind


def account_zone(account: Account) -> ZoneInfo:
    """Return the account's time zone: the club's, or the reader's outside clubs."""
    if account.club is not None:
        return zone_of(account.club)
    zone = timezone.get_current_timezone()
    return zone if isinstance(zone, ZoneInfo) else ZoneInfo("UTC")


def ledger_name(account: Account) -> str:
    """Return the ledger's name, such as "Harbour Club · HKD"; the club is prefetched."""
    club = _("Outside clubs") if account.club is None else account.club.name
    return f"{club} · {currency_name(account.currency)}"


def period_words(period: Period) -> str:
    """Return the period as text, such as "From 1 May 2026"."""
    first = _day_text(period.first) if period.first else ""
    last = _day_text(period.last) if period.last else ""
    if first and last:
        return _("%(first)s to %(last)s") % {"first": first, "last": last}
    if first:
        return _("From %(first)s") % {"first": first}
    return _("Until %(last)s") % {"last": last} if last else _("All time")


def _day_text(day: date) -> str:
    """Return the day as text in the reader's language."""
    return date_format(day, "DATE_FORMAT")


@lru_cache(maxsize=1024)
def _short_day(day: date, locale: str) -> str:
    """Return the day as short text; `locale` is only a cache key."""
    # Cached: the lines of a page share few days.
    return date_format(day, "SHORT_DATE_FORMAT")


@dataclass(frozen=True, slots=True)
class Figure:
    """An amount with its label; `sign` is a CSS class."""

    label: str
    amount: str
    sign: str


def figure(label: str, minor: int, currency: str, *, signed: bool = True) -> Figure:
    """Return the amount, in minor units, with this label and its sign as a CSS class."""
    return Figure(label, money.amount(minor, currency, sign=signed), numbers.sign(minor))


_PARTS: Final = (
    ("won", gettext_noop("Won")),
    ("lost", gettext_noop("Lost")),
    ("corrected", gettext_noop("Corrections")),
    ("paid", gettext_noop("Paid")),
    ("received", gettext_noop("Received")),
    ("waived", gettext_noop("Waived")),
)


@dataclass(frozen=True, slots=True)
class StatementSummary:
    """Opening balance, the period's totals by kind, and closing balance."""

    opening: Figure
    parts: list[Figure]
    closing: Figure
    #: Meaning of the closing balance.
    meaning: str


def statement_summary(span: Span, currency: str) -> StatementSummary:
    """Return the period's totals by kind between opening and closing balance."""
    parts = [
        figure(_(label), amount, currency)
        for name, label in _PARTS
        if (amount := getattr(span.sums, name))
    ]
    return StatementSummary(
        opening=figure(_("Opening balance"), span.opening, currency),
        parts=parts,
        closing=figure(_("Closing balance"), span.closing, currency),
        meaning=_balance_meaning(span.closing, currency),
    )


def _balance_meaning(balance: int, currency: str) -> str:
    """Return whether the holder owes or is owed the balance, as a sentence."""
    if not currency:
        return _("This balance is in points, so there’s nothing to pay.")
    if not balance:
        return _("Nothing to pay or receive.")
    return _("You are owed this amount.") if balance > 0 else _("You owe this amount.")


@dataclass(frozen=True, slots=True)
class StatementLine:
    """Texts and links of a line of a statement."""

    day: str
    #: ISO timestamp.
    at: str
    title: str
    #: Page of the session or event; empty if there is none.
    url: str
    detail: str
    #: Page of the settlement or payment.
    more_url: str
    more_label: str
    amount: str
    sign: str
    after: str


def statement_lines(account: Account, rows: StatementRows) -> list[StatementLine]:
    """Return the rows as lines of the statement. At most one query."""
    events = events_of_rows(row.settlement for row in rows.rows if row.settlement is not None)
    zone = account_zone(account)
    return [_statement_line(account, row, rows, events, zone) for row in rows.rows]


def _statement_line(
    account: Account,
    row: StatementRow,
    rows: StatementRows,
    events: Mapping[int, SettledEvent],
    zone: ZoneInfo,
) -> StatementLine:
    """Return the row as a line of the statement, in the time zone."""
    title, url, detail, more_url, more_label = "", "", "", "", ""
    if row.settlement is not None:
        source = origin(row.settlement, rows.names, events, excluded_account=account.pk)
        title, detail = _settled_title_and_detail(row, row.settlement, source)
        url, more_url = source.url, settlement_url(row.settlement.slug)
        more_label = _("Settlement")
    elif row.payment is not None:
        other = row.payment.payee_id if row.amount > 0 else row.payment.payer_id
        title, detail = _paid_title_and_detail(row, holder_name(rows.others[other]))
        more_url = transfer_url(row.payment.settlement_slug, row.payment.transfer_id)
        more_label = _("Payment")
    at = timezone.localtime(row.at, zone)
    return StatementLine(
        day=_short_day(at.date(), numbers.regional_locale()),
        at=at.isoformat(),
        title=title,
        url=url,
        detail=detail,
        more_url=more_url,
        more_label=more_label,
        amount=money.figure(row.amount, account.currency),
        sign=numbers.sign(row.amount),
        after=money.figure(row.after, account.currency),
    )


def _settled_title_and_detail(
    row: StatementRow, settlement: SettledRow, source: Origin
) -> tuple[str, str]:
    """Return title and detail of a line from a settlement or its reversal."""
    if row.kind == _Kind.REVERSAL:
        return _("Reversed: %(what)s") % {"what": source.name}, ""
    if settlement.number > 1:
        return _("Corrected: %(what)s") % {"what": source.name}, settlement.reason
    return source.name, ""


def _paid_title_and_detail(row: StatementRow, name: str) -> tuple[str, str]:
    """Return title and detail of a payment or waiver; `name` is the other party."""
    assert row.payment is not None
    names = {"name": name}
    if row.kind == _Kind.WAIVER:
        if row.amount > 0:
            return _("Waived by %(name)s") % names, ""
        return _("Waived for %(name)s") % names, ""
    way = Payment.Way(row.payment.way).label
    detail = _("%(way)s, %(day)s") % {"way": way, "day": _day_text(row.payment.paid_on)}
    if row.amount > 0:
        return _("Paid to %(name)s") % names, detail
    return _("Paid by %(name)s") % names, detail


_KINDS: Final = {
    _Kind.SETTLEMENT: gettext_noop("Settlement"),
    _Kind.REVERSAL: gettext_noop("Reversal"),
    _Kind.PAYMENT: gettext_noop("Payment"),
    _Kind.WAIVER: gettext_noop("Waiver"),
}
#: Placeholder slug, so that many URLs are built from one.
_SLUG: Final = "slug-of-it"


def statement_chart(
    span: Span, balances: Sequence[BalanceRowAt], start: datetime | None, currency: str
) -> BalanceChart | None:
    """Return the balance chart of the period; None for fewer than two points.

    :param start: time from which the opening balance is shown
    """
    words = {kind: _(label) for kind, label in _KINDS.items()}
    address = settlement_url(_SLUG)
    points = []
    if start is not None and span.before and balances:
        opening = _("Opening balance")
        points.append(BalancePoint(min(start, balances[0].at), span.opening, opening))
    for row in balances:
        # Clocks of several servers may differ slightly; lines are ordered by number.
        at = max(row.at, points[-1].at) if points else row.at
        url = address.replace(_SLUG, row.settlement_slug) if row.settlement_slug else ""
        points.append(BalancePoint(at, row.after, words[_Kind(row.kind)], url))
    return balance_chart(points, currency)


# --- Two accounts


#: Beyond this number only the list is shown.
_MOST_BARS: Final = 24


def pairs_chart(
    sums_by_other: Mapping[int, PairSums], accounts: Mapping[int, Account], currency: str
) -> WonFromChart | None:
    """Return the bars of net wins by opponent; None without opponents or with more than 24."""
    if len(sums_by_other) > _MOST_BARS:
        return None
    names = holder_names(accounts[number] for number in sums_by_other)
    pairs = [
        WonFrom(names[number], sums_by_other[number].net, sums_by_other[number].together)
        for number in sorted_by(sums_by_other, names.__getitem__)
    ]
    return won_from_chart(pairs, currency)


@dataclass(frozen=True, slots=True)
class PairLine:
    """Texts of an opponent in the list: shared games, net win and open payments."""

    name: str
    url: str
    together: str
    won: str
    sign: str
    #: Open payments as text.
    open: str


def pair_lines(
    account: Account,
    sums_by_other: Mapping[int, PairSums],
    accounts: Mapping[int, Account],
    url: str,
) -> list[PairLine]:
    """Return a line for each opponent, largest win first.

    :param url: page of the two; the other account's ID is appended
    """
    names = holder_names(accounts[number] for number in sums_by_other)
    ranked = sorted(
        sums_by_other.items(), key=lambda each: (-each[1].net, sort_key(names[each[0]]))
    )
    return [
        PairLine(
            name=names[number],
            url=f"{url}{number}",
            together=str(sums.together),
            won=money.amount(sums.net, account.currency, sign=True),
            sign=numbers.sign(sums.net),
            open=open_words(sums, account.currency),
        )
        for number, sums in ranked
    ]


def open_words(sums: PairSums, currency: str) -> str:
    """Return the open payments between the two as text; empty if there are none."""
    words = {
        "get": money.amount(sums.to_get, currency),
        "pay": money.amount(sums.to_pay, currency),
    }
    if sums.to_get and sums.to_pay:
        return _("%(get)s to receive, %(pay)s to pay") % words
    if sums.to_get:
        return _("%(get)s to receive") % words
    return _("%(pay)s to pay") % words if sums.to_pay else ""


@dataclass(frozen=True, slots=True)
class PairDetail:
    """Texts of a settlement's head-to-head result: title, amount and links."""

    at: datetime
    title: str
    url: str
    more_url: str
    amount: str
    sign: str


def pair_details(
    account: Account, pair_rows: list[PairRow], names: SessionNames
) -> list[PairDetail]:
    """Return results as lines, each with the title of its session or event. At most one query."""
    events = events_of_rows(each.settlement for each in pair_rows)
    zone = account_zone(account)
    lines = []
    for each in pair_rows:
        source = origin(each.settlement, names, events)
        title = source.name
        if each.settlement.number > 1:
            title = _("Corrected: %(what)s") % {"what": source.name}
        lines.append(
            PairDetail(
                at=timezone.localtime(each.at, zone),
                title=title,
                url=source.url,
                more_url=settlement_url(each.settlement.slug),
                amount=money.figure(each.amount, account.currency),
                sign=numbers.sign(each.amount),
            )
        )
    return lines


def unit_of(currency: str) -> str:
    """Return the name of the amounts' unit; empty for points."""
    return money.currency_name(currency) if currency else ""


def pair_figures(name: str, other_name: str, sums: PairSums, currency: str) -> list[Figure]:
    """Return wins, payments and debts between the two with labels; only wins for points."""
    names = {"one": name, "other": other_name}
    rows = [
        (_("%(one)s won from %(other)s") % names, sums.won),
        (_("%(other)s won from %(one)s") % names, sums.lost),
    ]
    if currency:
        rows += [
            (_("%(one)s paid %(other)s (including waived debts)") % names, sums.paid),
            (_("%(other)s paid %(one)s (including waived debts)") % names, sums.received),
            (_("%(one)s still owes %(other)s") % names, sums.to_pay),
            (_("%(other)s still owes %(one)s") % names, sums.to_get),
        ]
    return [Figure(label, money.amount(amount, currency), "") for label, amount in rows]


@dataclass(frozen=True, slots=True)
class OpenLine:
    """Sentence, link and date of an open payment between two accounts."""

    sentence: str
    url: str
    since: datetime


def open_lines(account: Account, transfers: list[Transfer], other_name: str) -> list[OpenLine]:
    """Return the open payments between the account's holder and another as sentences."""
    own = holder_name(account)
    zone = account_zone(account)
    lines = []
    for each in transfers:
        payer, payee = (own, other_name) if each.payer_id == account.pk else (other_name, own)
        sentence = _("%(payer)s owes %(payee)s %(amount)s") % {
            "payer": payer,
            "payee": payee,
            "amount": money.amount(each.open_amount, account.currency),
        }
        since = timezone.localtime(each.settlement.created_at, zone)
        lines.append(OpenLine(sentence, transfer_url(each.settlement.slug, each.pk), since))
    return lines


def title_of(account: Account, *, is_own: bool) -> str:
    """Return "Your statement", or the title with the holder's name."""
    if is_own:
        return _("Your statement")
    return _("Statement for %(name)s") % {"name": holder_name(account)}


def full_statement_url(account_id: int) -> str:
    """Return the URL of an account's statement for all time."""
    return statement_url(account_id, "&period=all")
