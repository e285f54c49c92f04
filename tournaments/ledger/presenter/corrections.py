"""Display data of proposed corrections, shared by sessions and events."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.common import money, numbers
from games.common.languages import paragraph
from games.tables.models import Seat
from tournaments.ledger import services
from tournaments.ledger.models import SessionCorrection
from tournaments.ledger.models.correction import ProposedCorrection

_Outcome = ProposedCorrection.Outcome


@dataclass(frozen=True, slots=True)
class NewMaximumPart:
    """A total and a maximum loss, now and with the correction."""

    #: Empty for the reader's own.
    name: str
    result: str
    new_result: str
    most: str
    new_most: str


@dataclass(frozen=True, slots=True)
class AnswerPart:
    """The reader's possible answers."""

    higher: Sequence[NewMaximumPart]
    #: Value of the form's terms field; empty unless a higher maximum is asked for.
    terms: str
    #: Label of the confirm button; empty if the reader cannot confirm.
    confirm: str
    may_decline: bool


@dataclass(frozen=True, slots=True)
class CorrectedSeat:
    """A seat's result before and after."""

    name: str
    before: str
    after: str
    is_changed: bool


@dataclass(frozen=True, slots=True)
class ProposedPart:
    """A proposed correction for one reader."""

    by: str
    reason: str
    seats: Sequence[CorrectedSeat]
    #: Its status, and whose answer is needed.
    sentences: Sequence[str]
    answer: AnswerPart


def correction_part(
    held: SessionCorrection, seats: Sequence[Seat], reader: services.CorrectionRole
) -> ProposedPart:
    """Return the correction; its session and seats are prefetched."""
    waits = held.is_open and held.lapses_at > timezone.now()
    return ProposedPart(
        by=held.proposed_by.shown_name,
        reason=held.reason,
        seats=[
            CorrectedSeat(seat.name, numbers.signed(before), numbers.signed(after), before != after)
            for seat, before, after in zip(seats, held.before, held.nets, strict=True)
        ],
        sentences=waiting_sentences(held, reader) if waits else [closed_sentence(held)],
        answer=answer_part(reader, waits=waits),
    )


# --- Shared with corrections of events


def answer_part(reader: services.CorrectionRole, *, waits: bool) -> AnswerPart:
    """Return the reader's possible answers to an open correction."""
    asked = reader.to_agree if waits else []
    higher = [_new_maximum_part(each) for each in asked]
    if not waits or not reader.may_confirm:
        confirm = ""
    elif not higher:
        confirm = _("Confirm correction")
    elif len(higher) == 1:
        confirm = _("Agree to a max. loss of %(amount)s") % {"amount": higher[0].new_most}
    else:
        confirm = _("Agree to all new maximums")
    return AnswerPart(higher, services.shown_terms(asked), confirm, may_decline=waits)


def _new_maximum_part(each: services.LossAboveMaximum) -> NewMaximumPart:
    currency = each.agreement.currency
    return NewMaximumPart(
        name=each.agreement.answers_for,
        result=money.amount(each.before, currency, sign=True),
        new_result=money.amount(each.after, currency, sign=True),
        most=money.amount(each.agreement.max_loss or 0, currency),
        new_most=money.amount(-each.after, currency),
    )


def waiting_sentences(
    held: ProposedCorrection, reader: services.CorrectionRole, zone: tzinfo | None = None
) -> list[str]:
    """Return whose answers are missing, and when the correction lapses."""
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
            "%(by)s gains from this correction, so it takes effect only if a second organizer or"
            " every player who loses from it confirms it."
        )
        sentences.append(said % {"by": held.proposed_by.shown_name})
    elif reader.is_deal and not reader.missing:
        sentences.append(
            _(
                "This correction takes effect when a player at the table or a second organizer"
                " confirms it."
            )
        )
    lapses = date_format(timezone.localtime(held.lapses_at, zone), "SHORT_DATETIME_FORMAT")
    return [*sentences, _("This correction lapses on %(when)s.") % {"when": lapses}]


def closed_sentence(held: ProposedCorrection) -> str:
    """Return how the correction ended."""
    by = {"by": "" if held.closed_by is None else held.closed_by.shown_name}
    if held.outcome == _Outcome.CONFIRMED:
        if held.closed_by is None:
            return _("No one declined this correction in time, so the result was changed.")
        return _("%(by)s confirmed this correction, so the result was changed.") % by
    if held.outcome == _Outcome.DECLINED:
        return _("%(by)s declined this correction. The result hasn’t changed.") % by
    if held.outcome == _Outcome.REPLACED:
        return _("This correction was replaced by a newer one.")
    return _("This correction wasn’t confirmed in time. The result hasn’t changed.")


def new_maximum_sentences(higher: Iterable[Mapping[str, Any]]) -> str:
    """Return the notice text for a user who has to agree to higher maximums.

    :param higher: as returned by `notice_params_by_user`
    """
    sentences = []
    for each in higher:
        currency = each["currency"]
        words = {
            "name": each["name"],
            "before": money.amount(each["before"], currency, sign=True),
            "after": money.amount(each["after"], currency, sign=True),
            "agreed": money.amount(each["agreed"], currency),
            "most": money.amount(-each["after"], currency),
        }
        if each["name"]:
            result = _(
                "You answer for %(name)s: the result would change from %(before)s to %(after)s."
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
