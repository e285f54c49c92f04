"""Texts of proposed corrections: of sessions, and what those of events share with them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common import money, numbers
from games.tables.models import Seat
from tournaments.ledger import services
from tournaments.ledger.models import SessionCorrection
from tournaments.ledger.models.correction import ProposedCorrection

_Outcome = ProposedCorrection.Outcome


@dataclass(frozen=True, slots=True)
class NewMaximumPart:
    """A result and a maximum loss, now and if the reader agrees to the correction."""

    #: Empty for the reader's own.
    name: str
    result: str
    new_result: str
    most: str
    new_most: str


@dataclass(frozen=True, slots=True)
class AnswerPart:
    """What the reader can answer."""

    higher: Sequence[NewMaximumPart]
    #: The terms that the form carries; empty unless the reader is asked for a higher maximum.
    terms: str
    #: The label of the confirm button; empty if the reader cannot confirm.
    confirm: str
    may_decline: bool


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
    answer: AnswerPart


def correction_part(
    held: SessionCorrection, seats: Sequence[Seat], reader: services.CorrectionRole
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
        sentences=waiting_sentences(held, reader) if waits else [closed_sentence(held)],
        answer=answer_part(reader, waits=waits),
    )


# --- What corrections of events share


def answer_part(reader: services.CorrectionRole, *, waits: bool) -> AnswerPart:
    """Return what the reader can answer to a proposed correction, while it waits."""
    asked = reader.to_agree if waits else []
    higher = [_new_maximum_part(each) for each in asked]
    if not waits or not reader.may_confirm:
        confirm = ""
    elif not higher:
        confirm = _("Confirm the correction")
    elif len(higher) == 1:
        confirm = _("Agree: at most %(amount)s") % {"amount": higher[0].new_most}
    else:
        confirm = _("Agree to all of that")
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
    """Return whose answer the correction waits for, and when it lapses."""
    sentences = []
    if names := [each.name for each in reader.missing if each not in reader.to_agree]:
        said = ngettext(
            "It counts only when %(names)s agrees to a higher maximum loss.",
            "It counts only when %(names)s agree to a higher maximum loss.",
            len(names),
        )
        sentences.append(said % {"names": numbers.listed(names)})
    if reader.proposer_gains:
        said = _(
            "%(by)s gains by it, so it counts only when a second organizer confirms it, or everyone"
            " who loses by it."
        )
        sentences.append(said % {"by": held.proposed_by.shown_name})
    elif reader.is_deal and not reader.missing:
        sentences.append(
            _("It counts when a player of the table or a second organizer confirms it.")
        )
    lapses = date_format(timezone.localtime(held.lapses_at, zone), "SHORT_DATETIME_FORMAT")
    return [*sentences, _("It lapses on %(when)s.") % {"when": lapses}]


def closed_sentence(held: ProposedCorrection) -> str:
    """Return how the correction ended."""
    by = {"by": "" if held.closed_by is None else held.closed_by.shown_name}
    if held.outcome == _Outcome.CONFIRMED:
        if held.closed_by is None:
            return _("It was not declined in time: the result is corrected.")
        return _("%(by)s confirmed it: the result is corrected.") % by
    if held.outcome == _Outcome.DECLINED:
        return _("%(by)s declined it: the result stays as it was.") % by
    if held.outcome == _Outcome.REPLACED:
        return _("A newer correction has replaced it.")
    return _("It was not confirmed in time: the result stays as it was.")


def new_maximum_sentences(higher: Iterable[Mapping[str, Any]]) -> str:
    """Return what a notice says to a user who has to agree to higher maximums.

    :param higher: as `notice_params_by_user` has it
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
            result = _("You answer for %(name)s: the result would be %(after)s, not %(before)s.")
            agreed = _(
                "You agreed to a maximum loss of %(agreed)s; it counts only if you agree to"
                " %(most)s."
            )
        else:
            result = _("Your result would be %(after)s, not %(before)s.")
            agreed = _(
                "You agreed to lose at most %(agreed)s; it counts only if you agree to lose at most"
                " %(most)s."
            )
        sentences += [result % words, agreed % words]
    return " ".join(sentences)
