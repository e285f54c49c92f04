"""Lines of pending results in lists."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from games.common import money
from games.common.dates import date_format
from games.common.languages import paragraph
from games.common.numbers import listed
from tournaments.ledger.book.holders import house_name
from tournaments.ledger.links import SettledEvent
from tournaments.ledger.pending.models import PendingResult
from tournaments.ledger.settling.debt_sentences import (
    DOESNT_OWE,
    WOULD_OWE,
    Party,
    debt_sentence,
    house_party,
)

Events = Mapping[int, SettledEvent]


class _Side(NamedTuple):
    """One side of a pair: a user with a name, a name only, or neither for the club or bots."""

    user: int | None
    name: str


@dataclass(frozen=True, slots=True)
class PendingLine:
    """Sentence on a payment that would be due if the players who have not agreed accept."""

    words: str
    #: Page where the reader can answer; empty for other readers.
    url: str = ""
    #: Whether it can still be accepted.
    is_open: bool = True


@dataclass(frozen=True, slots=True)
class ResultLine:
    """Texts of a pending result in a list: sentence, detail, link and lapse date."""

    words: str
    detail: str
    url: str
    lapses_at: datetime


def source_name(row: PendingResult, events: Events) -> str:
    """Return the name of the session or event; the session is prefetched."""
    if row.event is not None:
        event = events.get(row.event)
        return _("An event") if event is None else event.name
    ended = row.created_at if row.session is None else row.session.finished_at or row.created_at
    return _("Game on %(date)s") % {"date": date_format(timezone.localdate(ended))}


def notice_words(row: PendingResult, events: Events, reader_id: int) -> tuple[str, str]:
    """Return title and detail of the notice to a user who can answer the result."""
    words = {
        "source": source_name(row, events),
        "name": row.name,
        "amount": money.amount(abs(row.amount), row.currency),
    }
    if row.user_id != reader_id:
        title = (
            _("%(name)s lost %(amount)s. Do you accept the result for %(name)s?")
            if row.amount < 0
            else _("%(name)s won %(amount)s. Do you accept the result for %(name)s?")
        )
    elif row.amount < 0:
        title = _("You lost %(amount)s. Do you accept the result?")
    else:
        title = _("You won %(amount)s. Do you accept the result?")
    detail = " · ".join((words["source"], _("Nothing is owed until you accept.")))
    return title % words, detail


def result_lines(rows: Iterable[PendingResult], events: Events, reader_id: int) -> list[ResultLine]:
    """Return the results as lines with a link to the page where the reader answers. No query."""
    found = []
    for row in rows:
        title, detail = notice_words(row, events, reader_id)
        found.append(ResultLine(title, detail, result_url(row), row.lapses_at))
    return found


def result_url(row: PendingResult) -> str:
    """Return the URL of the page where the result is answered."""
    return reverse("pending_result", args=[row.pk])


def club_lines(
    rows: Iterable[PendingResult], events: Events, *, links: Mapping[int, str]
) -> list[ResultLine]:
    """Return a club's results as lines that name the player who has to answer. No query.

    :param links: URLs of the settlements by result ID
    """
    found = []
    for row in rows:
        words = {
            "source": source_name(row, events),
            "name": row.name,
            "amount": money.amount(abs(row.amount), row.currency),
        }
        said = (
            _("%(source)s: %(name)s lost %(amount)s and hasn’t accepted the result yet.")
            if row.amount < 0
            else _("%(source)s: %(name)s won %(amount)s and hasn’t accepted the result yet.")
        )
        detail = listed([part_text(row, part) for part in row.parts])
        found.append(ResultLine(said % words, detail, links.get(row.pk, ""), row.lapses_at))
    return found


def pending_lines(rows: Iterable[PendingResult], reader_id: int | None) -> list[PendingLine]:
    """Return a line on the unsettled amount of each pair in one session or event. No query.

    An amount between two players who have not agreed waits for both.

    :param rows: results of one session or event that were not accepted
    """
    pairs: dict[frozenset[_Side], list[PendingResult]] = {}
    amounts: dict[frozenset[_Side], tuple[_Side, _Side, int]] = {}
    for row in rows:
        own = _Side(row.user_id, row.name)
        for part in row.parts:
            other = _Side(part["user"], part["name"])
            key = frozenset({_identity(own), _identity(other)})
            pairs.setdefault(key, []).append(row)
            payer, payee = (own, other) if part["amount"] > 0 else (other, own)
            amounts[key] = payer, payee, abs(part["amount"])
    return [
        _pending_line(pairs[key], payer, payee, amount, reader_id)
        for key, (payer, payee, amount) in amounts.items()
    ]


def pending_by_session(
    rows: Iterable[PendingResult], reader_id: int
) -> list[tuple[str, list[PendingLine]]]:
    """Return (session name, lines of unsettled amounts) for each session of the results."""
    by_session: dict[int | None, list[PendingResult]] = {}
    for row in rows:
        by_session.setdefault(row.session_id, []).append(row)
    return [
        (source_name(found[0], {}), pending_lines(found, reader_id))
        for found in by_session.values()
    ]


def _identity(side: _Side) -> _Side:
    """Return the side without a user's name, which may differ between results."""
    # The user may have had another name in another row.
    return side if side.user is None else _Side(side.user, "")


def _pending_line(
    rows: Sequence[PendingResult], payer: _Side, payee: _Side, amount: int, reader_id: int | None
) -> PendingLine:
    """Return the amount a payer would owe, and whose answers it waits for or who did not accept."""
    club = rows[0].club_id
    words = {
        "payer": payer.name or house_name(club),
        "payee": payee.name or house_name(club),
        "amount": money.amount(amount, rows[0].currency),
    }
    parties = (_party(payer, club), _party(payee, club))
    if closed := next((row for row in rows if not row.is_open), None):
        why = (
            _("%(name)s declined.")
            if closed.declined_at is not None
            else _("%(name)s didn’t answer.")
        )
        debt = debt_sentence(DOESNT_OWE, *parties, words)
        return PendingLine(paragraph(why % {"name": closed.name}, debt), is_open=False)
    own = next((row for row in rows if reader_id is not None and row.user_id == reader_id), None)
    waits = {
        "names": listed([row.name for row in rows]),
        "debt": debt_sentence(WOULD_OWE, *parties, words),
    }
    if own is not None and len(rows) == 1:
        said = _("Pending until you accept: %(debt)s")
    elif len(rows) == 1:
        said = _("Pending until %(names)s accepts: %(debt)s")
    else:
        said = _("Pending until %(names)s accept: %(debt)s")
    return PendingLine(said % waits, "" if own is None else result_url(own))


def _party(side: _Side, club_id: int | None) -> Party:
    """Return how a sentence names a side; the house has neither user nor name."""
    is_house = side.user is None and not side.name
    return house_party(club_id) if is_house else Party.PLAYER


def part_text(row: PendingResult, part: Mapping[str, object]) -> str:
    """Return the amount that the player would pay to, or get from, another player, as text."""
    amount = part["amount"]
    assert isinstance(amount, int)
    words = {
        "name": part["name"] or house_name(row.club_id),
        "amount": money.amount(abs(amount), row.currency),
    }
    if amount > 0:
        return _("%(amount)s to %(name)s") % words
    return _("%(amount)s from %(name)s") % words
