"""Names and URLs of settlements, and names of their players."""

from collections.abc import Iterable, Mapping

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.ledger.book.models import Account
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

    The settlement's session and club are prefetched.
    """
    if settlement.source == _Source.EVENT:
        event = events.get(settlement.event or 0)
        return _("An event") if event is None else event.name
    if settlement.source == _Source.CLUB and settlement.club is not None:
        return _("%(club)s balances") % {"club": settlement.club.name}
    session = settlement.session
    ended = settlement.created_at if session is None else session.finished_at
    day = timezone.localdate(ended or settlement.created_at)
    return _("Game on %(date)s") % {"date": date_format(day)}


def source_url(settlement: Settlement, events: Events) -> str:
    """Return the URL of the settled event or session, or of the club for balances; "" if none."""
    if settlement.source == _Source.EVENT:
        event = events.get(settlement.event or 0)
        return "" if event is None else event.url
    if settlement.session is not None:
        return settlement.session.get_absolute_url()
    return "" if settlement.club is None else reverse("club", args=[settlement.club.slug])


def house_name(settlement: Settlement) -> str:
    """Return the name of the house: "The bots" at tables, the club in events and balances."""
    if settlement.club is None or settlement.source == _Source.SESSION:
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
