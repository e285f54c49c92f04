"""Statements, in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts.sorting import sort_key, sorted_by
from games.common import money, numbers
from games.tables.links import Origin
from tournaments.clubs.zones import zone_of
from tournaments.ledger.addresses import settlement_url, statement_url, transfer_url
from tournaments.ledger.charts.balance import BalanceChart, BalancePoint, balance_chart
from tournaments.ledger.charts.won_from import WonFrom, WonFromChart, won_from_chart
from tournaments.ledger.links import SettledEvent
from tournaments.ledger.models import Account, Payment, Posting, Transfer
from tournaments.ledger.names import currency_name, holder_name, holder_names
from tournaments.ledger.origins import SessionNames, SettledRow, origin, origins_of
from tournaments.ledger.statements.pairs import PairRow, PairSums
from tournaments.ledger.statements.period import Period
from tournaments.ledger.statements.selectors import BalanceRowAt, Span, StatementRow, StatementRows

_Kind = Posting.Kind


def account_zone(account: Account) -> ZoneInfo:
    """Return by which clock the account's days go: its club's, or the reader's."""
    if account.club is not None:
        return zone_of(account.club)
    zone = timezone.get_current_timezone()
    return zone if isinstance(zone, ZoneInfo) else ZoneInfo("UTC")


def book_name(account: Account) -> str:
    """Return which book the account is in: "Harbour Club · HKD"; its club is fetched."""
    club = _("Outside of clubs") if account.club is None else account.club.name
    return f"{club} · {currency_name(account.currency)}"


def period_words(period: Period) -> str:
    """Return from when to when it is."""
    first = _day(period.first) if period.first else ""
    last = _day(period.last) if period.last else ""
    if first and last:
        return _("%(first)s to %(last)s") % {"first": first, "last": last}
    if first:
        return _("From %(first)s on") % {"first": first}
    return _("Until %(last)s") % {"last": last} if last else _("From the beginning")


def _day(day: date) -> str:
    return date_format(day, "DATE_FORMAT")


@lru_cache(maxsize=1024)
def _short_day(day: date, locale: str) -> str:
    # The lines of a page are of few days.
    return date_format(day, "SHORT_DATE_FORMAT")


@dataclass(frozen=True, slots=True)
class Figure:
    """An amount and what it is called; `sign` is for styles."""

    label: str
    amount: str
    sign: str


def figure(label: str, minor: int, currency: str, *, signed: bool = True) -> Figure:
    """Return the amount under that name."""
    return Figure(label, money.amount(minor, currency, sign=signed), numbers.sign(minor))


_PARTS: Final = (
    ("won", gettext_noop("Won")),
    ("lost", gettext_noop("Lost")),
    ("corrected", gettext_noop("Corrections")),
    ("paid", gettext_noop("Paid")),
    ("received", gettext_noop("Received")),
    ("let_go", gettext_noop("Let go")),
)


@dataclass(frozen=True, slots=True)
class StatementSummary:
    """Opening, what the lines come to, closing: the parts lead from the first to the last."""

    opening: Figure
    parts: list[Figure]
    closing: Figure
    #: What the closing balance means.
    meaning: str


def statement_summary(span: Span, currency: str) -> StatementSummary:
    """Return what the period comes to."""
    parts = [
        figure(_(label), amount, currency)
        for name, label in _PARTS
        if (amount := getattr(span.sums, name))
    ]
    return StatementSummary(
        opening=figure(_("Opening balance"), span.opening, currency),
        parts=parts,
        closing=figure(_("Closing balance"), span.closing, currency),
        meaning=_meaning(span.closing, currency),
    )


def _meaning(balance: int, currency: str) -> str:
    if not currency:
        return _("Points are won and lost; nobody pays them.")
    if not balance:
        return _("Nothing is owed either way.")
    return _("Above zero: to get.") if balance > 0 else _("Below zero: to pay.")


