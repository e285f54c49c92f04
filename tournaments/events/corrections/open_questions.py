"""Proposals of organizers that players answer: corrected results and substitutes."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.models import User
from games.agreements.terms import digest_of
from games.common import money
from tournaments.clubs.zones import zone_of
from tournaments.events.core.models import Event
from tournaments.events.core.words import signed
from tournaments.events.corrections.models import EventCorrection
from tournaments.events.rounds.models import EventSeat
from tournaments.events.substitutes.models import Substitution
from tournaments.events.substitutes.services import may_take_over, substitute_terms
from tournaments.events.terms import max_loss
from tournaments.ledger.presenter.corrections import (
    AnswerPart,
    CorrectedSeat,
    answer_part,
    closed_sentence,
    waiting_sentences,
)
from tournaments.ledger.services.correction_consent import CorrectionRole


@dataclass(frozen=True, slots=True)
class CorrectionPart:
    """A proposed correction in texts, as one reader sees it and can answer it."""

    title: str
    seats: Sequence[CorrectedSeat]
    by: str
    reason: str
    #: Its state, and who can answer it.
    sentences: Sequence[str]
    answer: AnswerPart


def correction_part(
    event: Event,
    correction: EventCorrection,
    seats: Sequence[EventSeat],
    role: CorrectionRole,
) -> CorrectionPart:
    """Return the correction for the reader. No query: table, round and deal must be fetched."""
    row = correction.event_table
    place = {"round": row.round.number, "table": row.number}
    if correction.deal is None:
        title = _("Round %(round)s, table %(table)s: proposed correction") % place
    else:
        place["deal"] = correction.deal.number
        title = _("Round %(round)s, table %(table)s, deal %(deal)s: proposed correction") % place
    waits = correction.is_open and correction.lapses_at > timezone.now()
    return CorrectionPart(
        title=title,
        seats=[
            CorrectedSeat(
                name=_("A bot") if seat.entry is None else seat.entry.name,
                before=signed(before),
                after=signed(after),
                is_changed=before != after,
            )
            for seat, before, after in zip(seats, correction.before, correction.nets, strict=True)
        ],
        by=correction.proposed_by.shown_name,
        reason=correction.reason,
        sentences=_waiting_sentences(event, correction, role)
        if waits
        else [closed_sentence(correction)],
        answer=answer_part(role, waits=waits),
    )


def _waiting_sentences(
    event: Event, correction: EventCorrection, role: CorrectionRole
) -> list[str]:
    """Return sentences on who can answer the open correction and when it takes effect or lapses."""
    zone = zone_of(event.club)
    if correction.takes_effect_at is None:
        return waiting_sentences(correction, role, zone)
    said = _(
        "The correction takes effect when a player at the table or another organizer confirms it."
        " If no player declines it, it takes effect automatically on %(when)s."
    )
    local = timezone.localtime(correction.takes_effect_at, zone)
    return [said % {"when": date_format(local, "SHORT_DATETIME_FORMAT")}]


@dataclass(frozen=True, slots=True)
class SubstitutionPart:
    """The question whether a substitute may play, to the absent player or the substitute."""

    title: str
    sentences: Sequence[str]
    reason: str
    #: The digest of the terms that a substitute agrees to; empty for the player.
    terms: str
    accept: str
    decline: str
    #: Whether the question is still open, and whether the reader can accept it.
    is_open: bool
    may_accept: bool


def substitution_part(event: Event, substitution: Substitution, user: User) -> SubstitutionPart:
    """Return the question about the substitute for this user. At most three queries."""
    table, entry = substitution.seat.event_table, substitution.seat.entry
    words = {
        "name": "" if entry is None else entry.name,
        "by": substitution.name,
        "event": event.name,
        "round": table.round.number,
        "table": table.number,
    }
    is_open = substitution.status == Substitution.Status.ASKED and table.finished_at is None
    where = _("Round %(round)s, table %(table)s.") % words
    if user.pk == substitution.player_id:
        return SubstitutionPart(
            title=_("Let %(by)s play for you in %(event)s?") % words,
            sentences=[
                where,
                _("The result still counts for you: you win or lose whatever %(by)s scores.")
                % words,
                _("If you decline, you keep your seat. A bot plays for you while you’re away."),
            ],
            reason=substitution.reason,
            terms="",
            accept=_("Accept substitute"),
            decline=_("Decline substitute"),
            is_open=is_open,
            may_accept=is_open,
        )
    may_accept = is_open and may_take_over(event, substitution)
    terms = substitute_terms(event, substitution.seat, user)
    if may_accept:
        cost = money.amount(max_loss.session_cost_of(event).minor, event.currency)
        sentences = [
            where,
            _("A point is worth %(stake)s.")
            % {"stake": money.amount(event.stake_minor, event.currency)},
            _(
                "If you accept, the result at this table counts for you. Your maximum loss is"
                " %(cost)s."
            )
            % {"cost": cost},
            _("If %(name)s accepts first, you play and the result counts for %(name)s.") % words,
        ]
    else:
        sentences = [
            where,
            _("You’ll play if %(name)s accepts. The result counts for %(name)s.") % words,
        ]
    return SubstitutionPart(
        title=_("Play for %(name)s in %(event)s?") % words,
        sentences=sentences,
        reason="",
        terms=digest_of(terms) if may_accept else "",
        accept=_("Play with my own money"),
        decline=_("Decline request"),
        is_open=is_open,
        may_accept=may_accept,
    )


def question_links(
    event: Event,
    corrections: Collection[EventCorrection],
    substitutions: Collection[Substitution] = (),
) -> list[tuple[str, str]]:
    """Return (text, URL) of each of these unanswered corrections and requests for substitutes."""
    lines = [
        (
            _("%(by)s proposes a correction: round %(round)s, table %(table)s")
            % {
                "by": each.proposed_by.shown_name,
                "round": each.event_table.round.number,
                "table": each.event_table.number,
            },
            reverse("event_correction", args=[event.slug, each.pk]),
        )
        for each in corrections
    ]
    return lines + [
        (
            _("Let %(by)s play for %(name)s at table %(table)s?")
            % {
                "by": each.name,
                "name": each.seat.entry.name if each.seat.entry is not None else "",
                "table": each.seat.event_table.number,
            },
            reverse("event_substitution", args=[event.slug, each.pk]),
        )
        for each in substitutions
    ]
