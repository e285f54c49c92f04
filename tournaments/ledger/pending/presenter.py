"""Results that wait, in words."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.agreements.terms import digest_of
from games.common import money
from games.common.numbers import listed
from games.rulebook.terms_text import TermLine, terms_lines
from games.tables.terms import terms_of
from tournaments.ledger.links import SettledEvent
from tournaments.ledger.models import PendingResult, Settlement
from tournaments.ledger.names import house_name
from tournaments.ledger.services.pending import terms_of_result

Events = Mapping[int, SettledEvent]


class _Side(NamedTuple):
    """A player of a pair: the user's primary key, or a name; neither for the house."""

    user: int | None
    name: str


@dataclass(frozen=True, slots=True)
class PendingLine:
    """What would pass between two players if those who have not agreed accept it."""

    words: str
    #: Where the reader can answer it; empty for others.
    url: str = ""
    #: Whether it can still be accepted.
    is_open: bool = True


@dataclass(frozen=True, slots=True)
class ResultLine:
    """A result that waits, in a list."""

    words: str
    detail: str
    url: str
    lapses_at: datetime


@dataclass(frozen=True, slots=True)
class ResultPage:
    """A result that its player accepts or declines."""

    title: str
    #: What was won or lost, in a sentence.
    result: str
    why: str
    #: What it would be between the player and each other.
    parts: Sequence[str]
    terms: Sequence[TermLine]
    #: The digest of what accepting agrees to.
    digest: str
    accept: str
    accepted: str
    lapses_at: datetime
    settlement_url: str
    is_open: bool
    #: What became of it, where it no longer waits.
    outcome: str


def source_name(row: PendingResult, events: Events) -> str:
    """Return what the session or event is called; the session is fetched."""
    if row.event is not None:
        event = events.get(row.event)
        return _("An event") if event is None else event.name
    ended = row.created_at if row.session is None else row.session.finished_at or row.created_at
    return _("Session of %(date)s") % {"date": date_format(timezone.localdate(ended))}


def notice_words(row: PendingResult, events: Events, reader: int) -> tuple[str, str]:
    """Return a result that the reader can answer as a notice: what it is, and what to do."""
    words = {
        "source": source_name(row, events),
        "name": row.name,
        "amount": money.amount(abs(row.amount), row.currency),
    }
    if row.user_id != reader:
        title = (
            _("%(source)s: the result of %(name)s waits for your yes. They lost %(amount)s.")
            if row.amount < 0
            else _("%(source)s: the result of %(name)s waits for your yes. They won %(amount)s.")
        )
    elif row.amount < 0:
        title = _("%(source)s: your result waits for your yes. You lost %(amount)s.")
    else:
        title = _("%(source)s: your result waits for your yes. You won %(amount)s.")
    return title % words, _("Nobody owes it until you accept.")


def result_lines(rows: Iterable[PendingResult], events: Events, reader: int) -> list[ResultLine]:
    """Return the results that the reader can answer. No query."""
    found = []
    for row in rows:
        title, detail = notice_words(row, events, reader)
        found.append(ResultLine(title, detail, result_url(row), row.lapses_at))
    return found


def result_url(row: PendingResult) -> str:
    """Return the page where the result is answered."""
    return reverse("pending_result", args=[row.pk])


def club_lines(
    rows: Iterable[PendingResult], events: Events, *, links: Mapping[int, str]
) -> list[ResultLine]:
    """Return what waits for the yes of others: who won or lost how much in what. No query.

    :param links: the pages of the settlements, by the results' primary keys
    """
    found = []
    for row in rows:
        words = {
            "source": source_name(row, events),
            "name": row.name,
            "amount": money.amount(abs(row.amount), row.currency),
        }
        said = (
            _("%(source)s: %(name)s has not accepted losing %(amount)s.")
            if row.amount < 0
            else _("%(source)s: %(name)s has not accepted winning %(amount)s.")
        )
        detail = listed([_part(row, part) for part in row.parts])
        found.append(ResultLine(said % words, detail, links.get(row.pk, ""), row.lapses_at))
    return found


def pending_lines(rows: Iterable[PendingResult], reader: int | None) -> list[PendingLine]:
    """Return what of a session or event is left out, pair by pair: who would owe whom. No query.

    What two who have not agreed would owe each other waits for both.

    :param rows: of one session or event, without those that were accepted
    """
    pairs: dict[frozenset[_Side], list[PendingResult]] = {}
    amounts: dict[frozenset[_Side], tuple[_Side, _Side, int]] = {}
    for row in rows:
        own = _Side(row.user_id, row.name)
        for part in row.parts:
            other = _Side(part["user"], part["name"])
            key = frozenset({_key(own), _key(other)})
            pairs.setdefault(key, []).append(row)
            payer, payee = (own, other) if part["amount"] > 0 else (other, own)
            amounts[key] = payer, payee, abs(part["amount"])
    return [
        _pending_line(pairs[key], payer, payee, amount, reader)
        for key, (payer, payee, amount) in amounts.items()
    ]