@dataclass(frozen=True, slots=True)
class StatementLine:
    """A line as people read it."""

    day: str
    #: The moment, for programs that read the page.
    at: str
    title: str
    #: Of the session or the event; empty where there is none.
    url: str
    detail: str
    #: The settlement, or the payment.
    more_url: str
    more_label: str
    amount: str
    sign: str
    after: str


def statement_lines(account: Account, found: StatementRows) -> list[StatementLine]:
    """Return the lines in words. One query at most."""
    events = origins_of(row.settlement for row in found.rows if row.settlement is not None)
    zone = account_zone(account)
    return [_line(account, row, found, events, zone) for row in found.rows]


def _line(
    account: Account,
    row: StatementRow,
    found: StatementRows,
    events: Mapping[int, SettledEvent],
    zone: ZoneInfo,
) -> StatementLine:
    title, url, detail, more_url, more_label = "", "", "", "", ""
    if row.settlement is not None:
        of = origin(row.settlement, found.names, events, but=account.pk)
        title, detail = _settled_words(row, row.settlement, of)
        url, more_url = of.url, settlement_url(row.settlement.slug)
        more_label = _("Settlement")
    elif row.payment is not None:
        other = row.payment.payee_id if row.amount > 0 else row.payment.payer_id
        title, detail = _paid_words(row, holder_name(found.others[other]))
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


def _settled_words(row: StatementRow, settlement: SettledRow, of: Origin) -> tuple[str, str]:
    if row.kind == _Kind.REVERSAL:
        return _("Taken back: %(what)s") % {"what": of.name}, ""
    if settlement.number > 1:
        return _("Corrected: %(what)s") % {"what": of.name}, settlement.reason
    return of.name, ""


def _paid_words(row: StatementRow, name: str) -> tuple[str, str]:
    assert row.payment is not None
    names = {"name": name}
    if row.kind == _Kind.WAIVER:
        if row.amount > 0:
            return _("%(name)s let it go") % names, ""
        return _("Let go: %(name)s need not pay") % names, ""
    way = capfirst(Payment.Way(row.payment.way).label)
    detail = _("%(way)s, %(day)s") % {"way": way, "day": _day(row.payment.paid_on)}
    if row.amount > 0:
        return _("Paid to %(name)s") % names, detail
    return _("Paid by %(name)s") % names, detail


_KINDS: Final = {
    _Kind.SETTLEMENT: gettext_noop("Settlement"),
    _Kind.REVERSAL: gettext_noop("Taken back"),
    _Kind.PAYMENT: gettext_noop("Payment"),
    _Kind.WAIVER: gettext_noop("Let go"),
}
#: In place of a slug, where many addresses are made of one.
_SLUG: Final = "slug-of-it"


def statement_chart(
    span: Span, found: Sequence[BalanceRowAt], start: datetime | None, currency: str
) -> BalanceChart | None:
    """Return the balance over the period as a drawing; None where it did not move twice.

    :param start: the moment from which the opening balance is shown
    """
    words = {kind: _(label) for kind, label in _KINDS.items()}
    address = settlement_url(_SLUG)
    points = []
    if start is not None and span.before and found:
        opening = _("Opening balance")
        points.append(BalancePoint(min(start, found[0].at), span.opening, opening))
    for row in found:
        # Clocks of several machines may differ a little; lines go by their numbers.
        at = max(row.at, points[-1].at) if points else row.at
        url = address.replace(_SLUG, row.settlement_slug) if row.settlement_slug else ""
        points.append(BalancePoint(at, row.after, words[_Kind(row.kind)], url))
    return balance_chart(points, currency)


# --- Two people


#: Of more people than this the list alone is read.
_MOST_BARS: Final = 24


def pairs_chart(
    found: Mapping[int, PairSums], others: Mapping[int, Account], currency: str
) -> WonFromChart | None:
    """Return from whom how much was won, as bars; None where they would be too many."""
    if len(found) > _MOST_BARS:
        return None
    names = holder_names(others[number] for number in found)
    pairs = [
        WonFrom(names[number], found[number].net, found[number].together)
        for number in sorted_by(found, names.__getitem__)
    ]
    return won_from_chart(pairs, currency)


