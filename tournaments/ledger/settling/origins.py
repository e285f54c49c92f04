"""Titles of settlements in lists: the session, event or club balances they settle."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from games.language import labels
from games.tables.links import Origin
from tournaments.ledger.book.holders import house_name
from tournaments.ledger.links import SettledEvent, settled_events
from tournaments.ledger.settling.models import Balance, Settlement
from tournaments.ledger.settling.names import charge_title

_Source = Settlement.Source


class SettledRow(NamedTuple):
    """The columns of a settlement that lists need, without model instances."""

    pk: int
    slug: str
    source: str
    number: int
    club_id: int | None
    event: int | None
    reason: str
    #: Number of deals played, if known.
    played: int | None
    session_number: int | None
    table_slug: str | None
    #: Of a charge: the title of a bill, or kind and first day of the period of dues.
    title: str | None
    period: str | None
    period_start: str | None


#: Columns of a `SettledRow`, relative to a settlement.
SETTLED_FIELDS: Final = (
    "pk", "slug", "source", "number", "club", "event", "reason", "terms__played",
    "session__number", "session__table__slug", "terms__title", "terms__period",
    "terms__period_start",
)  # fmt: skip


def settled_fields(prefix: str) -> list[str]:
    """Return the columns of a `SettledRow`, each with this lookup prefix."""
    return [f"{prefix}__{name}" for name in SETTLED_FIELDS]


def settled_row(values: Sequence[Any]) -> SettledRow | None:
    """Return the row of these column values; None if there was no settlement."""
    return None if values[0] is None else SettledRow(*values)


#: For each settlement, the players' names by account ID.
SessionNames = Mapping[int, Mapping[int, str]]


def names_of_sessions(condition: Q) -> dict[int, dict[int, str]]:
    """Return players' names by settlement ID, then account ID; of sessions only. One query.

    :param condition: condition on balances that selects the settlements
    """
    rows = (
        Balance.objects.filter(condition, settlement__source=_Source.SESSION)
        .order_by("pk")
        .values_list("settlement", "account", "name", "settlement__club")
    )
    found: dict[int, dict[int, str]] = {}
    for settlement, account, name, club in rows:
        found.setdefault(settlement, {})[account] = name or house_name(club)
    return found


def events_of_rows(rows: Iterable[SettledRow]) -> Mapping[int, SettledEvent]:
    """Return the events that the rows settle, by event ID. At most one query."""
    numbers = {row.event for row in rows if row.event is not None}
    return settled_events(numbers) if numbers else {}


def origin(
    row: SettledRow,
    names: SessionNames,
    events: Mapping[int, SettledEvent],
    *,
    excluded_account: int | None = None,
) -> Origin:
    """Return title and page of the session, event or balances that the row settles.

    :param excluded_account: account of the reader, whose name is left out
    :param names: players' names of sessions
    :param events: events by ID, with their names and pages
    """
    if row.source == _Source.EVENT:
        known = events.get(row.event or 0)
        return Origin(_("An event"), "") if known is None else Origin(known.name, known.url)
    if row.source == _Source.CLUB:
        return Origin(_("Balance settlement no. %(number)d") % {"number": row.number}, "")
    if row.source in (_Source.DUES, _Source.BILL):
        return Origin(charge_title(row._asdict()), "")
    others = [
        name for account, name in names.get(row.pk, {}).items() if account != excluded_account
    ]
    url = ""
    if row.table_slug is not None and row.session_number is not None:
        url = reverse("session", args=[row.table_slug, row.session_number])
    return Origin(_session_title(row.played, others), url)


def _session_title(deal_count: int | None, others: Sequence[str]) -> str:
    """Return the title of a session: its number of deals, if known, and the players' names."""
    if not others:
        return _("A game")
    return labels.game_label(deal_count, others)
