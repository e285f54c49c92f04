"""Texts shared by the pages of statements and of clubs' accounts."""

from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext as _

from games.common import money, numbers
from games.common.dates import date_format
from tournaments.ledger.book.holders import currency_name
from tournaments.ledger.book.models import Account
from tournaments.ledger.statements.period import Period


def reader_zone() -> ZoneInfo:
    """Return the reader's time zone, in which all pages show the dates of the ledger."""
    zone = timezone.get_current_timezone()
    return zone if isinstance(zone, ZoneInfo) else ZoneInfo("UTC")


def ledger_name(account: Account) -> str:
    """Return the ledger's name, such as "Harbour Club · HKD"; the club is prefetched."""
    club = _("Outside clubs") if account.club is None else account.club.name
    return f"{club} · {currency_name(account.currency)}"


def period_words(period: Period) -> str:
    """Return the period as text, such as "From 1 May 2026"."""
    first = day_text(period.first) if period.first else ""
    last = day_text(period.last) if period.last else ""
    if first and last:
        return _("%(first)s to %(last)s") % {"first": first, "last": last}
    if first:
        return _("From %(first)s") % {"first": first}
    return _("Until %(last)s") % {"last": last} if last else _("All time")


def day_text(day: date) -> str:
    """Return the day as text in the reader's language."""
    return date_format(day, "DATE_FORMAT")


@lru_cache(maxsize=1024)
def short_day(day: date, locale: str) -> str:
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


def unit_of(currency: str) -> str:
    """Return the name of the amounts' unit; empty for points."""
    return money.currency_name(currency) if currency else ""
