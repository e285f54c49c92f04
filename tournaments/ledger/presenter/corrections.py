"""Proposed corrections of sessions, as those read them who answer."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.common import numbers
from games.tables.models import Seat
from tournaments.ledger import services
from tournaments.ledger.models import SessionCorrection

_Outcome = SessionCorrection.Outcome


@dataclass(frozen=True, slots=True)
class CorrectedSeat:
    """What a correction changes for a seat."""

    name: str
    before: str
    after: str
    is_changed: bool


@dataclass(frozen=True, slots=True)
class ProposedPart:
    """A proposed correction as one reader sees it."""

    by: str
    reason: str
    seats: Sequence[CorrectedSeat]
    #: How it stands, and whose answer counts.
    sentences: Sequence[str]
    may_confirm: bool
    may_decline: bool


def correction_part(
    held: SessionCorrection, seats: Sequence[Seat], reader: services.SessionCorrectionRole
) -> ProposedPart:
    """Return the correction; its session and seats are fetched already."""
    waits = held.is_open and held.lapses_at > timezone.now()
    return ProposedPart(
        by=held.proposed_by.shown_name,
        reason=held.reason,
        seats=[
            CorrectedSeat(seat.name, numbers.signed(before), numbers.signed(after), before != after)
            for seat, before, after in zip(seats, held.before, held.nets, strict=True)
        ],
        sentences=_waiting(held) if waits else [_closed(held)],
        may_confirm=waits and reader.may_confirm and not reader.has_agreed,
        may_decline=waits,
    )


def _waiting(held: SessionCorrection) -> list[str]:
    lapses = date_format(timezone.localtime(held.lapses_at), "SHORT_DATETIME_FORMAT")
    said = _(
        "%(by)s gains by it, so it counts only when a second organizer confirms it, or everyone"
        " who loses by it."
    )
    return [
        said % {"by": held.proposed_by.shown_name},
        _("It lapses on %(when)s.") % {"when": lapses},
    ]


def _closed(held: SessionCorrection) -> str:
    by = {"by": "" if held.closed_by is None else held.closed_by.shown_name}
    if held.outcome == _Outcome.CONFIRMED:
        return _("%(by)s confirmed it: the result is corrected.") % by
    if held.outcome == _Outcome.DECLINED:
        return _("%(by)s declined it: the result stays as it was.") % by
    if held.outcome == _Outcome.REPLACED:
        return _("A newer correction has replaced it.")
    return _("It was not confirmed in time: the result stays as it was.")