def pending_by_session(
    rows: Iterable[PendingResult], reader: int
) -> list[tuple[str, list[PendingLine]]]:
    """Return what is left out of the reader's sessions, with what each session is called."""
    by_session: dict[int | None, list[PendingResult]] = {}
    for row in rows:
        by_session.setdefault(row.session_id, []).append(row)
    return [
        (source_name(found[0], {}), pending_lines(found, reader)) for found in by_session.values()
    ]


def _key(side: _Side) -> _Side:
    # A user may have been called otherwise in another row.
    return side if side.user is None else _Side(side.user, "")


def _pending_line(
    rows: Sequence[PendingResult], payer: _Side, payee: _Side, amount: int, reader: int | None
) -> PendingLine:
    club = rows[0].club_id
    words = {
        "payer": payer.name or house_name(club),
        "payee": payee.name or house_name(club),
        "amount": money.amount(amount, rows[0].currency),
    }
    if closed := next((row for row in rows if not row.is_open), None):
        words["name"] = closed.name
        said = (
            _("%(name)s declined: %(amount)s from %(payer)s to %(payee)s is not owed.")
            if closed.declined_at is not None
            else _("%(name)s did not answer: %(amount)s from %(payer)s to %(payee)s is not owed.")
        )
        return PendingLine(said % words, is_open=False)
    own = next((row for row in rows if reader is not None and row.user_id == reader), None)
    words["names"] = listed([row.name for row in rows])
    if own is not None and len(rows) == 1:
        said = _("Pending until you accept: %(amount)s from %(payer)s to %(payee)s")
    elif len(rows) == 1:
        said = _("Pending until %(names)s accepts: %(amount)s from %(payer)s to %(payee)s")
    else:
        said = _("Pending until %(names)s accept: %(amount)s from %(payer)s to %(payee)s")
    return PendingLine(said % words, "" if own is None else result_url(own))


def result_page(
    row: PendingResult, settlement: Settlement | None, events: Events, reader: int
) -> ResultPage:
    """Return the page of a result for a user who can answer it. No query.

    :param settlement: the first one of the same session or event
    """
    is_own = row.user_id == reader
    is_loss = row.amount < 0
    words = {
        "name": row.name,
        "source": source_name(row, events),
        "amount": money.amount(abs(row.amount), row.currency),
    }
    if is_own:
        title = _("Your result: %(source)s")
        result = _("You lost %(amount)s") if is_loss else _("You won %(amount)s")
        why = _("No agreement of yours covers this result. You owe it only if you accept it.")
        accept, accepted = _("Accept: I owe %(amount)s"), _("Result accepted: you owe %(amount)s.")
        if not is_loss:
            why = _("No agreement of yours covers this result. It counts only if you accept it.")
            accept, accepted = _("Accept %(amount)s"), _("Result accepted: you won %(amount)s.")
    else:
        title = _("The result of %(name)s: %(source)s")
        result = _("%(name)s lost %(amount)s") if is_loss else _("%(name)s won %(amount)s")
        why = _("Nobody answers for %(name)s yet. If you accept, you answer for this result.")
        accept = _("Accept and answer for %(name)s")
        accepted = _("Result accepted: you answer for %(name)s.")
    return ResultPage(
        title=title % words,
        result=result % words,
        why=why % words,
        parts=[_part(row, part) for part in row.parts],
        terms=_terms(row, settlement),
        digest=digest_of(terms_of_result(row)),
        accept=accept % words,
        accepted=accepted % words,
        lapses_at=row.lapses_at,
        settlement_url="" if settlement is None else settlement.get_absolute_url(),
        is_open=row.is_open and row.lapses_at > timezone.now(),
        outcome=_outcome(row),
    )


def _terms(row: PendingResult, settlement: Settlement | None) -> list[TermLine]:
    """Return what was played for."""
    if settlement is not None and settlement.terms:
        return terms_lines(settlement.terms)
    if row.session is not None:
        return terms_lines(terms_of(row.session))
    return terms_lines({"stake_minor": row.stake_minor, "currency": row.currency})


def _part(row: PendingResult, part: Mapping[str, object]) -> str:
    amount = part["amount"]
    assert isinstance(amount, int)
    words = {
        "name": part["name"] or house_name(row.club_id),
        "amount": money.amount(abs(amount), row.currency),
    }
    if amount > 0:
        return _("%(amount)s to %(name)s") % words
    return _("%(amount)s from %(name)s") % words


def _outcome(row: PendingResult) -> str:
    if row.accepted_at is not None:
        return _("This result was accepted.")
    if row.declined_at is not None:
        return _("This result was declined: nobody owes it.")
    return _("This result lapsed: nobody owes it.")
