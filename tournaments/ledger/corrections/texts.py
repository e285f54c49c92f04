"""Texts of proposed corrections, shared by sessions and events."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from games.common import money, numbers
from games.common.dates import date_format
from games.common.languages import paragraph
from games.tables.models import Seat
from tournaments.ledger.corrections import consent
from tournaments.ledger.corrections.models import ProposedCorrection, SessionCorrection

_Outcome = ProposedCorrection.Outcome


@dataclass(frozen=True, slots=True)
class NewMaximumPart:
    """A player's total and maximum loss as text, now and with the correction."""

    #: Empty for the reader's own.
    name: str
    result: str
    new_result: str
    max_loss: str
    new_max_loss: str


@dataclass(frozen=True, slots=True)
class AnswerPart:
    """Texts of the reader's possible answers to a proposed correction."""

    new_maximums: Sequence[NewMaximumPart]
    #: Value of the form's terms field; empty unless a higher maximum is asked for.
    terms: str
    #: Label of the confirm button; empty if the reader cannot confirm.
    confirm: str
    may_decline: bool


@dataclass(frozen=True, slots=True)
class CorrectedSeat:
    """Texts of a seat's points before and after a correction."""

    name: str
    before: str
    after: str
    is_changed: bool


@dataclass(frozen=True, slots=True)
class ProposedPart:
    """Texts of a proposed correction for one reader: seats, reason, status and answers."""

    by: str
    reason: str
    seats: Sequence[CorrectedSeat]
    #: Its status, and whose answer is needed.
    sentences: Sequence[str]
    answer: AnswerPart


def correction_part(
    correction: SessionCorrection, seats: Sequence[Seat], reader: consent.CorrectionRole
) -> ProposedPart:
    """Return the correction for display to the reader; its session and seats are prefetched."""
    waits = correction.is_open and correction.lapses_at > timezone.now()
    return ProposedPart(
        by=correction.proposed_by.shown_name,
        reason=correction.reason,
        seats=[
            CorrectedSeat(seat.name, numbers.signed(before), numbers.signed(after), before != after)
            for seat, before, after in zip(seats, correction.before, correction.nets, strict=True)
        ],
        sentences=waiting_sentences(correction, reader) if waits else [closed_sentence(correction)],
        answer=answer_part(reader, waits=waits),
    )


# --- Shared with corrections of events


def answer_part(reader: consent.CorrectionRole, *, waits: bool) -> AnswerPart:
    """Return the reader's possible answers to a correction; none unless it `waits`."""
    losses = reader.to_agree if waits else []
    new_maximums = [_new_maximum_part(each) for each in losses]
    if not waits or not reader.may_confirm:
        confirm = ""
    elif not new_maximums:
        confirm = _("Confirm correction")
    elif len(new_maximums) == 1:
        confirm = _("Agree to a max. loss of %(amount)s") % {"amount": new_maximums[0].new_max_loss}
    else:
        confirm = _("Agree to all new maximums")
    return AnswerPart(new_maximums, consent.shown_terms(losses), confirm, may_decline=waits)


def _new_maximum_part(loss: consent.CorrectedLoss) -> NewMaximumPart:
    """Return a player's totals and maximums, before and after, as texts."""
    currency = loss.agreement.currency
    return NewMaximumPart(
        name=loss.agreement.answers_for,
        result=money.amount(loss.before, currency, sign=True),
        new_result=money.amount(loss.after, currency, sign=True),
        max_loss=money.amount(loss.agreement.max_loss or 0, currency),
        new_max_loss=money.amount(-loss.after, currency),
    )


def waiting_sentences(
    correction: ProposedCorrection,
    reader: consent.CorrectionRole,
    zone: tzinfo | None = None,
) -> list[str]:
    """Return sentences on whose answers are missing, and when the correction lapses."""
    sentences = []
    if names := [each.name for each in reader.missing if each not in reader.to_agree]:
        said = (
            _("This correction takes effect only if %(names)s agrees to a higher maximum loss.")
            if len(names) == 1
            else _("This correction takes effect only if %(names)s agree to a higher maximum loss.")
        )
        sentences.append(said % {"names": numbers.listed(names)})
    if reader.proposer_gains:
        said = _(
            "%(by)s would gain points through this correction. It takes effect only if another"
            " organizer, or every player who would lose points, confirms it."
        )
        sentences.append(said % {"by": correction.proposed_by.shown_name})
    elif reader.is_deal and not reader.missing:
        sentences.append(
            _(
                "This correction takes effect when a player at the table or another organizer"
                " confirms it."
            )
        )
    lapses = date_format(timezone.localtime(correction.lapses_at, zone), "SHORT_DATETIME_FORMAT")
    return [*sentences, _("This correction lapses on %(when)s.") % {"when": lapses}]


def closed_sentence(correction: ProposedCorrection) -> str:
    """Return a sentence on how the correction ended: confirmed, declined, replaced or lapsed."""
    by = {"by": "" if correction.closed_by is None else correction.closed_by.shown_name}
    if correction.outcome == _Outcome.CONFIRMED:
        if correction.closed_by is None:
            return _("No one declined this correction in time, so the result was changed.")
        return _("%(by)s confirmed this correction, so the result was changed.") % by
    if correction.outcome == _Outcome.DECLINED:
        return _("%(by)s declined this correction. The result hasn’t changed.") % by
    if correction.outcome == _Outcome.REPLACED:
        return _("This correction was replaced by a newer one.")
    return _("This correction wasn’t confirmed in time. The result hasn’t changed.")


def new_maximum_sentences(losses: Iterable[Mapping[str, Any]]) -> str:
    """Return the notice text for a user who has to agree to higher maximum losses.

    :param losses: as returned by `notice_params_by_user`
    """
    sentences = []
    for loss in losses:
        currency = loss["currency"]
        words = {
            "name": loss["name"],
            "before": money.amount(loss["before"], currency, sign=True),
            "after": money.amount(loss["after"], currency, sign=True),
            "agreed": money.amount(loss["agreed"], currency),
            "most": money.amount(-loss["after"], currency),
        }
        if loss["name"]:
            result = _(
                "%(name)s’s result, for which you’re responsible, would change from %(before)s"
                " to %(after)s."
            )
            agreed = _(
                "You agreed to a maximum loss of %(agreed)s. This correction takes effect only if"
                " you agree to %(most)s."
            )
        else:
            result = _("Your result would change from %(before)s to %(after)s.")
            agreed = _(
                "You agreed to a maximum loss of %(agreed)s. This correction takes effect only if"
                " you agree to %(most)s."
            )
        sentences += [result % words, agreed % words]
    return paragraph(*sentences)
