"""Names and URLs of settlements, and names of their players."""

from collections.abc import Iterable, Mapping
from datetime import date

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from games.common.dates import date_format, year
from tournaments.ledger.book.models import Account
from tournaments.ledger.dues.periods import Period, next_start
from tournaments.ledger.links import SettledEvent, settled_events
from tournaments.ledger.settling.models import Settlement
from tournaments.ledger.settling.selectors import event_ids

_Source = Settlement.Source
Events = Mapping[int, SettledEvent]


def events_of(settlements: Iterable[Settlement]) -> Events:
    """Return the events of the settlements by event ID. At most one query."""
    ids = event_ids(settlements)
    return settled_events(ids) if ids else {}


def source_name(settlement: Settlement, events: Events) -> str:
    """Return the event's name, the club's name with "balances", or "Game on" with a date.

    For a charge, the bill's title or "Dues for" with the period.

    The settlement's session and club are prefetched.
    """
    if settlement.source == _Source.EVENT:
        event = events.get(settlement.event or 0)
        return _("An event") if event is None else event.name
    if settlement.source == _Source.CLUB and settlement.club is not None:
        return _("%(club)s balances") % {"club": settlement.club.name}
    if settlement.is_charge:
        return charge_title(settlement.terms)
    session = settlement.session
    ended = settlement.created_at if session is None else session.finished_at
    day = timezone.localdate(ended or settlement.created_at)
    return _("Game on %(date)s") % {"date": date_format(day)}


def charge_title(terms: Mapping[str, str | None]) -> str:
    """Return the title of a bill, or "Dues for" with the period, from a charge's terms."""
    if start := terms.get("period_start"):
        return _("Dues for %(period)s") % {
            "period": period_name(Period(terms["period"] or ""), date.fromisoformat(start))
        }
    return terms.get("title") or _("A shared bill")


def period_name(period: Period, start: date) -> str:
    """Return the period that begins with `start` as text: "March 2027", "2027"."""
    if period is Period.YEAR:
        return year(start)
    if period is Period.MONTH:
        return date_format(start, "YEAR_MONTH_FORMAT")
    last = next_start(Period.MONTH, next_start(Period.MONTH, start))
    return _("%(first)s to %(last)s") % {
        "first": date_format(start, "F"),
        "last": date_format(last, "YEAR_MONTH_FORMAT"),
    }


def source_url(settlement: Settlement, events: Events) -> str:
    """Return the URL of what was settled: an event, a session, dues, a bill or a club."""
    if settlement.source == _Source.EVENT:
        event = events.get(settlement.event or 0)
        return "" if event is None else event.url
    if settlement.session is not None:
        return settlement.session.get_absolute_url()
    if settlement.source == _Source.DUES and settlement.club is not None:
        return reverse("club_dues", args=[settlement.club.slug])
    if settlement.source == _Source.BILL and settlement.club is not None:
        return reverse("bill", args=[settlement.club.slug, settlement.terms["slug"]])
    return "" if settlement.club is None else reverse("club", args=[settlement.club.slug])


def is_house_of_bots(settlement: Settlement) -> bool:
    """Return whether the settlement's house is the bots of a table; otherwise it is the club."""
    return settlement.club is None or settlement.source == _Source.SESSION


def house_name(settlement: Settlement) -> str:
    """Return the name of the house: "The bots" at tables, the club in events and balances."""
    if settlement.club is None or is_house_of_bots(settlement):
        return _("The bots")
    return settlement.club.name


def names_of(settlements: Iterable[Settlement]) -> dict[int, str]:
    """Return the players' names at the time of settling, by account ID; balances are prefetched."""
    found: dict[int, str] = {}
    for settlement in settlements:
        for each in settlement.balances.all():
            found.setdefault(each.account_id, each.name or house_name(settlement))
    return found


def account_name(account: Account, settlement: Settlement) -> str:
    """Return the holder's current name; for a club or bots the name that the settlement uses.

    The user is prefetched.
    """
    if account.user is not None:
        return account.user.shown_name
    return account.name or house_name(settlement)


def settlement_url(slug: str) -> str:
    """Return the URL of the page of the settlement with this slug."""
    return reverse("settlement", args=[slug])