@dataclass(frozen=True, slots=True)
class PairLine:
    """What somebody and one other have had to do with one another."""

    name: str
    url: str
    together: str
    won: str
    sign: str
    #: What is open between them, in words.
    open: str


def pair_lines(
    account: Account, found: Mapping[int, PairSums], others: Mapping[int, Account], url: str
) -> list[PairLine]:
    """Return a line for each other, from whom the most was won at the head.

    :param url: where the two are seen; the other's number is added to it
    """
    names = holder_names(others[number] for number in found)
    ranked = sorted(found.items(), key=lambda each: (-each[1].net, sort_key(names[each[0]])))
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
    """Return what is still to be paid between the two; empty where nothing is."""
    parts = []
    if sums.to_get:
        parts.append(_("%(amount)s to get") % {"amount": money.amount(sums.to_get, currency)})
    if sums.to_pay:
        parts.append(_("%(amount)s to pay") % {"amount": money.amount(sums.to_pay, currency)})
    return ", ".join(parts)


@dataclass(frozen=True, slots=True)
class PairDetail:
    """What two have won from one another by one settlement."""

    at: datetime
    title: str
    url: str
    more_url: str
    amount: str
    sign: str


def pair_details(account: Account, found: list[PairRow], names: SessionNames) -> list[PairDetail]:
    """Return the settlements of the two, in words. One query at most."""
    events = origins_of(each.settlement for each in found)
    zone = account_zone(account)
    lines = []
    for each in found:
        of = origin(each.settlement, names, events)
        title = of.name
        if each.settlement.number > 1:
            title = _("Corrected: %(what)s") % {"what": of.name}
        lines.append(
            PairDetail(
                at=timezone.localtime(each.at, zone),
                title=title,
                url=of.url,
                more_url=settlement_url(each.settlement.slug),
                amount=money.figure(each.amount, account.currency),
                sign=numbers.sign(each.amount),
            )
        )
    return lines


def unit_of(currency: str) -> str:
    """Return what amounts beneath a heading are in; empty for points."""
    return money.currency_name(currency) if currency else ""


def pair_figures(one: str, other: str, sums: PairSums, currency: str) -> list[Figure]:
    """Return what has passed between the two, in figures of which each says whose it is."""
    names = {"one": one, "other": other}
    rows = [
        (_("%(one)s won from %(other)s") % names, sums.won),
        (_("%(other)s won from %(one)s") % names, sums.lost),
    ]
    if currency:
        rows += [
            (_("%(one)s paid %(other)s, or was let off") % names, sums.paid),
            (_("%(other)s paid %(one)s, or was let off") % names, sums.received),
            (_("%(one)s still has to pay %(other)s") % names, sums.to_pay),
            (_("%(other)s still has to pay %(one)s") % names, sums.to_get),
        ]
    return [Figure(label, money.amount(amount, currency), "") for label, amount in rows]


@dataclass(frozen=True, slots=True)
class OpenLine:
    """A payment that is still open."""

    sentence: str
    url: str
    since: datetime


def open_lines(account: Account, found: list[Transfer], other: str) -> list[OpenLine]:
    """Return what is open between the account's holder and another, in sentences."""
    own = holder_name(account)
    zone = account_zone(account)
    lines = []
    for each in found:
        payer, payee = (own, other) if each.payer_id == account.pk else (other, own)
        sentence = _("%(payer)s pays %(payee)s %(amount)s") % {
            "payer": payer,
            "payee": payee,
            "amount": money.amount(each.open_amount, account.currency),
        }
        since = timezone.localtime(each.settlement.created_at, zone)
        lines.append(OpenLine(sentence, transfer_url(each.settlement.slug, each.pk), since))
    return lines


def title_of(account: Account, *, is_own: bool) -> str:
    """Return what the statement is called."""
    if is_own:
        return _("Your statement")
    return _("Statement of %(name)s") % {"name": holder_name(account)}


def statement_of(account_id: int) -> str:
    """Return the address of an account's statement from the beginning."""
    return statement_url(account_id, "&period=all")
